//! Catalogs that harnesses are run on.

/// Skill folders with the text of their SKILL.md.
pub type Skills = Vec<(String, String)>;

/// A file of these lines of front matter. Its body says whose it is, so that it can be found in
/// what a harness sends.
fn file(folder: &str, front: &str) -> (String, String) {
    (folder.to_owned(), format!("---\n{front}\n---\n\nBody of {folder}.\n"))
}

fn skill(name: &str, description: &str) -> (String, String) {
    file(name, &format!("name: {name}\ndescription: {description}"))
}

/// Three that any harness shows whole.
pub fn small() -> Skills {
    vec![
        skill(
            "shelf-labels",
            "Print labels for shelves and boxes. Use when things get new places.",
        ),
        skill("tea-order", "Order tea for the office before it runs out."),
        skill("which-helper", "Decide which helper a request is for. Use first when in doubt."),
    ]
}

/// More than any budget has room for: texts of many lengths, some of wide characters, some with
/// characters of several bytes or beyond the basic plane, some with what tags are made of; short
/// ones at the end.
pub fn crowded() -> Skills {
    let words = ["shelf", "kettle", "ledger", "boat", "orchard", "lantern", "sleeve", "pebble"];
    let text = |n: usize| match n % 11 {
        4 => "货架标签与茶叶订购".repeat(1 + n % 7),
        7 => "Größe öffnen 🎉 ".repeat(2 + n % 9).trim_end().to_owned(),
        9 => "Sort <b>bold</b> & \"quoted\" 'things' ".repeat(1 + n % 4).trim_end().to_owned(),
        _ => {
            let many = [7, 13, 22, 40, 71, 110][n * 5 % 6];
            let word = |at: usize| words[(n * 7 + at * at) % words.len()];
            (0..many).map(word).collect::<Vec<_>>().join(" ")
        }
    };
    let numbered = (0..110).map(|n| skill(&format!("item-{n:03}"), &text(n)));
    numbered.chain([skill("zip", "Zip it."), skill("zoo", "Feed them.")]).collect()
}

/// More names than one budget has room for, of three lengths.
pub fn endless() -> Skills {
    let name = |n: usize| format!("item-{n:03}{}", "-by-a-long-name".repeat(n % 3));
    (0..450).map(|n| skill(&name(n), "Does it.")).chain([skill("zip", "Zip it.")]).collect()
}

/// Odd names and odd front matter, a kind each.
pub fn odd() -> Skills {
    let long = |unit: &str, characters: usize| {
        unit.repeat(characters).chars().take(characters).collect::<String>()
    };
    vec![
        // Names.
        skill("Upper-Case", "Capitals come first by code point, and not in a dictionary."),
        skill("_under", "A mark comes first."),
        skill("a10", "Ten."),
        skill("a2", "Two."),
        file("alpha", "name: zulu\ndescription: Its folder is called alpha."),
        skill("two words", "A blank in the name."),
        file("nameless", "description: Only the folder has a name."),
        file("number", "name: 123\ndescription: A number for a name."),
        skill("yes", "A truth value for a name, to some."),
        file("group/deep", "name: deep\ndescription: A folder further down."),
        // Texts.
        skill("quotes", "'It''s <b>bold</b> & \"quoted\"'"),
        skill("hash", "What stands before #this and not behind # that"),
        skill("wide", "Für Ärger mit 茶叶 und 🎉"),
        skill("gaps", "'  Blanks   about  '"),
        file(
            "folded",
            "description: >\n  Folded over\n  two lines.\n\n  A paragraph.\nname: folded",
        ),
        file("literal", "description: |\n  One line\n    and one further in\nname: literal"),
        file("last", "name: last\ndescription: |\n  Nothing stands\n  behind the block."),
        file("plain", "name: plain\ndescription: Plain text\n  on two lines."),
        file("when", "name: when\ndescription: Does it.\nwhen_to_use: When it is due."),
        file(
            "hidden",
            "name: hidden\ndescription: By its own wish.\ndisable-model-invocation: true",
        ),
        skill("long", &long("words go on ", 1_300)),
        skill("longer", &long("words <go> on ", 1_700)),
        // Not YAML, or not what is asked for.
        skill("colon", "Use when: nobody quotes"),
        file("colon-two", "name: colon-two\ndescription: Use when: a line\n  goes on"),
        file("colon-else", "name: colon-else\ndescription: Fine itself.\nlicense: a: b"),
        skill("at", "@somebody is at the start"),
        skill("star", "*starred* at the start"),
        skill("quote", "\"Quoted\" and more"),
        file("twice", "name: twice\ndescription: The first.\ndescription: The second."),
        file("list", "name: list\ndescription: [one, two]"),
        file("empty", "name: empty\ndescription: ''"),
        file("silent", "name: silent"),
        ("bare".to_owned(), "# Bare\n\nBody of bare.\n".to_owned()),
        (
            "mark".to_owned(),
            "\u{feff}---\nname: mark\ndescription: A mark first.\n---\n".to_owned(),
        ),
        (
            "crlf".to_owned(),
            "---\r\nname: crlf\r\ndescription: Lines end otherwise.\r\n---\r\n".to_owned(),
        ),
    ]
}
