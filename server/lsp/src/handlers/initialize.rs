//! `initialize`: opens the tree of the editor's folder, and says what can be asked. Awaits nothing.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use lockstep_facts::PositionEncoding;
use lockstep_session::{Attach, SessionKind};
use lsp_types::{
    CallHierarchyServerCapability, ClientCapabilities, CodeLensOptions, DeclarationCapability,
    FoldingRangeProviderCapability, HoverProviderCapability, ImplementationProviderCapability,
    InitializeParams, InitializeResult, MarkupKind, OneOf, PositionEncodingKind, SaveOptions,
    SelectionRangeProviderCapability, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TypeDefinitionProviderCapability, Url,
};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Response, Result};

use crate::connection::{Attached, ClientSupport, Connection};
use crate::from_proto;
use crate::to_proto::View;

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// `initializationOptions`. What is missing or misspelled has its default: a setting never keeps a server from starting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// `navigation`: `on` or `off`. Whether definition, references, hover, outlines and workspace symbols are offered. What
    /// is neither counts as `on`: only the client knows what other servers it has, so nothing is decided for it here.
    pub(crate) navigation: bool,
    /// `lens`: whether code lenses are offered.
    pub(crate) lens: bool,
}

impl Options {
    fn of(options: Option<&Value>) -> Options {
        let navigation = options.and_then(|options| options.get("navigation"));
        let off =
            navigation.is_some_and(|value| value.as_str() == Some("off") || value.as_bool() == Some(false));
        let lens = options.and_then(|options| options.get("lens")).and_then(Value::as_bool).unwrap_or(true);
        Options { navigation: !off, lens }
    }
}

/// Answers `initialize`.
///
/// # Errors
/// What keeps the folder from being served, for the user. A client without a folder is served nothing, which is no error.
pub(crate) fn handle(connection: &Connection, params: InitializeParams) -> Result<InitializeResult> {
    let encoding = encoding(&params.capabilities);
    let options = Options::of(params.initialization_options.as_ref());
    let folder = folder(&params).map_err(refused)?;
    let served = folder.is_some();
    if let Some(folder) = folder {
        let attach = Attach {
            kind: SessionKind::Editor,
            label: label(&params),
            pid: params.process_id,
            folder: folder.clone(),
        };
        let session = connection.opener.open(&folder, attach).map_err(refused)?;
        let view = View::new(session.id(), encoding, session.tree().root().to_path_buf());
        connection.attach(Attached {
            session,
            view,
            host: connection.opener.host(),
            client: support(&params.capabilities),
            waits: connection.opener.waits(),
            lenses_given: AtomicBool::new(false),
            since: Instant::now(),
        });
    }
    Ok(InitializeResult {
        capabilities: if served { capabilities(encoding, options) } else { ServerCapabilities::default() },
        server_info: Some(ServerInfo {
            name: "lockstep".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    })
}

fn refused(message: String) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into(),
        data: Some(serde_json::json!({ "retry": false })),
    }
}

/// The one folder to serve: of `workspaceFolders`, `rootUri` and `rootPath` the first that is given.
fn folder(params: &InitializeParams) -> std::result::Result<Option<PathBuf>, String> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in params.workspace_folders.iter().flatten() {
        let path = local(&folder.uri)?;
        if !folders.contains(&path) {
            folders.push(path);
        }
    }
    match folders.as_slice() {
        [] => {}
        [folder] => return Ok(Some(folder.clone())),
        several => {
            let list: Vec<String> = several.iter().map(|folder| folder.display().to_string()).collect();
            return Err(format!(
                "Lockstep serves one folder per editor session for now; this session has {}: {}. Open each in a session \
                 of its own, or open the one folder that holds them all.",
                list.len(),
                list.join(", ")
            ));
        }
    }
    if let Some(uri) = &params.root_uri {
        return local(uri).map(Some);
    }
    #[allow(deprecated)] // What the oldest clients send.
    let path = params.root_path.as_deref().filter(|path| !path.is_empty());
    Ok(path.map(PathBuf::from))
}

fn local(uri: &Url) -> std::result::Result<PathBuf, String> {
    from_proto::path(uri)
        .ok_or_else(|| format!("{uri}: only folders on this machine (`file:` URIs) can be served"))
}

