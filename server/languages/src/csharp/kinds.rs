//! The node kinds, tokens and fields of the grammar by number: looked up once, compared as integers.

use std::sync::LazyLock;

use crate::grammar::{fields, kinds};

kinds! {
    named {
        AccessorDeclaration = "accessor_declaration",
        AccessorList = "accessor_list",
        AliasQualifiedName = "alias_qualified_name",
        AndPattern = "and_pattern",
        AnonymousMethodExpression = "anonymous_method_expression",
        AnonymousObjectCreationExpression = "anonymous_object_creation_expression",
        Argument = "argument",
        ArgumentList = "argument_list",
        ArrayCreationExpression = "array_creation_expression",
        ArrayType = "array_type",
        ArrowExpressionClause = "arrow_expression_clause",
        AsExpression = "as_expression",
        AssignmentExpression = "assignment_expression",
        Attribute = "attribute",
        AttributeArgument = "attribute_argument",
        AttributeArgumentList = "attribute_argument_list",
        AttributeList = "attribute_list",
        AwaitExpression = "await_expression",
        BaseList = "base_list",
        BinaryExpression = "binary_expression",
        Block = "block",
        BooleanLiteral = "boolean_literal",
        BracketedArgumentList = "bracketed_argument_list",
        BracketedParameterList = "bracketed_parameter_list",
        CastExpression = "cast_expression",
        CatchClause = "catch_clause",
        CatchDeclaration = "catch_declaration",
        CatchFilterClause = "catch_filter_clause",
        CharacterLiteral = "character_literal",
        CheckedExpression = "checked_expression",
        CheckedStatement = "checked_statement",
        ClassDeclaration = "class_declaration",
        CollectionElement = "collection_element",
        CollectionExpression = "collection_expression",
        Comment = "comment",
        CompilationUnit = "compilation_unit",
        ConditionalAccessExpression = "conditional_access_expression",
        ConditionalExpression = "conditional_expression",
        ConstantPattern = "constant_pattern",
        ConstructorDeclaration = "constructor_declaration",
        ConstructorInitializer = "constructor_initializer",
        ConversionOperatorDeclaration = "conversion_operator_declaration",
        DeclarationExpression = "declaration_expression",
        DeclarationList = "declaration_list",
        DeclarationPattern = "declaration_pattern",
        DefaultExpression = "default_expression",
        DelegateDeclaration = "delegate_declaration",
        DestructorDeclaration = "destructor_declaration",
        Discard = "discard",
        DoStatement = "do_statement",
        ElementAccessExpression = "element_access_expression",
        ElementBindingExpression = "element_binding_expression",
        EnumDeclaration = "enum_declaration",
        EnumMemberDeclaration = "enum_member_declaration",
        EnumMemberDeclarationList = "enum_member_declaration_list",
        EventDeclaration = "event_declaration",
        EventFieldDeclaration = "event_field_declaration",
        ExplicitInterfaceSpecifier = "explicit_interface_specifier",
        ExpressionElement = "expression_element",
        ExpressionStatement = "expression_statement",
        ExternAliasDirective = "extern_alias_directive",
        FieldDeclaration = "field_declaration",
        FileScopedNamespaceDeclaration = "file_scoped_namespace_declaration",
        FinallyClause = "finally_clause",
        FixedStatement = "fixed_statement",
        ForStatement = "for_statement",
        ForeachStatement = "foreach_statement",
        FromClause = "from_clause",
        FunctionPointerType = "function_pointer_type",
        GenericName = "generic_name",
        GlobalAttribute = "global_attribute",
        GlobalStatement = "global_statement",
        GotoStatement = "goto_statement",
        GroupClause = "group_clause",
        Identifier = "identifier",
        IfStatement = "if_statement",
        ImplicitArrayCreationExpression = "implicit_array_creation_expression",
        ImplicitObjectCreationExpression = "implicit_object_creation_expression",
        ImplicitParameter = "implicit_parameter",
        ImplicitStackallocExpression = "implicit_stackalloc_expression",
        ImplicitType = "implicit_type",
        IndexerDeclaration = "indexer_declaration",
        InitializerExpression = "initializer_expression",
        IntegerLiteral = "integer_literal",
        InterfaceDeclaration = "interface_declaration",
        InterpolatedStringExpression = "interpolated_string_expression",
        Interpolation = "interpolation",
        InvocationExpression = "invocation_expression",
        IsExpression = "is_expression",
        IsPatternExpression = "is_pattern_expression",
        JoinClause = "join_clause",
        JoinIntoClause = "join_into_clause",
        LabeledStatement = "labeled_statement",
        LambdaExpression = "lambda_expression",
        LetClause = "let_clause",
        ListPattern = "list_pattern",
        LocalDeclarationStatement = "local_declaration_statement",
        LocalFunctionStatement = "local_function_statement",
        LockStatement = "lock_statement",
        MakerefExpression = "makeref_expression",
        MemberAccessExpression = "member_access_expression",
        MemberBindingExpression = "member_binding_expression",
        MethodDeclaration = "method_declaration",
        Modifier = "modifier",
        NamespaceDeclaration = "namespace_declaration",
        NegatedPattern = "negated_pattern",
        NullLiteral = "null_literal",
        NullableType = "nullable_type",
        ObjectCreationExpression = "object_creation_expression",
        OperatorDeclaration = "operator_declaration",
        OrPattern = "or_pattern",
        OrderByClause = "order_by_clause",
        Parameter = "parameter",
        ParameterList = "parameter_list",
        ParenthesizedExpression = "parenthesized_expression",
        ParenthesizedPattern = "parenthesized_pattern",
        ParenthesizedVariableDesignation = "parenthesized_variable_designation",
        PointerType = "pointer_type",
        PositionalPatternClause = "positional_pattern_clause",
        PostfixUnaryExpression = "postfix_unary_expression",
        PredefinedType = "predefined_type",
        PrefixUnaryExpression = "prefix_unary_expression",
        PreprocDefine = "preproc_define",
        PreprocElif = "preproc_elif",
        PreprocElse = "preproc_else",
        PreprocEndregion = "preproc_endregion",
        PreprocError = "preproc_error",
        PreprocIf = "preproc_if",
        PreprocLine = "preproc_line",
        PreprocNullable = "preproc_nullable",
        PreprocPragma = "preproc_pragma",
        PreprocRegion = "preproc_region",
        PreprocUndef = "preproc_undef",
        PreprocWarning = "preproc_warning",
        PrimaryConstructorBaseType = "primary_constructor_base_type",
        PropertyDeclaration = "property_declaration",
        PropertyPatternClause = "property_pattern_clause",
        QualifiedName = "qualified_name",
        QueryExpression = "query_expression",
        RangeExpression = "range_expression",
        RawStringLiteral = "raw_string_literal",
        RealLiteral = "real_literal",
        RecordDeclaration = "record_declaration",
        RecursivePattern = "recursive_pattern",
        RefExpression = "ref_expression",
        RefType = "ref_type",
        RelationalPattern = "relational_pattern",
        ReturnStatement = "return_statement",
        ScopedType = "scoped_type",
        SelectClause = "select_clause",
        SizeofExpression = "sizeof_expression",
        SpreadElement = "spread_element",
        StackallocExpression = "stackalloc_expression",
        StringLiteral = "string_literal",
        StructDeclaration = "struct_declaration",
        Subpattern = "subpattern",
        SwitchBody = "switch_body",
        SwitchExpression = "switch_expression",
        SwitchExpressionArm = "switch_expression_arm",
        SwitchSection = "switch_section",
        SwitchStatement = "switch_statement",
        ThrowExpression = "throw_expression",
        ThrowStatement = "throw_statement",
        TryStatement = "try_statement",
        TupleElement = "tuple_element",
        TupleExpression = "tuple_expression",
        TuplePattern = "tuple_pattern",
        TupleType = "tuple_type",
        TypeArgumentList = "type_argument_list",
        TypeParameter = "type_parameter",
        TypeParameterConstraint = "type_parameter_constraint",
        TypeParameterConstraintsClause = "type_parameter_constraints_clause",
        TypeParameterList = "type_parameter_list",
        TypePattern = "type_pattern",
        TypeofExpression = "typeof_expression",
        UnsafeStatement = "unsafe_statement",
        UsingDirective = "using_directive",
        UsingStatement = "using_statement",
        VarPattern = "var_pattern",
        VariableDeclaration = "variable_declaration",
        VariableDeclarator = "variable_declarator",
        VerbatimStringLiteral = "verbatim_string_literal",
        WhenClause = "when_clause",
        WhereClause = "where_clause",
        WhileStatement = "while_statement",
        WithExpression = "with_expression",
        WithInitializer = "with_initializer",
        YieldStatement = "yield_statement",
    }
    tokens {
        TokenBase = "base",
        TokenComma = ",",
        TokenDot = ".",
        TokenEquals = "=",
        TokenGlobal = "global",
        TokenOut = "out",
        TokenParams = "params",
        TokenStatic = "static",
        TokenThis = "this",
    }
}

