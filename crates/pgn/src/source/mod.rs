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
    /// Not decoded here. The cursor holds the first bytes, which have been read already.
    Plain(Cursor<Vec<u8>>),
    Utf16(Box<Utf16>),
}

type Reader = Box<dyn Read + Send>;

enum Stream {
    /// Not read yet.
    Fresh(Counted),
    /// Decompressed, with a limit on the bytes per call.
    Open(Reader, usize),
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

    fn new(name: Arc<str>, reader: Reader, size: Option<u64>) -> Self {
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

    /// Returns a handle to poll how far the file has been read.
    pub fn progress(&self) -> SourceProgress {
        self.progress.clone()
    }

    /// Returns the compression; reads the first bytes, so it may block.
    pub fn compression(&mut self) -> Result<Compression, SourceError> {
        if let Some(known) = self.compression {
            return Ok(known);
        }
        let compression = self.begin().map_err(|cause| self.fail(cause))?;
        Ok(*self.compression.insert(compression))
    }

    /// Reads into the buffer and returns the number of bytes; 0 at the end.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, SourceError> {
        self.compression()?;
        if matches!(self.text, Text::Fresh) {
            self.recognise()?;
        }
        let Self { stream, unpacked, text, failure, .. } = self;
        let mut more = |buffer: &mut [u8]| {
            let count = failure.take().map_or_else(|| stream.read(buffer), Err)?;
            *unpacked += count as u64;
            Ok(count)
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
        let mut head = Vec::new();
        // The bytes before an error may hold whole games.
        self.failure = (&mut self.stream).take(HEAD as u64).read_to_end(&mut head).err();
        self.unpacked = head.len() as u64;
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
        let mut head = Vec::new();
        raw.by_ref().take(4).read_to_end(&mut head)?;
        let compression = Compression::sniff(&head);
        let chain = Cursor::new(head).chain(raw);
        let buffered = |chain| BufReader::with_capacity(PACKED_BUFFER, chain);
        let decoder: Reader = match compression {
            Compression::None => Box::new(chain),
            Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(buffered(chain))?),
            Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(buffered(chain))),
            Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(buffered(chain))),
        };
        let step = if compression == Compression::None { usize::MAX } else { UNPACK_STEP };
        self.stream = Stream::Open(decoder, step);
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

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self::Open(reader, step) = self else {
            return Ok(0);
        };
        let step = buffer.len().min(*step);
        let buffer = buffer.get_mut(..step).unwrap_or_default();
        loop {
            match reader.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                got => return got,
            }
        }
    }
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
struct Counted {
    inner: Reader,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
