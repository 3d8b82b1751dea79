//! The grammar's node kinds and fields as small numbers, looked up once.

use std::sync::LazyLock;

use tree_sitter::Node;

use crate::children::ChildKind;
use crate::grammar::{Grammar, fields, kinds};

kinds! {
    named {
        ArgumentList = "argument_list", ArrayType = "array_type", Assignment = "assignment_statement",
        Binary = "binary_expression", BlankIdentifier = "blank_identifier", Block = "block",
        Break = "break_statement", Call = "call_expression", ChannelType = "channel_type", Comment = "comment",
        CommunicationCase = "communication_case", CompositeLiteral = "composite_literal",
        ConstDeclaration = "const_declaration", ConstSpec = "const_spec", Continue = "continue_statement",
        Dec = "dec_statement", DefaultCase = "default_case", Defer = "defer_statement", Dot = "dot",
        EmptyStatement = "empty_statement", ExpressionCase = "expression_case",
        ExpressionList = "expression_list", ExpressionStatement = "expression_statement",
        ExpressionSwitch = "expression_switch_statement", Fallthrough = "fallthrough_statement",
        False = "false", FieldDeclaration = "field_declaration",
        FieldDeclarationList = "field_declaration_list", FieldIdentifier = "field_identifier",
        Float = "float_literal", ForClause = "for_clause", For = "for_statement", FuncLiteral = "func_literal",
        FunctionDeclaration = "function_declaration", FunctionType = "function_type",
        GenericType = "generic_type", Go = "go_statement", Goto = "goto_statement", Identifier = "identifier",
        If = "if_statement", Imaginary = "imaginary_literal",
        ImplicitLengthArrayType = "implicit_length_array_type", ImportDeclaration = "import_declaration",
        ImportSpec = "import_spec", ImportSpecList = "import_spec_list", Inc = "inc_statement",
        Index = "index_expression", Integer = "int_literal", InterfaceType = "interface_type",
        InterpretedString = "interpreted_string_literal", Iota = "iota", KeyedElement = "keyed_element",
        LabelName = "label_name", Labeled = "labeled_statement", LiteralElement = "literal_element",
        LiteralValue = "literal_value", MapType = "map_type", MethodDeclaration = "method_declaration",
        MethodElement = "method_elem", NegatedType = "negated_type", Nil = "nil",
        PackageClause = "package_clause", PackageIdentifier = "package_identifier",
        ParameterDeclaration = "parameter_declaration", ParameterList = "parameter_list",
        Parenthesized = "parenthesized_expression", ParenthesizedType = "parenthesized_type",
        PointerType = "pointer_type", QualifiedType = "qualified_type", RangeClause = "range_clause",
        RawString = "raw_string_literal", Receive = "receive_statement", Return = "return_statement",
        Rune = "rune_literal", Select = "select_statement", Selector = "selector_expression",
        Send = "send_statement", ShortVar = "short_var_declaration", Slice = "slice_expression",
        SliceType = "slice_type", SourceFile = "source_file", StatementList = "statement_list",
        StructType = "struct_type", True = "true", TypeAlias = "type_alias", TypeArguments = "type_arguments",
        TypeAssertion = "type_assertion_expression", TypeCase = "type_case", TypeConstraint = "type_constraint",
        TypeConversion = "type_conversion_expression", TypeDeclaration = "type_declaration",
        TypeElement = "type_elem", TypeIdentifier = "type_identifier",
        TypeInstantiation = "type_instantiation_expression",
        TypeParameter = "type_parameter_declaration", TypeParameterList = "type_parameter_list",
        TypeSpec = "type_spec", TypeSwitch = "type_switch_statement", Unary = "unary_expression",
        VarDeclaration = "var_declaration", VarSpec = "var_spec", VarSpecList = "var_spec_list",
        VariadicArgument = "variadic_argument", VariadicParameter = "variadic_parameter_declaration",
    }
    tokens or Token {
        Receives = "<-", Define = ":=", Star = "*", FuncToken = "func",
    }
}

fields! {
    alias = "alias",
    alternative = "alternative",
    arguments = "arguments",
    body = "body",
    condition = "condition",
    consequence = "consequence",
    element = "element",
    field = "field",
    function = "function",
    index = "index",
    initializer = "initializer",
    key = "key",
    left = "left",
    length = "length",
    name = "name",
    operand = "operand",
    operator = "operator",
    package = "package",
    parameters = "parameters",
    path = "path",
    receiver = "receiver",
    result = "result",
    right = "right",
    type_arguments = "type_arguments",
    type_node = "type",
    type_parameters = "type_parameters",
    update = "update",
    value = "value",
}

static GRAMMAR: LazyLock<Grammar<Kind, Fields>> = LazyLock::new(|| Grammar::of(tree_sitter_go::LANGUAGE));

/// The grammar's field ids.
pub(super) static FIELDS: LazyLock<&Fields> = LazyLock::new(|| &GRAMMAR.fields);

impl ChildKind for Kind {
    fn of(node: Node<'_>) -> Kind {
        GRAMMAR.kind(node)
    }

    fn is_comment(self) -> bool {
        self == Kind::Comment
    }

    /// Anonymous tokens stand behind all other kinds.
    fn is_token(self) -> bool {
        self as u16 >= Kind::Token as u16
    }
}

impl Kind {
    /// Whether it declares names by a keyword of its own.
    pub(super) fn is_declaration(self) -> bool {
        matches!(
            self,
            Kind::FunctionDeclaration
                | Kind::MethodDeclaration
                | Kind::ImportDeclaration
                | Kind::PackageClause
                | Kind::TypeDeclaration
                | Kind::ConstDeclaration
                | Kind::VarDeclaration
        )
    }

    /// Whether it is a statement by its kind alone.
    pub(super) fn is_statement(self) -> bool {
        matches!(
            self,
            Kind::Assignment
                | Kind::Block
                | Kind::Break
                | Kind::Continue
                | Kind::Dec
                | Kind::Defer
                | Kind::EmptyStatement
                | Kind::ExpressionStatement
                | Kind::ExpressionSwitch
                | Kind::Fallthrough
                | Kind::For
                | Kind::Go
                | Kind::Goto
                | Kind::If
                | Kind::Inc
                | Kind::Labeled
                | Kind::Receive
                | Kind::Return
                | Kind::Select
                | Kind::Send
                | Kind::ShortVar
                | Kind::StatementList
                | Kind::TypeSwitch
        )
    }

    /// Whether it stands only where types stand.
    pub(super) fn is_type(self) -> bool {
        matches!(
            self,
            Kind::ArrayType
                | Kind::ChannelType
                | Kind::FunctionType
                | Kind::GenericType
                | Kind::ImplicitLengthArrayType
                | Kind::InterfaceType
                | Kind::MapType
                | Kind::NegatedType
                | Kind::ParenthesizedType
                | Kind::PointerType
                | Kind::QualifiedType
                | Kind::SliceType
                | Kind::StructType
                | Kind::TypeConstraint
                | Kind::TypeElement
                | Kind::TypeIdentifier
        )
    }
}
