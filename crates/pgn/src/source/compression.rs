//! Compression formats.

/// The compression of a [`Source`](crate::Source), recognised by its first bytes, never by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Plain text.
    None,
    /// Zstandard, any number of frames, skippable ones included.
    Zstd,
    /// gzip, any number of members.
    Gzip,
    /// bzip2, any number of streams.
    Bzip2,
}

impl Compression {
    /// Recognises the compression by the first bytes of a stream.
    pub fn sniff(head: &[u8]) -> Self {
        match head {
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Self::Zstd,
            [0x1F, 0x8B, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            _ => Self::None,
        }
    }
}
