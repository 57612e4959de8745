//! Byte streams: a file, standard input or any reader, decompressed and decoded by content.

mod compression;
mod content;
mod encoding;
mod error;

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use content::HEAD;
use encoding::Utf16;

pub use compression::Compression;
pub use error::SourceError;

/// How far a [`Source`] has been read; can be polled from any thread.
#[derive(Clone, Debug)]
pub struct SourceProgress {
    taken: Arc<AtomicU64>,
    size: Option<u64>,
}

impl SourceProgress {
    /// Returns the number of (compressed) bytes read so far.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Returns the size of the file, if known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }
}

/// A stream of PGN text.
///
/// Compression and encoding are recognised when the first byte is read, so opening never blocks. UTF-16 is decoded to
/// UTF-8. Archives, images and other binary data are refused with an error that names the format.
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
    text: Text,
    /// An error after bytes that are not delivered yet.
    failure: Option<io::Error>,
}

/// The encoding of the decompressed bytes.
enum Text {
    /// Not recognised yet.
    Fresh,
    /// Passed on as it is, after the first bytes.
    Plain(Cursor<Vec<u8>>),
    Utf16(Box<Utf16>),
}

type Raw = Counted<Box<dyn Read + Send>>;
type Sniffed = BufReader<io::Chain<Cursor<Vec<u8>>, Raw>>;

enum Stream {
    /// Not read yet.
    Fresh(Raw),
    Plain(io::Chain<Cursor<Vec<u8>>, Raw>),
    Zstd(Box<zstd::stream::read::Decoder<'static, Sniffed>>),
    Gzip(Box<flate2::bufread::MultiGzDecoder<Sniffed>>),
    Bzip2(Box<bzip2::bufread::MultiBzDecoder<Sniffed>>),
    /// After an error.
    Done,
}

/// The size of the buffer in front of a decoder.
const PACKED_BUFFER: usize = 128 * 1024;

/// The number of bytes decompressed per call. A decoder that fails loses the output of that call, so it is small.
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

    /// Reads standard input, under the name `-`.
    pub fn stdin() -> Self {
        Self::new("-".into(), Box::new(io::stdin()), None)
    }

    /// Reads from any reader; diagnostics show `name`.
    pub fn from_reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self::new(name.into(), Box::new(reader), None)
    }

    /// Reads bytes in memory; diagnostics show `name`.
    pub fn from_bytes(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        let size = bytes.len() as u64;
        Self::new(name.into(), Box::new(Cursor::new(bytes)), Some(size))
    }

    fn new(name: Arc<str>, reader: Box<dyn Read + Send>, size: Option<u64>) -> Self {
        let progress = SourceProgress { taken: Arc::default(), size };
        let raw = Counted { inner: reader, taken: Arc::clone(&progress.taken) };
        Self {
            name,
            stream: Stream::Fresh(raw),
            progress,
            compression: None,
            unpacked: 0,
            text: Text::Fresh,
            failure: None,
        }
    }

    /// Returns the name shown in diagnostics: the path as given, or `-`.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Whether a character of UTF-16 could not be decoded so far.
    pub(crate) fn is_lossy(&self) -> bool {
        matches!(&self.text, Text::Utf16(decoder) if decoder.is_lossy())
    }

    /// Returns a handle that tells how far the file has been read.
    pub fn progress(&self) -> SourceProgress {
        self.progress.clone()
    }

    /// Returns the compression; reads the first bytes, so it may block.
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

    /// Reads into the buffer and returns the number of bytes; 0 at the end.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, SourceError> {
        self.compression()?;
        if matches!(self.text, Text::Fresh) {
            self.recognise()?;
        }
        let Self { stream, unpacked, text, failure, .. } = self;
        let mut more = |buffer: &mut [u8]| match failure.take() {
            Some(error) => Err(error),
            None => unpack(stream, unpacked, buffer),
        };
        let got = match text {
            Text::Utf16(decoder) => decoder.read(buffer, more),
            Text::Plain(head) => match head.read(buffer) {
                Ok(0) => more(buffer),
                got => got,
            },
            Text::Fresh => Ok(0),
        };
        got.map_err(|cause| self.fail(cause))
    }

    /// Reads the first bytes of the text and recognises its encoding.
    fn recognise(&mut self) -> Result<(), SourceError> {
        let mut head = vec![0; HEAD];
        let mut filled = 0;
        while let Some(rest) = head.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match unpack(&mut self.stream, &mut self.unpacked, rest) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) => {
                    // The bytes before it may hold whole games.
                    self.failure = Some(error);
                    break;
                }
            }
        }
        head.truncate(filled);
        let encoding = Utf16::sniff(&head);
        if let Some(reason) = content::refusal(&head).filter(|_| encoding.is_none()) {
            let cause = io::Error::new(io::ErrorKind::InvalidData, reason);
            return Err(SourceError { packed: None, unpacked: 0, ..self.fail(cause) });
        }
        self.text = match encoding {
            Some(encoding) => Text::Utf16(Box::new(Utf16::new(encoding, head))),
            None => Text::Plain(Cursor::new(head)),
        };
        Ok(())
    }

    /// Reads the first bytes and creates the decoder.
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

/// Reads decompressed bytes and counts them.
fn unpack(stream: &mut Stream, unpacked: &mut u64, buffer: &mut [u8]) -> io::Result<usize> {
    let step = if matches!(stream, Stream::Plain(_)) { buffer.len() } else { buffer.len().min(UNPACK_STEP) };
    let buffer = buffer.get_mut(..step).unwrap_or_default();
    let count = loop {
        let got = match stream {
            Stream::Plain(reader) => reader.read(buffer),
            Stream::Zstd(decoder) => decoder.read(buffer),
            Stream::Gzip(decoder) => decoder.read(buffer),
            Stream::Bzip2(decoder) => decoder.read(buffer),
            Stream::Fresh(_) | Stream::Done => Ok(0),
        };
        if !is_interrupt(&got) {
            break got?;
        }
    };
    *unpacked += count as u64;
    Ok(count)
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

/// Counts the bytes read.
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
