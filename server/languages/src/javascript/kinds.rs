//! The node kinds, tokens and fields of the three grammars by number: looked up once, compared as integers.

use std::sync::LazyLock;

use crate::grammar::{fields, kinds};
use lockstep_facts::Language;

kinds! {
    named {
        AbstractClassDeclaration = "abstract_class_declaration",
        AbstractMethodSignature = "abstract_method_signature",
        AccessibilityModifier = "accessibility_modifier",
        AmbientDeclaration = "ambient_declaration",
        Arguments = "arguments",
        Array = "array",
        ArrayPattern = "array_pattern",
        ArrayType = "array_type",
        ArrowFunction = "arrow_function",
        AsExpression = "as_expression",
        Asserts = "asserts",
        AssertsAnnotation = "asserts_annotation",
        AssignmentExpression = "assignment_expression",
        AssignmentPattern = "assignment_pattern",
        AugmentedAssignmentExpression = "augmented_assignment_expression",
        AwaitExpression = "await_expression",
        BinaryExpression = "binary_expression",
        BreakStatement = "break_statement",
        CallExpression = "call_expression",
        CallSignature = "call_signature",
        CatchClause = "catch_clause",
        Class = "class",
        ClassBody = "class_body",
        ClassDeclaration = "class_declaration",
        ClassHeritage = "class_heritage",
        ClassStaticBlock = "class_static_block",
        Comment = "comment",
        ComputedPropertyName = "computed_property_name",
        ConditionalType = "conditional_type",
        Constraint = "constraint",
        ConstructSignature = "construct_signature",
        ConstructorType = "constructor_type",
        ContinueStatement = "continue_statement",
        DebuggerStatement = "debugger_statement",
        Decorator = "decorator",
        DefaultType = "default_type",
        DoStatement = "do_statement",
        ElseClause = "else_clause",
        EmptyStatement = "empty_statement",
        EnumAssignment = "enum_assignment",
        EnumBody = "enum_body",
        EnumDeclaration = "enum_declaration",
        ExportClause = "export_clause",
        ExportSpecifier = "export_specifier",
        ExportStatement = "export_statement",
        ExpressionStatement = "expression_statement",
        ExtendsClause = "extends_clause",
        ExtendsTypeClause = "extends_type_clause",
        False = "false",
        FieldDefinition = "field_definition",
        FinallyClause = "finally_clause",
        ForInStatement = "for_in_statement",
        ForStatement = "for_statement",
        FormalParameters = "formal_parameters",
        FunctionDeclaration = "function_declaration",
        FunctionExpression = "function_expression",
        FunctionSignature = "function_signature",
        FunctionType = "function_type",
        GeneratorFunction = "generator_function",
        GeneratorFunctionDeclaration = "generator_function_declaration",
        GenericType = "generic_type",
        Identifier = "identifier",
        IfStatement = "if_statement",
        ImplementsClause = "implements_clause",
        Import = "import",
        ImportAlias = "import_alias",
        ImportClause = "import_clause",
        ImportRequireClause = "import_require_clause",
        ImportSpecifier = "import_specifier",
        ImportStatement = "import_statement",
        IndexSignature = "index_signature",
        IndexTypeQuery = "index_type_query",
        InferType = "infer_type",
        InstantiationExpression = "instantiation_expression",
        InterfaceBody = "interface_body",
        InterfaceDeclaration = "interface_declaration",
        InternalModule = "internal_module",
        IntersectionType = "intersection_type",
        JsxAttribute = "jsx_attribute",
        JsxClosingElement = "jsx_closing_element",
        JsxElement = "jsx_element",
        JsxExpression = "jsx_expression",
        JsxNamespaceName = "jsx_namespace_name",
        JsxOpeningElement = "jsx_opening_element",
        JsxSelfClosingElement = "jsx_self_closing_element",
        LabeledStatement = "labeled_statement",
        LexicalDeclaration = "lexical_declaration",
        LiteralType = "literal_type",
        LookupType = "lookup_type",
        MappedTypeClause = "mapped_type_clause",
        MemberExpression = "member_expression",
        MetaProperty = "meta_property",
        MethodDefinition = "method_definition",
        MethodSignature = "method_signature",
        Module = "module",
        NamedImports = "named_imports",
        NamespaceExport = "namespace_export",
        NamespaceImport = "namespace_import",
        NestedIdentifier = "nested_identifier",
        NestedTypeIdentifier = "nested_type_identifier",
        NewExpression = "new_expression",
        NonNullExpression = "non_null_expression",
        Null = "null",
        Number = "number",
        Object = "object",
        ObjectAssignmentPattern = "object_assignment_pattern",
        ObjectPattern = "object_pattern",
        ObjectType = "object_type",
        OptionalParameter = "optional_parameter",
        OptionalType = "optional_type",
        OverrideModifier = "override_modifier",
        Pair = "pair",
        PairPattern = "pair_pattern",
        ParenthesizedExpression = "parenthesized_expression",
        ParenthesizedType = "parenthesized_type",
        PredefinedType = "predefined_type",
        PrivatePropertyIdentifier = "private_property_identifier",
        Program = "program",
        PropertyIdentifier = "property_identifier",
        PropertySignature = "property_signature",
        PublicFieldDefinition = "public_field_definition",
        ReadonlyType = "readonly_type",
        Regex = "regex",
        RequiredParameter = "required_parameter",
        RestPattern = "rest_pattern",
        RestType = "rest_type",
        ReturnStatement = "return_statement",
        SatisfiesExpression = "satisfies_expression",
        SequenceExpression = "sequence_expression",
        ShorthandPropertyIdentifier = "shorthand_property_identifier",
        ShorthandPropertyIdentifierPattern = "shorthand_property_identifier_pattern",
        SpreadElement = "spread_element",
        StatementBlock = "statement_block",
        String = "string",
        SubscriptExpression = "subscript_expression",
        Super = "super",
        SwitchBody = "switch_body",
        SwitchCase = "switch_case",
        SwitchDefault = "switch_default",
        SwitchStatement = "switch_statement",
        TemplateLiteralType = "template_literal_type",
        TemplateString = "template_string",
        TemplateSubstitution = "template_substitution",
        TemplateType = "template_type",
        TernaryExpression = "ternary_expression",
        This = "this",
        ThisType = "this_type",
        ThrowStatement = "throw_statement",
        True = "true",
        TryStatement = "try_statement",
        TupleType = "tuple_type",
        TypeAliasDeclaration = "type_alias_declaration",
        TypeAnnotation = "type_annotation",
        TypeArguments = "type_arguments",
        TypeAssertion = "type_assertion",
        TypeIdentifier = "type_identifier",
        TypeParameter = "type_parameter",
        TypeParameters = "type_parameters",
        TypePredicate = "type_predicate",
        TypePredicateAnnotation = "type_predicate_annotation",
        TypeQuery = "type_query",
        UnaryExpression = "unary_expression",
        Undefined = "undefined",
        UnionType = "union_type",
        UpdateExpression = "update_expression",
        UsingDeclaration = "using_declaration",
        VariableDeclaration = "variable_declaration",
        VariableDeclarator = "variable_declarator",
        WhileStatement = "while_statement",
        WithStatement = "with_statement",
        YieldExpression = "yield_expression",
    }
    tokens {
        TokenAbstract = "abstract",
        TokenAssign = "=",
        TokenAsync = "async",
        TokenAwait = "await",
        TokenComma = ",",
        TokenConst = "const",
        TokenDefault = "default",
        TokenGet = "get",
        TokenGlobal = "global",
        TokenIn = "in",
        TokenModule = "module",
        TokenQuestion = "?",
        TokenReadonly = "readonly",
        TokenSet = "set",
        TokenStar = "*",
        TokenStatic = "static",
        TokenStaticGet = "static get",
        TokenVar = "var",
    }
}

