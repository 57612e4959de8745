//! The OpenAPI document: the shapes of `wire` with the paths of the API.

use serde_json::{Map, Value, json};

use super::answer::ROOT;

/// An operation of the API.
struct Operation {
    method: &'static str,
    /// Below the root of the API.
    path: &'static str,
    summary: &'static str,
    /// The parameters of the query: name, type and whether it is required.
    query: &'static [(&'static str, Kind, bool)],
    /// The schema of the JSON body, or `PGN` for text.
    body: Option<&'static str>,
    /// The successful statuses.
    statuses: &'static [u16],
    answer: Answer,
}

/// The type of a parameter.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Words,
    Flag,
    Count,
    Node,
    Width,
    Theme,
}

impl Kind {
    fn schema(self) -> Value {
        match self {
            Self::Text => json!({"type": "string"}),
            Self::Words => json!({"type": "string", "maxLength": 200}),
            Self::Flag => json!({"type": "boolean"}),
            Self::Count => json!({"type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_i64}),
            Self::Node => json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}),
            Self::Width => json!({"type": "integer", "minimum": 64, "maximum": 4096}),
            Self::Theme => json!({"type": "string", "enum": ["light", "dark", "print"]}),
        }
    }
}

/// The content of a successful answer.
#[derive(Clone, Copy)]
enum Answer {
    /// JSON with the schema of this name.
    Json(&'static str),
    /// Another media type.
    Media(&'static str),
    Empty,
    /// An empty JSON object.
    EmptyObject,
}

const PAGE: &[(&str, Kind, bool)] =
    &[("offset", Kind::Count, false), ("limit", Kind::Count, false), ("q", Kind::Words, false)];
const PART: &[(&str, Kind, bool)] = &[("offset", Kind::Count, false), ("limit", Kind::Count, false)];
const ROWS: &[(&str, Kind, bool)] = &[
    ("offset", Kind::Count, false),
    ("limit", Kind::Count, false),
    ("q", Kind::Words, false),
    ("faulty", Kind::Flag, false),
];
const EXPORT: &[(&str, Kind, bool)] =
    &[("node", Kind::Node, false), ("download", Kind::Flag, false), ("coach", Kind::Flag, false)];
const MOVE: &[(&str, Kind, bool)] = &[("move", Kind::Text, true)];
const SEARCH: &[(&str, Kind, bool)] = &[
    ("fen", Kind::Text, false),
    ("opening", Kind::Words, false),
    ("pattern", Kind::Words, false),
    ("motif", Kind::Words, false),
    ("after", Kind::Words, false),
    ("limit", Kind::Count, false),
];
const PICTURE: &[(&str, Kind, bool)] = &[
    ("node", Kind::Node, false),
    ("download", Kind::Flag, false),
    ("flip", Kind::Flag, false),
    ("pins", Kind::Flag, false),
    ("size", Kind::Width, false),
    ("theme", Kind::Theme, false),
];
const FEN: &[(&str, Kind, bool)] = &[("fen", Kind::Text, true)];
const FEN_AND_MOVE: &[(&str, Kind, bool)] = &[("fen", Kind::Text, true), ("move", Kind::Text, true)];
const NODE: &[(&str, Kind, bool)] = &[("node", Kind::Node, false)];
const NAME: &[(&str, Kind, bool)] = &[("name", Kind::Text, false)];

const fn get(
    path: &'static str,
    summary: &'static str,
    query: &'static [(&'static str, Kind, bool)],
    answer: Answer,
) -> Operation {
    Operation { method: "get", path, summary, query, body: None, statuses: &[200], answer }
}

const fn change(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    body: Option<&'static str>,
) -> Operation {
    let answer = Answer::Json("Change");
    Operation { method, path, summary, query: &[], body, statuses: &[200], answer }
}

const fn delete(path: &'static str, summary: &'static str) -> Operation {
    let answer = Answer::Empty;
    Operation { method: "delete", path, summary, query: &[], body: None, statuses: &[204], answer }
}

const fn post(
    path: &'static str,
    summary: &'static str,
    body: Option<&'static str>,
    statuses: &'static [u16],
    answer: Answer,
) -> Operation {
    Operation { method: "post", path, summary, query: &[], body, statuses, answer }
}

