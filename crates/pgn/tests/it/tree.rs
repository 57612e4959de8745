//! Editing a game tree.

use std::time::Duration;

use pinsight_pgn::{
    Arrow, Command, Comment, CommentPlace, Fault, Game, Mark, Nag, NodeId, NodeMove, NodeRef, Paint, Removed,
    SetAside, Tree, TreeError,
};
use pinsight_rules::{History, Position, Square};
use proptest::prelude::*;

fn id(number: u32) -> NodeId {
    NodeId::from_number(number).expect("small")
}

fn mainline(tree: &Tree) -> Vec<String> {
    tree.mainline().map(|node| node.san()).collect()
}

#[test]
fn adding_refuses_illegal_moves_and_missing_nodes() {
    let mut tree = Tree::default();
    let e4 = tree.add_san(NodeId::ROOT, "e4").expect("legal");
    assert!(matches!(tree.add_san(e4, "e4"), Err(TreeError::Illegal(reason)) if reason.contains("e4")));
    assert_eq!(tree.add_san(id(9), "e5"), Err(TreeError::NoNode(id(9))));
    let raw = tree.add(e4, NodeMove::Raw("e9".to_owned())).expect("any word");
    assert_eq!(tree.add_san(raw, "d4"), Err(TreeError::NoPosition(raw)));
    assert_eq!(tree.position(raw), None);
    assert_eq!(tree.len(), 2);
}

#[test]
fn ids_are_stable_and_never_reused() {
    let mut tree = Tree::default();
    let e4 = tree.add_san(NodeId::ROOT, "e4").expect("legal");
    let d4 = tree.add_san(NodeId::ROOT, "d4").expect("legal");
    tree.remove(e4);
    assert_eq!(mainline(&tree), ["d4"]);
    assert_eq!(tree.get(d4).map(|node| node.san()), Some("d4".to_owned()));
    assert_eq!(tree.add_san(NodeId::ROOT, "c4").map(NodeId::number), Ok(3));
    // A stored tree is loaded with its ids.
    let mut loaded = Tree::default();
    let mv = Position::default().parse_move("d4").expect("legal");
    loaded.insert(d4, NodeId::ROOT, mv).expect("free");
    assert_eq!(loaded.insert(d4, NodeId::ROOT, mv), Err(TreeError::IdInUse(d4)));
    loaded.reserve_ids(7);
    assert_eq!(loaded.next_id(), id(7));
}

#[test]
fn a_subtree_is_restored_only_where_its_ids_are_free() {
    let mut tree = Tree::default();
    let e4 = tree.add_san(NodeId::ROOT, "e4").expect("legal");
    let mut other = tree.clone();
    let removed = tree.remove(e4).expect("a node");
    assert_eq!(other.restore(removed), None, "the id is in use");
    let removed = other.remove(e4).expect("a node");
    assert_eq!(Tree::default().restore(removed), None, "the id is unknown");
}

#[test]
fn promoting_moves_a_variation_up_by_one_and_demoting_undoes_it() {
    let mut game: Game = "1. e4 (1. d4 d5) (1. c4) e5 *".parse().expect("a game");
    let c4 = game.tree.root().children().nth(2).expect("c4").id();
    assert_eq!(game.tree.promote(c4), Some(c4));
    assert!(game.to_string().ends_with("\n1. e4 (1. c4) (1. d4 d5) 1... e5 *\n"), "{game}");
    game.tree.promote(c4);
    assert!(game.to_string().ends_with("\n1. c4 (1. e4 e5) (1. d4 d5) *\n"), "{game}");
    assert_eq!(game.tree.promote(c4), None, "on the mainline");
    game.tree.demote(c4);
    game.tree.demote(c4);
    assert!(game.to_string().ends_with("\n1. e4 (1. d4 d5) (1. c4) 1... e5 *\n"), "{game}");
    assert_eq!(game.tree.demote(c4), None, "the last variation");
}

