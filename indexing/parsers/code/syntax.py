"""Syntaxes: what the nodes of each grammar are in the words of this package, as data.

Read by `scopes` and `definitions`. The names of nodes are those of the grammar packages; what no table names is a
statement.
"""

from typing import Final

from msgspec import Struct


class Syntax(Struct, frozen=True, kw_only=True):
    """The nodes of one grammar that carry structure, by their types."""

    units: frozenset[str] = frozenset()
    """Whole by nature and known by a name: functions, methods, types without members of their own."""
    declarators: frozenset[str] = frozenset()
    """What makes a unit of the declaration it stands in: the prototype of a function."""
    containers: frozenset[str] = frozenset()
    """Units whose members are units too when the whole is long: classes, keys with a mapping behind them."""
    spaces: frozenset[str] = frozenset()
    """Containers that say nothing but a name: namespaces, modules."""
    wrappers: frozenset[str] = frozenset()
    """Around a unit or container: exports, decorators, templates, the assignment of a function."""
    transparent: frozenset[str] = frozenset()
    """What is in them stands beside what is around them: conditions of a preprocessor, sections of a class."""
    calls: frozenset[str] = frozenset()
    """Calls, with the lists of their arguments: one that takes a function is a container of what is in that."""
    bodies: frozenset[str] = frozenset()
    """What holds the members of a container or the statements of a unit."""
    attached: frozenset[str] = frozenset({"comment", "line_comment", "block_comment", "Comment"})
    """Comments, decorators and attributes that stand before what they are about."""
    imports: frozenset[str] = frozenset()
    nameless: frozenset[str] = frozenset()
    """What has a name in its grammar and does not define it: the commands of a shell, the package of a file."""
    entry_size: int = 0
    """Of data: characters from which an entry is a unit. 0: code, where lines decide."""
    records: frozenset[str] = frozenset()
    """Entries that are units however short: the named documents of a stream."""
    depth: int = 6
    """How many containers inside each other are opened."""


def _types(names: str) -> frozenset[str]:
    return frozenset(names.split())


_COMMENTS: Final = Syntax().attached

_PYTHON: Final = Syntax(
    units=_types("function_definition"),
    containers=_types("class_definition"),
    wrappers=_types("decorated_definition"),
    bodies=_types("block"),
    imports=_types("import_statement import_from_statement future_import_statement"),
)

_JAVASCRIPT: Final = Syntax(
    units=_types(
        "function_declaration generator_function_declaration method_definition arrow_function function_expression"
        " generator_function function_signature method_signature abstract_method_signature type_alias_declaration"
        " enum_declaration"
    ),
    containers=_types("class_declaration class abstract_class_declaration interface_declaration"),
    spaces=_types("internal_module module"),
    wrappers=_types(
        "export_statement lexical_declaration variable_declaration variable_declarator expression_statement"
        " assignment_expression ambient_declaration field_definition public_field_definition pair"
    ),
    calls=_types("call_expression arguments"),
    bodies=_types("statement_block class_body interface_body enum_body object"),
    attached=_COMMENTS | {"decorator"},
    imports=_types("import_statement"),
)

_JAVA: Final = Syntax(
    units=_types(
        "method_declaration constructor_declaration compact_constructor_declaration static_initializer"
        " annotation_type_element_declaration"
    ),
    containers=_types(
        "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration"
    ),
    transparent=_types("enum_body_declarations"),
    bodies=_types("class_body interface_body enum_body annotation_type_body block constructor_body"),
    imports=_types("import_declaration"),
    nameless=_types("package_declaration module_declaration"),
)

_KOTLIN: Final = Syntax(
    units=_types("function_declaration secondary_constructor type_alias getter setter"),
    containers=_types("class_declaration object_declaration companion_object"),
    bodies=_types("class_body enum_class_body function_body block"),
    nameless=_types("package_header"),
    imports=_types("import"),
)

_GO: Final = Syntax(
    units=_types("function_declaration method_declaration type_spec type_alias"),
    wrappers=_types("type_declaration"),
    bodies=_types("block"),
    imports=_types("import_declaration"),
    nameless=_types("package_clause"),
)

_RUST: Final = Syntax(
    units=_types("function_item function_signature_item struct_item enum_item union_item macro_definition type_item"),
    containers=_types("impl_item trait_item"),
    spaces=_types("mod_item"),
    transparent=_types("foreign_mod_item"),
    bodies=_types("declaration_list block"),
    attached=_COMMENTS | {"attribute_item"},
    imports=_types("use_declaration extern_crate_declaration"),
)

_C: Final = Syntax(
    units=_types(
        "function_definition struct_specifier union_specifier enum_specifier type_definition preproc_function_def"
        " alias_declaration concept_definition"
    ),
    declarators=_types("function_declarator"),
    containers=_types("class_specifier struct_specifier"),
    spaces=_types("namespace_definition"),
    wrappers=_types("template_declaration friend_declaration"),
    transparent=_types("preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef linkage_specification"),
    bodies=_types("declaration_list field_declaration_list compound_statement enumerator_list"),
    imports=_types("preproc_include using_declaration"),
)