impl Kind {
    /// Whether a node of this kind is a statement, a declaration among them.
    pub(super) fn is_statement(self) -> bool {
        matches!(
            self,
            Kind::AbstractClassDeclaration
                | Kind::AmbientDeclaration
                | Kind::BreakStatement
                | Kind::ClassDeclaration
                | Kind::ContinueStatement
                | Kind::DebuggerStatement
                | Kind::DoStatement
                | Kind::ElseClause
                | Kind::EmptyStatement
                | Kind::EnumDeclaration
                | Kind::ExportStatement
                | Kind::ExpressionStatement
                | Kind::ForInStatement
                | Kind::ForStatement
                | Kind::FunctionDeclaration
                | Kind::FunctionSignature
                | Kind::GeneratorFunctionDeclaration
                | Kind::IfStatement
                | Kind::ImportAlias
                | Kind::ImportStatement
                | Kind::InterfaceDeclaration
                | Kind::InternalModule
                | Kind::LabeledStatement
                | Kind::LexicalDeclaration
                | Kind::Module
                | Kind::ReturnStatement
                | Kind::StatementBlock
                | Kind::SwitchStatement
                | Kind::ThrowStatement
                | Kind::TryStatement
                | Kind::TypeAliasDeclaration
                | Kind::UsingDeclaration
                | Kind::VariableDeclaration
                | Kind::WhileStatement
                | Kind::WithStatement
        )
    }