const OPERATIONS: &[Operation] = &[
    get("/about", "Describes the program, its players and limits.", &[], Answer::Json("About")),
    delete("/notices", "Removes the notices about the store."),
    get("/position", "Returns the position of a FEN.", FEN, Answer::Json("FenPosition")),
    get("/why", "Explains a move.", FEN_AND_MOVE, Answer::Json("Why")),
    get("/library", "Lists games and imports, or searches them.", PAGE, Answer::Json("Library")),
    get("/deleted", "Lists deleted games and imports.", PART, Answer::Json("Library")),
    get("/openapi.json", "Returns this document.", &[], Answer::Media("application/json")),
    get("/games", "Lists games.", PAGE, Answer::Json("GameList")),
    post("/games", "Creates a game.", Some("NewGame"), &[201], Answer::Json("Game")),
    get("/games/{id}", "Returns a game with its moves.", &[], Answer::Json("Game")),
    get("/games/{id}/neighbours", "Returns the games before and after.", &[], Answer::Json("Neighbours")),
    change("patch", "/games/{id}", "Changes name, tags or result.", Some("GamePatch")),
    delete("/games/{id}", "Deletes a game; it can be restored for 30 days."),
    post("/games/{id}/restore", "Restores a deleted game.", None, &[200], Answer::Json("Game")),
    change("post", "/games/{id}/moves", "Plays a move after a node.", Some("MoveRequest")),
    change("post", "/games/{id}/take-back", "Moves the head back.", Some("Plies")),
    change("post", "/games/{id}/undo", "Undoes the last change.", None),
    change("post", "/games/{id}/redo", "Redoes the last undone change.", None),
    change("put", "/games/{id}/head", "Continues the game at a node.", Some("Head")),
    get("/games/{id}/nodes/{node}", "Returns a node with its position.", &[], Answer::Json("GameNode")),
    change("patch", "/games/{id}/nodes/{node}", "Sets comment, NAGs and shapes.", Some("Annotation")),
    change("delete", "/games/{id}/nodes/{node}", "Removes a move and all after it.", None),
    change("post", "/games/{id}/nodes/{node}/promote", "Makes a variation the first line.", None),
    change("post", "/games/{id}/nodes/{node}/demote", "Moves a variation down by one.", None),
    change("patch", "/games/{id}/play", "Changes the players, or starts and pauses them.", Some("PlayPatch")),
    change("post", "/games/{id}/play/step", "Lets the computer to move play one move.", None),
    change("post", "/games/{id}/play/draw", "Offers a draw to the computer.", None),
    post("/games/{id}/play/now", "Makes the thinking computer move.", None, &[202], Answer::EmptyObject),
    get("/games/{id}/review", "Returns the pins along a line.", NODE, Answer::Json("LineReview")),
    get("/games/{id}/pgn", "Exports PGN.", EXPORT, Answer::Media("application/x-chess-pgn")),
    get("/games/{id}/fen", "Exports the FEN of a node.", EXPORT, Answer::Media("text/plain")),
    get("/games/{id}/svg", "Draws a node as SVG.", PICTURE, Answer::Media("image/svg+xml")),
    get("/games/{id}/png", "Draws a node as PNG.", PICTURE, Answer::Media("image/png")),
    get("/games/{id}/gif", "Animates the line through a node.", PICTURE, Answer::Media("image/gif")),
    get("/games/{id}/coach", "Returns the progress of the review.", &[], Answer::Json("ReviewStatus")),
    post(
        "/games/{id}/coach",
        "Starts the review of a game.",
        Some("ReviewRequest"),
        &[202],
        Answer::Json("ReviewStatus"),
    ),
    Operation {
        method: "delete",
        path: "/games/{id}/coach",
        summary: "Cancels the review of a game.",
        query: &[],
        body: None,
        statuses: &[200],
        answer: Answer::Json("ReviewStatus"),
    },
    get("/games/{id}/coach/review", "Returns the stored review.", &[], Answer::Json("CoachReview")),
    get("/games/{id}/nodes/{node}/coach", "Judges a move and its pins.", &[], Answer::Json("CoachNode")),
    get("/games/{id}/nodes/{node}/attempt", "Judges a tried move.", MOVE, Answer::Json("CoachAttempt")),
    get("/tree", "Counts the moves of all kept games in a position.", FEN, Answer::Json("KeptTree")),
    get("/search", "Searches all kept games.", SEARCH, Answer::Json("KeptSearch")),
    get("/imports", "Lists imports.", &[], Answer::Json("ImportList")),
    Operation {
        method: "post",
        path: "/imports",
        summary: "Imports a file of games.",
        query: NAME,
        body: Some("PGN"),
        statuses: &[200, 201],
        answer: Answer::Json("Import"),
    },
    get("/imports/{id}", "Returns games of an import.", ROWS, Answer::Json("ImportPage")),
    delete("/imports/{id}", "Deletes an import; it can be restored for 30 days."),
    post("/imports/{id}/restore", "Restores a deleted import.", None, &[200], Answer::Json("ImportHeader")),
    post("/imports/{id}/games/{number}", "Opens a game.", None, &[200, 201], Answer::Json("Game")),
];

/// Returns the document.
pub(crate) fn document() -> Value {
    // Cannot fail: the document has string keys.
    let mut document = serde_json::to_value(pinsight_wire::openapi()).unwrap_or_default();
    document["info"] = json!({
        "title": "Pinsight",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "The server of the web board. The WebSocket at /api/v1/live is described in docs/api.md.",
        "license": {"name": "MIT OR Apache-2.0"},
    });
    document["servers"] = json!([{"url": ROOT}]);
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe();
    }
    document["paths"] = Value::Object(paths);
    document
}

