//! The grammar's node kinds and fields by number: looked up once, compared as integers.

use std::sync::LazyLock;

use crate::grammar::{fields, kinds};

kinds! {
    named {
        AnnotatedType = "annotated_type",
        Annotation = "annotation",
        AnnotationArguments = "annotation_argument_list",
        AnnotationBody = "annotation_type_body",
        AnnotationElement = "annotation_type_element_declaration",
        AnnotationType = "annotation_type_declaration",
        Arguments = "argument_list",
        ArrayAccess = "array_access",
        ArrayCreation = "array_creation_expression",
        ArrayInitializer = "array_initializer",
        ArrayType = "array_type",
        Assignment = "assignment_expression",
        Asterisk = "asterisk",
        BinaryExpression = "binary_expression",
        BinaryInteger = "binary_integer_literal",
        Block = "block",
        BlockComment = "block_comment",
        BooleanType = "boolean_type",
        BreakStatement = "break_statement",
        Cast = "cast_expression",
        CatchClause = "catch_clause",
        CatchParameter = "catch_formal_parameter",
        CatchType = "catch_type",
        Character = "character_literal",
        ClassBody = "class_body",
        Class = "class_declaration",
        ClassLiteral = "class_literal",
        CompactConstructor = "compact_constructor_declaration",
        ConstantDeclaration = "constant_declaration",
        Constructor = "constructor_declaration",
        ConstructorBody = "constructor_body",
        ContinueStatement = "continue_statement",
        Creation = "object_creation_expression",
        DecimalFloat = "decimal_floating_point_literal",
        DecimalInteger = "decimal_integer_literal",
        Dimensions = "dimensions",
        DimensionsExpression = "dimensions_expr",
        ElementArray = "element_value_array_initializer",
        ElementPair = "element_value_pair",
        EnhancedFor = "enhanced_for_statement",
        Enum = "enum_declaration",
        EnumBody = "enum_body",
        EnumBodyDeclarations = "enum_body_declarations",
        EnumConstant = "enum_constant",
        ExplicitConstructor = "explicit_constructor_invocation",
        ExpressionStatement = "expression_statement",
        ExtendsInterfaces = "extends_interfaces",
        False = "false",
        FieldAccess = "field_access",
        FieldDeclaration = "field_declaration",
        FloatingType = "floating_point_type",
        For = "for_statement",
        FormalParameter = "formal_parameter",
        FormalParameters = "formal_parameters",
        GenericType = "generic_type",
        Guard = "guard",
        HexFloat = "hex_floating_point_literal",
        HexInteger = "hex_integer_literal",
        Identifier = "identifier",
        Import = "import_declaration",
        InferredParameters = "inferred_parameters",
        InstanceOf = "instanceof_expression",
        IntegralType = "integral_type",
        Interface = "interface_declaration",
        InterfaceBody = "interface_body",
        Labeled = "labeled_statement",
        Lambda = "lambda_expression",
        LineComment = "line_comment",
        LocalVariable = "local_variable_declaration",
        MarkerAnnotation = "marker_annotation",
        Method = "method_declaration",
        MethodInvocation = "method_invocation",
        MethodReference = "method_reference",
        Modifiers = "modifiers",
        ModuleDeclaration = "module_declaration",
        Null = "null_literal",
        OctalInteger = "octal_integer_literal",
        Package = "package_declaration",
        Parenthesized = "parenthesized_expression",
        Pattern = "pattern",
        Permits = "permits",
        Program = "program",
        ReceiverParameter = "receiver_parameter",
        Record = "record_declaration",
        RecordPattern = "record_pattern",
        RecordPatternBody = "record_pattern_body",
        RecordPatternComponent = "record_pattern_component",
        Resource = "resource",
        ResourceSpecification = "resource_specification",
        Return = "return_statement",
        ScopedIdentifier = "scoped_identifier",
        ScopedType = "scoped_type_identifier",
        Spread = "spread_parameter",
        StaticInitializer = "static_initializer",
        String = "string_literal",
        Interpolation = "string_interpolation",
        Super = "super",
        SuperInterfaces = "super_interfaces",
        Superclass = "superclass",
        Switch = "switch_expression",
        SwitchBlock = "switch_block",
        SwitchGroup = "switch_block_statement_group",
        SwitchLabel = "switch_label",
        SwitchRule = "switch_rule",
        Template = "template_expression",
        Ternary = "ternary_expression",
        This = "this",
        Throws = "throws",
        True = "true",
        TryResources = "try_with_resources_statement",
        TypeArguments = "type_arguments",
        TypeBound = "type_bound",
        TypeIdentifier = "type_identifier",
        TypeList = "type_list",
        TypeParameter = "type_parameter",
        TypeParameters = "type_parameters",
        TypePattern = "type_pattern",
        Unary = "unary_expression",
        Underscore = "underscore_pattern",
        Update = "update_expression",
        VariableDeclarator = "variable_declarator",
        VoidType = "void_type",
        Wildcard = "wildcard",
        Yield = "yield_statement",
    }
}

