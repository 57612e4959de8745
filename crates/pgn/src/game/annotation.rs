//! Annotations: text, arrows and marks added to a move.

use super::command::{Arrow, Command, Mark};
use super::comment::Comment;
use super::node::{CommentPlace, NodeId};
use super::tree::Tree;

/// Text, arrows and marks for a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// Sentences.
    pub prose: Vec<String>,
    /// Arrows on the board.
    pub arrows: Vec<Arrow>,
    /// Marked squares.
    pub marks: Vec<Mark>,
}

impl Tree {
    /// Adds an annotation as a comment after a move. Text, arrows and marks that are there already are not repeated, so
    /// annotating twice is the same as annotating once.
    ///
    /// ```
    /// use pinsight_pgn::{Annotation, Arrow, Game, Paint};
    /// use pinsight_rules::Square;
    /// let mut game: Game = "1. e4 {best by test} *".parse()?;
    /// let e4 = game.tree.root().next().unwrap().id();
    /// let annotation = Annotation {
    ///     prose: vec!["It opens lines.".to_owned()],
    ///     arrows: vec![Arrow { paint: Paint::Green, from: Square::F1, to: Square::A6 }],
    ///     marks: Vec::new(),
    /// };
    /// game.tree.annotate(e4, &annotation);
    /// game.tree.annotate(e4, &annotation);
    /// assert!(game.to_string().ends_with("\n1. e4 { best by test } { [%cal Gf1a6] It opens lines. } *\n"));
    /// # Ok::<(), pinsight_pgn::NoGame>(())
    /// ```
    pub fn annotate(&mut self, id: NodeId, annotation: &Annotation) {
        let Some(node) = self.get(id) else { return };
        let mut known: Vec<String> = node.all_comments().map(Comment::prose).collect();
        let (mut arrows, mut marks) = (annotation.arrows.clone(), annotation.marks.clone());
        for command in node.all_comments().flat_map(Comment::commands) {
            match command {
                Command::Arrows(drawn) => arrows.retain(|arrow| !drawn.contains(arrow)),
                Command::Marks(drawn) => marks.retain(|mark| !drawn.contains(mark)),
                _ => {}
            }
        }
        let mut parts = Vec::new();
        if !marks.is_empty() {
            parts.push(Command::Marks(marks).to_string());
        }
        if !arrows.is_empty() {
            parts.push(Command::Arrows(arrows).to_string());
        }
        for text in &annotation.prose {
            // As the comment will have it, without line breaks.
            let text = Comment::new(text).text().to_owned();
            if !known.iter().any(|known| contains_words(known, &text)) {
                known.push(text.clone());
                parts.push(text);
            }
        }
        self.add_comment(id, CommentPlace::After, Comment::new(&parts.join(" ")));
    }
}

/// Whether a text contains another as whole words: "pinned" does not contain "pin".
fn contains_words(text: &str, words: &str) -> bool {
    let continues = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, found)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|tail| tail.chars().next());
        let splits_first = continues(before) && continues(words.chars().next());
        let splits_last = continues(after) && continues(words.chars().next_back());
        !splits_first && !splits_last
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_words_are_not_repeated() {
        for (first, second, expected) in [
            ("a pin\nto the king", "a pin\nto the king", &["a pin to the king"][..]),
            ("pinned", "pin", &["pinned", "pin"]),
        ] {
            let mut tree = Tree::default();
            let e4 = tree.add_san(NodeId::ROOT, "e4").expect("legal");
            for text in [first, second] {
                let annotation = Annotation { prose: vec![text.to_owned()], ..Annotation::default() };
                tree.annotate(e4, &annotation);
            }
            let node = tree.get(e4).expect("a node");
            assert_eq!(node.all_comments().map(Comment::text).collect::<Vec<_>>(), expected);
        }
    }
}
