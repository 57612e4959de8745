//! XML escaping.

/// Escapes text for XML content and attribute values. Replaces tabs and line breaks by spaces and removes characters
/// that XML does not allow.
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
    fn markup_characters_are_escaped() {
        assert_eq!(escape("<b a='1'>\"R&D\"</b>"), "&lt;b a=&#39;1&#39;&gt;&quot;R&amp;D&quot;&lt;/b&gt;");
    }

    #[test]
    fn characters_that_xml_forbids_are_removed() {
        assert_eq!(escape("a\u{0}\u{1b}[2J\nb\u{ffff}é♞"), "a[2J bé♞");
    }
}
