//! Agents that ask a service themselves, against a model of ours on the loopback: every rule in
//! each of the four interfaces.

mod choices;
mod command;
mod conversations;
mod desk;
mod faults;
mod real;
mod wiring;