impl Kind {
    /// Whether it is a comment.
    pub(super) fn is_comment(self) -> bool {
        matches!(self, Kind::LineComment | Kind::BlockComment)
    }

    /// Whether it stands for a type.
    pub(super) fn is_type(self) -> bool {
        matches!(
            self,
            Kind::AnnotatedType
                | Kind::ArrayType
                | Kind::BooleanType
                | Kind::FloatingType
                | Kind::GenericType
                | Kind::IntegralType
                | Kind::ScopedType
                | Kind::TypeIdentifier
                | Kind::VoidType
        )
    }

    /// Whether it declares a type.
    pub(super) fn is_type_declaration(self) -> bool {
        matches!(self, Kind::Class | Kind::Interface | Kind::Enum | Kind::Record | Kind::AnnotationType)
    }

    /// Whether it stands for a value.
    pub(super) fn is_expression(self) -> bool {
        matches!(
            self,
            Kind::ArrayAccess
                | Kind::ArrayCreation
                | Kind::Assignment
                | Kind::BinaryExpression
                | Kind::BinaryInteger
                | Kind::Cast
                | Kind::Character
                | Kind::ClassLiteral
                | Kind::Creation
                | Kind::DecimalFloat
                | Kind::DecimalInteger
                | Kind::False
                | Kind::FieldAccess
                | Kind::HexFloat
                | Kind::HexInteger
                | Kind::Identifier
                | Kind::InstanceOf
                | Kind::Lambda
                | Kind::MethodInvocation
                | Kind::MethodReference
                | Kind::Null
                | Kind::OctalInteger
                | Kind::Parenthesized
                | Kind::String
                | Kind::Switch
                | Kind::Template
                | Kind::Ternary
                | Kind::This
                | Kind::True
                | Kind::Unary
                | Kind::Update
        )
    }
}

fields! {
    alternative = "alternative",
    arguments = "arguments",
    array = "array",
    body = "body",
    condition = "condition",
    consequence = "consequence",
    constructor = "constructor",
    dimensions = "dimensions",
    element = "element",
    field = "field",
    index = "index",
    key = "key",
    left = "left",
    name = "name",
    object = "object",
    operand = "operand",
    operator = "operator",
    parameters = "parameters",
    pattern = "pattern",
    processor = "template_processor",
    right = "right",
    scope = "scope",
    template_argument = "template_argument",
    type_ = "type",
    type_arguments = "type_arguments",
    type_parameters = "type_parameters",
    value = "value",
}

/// The grammar's numbers.
pub(super) type Grammar = crate::grammar::Grammar<Kind, Fields>;

/// The grammar's numbers.
pub(super) static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::of(tree_sitter_java::LANGUAGE));
