//! A shell command as words and operators: quotes, redirections, here-documents, substitutions.
//!
//! Must not know what any word means. Not a shell: what it cannot tell (arithmetic, arrays) it
//! leaves opaque, and it never fails.

/// One piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// As it stands.
    Text(String),
    /// An unquoted `*` or `?`.
    Glob(char),
    /// The value of a variable.
    Variable(String),
    /// Something that only the shell knows.
    Opaque,
}

/// What stands between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `;`, a line end, `&`: the next command comes in any case.
    Next,
    /// `&&` or `||`: the next command may not come.
    Perhaps,
    /// `|`
    Pipe,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `<`: the next word is a file that is read.
    In,
    /// `>` and its like: the next word is a file that is written.
    Out,
    /// `<<<`: the next word is text.
    Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(Vec<Part>),
    Operator(Operator),
    /// The script of a substitution, which runs before the command that it stands in.
    Script(String),
}

/// The tokens of a script, in its order.
pub(super) fn tokens(script: &str) -> Vec<Token> {
    let mut reader = Reader { rest: script.chars().collect(), at: 0, ..Reader::default() };
    reader.read();
    reader.out
}

#[derive(Default)]
struct Reader {
    rest: Vec<char>,
    at: usize,
    out: Vec<Token>,
    word: Vec<Part>,
    /// A word has begun, though it may be empty, as `''` is.
    begun: bool,
    /// Delimiters of here-documents whose text begins after this line.
    documents: Vec<String>,
    /// The next word is such a delimiter.
    delimiter: bool,
}

impl Reader {
    fn read(&mut self) {
        while let Some(c) = self.next() {
            match c {
                ' ' | '\t' | '\r' => self.end_word(),
                '\n' => {
                    self.operator(Operator::Next);
                    self.skip_documents();
                }
                '#' if !self.begun => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                ';' => self.operator(Operator::Next),
                '&' if self.take('&') => self.operator(Operator::Perhaps),
                '&' if self.peek() == Some('>') => {}
                '&' => self.operator(Operator::Next),
                '|' if self.take('|') => self.operator(Operator::Perhaps),
                '|' => {
                    self.take('&');
                    self.operator(Operator::Pipe);
                }
                '(' => self.operator(Operator::Open),
                ')' => self.operator(Operator::Close),
                '<' | '>' => self.redirection(c),
                '\'' => {
                    let text = self.until(|c| c == '\'');
                    self.text(&text);
                }
                '"' => self.quoted(),
                '\\' => match self.next() {
                    Some('\n') | None => {}
                    Some(c) => self.text(c.encode_utf8(&mut [0; 4])),
                },
                '`' => {
                    let script = self.until(|c| c == '`');
                    self.substitution(script);
                }
                '$' => self.dollar(),
                '*' | '?' => self.part(Part::Glob(c)),
                // Sets of characters and lists of words.
                '[' | '{' if self.peek().is_some_and(|c| !c.is_whitespace()) => {
                    self.part(Part::Opaque);
                }
                c => self.text(c.encode_utf8(&mut [0; 4])),
            }
        }
        self.end_word();
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let here = self.peek() == Some(wanted);
        self.at += usize::from(here);
        here
    }

    /// The text up to a character, which is passed.
    fn until(&mut self, end: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.next().filter(|c| !end(*c)) {
            text.push(c);
        }
        text
    }

    fn part(&mut self, part: Part) {
        self.begun = true;
        self.word.push(part);
    }

    fn text(&mut self, text: &str) {
        self.begun = true;
        match self.word.last_mut() {
            Some(Part::Text(before)) => before.push_str(text),
            _ => self.word.push(Part::Text(text.to_owned())),
        }
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        if !std::mem::take(&mut self.begun) {
            return;
        }
        if std::mem::take(&mut self.delimiter) {
            let text = |part| if let Part::Text(text) = part { text } else { String::new() };
            self.documents.push(word.into_iter().map(text).collect());
        } else {
            self.out.push(Token::Word(word));
        }
    }

    fn operator(&mut self, operator: Operator) {
        self.end_word();
        self.out.push(Token::Operator(operator));
    }

    /// A script that is run first; what it prints is not known here.
    fn substitution(&mut self, script: String) {
        self.out.push(Token::Script(script));
        self.part(Part::Opaque);
    }

    /// Past a `<` or `>`: `2>`, `>>`, `>|`, `>&`, `<<`, `<<-`, `<<<`, `<(`.
    fn redirection(&mut self, c: char) {
        // The number before it is no word.
        let number = |part: &Part| matches!(part, Part::Text(n) if n.parse::<u8>().is_ok());
        if self.word.len() == 1 && self.word.iter().all(number) {
            self.word.clear();
            self.begun = false;
        }
        if self.take('(') {
            let script = self.balanced();
            return self.substitution(script);
        }
        self.end_word();
        if c == '<' && self.take('<') {
            if self.take('<') {
                return self.out.push(Token::Operator(Operator::Text));
            }
            self.take('-');
            self.delimiter = true;
            return;
        }
        while self.take('>') || self.take('|') || self.take('&') {}
        self.out.push(Token::Operator(if c == '<' { Operator::In } else { Operator::Out }));
    }

    fn skip_documents(&mut self) {
        for delimiter in std::mem::take(&mut self.documents) {
            while self.peek().is_some() {
                let line = self.until(|c| c == '\n');
                if line.trim_start_matches('\t') == delimiter {
                    break;
                }
            }
        }
    }

    /// Inside double quotes.
    fn quoted(&mut self) {
        self.begun = true;
        while let Some(c) = self.next() {
            match c {
                '"' => return,
                '\\' => match self.next() {
                    Some(c @ ('"' | '\\' | '$' | '`')) => self.text(c.encode_utf8(&mut [0; 4])),
                    Some('\n') | None => {}
                    Some(c) => self.text(&format!("\\{c}")),
                },
                '$' => self.dollar(),
                '`' => {
                    let script = self.until(|c| c == '`');
                    self.substitution(script);
                }
                c => self.text(c.encode_utf8(&mut [0; 4])),
            }
        }
    }

    /// Past a `$`.
    fn dollar(&mut self) {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let script = self.balanced();
                self.substitution(script);
            }
            Some('{') => {
                self.at += 1;
                let name = self.until(|c| c == '}');
                let plain = name.chars().all(is_of_name);
                self.part(if plain { Part::Variable(name) } else { Part::Opaque });
            }
            Some(c) if is_of_name(c) => {
                let mut name = String::new();
                while let Some(c) = self.peek().filter(|c| is_of_name(*c)) {
                    name.push(c);
                    self.at += 1;
                }
                self.part(Part::Variable(name));
            }
            // `$'…'` and `$"…"`: the quotes are read next.
            Some('\'' | '"') => {}
            Some('@' | '*' | '#' | '?' | '$' | '!' | '-') => {
                self.at += 1;
                self.part(Part::Opaque);
            }
            _ => self.text("$"),
        }
    }

    /// The text up to the `)` that closes what was opened, quotes minded.
    fn balanced(&mut self) -> String {
        let (mut text, mut depth, mut quote) = (String::new(), 1, None);
        while let Some(c) = self.next() {
            match (c, quote) {
                ('\'' | '"', None) => quote = Some(c),
                (c, Some(open)) if c == open => quote = None,
                ('(', None) => depth += 1,
                (')', None) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            text.push(c);
        }
        text
    }
}

fn is_of_name(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests;
