use super::*;

fn tokens(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut lexer = Lexer::new(bytes, true);
    let mut words = Vec::new();
    let show = |span: Span| String::from_utf8_lossy(span.of(bytes)).into_owned();
    loop {
        words.push(match lexer.next() {
            Token::Tag => {
                let tag = lexer.tag();
                let flaw = tag.flaw.map_or(String::new(), |flaw| format!(" {flaw:?}"));
                format!("tag {}={}{flaw}", show(tag.name), show(tag.value))
            }
            Token::Word(span) => show(span),
            Token::Nag(span) | Token::Glyph(span) => format!("nag {}", show(span)),
            Token::Open(_) => "(".to_owned(),
            Token::Close(_) => ")".to_owned(),
            Token::Comment { span, closed } => {
                let open = if closed { "" } else { " open" };
                format!("comment {}{open}", show(span))
            }
            Token::Result { result, .. } => format!("result {result}"),
            Token::Escape(span) => format!("escape {}", show(span)),
            Token::Note(span) => format!("note {}", show(span)),
            Token::Stray(span) => format!("stray {}", show(span)),
            Token::End => return words,
        });
    }
}

#[test]
fn results_are_distinguished_from_castling_and_numbers() {
    assert_eq!(tokens("0-0 0-0-0+ 0-1"), ["0-0", "0-0-0+", "result 0-1"]);
    assert_eq!(tokens("O-O 1-0"), ["O-O", "result 1-0"]);
    assert_eq!(tokens("0\u{2013}0"), ["0\u{2013}0"]);
    assert_eq!(tokens("12-14"), ["-14"]);
    assert_eq!(tokens("1+"), ["stray 1+"]);
}

#[test]
fn en_passant_marks_are_dropped_and_promotions_in_parentheses_kept() {
    assert_eq!(tokens("exd6 e.p. exd6e.p. exd6 e.p a3"), ["exd6", "exd6", "exd6", "a3"]);
    assert_eq!(tokens("gxf8(Q) f8 (Qe2)"), ["gxf8(Q)", "f8", "(", "Qe2", ")"]);
    // Not a promotion square: a variation.
    assert_eq!(tokens("e4(Q)"), ["e4", "(", "Q", ")"]);
}

#[test]
fn tags_are_read_in_every_form() {
    assert_eq!(tokens("[Event \"a b\"]"), ["tag Event=a b"]);
    assert_eq!(tokens("[A \"1\"] [B \"2\"]"), ["tag A=1", "tag B=2"]);
    assert_eq!(tokens("[ A\n\"1\"\n]"), ["tag A=1"]);
    assert_eq!(tokens("[A\"1\"]"), ["tag A=1"]);
    assert_eq!(tokens("[A \"two\nlines\"]"), ["tag A=two\nlines"]);
    assert_eq!(tokens(r#"[A "say \"hi\" \\"]"#), [r#"tag A=say \"hi\" \\"#]);
    assert_eq!(tokens(r#"[A "x "y" z"]"#), [r#"tag A=x "y" z InnerQuote"#]);
    assert_eq!(tokens("[A foo bar]"), ["tag A=foo bar Unquoted"]);
    assert_eq!(tokens("[A]"), ["tag A= NoValue"]);
    assert_eq!(tokens("[\"x\"]"), ["tag =x NoName"]);
    assert_eq!(tokens("[A \"x\n[B \"y\"]"), ["tag A=x Unterminated", "tag B=y"]);
    assert_eq!(tokens("[A \"x]\n\n[B \"y\"]"), ["tag A=x Unterminated", "tag B=y"]);
    assert_eq!(tokens("[A \"x\"\n[B \"y\"]"), ["tag A=x NoBracket", "tag B=y"]);
    assert_eq!(tokens("[A \"C:\\\"]\n[B \"y\"]"), ["tag A=C:\\ Unterminated", "tag B=y"]);
    assert_eq!(tokens("[A \"x\r[B \"y\"]"), ["tag A=x Unterminated", "tag B=y"]);
    assert_eq!(tokens("["), ["tag = NoName"]);
}

#[test]
fn escape_lines_are_tokens_and_other_percent_signs_are_stray() {
    assert_eq!(tokens("% x\ne4\n%y\n e5 % z"), ["escape % x", "e4", "escape %y", "e5", "stray %", "z"]);
}

#[test]
fn other_bytes_are_stray() {
    assert_eq!(tokens("e4 \0\0 e5 } ) ]"), ["e4", "stray \0\0", "e5", "stray }", "stray )", "stray ]"]);
    assert_eq!(tokens("e4 [x] e5"), ["e4", "stray [x]", "e5"]);
}

#[test]
fn hostile_text_takes_linear_time() {
    // 4 MB of each would take minutes in quadratic time.
    let size = 1 << 22;
    for piece in [
        "{", "[", "(", ")", "\"", "[a \"", "[a \"\" ", "{\n[a \"", "\n[", " [", "%\n", "\r", "$", "1", "0-",
        "e.p",
    ] {
        let text = piece.repeat(size / piece.len());
        let mut lexer = Lexer::new(text.as_bytes(), true);
        while lexer.next() != Token::End {}
        let name = "test".into();
        assert!(crate::split(&name, text.as_bytes()).count() > 0 || piece == "%\n" || piece == "\r");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]

    #[test]
    fn looking_ahead_does_not_change_the_tokens(bytes in crate::testing::pgn_like(), is_white: bool) {
        let turn = if is_white { Color::White } else { Color::Black };
        let mut plain = Lexer::new(&bytes, true);
        let mut looking = Lexer::new(&bytes, true);
        loop {
            let expected = plain.next();
            let got = match looking.look_ahead(2, turn) {
                Ahead::Comment => looking.comment(),
                Ahead::Word | Ahead::Other => looking.next(),
            };
            proptest::prop_assert_eq!(got, expected);
            proptest::prop_assert_eq!(looking.phase(), plain.phase());
            if expected == Token::End {
                proptest::prop_assert_eq!(looking.pos(), plain.pos());
                break;
            }
        }
    }
}
