//! The grammar's node kinds and fields as small numbers, looked up once.

use std::sync::LazyLock;

use tree_sitter::Node;

use crate::children::ChildKind;
use crate::grammar::{Grammar, fields, kinds};

kinds! {
    named {
        AbstractType = "abstract_type", Arguments = "arguments", ArrayExpression = "array_expression",
        ArrayType = "array_type", Assignment = "assignment_expression", AssociatedType = "associated_type",
        AsyncBlock = "async_block", Attribute = "attribute", AttributeItem = "attribute_item",
        Await = "await_expression", BaseFieldInitializer = "base_field_initializer", Binary = "binary_expression",
        Block = "block", BlockComment = "block_comment", Boolean = "boolean_literal",
        BoundedType = "bounded_type", BracketedType = "bracketed_type", Break = "break_expression",
        Call = "call_expression", CapturedPattern = "captured_pattern", Closure = "closure_expression",
        ClosureParameters = "closure_parameters", CompoundAssignment = "compound_assignment_expr",
        ConstBlock = "const_block", ConstItem = "const_item", ConstParameter = "const_parameter",
        Continue = "continue_expression", DeclarationList = "declaration_list", DynamicType = "dynamic_type",
        ElseClause = "else_clause", EmptyStatement = "empty_statement", EnumItem = "enum_item",
        EnumVariant = "enum_variant", EnumVariantList = "enum_variant_list",
        ExpressionStatement = "expression_statement", ExternCrate = "extern_crate_declaration",
        ExternModifier = "extern_modifier", FieldDeclaration = "field_declaration",
        FieldDeclarationList = "field_declaration_list", FieldExpression = "field_expression",
        FieldInitializer = "field_initializer", FieldInitializerList = "field_initializer_list",
        FieldPattern = "field_pattern", For = "for_expression", ForeignMod = "foreign_mod_item",
        FunctionItem = "function_item", FunctionModifiers = "function_modifiers",
        FunctionSignature = "function_signature_item", FunctionType = "function_type", GenBlock = "gen_block",
        GenericFunction = "generic_function", GenericPattern = "generic_pattern", GenericType = "generic_type",
        GenericTypeWithTurbofish = "generic_type_with_turbofish",
        HigherRanked = "higher_ranked_trait_bound", If = "if_expression", ImplItem = "impl_item",
        Index = "index_expression", InnerAttribute = "inner_attribute_item", Label = "label",
        LetChain = "let_chain", LetCondition = "let_condition", Let = "let_declaration", Lifetime = "lifetime",
        LifetimeParameter = "lifetime_parameter", LineComment = "line_comment", Loop = "loop_expression",
        MacroDefinition = "macro_definition", MacroInvocation = "macro_invocation", MacroRule = "macro_rule",
        MatchArm = "match_arm", MatchBlock = "match_block", Match = "match_expression",
        MatchPattern = "match_pattern", ModItem = "mod_item", MutPattern = "mut_pattern",
        NegativeLiteral = "negative_literal", NeverType = "never_type", OrPattern = "or_pattern",
        OrderedFieldDeclarationList = "ordered_field_declaration_list", Parameter = "parameter",
        Parameters = "parameters", Parenthesized = "parenthesized_expression", PointerType = "pointer_type",
        QualifiedType = "qualified_type", Range = "range_expression", RangePattern = "range_pattern",
        RawString = "raw_string_literal", RefPattern = "ref_pattern", ReferenceExpression = "reference_expression",
        ReferencePattern = "reference_pattern", ReferenceType = "reference_type",
        RemainingFieldPattern = "remaining_field_pattern", RemovedTraitBound = "removed_trait_bound",
        Return = "return_expression", ScopedIdentifier = "scoped_identifier",
        ScopedTypeIdentifier = "scoped_type_identifier", ScopedUseList = "scoped_use_list",
        SelfParameter = "self_parameter", ShorthandFieldInitializer = "shorthand_field_initializer",
        SlicePattern = "slice_pattern", SourceFile = "source_file", StaticItem = "static_item",
        String = "string_literal", StructExpression = "struct_expression", StructItem = "struct_item",
        StructPattern = "struct_pattern", TokenBindingPattern = "token_binding_pattern",
        TokenRepetition = "token_repetition", TokenTree = "token_tree",
        TraitBounds = "trait_bounds", TraitItem = "trait_item", TryBlock = "try_block", Try = "try_expression",
        TupleExpression = "tuple_expression", TuplePattern = "tuple_pattern",
        TupleStructPattern = "tuple_struct_pattern", TupleType = "tuple_type", TypeArguments = "type_arguments",
        TypeBinding = "type_binding", TypeCast = "type_cast_expression", TypeItem = "type_item",
        TypeParameter = "type_parameter", TypeParameters = "type_parameters", Unary = "unary_expression",
        UnionItem = "union_item", UnitExpression = "unit_expression", UnitType = "unit_type",
        UnsafeBlock = "unsafe_block", UseAs = "use_as_clause", UseDeclaration = "use_declaration",
        UseList = "use_list", UseWildcard = "use_wildcard", VariadicParameter = "variadic_parameter",
        VisibilityModifier = "visibility_modifier", WhereClause = "where_clause",
        WherePredicate = "where_predicate", While = "while_expression", Yield = "yield_expression",
        Char = "char_literal", Crate = "crate", FieldIdentifier = "field_identifier", Float = "float_literal",
        Identifier = "identifier", Integer = "integer_literal", Metavariable = "metavariable",
        MutableSpecifier = "mutable_specifier", PrimitiveType = "primitive_type", SelfKeyword = "self",
        ShorthandFieldIdentifier = "shorthand_field_identifier", Super = "super",
        TypeIdentifier = "type_identifier",
    }
    tokens or Token {
        Semicolon = ";", ColonColon = "::", Colon = ":", Dot = ".", Bang = "!", Equals = "=", FatArrow = "=>",
        Comma = ",", Quote = "'", Dollar = "$", Hash = "#", Less = "<", Greater = ">", Question = "?",
        AsyncToken = "async", LetToken = "let", FnToken = "fn", StructToken = "struct", EnumToken = "enum",
        ModToken = "mod", TraitToken = "trait", TypeToken = "type", ConstToken = "const", StaticToken = "static",
        UnionToken = "union", AsToken = "as", UseToken = "use", ImplToken = "impl", Pipe = "|",
        IfToken = "if", WhileToken = "while", MatchToken = "match", ForToken = "for", PubToken = "pub",
    }
}