    /// Whether a node of this kind stands only where a type stands.
    pub(super) fn is_type(self) -> bool {
        matches!(
            self,
            Kind::ArrayType
                | Kind::Asserts
                | Kind::ConditionalType
                | Kind::ConstructorType
                | Kind::FunctionType
                | Kind::GenericType
                | Kind::IndexTypeQuery
                | Kind::InferType
                | Kind::InterfaceBody
                | Kind::IntersectionType
                | Kind::LiteralType
                | Kind::LookupType
                | Kind::NestedTypeIdentifier
                | Kind::ObjectType
                | Kind::OptionalType
                | Kind::ParenthesizedType
                | Kind::PredefinedType
                | Kind::ReadonlyType
                | Kind::RestType
                | Kind::TemplateLiteralType
                | Kind::ThisType
                | Kind::TupleType
                | Kind::TypeIdentifier
                | Kind::TypePredicate
                | Kind::TypeQuery
                | Kind::UnionType
        )
    }

    /// Whether nodes of this kind are walked by field, so that errors among their children are walked apart.
    pub(super) fn is_walked_by_field(self) -> bool {
        matches!(
            self,
            Kind::AbstractClassDeclaration
                | Kind::ArrowFunction
                | Kind::AssignmentExpression
                | Kind::AugmentedAssignmentExpression
                | Kind::BinaryExpression
                | Kind::CallExpression
                | Kind::Class
                | Kind::ClassDeclaration
                | Kind::EnumDeclaration
                | Kind::ForInStatement
                | Kind::FunctionDeclaration
                | Kind::FunctionExpression
                | Kind::InterfaceDeclaration
                | Kind::InternalModule
                | Kind::LabeledStatement
                | Kind::MemberExpression
                | Kind::Module
                | Kind::NewExpression
                | Kind::SubscriptExpression
                | Kind::SwitchStatement
                | Kind::TernaryExpression
                | Kind::TypeAliasDeclaration
                | Kind::UnaryExpression
                | Kind::UpdateExpression
        )
    }

    /// Whether a value of this kind is a function written in place.
    pub(super) fn is_function(self) -> bool {
        matches!(self, Kind::ArrowFunction | Kind::FunctionExpression | Kind::GeneratorFunction)
    }
}

fields! {
    alias = "alias",
    alternative = "alternative",
    argument = "argument",
    arguments = "arguments",
    body = "body",
    condition = "condition",
    consequence = "consequence",
    constraint = "constraint",
    constructor = "constructor",
    declaration = "declaration",
    function = "function",
    index = "index",
    index_type = "index_type",
    key = "key",
    kind = "kind",
    left = "left",
    module = "module",
    name = "name",
    object = "object",
    operator = "operator",
    parameter = "parameter",
    parameters = "parameters",
    pattern = "pattern",
    property = "property",
    return_type = "return_type",
    right = "right",
    source = "source",
    annotation = "type",
    type_arguments = "type_arguments",
    type_parameters = "type_parameters",
    value = "value",
}

/// The numbers of one grammar.
pub(super) type Grammar = crate::grammar::Grammar<Kind, Fields>;

static TYPESCRIPT: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::of(tree_sitter_typescript::LANGUAGE_TYPESCRIPT));
static TSX: LazyLock<Grammar> = LazyLock::new(|| Grammar::of(tree_sitter_typescript::LANGUAGE_TSX));
static JAVASCRIPT: LazyLock<Grammar> = LazyLock::new(|| Grammar::of(tree_sitter_javascript::LANGUAGE));

/// The numbers of the grammar that `language` is parsed with.
pub(super) fn grammar(language: Language) -> &'static Grammar {
    match language {
        Language::Tsx => &TSX,
        Language::JavaScript => &JAVASCRIPT,
        _ => &TYPESCRIPT,
    }
}
