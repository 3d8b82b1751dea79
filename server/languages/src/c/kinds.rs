//! The node kinds and fields of the two grammars by number: looked up once, compared as integers.

use std::sync::LazyLock;

use crate::grammar::{fields, kinds};
use lockstep_facts::Language;

kinds! {
    named {
        AbstractArrayDeclarator = "abstract_array_declarator",
        AbstractFunctionDeclarator = "abstract_function_declarator",
        AbstractParenthesizedDeclarator = "abstract_parenthesized_declarator",
        AbstractPointerDeclarator = "abstract_pointer_declarator",
        AbstractReferenceDeclarator = "abstract_reference_declarator",
        AccessSpecifier = "access_specifier",
        AliasDeclaration = "alias_declaration",
        AlignofExpression = "alignof_expression",
        ArgumentList = "argument_list",
        ArrayDeclarator = "array_declarator",
        AssignmentExpression = "assignment_expression",
        AttributeDeclaration = "attribute_declaration",
        AttributeSpecifier = "attribute_specifier",
        AttributedDeclarator = "attributed_declarator",
        AttributedStatement = "attributed_statement",
        BaseClassClause = "base_class_clause",
        BinaryExpression = "binary_expression",
        CallExpression = "call_expression",
        CastExpression = "cast_expression",
        CatchClause = "catch_clause",
        CharLiteral = "char_literal",
        ClassSpecifier = "class_specifier",
        CommaExpression = "comma_expression",
        Comment = "comment",
        CompoundLiteral = "compound_literal_expression",
        CompoundStatement = "compound_statement",
        ConceptDefinition = "concept_definition",
        ConcatenatedString = "concatenated_string",
        ConditionClause = "condition_clause",
        ConditionalExpression = "conditional_expression",
        Declaration = "declaration",
        DeclarationList = "declaration_list",
        Decltype = "decltype",
        DeleteExpression = "delete_expression",
        DependentName = "dependent_name",
        DependentType = "dependent_type",
        DestructorName = "destructor_name",
        EnumSpecifier = "enum_specifier",
        Enumerator = "enumerator",
        EnumeratorList = "enumerator_list",
        ExpressionStatement = "expression_statement",
        False = "false",
        FieldDeclaration = "field_declaration",
        FieldDeclarationList = "field_declaration_list",
        FieldDesignator = "field_designator",
        FieldExpression = "field_expression",
        FieldIdentifier = "field_identifier",
        FieldInitializer = "field_initializer",
        FieldInitializerList = "field_initializer_list",
        ForRangeLoop = "for_range_loop",
        ForStatement = "for_statement",
        FriendDeclaration = "friend_declaration",
        FunctionDeclarator = "function_declarator",
        FunctionDefinition = "function_definition",
        Identifier = "identifier",
        IfStatement = "if_statement",
        InitDeclarator = "init_declarator",
        InitializerList = "initializer_list",
        InitializerPair = "initializer_pair",
        LambdaCapture = "lambda_capture_specifier",
        LambdaExpression = "lambda_expression",
        LinkageSpecification = "linkage_specification",
        NamespaceAlias = "namespace_alias_definition",
        NamespaceDefinition = "namespace_definition",
        NamespaceIdentifier = "namespace_identifier",
        NestedNamespaceSpecifier = "nested_namespace_specifier",
        NewExpression = "new_expression",
        Null = "null",
        Number = "number_literal",
        OffsetofExpression = "offsetof_expression",
        OperatorCast = "operator_cast",
        OperatorName = "operator_name",
        OptionalParameter = "optional_parameter_declaration",
        OptionalTypeParameter = "optional_type_parameter_declaration",
        ParameterDeclaration = "parameter_declaration",
        ParameterList = "parameter_list",
        ParameterPack = "parameter_pack_expansion",
        ParenthesizedDeclarator = "parenthesized_declarator",
        ParenthesizedExpression = "parenthesized_expression",
        Placeholder = "placeholder_type_specifier",
        PointerDeclarator = "pointer_declarator",
        PointerExpression = "pointer_expression",
        PreprocArg = "preproc_arg",
        PreprocCall = "preproc_call",
        PreprocDef = "preproc_def",
        PreprocDefined = "preproc_defined",
        PreprocElif = "preproc_elif",
        PreprocElifdef = "preproc_elifdef",
        PreprocElse = "preproc_else",
        PreprocFunctionDef = "preproc_function_def",
        PreprocIf = "preproc_if",
        PreprocIfdef = "preproc_ifdef",
        PreprocInclude = "preproc_include",
        PreprocParams = "preproc_params",
        PrimitiveType = "primitive_type",
        QualifiedIdentifier = "qualified_identifier",
        RawString = "raw_string_literal",
        ReferenceDeclarator = "reference_declarator",
        ReturnStatement = "return_statement",
        SizedType = "sized_type_specifier",
        SizeofExpression = "sizeof_expression",
        StatementIdentifier = "statement_identifier",
        StorageClass = "storage_class_specifier",
        String = "string_literal",
        StructSpecifier = "struct_specifier",
        StructuredBinding = "structured_binding_declarator",
        SubscriptArguments = "subscript_argument_list",
        SubscriptDesignator = "subscript_designator",
        SubscriptExpression = "subscript_expression",
        SwitchStatement = "switch_statement",
        SystemString = "system_lib_string",
        TemplateArguments = "template_argument_list",
        TemplateDeclaration = "template_declaration",
        TemplateFunction = "template_function",
        TemplateInstantiation = "template_instantiation",
        TemplateMethod = "template_method",
        TemplateParameters = "template_parameter_list",
        TemplateTemplateParameter = "template_template_parameter_declaration",
        TemplateType = "template_type",
        This = "this",
        TrailingReturn = "trailing_return_type",
        True = "true",
        TypeDefinition = "type_definition",
        TypeDescriptor = "type_descriptor",
        TypeIdentifier = "type_identifier",
        TypeParameter = "type_parameter_declaration",
        TypeQualifier = "type_qualifier",
        UnaryExpression = "unary_expression",
        UnionSpecifier = "union_specifier",
        UpdateExpression = "update_expression",
        UserDefinedLiteral = "user_defined_literal",
        UsingDeclaration = "using_declaration",
        VariadicDeclarator = "variadic_declarator",
        VariadicParameter = "variadic_parameter",
        VariadicParameterDeclaration = "variadic_parameter_declaration",
        VariadicTypeParameter = "variadic_type_parameter_declaration",
        WhileStatement = "while_statement",
    }
    tokens or Token {}
}

