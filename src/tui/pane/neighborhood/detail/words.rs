//! The trigger phrases of a skill: which it gives, which it shares, whose it claims, who claims its.

use ratatui::text::{Line, Span};

use super::{
    Subject,
    page::{Page, in_role},
};
use crate::{
    core::lexical::{Claim, triggers::Part},
    tui::theme::Role,
};

/// Entries of a list that are shown before the rest is counted.
const MOST: usize = 8;
/// Terms and skills that are named in one entry.
const NAMED: usize = 6;

pub fn write(page: &mut Page<'_>, subject: &Subject<'_>) {
    let Some(at) = subject.at else { return };
    if !subject.board.now.lexicon.is_warm() {
        page.heading("Trigger phrases");
        return page.say(Role::Dim, "being read");
    }
    claims(page, subject, at);
    shared(page, subject, at);
    triggers(page, subject, at);
}

/// Who claims whose triggers, both ways.
fn claims(page: &mut Page<'_>, subject: &Subject<'_>, at: usize) {
    let (theme, lexicon) = (page.theme, &subject.board.now.lexicon);
    let name = |at: usize| subject.names.called(lexicon.id(at));
    let all = lexicon.claims();
    let said = |claim: &Claim| (claim.terms.len(), claim.total);
    let mine = all.iter().filter(|claim| claim.by == at).map(|claim| {
        let (held, total) = said(claim);
        (claim, format!("claims {held} of {total} trigger terms of {}", name(claim.of)), Role::Warn)
    });
    let theirs = all.iter().filter(|claim| claim.of == at).map(|claim| {
        let (held, total) = said(claim);
        (claim, format!("{} claims {held} of its {total}", name(claim.by)), Role::Wrong)
    });
    let found: Vec<_> = mine.chain(theirs).collect();
    if found.is_empty() {
        return;
    }
    page.heading("Claims");
    let count = found.len();
    for (claim, text, role) in found.into_iter().take(MOST) {
        let mark = Span::styled(theme.symbols().warn, theme.style(role));
        let mut line = in_role(theme, Role::Text, &text);
        let terms = format!(": {}", page.listed(&claim.terms, NAMED));
        line.spans.extend(in_role(theme, Role::Dim, &terms).spans);
        page.hanging(mark, line);
    }
    rest(page, count, "claims");
}

/// Phrases that stand word for word in others too.
fn shared(page: &mut Page<'_>, subject: &Subject<'_>, at: usize) {
    let (theme, lexicon) = (page.theme, &subject.board.now.lexicon);
    let holds = |skills: &[usize]| skills.binary_search(&at).is_ok();
    let found: Vec<_> = lexicon.shared().iter().filter(|shared| holds(&shared.skills)).collect();
    if found.is_empty() {
        return;
    }
    page.heading("Shared word for word");
    for shared in found.iter().take(MOST) {
        let others = shared.skills.iter().filter(|&&skill| skill != at);
        let others: Vec<String> =
            others.map(|&at| subject.names.called(lexicon.id(at)).to_owned()).collect();
        let mut line = in_role(theme, Role::Text, &format!("\"{}\"", shared.phrase));
        let with = format!(" with {}", page.listed(&others, NAMED));
        line.spans.extend(in_role(theme, Role::Dim, &with).spans);
        page.hanging(bullet(page), line);
    }
    rest(page, found.len(), "phrases");
}

fn triggers(page: &mut Page<'_>, subject: &Subject<'_>, at: usize) {
    let theme = page.theme;
    let triggers = subject.board.now.lexicon.triggers().of_skill(at);
    page.heading("Trigger phrases");
    if triggers.is_empty() {
        page.say(Role::Dim, "None: it does not say when to use it.");
        return;
    }
    for trigger in triggers.iter().take(MOST) {
        let mut line = in_role(theme, Role::Text, &trigger.text);
        if trigger.part == Part::WhenToUse {
            line.push_span(Span::styled(" (when to use)", theme.style(Role::Dim)));
        }
        page.hanging(bullet(page), line);
    }
    rest(page, triggers.len(), "phrases");
}

fn bullet(page: &Page<'_>) -> Span<'static> {
    Span::styled(page.theme.symbols().separator, page.theme.style(Role::Dim))
}

/// How many things of a kind a list leaves out.
fn rest(page: &mut Page<'_>, count: usize, things: &str) {
    if count > MOST {
        let text = format!("and {} more {things}", count - MOST);
        page.hanging(Span::raw(" "), Line::styled(text, page.theme.style(Role::Dim)));
    }
}
