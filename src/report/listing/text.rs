//! The listing for people: what it comes to, what is lost, and what would mend it.

use strum::IntoEnumIterator;

use crate::{
    core::{
        listing::{Entry, Listing, Profile, Remedy, State, tokens},
        visible::line,
        workbench::Board,
    },
    report::{
        figure::UNDEFINED,
        table::{finish, more, table as rows},
    },
};

/// The listing, at most `top` rows (0: all). What is not shown whole stands first.
pub fn table(board: &Board, listing: &Listing, top: usize) -> String {
    let mut out = format!("{}\n", line(&board.now.snapshot.catalog.scope_line()));
    let title = line(&listing.lens.profile.title);
    out.push_str(&format!("listing of {title}, {}\n", seen(&listing.lens.profile)));
    out.push_str(&format!("{}\n", counts(listing)));
    out.push_str(&format!("{}\n", budget(listing)));
    if let Some(remedy) = &listing.remedy {
        out.push_str(&format!("{}\n", mended(listing, remedy)));
    }
    for assumed in &listing.lens.profile.assumed {
        out.push_str(&format!("not seen: {assumed}\n"));
    }
    out.push('\n');
    let all = listing.entries.len();
    let shown = if top == 0 { all } else { top.min(all) };
    let mut table = rows(["state", "skill", "asked", "used", "why"], &[2, 3]);
    for entry in lost_first(listing).into_iter().take(shown) {
        let listed = |units: usize| match entry.asked {
            0 => UNDEFINED.to_owned(),
            _ => units.to_string(),
        };
        let why = entry.cause.as_ref().map_or_else(String::new, ToString::to_string);
        table.add_row([
            entry.state.words().to_owned(),
            line(&entry.name).into_owned(),
            listed(entry.asked),
            listed(entry.used),
            line(&why).into_owned(),
        ]);
    }
    out.push_str(&finish(&table));
    out.push_str(&more(all, shown));
    out
}

/// Entries that lose something, then those that are whole; each in the order of the listing.
fn lost_first(listing: &Listing) -> Vec<&Entry> {
    let (whole, lost): (Vec<&Entry>, Vec<&Entry>) =
        listing.entries.iter().partition(|entry| entry.state == State::Whole);
    lost.into_iter().chain(whole).collect()
}

/// How sure the rules are.
pub fn seen(profile: &Profile) -> String {
    match &profile.verified {
        Some(version) => format!("as seen in version {version}"),
        None => "from documents, not seen".to_owned(),
    }
}

/// `26 of 40 described · 22 whole · 4 cut · 11 name only · 3 hidden`
pub fn counts(listing: &Listing) -> String {
    let described = listing.count(State::Whole) + listing.count(State::Cut);
    let states = State::iter().filter_map(|state| {
        let count = listing.count(state);
        (count > 0).then(|| format!("{count} {}", state.words()))
    });
    let parts: Vec<String> = states.collect();
    let mut out =
        format!("{described} of {} described: {}", listing.entries.len(), parts.join(" · "));
    if let (long @ 1.., Some(most)) = (listing.too_long(), listing.lens.profile.listing.cut) {
        out.push_str(&format!("; {long} over the {most} characters that a text may have"));
    }
    out
}

/// `budget 8000 columns, 1 % of claude-sonnet-4-5 (200k tokens): 21975 asked, 7952 used`
fn budget(listing: &Listing) -> String {
    let (asked, used, unit) = (listing.asked, listing.used, listing.limits.unit);
    let Some(limit) = listing.limits.limit else {
        return format!("no budget: {used} {unit} used");
    };
    let of = share(listing).map_or_else(String::new, |share| format!(", {share}"));
    format!("budget {limit} {unit}{of}: {asked} asked, {used} used")
}

/// `1 % of claude-sonnet-4-5 (200k tokens)`, `about`; `None` where somebody chose the budget, or
/// it is the same for every model.
pub fn share(listing: &Listing) -> Option<String> {
    let budget = listing.budget().filter(|_| listing.lens.budget.is_none())?;
    let about = if budget.roughly { "about " } else { "" };
    let model = &listing.lens.model;
    match budget.share {
        Some(share) => Some(format!(
            "{about}{} % of {} ({} tokens)",
            share * 100.0,
            line(&model.id),
            tokens(model.context)
        )),
        None => budget.roughly.then(|| "the limit is about right".to_owned()),
    }
}

/// What would make everything fit.
pub fn mended(listing: &Listing, remedy: &Remedy) -> String {
    format!("would fit with: {}", remedy.ways(listing.limits.unit).join(" · or "))
}
