//! From what was named on the command line to what is there.

use crate::core::{catalog::Resolution, id::SkillId, nearest::nearest, workbench::Board};

use super::{Failure, output::listed};

/// Refuses a catalog with nothing in it: a figure of none of it would read as good news.
///
/// # Errors
/// The folders hold no file that looks like a skill.
pub(super) fn not_empty(board: &Board) -> Result<(), Failure> {
    let catalog = &board.now.snapshot.catalog;
    if !(catalog.skills.is_empty() && catalog.unusable.is_empty() && catalog.not_loaded.is_empty())
    {
        return Ok(());
    }
    Err(Failure::Usage(format!("there is nothing to look at:{}", listed(&catalog.findings))))
}

/// The one skill that `label` names, among those that compete.
///
/// # Errors
/// No skill, or several, or a hidden one that does not count.
pub(super) fn skill(board: &Board, label: &str) -> Result<SkillId, Failure> {
    let id = present(board, label)?;
    let hidden = board.now.snapshot.catalog.get(&id).is_some_and(|skill| skill.hidden());
    if hidden && board.now.lexicon.position(&id).is_none() {
        return Err(Failure::Usage(format!(
            "`{label}` is hidden from the model (disable-model-invocation), so it does not \
             compete; --include-hidden counts it"
        )));
    }
    Ok(id)
}

/// As [`skill`], of all skills that are there, hidden or not.
///
/// # Errors
/// No skill, or several.
pub(super) fn present(board: &Board, label: &str) -> Result<SkillId, Failure> {
    let catalog = &board.now.snapshot.catalog;
    match catalog.resolve(label) {
        Resolution::One(id) | Resolution::Hidden(id) => Ok(id),
        Resolution::NotResident => {
            let ids = catalog.skills.iter().map(|skill| skill.id.as_str());
            let remedy = nearest(label, ids).map_or_else(
                || "`skillscope overlap --top 0` lists them all".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            Err(Failure::Usage(format!("no skill is called `{label}` here; {remedy}")))
        }
        Resolution::Many(ids) => {
            let ids: Vec<_> = ids.iter().map(SkillId::as_str).collect();
            let ids = ids.join(", ");
            Err(Failure::Usage(format!("`{label}` names several skills: {ids}; say which")))
        }
    }
}
