"""A parsed text as a page to read: one paragraph per block or removal, its fields first, its text indented below."""

from itertools import pairwise

from indexing.model import Block, ParsedText, Removal


def render(parsed: ParsedText) -> str:
    """All blocks and removals of `parsed` in order; `|` marks a cut, `>` a context, `=` a header."""
    items: list[Block | Removal] = sorted([*parsed.blocks, *parsed.removed], key=lambda item: item.span)
    return "\n".join(_item(parsed.text, item) for item in items)


def _item(text: str, item: Block | Removal) -> str:
    if isinstance(item, Removal):
        return f"REMOVED {item.reason}\n{_quoted(item.span.slice(text))}"
    head = " ".join(str(part) for part in (item.kind, item.level or "", item.title, item.language) if part)
    borders = (item.span.start, *item.cuts, item.span.end)
    pieces = [text[start:end] for start, end in pairwise(borders)]
    notes = [f"  > {span.slice(text)!r}\n" for span in item.context]
    notes += [f"  = {span.slice(text)!r}\n" for span in item.header]
    return head + "\n" + "".join(notes) + "  |\n".join(_quoted(piece) for piece in pieces)


def _quoted(piece: str) -> str:
    return "".join(f"    {line!r}\n" for line in piece.splitlines(keepends=True))
