//! Which parts of a skill make the text that competes.

use serde::{Deserialize, Serialize};

/// The chosen parts; all three by default, since that is what a model is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fields {
    pub name: bool,
    pub description: bool,
    pub when_to_use: bool,
}

impl Default for Fields {
    fn default() -> Self {
        Self { name: true, description: true, when_to_use: true }
    }
}

/// A field name that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no field: choose from name, description, when_to_use, separated by commas")]
pub struct UnknownField(pub String);

impl std::str::FromStr for Fields {
    type Err = UnknownField;

    /// Reads `name,description,when_to_use` in any order; hyphens and blanks are accepted.
    fn from_str(list: &str) -> Result<Self, UnknownField> {
        let mut fields = Self { name: false, description: false, when_to_use: false };
        for part in list.split(',').map(str::trim) {
            match part.replace('-', "_").as_str() {
                "name" => fields.name = true,
                "description" => fields.description = true,
                "when_to_use" => fields.when_to_use = true,
                _ => return Err(UnknownField(part.to_owned())),
            }
        }
        Ok(fields)
    }
}

impl Fields {
    /// The chosen parts, joined by one blank.
    pub fn text(&self, name: &str, description: &str, when_to_use: Option<&str>) -> String {
        let parts = [
            self.name.then_some(name),
            self.description.then_some(description),
            when_to_use.filter(|_| self.when_to_use),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        parts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, UnknownField};

    #[test]
    fn parts_are_joined_in_a_fixed_order() {
        let all = Fields::default();
        assert_eq!(all.text("n", "d", Some("w")), "n d w");
        assert_eq!(all.text("n", "d", None), "n d");
        let some: Fields = "when-to-use, name".parse().unwrap();
        assert_eq!(some.text("n", "d", Some("w")), "n w");
    }

    #[test]
    fn a_wrong_name_is_named() {
        assert_eq!("name,body".parse::<Fields>(), Err(UnknownField("body".into())));
        assert_eq!("".parse::<Fields>(), Err(UnknownField(String::new())));
    }
}
