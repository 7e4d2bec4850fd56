//! Profiles for tests.

use crate::core::listing::{Beyond, Budget, Form, Identity, Profile, Template, Unit};

pub(super) fn template(text: &str) -> Template {
    Template::try_from(text.to_owned()).expect("a template")
}

/// A harness that lists a line a skill, its budget a share of the window.
pub(crate) fn profile(id: &str, share: Option<f64>) -> Profile {
    let budget = share.map(|share| Budget {
        unit: Unit::Columns,
        share: Some(share),
        fixed: None,
        beyond: Beyond::Names,
        roughly: false,
        setting: None,
    });
    Profile {
        id: id.to_owned(),
        title: id.to_owned(),
        verified: None,
        assumed: Vec::new(),
        project_dirs: Vec::new(),
        user_dirs: Vec::new(),
        user_first: false,
        identity: Identity::Folder,
        nested: false,
        lists_copies: false,
        builtin: Vec::new(),
        listing: Form {
            bare: Some(template("- {name}")),
            budget,
            ..Form::of(template("- {name}: {text}"))
        },
        models: Vec::new(),
    }
}
