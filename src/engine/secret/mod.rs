//! Secrets in use: keys and tokens of whoever is asked, and how they are kept out of what is told.
//!
//! A secret is read by the name of a variable and handed to one place, a header or a child's
//! environment. Whatever comes back from there passes a [`Scrubber`] first. Must not know agents.

mod covered;
mod flow;
mod forms;
mod scrubber;

#[cfg(test)]
mod tests;

use std::{ffi::OsStr, fmt};

use thiserror::Error;

pub use self::{flow::Flow, scrubber::Scrubber};
use crate::engine::process::Environment;

/// Shorter ones are refused: replaced wherever they stand, they would take words with them.
pub const SHORTEST: usize = 8;

/// Longer ones are no keys, and would make every reader hold back as much.
pub const LONGEST: usize = 8 * 1024;

/// What stands where a secret stood. Needs no escape in JSON, HTML or a terminal.
pub const MARK: &str = "[secret]";

/// A key or a token. Neither shown by `Debug` nor written by serde; [`Secret::reveal`] is the only
/// way to it.
#[derive(Clone)]
pub struct Secret {
    variable: String,
    value: String,
}

/// Why something cannot be used as a secret. Names the variable, never the value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SecretError {
    #[error("the variable {0} is not set: set it to the key, or name another with --api-key-env")]
    Missing(String),
    #[error(
        "the value of {0} has fewer than {SHORTEST} characters, which could not be told from \
         words: a service that needs no key takes any longer value, such as no-key-needed"
    )]
    TooShort(String),
    #[error("the value of {0} has more than {LONGEST} characters, which no key has: set it anew")]
    TooLong(String),
    #[error(
        "the value of {0} has a space, a line end or a character outside ASCII in it, which no key \
         has: set it anew, without quotes"
    )]
    NoKey(String),
    #[error(
        "`{0}` is no name of a variable: letters, digits and _ make one; a key itself is never \
         written down here"
    )]
    NoVariable(String),
}

impl Secret {
    /// Takes the value that was found under the name. Spaces and line ends around it are not part
    /// of it.
    ///
    /// # Errors
    /// It looks like no key.
    pub fn new(variable: &str, value: &str) -> Result<Self, SecretError> {
        let variable = named(variable)?;
        let value = value.trim();
        match value.len() {
            0 => return Err(SecretError::Missing(variable)),
            length if length < SHORTEST => return Err(SecretError::TooShort(variable)),
            length if length > LONGEST => return Err(SecretError::TooLong(variable)),
            _ => {}
        }
        if !value.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(SecretError::NoKey(variable));
        }
        Ok(Self { variable, value: value.to_owned() })
    }

    /// Reads it from the process's own environment.
    ///
    /// # Errors
    /// The variable is not set, or what it holds looks like no key.
    pub fn from_environment(variable: &str) -> Result<Self, SecretError> {
        Self::in_variable(&Environment::of_process(), variable)
    }

    /// As [`Secret::from_environment`], from an environment that is a value of its own.
    ///
    /// # Errors
    /// As there.
    pub fn in_variable(environment: &Environment, variable: &str) -> Result<Self, SecretError> {
        let name = named(variable)?;
        match environment.get(&name) {
            None => Err(SecretError::Missing(name)),
            Some(value) => match value.to_str() {
                Some(value) => Self::new(&name, value),
                None => Err(SecretError::NoKey(name)),
            },
        }
    }

    /// Such a name may be that of a variable.
    pub fn may_be_in(variable: &str) -> bool {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let begins_well = variable.starts_with(|first: char| !first.is_ascii_digit());
        variable.len() <= 128 && begins_well && variable.bytes().all(letter)
    }

    /// Where it was read from, which may be told.
    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// The value, for a header or a child's environment and nothing else: never an argument.
    pub fn reveal(&self) -> &str {
        &self.value
    }

    /// As [`Secret::reveal`], for the environment of a child.
    pub fn for_child(&self) -> &OsStr {
        OsStr::new(&self.value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({})", self.variable)
    }
}

/// What may be told of it.
impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "present, from {}", self.variable)
    }
}

/// A variable's name; somebody may have written the key itself in its place, so that what is none
/// is shown no further than its first characters.
fn named(variable: &str) -> Result<String, SecretError> {
    if Secret::may_be_in(variable) {
        return Ok(variable.to_owned());
    }
    let shown: String = variable.chars().filter(|c| c.is_ascii_alphanumeric()).take(3).collect();
    Err(SecretError::NoVariable(format!("{shown}...")))
}