impl Kind {
    /// Whether it specifies a type with a name or members of its own.
    pub(super) fn is_specifier(self) -> bool {
        matches!(
            self,
            Kind::ClassSpecifier | Kind::StructSpecifier | Kind::UnionSpecifier | Kind::EnumSpecifier
        )
    }

    /// Whether it names a type where one is written.
    pub(super) fn is_type(self) -> bool {
        self.is_specifier()
            || matches!(
                self,
                Kind::TypeIdentifier
                    | Kind::PrimitiveType
                    | Kind::SizedType
                    | Kind::TemplateType
                    | Kind::DependentType
                    | Kind::Placeholder
                    | Kind::Decltype
                    | Kind::TypeDescriptor
            )
    }

    /// Whether it declares something at the top of a file, in a namespace, a class or a block.
    pub(super) fn is_declaration(self) -> bool {
        self.is_specifier()
            || matches!(
                self,
                Kind::AliasDeclaration
                    | Kind::ConceptDefinition
                    | Kind::Declaration
                    | Kind::FieldDeclaration
                    | Kind::FriendDeclaration
                    | Kind::FunctionDefinition
                    | Kind::LinkageSpecification
                    | Kind::NamespaceAlias
                    | Kind::NamespaceDefinition
                    | Kind::PreprocCall
                    | Kind::PreprocDef
                    | Kind::PreprocFunctionDef
                    | Kind::PreprocIf
                    | Kind::PreprocIfdef
                    | Kind::PreprocInclude
                    | Kind::TemplateDeclaration
                    | Kind::TemplateInstantiation
                    | Kind::TypeDefinition
                    | Kind::UsingDeclaration
            )
    }
}

fields! {
    alternative = "alternative",
    argument = "argument",
    arguments = "arguments",
    body = "body",
    condition = "condition",
    consequence = "consequence",
    declarator = "declarator",
    default_type = "default_type",
    default_value = "default_value",
    field = "field",
    function = "function",
    initializer = "initializer",
    left = "left",
    member = "member",
    name = "name",
    operator = "operator",
    parameters = "parameters",
    path = "path",
    right = "right",
    scope = "scope",
    type_node = "type",
    value = "value",
}

/// The numbers of one grammar.
pub(super) type Grammar = crate::grammar::Grammar<Kind, Fields>;

static C: LazyLock<Grammar> = LazyLock::new(|| Grammar::of(tree_sitter_c::LANGUAGE));
static CPP: LazyLock<Grammar> = LazyLock::new(|| Grammar::of(tree_sitter_cpp::LANGUAGE));

/// The numbers of the grammar of `language`.
pub(super) fn grammar(language: Language) -> &'static Grammar {
    if language == Language::Cpp { &CPP } else { &C }
}
