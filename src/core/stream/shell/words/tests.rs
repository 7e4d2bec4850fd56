use super::*;

/// Words as text, with `$name`, `?` for what is opaque, and operators as they are called.
fn read(script: &str) -> Vec<String> {
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Glob(c) => format!("<{c}>"),
        Part::Variable(name) => format!("${name}"),
        Part::Opaque => "<?>".to_owned(),
    };
    let token = |token: &Token| match token {
        Token::Word(parts) => parts.iter().map(part).collect(),
        Token::Operator(operator) => format!("{operator:?}"),
        Token::Script(script) => format!("[{script}]"),
    };
    tokens(script).iter().map(token).collect()
}

#[test]
fn quotes_join_words_and_keep_what_is_in_them() {
    assert_eq!(read(r#"cat 'a b'"c $d"\ e"#), ["cat", "a bc $d e"]);
    assert_eq!(read("echo 'cat x; y' '' # cat z"), ["echo", "cat x; y", ""]);
    assert_eq!(read("a\\\nb"), ["ab"]);
    assert_eq!(read("'unclosed"), ["unclosed"]);
}

#[test]
fn operators_stand_by_themselves() {
    assert_eq!(
        read("a&&b || c;d|e |& f & (g)"),
        [
            "a", "Perhaps", "b", "Perhaps", "c", "Next", "d", "Pipe", "e", "Pipe", "f", "Next",
            "Open", "g", "Close"
        ]
    );
}

#[test]
fn redirections_tell_what_is_read_from_what_is_written() {
    assert_eq!(
        read("a <in >out 2>>log &>all 2>&1"),
        ["a", "In", "in", "Out", "out", "Out", "log", "Out", "all", "Out", "1"]
    );
    assert_eq!(read("a <<< text"), ["a", "Text", "text"]);
}

#[test]
fn the_text_of_a_here_document_is_no_command() {
    let script = "cat <<'EOF' > x\ncat SKILL.md\nEOF\nls\ncat <<-E\n\tcat y\n\tE\nz";
    assert_eq!(read(script), ["cat", "Out", "x", "Next", "ls", "Next", "cat", "Next", "z"]);
}

#[test]
fn substitutions_are_scripts_of_their_own() {
    assert_eq!(read("a \"$(cat 'x)' (y))\" `b c`"), ["a", "[cat 'x)' (y)]", "<?>", "[b c]", "<?>"]);
    assert_eq!(
        read("diff <(cat x) ${y} ${z:-w} $1"),
        ["diff", "[cat x]", "<?>", "$y", "<?>", "$1"]
    );
    assert_eq!(
        read("ls */a?.md {a,b} [ -f x ]"),
        ["ls", "<*>/a<?>.md", "<?>a,b}", "[", "-f", "x", "]"]
    );
}
