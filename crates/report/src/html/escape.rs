//! Text inside HTML.

/// Text as content of an element or of an attribute in double quotes.
pub(super) fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // HTML has no way to write other control characters.
            control if control.is_control() && !matches!(control, '\n' | '\t') => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Escaped text in which `` `code` `` and `**strong**` are marked up. A mark without its partner, or beside a space that it would mark
/// up, is text.
pub(super) fn prose(prose: &str) -> String {
    let mut html = String::new();
    let mut rest = prose;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, marked) = rest.split_at(at);
        let (mark, tag) = if marked.starts_with("**") { ("**", "strong") } else { ("`", "code") };
        let inside = marked.strip_prefix(mark).and_then(|after| after.split_once(mark));
        html += &text(before);
        match inside.filter(|(inside, _)| !inside.is_empty() && inside.trim() == *inside) {
            Some((inside, after)) => {
                html += &format!("<{tag}>{}</{tag}>", text(inside));
                rest = after;
            }
            None => {
                html.push(if marked.starts_with('*') { '*' } else { '`' });
                rest = &marked[1..];
            }
        }
    }
    html + &text(rest)
}

/// JSON as content of a `script` element: no `<`, so that nothing in it ends the element or opens a comment.
pub(super) fn json(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(
            text("</script><img onerror=\"x('&')\">\u{0}"),
            "&lt;/script&gt;&lt;img onerror=&quot;x(&#39;&amp;&#39;)&quot;&gt;\u{fffd}"
        );
        assert_eq!(prose("`a<b` is **not** <b>"), "<code>a&lt;b</code> is <strong>not</strong> &lt;b&gt;");
        assert_eq!(prose("2 * 3 ** 4 and `"), "2 * 3 ** 4 and `");
    }

    #[test]
    fn json_cannot_end_its_script() {
        let hostile = serde_json::json!({ "</script>": "<!--\u{2028}" });
        let written = json(&hostile);
        assert!(!written.contains('<'), "{written}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), hostile);
    }
}
