//! What the model of the loopback does, whichever harness asks.

use super::http::Break;

/// Its answers in order; the last one repeats.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub turns: Vec<Turn>,
    pub fault: Option<Fault>,
    /// What goes wrong with every answer that is streamed.
    pub breaks: Option<Break>,
    /// What every answer is instead of one.
    pub garbage: Option<&'static str>,
}

/// One answer: the steps of it, as one message.
pub type Turn = Vec<Step>;

/// A thing that the model says or does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Say(&'static str),
    /// A thought before the rest, where the interface has such; else it is said.
    Think(&'static str),
    /// Calls the skill in the way of the harness: by its tool for skills, else by reading the file.
    Skill(&'static str),
    /// Reads its SKILL.md by the tool for files, else by the shell.
    Read(&'static str),
    /// Prints its SKILL.md by the shell.
    Shell(&'static str),
}

/// An answer that is an error of HTTP.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub status: u16,
    /// How many requests meet it before the scenario begins.
    pub times: usize,
    /// Seconds.
    pub retry_after: Option<u32>,
}

impl Scenario {
    pub fn of(turns: &[&[Step]]) -> Self {
        let turns = turns.iter().map(|turn| turn.to_vec()).collect();
        Self { turns, fault: None, breaks: None, garbage: None }
    }

    /// The plain answer, and no skill.
    pub fn none() -> Self {
        Self::of(&[&[Step::Say("Good morning to you too.")]])
    }

    /// The same behind errors.
    #[must_use]
    pub fn behind(self, fault: Fault) -> Self {
        Self { fault: Some(fault), ..self }
    }

    /// The same with something wrong in every answer.
    #[must_use]
    pub fn broken(self, breaks: Break) -> Self {
        Self { breaks: Some(breaks), ..self }
    }

    /// Nothing of it but these bytes, as events.
    pub fn garbage(bytes: &'static str) -> Self {
        Self { garbage: Some(bytes), ..Self::none() }
    }

    /// The answer of a turn, counted from 0.
    pub fn turn(&self, number: usize) -> &[Step] {
        self.turns.get(number).or(self.turns.last()).map_or(&[], Vec::as_slice)
    }
}
