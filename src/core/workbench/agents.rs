//! The agents that somebody can choose among, with what each has here and what it lacks.
//!
//! Must not know how that was found. Of a key, the name of its variable alone.

/// An agent that somebody wishes for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    pub name: String,
    /// As its service calls it; never defaulted.
    pub model: Option<String>,
    /// How the agent `command` is run and read.
    pub mapping: Option<String>,
}

/// One that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// As `--agent` names it.
    pub name: String,
    /// Its file, of the agent `command`.
    pub mapping: Option<String>,
    pub kind: Kind,
    /// A model has to be stated before it is asked.
    pub needs_model: bool,
    /// As the program says it, where it was found.
    pub version: Option<String>,
    /// Where its key is, or its login; what a stand-in goes by.
    pub about: String,
    /// Why it cannot be asked, and what to do.
    pub lacks: Option<Lack>,
    /// That it was asked last, or that was named at the start.
    pub model: Option<String>,
}

/// What it needs and is not here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    pub problem: String,
    pub remedy: String,
}

/// What is asked for its choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// Nobody: rules or kept streams choose.
    #[default]
    StandIn,
    /// A program, launched for each probe.
    Harness,
    /// A service, asked by skillscope itself.
    Api,
    /// A program that somebody declared.
    Command,
}

impl Known {
    /// The wish for it, with a model where one is asked.
    pub fn wish(&self, model: Option<String>) -> Wish {
        Wish { name: self.name.clone(), model, mapping: self.mapping.clone() }
    }
}

impl Wish {
    /// For an agent that asks no model.
    pub fn stand_in(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}
