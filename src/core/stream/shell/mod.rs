//! What a shell command looks into: the files that its commands read or use, by their words.
//!
//! Must not know skills, nor what the files are. Not a shell: nothing is run, and what only a shell
//! could tell is left out.

mod piped;
mod words;

use std::collections::BTreeMap;

use crate::core::stream::path;
use words::{Operator, Part, Token, tokens};

/// No script is read further than this.
const LONGEST: usize = 256 << 10;
/// No path is longer, and no value of a variable.
const LONGEST_WORD: usize = 4096;
/// What one word may become.
const MOST: usize = 64;
/// Scripts within scripts.
const DEEPEST: u8 = 8;

/// These print their operands.
const READERS: [&str; 24] = [
    "awk",
    "base64",
    "bat",
    "batcat",
    "cat",
    "cut",
    "fold",
    "gawk",
    "head",
    "hexdump",
    "less",
    "mapfile",
    "more",
    "nl",
    "od",
    "paste",
    "pr",
    "readarray",
    "rev",
    "sed",
    "strings",
    "tac",
    "tail",
    "xxd",
];
/// These look into their operands, or run them.
const USERS: [&str; 20] = [
    ".", "ack", "ag", "bun", "deno", "diff", "egrep", "fgrep", "grep", "jq", "node", "perl", "php",
    "python", "python3", "rg", "ruby", "source", "uv", "yq",
];
const SHELLS: [&str; 6] = ["ash", "bash", "dash", "ksh", "sh", "zsh"];
/// Words that stand ahead of a command.
const AHEAD: [&str; 24] = [
    "!", "builtin", "command", "do", "doas", "done", "elif", "else", "env", "exec", "fi", "if",
    "ionice", "nice", "nohup", "stdbuf", "sudo", "then", "time", "timeout", "until", "while", "{",
    "}",
];

/// A file that a command looks into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// As [`path::join`] gives it; with `*` and `?` where `glob`.
    pub path: String,
    pub glob: bool,
    /// It is printed as it is, and not only searched, run or compared.
    pub reads: bool,
    /// It has been looked into even if the script as a whole failed: it comes in any case, and
    /// other commands may have failed.
    pub certain: bool,
}

/// What `script` looks into when it is run in the folder `dir`, in the order of its commands.
pub(super) fn looks(script: &str, dir: &str) -> Vec<Look> {
    let mut reading = Reading { dir: Some(dir.to_owned()), certain: true, ..Reading::default() };
    reading.script(script, 0);
    let alone = reading.commands < 2;
    for look in &mut reading.out {
        look.certain &= !alone;
    }
    reading.out
}

/// A word whose value is known.
#[derive(Clone, Debug, Default)]
struct Value {
    text: String,
    glob: bool,
}

#[derive(Default)]
struct Reading {
    /// Where the next command runs; `None` when only the shell knows.
    dir: Option<String>,
    variables: BTreeMap<String, Vec<Value>>,
    certain: bool,
    /// Commands met that can fail by themselves.
    commands: usize,
    /// What the command before prints into the pipe that the next one reads.
    piped: Vec<Value>,
    out: Vec<Look>,
}

impl Reading {
    fn script(&mut self, script: &str, depth: u8) {
        if depth > DEEPEST {
            return;
        }
        // A program's arguments end there.
        let script = script.split('\0').next().unwrap_or_default();
        let end = (0..=script.len().min(LONGEST)).rev().find(|at| script.is_char_boundary(*at));
        let (mut words, mut inputs) = (Vec::new(), Vec::new());
        let (mut about, mut outside) = (None, Vec::new());
        for token in tokens(script.get(..end.unwrap_or(0)).unwrap_or_default()) {
            match token {
                Token::Word(word) => match about.take() {
                    None => words.push(word),
                    Some(Operator::In) => inputs.push(word),
                    Some(_) => {}
                },
                Token::Script(script) => {
                    let dir = self.dir.clone();
                    self.script(&script, depth + 1);
                    self.dir = dir;
                }
                Token::Operator(o @ (Operator::In | Operator::Out | Operator::Text)) => {
                    about = Some(o);
                }
                Token::Operator(operator) => {
                    about = None;
                    let failed = self.command(&words, &inputs, depth);
                    (words, inputs) = (Vec::new(), Vec::new());
                    if operator != Operator::Pipe {
                        self.piped.clear();
                    }
                    match operator {
                        Operator::Next => self.certain = true,
                        Operator::Perhaps => self.certain &= !failed,
                        Operator::Open => outside.push(self.dir.clone()),
                        Operator::Close => self.dir = outside.pop().unwrap_or(self.dir.take()),
                        _ => {}
                    }
                }
            }
        }
        self.command(&words, &inputs, depth);
    }

    /// One command; true if it can fail and so keep those behind it from being run.
    fn command(&mut self, words: &[Vec<Part>], inputs: &[Vec<Part>], depth: u8) -> bool {
        let mut words = words;
        while let Some((first, rest)) = words.split_first() {
            if !self.assign(first) {
                break;
            }
            words = rest;
        }
        let inputs: Vec<Value> = inputs.iter().flat_map(|word| self.values(word)).collect();
        inputs.iter().for_each(|value| self.look(value, true));
        let words: Vec<Value> = words.iter().flat_map(|word| self.values(word)).collect();
        let piped = std::mem::take(&mut self.piped);
        let Some((name, operands)) = command_of(&words) else { return false };
        self.run((name, operands), words.len(), &piped, depth)
    }