impl Kind {
    /// Comments and directives: they may stand anywhere and say nothing.
    pub(super) fn is_trivia(self) -> bool {
        matches!(
            self,
            Kind::Comment
                | Kind::PreprocRegion
                | Kind::PreprocEndregion
                | Kind::PreprocLine
                | Kind::PreprocPragma
                | Kind::PreprocNullable
                | Kind::PreprocError
                | Kind::PreprocWarning
                | Kind::PreprocDefine
                | Kind::PreprocUndef
        )
    }

    /// Classes and their like.
    pub(super) fn is_type_declaration(self) -> bool {
        matches!(
            self,
            Kind::ClassDeclaration
                | Kind::StructDeclaration
                | Kind::InterfaceDeclaration
                | Kind::RecordDeclaration
                | Kind::EnumDeclaration
                | Kind::DelegateDeclaration
        )
    }

    /// What stands in a type or namespace.
    pub(super) fn is_declaration(self) -> bool {
        self.is_type_declaration()
            || matches!(
                self,
                Kind::ConstructorDeclaration
                    | Kind::ConversionOperatorDeclaration
                    | Kind::DestructorDeclaration
                    | Kind::EnumMemberDeclaration
                    | Kind::EventDeclaration
                    | Kind::EventFieldDeclaration
                    | Kind::FieldDeclaration
                    | Kind::IndexerDeclaration
                    | Kind::MethodDeclaration
                    | Kind::NamespaceDeclaration
                    | Kind::FileScopedNamespaceDeclaration
                    | Kind::OperatorDeclaration
                    | Kind::PropertyDeclaration
                    | Kind::UsingDirective
            )
    }