impl Operation {
    fn describe(&self) -> Value {
        let mut described = json!({
            "summary": self.summary,
            "operationId": self.id(),
            "parameters": self.parameters(),
            "responses": self.responses(),
        });
        if let Some(schema) = self.body {
            described["requestBody"] = json!({"required": true, "content": match schema {
                "PGN" => json!({"text/plain": {"schema": {"type": "string"}}}),
                schema => json!({"application/json": {"schema": reference(schema)}}),
            }});
        }
        described
    }

    /// Returns a name: `patch_games_id_nodes_node`.
    fn id(&self) -> String {
        let words = self.path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        std::iter::once(self.method).chain(words).collect::<Vec<_>>().join("_")
    }

    fn parameters(&self) -> Vec<Value> {
        let names = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let in_path = names.map(|name| {
            let (maximum, example) = match name {
                "node" => (i64::from(u32::MAX), 0),
                _ => (9_007_199_254_740_991, 1),
            };
            let schema = json!({"type": "integer", "minimum": 0, "maximum": maximum});
            json!({"name": name, "in": "path", "required": true, "schema": schema, "example": example})
        });
        let in_query = self.query.iter().map(|(name, kind, required)| {
            json!({"name": name, "in": "query", "required": required, "schema": kind.schema()})
        });
        let mut parameters: Vec<Value> = in_path.chain(in_query).collect();
        if self.checks_version() {
            parameters.push(json!({
                "name": "If-Match",
                "in": "header",
                "required": false,
                "description": "The version of the game, in quotation marks; 409 if it has another one.",
                "schema": {"type": "string", "pattern": "^\"[0-9]{1,15}\"$"},
            }));
        }
        parameters
    }

    /// Whether the operation changes a game that exists. A deleted game does not change, and a review is not part of it.
    fn checks_version(&self) -> bool {
        let unversioned = ["/games/{id}/restore", "/games/{id}/coach"];
        self.method != "get" && self.path.starts_with("/games/{id}") && !unversioned.contains(&self.path)
    }

    fn responses(&self) -> Value {
        let content = match self.answer {
            Answer::Json(schema) => json!({"application/json": {"schema": reference(schema)}}),
            Answer::Media(media) => json!({media: {}}),
            Answer::EmptyObject => json!({"application/json": {"schema": {"type": "object"}}}),
            Answer::Empty => Value::Null,
        };
        let mut responses = Map::new();
        for status in self.statuses {
            let mut response = json!({"description": "Success."});
            if !content.is_null() {
                response["content"] = content.clone();
            }
            if *status == 201 {
                response["headers"] =
                    json!({"Location": {"description": "What was created.", "schema": {"type": "string"}}});
            }
            responses.insert(status.to_string(), response);
        }
        let error = json!({"application/json": {"schema": reference("ErrorAnswer")}});
        for (status, description) in ERRORS {
            responses.insert(status.to_string(), json!({"description": description, "content": error}));
        }
        Value::Object(responses)
    }
}

/// The errors of all operations.
const ERRORS: [(u16, &str); 10] = [
    (400, "The request is malformed."),
    (403, "The server is read-only, or the request comes from another site."),
    (404, "It does not exist."),
    (408, "The body took too long."),
    (409, "It is not possible in this state, or the game has another version."),
    (413, "It is too large."),
    (415, "The body has another media type."),
    (422, "The move, FEN, PGN or player is not valid."),
    (500, "An internal error."),
    (503, "The server is busy, or the store cannot be used."),
];

fn reference(schema: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{schema}")})
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{OPERATIONS, document};

    #[test]
    fn the_document_has_all_routes_and_no_others() {
        let router = include_str!("router.rs");
        let api = router.split("Router::new()").nth(1).expect("the routes of the API");
        let mut routed = BTreeSet::new();
        for route in api.split(".route(").skip(1) {
            let path = route.split('"').nth(1).expect("a path");
            let handlers = route.split_once(',').expect("handlers").1;
            for method in ["get", "post", "put", "patch", "delete"] {
                if handlers.contains(&format!("{method}(")) && path != "/live" {
                    routed.insert((path.to_owned(), method.to_owned()));
                }
            }
        }
        let described: BTreeSet<(String, String)> =
            OPERATIONS.iter().map(|each| (each.path.to_owned(), each.method.to_owned())).collect();
        assert_eq!(described, routed);
    }

    #[test]
    fn every_reference_has_a_schema() {
        let document = document();
        let text = document.to_string();
        for reference in text.split("#/components/schemas/").skip(1) {
            let name = reference.split('"').next().expect("a name");
            assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
        }
    }
}
