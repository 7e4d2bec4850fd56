//! Catalogs that harnesses are run on.

/// Skill folders with the text of their SKILL.md.
pub type Skills = Vec<(String, String)>;

/// A plain skill. The body says whose it is, so that it can be found in what a harness sends.
fn skill(name: &str, description: &str) -> (String, String) {
    let text = format!("---\nname: {name}\ndescription: {description}\n---\n\nBody of {name}.\n");
    (name.to_owned(), text)
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