    /// Statements.
    pub(super) fn is_statement(self) -> bool {
        matches!(
            self,
            Kind::Block
                | Kind::CheckedStatement
                | Kind::DoStatement
                | Kind::ExpressionStatement
                | Kind::FixedStatement
                | Kind::ForStatement
                | Kind::ForeachStatement
                | Kind::GlobalStatement
                | Kind::GotoStatement
                | Kind::IfStatement
                | Kind::LabeledStatement
                | Kind::LocalDeclarationStatement
                | Kind::LocalFunctionStatement
                | Kind::LockStatement
                | Kind::PreprocIf
                | Kind::ReturnStatement
                | Kind::SwitchStatement
                | Kind::ThrowStatement
                | Kind::TryStatement
                | Kind::UnsafeStatement
                | Kind::UsingStatement
                | Kind::WhileStatement
                | Kind::YieldStatement
        )
    }

    /// Types that can be nothing else; a name or a generic name can be a value as well.
    pub(super) fn is_type(self) -> bool {
        matches!(
            self,
            Kind::ArrayType
                | Kind::FunctionPointerType
                | Kind::ImplicitType
                | Kind::NullableType
                | Kind::PointerType
                | Kind::PredefinedType
                | Kind::RefType
                | Kind::ScopedType
                | Kind::TupleType
                | Kind::QualifiedName
                | Kind::AliasQualifiedName
        )
    }

    /// Patterns.
    pub(super) fn is_pattern(self) -> bool {
        matches!(
            self,
            Kind::AndPattern
                | Kind::ConstantPattern
                | Kind::DeclarationPattern
                | Kind::Discard
                | Kind::ListPattern
                | Kind::NegatedPattern
                | Kind::OrPattern
                | Kind::ParenthesizedPattern
                | Kind::RecursivePattern
                | Kind::RelationalPattern
                | Kind::TypePattern
                | Kind::VarPattern
        )
    }
}

fields! {
    accessors = "accessors",
    alias = "alias",
    alternative = "alternative",
    arguments = "arguments",
    body = "body",
    condition = "condition",
    consequence = "consequence",
    expression = "expression",
    function = "function",
    initializer = "initializer",
    left = "left",
    name = "name",
    operator = "operator",
    parameters = "parameters",
    pattern = "pattern",
    qualifier = "qualifier",
    returns = "returns",
    right = "right",
    subscript = "subscript",
    ty = "type",
    value = "value",
}

/// The numbers of the grammar.
pub(super) type Grammar = crate::grammar::Grammar<Kind, Fields>;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::of(tree_sitter_c_sharp::LANGUAGE));

/// The numbers of the grammar.
pub(super) fn grammar() -> &'static Grammar {
    &GRAMMAR
}
