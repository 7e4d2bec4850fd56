//! What a command prints that the next one takes its operands from: lists of files in pipes, and the
//! commands that `xargs` and `find` run on them.
//!
//! Only what the words themselves say: a list that comes out of a file or through a filter is one
//! that nobody knows. Must not know what is done with the files.

use super::{MOST, Value};
use crate::core::stream::path::DEEP;

/// Options of `xargs` whose value is the next word.
const VALUED: [&str; 12] = ["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s", "-J", "-R", "-S", "-e"];

/// A command that another one runs, and what of it stands for the file.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub words: Vec<Value>,
    pub stands: Option<String>,
}

impl Run {
    /// The words of it with the files behind them.
    pub fn on(self, files: &[Value]) -> Vec<Value> {
        let Self { words, stands } = self;
        let own = words.into_iter().filter(|word| Some(&word.text) != stands.as_ref());
        own.chain(files.iter().cloned()).collect()
    }
}

/// What a command prints, where its words say so; `piped` is what came in.
pub(super) fn printed(base: &str, operands: &[Value], piped: Vec<Value>) -> Vec<Value> {
    let plain = || operands.iter().filter(|value| !value.text.starts_with('-'));
    let mut out: Vec<Value> = match base {
        "ls" => plain().cloned().collect(),
        "echo" => plain().flat_map(split).collect(),
        "printf" => plain().filter(|value| !value.text.contains('%')).flat_map(split).collect(),
        "find" => found(operands).map(|(files, _)| files).unwrap_or_default(),
        // The same in another order.
        "sort" if operands.iter().all(|value| value.text.starts_with('-')) => piped,
        _ => Vec::new(),
    };
    out.truncate(MOST);
    out
}

/// `xargs` takes its input apart at blanks and line ends.
fn split(value: &Value) -> Vec<Value> {
    let words = value.text.split("\\n").flat_map(str::split_whitespace);
    words.map(|text| Value { text: text.to_owned(), glob: value.glob }).collect()
}

/// The command of an `xargs`, by its operands.
pub(super) fn of_xargs(operands: &[Value]) -> Run {
    let mut rest = operands;
    let mut stands = None;
    while let Some((first, behind)) = rest.split_first() {
        if !first.text.starts_with('-') {
            break;
        }
        rest = behind;
        if VALUED.contains(&first.text.as_str()) {
            let Some((value, behind)) = rest.split_first() else { break };
            rest = behind;
            if first.text == "-I" {
                stands = Some(value.text.clone());
            }
        }
    }
    Run { words: rest.to_vec(), stands }
}

/// The files that a `find` comes upon, and the command that it runs on them; `None` where its tests
/// say more than a name.
pub(super) fn found(operands: &[Value]) -> Option<(Vec<Value>, Option<Run>)> {
    let is_test = |value: &Value| value.text.starts_with(['-', '(', '!']);
    let tests = operands.iter().position(is_test).unwrap_or(operands.len());
    let (roots, tests) = operands.split_at(tests);
    let (mut name, mut run) = (None, None);
    let mut tests = tests.iter();
    while let Some(test) = tests.next() {
        match test.text.as_str() {
            "-name" => name = Some(tests.next()?.text.clone()),
            "-iname" => name = Some(exact(&tests.next()?.text)),
            "-type" if tests.next()?.text == "f" => {}
            "-print" | "-print0" => {}
            "-exec" | "-execdir" => {
                let words = tests.by_ref().take_while(|word| word.text != ";" && word.text != "+");
                run = Some(Run { words: words.cloned().collect(), stands: None });
            }
            _ => return None,
        }
    }
    let name = name?;
    let here = [Value { text: ".".to_owned(), glob: false }];
    let roots = if roots.is_empty() { &here } else { roots };
    let files = roots.iter().map(|root| {
        let text = format!("{}/{DEEP}/{name}", root.text);
        Value { text, glob: true }
    });
    Some((files.collect(), run))
}

/// In the one spelling that harnesses look for.
fn exact(name: &str) -> String {
    if name.eq_ignore_ascii_case("SKILL.md") { "SKILL.md".to_owned() } else { name.to_owned() }
}
