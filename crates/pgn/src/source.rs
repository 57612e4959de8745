//! Where the bytes come from: a file, standard input or any reader, unpacked on the way.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// How the bytes of a [`Source`] are packed; told by the first bytes, never by the name.
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
    /// Recognises the packing by the first bytes of a stream.
    pub fn sniff(head: &[u8]) -> Self {
        match head {
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Self::Zstd,
            [0x1F, 0x8B, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            _ => Self::None,
        }
    }
}

/// The stream could not be opened, or broke off.
#[derive(Debug, Error)]
#[error("{name}: {}: {cause}{}", place(*.packed, *.unpacked), cut_off(*.unfinished))]
pub struct SourceError {
    /// The name of the source.
    pub name: Arc<str>,
    /// How many bytes of the file had been taken when it happened; `None` if it could not be opened.
    pub packed: Option<u64>,
    /// How many bytes of text had been unpacked by then.
    pub unpacked: u64,
    /// The game that was cut off, by its number: what there is of it is set aside.
    pub unfinished: Option<u64>,
    /// What went wrong. No source of this error, since its sentence ends with it already.
    pub cause: io::Error,
}

fn place(packed: Option<u64>, unpacked: u64) -> String {
    match packed {
        None => "cannot open".to_owned(),
        Some(packed) if packed == unpacked => format!("cannot read on after byte {packed}"),
        Some(packed) => {
            format!("cannot read on after byte {packed} ({unpacked} bytes of text unpacked)")
        }
    }
}

fn cut_off(unfinished: Option<u64>) -> String {
    unfinished.map_or_else(String::new, |number| format!("; game {number} is cut off"))
}

/// Tells, from any thread, how far a [`Source`] has been read.
#[derive(Clone, Debug)]
pub struct SourceProgress {
    taken: Arc<AtomicU64>,
    size: Option<u64>,
}

impl SourceProgress {
    /// Bytes taken from the file so far, before unpacking.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// The size of the file, where it is known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }
}

/// One stream of PGN text.
///
/// Compression is recognised by content when the first byte is asked for, so that opening never waits.
///
/// ```
/// use pinsight_pgn::{Source, Splitter};
/// let source = Source::from_bytes("example", "1. e4 e5 1/2-1/2");
/// let mut splitter = Splitter::new(source);
/// let game = splitter.next_game().unwrap().unwrap();
/// assert_eq!((game.number, game.line), (1, 1));
/// ```
pub struct Source {
    name: Arc<str>,
    stream: Stream,
    progress: SourceProgress,
    compression: Option<Compression>,
    unpacked: u64,
}

type Raw = Counted<Box<dyn Read + Send>>;
type Sniffed = BufReader<io::Chain<Cursor<Vec<u8>>, Raw>>;

enum Stream {
    /// Nothing read yet.
    Fresh(Raw),
    Plain(io::Chain<Cursor<Vec<u8>>, Raw>),
    Zstd(Box<zstd::stream::read::Decoder<'static, Sniffed>>),
    Gzip(Box<flate2::bufread::MultiGzDecoder<Sniffed>>),
    Bzip2(Box<bzip2::bufread::MultiBzDecoder<Sniffed>>),
    /// After an error or between two states: nothing more comes.
    Done,
}

/// The size of the buffer before a decoder.
const PACKED_BUFFER: usize = 128 * 1024;

/// How much a decoder may unpack in one go. What a decoder has unpacked in the very call that fails is lost with it,
/// so the step is small; the calls are cheap.
const UNPACK_STEP: usize = 16 * 1024;

impl Source {
    /// Opens a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SourceError> {
        let path = path.as_ref();
        let name: Arc<str> = path.display().to_string().into();
        let opened = File::open(path).and_then(|file| {
            let meta = file.metadata()?;
            if meta.is_dir() {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
            }
            Ok((file, meta.is_file().then_some(meta.len())))
        });
        match opened {
            Ok((file, size)) => Ok(Self::new(name, Box::new(file), size)),
            Err(cause) => Err(SourceError { name, packed: None, unpacked: 0, unfinished: None, cause }),
        }
    }

    /// Standard input, under the name `-`.
    pub fn stdin() -> Self {
        Self::new("-".into(), Box::new(io::stdin()), None)
    }

