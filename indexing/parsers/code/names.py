"""Names: what a definition, an assignment or an entry is called by those who search for it."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from tree_sitter import Node

TITLE_CHARACTERS: Final = 80
"""A longer title is cut."""

_FIELDS: Final = ("name", "declarator", "left", "key", "pattern", "method")
"""Fields of grammars that lead to a name, in the order they are asked for."""

_NAME: Final = re.compile(r"identifier|name|word|_key$|^constant$")
"""Types of nodes that are names."""

_CARRIER: Final = re.compile(
    r"^expression_statement$|declaration|declarator|assignment|definition|spec|element|_item|list|alias|import"
    r"|preproc_def|enum_entry|document_rule"
)
"""Types of nodes that hold a named thing, not a value."""

_LOOP: Final = re.compile(r"^for")
"""Types of nodes that name only what they use themselves."""

_DECLARED: Final = re.compile(r"declarator|identifier")

_STEPS: Final = 8
"""How far from a statement its name may be."""

_MOST: Final = 8
"""Names that one statement gives."""


def names_of(node: Node, language: str) -> tuple[str, ...]:
    """The names that `node` gives to something, at most a few; none where it names nothing."""
    special = _SPECIAL.get((language, node.type))
    if special:
        name = special(node)
        return (name,) if name else ()
    return tuple(name for name in _names(node, _STEPS) if name)


def shortened(title: str) -> str:
    """`title` on one line and of at most TITLE_CHARACTERS.

    >>> shortened("SELECT id,\\n  name")
    'SELECT id, name'
    """
    line = " ".join(title[: TITLE_CHARACTERS * 4].split())
    return line if len(line) <= TITLE_CHARACTERS else line[: TITLE_CHARACTERS - 1].rstrip() + "…"


def own_name(node: Node) -> str:
    """The name in a field of `node` itself; empty where it has none."""
    named = _named_field(node)
    return "" if named is None else _prefixed(node, _innermost(named, _STEPS))


def call_name(call: Node, function: Node) -> str:
    """What a call that takes a function says before it: `describe('Store')`, `http.createServer`."""
    before = (call.text or b"")[: min(function.start_byte - call.start_byte, 8 * TITLE_CHARACTERS)]
    said = " ".join(before.decode("utf-8", "ignore").split()).rstrip(",( ").replace("( ", "(")
    return shortened(said + ")" * min(_STEPS, said.count("(") - said.count(")")))


def text_of(node: Node) -> str:
    """The source of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def _names(node: Node, steps: int) -> Iterator[str]:
    """The name that a field of `node` leads to, or the names of the things in it."""
    if _LOOP.search(node.type):
        return
    named = _named_field(node)
    if named is not None:
        yield _prefixed(node, _innermost(named, steps))
        return
    if not steps or not _CARRIER.search(node.type):
        return
    found = 0
    for child in node.named_children[: 2 * _MOST]:
        if "parameter" in child.type:
            continue
        if _NAME.search(child.type) and "list" not in child.type:
            yield shortened(text_of(child))
            return
        for name in _names(child, steps - 1):
            yield name
            found += 1
            if found == _MOST:
                return
        if found and "spec" not in child.type and "declarator" not in child.type and "element" not in child.type:
            return


def _named_field(node: Node) -> Node | None:
    for field in _FIELDS:
        child = node.child_by_field_name(field)
        if child is not None:
            return child
    return None


def _innermost(node: Node, steps: int) -> str:
    """The name behind a chain of declarators."""
    for _ in range(steps):
        if _NAME.search(node.type):
            break
        child = node.child_by_field_name("declarator") or node.child_by_field_name("name")
        if child is None and "declarator" in node.type:
            child = next((each for each in node.named_children if _DECLARED.search(each.type)), None)
        if child is None:
            break
        node = child
    return shortened(text_of(node)).strip("\"'`:")


def _prefixed(node: Node, name: str) -> str:
    """The name of a method that stands outside its type, with the type."""
    receiver = node.child_by_field_name("receiver")
    found = re.search(r"(\w+)\s*(?:\[[^\]]*\])?\s*\)$", text_of(receiver)) if receiver is not None else None
    return f"{found[1]}.{name}" if found else name


