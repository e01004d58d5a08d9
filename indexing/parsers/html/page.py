"""HTML to text and blocks, in document order, each character with where it stands in the source.

    decode → tokens → tree → what is no content → text with blocks

The page's main part comes first: navigation, footers, scripts and all that is hidden are left out and counted. Blocks
begin and end where the page's do, and nowhere else.
"""

import re
from typing import Final

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.bold_headings import with_bold_headings
from indexing.parsers.html.boxes import box, details, figure, quote
from indexing.parsers.html.charset import decode_page
from indexing.parsers.html.code import listing
from indexing.parsers.html.facts import facts_of
from indexing.parsers.html.headings import heading
from indexing.parsers.html.inline import INLINE
from indexing.parsers.html.lists import bullets, item, terms
from indexing.parsers.html.measure import elements_of
from indexing.parsers.html.noise import mark_noise
from indexing.parsers.html.table import table
from indexing.parsers.html.tags import HEADINGS, LISTS, PREFORMATTED
from indexing.parsers.html.tokens import html_tokens
from indexing.parsers.html.tree import html_tree
from indexing.parsers.html.writer import Handler, HtmlWriter
from indexing.parsers.original import Original
from indexing.parsers.surroundings import with_surroundings

_BLOCK_HANDLERS: Final[dict[str, Handler]] = {
    **dict.fromkeys(HEADINGS, heading),
    **dict.fromkeys(LISTS, bullets),
    **dict.fromkeys(PREFORMATTED, listing),
    **dict.fromkeys(("aside", "div", "p", "section"), box),
    "blockquote": quote,
    "details": details,
    "dl": terms,
    "figure": figure,
    "li": item,
    "table": table,
}
_XHTML: Final = re.compile(r"\s*<\?xml\s")


def parse_html(original: Original) -> ParsedText:
    """The text and blocks of a page. Raises DocumentRejected (`unknown_encoding`, `no_text`).

    >>> page = b"<h1>Rules</h1><p>Tea<b>pot</b>s are hot.</p><script>x()</script>"
    >>> parsed = parse_html(Original(content=page, media_type="text/html"))
    >>> parsed.text, parsed.warnings
    ('Rules\\n\\nTeapots are hot.', ('scripts were left out: 3 characters',))
    """
    decoded = decode_page(original.content, original.charset)
    xhtml = original.media_type.startswith("application/xhtml") or _XHTML.match(decoded.text) is not None
    root = html_tree(html_tokens(decoded.text, xhtml=xhtml), xhtml=xhtml)
    facts = facts_of(elements_of(root))
    mark_noise(root, original.name.replace("\\", "/").rpartition("/")[2])
    writer = HtmlWriter(_BLOCK_HANDLERS, INLINE)
    writer.content(root)
    writer.flush()
    if not writer.builder.blocks:
        raise DocumentRejected("no_text", "the page has no text to see: what it shows may be made by scripts")
    text = writer.builder.text()
    return ParsedText(
        text=text,
        blocks=with_surroundings(text, with_bold_headings(text, writer.builder.blocks, writer.bold_blocks)),
        title=facts.title,
        attributes=facts.attributes,
        warnings=(*decoded.warnings, *writer.left_out.warnings()),
        charset=decoded.charset,
        layout=writer.builder.layout(),
    )
