//! How much to search.

/// The nodes per question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// For the evaluation of each position.
    pub position: u64,
    /// For each move of a proof.
    pub proof: u64,
    /// For the judgement of a move that seems to be bad: of its alternatives and of its reply.
    pub judgement: u64,
    /// For the relevance of a pin.
    pub pin: u64,
}

impl Budget {
    /// Scales the default budget so that a position is evaluated with this many nodes.
    pub fn new(position: u64) -> Self {
        Self {
            position,
            proof: position.saturating_mul(2),
            judgement: position.saturating_mul(6),
            pin: (position / 3).max(1),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(50_000)
    }
}
