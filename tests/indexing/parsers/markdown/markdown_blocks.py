"""What Markdown texts are read as, in a form that tests can state."""

from indexing.model import Block, ParsedText
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original
from tests.indexing.parsers.soundness import assert_sound


def parsed_of(text: str, name: str = "page.md") -> ParsedText:
    """The parsed text, in which every visible character has an owner."""
    parsed = parse_markdown(Original(content=text.encode(), media_type="text/markdown", name=name))
    if not any(block.kind == "code" for block in parsed.blocks):  # indented code keeps its indent
        assert_sound(parsed)
    return parsed


def texts(text: str, name: str = "page.md") -> list[str]:
    """The text of each block."""
    return [block.span.slice(text) for block in parsed_of(text, name).blocks]


def kinds(text: str, name: str = "page.md") -> list[tuple[str, str]]:
    """Kind and text of each block."""
    return [(block.kind, block.span.slice(text)) for block in parsed_of(text, name).blocks]


def removed(text: str, name: str = "page.md") -> list[tuple[str, str]]:
    """Reason and text of each removal."""
    return [(removal.reason, removal.span.slice(text)) for removal in parsed_of(text, name).removed]


def following(text: str, name: str = "page.md") -> list[str]:
    """The text of each block that qualifies the one before."""
    return [block.span.slice(text) for block in parsed_of(text, name).blocks if block.follows]


def context_of(text: str, words: str, name: str = "page.md") -> list[str]:
    """The context of the one block with these words."""
    return [span.slice(text) for span in block_with(text, words, name).context]


def block_with(text: str, words: str, name: str = "page.md") -> Block:
    """The one block with these words."""
    (block,) = [block for block in parsed_of(text, name).blocks if words in block.span.slice(text)]
    return block
