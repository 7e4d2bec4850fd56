//! From a name on the command line to a skill of the catalog.

use crate::core::{catalog::Resolution, id::SkillId, workbench::Board};

use super::Failure;

/// The one skill that `label` names.
///
/// # Errors
/// No skill, or several.
pub(super) fn skill(board: &Board, label: &str) -> Result<SkillId, Failure> {
    let catalog = &board.now.snapshot.catalog;
    match catalog.resolve(label) {
        Resolution::One(id) => Ok(id),
        Resolution::Hidden(id) if board.now.lexicon.position(&id).is_some() => Ok(id),
        Resolution::Hidden(_) => Err(Failure::Usage(format!(
            "`{label}` is hidden from the model (disable-model-invocation), so it does not \
             compete; --include-hidden counts it"
        ))),
        Resolution::NotResident => Err(Failure::Usage(format!(
            "no skill is called `{label}` here: check the spelling; `skillscope overlap --top 0` \
             lists them all"
        ))),
        Resolution::Many(ids) => {
            let ids: Vec<_> = ids.iter().map(SkillId::as_str).collect();
            let ids = ids.join(", ");
            Err(Failure::Usage(format!("`{label}` names several skills: {ids}; say which")))
        }
    }
}
