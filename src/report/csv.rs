//! Comma-separated values as RFC 4180 has them, with `\n` as the line end.

/// Adds a record; a field is quoted where it must be.
pub fn record<S: AsRef<str>>(out: &mut String, fields: impl IntoIterator<Item = S>) {
    for (at, field) in fields.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push(out, field.as_ref());
    }
    out.push('\n');
}

fn push(out: &mut String, field: &str) {
    if field.contains([',', '"', '\n', '\r']) {
        out.push('"');
        out.push_str(&field.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(field);
    }
}

/// A figure unrounded, empty where it is undefined.
pub fn figure(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_must_be_quoted_is_quoted() {
        let mut out = String::new();
        super::record(&mut out, ["plain", "a,b", "say \"x\"", "two\nlines", ""]);
        assert_eq!(out, "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\n");
        assert_eq!(
            (super::figure(None), super::figure(Some(0.25))),
            (String::new(), "0.25".into())
        );
    }
}