fields! {
    alias = "alias",
    alternative = "alternative",
    argument = "argument",
    arguments = "arguments",
    body = "body",
    bounds = "bounds",
    condition = "condition",
    consequence = "consequence",
    default_type = "default_type",
    element = "element",
    field = "field",
    function = "function",
    left = "left",
    length = "length",
    list = "list",
    macro_name = "macro",
    name = "name",
    operator = "operator",
    parameters = "parameters",
    path = "path",
    pattern = "pattern",
    return_type = "return_type",
    right = "right",
    trait_name = "trait",
    type_arguments = "type_arguments",
    type_node = "type",
    type_parameters = "type_parameters",
    value = "value",
}

static GRAMMAR: LazyLock<Grammar<Kind, Fields>> = LazyLock::new(|| Grammar::of(tree_sitter_rust::LANGUAGE));

/// The grammar's field ids.
pub(super) static FIELDS: LazyLock<&Fields> = LazyLock::new(|| &GRAMMAR.fields);

impl ChildKind for Kind {
    fn of(node: Node<'_>) -> Kind {
        GRAMMAR.kind(node)
    }

    fn is_comment(self) -> bool {
        matches!(self, Kind::LineComment | Kind::BlockComment)
    }

    /// Anonymous tokens stand behind all other kinds.
    fn is_token(self) -> bool {
        self as u16 >= Kind::Token as u16
    }
}

impl Kind {
    /// Whether it defines something or holds definitions.
    pub(super) fn is_item(self) -> bool {
        matches!(
            self,
            Kind::FunctionItem
                | Kind::FunctionSignature
                | Kind::StructItem
                | Kind::UnionItem
                | Kind::EnumItem
                | Kind::TraitItem
                | Kind::ImplItem
                | Kind::ModItem
                | Kind::ForeignMod
                | Kind::ConstItem
                | Kind::StaticItem
                | Kind::TypeItem
                | Kind::AssociatedType
                | Kind::MacroDefinition
                | Kind::UseDeclaration
                | Kind::ExternCrate
        )
    }

    /// Whether it stands only where types stand. `type_identifier` and scoped ones are among them.
    pub(super) fn is_type(self) -> bool {
        matches!(
            self,
            Kind::TypeIdentifier
                | Kind::ScopedTypeIdentifier
                | Kind::GenericType
                | Kind::ReferenceType
                | Kind::PointerType
                | Kind::ArrayType
                | Kind::TupleType
                | Kind::UnitType
                | Kind::FunctionType
                | Kind::AbstractType
                | Kind::DynamicType
                | Kind::BoundedType
                | Kind::HigherRanked
                | Kind::RemovedTraitBound
                | Kind::NeverType
                | Kind::PrimitiveType
                | Kind::BracketedType
        )
    }

    /// Whether it is an expression by its kind alone.
    pub(super) fn is_expression(self) -> bool {
        matches!(
            self,
            Kind::ArrayExpression
                | Kind::Assignment
                | Kind::AsyncBlock
                | Kind::Await
                | Kind::Binary
                | Kind::Block
                | Kind::Boolean
                | Kind::Break
                | Kind::Call
                | Kind::Char
                | Kind::Closure
                | Kind::CompoundAssignment
                | Kind::ConstBlock
                | Kind::Continue
                | Kind::ExpressionStatement
                | Kind::FieldExpression
                | Kind::Float
                | Kind::For
                | Kind::GenBlock
                | Kind::GenericFunction
                | Kind::Identifier
                | Kind::If
                | Kind::Index
                | Kind::Integer
                | Kind::Loop
                | Kind::MacroInvocation
                | Kind::Match
                | Kind::NegativeLiteral
                | Kind::Parenthesized
                | Kind::Range
                | Kind::RawString
                | Kind::ReferenceExpression
                | Kind::Return
                | Kind::ScopedIdentifier
                | Kind::SelfKeyword
                | Kind::String
                | Kind::StructExpression
                | Kind::Try
                | Kind::TryBlock
                | Kind::TupleExpression
                | Kind::TypeCast
                | Kind::Unary
                | Kind::UnitExpression
                | Kind::UnsafeBlock
                | Kind::While
                | Kind::Yield
        )
    }

    /// Whether it stands only where patterns stand.
    pub(super) fn is_pattern(self) -> bool {
        matches!(
            self,
            Kind::TuplePattern
                | Kind::TupleStructPattern
                | Kind::StructPattern
                | Kind::RefPattern
                | Kind::SlicePattern
                | Kind::CapturedPattern
                | Kind::ReferencePattern
                | Kind::RemainingFieldPattern
                | Kind::MutPattern
                | Kind::RangePattern
                | Kind::OrPattern
                | Kind::GenericPattern
        )
    }
}
