//! What asking an agent means, said before it is asked: what runs, where, and who pays.
//!
//! Must not know how it is said or who agrees.

use std::fmt;

/// Who is billed, and in what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Billing {
    /// In dollars, by the key in this variable.
    ApiKey(String),
    /// By a token in this variable, which stands for somebody's plan: sessions are counted.
    Token(String),
    /// By the plan that the person is logged in with: sessions are counted.
    Subscription,
    /// Whoever a server on this machine passes it on to; nobody, if the model runs here too.
    Local,
    /// Whoever the program asks: nothing is known of it.
    Unknown,
}

impl Billing {
    /// Dollars can be told; else probes are counted, and a price of nought would be a lie.
    pub fn in_dollars(&self) -> bool {
        matches!(self, Self::ApiKey(_))
    }

    /// Somebody pays, or may.
    pub fn is_paid(&self) -> bool {
        *self != Self::Local
    }
}

impl fmt::Display for Billing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ApiKey(variable) => write!(f, "in dollars, by the key in {variable}"),
            Self::Token(variable) => {
                write!(f, "by the plan behind the token in {variable}: each probe is a session")
            }
            Self::Subscription => {
                f.write_str("by the plan that you are logged in with: each probe is a session")
            }
            Self::Local => f.write_str(
                "nobody, if the model runs on this machine; a proxy here may pass it on to one that \
                 is paid for",
            ),
            Self::Unknown => f.write_str("whoever the program asks, which is not known here"),
        }
    }
}

/// What a person is told of an agent before it is asked for the first time. Holds no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The words of the command with `PROMPT` in the prompt's place, or of the request.
    pub runs: Vec<String>,
    /// Of the program or the service, as it says it.
    pub version: Option<String>,
    /// Where it runs and what it finds there, a sentence each.
    pub place: Vec<String>,
    /// What it may use, what is refused and what is not there, a sentence each.
    pub tools: Vec<String>,
    /// Names of the variables that it is given.
    pub environment: Vec<String>,
    pub billing: Billing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_key_is_billed_in_dollars() {
        let key = Billing::ApiKey("A_KEY".into());
        assert!(key.in_dollars() && key.is_paid());
        assert_eq!(key.to_string(), "in dollars, by the key in A_KEY");
        for other in [Billing::Token("T".into()), Billing::Subscription, Billing::Unknown] {
            assert!(!other.in_dollars() && other.is_paid(), "{other}");
        }
        assert!(!Billing::Local.in_dollars() && !Billing::Local.is_paid());
    }
}
