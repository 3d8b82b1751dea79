//! Product words, as the protocol says them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use lockstep_facts::{LinePosition, PositionEncoding, SymbolKind, TextRange};
use lockstep_session::ide::{FileId, FilePosition, Place, SessionId, Snapshot, SymbolInfo};
use lsp_types::{CallHierarchyItem, Location, Position, Range, TypeHierarchyItem, Url};

use crate::meant;

/// How answers are spelled for one editor. Values only: questions take a clone of it with them to other threads.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Who asks.
    pub(crate) session: SessionId,
    /// How columns count.
    pub(crate) encoding: PositionEncoding,
    root: PathBuf,
    // By path from the root: the URI under which the editor opened the file.
    spelled: Arc<Mutex<HashMap<String, Url>>>,
    // What the last question was answered from, if that was not what all see.
    own: Arc<Mutex<Option<Arc<Snapshot>>>>,
}

impl View {
    pub(crate) fn new(session: SessionId, encoding: PositionEncoding, root: PathBuf) -> View {
        View { session, encoding, root, spelled: Arc::default(), own: Arc::default() }
    }

    /// The editor opened the file at `relative` as `uri`: answers say it so from now on.
    pub(crate) fn spell(&self, relative: String, uri: Url) {
        self.spelled.lock().unwrap_or_else(PoisonError::into_inner).insert(relative, uri);
    }

    /// The snapshot in which the editor's own texts count, where it has one that another editor has differently. It is kept
    /// for the questions that follow.
    pub(crate) fn own(&self, snapshot: &Snapshot) -> Option<Arc<Snapshot>> {
        let mut kept = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = kept.as_ref().filter(|own| own.revision() == snapshot.revision()) {
            return Some(Arc::clone(own));
        }
        *kept = snapshot.seen_by(self.session, kept.as_deref()).map(Arc::new);
        kept.clone()
    }

    /// The place in the file at `path` that the editor points to.
    pub(crate) fn at(&self, snapshot: &Snapshot, path: &str, position: LinePosition) -> Option<FilePosition> {
        let file = snapshot.file(path)?;
        Some(FilePosition { file, offset: snapshot.offset(file, position, self.encoding) })
    }

    /// A file's URI.
    pub(crate) fn uri(&self, snapshot: &Snapshot, file: FileId) -> Option<Url> {
        let path = snapshot.path(file);
        let spelled = self.spelled.lock().unwrap_or_else(PoisonError::into_inner);
        match spelled.get(path.as_str()) {
            Some(uri) => Some(uri.clone()),
            None => Url::from_file_path(self.root.join(path.as_str())).ok(),
        }
    }

    /// A range of bytes as lines and columns.
    pub(crate) fn range(&self, snapshot: &Snapshot, file: FileId, range: TextRange) -> Range {
        let position = |offset| {
            let position = snapshot.position(file, offset, self.encoding);
            Position { line: position.line, character: position.column }
        };
        Range { start: position(range.start), end: position(range.end) }
    }

    /// A place, if its file has a URI.
    pub(crate) fn location(&self, snapshot: &Snapshot, place: Place) -> Option<Location> {
        let range = self.range(snapshot, place.file, place.range);
        Some(Location { uri: self.uri(snapshot, place.file)?, range })
    }

    /// Places in the order of the answer.
    pub(crate) fn listed(&self, snapshot: &Snapshot, places: Vec<Place>) -> Vec<Location> {
        places.into_iter().filter_map(|place| self.location(snapshot, place)).collect()
    }

    /// Places in order of path and place, without doubles.
    pub(crate) fn locations(&self, snapshot: &Snapshot, mut places: Vec<Place>) -> Vec<Location> {
        places.sort_by_key(|place| (snapshot.path(place.file).as_str(), place.range.start, place.range.end));
        places.dedup();
        self.listed(snapshot, places)
    }
}

/// A symbol as an item of a call hierarchy, if its file has a URI.
pub(crate) fn call_item(view: &View, snapshot: &Snapshot, symbol: &SymbolInfo) -> Option<CallHierarchyItem> {
    let HierarchyItem { name, detail, uri, range, selection_range } = hierarchy_item(view, snapshot, symbol)?;
    let (kind, data) = (symbol_kind(symbol.kind), meant::data_of(&symbol.path));
    Some(CallHierarchyItem { name, kind, tags: None, detail, uri, range, selection_range, data })
}

/// The same of a type hierarchy.
pub(crate) fn type_item(view: &View, snapshot: &Snapshot, symbol: &SymbolInfo) -> Option<TypeHierarchyItem> {
    let HierarchyItem { name, detail, uri, range, selection_range } = hierarchy_item(view, snapshot, symbol)?;
    let (kind, data) = (symbol_kind(symbol.kind), meant::data_of(&symbol.path));
    Some(TypeHierarchyItem { name, kind, tags: None, detail, uri, range, selection_range, data })
}

struct HierarchyItem {
    name: String,
    detail: Option<String>,
    uri: Url,
    range: Range,
    selection_range: Range,
}

fn hierarchy_item(view: &View, snapshot: &Snapshot, symbol: &SymbolInfo) -> Option<HierarchyItem> {
    let selection = view.location(snapshot, Place { file: symbol.file, range: symbol.name_range })?;
    let path = snapshot.path(symbol.file);
    let detail = match symbol.container {
        Some(container) => format!("{container} in {path}"),
        None => path.to_string(),
    };
    Some(HierarchyItem {
        name: shown_name(symbol),
        detail: Some(detail),
        uri: selection.uri,
        range: around(view.range(snapshot, symbol.file, symbol.full_range), selection.range),
        selection_range: selection.range,
    })
}

/// The smallest range that holds both: clients refuse an item whose name stands outside of it.
pub(crate) fn around(full: Range, name: Range) -> Range {
    Range { start: full.start.min(name.start), end: full.end.max(name.end) }
}

/// Never empty: clients refuse empty names.
pub(crate) fn shown_name(symbol: &SymbolInfo) -> String {
    let name = symbol.name.as_str();
    if name.trim().is_empty() { format!("({})", symbol.kind) } else { name.to_owned() }
}

/// The protocol's nearest kind.
pub(crate) fn symbol_kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Module => lsp_types::SymbolKind::MODULE,
        SymbolKind::Class => lsp_types::SymbolKind::CLASS,
        SymbolKind::Struct => lsp_types::SymbolKind::STRUCT,
        SymbolKind::Enum => lsp_types::SymbolKind::ENUM,
        SymbolKind::EnumMember => lsp_types::SymbolKind::ENUM_MEMBER,
        SymbolKind::Interface | SymbolKind::Trait => lsp_types::SymbolKind::INTERFACE,
        SymbolKind::TypeAlias => lsp_types::SymbolKind::TYPE_PARAMETER,
        SymbolKind::Function | SymbolKind::Macro => lsp_types::SymbolKind::FUNCTION,
        SymbolKind::Method => lsp_types::SymbolKind::METHOD,
        SymbolKind::Constructor => lsp_types::SymbolKind::CONSTRUCTOR,
        SymbolKind::Field => lsp_types::SymbolKind::FIELD,
        SymbolKind::Property => lsp_types::SymbolKind::PROPERTY,
        SymbolKind::Constant => lsp_types::SymbolKind::CONSTANT,
        SymbolKind::Variable => lsp_types::SymbolKind::VARIABLE,
    }
}
