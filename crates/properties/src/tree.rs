//! Edits of a game tree.

use pinsight_pgn::{Comment, CommentPlace, Game, Nag, NodeId, NodeMove, Removed, Step, Tree};

/// Every three bytes are an edit: its kind, the node, an argument. Edits keep the tree consistent, the inverse of an edit
/// restores the tree, and the edited game reads back from its PGN.
pub fn tree(data: &[u8]) {
    let mut game = Game::new();
    let mut removed = Vec::new();
    let mut ids = node_ids(&game.tree);
    for edit in data.chunks_exact(3).take(400) {
        let &[kind, node, argument] = edit else { unreachable!("chunks of three") };
        let node = ids[usize::from(node) % ids.len()];
        apply(&mut game.tree, kind, node, argument, &mut removed);
        ids = node_ids(&game.tree);
        assert_eq!(ids.len(), game.tree.len() + 1);
    }
    assert_legal(&game.tree);
    let text = game.to_string();
    let read = Game::parse(&text).expect("a written game can be read");
    game.normalise();
    assert!(read == game, "{text}");
}

fn apply(tree: &mut Tree, kind: u8, node: NodeId, argument: u8, removed: &mut Vec<Removed>) {
    match kind % 11 {
        0..=2 => add_move(tree, node, argument),
        3 => {
            let in_check = tree.position(node).is_none_or(|position| position.in_check());
            assert_eq!(tree.add(node, NodeMove::Null).is_err(), in_check);
        }
        4 => {
            let word = ["Ke9", "Qxz1", "e2e5", "zz"][usize::from(argument) % 4];
            tree.add(node, NodeMove::Raw(word.to_owned())).expect("a raw word needs no position");
        }
        5 => removed.extend(tree.remove(node)),
        6 => {
            if let Some(removed) = removed.pop() {
                tree.restore(removed);
            }
        }
        7 => {
            let before = tree.clone();
            if let Some(removed) = tree.remove(node) {
                assert_eq!(tree.restore(removed), Some(node));
                assert!(*tree == before, "restore does not undo remove");
            }
        }
        8 => {
            let before = tree.clone();
            if let Some(first) = tree.promote(node) {
                let promoted = tree.clone();
                assert_eq!(tree.demote(first), Some(first));
                assert!(*tree == before, "demote does not undo promote");
                *tree = promoted;
            }
        }
        9 => tree.add_nag(node, Nag(argument)),
        _ => {
            let text = ["", "a", "[%clk 0:01:02]", "} ; {", "two\n\nlines"][usize::from(argument) % 5];
            tree.set_comment(node, CommentPlace::After, Comment::new(text));
        }
    }
}

fn add_move(tree: &mut Tree, node: NodeId, argument: u8) {
    let Some(position) = tree.position(node) else { return };
    let moves = position.legal_moves();
    if let Some(&mv) = moves.get(usize::from(argument) % moves.len().max(1)) {
        let id = tree.add(node, mv).expect("a legal move");
        assert_eq!(tree.position(id), position.play(mv).ok());
    }
}

/// Returns the root and all nodes, depth first.
fn node_ids(tree: &Tree) -> Vec<NodeId> {
    let mut ids = Vec::new();
    let mut work = vec![NodeId::ROOT];
    while let Some(id) = work.pop() {
        let node = tree.get(id).expect("a child exists");
        ids.push(id);
        for child in node.children() {
            assert_eq!(child.parent().map(|parent| parent.id()), Some(id));
            work.push(child.id());
        }
    }
    ids
}

fn assert_legal(tree: &Tree) {
    let mut moves = 0;
    for step in tree.walk() {
        let Step::Move(step) = step else { continue };
        moves += 1;
        match step.node.played() {
            Some(NodeMove::Move(mv)) => assert!(step.before.is_some_and(|before| before.is_legal(*mv))),
            Some(NodeMove::Null) => assert!(step.before.is_some_and(|before| before.pass().is_some())),
            Some(NodeMove::Raw(_)) => {}
            None => panic!("a step without a move"),
        }
    }
    assert_eq!(moves, tree.len());
}
