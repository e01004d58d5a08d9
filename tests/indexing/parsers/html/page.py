"""What the tests of the HTML parser ask of a page."""

from indexing.errors import DocumentRejected
from indexing.model import Block, ParsedText
from indexing.parsers.html.page import parse_html
from indexing.parsers.original import Original


def page(html: str, *, name: str = "", media_type: str = "text/html") -> ParsedText:
    return parse_html(Original(content=html.encode(), media_type=media_type, name=name))


def refusal(content: bytes) -> str | None:
    """The code with which a page is refused; None when it is read."""
    try:
        parse_html(Original(content=content, media_type="text/html"))
    except DocumentRejected as rejected:
        return rejected.code
    return None


def shown(parsed: ParsedText) -> list[tuple[str, str]]:
    """Kind and text of each block."""
    return [(block.kind, block.span.slice(parsed.text)) for block in parsed.blocks]


def texts(html: str) -> list[str]:
    """The text of each block of a page."""
    return [text for _, text in shown(page(html))]


def context_of(parsed: ParsedText, block: Block) -> list[str]:
    return [span.slice(parsed.text) for span in block.context]
