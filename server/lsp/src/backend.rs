//! Submit before you await.
//!
//! tower-lsp polls handlers concurrently, so whatever a handler does after its first await happens in no order at all. That
//! is why no document notification has a handler here: `watch` submits it while it is being read (see
//! `handlers/documents.rs`), and gives each request the ticket of its place on the wire. Every method below is one line that
//! hands over to `handlers/`, and each of those only reads.

use std::sync::Arc;

use lsp_types::{
    CodeLens, CodeLensParams, DocumentSymbolParams, DocumentSymbolResponse, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InitializeParams, InitializeResult, Location,
    ReferenceParams, SymbolInformation, WorkspaceSymbolParams,
};
use tower_lsp::jsonrpc::Result;
use tower_lsp::{Client, LanguageServer};

use crate::Opener;
use crate::connection::Connection;
use crate::gate::Gate;
use crate::handlers::{
    code_lens, code_lens_resolve, definition, document_symbol, hover, initialize, references, revision,
    workspace_symbol,
};

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
        let Some((attached, ticket)) = self.connection.asked() else { return Ok(None) };
        revision::handle(attached, &self.connection.gate, ticket, params).await
    }
}

/// Hands a request to its handler with the session and the ticket; without a session there is nothing to answer.
macro_rules! hand_over {
    ($backend:ident, $handler:ident, $params:ident) => {
        match $backend.connection.asked() {
            Some((attached, ticket)) => $handler::handle(attached, ticket, $params).await,
            None => Ok(None),
        }
    };
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
        hand_over!(self, definition, params)
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        hand_over!(self, references, params)
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        hand_over!(self, hover, params)
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        hand_over!(self, document_symbol, params)
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        hand_over!(self, workspace_symbol, params)
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        hand_over!(self, code_lens, params)
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        match self.connection.asked() {
            Some((attached, ticket)) => code_lens_resolve::handle(attached, ticket, lens).await,
            None => Ok(lens),
        }
    }
}
