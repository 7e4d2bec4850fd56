//! What the listing comes to: how many are described, how much of the budget they take, and what
//! would make room for all.

use ratatui::{
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::listing::Listing,
    report::listing::{counts, mended, seen, share},
    tui::{
        app::Scene,
        theme::Role,
        widget::{
            bar::{Ground, bar},
            text::{Cut, fit, plain, styled, width, wrap},
        },
    },
};

/// Cells of the bar.
const BAR: usize = 24;

/// The lines above the list, a blank one last; fewer where there is little room.
pub fn lines(scene: &Scene<'_>, listing: &Listing, area: Rect) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let cells = usize::from(area.width.saturating_sub(2));
    let role = if listing.remedy.is_some() { Role::Warn } else { Role::Pass };
    let words = taken(listing);
    let mut first = Line::default();
    if let Some(limit) = listing.limits.limit.filter(|limit| *limit > 0) {
        // The whole bar is what all texts ask, the filled part what they take. Sizes of texts are
        // far below what a float counts exactly.
        let asked = listing.asked.max(limit) as f64;
        // The bar gives way before the words break.
        let room = BAR.min(cells / 3).min(cells.saturating_sub(width(&words) + 1));
        let taken = bar(theme, Some(listing.used as f64 / asked), room, role, Ground::Track);
        first.spans.extend(taken.spans);
        first.push_span(Span::raw(" "));
    }
    first.push_span(Span::styled(words, theme.strong(role)));
    let mut all = vec![first, Line::raw(counts(listing))];
    all.extend(listing.remedy.as_ref().map(|remedy| plain(&mended(listing, remedy))));
    all.push(source(scene, listing));
    let most = match area.height {
        0..8 => 1,
        8..14 => 2,
        14..20 => 5,
        height => usize::from(height / 3).max(8),
    };
    let ellipsis = theme.symbols().ellipsis;
    let mut lines: Vec<Line<'static>> = Vec::new();
    for sentence in all {
        let room = most - lines.len();
        let mut flowed = wrap(&[sentence], cells);
        if flowed.len() > room {
            flowed.truncate(room);
            // A sentence that is cut says so; those after it go.
            if let Some(mut end) = flowed.pop() {
                end.push_span(Span::raw(format!(" {ellipsis}")));
                flowed.push(fit(end, cells, Cut::End, ellipsis));
            }
        }
        lines.extend(flowed);
    }
    if area.height >= 14 {
        lines.push(Line::default());
    }
    lines
}

/// `7952 of 8000 columns, 21975 asked`
fn taken(listing: &Listing) -> String {
    let (used, unit) = (listing.used, listing.limits.unit);
    match listing.limits.limit {
        Some(limit) if listing.asked > limit => {
            format!("{used} of {limit} {unit}, {} asked", listing.asked)
        }
        Some(limit) => format!("{used} of {limit} {unit}, all that is asked"),
        None => format!("{used} {unit}, no budget"),
    }
}

/// Where the budget is from, and how sure the rules are.
fn source(scene: &Scene<'_>, listing: &Listing) -> Line<'static> {
    let gap = format!(" {} ", scene.theme.symbols().separator);
    let parts: Vec<String> =
        share(listing).into_iter().chain([seen(&listing.lens.profile)]).collect();
    styled(&parts.join(&gap), scene.theme.style(Role::Dim))
}
