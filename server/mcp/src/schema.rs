//! JSON schemas that every client accepts: a root object of scalars, enumerated strings and arrays with items.
//!
//! Invariant: no `$ref`, `$schema`, `anyOf`, `oneOf`, `allOf`, `const`, `format` or list of types, which some clients refuse.

use serde_json::{Map, Value as Json, json};

use crate::arguments::{Kind, Parameter};

/// The input schema of a tool with these parameters.
#[must_use]
pub fn input(parameters: &[Parameter]) -> Map<String, Json> {
    let mut properties = Map::new();
    for parameter in parameters {
        let mut property = match parameter.kind {
            Kind::Text => json!({"type": "string"}),
            Kind::Number { .. } => json!({"type": "integer"}),
            Kind::Flag => json!({"type": "boolean"}),
            Kind::Choice(words) => json!({"type": "string", "enum": words}),
            Kind::Choices(words) => json!({"type": "array", "items": {"type": "string", "enum": words}}),
        };
        if let Some(object) = property.as_object_mut() {
            object.insert("description".into(), json!(parameter.description));
        }
        properties.insert(parameter.name.into(), property);
    }
    let required: Vec<&str> = parameters.iter().filter(|x| x.required).map(|x| x.name).collect();
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Json::Object(properties));
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema
}

/// What an output property holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// Yes or no.
    Flag,
    /// Texts.
    Texts,
    /// Whole numbers.
    Numbers,
    /// Objects of these properties, each optional.
    Rows(&'static [(&'static str, Output)]),
}

/// The properties of a symbol in a row.
pub const SYMBOL_ROW: &[(&str, Output)] = &[
    ("symbol", Output::Text),
    ("path", Output::Text),
    ("line", Output::Number),
    ("kind", Output::Text),
    ("signature", Output::Text),
    ("held", Output::Flag),
];

/// The marks every answer has, or has when they apply.
const MARKS: &[(&str, Output)] = &[
    ("revision", Output::Text),
    ("index", Output::Text),
    ("complete", Output::Flag),
    ("recall", Output::Text),
    ("shown", Output::Number),
    ("total", Output::Number),
    ("total_or_more", Output::Flag),
    ("offset", Output::Number),
    ("next_offset", Output::Number),
    ("refreshed", Output::Texts),
    ("pending", Output::Texts),
    ("held", Output::Texts),
    ("unsaved", Output::Texts),
    ("failed", Output::Texts),
    ("watcher", Output::Text),
    ("watched", Output::Text),
    ("not_attached", Output::Flag),
    ("resolved", Output::Flag),
    ("why_empty", Output::Text),
    ("next", Output::Text),
    ("see_also", Output::Texts),
    ("candidates", Output::Rows(SYMBOL_ROW)),
    ("candidates_total", Output::Number),
    ("nearest", Output::Rows(SYMBOL_ROW)),
    ("nearest_total", Output::Number),
];

/// The output schema of a tool with these properties, the marks included.
#[must_use]
pub fn output(properties: &[(&str, Output)]) -> Map<String, Json> {
    let mut schema = object(properties.iter().chain(MARKS));
    schema.insert("required".into(), json!(["revision", "index", "complete"]));
    schema
}

fn object<'a>(properties: impl Iterator<Item = &'a (&'a str, Output)>) -> Map<String, Json> {
    let properties: Map<String, Json> =
        properties.map(|(name, output)| ((*name).into(), property(*output))).collect();
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Json::Object(properties));
    schema
}

fn property(output: Output) -> Json {
    match output {
        Output::Text => json!({"type": "string"}),
        Output::Number => json!({"type": "integer"}),
        Output::Flag => json!({"type": "boolean"}),
        Output::Texts => json!({"type": "array", "items": {"type": "string"}}),
        Output::Numbers => json!({"type": "array", "items": {"type": "integer"}}),
        Output::Rows(properties) => {
            json!({"type": "array", "items": Json::Object(object(properties.iter()))})
        }
    }
}
