//! Rules about where the front matter stands, and whether it is YAML.

use super::told;
use crate::core::lint::{Level::Error, Rule};

pub(super) const RULES: &[Rule] = &[
    told(
        "front-matter-missing",
        &["invalid-yaml"],
        Error,
        "Without a front matter most harnesses do not offer the skill.",
        "Begin the file with `---`, `name: ...`, `description: ...` and `---`, a line each.",
        "the Agent Skills specification",
        "Harnesses take name and description from the YAML between two lines of three \
         dashes at the very start of the file. There is none here, so the file is no \
         skill.",
    ),
    told(
        "front-matter-not-first",
        &["invalid-yaml"],
        Error,
        "Harnesses look for `---` on the first line only.",
        "Make `---` the very first line, not indented.",
        "seen in the harnesses that were run",
        "Blank lines, a comment or an indent before the opening line hide the front \
         matter. It was read here all the same, so that you see which skill is meant.",
    ),
    told(
        "front-matter-in-code",
        &["invalid-yaml"],
        Error,
        "A front matter in a code block is no front matter.",
        "Remove the line of backticks above it and the one that closes it.",
        "seen in the harnesses that were run",
        "The file begins with a line of backticks, as text pasted from a chat does. \
         Harnesses see no front matter.",
    ),
    told(
        "front-matter-unopened",
        &["invalid-yaml"],
        Error,
        "Keys without an opening `---` are plain text.",
        "Put a line of exactly three dashes before the first key.",
        "seen in the harnesses that were run",
        "The keys stand at the start of the file without the line that opens a front \
         matter.",
    ),
    told(
        "front-matter-unclosed",
        &["invalid-yaml"],
        Error,
        "Without a closing `---` harnesses see no front matter.",
        "Put a line of exactly three dashes behind the last key.",
        "seen in the harnesses that were run",
        "The front matter opens and never closes, or closes with another mark. Where it \
         was meant to end was guessed here.",
    ),
    told(
        "front-matter-too-large",
        &["invalid-yaml"],
        Error,
        "No front matter is that long.",
        "Close it with a line of exactly three dashes, and keep long text in the body.",
        "seen in the harnesses that were run",
        "No closing line was found within 64 KiB. Most often it is missing.",
    ),
    told(
        "front-matter-not-mapping",
        &["invalid-yaml"],
        Error,
        "A list or plain text has no name and no description.",
        "Write `name: ...` and `description: ...`, with a blank behind each colon.",
        "the Agent Skills specification",
        "The front matter is YAML, but not keys with values. A missing blank behind the \
         colon makes plain text of a key.",
    ),
    told(
        "yaml-colon",
        &["invalid-yaml"],
        Error,
        "`: ` in an unquoted value is another key to YAML: the file is refused.",
        "Put the value in quotes, or write it below `>-` and indented.",
        "YAML 1.2, and seen in the harnesses that were run",
        "By far the commonest reason why a skill is lost: a one-line description with a \
         colon and a blank in it, such as `Use for: tables`. Strict readers drop the \
         skill without a word. Quotes around the value mend it, and the fix puts them \
         there.",
    ),
    told(
        "yaml-quote",
        &["invalid-yaml"],
        Error,
        "A quote that does not close at its value's end makes the file invalid.",
        "Quote the whole value; inside it write `\\\"` or `''` for the same quote.",
        "YAML 1.2",
        "A value that starts with a quote ends at the next one; text behind that is an \
         error. Strict readers drop the skill.",
    ),
    told(
        "yaml-escape",
        &["invalid-yaml"],
        Error,
        "YAML refuses backslashes that it does not know.",
        "Write `\\\\` for a backslash, or use single quotes.",
        "YAML 1.2",
        "In double quotes a backslash starts an escape, and only some letters may follow. \
         Paths and regular expressions belong in single quotes.",
    ),
    told(
        "yaml-indicator",
        &["invalid-yaml"],
        Error,
        "The value's first character means something else in YAML.",
        "Put the value in quotes, or write it below `>-` and indented.",
        "YAML 1.2",
        "An unquoted value must not begin with `@`, a backtick, `%`, `&`, `*`, `!`, `|`, \
         `>`, a bracket, a brace or a comma.",
    ),
    told(
        "yaml-continuation",
        &["invalid-yaml"],
        Error,
        "Lines that are not indented are no part of the value.",
        "Indent the lines that continue a value, with blanks, not tabs.",
        "YAML 1.2",
        "A value goes on over several lines only as long as they are indented further \
         than its key.",
    ),
    told(
        "yaml-invalid",
        &["invalid-yaml"],
        Error,
        "The front matter is not YAML: strict readers drop the skill.",
        "Correct the line; quotes around the value help most often.",
        "YAML 1.2",
        "The parser refuses the front matter for a reason that is none of the common \
         ones. The message has its words.",
    ),
    told(
        "yaml-limits",
        &["invalid-yaml"],
        Error,
        "Aliases or nesting beyond measure are refused.",
        "Write the values out, without aliases and deep nesting.",
        "limits of YAML readers",
        "A front matter that expands to very much more than it says is refused, as \
         readers do that guard against such files.",
    ),
    told(
        "control-character",
        &["invalid-yaml"],
        Error,
        "YAML forbids control characters.",
        "Remove the character.",
        "YAML 1.2",
        "A control character in the front matter makes it invalid. It came most likely \
         with pasted text and does not show in an editor.",
    ),
    told(
        "duplicate-key",
        &[],
        Error,
        "Some readers refuse a repeated key, others take the last.",
        "Keep one of them.",
        "YAML 1.2",
        "YAML demands that keys are unique. Readers differ in what they do, so harnesses \
         show different texts of the same file.",
    ),
];
