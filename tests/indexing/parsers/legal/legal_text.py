"""Legal texts read for tests, and what their sections are."""

from indexing.model import Block, ParsedText
from indexing.outline import build_sections
from indexing.parsers.legal.clauses import read_legal
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original
from indexing.parsers.plain import parse_plain


def parsed_of(text: str, *, markdown: bool = False) -> ParsedText:
    """The text before it is read as a legal one."""
    parser = parse_markdown if markdown else parse_plain
    media_type = "text/markdown" if markdown else "text/plain"
    return parser(Original(content=text.encode(), media_type=media_type, charset="utf-8"))


def read(text: str, *, markdown: bool = False) -> ParsedText:
    return read_legal(parsed_of(text, markdown=markdown))


def paths(parsed: ParsedText) -> list[str]:
    """The paths of all sections but the document's own, titles joined."""
    return [" > ".join(section.path) for section in build_sections(parsed)[0][1:]]


def block_of(parsed: ParsedText, beginning: str) -> Block:
    """The block that begins with certain words."""
    return next(block for block in parsed.blocks if block.span.slice(parsed.text).startswith(beginning))


def path_of(parsed: ParsedText, beginning: str) -> str:
    """The path of the section that the block with this beginning lies in."""
    sections, owners = build_sections(parsed)
    return " > ".join(sections[owners[parsed.blocks.index(block_of(parsed, beginning))]].path)


def contexts_of(parsed: ParsedText, beginning: str) -> list[str]:
    return [span.slice(parsed.text) for span in block_of(parsed, beginning).context]
