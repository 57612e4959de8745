//! A journal lets an interrupted review continue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use pinsight_coach::{Budget, Coach, Journal};
use pinsight_players::Stop;
use pinsight_rules::Position;

/// Keeps answers in memory and counts those that are recorded a second time.
#[derive(Default)]
struct Memory {
    answers: Mutex<HashMap<u64, String>>,
    repeated: Mutex<usize>,
}

impl Journal for Memory {
    fn find(&self, question: u64) -> Option<String> {
        self.answers.lock().expect("answers").get(&question).cloned()
    }

    fn record(&self, question: u64, answer: &str) {
        if self.answers.lock().expect("answers").insert(question, answer.to_owned()).is_some() {
            *self.repeated.lock().expect("a count") += 1;
        }
    }
}

fn coach() -> Coach {
    Coach::new(None, Budget::new(1_000), 1)
}

#[test]
fn an_interrupted_review_repeats_no_search_and_gives_the_same_result() {
    let start = Position::default();
    let plies = crate::plies(&start, "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 O-O c6");
    let whole = coach().review(&start, &plies);
    let journal = Arc::new(Memory::default());
    // Interrupted again and again, in both passes over the game.
    for steps in [5, 12, 18, 25] {
        let stop = Stop::new();
        let coach = coach().with_journal(journal.clone());
        let review = coach.review_until(&start, &plies, &stop, &|done, _| {
            if done >= steps {
                stop.raise();
            }
        });
        assert!(review.is_none());
    }
    let known = journal.answers.lock().expect("answers").len();
    assert!(known >= 25, "{known}");
    assert_eq!(coach().with_journal(journal.clone()).review(&start, &plies), whole);
    assert!(journal.answers.lock().expect("answers").len() > known);
    assert_eq!(*journal.repeated.lock().expect("a count"), 0);
}

#[test]
fn invalid_answers_of_a_journal_are_replaced() {
    let start = Position::default();
    let plies = crate::plies(&start, "f3 e5 g4 Qh4#");
    let whole = coach().review(&start, &plies);
    let journal = Arc::new(Memory::default());
    assert_eq!(coach().with_journal(journal.clone()).review(&start, &plies), whole);
    for answer in journal.answers.lock().expect("answers").values_mut() {
        *answer = "cp 900 a1a8".to_owned();
    }
    assert_eq!(coach().with_journal(journal).review(&start, &plies), whole);
}
