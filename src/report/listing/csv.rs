//! One record a skill.

use crate::{core::listing::Listing, report::csv::record};

/// Every entry with a header, in the order of the document.
pub fn csv(listing: &Listing) -> String {
    let mut out = String::new();
    record(&mut out, ["id", "name", "path", "state", "length", "asked", "used", "shown", "cause"]);
    for entry in &listing.entries {
        let cause = entry.cause.as_ref().map_or_else(String::new, ToString::to_string);
        let fields = [
            entry.id.as_ref().map_or("", |id| id.as_str()),
            &entry.name,
            &entry.path,
            &entry.state.to_string(),
            &entry.length.to_string(),
            &entry.asked.to_string(),
            &entry.used.to_string(),
            &entry.shown,
            &cause,
        ];
        record(&mut out, fields);
    }
    out
}
