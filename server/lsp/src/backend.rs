//! Submit before you await.
//!
//! tower-lsp polls handlers concurrently, so whatever a handler does after its first await happens in no order at all. That
//! is why no document notification has a handler here: `watch` submits it while it is being read (see
//! `handlers/documents.rs`), and gives each request the ticket of its place on the wire. Every method below is one line that
//! hands over to `handlers/`, and each of those only reads.

use std::sync::Arc;

use lsp_types::request::{
    GotoDeclarationParams, GotoDeclarationResponse, GotoImplementationParams, GotoImplementationResponse,
    GotoTypeDefinitionParams, GotoTypeDefinitionResponse,
};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, CodeLens,
    CodeLensParams, DocumentHighlight, DocumentHighlightParams, DocumentSymbolParams, DocumentSymbolResponse,
    FoldingRange, FoldingRangeParams, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams,
    InitializeParams, InitializeResult, Location, ReferenceParams, RenameFilesParams, SelectionRange,
    SelectionRangeParams, SymbolInformation, TypeHierarchyItem, TypeHierarchyPrepareParams,
    TypeHierarchySubtypesParams, TypeHierarchySupertypesParams, WorkspaceEdit, WorkspaceSymbolParams,
};
use tower_lsp::jsonrpc::Result;
use tower_lsp::{Client, LanguageServer};

use crate::connection::Connection;
use crate::gate::Gate;
use crate::handlers::{
    code_lens, code_lens_resolve, declaration, definition, document_highlight, document_symbol,
    folding_range, hover, implementation, incoming_calls, initialize, outgoing_calls, prepare_call_hierarchy,
    prepare_type_hierarchy, references, revision, selection_range, subtypes, supertypes, type_definition,
    will_rename_files, workspace_symbol,
};
use crate::{Opener, from_proto};

/// The list of what an editor can ask.
pub(crate) struct Backend {
    /// Shared with `watch`.
    pub(crate) connection: Arc<Connection>,
}

impl Backend {
    pub(crate) fn new(client: Client, opener: Arc<dyn Opener>, gate: Arc<Gate>) -> Backend {
        Backend { connection: Arc::new(Connection::new(client, opener, gate)) }
    }

    /// `lockstep/revision`.
    pub(crate) async fn revision(
        &self,
        params: revision::RevisionParams,
    ) -> Result<Option<revision::RevisionResult>> {
        revision::handle(&self.connection.asked(), &self.connection.gate, params).await
    }
}

/// Hands a request to its handler with the tree of the document it is about, and the ticket; outside of every tree there is
/// nothing to answer.
macro_rules! hand_over {
    ($backend:ident, $handler:ident, $params:ident, $($document:ident).+) => {{
        let tickets = $backend.connection.asked();
        match from_proto::path(&$params.$($document).+.uri).as_deref().and_then(|path| tickets.of(path)) {
            Some((attached, ticket)) => $handler::handle(attached, ticket, $params).await,
            None => Ok(None),
        }
    }};
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        initialize::handle(&self.connection, params)
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        hand_over!(self, definition, params, text_document_position_params.text_document)
    }

    async fn goto_declaration(
        &self,
        params: GotoDeclarationParams,
    ) -> Result<Option<GotoDeclarationResponse>> {
        hand_over!(self, declaration, params, text_document_position_params.text_document)
    }

    async fn goto_type_definition(
        &self,
        params: GotoTypeDefinitionParams,
    ) -> Result<Option<GotoTypeDefinitionResponse>> {
        hand_over!(self, type_definition, params, text_document_position_params.text_document)
    }

    async fn goto_implementation(
        &self,
        params: GotoImplementationParams,
    ) -> Result<Option<GotoImplementationResponse>> {
        hand_over!(self, implementation, params, text_document_position_params.text_document)
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        hand_over!(self, prepare_call_hierarchy, params, text_document_position_params.text_document)
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        hand_over!(self, incoming_calls, params, item)
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        hand_over!(self, outgoing_calls, params, item)
    }

    async fn prepare_type_hierarchy(
        &self,
        params: TypeHierarchyPrepareParams,
    ) -> Result<Option<Vec<TypeHierarchyItem>>> {
        hand_over!(self, prepare_type_hierarchy, params, text_document_position_params.text_document)
    }

    async fn supertypes(
        &self,
        params: TypeHierarchySupertypesParams,
    ) -> Result<Option<Vec<TypeHierarchyItem>>> {
        hand_over!(self, supertypes, params, item)
    }

    async fn subtypes(&self, params: TypeHierarchySubtypesParams) -> Result<Option<Vec<TypeHierarchyItem>>> {
        hand_over!(self, subtypes, params, item)
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        hand_over!(self, document_highlight, params, text_document_position_params.text_document)
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        hand_over!(self, folding_range, params, text_document)
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        hand_over!(self, selection_range, params, text_document)
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        hand_over!(self, references, params, text_document_position.text_document)
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        hand_over!(self, hover, params, text_document_position_params.text_document)
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        hand_over!(self, document_symbol, params, text_document)
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        workspace_symbol::handle(&self.connection.asked(), params).await
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        will_rename_files::handle(&self.connection, &self.connection.asked(), params.files).await;
        Ok(None)
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        hand_over!(self, code_lens, params, text_document)
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        let tickets = self.connection.asked();
        let data = code_lens_resolve::LensData::of(&lens)?;
        match from_proto::path(&data.uri).as_deref().and_then(|path| tickets.of(path)) {
            Some((attached, ticket)) => code_lens_resolve::handle(attached, ticket, lens, data).await,
            None => Ok(lens),
        }
    }
}
