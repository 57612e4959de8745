//! Text inside markup.

/// The text with everything that markup would take for its own written out; what XML has no place for is left out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escape("<b a='1'>\"R&D\"</b>"), "&lt;b a=&#39;1&#39;&gt;&quot;R&amp;D&quot;&lt;/b&gt;");
        assert_eq!(escape("a\u{0}\u{1b}[2J\nb\u{ffff}é♞"), "a[2J bé♞");
    }
}
