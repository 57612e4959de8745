//! The prose and the shapes in the comments of a move. Comments also hold clocks and evaluations, which edits keep.

use pinsight_pgn::{Arrow, Command, Comment, CommentPlace, Mark, NodeId, Tree};
use pinsight_wire::Shape;

/// Replaces the prose after a move; the commands of its comments stay.
pub(crate) fn set_prose(tree: &mut Tree, node: NodeId, prose: &str) {
    let Some(shown) = tree.get(node) else { return };
    let commands: Vec<Command> = shown.comments(CommentPlace::After).flat_map(Comment::commands).collect();
    tree.set_comment(node, CommentPlace::After, joined(commands, prose));
}

/// Replaces the arrows and marked squares of a move.
pub(crate) fn set_shapes(tree: &mut Tree, node: NodeId, shapes: &[Shape]) {
    let Some(shown) = tree.get(node) else { return };
    let places = [CommentPlace::Before, CommentPlace::After, CommentPlace::AfterVariations];
    let kept: Vec<(CommentPlace, Comment)> = places
        .into_iter()
        .flat_map(|place| shown.comments(place).map(move |comment| (place, without_shapes(comment))))
        .collect();
    for place in places {
        tree.set_comment(node, place, Comment::default());
    }
    for (place, comment) in kept {
        tree.add_comment(node, place, comment);
    }
    let (mut arrows, mut marks) = (Vec::new(), Vec::new());
    for &Shape { color, from, to } in shapes {
        match to {
            Some(to) => arrows.push(Arrow { paint: color.into(), from: from.0, to: to.0 }),
            None => marks.push(Mark { paint: color.into(), square: from.0 }),
        }
    }
    if !arrows.is_empty() {
        tree.set_command(node, &Command::Arrows(arrows));
    }
    if !marks.is_empty() {
        tree.set_command(node, &Command::Marks(marks));
    }
}

fn without_shapes(comment: &Comment) -> Comment {
    let is_shape = |command: &Command| matches!(command, Command::Arrows(_) | Command::Marks(_));
    if !comment.commands().any(|command| is_shape(&command)) {
        return comment.clone();
    }
    joined(comment.commands().filter(|command| !is_shape(command)), &comment.prose())
}

/// Returns a comment of commands and prose.
fn joined(commands: impl IntoIterator<Item = Command>, prose: &str) -> Comment {
    let mut words: Vec<String> = commands.into_iter().map(|command| command.to_string()).collect();
    words.push(prose.to_owned());
    Comment::new(&words.join(" "))
}
