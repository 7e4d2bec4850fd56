//! What an agent did in a probe beside engaging skills, told by the tools that it called.
//!
//! For probes in which no right skill engaged. By the names of tools and never by prose; must not
//! know whether what was done was right.

use std::fmt;

use crate::core::trajectory::{Event, EventKind, Via};

/// Calls of tools by what they are for, those that engaged a skill left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instead {
    pub files: usize,
    pub shell: usize,
    pub web: usize,
    pub other: usize,
}

/// The one word for it: what reaches furthest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Deed {
    /// No tool was called.
    Answered,
    ReadFiles,
    /// Tools that are none of the others.
    Tools,
    Web,
    Shell,
}

/// What a tool is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    File,
    Shell,
    Web,
    Other,
}

impl Instead {
    pub fn of(events: &[Event]) -> Self {
        let mut did = Self::default();
        let (mut read, mut printed) = (0, 0);
        for event in events {
            match &event.kind {
                EventKind::ToolCall { name, .. } => match used_for(name) {
                    Some(Use::File) => did.files += 1,
                    Some(Use::Shell) => did.shell += 1,
                    Some(Use::Web) => did.web += 1,
                    Some(Use::Other) => did.other += 1,
                    None => {}
                },
                EventKind::Engagement { via: Via::FileRead, .. } => read += 1,
                EventKind::Engagement { via: Via::ShellRead, .. } => printed += 1,
                _ => {}
            }
        }
        did.files = did.files.saturating_sub(read);
        did.shell = did.shell.saturating_sub(printed);
        did
    }

    pub fn deed(&self) -> Deed {
        let deeds = [
            (self.shell, Deed::Shell),
            (self.web, Deed::Web),
            (self.other, Deed::Tools),
            (self.files, Deed::ReadFiles),
        ];
        let done = deeds.into_iter().find(|(count, _)| *count > 0);
        done.map_or(Deed::Answered, |(_, deed)| deed)
    }
}

/// A sentence without a full stop, such as `answered after 2 file reads`.
impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.files, "file read", "file reads"),
            (self.shell, "shell command", "shell commands"),
            (self.web, "web look-up", "web look-ups"),
            (self.other, "other tool call", "other tool calls"),
        ];
        let mut between = "answered after ";
        for (count, one, many) in counts.into_iter().filter(|(count, ..)| *count > 0) {
            write!(f, "{between}{count} {}", if count == 1 { one } else { many })?;
            between = ", ";
        }
        if self.deed() == Deed::Answered {
            f.write_str("answered by itself, without tools")?;
        }
        Ok(())
    }
}

/// `None` for a call of the skill tool, which is an attempt to engage.
fn used_for(name: &str) -> Option<Use> {
    let words = words(name);
    let is = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
    Some(match () {
        () if is(&["skill", "skills"]) => return None,
        () if is(&[
            "web",
            "fetch",
            "webfetch",
            "websearch",
            "browse",
            "browser",
            "http",
            "url",
        ]) =>
        {
            Use::Web
        }
        () if is(&["bash", "shell", "exec", "command", "terminal", "powershell"]) => Use::Shell,
        () if is(&[
            "read", "grep", "glob", "ls", "list", "view", "search", "find", "file", "cat",
        ]) =>
        {
            Use::File
        }
        () => Use::Other,
    })
}

/// The words of a tool's name, in lower case: `WebFetch` and `web_fetch` are two each.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        let parts = !c.is_alphanumeric() || (c.is_uppercase() && small);
        small = c.is_lowercase();
        if parts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: EventKind) -> Event {
        Event { step: 1, at_ms: 0, kind }
    }

    fn called(tools: &[&str]) -> Vec<Event> {
        let call =
            |name: &&str| EventKind::ToolCall { name: (*name).to_owned(), detail: String::new() };
        tools.iter().map(call).map(event).collect()
    }

    #[test]
    fn tools_are_told_by_what_they_are_for() {
        let names = [
            "Skill",
            "activate_skill",
            "Read",
            "read_many_files",
            "Bash",
            "run_shell_command",
            "exec_command",
            "WebFetch",
            "web_search",
            "mcp__crm",
            "TodoWrite",
            "Reader",
        ];
        use Use::{File, Other, Shell, Web};
        assert_eq!(
            names.map(used_for),
            [
                None,
                None,
                Some(File),
                Some(File),
                Some(Shell),
                Some(Shell),
                Some(Shell),
                Some(Web),
                Some(Web),
                Some(Other),
                Some(Other),
                Some(Other)
            ]
        );
    }

    #[test]
    fn what_was_done_is_one_word_and_one_sentence() {
        let told = |tools: &[&str]| {
            let did = Instead::of(&called(tools));
            (did.deed().to_string(), did.to_string())
        };
        let expected = |word: &str, text: &str| (word.to_owned(), text.to_owned());
        assert_eq!(told(&[]), expected("answered", "answered by itself, without tools"));
        assert_eq!(told(&["Skill"]), expected("answered", "answered by itself, without tools"));
        assert_eq!(told(&["Read", "Grep"]), expected("read-files", "answered after 2 file reads"));
        assert_eq!(
            told(&["Read", "Bash", "WebFetch"]),
            expected("shell", "answered after 1 file read, 1 shell command, 1 web look-up")
        );
    }

    #[test]
    fn reading_a_skill_is_no_other_deed() {
        let mut events = called(&["Read", "Read", "Bash"]);
        for via in [Via::FileRead, Via::ShellRead] {
            events.push(event(EventKind::Engagement { skill: "a".into(), via }));
        }
        assert_eq!(Instead::of(&events), Instead { files: 1, ..Instead::default() });
    }
}