#[test]
fn comments_nags_clocks_and_shapes_are_edited() {
    let mut game: Game = "1. e4 {good [%clk 0:05:00]} *".parse().expect("a game");
    let e4 = game.last();
    game.tree.set_command(e4, &Command::Clock(Duration::from_secs(60)));
    game.tree.set_nags(e4, vec![Nag(1)]);
    let arrow = Arrow { paint: Paint::Green, from: Square::E2, to: Square::E4 };
    game.tree.set_command(e4, &Command::Arrows(vec![arrow]));
    game.tree.set_command(e4, &Command::Marks(vec![Mark { paint: Paint::Red, square: Square::E4 }]));
    let node = game.tree.get(e4).expect("a node");
    assert_eq!(node.clock(), Some(Duration::from_secs(60)));
    assert_eq!((node.arrows(), node.marks().len()), (vec![arrow], 1));
    assert!(
        game.to_string().ends_with("\n1. e4 $1 { good [%clk 0:01:00] } { [%cal Ge2e4] } { [%csl Re4] } *\n"),
        "{game}"
    );
    game.tree.set_comment(e4, CommentPlace::After, Comment::new("best"));
    assert!(game.to_string().ends_with("\n1. e4 $1 { best } *\n"), "{game}");
}

#[test]
fn setting_a_comment_replaces_those_that_moved_to_its_place() {
    let mut game: Game = "1. e4 (1. d4) { after } *".parse().expect("a game");
    let (e4, d4) = (id(1), id(2));
    game.tree.set_comment(e4, CommentPlace::After, Comment::new("x"));
    assert!(game.to_string().ends_with("\n1. e4 { x } (1. d4) { after } *\n"), "{game}");
    game.tree.remove(d4);
    assert!(game.to_string().ends_with("\n1. e4 { after } { x } *\n"), "{game}");
    game.tree.set_comment(e4, CommentPlace::After, Comment::new("y"));
    assert!(game.to_string().ends_with("\n1. e4 { y } *\n"), "{game}");
}

#[test]
fn a_clock_after_a_variation_belongs_to_the_move_before_it() {
    let game: Game = "1. e4 (1. d4) {[%clk 0:01:00]} e5 {[%clk 0:02:00]} *".parse().expect("a game");
    let clocks: Vec<_> = game.tree.mainline().map(|node| node.clock().map(|clock| clock.as_secs())).collect();
    assert_eq!(clocks, [Some(60), Some(120)]);
}

#[test]
fn variations_and_comments_at_an_illegal_move_are_kept() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb9 { oops } (3. Bb5 a6 { Ruy }) 3... Nf6 *";
    let game: Game = text.parse().expect("a game");
    assert!(game.to_string().ends_with(&format!("\n{text}\n")), "{game}");
    assert!(matches!(
        game.diagnostics.iter().map(|found| &found.fault).collect::<Vec<_>>()[..],
        [Fault::IllegalMove { set_aside: SetAside { count: 1, .. }, .. }]
    ));
    let bb5 = game.tree.mainline().nth(3).and_then(|node| node.children().nth(1)).expect("the variation");
    assert_eq!(bb5.san(), "Bb5");
    assert!(game.tree.position(bb5.id()).is_some());
}

#[test]
fn a_game_with_a_fen_and_no_moves_starts_there() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let game = Game::parse(&format!("[FEN \"{fen}\"]\n\n*")).expect("a game");
    assert_eq!(game.tree.position(game.last()).map(|position| position.to_string()), Some(fen.to_owned()));
}

#[test]
fn games_convert_to_and_from_histories() {
    let mut history = History::default();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        let mv = history.position().parse_move(san).expect("legal");
        history.play(mv).expect("legal");
    }
    let game = Game::from(&history);
    assert!(game.to_string().ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{game}");
    let again = game.history().expect("legal moves");
    assert_eq!(again.plies(), history.plies());
    // A history begins after the last null move.
    let game: Game = "1. e4 -- 2. d4 *".parse().expect("a game");
    assert_eq!(game.history().expect("legal moves").plies().len(), 1);
}

#[test]
fn other_start_positions_have_their_tags() {
    let start: Position = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1".parse().expect("legal");
    let mut game = Game::from_position(start);
    game.play_san("O-O").expect("legal");
    let again: Game = game.to_string().parse().expect("a game");
    assert_eq!(again, game);
    assert_eq!(again.tags.get("Variant"), Some("Chess960"));
}

/// A random edit; numbers select nodes and moves.
#[derive(Clone, Debug)]
enum Edit {
    Add(usize, usize),
    Remove(usize),
    Promote(usize),
    Demote(usize),
}

