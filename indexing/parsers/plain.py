"""Plain text to blocks: paragraphs between blank lines, and nothing that the text does not say."""

from indexing.model import Block, ParsedText
from indexing.parsers.detect import decode
from indexing.parsers.enumeration import with_lead_ins
from indexing.parsers.lines import lines_of
from indexing.parsers.original import Original


def parse_plain(original: Original) -> ParsedText:
    """The text and paragraphs of a plain text. Raises DocumentRejected (`unknown_encoding`, `no_text`)."""
    decoded = decode(original.content, original.charset)
    blocks = with_lead_ins(decoded.text, paragraphs_of(decoded.text))
    return ParsedText(text=decoded.text, blocks=blocks, warnings=decoded.warnings, charset=decoded.charset)


def paragraphs_of(text: str, start: int = 0) -> tuple[Block, ...]:
    r"""The runs of lines that are not blank, from character `start` on, each without blank characters at its ends.

    >>> [block.span.slice("a\nb\r\n \r\n c ") for block in paragraphs_of("a\nb\r\n \r\n c ")]
    ['a\nb', 'c']
    """
    lines = lines_of(text, start)
    blocks = []
    first: int | None = None
    for number in range(len(lines.starts)):
        blank = number == len(lines.starts) - 1 or _is_blank(text, lines.starts[number], lines.starts[number + 1])
        if blank and first is not None:
            blocks.append(Block(kind="paragraph", span=lines.span(first, number)))
            first = None
        elif not blank and first is None:
            first = number
    return tuple(blocks)


def _is_blank(text: str, start: int, end: int) -> bool:
    return text[start:end].isspace()
