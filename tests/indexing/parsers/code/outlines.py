"""The outline of a source as lines that a reader can check: what the fixtures of code are compared with."""

from pathlib import Path

from msgspec.structs import replace

from indexing.languages import language_of
from indexing.model import Block, ParsedText
from indexing.parsers import Original
from indexing.parsers.code.blocks import CodeBlocks
from indexing.parsers.code.grammars import syntax_tree
from indexing.parsers.code.positions import Positions
from indexing.parsers.code.scopes import Scopes
from indexing.parsers.code.source import parse_code
from indexing.parsers.code.syntax import SYNTAXES

FIXTURES = Path(__file__).parents[3] / "fixtures" / "code"


def parsed(source: str, name: str) -> ParsedText:
    """The blocks of a source, of the language that its name says."""
    return parse_code(Original(content=source.encode(), media_type="text/x-source", name=name))


def titles(source: str, name: str) -> list[str]:
    """Title of each block, indented by its level."""
    return ["  " * block.level + block.title for block in parsed(source, name).blocks]


def divided(source: str, name: str, *, whole: int = 60, entry: int = 40) -> ParsedText:
    """As `parsed`, but with containers of more than `whole` weight divided and entries of data above `entry` units."""
    text = parsed(source, name).text
    language = language_of(name, b"")
    if language not in SYNTAXES:
        return parsed(source, name)
    syntax = SYNTAXES[language]
    syntax = replace(syntax, entry_size=min(syntax.entry_size, entry))
    positions = Positions(text)
    tree = syntax_tree(language, positions.source, memory_bytes=10**9)
    assert tree is not None
    scopes = Scopes(positions, language, syntax)
    blocks = CodeBlocks(positions, language, scopes, whole=whole).of(scopes.parts(tree.root_node))
    return ParsedText(text=text, blocks=tuple(blocks))


def shown(parsed_text: ParsedText) -> str:
    """A line for each block: its title, indented by its level, and its kind if it is not code; its first and last
    line; the context it needs; what its later pieces need.
    """
    return "".join(_shown(parsed_text.text, block) for block in parsed_text.blocks)


def _shown(text: str, block: Block) -> str:
    indent = "    " * block.level
    kind = "" if block.kind == "code" else f" ({block.kind})"
    lines = block.span.slice(text).splitlines()
    needs = [f"{indent}    needs   {' '.join(span.slice(text).split())}" for span in block.context]
    header = [f"{indent}    header  {' '.join(span.slice(text).split())}" for span in block.header]
    ends = [f"{indent}    | {line.strip()}" for line in dict.fromkeys((lines[0], lines[-1]))]
    return "\n".join([f"{indent}{block.title or '-'}{kind}", *needs, *header, *ends]) + "\n"
