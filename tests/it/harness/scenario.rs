//! What the model of the loopback does, whichever harness asks.

/// Its answers in order; the last one repeats.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub turns: Vec<Turn>,
    pub fault: Option<Fault>,
}

/// One answer: the steps of it, as one message.
pub type Turn = Vec<Step>;

/// A thing that the model says or does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Say(&'static str),
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
        Self { turns: turns.iter().map(|turn| turn.to_vec()).collect(), fault: None }
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

    /// The answer of a turn, counted from 0.
    pub fn turn(&self, number: usize) -> &[Step] {
        self.turns.get(number).or(self.turns.last()).map_or(&[], Vec::as_slice)
    }
}