_CSHARP: Final = Syntax(
    units=_types(
        "method_declaration constructor_declaration destructor_declaration operator_declaration delegate_declaration"
        " conversion_operator_declaration property_declaration indexer_declaration event_declaration enum_declaration"
        " local_function_statement lambda_expression anonymous_method_expression"
    ),
    containers=_types("class_declaration interface_declaration struct_declaration record_declaration"),
    spaces=_types("namespace_declaration"),
    wrappers=_types("global_statement expression_statement argument"),
    calls=_types("invocation_expression argument_list"),
    transparent=_types("preproc_if preproc_else preproc_elif"),
    bodies=_types("declaration_list block enum_member_declaration_list"),
    imports=_types("using_directive"),
    nameless=_types("file_scoped_namespace_declaration"),
)

_PHP: Final = Syntax(
    units=_types("function_definition method_declaration anonymous_function arrow_function"),
    containers=_types("class_declaration interface_declaration trait_declaration enum_declaration"),
    spaces=_types("namespace_definition"),
    wrappers=_types("expression_statement argument"),
    calls=_types("function_call_expression scoped_call_expression member_call_expression arguments"),
    bodies=_types("declaration_list compound_statement enum_declaration_list"),
    imports=_types("namespace_use_declaration"),
)

_RUBY: Final = Syntax(
    units=_types("method singleton_method do_block block"),
    containers=_types("class singleton_class"),
    spaces=_types("module"),
    calls=_types("call"),
    bodies=_types("body_statement do_block block"),
    nameless=_types("call"),
)

_SWIFT: Final = Syntax(
    units=_types("function_declaration init_declaration deinit_declaration subscript_declaration"),
    containers=_types("class_declaration protocol_declaration"),
    bodies=_types("class_body protocol_body enum_class_body function_body"),
    attached=_COMMENTS | {"multiline_comment"},
    imports=_types("import_declaration"),
)

_SCALA: Final = Syntax(
    units=_types("function_definition function_declaration given_definition type_definition"),
    containers=_types("class_definition object_definition trait_definition enum_definition extension_definition"),
    spaces=_types("package_object"),
    bodies=_types("template_body block enum_body indented_block"),
    imports=_types("import_declaration"),
    nameless=_types("package_clause"),
)

_SHELL: Final = Syntax(
    units=_types("function_definition"),
    bodies=_types("compound_statement do_group"),
    nameless=_types("command pipeline list redirected_statement test_command subshell"),
)

_LUA: Final = Syntax(
    units=_types("function_declaration function_definition"),
    wrappers=_types("variable_declaration assignment_statement expression_list"),
    calls=_types("function_call arguments"),
    bodies=_types("block table_constructor"),
    nameless=_types("function_call"),
)

_HCL: Final = Syntax(
    units=_types("block"),
    transparent=_types("body"),
    bodies=_types("body"),
)

_JSON: Final = Syntax(
    containers=_types("pair"),
    transparent=_types("object"),
    bodies=_types("object"),
    entry_size=300,
    depth=3,
)

_YAML: Final = Syntax(
    containers=_types("document block_mapping_pair"),
    records=_types("document"),
    wrappers=_types("block_node"),
    bodies=_types("block_mapping"),
    entry_size=300,
    depth=4,
)

_TOML: Final = Syntax(units=_types("table table_array_element"), entry_size=200)

_CSS: Final = Syntax(
    containers=_types("media_statement supports_statement at_rule"),
    bodies=_types("block"),
    attached=_COMMENTS | {"js_comment"},
    imports=_types("import_statement charset_statement"),
    entry_size=300,
)

_XML: Final = Syntax(
    containers=_types("element"),
    transparent=_types("prolog"),
    bodies=_types("content"),
    entry_size=300,
    depth=4,
)

SYNTAXES: Final = {
    "python": _PYTHON,
    "javascript": _JAVASCRIPT,
    "jsx": _JAVASCRIPT,
    "typescript": _JAVASCRIPT,
    "tsx": _JAVASCRIPT,
    "java": _JAVA,
    "kotlin": _KOTLIN,
    "go": _GO,
    "rust": _RUST,
    "c": _C,
    "cpp": _C,
    "csharp": _CSHARP,
    "php": _PHP,
    "ruby": _RUBY,
    "swift": _SWIFT,
    "scala": _SCALA,
    "shell": _SHELL,
    "lua": _LUA,
    "hcl": _HCL,
    "yaml": _YAML,
    "json": _JSON,
    "toml": _TOML,
    "css": _CSS,
    "xml": _XML,
}
"""Language id to its syntax; the same languages as GRAMMARS."""