    /// A command of so many words, which may read what is piped into it.
    fn run(
        &mut self,
        (name, operands): (&Value, &[Value]),
        words: usize,
        piped: &[Value],
        depth: u8,
    ) -> bool {
        if depth > DEEPEST {
            return true;
        }
        let base = name.text.rsplit('/').next().unwrap_or_default();
        let files = || operands.iter().filter(|v| v.text == "-" || !v.text.starts_with('-'));
        match base {
            "cd" | "pushd" => {
                let to = files().next().map_or("~", |value| &value.text);
                let known = words > 0 && to != "-";
                self.dir = self.dir.take().filter(|_| known).map(|dir| path::join(&dir, to));
                return false;
            }
            "for" | "export" | "local" | "declare" | "readonly" => {
                self.bind(base, operands);
                return false;
            }
            "eval" => {
                let texts: Vec<&str> = operands.iter().map(|value| value.text.as_str()).collect();
                self.script(&texts.join(" "), depth + 1);
                return true;
            }
            _ if SHELLS.contains(&base) => {
                let mut rest = operands.iter().skip_while(|value| !runs_next(&value.text));
                if let Some(script) = rest.nth(1) {
                    self.script(&script.text.clone(), depth + 1);
                    return true;
                }
                files().for_each(|value| self.look(value, false));
            }
            "xargs" => {
                self.on(piped::of_xargs(operands), piped, depth);
                return true;
            }
            "find" => {
                if let Some((files, Some(run))) = piped::found(operands) {
                    self.on(run, &files, depth);
                    return true;
                }
            }
            "sed" if operands.iter().any(|value| edits(&value.text)) => {}
            _ if READERS.contains(&base) => files().for_each(|value| self.look(value, true)),
            _ if USERS.contains(&base) => files().for_each(|value| self.look(value, false)),
            _ if name.text.contains('/') => self.look(name, false),
            _ => {}
        }
        self.commands += 1;
        self.piped = piped::printed(base, operands, piped.to_vec());
        true
    }

    /// A command that another one runs on files.
    fn on(&mut self, run: piped::Run, files: &[Value], depth: u8) {
        let words = run.on(files);
        if let Some(command) = command_of(&words) {
            self.run(command, words.len(), &[], depth + 1);
        }
    }

    fn look(&mut self, value: &Value, reads: bool) {
        let anywhere = value.text.starts_with(['/', '~']).then_some("");
        if let Some(dir) = self.dir.as_deref().or(anywhere) {
            let path = path::join(dir, &value.text);
            self.out.push(Look { path, glob: value.glob, reads, certain: self.certain });
        }
    }

    /// `name=value` ahead of a command.
    fn assign(&mut self, word: &[Part]) -> bool {
        let Some((Part::Text(first), rest)) = word.split_first() else { return false };
        let Some((name, value)) = first.split_once('=') else { return false };
        if name.is_empty() || !name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()) {
            return false;
        }
        let parts = [&[Part::Text(value.to_owned())], rest].concat();
        let values = self.values(&parts);
        self.variables.insert(name.to_owned(), values);
        true
    }

    /// `for name in values`, `export name=value`.
    fn bind(&mut self, command: &str, operands: &[Value]) {
        let text = |at: usize| operands.get(at).map_or("", |value: &Value| value.text.as_str());
        if command == "for" && text(1) == "in" {
            let values = operands.get(2..).unwrap_or_default().to_vec();
            self.variables.insert(text(0).to_owned(), values);
        } else if command != "for" {
            for operand in operands {
                self.assign(&[Part::Text(operand.text.clone())]);
            }
        }
    }

    /// What a word may be; nothing when only the shell knows.
    fn values(&self, word: &[Part]) -> Vec<Value> {
        let mut values = vec![Value::default()];
        for part in word {
            match part {
                Part::Text(text) => values.iter_mut().for_each(|value| value.text.push_str(text)),
                Part::Glob(c) => values.iter_mut().for_each(|value| {
                    value.text.push(*c);
                    value.glob = true;
                }),
                Part::Variable(name) => {
                    let known = match name.as_str() {
                        "HOME" => vec![Value { text: "~".to_owned(), glob: false }],
                        "PWD" => vec![Value { text: ".".to_owned(), glob: false }],
                        name => self.variables.get(name).cloned().unwrap_or_default(),
                    };
                    let joined = |before: &Value| {
                        let join = |value: &Value| Value {
                            text: [before.text.as_str(), &value.text].concat(),
                            glob: before.glob || value.glob,
                        };
                        known.iter().map(join).collect::<Vec<_>>()
                    };
                    values = values.iter().flat_map(joined).take(MOST).collect();
                }
                Part::Opaque => return Vec::new(),
            }
            values.retain(|value| value.text.len() <= LONGEST_WORD);
        }
        values
    }
}

/// The command behind the words that stand ahead of one, and its operands.
fn command_of(words: &[Value]) -> Option<(&Value, &[Value])> {
    let mut words = words;
    let mut wrapped = false;
    loop {
        let (first, rest) = words.split_first()?;
        let text = first.text.as_str();
        let passed = AHEAD.contains(&text)
            || wrapped
                && (text.starts_with('-')
                    || text.contains('=')
                    || text.starts_with(|c: char| c.is_ascii_digit()));
        if !passed {
            return Some((first, rest));
        }
        wrapped = true;
        words = rest;
    }
}

/// `-c`, `-lc`: a shell's script is the next word.
fn runs_next(option: &str) -> bool {
    option.starts_with('-') && !option.starts_with("--") && option.ends_with('c')
}

/// `sed -i`: the file is changed and not printed.
fn edits(option: &str) -> bool {
    option.starts_with("--in-place")
        || option.starts_with('-') && !option.starts_with("--") && option.contains('i')
}

#[cfg(test)]
mod tests;