def _implementation(node: Node) -> str:
    """`Trait for Type`, or the type."""
    trait, type_ = (_plain_type(node.child_by_field_name(field)) for field in ("trait", "type"))
    return shortened(f"{trait} for {type_}" if trait else type_)


def _plain_type(node: Node | None) -> str:
    """A type without its arguments."""
    plain = node.child_by_field_name("type") if node is not None and node.type == "generic_type" else node
    return text_of(plain) if plain is not None else ""


def _block(node: Node) -> str:
    """The address of a block of Terraform: `aws_instance.web`, `variable.region`."""
    parts = [text_of(child).strip('"') for child in node.named_children if child.type in ("identifier", "string_lit")]
    return ".".join(parts[1:] if parts[:1] == ["resource"] and len(parts) > 1 else parts)


def _table(node: Node) -> str:
    """The key of a table or pair of TOML."""
    return text_of(node.named_children[0]) if node.named_children else ""


def _selectors(node: Node) -> str:
    """What is before the braces of a rule."""
    return shortened(text_of(node).partition("{")[0])


def _element(node: Node) -> str:
    """The tag of an element, with its id or name: `bean dataSource`."""
    tag = re.match(r"<\s*([^\s/>]+)([^>]{0,500})", text_of(node.named_children[0]) if node.named_children else "")
    if not tag:
        return ""
    named = re.search(r"(?:^|\s)(?:id|name|key)\s*=\s*[\"']([^\"']{1,60})[\"']", tag[2])
    return f"{tag[1]} {named[1]}" if named else tag[1]


def _macro(node: Node) -> str:
    """The name of a macro that has a value: one without only says that a file was included."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    return text_of(name) if name is not None and value is not None else ""


def _function(node: Node) -> str:
    """The name of a function; what a macro that makes one is given belongs to it: `TEST(Solver, Solves)`."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    made = declarator.child_by_field_name("declarator") if declarator is not None else None
    if declarator is None or made is None:
        return own_name(node)
    if made.type == "function_declarator":
        return shortened(text_of(made))
    is_macro = node.child_by_field_name("type") is None and text_of(made).isupper()
    return shortened(text_of(declarator)) if is_macro else own_name(node)


def _operator(node: Node) -> str:
    """`operator ==` of C#."""
    found = re.search(r"\boperator\s+(?:checked\s+)?([^\s(]+)", text_of(node)[:1000])
    return f"operator {found[1]}" if found else ""


def _document(node: Node) -> str:
    """`Deployment/web` of a manifest; nothing for other documents of YAML."""
    text = text_of(node)[:20_000]
    kind = re.search(r"^kind:[ \t]*[\"']?([\w.-]+)", text, re.MULTILINE)
    name = re.search(r"^metadata:[ \t]*\r?\n(?:[ \t]+.*\n)*?[ \t]+name:[ \t]*[\"']?([\w.-]+)", text, re.MULTILINE)
    return f"{kind[1]}/{name[1]}" if kind and name else kind[1] if kind else ""


_SPECIAL: Final[dict[tuple[str, str], Callable[[Node], str]]] = {
    ("rust", "impl_item"): _implementation,
    ("hcl", "block"): _block,
    ("toml", "table"): _table,
    ("toml", "pair"): _table,
    ("toml", "table_array_element"): _table,
    ("css", "rule_set"): _selectors,
    ("css", "media_statement"): _selectors,
    ("css", "supports_statement"): _selectors,
    ("css", "at_rule"): _selectors,
    ("css", "keyframes_statement"): _selectors,
    ("xml", "element"): _element,
    ("yaml", "document"): _document,
    ("c", "function_definition"): _function,
    ("cpp", "function_definition"): _function,
    ("csharp", "indexer_declaration"): lambda _: "this[]",
    ("csharp", "operator_declaration"): _operator,
    ("csharp", "conversion_operator_declaration"): _operator,
    ("c", "preproc_def"): _macro,
    ("cpp", "preproc_def"): _macro,
    ("kotlin", "companion_object"): lambda _: "companion object",
    ("kotlin", "secondary_constructor"): lambda _: "constructor",
}
"""Nodes whose name stands elsewhere than in a field, by language and type."""
