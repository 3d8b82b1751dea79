//! The grammar's node kinds and fields by number: looked up once, compared as integers.

use std::sync::LazyLock;

use tree_sitter::Node;

use crate::grammar::{Grammar, fields, kinds};

kinds! {
    named {
        AliasedImport = "aliased_import",
        ArgumentList = "argument_list",
        AsPattern = "as_pattern",
        AsPatternTarget = "as_pattern_target",
        Assert = "assert_statement",
        Assignment = "assignment",
        Attribute = "attribute",
        AugmentedAssignment = "augmented_assignment",
        Await = "await",
        BinaryOperator = "binary_operator",
        Block = "block",
        BooleanOperator = "boolean_operator",
        Break = "break_statement",
        Call = "call",
        CaseClause = "case_clause",
        CasePattern = "case_pattern",
        Class = "class_definition",
        ClassPattern = "class_pattern",
        Comment = "comment",
        Comparison = "comparison_operator",
        ConcatenatedString = "concatenated_string",
        Conditional = "conditional_expression",
        ConstrainedType = "constrained_type",
        Continue = "continue_statement",
        Decorated = "decorated_definition",
        Decorator = "decorator",
        DefaultParameter = "default_parameter",
        Delete = "delete_statement",
        DictionaryPattern = "dict_pattern",
        Dictionary = "dictionary",
        DictionaryComprehension = "dictionary_comprehension",
        DictionarySplat = "dictionary_splat",
        DictionarySplatPattern = "dictionary_splat_pattern",
        DottedName = "dotted_name",
        ElifClause = "elif_clause",
        Ellipsis = "ellipsis",
        ElseClause = "else_clause",
        ExceptClause = "except_clause",
        ExpressionList = "expression_list",
        ExpressionStatement = "expression_statement",
        False = "false",
        FinallyClause = "finally_clause",
        Float = "float",
        ForInClause = "for_in_clause",
        For = "for_statement",
        Function = "function_definition",
        FutureImport = "future_import_statement",
        GeneratorExpression = "generator_expression",
        GenericType = "generic_type",
        Global = "global_statement",
        Identifier = "identifier",
        IfClause = "if_clause",
        If = "if_statement",
        ImportFrom = "import_from_statement",
        Import = "import_statement",
        ImportPrefix = "import_prefix",
        Integer = "integer",
        Interpolation = "interpolation",
        KeywordArgument = "keyword_argument",
        KeywordPattern = "keyword_pattern",
        KeywordSeparator = "keyword_separator",
        Lambda = "lambda",
        List = "list",
        ListComprehension = "list_comprehension",
        ListPattern = "list_pattern",
        ListSplat = "list_splat",
        ListSplatPattern = "list_splat_pattern",
        Match = "match_statement",
        MemberType = "member_type",
        NamedExpression = "named_expression",
        None = "none",
        Nonlocal = "nonlocal_statement",
        NotOperator = "not_operator",
        Pair = "pair",
        Parenthesized = "parenthesized_expression",
        ParenthesizedSplat = "parenthesized_list_splat",
        PatternList = "pattern_list",
        PositionalSeparator = "positional_separator",
        Raise = "raise_statement",
        RelativeImport = "relative_import",
        Return = "return_statement",
        Set = "set",
        SetComprehension = "set_comprehension",
        Slice = "slice",
        SplatPattern = "splat_pattern",
        SplatType = "splat_type",
        String = "string",
        StringContent = "string_content",
        Subscript = "subscript",
        True = "true",
        Try = "try_statement",
        Tuple = "tuple",
        TuplePattern = "tuple_pattern",
        Type = "type",
        TypeAlias = "type_alias_statement",
        TypeParameter = "type_parameter",
        TypedDefaultParameter = "typed_default_parameter",
        TypedParameter = "typed_parameter",
        UnaryOperator = "unary_operator",
        UnionPattern = "union_pattern",
        UnionType = "union_type",
        While = "while_statement",
        WildcardImport = "wildcard_import",
        With = "with_statement",
        WithClause = "with_clause",
        WithItem = "with_item",
        Yield = "yield",
    }
}

static GRAMMAR: LazyLock<Grammar<Kind, Fields>> = LazyLock::new(|| Grammar::of(tree_sitter_python::LANGUAGE));

/// The grammar's field ids.
pub(super) static FIELD: LazyLock<&Fields> = LazyLock::new(|| &GRAMMAR.fields);

impl Kind {
    /// The kind of `node`.
    pub(super) fn of(node: Node<'_>) -> Kind {
        GRAMMAR.kind(node)
    }

    /// Whether nodes of this kind are statements: walked for what they define, not for a value.
    pub(super) fn is_statement(self) -> bool {
        matches!(
            self,
            Kind::Assert
                | Kind::Assignment
                | Kind::AugmentedAssignment
                | Kind::Block
                | Kind::Break
                | Kind::Class
                | Kind::Continue
                | Kind::Decorated
                | Kind::Delete
                | Kind::ExpressionStatement
                | Kind::For
                | Kind::Function
                | Kind::FutureImport
                | Kind::Global
                | Kind::If
                | Kind::Import
                | Kind::ImportFrom
                | Kind::Match
                | Kind::Nonlocal
                | Kind::Raise
                | Kind::Return
                | Kind::Try
                | Kind::TypeAlias
                | Kind::While
                | Kind::With
        )
    }
}

fields! {
    alias = "alias",
    alternative = "alternative",
    arguments = "arguments",
    attribute = "attribute",
    body = "body",
    condition = "condition",
    consequence = "consequence",
    definition = "definition",
    function = "function",
    guard = "guard",
    key = "key",
    left = "left",
    module_name = "module_name",
    name = "name",
    object = "object",
    operator = "operator",
    parameters = "parameters",
    return_type = "return_type",
    right = "right",
    superclasses = "superclasses",
    annotation = "type",
    type_parameters = "type_parameters",
    value = "value",
}

/// The child of `node` in `field`.
pub(super) fn child<'n>(node: Node<'n>, field: u16) -> Option<Node<'n>> {
    node.child_by_field_id(field)
}