    /// Any reader; `name` stands in diagnostics.
    pub fn from_reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self::new(name.into(), Box::new(reader), None)
    }

    /// Bytes in memory; `name` stands in diagnostics.
    pub fn from_bytes(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        let size = bytes.len() as u64;
        Self::new(name.into(), Box::new(Cursor::new(bytes)), Some(size))
    }

    fn new(name: Arc<str>, reader: Box<dyn Read + Send>, size: Option<u64>) -> Self {
        let progress = SourceProgress { taken: Arc::default(), size };
        let raw = Counted { inner: reader, taken: Arc::clone(&progress.taken) };
        Self { name, stream: Stream::Fresh(raw), progress, compression: None, unpacked: 0 }
    }

    /// The name that stands in diagnostics: the path as given, or `-`.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// How far the file has been read.
    pub fn progress(&self) -> SourceProgress {
        self.progress.clone()
    }

    /// How the bytes are packed; looks at the first bytes, and so may wait for them.
    pub fn compression(&mut self) -> Result<Compression, SourceError> {
        if let Some(known) = self.compression {
            return Ok(known);
        }
        match self.begin() {
            Ok(compression) => {
                self.compression = Some(compression);
                Ok(compression)
            }
            Err(cause) => Err(self.fail(cause)),
        }
    }

    /// Fills as much of the buffer as one step gives; 0 is the end.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, SourceError> {
        self.compression()?;
        let step = buffer.len().min(UNPACK_STEP);
        let small = buffer.get_mut(..step).unwrap_or_default();
        let got = loop {
            let got = match &mut self.stream {
                Stream::Plain(_) | Stream::Fresh(_) | Stream::Done => break None,
                Stream::Zstd(decoder) => decoder.read(small),
                Stream::Gzip(decoder) => decoder.read(small),
                Stream::Bzip2(decoder) => decoder.read(small),
            };
            if !is_interrupt(&got) {
                break Some(got);
            }
        };
        let got = got.unwrap_or_else(|| match &mut self.stream {
            Stream::Plain(reader) => loop {
                let got = reader.read(buffer);
                if !is_interrupt(&got) {
                    break got;
                }
            },
            _ => Ok(0),
        });
        match got {
            Ok(count) => {
                self.unpacked += count as u64;
                Ok(count)
            }
            Err(cause) => Err(self.fail(cause)),
        }
    }

    /// Reads the first bytes and sets the decoder up.
    fn begin(&mut self) -> io::Result<Compression> {
        let Stream::Fresh(mut raw) = std::mem::replace(&mut self.stream, Stream::Done) else {
            return Ok(Compression::None);
        };
        let mut head = [0; 4];
        let mut filled = 0;
        while let Some(rest) = head.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match raw.read(rest) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let head = head.get(..filled).unwrap_or_default();
        let compression = Compression::sniff(head);
        let chain = Cursor::new(head.to_vec()).chain(raw);
        let buffered = |chain| BufReader::with_capacity(PACKED_BUFFER, chain);
        self.stream = match compression {
            Compression::None => Stream::Plain(chain),
            Compression::Zstd => {
                Stream::Zstd(Box::new(zstd::stream::read::Decoder::with_buffer(buffered(chain))?))
            }
            Compression::Gzip => {
                Stream::Gzip(Box::new(flate2::bufread::MultiGzDecoder::new(buffered(chain))))
            }
            Compression::Bzip2 => {
                Stream::Bzip2(Box::new(bzip2::bufread::MultiBzDecoder::new(buffered(chain))))
            }
        };
        Ok(compression)
    }

    fn fail(&mut self, cause: io::Error) -> SourceError {
        self.stream = Stream::Done;
        self.compression.get_or_insert(Compression::None);
        SourceError {
            name: Arc::clone(&self.name),
            packed: Some(self.progress.taken()),
            unpacked: self.unpacked,
            unfinished: None,
            cause,
        }
    }
}

fn is_interrupt(got: &io::Result<usize>) -> bool {
    matches!(got, Err(error) if error.kind() == io::ErrorKind::Interrupted)
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("compression", &self.compression)
            .field("unpacked", &self.unpacked)
            .finish_non_exhaustive()
    }
}

/// Counts what passes through.
struct Counted<R> {
    inner: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
