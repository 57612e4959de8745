//! Decodes UTF-16 to UTF-8 while it is read.

use std::io::{self, Read};

use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};

/// A stream of UTF-16, decoded part by part. Unpaired surrogates become U+FFFD.
pub(super) struct Utf16 {
    decoder: Decoder,
    /// Bytes not decoded yet.
    input: Vec<u8>,
    /// Decoded text; `taken` bytes of it have been read.
    output: Vec<u8>,
    taken: usize,
    ended: bool,
    is_lossy: bool,
}

/// The number of bytes decoded at a time.
const STEP: usize = 16 * 1024;

impl Utf16 {
    /// Recognises UTF-16 by its byte order mark, or by a zero in every second byte.
    pub(super) fn sniff(head: &[u8]) -> Option<&'static Encoding> {
        match head {
            [0xFF, 0xFE, ..] => return Some(UTF_16LE),
            [0xFE, 0xFF, ..] => return Some(UTF_16BE),
            _ => {}
        }
        let (pairs, _) = head.get(..16).unwrap_or(head).as_chunks::<2>();
        if pairs.len() < 2 {
            return None;
        }
        if pairs.iter().all(|&[low, high]| low != 0 && high == 0) {
            Some(UTF_16LE)
        } else if pairs.iter().all(|&[high, low]| low != 0 && high == 0) {
            Some(UTF_16BE)
        } else {
            None
        }
    }

    /// Decodes a stream that begins with `head`.
    pub(super) fn new(encoding: &'static Encoding, head: Vec<u8>) -> Self {
        let decoder = encoding.new_decoder_with_bom_removal();
        Self { decoder, input: head, output: Vec::new(), taken: 0, ended: false, is_lossy: false }
    }

    /// Whether an unpaired surrogate has been decoded.
    pub(super) fn is_lossy(&self) -> bool {
        self.is_lossy
    }

    /// Reads decoded text into the buffer; `more` reads the bytes after the head.
    pub(super) fn read(
        &mut self,
        buffer: &mut [u8],
        mut more: impl FnMut(&mut [u8]) -> io::Result<usize>,
    ) -> io::Result<usize> {
        while self.taken == self.output.len() {
            if self.ended {
                return Ok(0);
            }
            if self.input.is_empty() {
                self.input.resize(STEP, 0);
                let got = more(&mut self.input);
                self.input.truncate(*got.as_ref().unwrap_or(&0));
                self.ended = got? == 0;
            }
            self.decode();
        }
        let count = self.output.get(self.taken..).unwrap_or_default().read(buffer)?;
        self.taken += count;
        Ok(count)
    }

    fn decode(&mut self) {
        let room = self.decoder.max_utf8_buffer_length(self.input.len()).unwrap_or(STEP * 4);
        self.output.resize(room, 0);
        let (_, read, written, has_errors) =
            self.decoder.decode_to_utf8(&self.input, &mut self.output, self.ended);
        self.is_lossy |= has_errors;
        self.output.truncate(written);
        self.input.drain(..read);
        self.taken = 0;
    }
}
