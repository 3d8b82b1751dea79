//! `initialize`: opens the trees of the editor's folders, and says what can be asked. Awaits nothing.

use std::path::PathBuf;

use lockstep_facts::PositionEncoding;
use lsp_types::{
    CallHierarchyServerCapability, ClientCapabilities, CodeLensOptions, DeclarationCapability,
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind, FileOperationRegistrationOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, ImplementationProviderCapability,
    InitializeParams, InitializeResult, MarkupKind, OneOf, PositionEncodingKind, SaveOptions,
    SelectionRangeProviderCapability, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TypeDefinitionProviderCapability, Url, WorkspaceFileOperationsServerCapabilities,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Response, Result};

use crate::connection::{ClientSupport, Connection, Editor};
use crate::from_proto;
use crate::navigation::Navigation;

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// `initializationOptions`. What is missing or misspelled has its default: a setting never keeps a server from starting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// `navigation`: `auto`, `on` or `off`. With `off` nothing but lenses is offered.
    pub(crate) navigation: Navigation,
    /// `lens`: whether code lenses are offered.
    pub(crate) lens: bool,
}

impl Options {
    fn of(options: Option<&Value>) -> Options {
        let of = |name: &str| options.and_then(|options| options.get(name));
        let navigation = Navigation::read(of("navigation")).unwrap_or_default();
        Options { navigation, lens: of("lens").and_then(Value::as_bool).unwrap_or(true) }
    }
}

/// Answers `initialize`.
///
/// # Errors
/// What keeps every folder from being served, for the user. A client without a folder is served nothing, which is no error;
/// of several folders those that can be served are.
pub(crate) fn handle(connection: &Connection, params: InitializeParams) -> Result<InitializeResult> {
    let encoding = encoding(&params.capabilities);
    let options = Options::of(params.initialization_options.as_ref());
    let support = support(&params.capabilities);
    connection.introduce(Editor { label: label(&params), pid: params.process_id, encoding, support });
    connection.left.set(options.navigation);
    let mut refusals = Vec::new();
    for folder in folders(&params) {
        refusals.extend(folder.and_then(|folder| connection.open(folder)).err());
    }
    let served = !connection.members.served().is_empty();
    for why in &refusals {
        tracing::warn!("a folder is not served: {why}");
    }
    if let (false, Some(why)) = (served, refusals.into_iter().next()) {
        return Err(refused(why));
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

/// The folders to serve: of `workspaceFolders`, `rootUri` and `rootPath` the first that is given.
fn folders(params: &InitializeParams) -> Vec<std::result::Result<PathBuf, String>> {
    let local = |uri: &Url| from_proto::path(uri).ok_or_else(|| from_proto::no_folder(uri));
    let folders: Vec<_> =
        params.workspace_folders.iter().flatten().map(|folder| local(&folder.uri)).collect();
    if !folders.is_empty() {
        return folders;
    }
    if let Some(uri) = &params.root_uri {
        return vec![local(uri)];
    }
    #[allow(deprecated)] // What the oldest clients send.
    let path = params.root_path.as_deref().filter(|path| !path.is_empty());
    path.map(|path| Ok(PathBuf::from(path))).into_iter().collect()
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
    let workspace = client.workspace.as_ref();
    let lens = workspace.and_then(|workspace| workspace.code_lens.as_ref());
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
        configuration: workspace.and_then(|workspace| workspace.configuration).unwrap_or(false),
    }
}

fn capabilities(encoding: PositionEncoding, options: Options) -> ServerCapabilities {
    let navigation = options.navigation != Navigation::Off;
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
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: navigation.then(file_operations),
        }),
        code_lens_provider: options.lens.then_some(CodeLensOptions { resolve_provider: Some(true) }),
        ..ServerCapabilities::default()
    }
}

/// Of all files in a folder of the editor's.
fn file_operations() -> WorkspaceFileOperationsServerCapabilities {
    let pattern = FileOperationPattern {
        glob: "**/*".to_owned(),
        matches: Some(FileOperationPatternKind::File),
        options: None,
    };
    let filters = vec![FileOperationFilter { scheme: Some("file".to_owned()), pattern }];
    WorkspaceFileOperationsServerCapabilities {
        will_rename: Some(FileOperationRegistrationOptions { filters }),
        ..WorkspaceFileOperationsServerCapabilities::default()
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
    use crate::navigation::Navigation;

    #[test]
    fn options_have_defaults_for_what_is_missing_or_misspelled() {
        let auto = Options { navigation: Navigation::Auto, lens: true };
        for options in
            [json!(null), json!({}), json!({"navigation": "no", "lens": "yes"}), json!([1]), json!("off")]
        {
            assert_eq!(Options::of(Some(&options)), auto, "{options}");
        }
        assert_eq!(Options::of(None), auto);
        let off = Options { navigation: Navigation::Off, lens: true };
        assert_eq!(Options::of(Some(&json!({"navigation": "off"}))), off);
        assert_eq!(Options::of(Some(&json!({"lens": false}))), Options { lens: false, ..auto });
    }
}