/// How to undo an edit.
enum Undo {
    Remove(NodeId),
    Restore(Removed),
    Demote(NodeId),
    Promote(NodeId),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let number = || 0..1000usize;
    let edit = prop_oneof![
        6 => (number(), number()).prop_map(|(node, mv)| Edit::Add(node, mv)),
        1 => number().prop_map(Edit::Remove),
        1 => number().prop_map(Edit::Promote),
        1 => number().prop_map(Edit::Demote),
    ];
    prop::collection::vec(edit, 0..60)
}

fn nodes(tree: &Tree) -> Vec<NodeId> {
    let mut ids = vec![NodeId::ROOT];
    let mut next = 0;
    while let Some(&id) = ids.get(next) {
        ids.extend(tree.get(id).into_iter().flat_map(|node| node.children()).map(|node| node.id()));
        next += 1;
    }
    ids
}

fn apply(tree: &mut Tree, edit: &Edit) -> Option<Undo> {
    let ids = nodes(tree);
    let pick = |number: usize| ids[number % ids.len()];
    match *edit {
        Edit::Add(node, mv) => {
            let moves = tree.position(pick(node)).expect("legal moves only").legal_moves();
            let mv = *moves.get(mv % moves.len().max(1))?;
            tree.add(pick(node), mv).ok().map(Undo::Remove)
        }
        Edit::Remove(node) => tree.remove(pick(node)).map(Undo::Restore),
        Edit::Promote(node) => tree.promote(pick(node)).map(Undo::Demote),
        Edit::Demote(node) => tree.demote(pick(node)).map(Undo::Promote),
    }
}

fn undo(tree: &mut Tree, undo: Undo) {
    match undo {
        Undo::Remove(id) => assert!(tree.remove(id).is_some()),
        Undo::Restore(removed) => assert!(tree.restore(removed).is_some()),
        Undo::Demote(id) => assert_eq!(tree.demote(id), Some(id)),
        Undo::Promote(id) => assert_eq!(tree.promote(id), Some(id)),
    }
}

/// Every node is linked both ways, counted once, and reached by a legal move.
fn check_invariants(tree: &Tree) {
    let ids = nodes(tree);
    assert_eq!(ids.len(), tree.len() + 1);
    for id in ids {
        let node = tree.get(id).expect("linked nodes exist");
        for child in node.children() {
            assert_eq!(child.parent().map(|parent| parent.id()), Some(id));
        }
        assert_eq!(node.next().map(|next| next.id()), node.children().next().map(|child| child.id()));
        let line = tree.line(id);
        assert_eq!(line.len() as u32, node.ply());
        let mut position = Position::default();
        for step in &line {
            let mv = step.mv().expect("legal moves only");
            assert!(position.is_legal(mv));
            position = position.play_unchecked(mv);
        }
        assert_eq!(tree.position(id), Some(position));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn edits_keep_the_tree_consistent_and_can_be_undone(edits in edits()) {
        let mut tree = Tree::default();
        let mut history = Vec::new();
        for edit in &edits {
            let before = tree.clone();
            if let Some(step) = apply(&mut tree, edit) {
                history.push((before, step));
            }
            check_invariants(&tree);
        }
        let game = Game::parse(&{
            let mut game = Game::new();
            game.tree = tree.clone();
            game.to_string()
        }).expect("a game");
        prop_assert_eq!(&game.tree, &tree);
        while let Some((before, step)) = history.pop() {
            undo(&mut tree, step);
            check_invariants(&tree);
            prop_assert_eq!(&tree, &before);
            let order = |tree: &Tree| nodes(tree);
            prop_assert_eq!(order(&tree), order(&before));
        }
    }
}

#[test]
fn node_references_describe_their_place() {
    let game: Game = "1. e4 e5 (1... c5 2. Nf3) *".parse().expect("a game");
    let c5: NodeRef<'_> = game.tree.root().next().and_then(|e4| e4.children().nth(1)).expect("c5");
    assert!(c5.begins_variation() && !c5.is_mainline());
    assert_eq!((c5.ply(), c5.san().as_str()), (2, "c5"));
    let line: Vec<_> = game.tree.line(c5.next().expect("Nf3").id()).iter().map(NodeRef::san).collect();
    assert_eq!(line, ["e4", "c5", "Nf3"]);
}
