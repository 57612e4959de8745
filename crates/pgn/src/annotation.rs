//! Adds words, arrows and marks to a move.

use crate::command::{Arrow, Command, Mark};
use crate::comment::Comment;
use crate::tree::{CommentPlace, NodeId, Tree};

/// What is to be said and drawn at a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// Words, one after another.
    pub prose: Vec<String>,
    /// Arrows on the board.
    pub arrows: Vec<Arrow>,
    /// Squares to mark.
    pub marks: Vec<Mark>,
}

impl Tree {
    /// Puts an annotation into a comment behind a move, after the comments that are there.
    ///
    /// Those stay as they are. Words, arrows and marks that stand there already are not repeated: annotating twice is
    /// the same as annotating once.
    ///
    /// ```
    /// use pinsight_pgn::{Annotation, Arrow, Game, Paint, Writer};
    /// use pinsight_rules::Square;
    /// let mut game = Game::parse("1. e4 {best by test} *").unwrap();
    /// let e4 = game.tree.root().next().unwrap().id();
    /// let annotation = Annotation {
    ///     prose: vec!["It opens lines.".to_owned()],
    ///     arrows: vec![Arrow { paint: Paint::Green, from: Square::F1, to: Square::A6 }],
    ///     marks: Vec::new(),
    /// };
    /// game.tree.annotate(e4, &annotation);
    /// game.tree.annotate(e4, &annotation);
    /// let mut writer = Writer::new(Vec::new());
    /// writer.write(&game)?;
    /// let text = String::from_utf8(writer.into_inner()).unwrap();
    /// assert!(text.ends_with("\n1. e4 { best by test } { [%cal Gf1a6] It opens lines. } *\n"), "{text}");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn annotate(&mut self, id: NodeId, annotation: &Annotation) {
        let mut said = String::new();
        let (mut arrows, mut marks) = (annotation.arrows.clone(), annotation.marks.clone());
        for comment in self.node(id).all_comments() {
            said.push_str(&comment.prose());
            said.push('\n');
            for command in comment.commands() {
                match command {
                    Command::Arrows(drawn) => arrows.retain(|arrow| !drawn.contains(arrow)),
                    Command::Marks(drawn) => marks.retain(|mark| !drawn.contains(mark)),
                    _ => {}
                }
            }
        }
        let mut parts = Vec::new();
        if !marks.is_empty() {
            parts.push(Command::Marks(marks).to_string());
        }
        if !arrows.is_empty() {
            parts.push(Command::Arrows(arrows).to_string());
        }
        for words in &annotation.prose {
            if !said.contains(words.as_str()) && !parts.contains(words) {
                parts.push(words.clone());
            }
        }
        self.add_comment(id, CommentPlace::After, Comment::new(&parts.join(" ")));
    }
}
