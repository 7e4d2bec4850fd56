//! A program that somebody declared as an agent of their own, and the one skill that it is asked about.

use std::fs;

use crate::seat::Seat;

/// Calls, their results and the end, as the program writes them.
const EVENTS: &str = r#"
[stream.skill_tools]
load = "skill"
[[stream.events]]
is = "call"
when = { "/kind" = "call" }
id = "/id"
tool = "/tool"
arguments = "/with"
[[stream.events]]
is = "result"
when = { "/kind" = "result" }
id = "/id"
text = "/out"
[[stream.events]]
is = "end"
when = { "/kind" = "done" }
"#;

/// What lies at the seat.
pub struct Mine<'a> {
    /// The script behind `my-agent`.
    pub program: &'a str,
    /// More of what is declared of it, and of its events.
    pub head: &'a str,
    pub events: &'a str,
    pub rows: &'a str,
}

impl Mine<'_> {
    /// Lays it: `skills`, `mine.toml`, `q.jsonl`, and the program on the PATH.
    pub fn at(&self, seat: Seat) -> Seat {
        let home = seat.home().to_owned();
        seat.program("my-agent", self.program);
        fs::create_dir_all(home.join("skills/tea-order")).unwrap();
        let skill =
            "---\nname: tea-order\ndescription: Orders tea when somebody wants some.\n---\nBody.\n";
        fs::write(home.join("skills/tea-order/SKILL.md"), skill).unwrap();
        let head = "name = \"mine\"\nprogram = \"my-agent\"\narguments = [\"{prompt}\"]\n";
        let declared = format!("{head}skills = \"kit\"\n{}\n{EVENTS}{}", self.head, self.events);
        fs::write(home.join("mine.toml"), declared).unwrap();
        fs::write(home.join("q.jsonl"), self.rows).unwrap();
        let path = format!("{}:{}", home.display(), std::env::var("PATH").unwrap_or_default());
        seat.env("PATH", path)
    }
}
