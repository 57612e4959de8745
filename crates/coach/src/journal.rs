//! Answers of an engine, stored by the caller, so that an interrupted review can continue.

/// Stores the answers of an engine as texts, under the number of the question.
///
/// A number identifies a position with its history, a node limit and a set of moves. Use a journal only with the engine
/// and the version of this library that filled it.
pub trait Journal: Send + Sync {
    /// Returns the answer to a question, if it is known.
    fn find(&self, question: u64) -> Option<String>;

    /// Stores the answer to a question.
    fn record(&self, question: u64, answer: &str);
}
