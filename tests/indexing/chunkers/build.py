"""Texts of hand-made blocks for the chunker's tests."""

from collections.abc import Sequence

from indexing.chunkers.cutting import Cutting
from indexing.chunkers.structure import chunk
from indexing.config import ChunkerConfig
from indexing.model import Block, BlockKind, Chunk, Outline, ParsedText, Removal, Span
from indexing.outline import build_sections
from indexing.render import embed_text, readable
from tests.fakes import HashingEmbedder, WordTokenizer

TOKENIZER = WordTokenizer(specials=0)


def parsed_of(parts: Sequence[tuple[str, str]], *, between: str = "\n\n", title: str | None = None) -> ParsedText:
    """A text of `(kind, text)` parts with `between` them. `h1`, `h2` are headings; `comment` is removed text.

    Code and tables are atomic and may be cut behind each line; a table's first two lines are its header.
    """
    text, blocks, removed = "", [], []
    for kind, content in parts:
        span = Span(len(text), len(text) + len(content))
        if kind == "comment":
            removed.append(Removal(span, "html_comment"))
        else:
            blocks.append(_block(kind, content, span))
        text += content + between
    return ParsedText(text=text, blocks=tuple(blocks), removed=tuple(removed), title=title)


def _block(kind: str, content: str, span: Span) -> Block:
    if kind.startswith("h") and kind != "html":
        return Block(kind="heading", span=span, level=int(kind[1:]), title=content.lstrip("# "))
    lines = [span.start + end + 1 for end, character in enumerate(content) if character == "\n"]
    if kind not in ("table", "code"):
        return Block(kind=_known(kind), span=span)
    header = (Span(span.start, lines[1] - 1),) if kind == "table" and len(lines) > 1 else ()
    return Block(kind=_known(kind), span=span, atomic=True, cuts=tuple(lines), header=header, language="python")


def _known(kind: str) -> BlockKind:
    kinds: dict[str, BlockKind] = {"p": "paragraph", "li": "list_item", "table": "table", "code": "code", "q": "quote"}
    return kinds[kind]


def outline_of(
    parsed: ParsedText, *, tokenizer: WordTokenizer = TOKENIZER, window: int = 512, prefix: str = "", **limits: int
) -> Outline:
    """The outline with the limits given, without overlap unless they say otherwise."""
    sections, owners = build_sections(parsed)
    cutting = Cutting(
        parsed=parsed,
        sections=sections,
        section_of_block=owners,
        config=ChunkerConfig(**{"overlap": 0, **limits}),
        tokenizer=tokenizer,
        window=window,
        passage_prefix=prefix,
        embed=HashingEmbedder().embed_passages,
    )
    return chunk(cutting)


def texts_of(parsed: ParsedText, outline: Outline) -> list[str]:
    """The own hull of each chunk."""
    return [each.span.slice(parsed.text) for each in outline.chunks]


def rendered(parsed: ParsedText, outline: Outline, each: Chunk) -> str:
    """The embed text of a chunk."""
    return embed_text(readable(parsed.text, outline), each)
