"""What the HTML standard says of elements: which are blocks, which have no content, which end which.

Names and tables after the WHATWG HTML standard, sections 13.2.6 (tree construction) and 15.3 (rendering).
"""

from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of `text`: element names, roles or classes."""
    return frozenset(text.split())


VOID: Final = words(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
)
"""No content and no end tag."""

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

LISTS: Final = frozenset({"ul", "ol", "menu", "dir"})

TABLE_PARTS: Final = words("caption colgroup thead tbody tfoot tr td th")

CELLS: Final = frozenset({"td", "th"})

BLOCKS: Final = (
    words(
        "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer"
        " form frameset head header hgroup hr html legend li listing main nav optgroup option p plaintext pre search"
        " section summary table xmp"
    )
    | HEADINGS
    | LISTS
    | TABLE_PARTS
)
"""Elements with a line break before and behind them."""

PREFORMATTED: Final = frozenset({"pre", "listing", "xmp", "plaintext"})
"""Blanks and line ends count in them."""

FOREIGN: Final = frozenset({"svg", "math"})
"""Roots of other vocabularies, where `<x/>` has no content."""

SCOPES: Final = words("applet caption html table td th marquee object template")
"""No end tag inside one of them ends what is around it."""

ENDS_PARAGRAPH: Final = BLOCKS - TABLE_PARTS - {"head", "body", "html", "legend", "optgroup", "option", "frameset"}
"""A start tag of these ends an open `p`."""

IMPLIED: Final = {
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
    "rt": frozenset({"rt", "rp"}),
    "rp": frozenset({"rt", "rp"}),
    "tr": frozenset({"tr", "td", "th", "caption", "colgroup"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "caption": frozenset({"caption", "colgroup"}),
    "colgroup": frozenset({"caption", "colgroup"}),
    "thead": TABLE_PARTS,
    "tbody": TABLE_PARTS,
    "tfoot": TABLE_PARTS,
}
"""A start tag of the key ends these, and what is open in them."""

HOLDS: Final = {
    "li": LISTS | SCOPES,
    "dt": SCOPES | {"dl"},
    "dd": SCOPES | {"dl"},
    "option": SCOPES | {"select", "datalist"},
    "optgroup": SCOPES | {"select", "datalist"},
    "rt": SCOPES | {"ruby"},
    "rp": SCOPES | {"ruby"},
    "p": SCOPES | {"button"},
}
"""How far that reaches: not across the nearest of these. Table parts: not across the nearest table."""

CLOSES: Final = BLOCKS | words("applet button marquee object select template")
"""An end tag of these also ends blocks that are open in the element."""

INLINE_ENDS: Final = CLOSES - words("dialog legend optgroup option")
"""No end tag of another element reaches across these."""

BREAKS_OUT: Final = BLOCKS - words("html frameset form search summary details legend optgroup option") | words(
    "b big br code em embed i img nobr ruby s small span strong strike sub sup tt u var"
)
"""A start tag of these ends an open `svg` or `math` that somebody forgot to close."""

HTML_INSIDE_FOREIGN: Final = words("foreignobject desc title annotation-xml mi mo mn ms mtext")
"""Elements of other vocabularies that may hold HTML."""