fn label(params: &InitializeParams) -> String {
    match &params.client_info {
        Some(info) => match &info.version {
            Some(version) => format!("{} {version}", info.name),
            None => info.name.clone(),
        },
        None => "editor".to_owned(),
    }
}

/// UTF-8 if the client offers it, which spares both sides the counting; else the protocol's default.
fn encoding(client: &ClientCapabilities) -> PositionEncoding {
    let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_ref());
    if offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
        PositionEncoding::Utf8
    } else {
        PositionEncoding::Utf16
    }
}

fn support(client: &ClientCapabilities) -> ClientSupport {
    let document = client.text_document.as_ref();
    let symbols = document.and_then(|document| document.document_symbol.as_ref());
    let formats =
        document.and_then(|document| document.hover.as_ref()).and_then(|hover| hover.content_format.as_ref());
    let lens = client.workspace.as_ref().and_then(|workspace| workspace.code_lens.as_ref());
    ClientSupport {
        hierarchical_symbols: symbols
            .and_then(|symbols| symbols.hierarchical_document_symbol_support)
            .unwrap_or(false),
        markdown: formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
        lens_refresh: lens.and_then(|lens| lens.refresh_support).unwrap_or(false),
        progress: client.window.as_ref().and_then(|window| window.work_done_progress).unwrap_or(false),
        folding_limit: document
            .and_then(|document| document.folding_range.as_ref())
            .and_then(|folding| folding.range_limit),
    }
}

fn capabilities(encoding: PositionEncoding, options: Options) -> ServerCapabilities {
    let navigation = options.navigation;
    ServerCapabilities {
        position_encoding: Some(match encoding {
            PositionEncoding::Utf8 => PositionEncodingKind::UTF8,
            PositionEncoding::Utf16 => PositionEncodingKind::UTF16,
            PositionEncoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        definition_provider: navigation.then_some(OneOf::Left(true)),
        declaration_provider: navigation.then_some(DeclarationCapability::Simple(true)),
        type_definition_provider: navigation.then_some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: navigation.then_some(ImplementationProviderCapability::Simple(true)),
        call_hierarchy_provider: navigation.then_some(CallHierarchyServerCapability::Simple(true)),
        document_highlight_provider: navigation.then_some(OneOf::Left(true)),
        folding_range_provider: navigation.then_some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: navigation.then_some(SelectionRangeProviderCapability::Simple(true)),
        references_provider: navigation.then_some(OneOf::Left(true)),
        hover_provider: navigation.then_some(HoverProviderCapability::Simple(true)),
        document_symbol_provider: navigation.then_some(OneOf::Left(true)),
        workspace_symbol_provider: navigation.then_some(OneOf::Left(true)),
        code_lens_provider: options.lens.then_some(CodeLensOptions { resolve_provider: Some(true) }),
        ..ServerCapabilities::default()
    }
}

/// The answer to `initialize` with the capability that this version of the protocol's types has no field for.
pub(crate) fn with_type_hierarchy(response: Response) -> Response {
    let (id, mut body) = response.into_parts();
    if let Ok(result) = &mut body
        && let Some(capabilities) = result.get_mut("capabilities").and_then(Value::as_object_mut)
        && capabilities.contains_key("callHierarchyProvider")
    {
        capabilities.insert("typeHierarchyProvider".to_owned(), Value::Bool(true));
    }
    Response::from_parts(id, body)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Options;

    #[test]
    fn options_have_defaults_for_what_is_missing_or_misspelled() {
        let on = Options { navigation: true, lens: true };
        for options in
            [json!(null), json!({}), json!({"navigation": "auto", "lens": "yes"}), json!([1]), json!("off")]
        {
            assert_eq!(Options::of(Some(&options)), on, "{options}");
        }
        assert_eq!(Options::of(None), on);
        assert_eq!(
            Options::of(Some(&json!({"navigation": "off"}))),
            Options { navigation: false, lens: true }
        );
        assert_eq!(Options::of(Some(&json!({"lens": false}))), Options { navigation: true, lens: false });
    }
}
