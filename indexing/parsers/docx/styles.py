"""Word's styles: what a paragraph or run is because of the style it has.

A style takes what it does not say from the style it is based on (ECMA-376, part 1, 17.7).
"""

import re
from collections.abc import Iterator
from functools import reduce
from typing import Final, Literal
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.ooxml.names import W, is_on, number, value_of

Role = Literal["", "title", "caption", "contents", "contents_title", "code", "quote", "continuation"]

_HEADING: Final = re.compile(r"(?:heading|标题|標題|見出し)\s*([1-9])", re.IGNORECASE)
_ROLES: Final[tuple[tuple[Role, re.Pattern[str]], ...]] = (
    ("contents_title", re.compile(r"(?:toc|contents|目录|目錄)\s*(?:heading|标题|標題)", re.IGNORECASE)),
    ("contents", re.compile(r"(?:toc|contents|目录|目錄)\s*[1-9]|table of figures|图表目录|圖表目錄", re.IGNORECASE)),
    ("title", re.compile(r"title|标题|標題", re.IGNORECASE)),
    ("caption", re.compile(r"(?:.* )?caption|题注|題注", re.IGNORECASE)),
    (
        "code",
        re.compile(
            r"(?:source\s?)?code|code\s?block|代码|代碼|程式碼|html preformatted|preformatted text|verbatim|listing",
            re.IGNORECASE,
        ),
    ),
    ("quote", re.compile(r"(?:intense )?quote|quotations?|block text|引用|明显引用", re.IGNORECASE)),
    ("continuation", re.compile(r"list (?:continue|paragraph)(?: \d)?|列表接续|列出段落|列表段落", re.IGNORECASE)),
)
"""Names of styles, whole and case aside, as Word, WPS, LibreOffice and pandoc write them, in English and Chinese."""

_MONOSPACE: Final = re.compile(
    r"\bmono\b|courier|consolas|menlo|monaco|lucida console|source code|typewriter|fira code|cascadia|inconsolata",
    re.IGNORECASE,
)
_BODY_LEVEL: Final = "9"
"""The outline level that says: no heading (17.9.20 of the standard counts from 0)."""


MAX_BASES: Final = 50
"""Of styles based on each other: what a chain longer than any made by hand adds is not worth a walk for each style."""


class RunStyle(Struct, frozen=True, kw_only=True):
    """What a style says of characters."""

    hidden: bool | None = None
    bold: bool | None = None
    monospace: bool | None = None
    """None: it says nothing of it."""

    def over(self, below: "RunStyle") -> "RunStyle":
        """This style where it says something, else `below`."""
        return RunStyle(
            hidden=below.hidden if self.hidden is None else self.hidden,
            bold=below.bold if self.bold is None else self.bold,
            monospace=below.monospace if self.monospace is None else self.monospace,
        )


class ParagraphStyle(Struct, frozen=True, kw_only=True):
    """What a style says of paragraphs."""

    level: int | None = None
    """From 1: a heading. 0: none, whatever it is based on. None: it says nothing of it."""
    role: Role = ""
    list_id: int | None = None
    """Of its numbering; 0: none, whatever it is based on."""
    list_level: int | None = None
    run: RunStyle = RunStyle()

    def over(self, below: "ParagraphStyle") -> "ParagraphStyle":
        """This style where it says something, else `below`; subtitles are based on the title, and are none."""
        return ParagraphStyle(
            level=below.level if self.level is None else self.level,
            role=self.role or ("" if self.level or below.role == "title" else below.role),
            list_id=below.list_id if self.list_id is None else self.list_id,
            list_level=below.list_level if self.list_level is None else self.list_level,
            run=self.run.over(below.run),
        )


class Styles:
    """The styles of a document."""

    def __init__(self, root: Element | None) -> None:
        styles = root.findall(W + "style") if root is not None else []
        self._elements = {style.get(W + "styleId", ""): style for style in styles}
        self._resolved: dict[str, ParagraphStyle] = {}
        usual = [one.get(W + "styleId", "") for one in styles if _is_usual(one)]
        self._usual = usual[-1] if usual else ""
        defaults = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr") if root is not None else None
        self._monospace = False
        self._monospace = bool(run_style(defaults).over(self.paragraph(None).run).monospace)

    def paragraph(self, style_id: str | None) -> ParagraphStyle:
        """The style `style_id`, what it is based on included; the usual one for None.

        A style that the document uses and does not define is what its id says.
        """
        wanted = self._usual if style_id is None else style_id
        if wanted not in self._resolved:
            chain = [_stated(element) for element in self._chain(wanted)]
            self._resolved[wanted] = reduce(ParagraphStyle.over, chain) if chain else _named(wanted)
        return self._resolved[wanted]

    def run(self, properties: Element | None) -> RunStyle:
        """What properties of a run say, its own style included. Monospace is nothing special where all text is."""
        if properties is None:
            return RunStyle()
        style = run_style(properties)
        if style_id := value_of(properties, W + "rStyle"):
            style = style.over(self.paragraph(style_id).run)
        return style

    def is_monospace(self, style: RunStyle) -> bool:
        """Whether text of this style stands out by a font of equal widths."""
        return bool(style.monospace) and not self._monospace

    def _chain(self, style_id: str) -> Iterator[Element]:
        """The style and those it is based on, each once, nearest first."""
        seen: set[str] = set()
        while style_id in self._elements and style_id not in seen and len(seen) < MAX_BASES:
            seen.add(style_id)
            yield self._elements[style_id]
            style_id = value_of(self._elements[style_id], W + "basedOn") or ""


def run_style(properties: Element | None) -> RunStyle:
    """What `w:rPr` says by itself."""
    if properties is None:
        return RunStyle()
    fonts = properties.find(W + "rFonts")
    font = fonts.get(W + "ascii") or fonts.get(W + "hAnsi") if fonts is not None else None
    return RunStyle(
        hidden=is_on(properties, W + "vanish"),
        bold=is_on(properties, W + "b"),
        monospace=bool(_MONOSPACE.search(font)) if font else None,
    )


def outline_level(properties: Element | None) -> int | None:
    """The heading level that `w:pPr` states, from 1; 0: it is none; None: it states nothing."""
    stated = value_of(properties, W + "outlineLvl")
    level = number(stated)
    if level is None:
        return None
    return 0 if stated == _BODY_LEVEL or not 0 <= level < int(_BODY_LEVEL) else level + 1


def list_of(properties: Element | None) -> tuple[int | None, int | None]:
    """The list and its level that `w:pPr` states; None for what it does not."""
    numbering = properties.find(W + "numPr") if properties is not None else None
    if numbering is None:
        return None, None
    return number(value_of(numbering, W + "numId")), number(value_of(numbering, W + "ilvl"))


def _stated(element: Element) -> ParagraphStyle:
    """What a style says by itself."""
    style_id: str = element.get(W + "styleId", "")
    named = _named(value_of(element, W + "name") or style_id)
    properties = element.find(W + "pPr")
    level = outline_level(properties)
    list_id, list_level = list_of(properties)
    return ParagraphStyle(
        level=0 if named.role else named.level if level is None else level,
        role=named.role,
        list_id=list_id,
        list_level=list_level,
        run=run_style(element.find(W + "rPr")),
    )


def _named(names: str) -> ParagraphStyle:
    """What the name of a style says, its aliases after commas included.

    >>> _named("heading 2").level, _named("标题 1,H1").level, _named("Source Code").role, _named("Body Text").level
    (2, 1, 'code', None)
    """
    for name in (one.strip() for one in names.split(",")):
        if found := _HEADING.fullmatch(name):
            return ParagraphStyle(level=int(found[1]))
        for role, pattern in _ROLES:
            if pattern.fullmatch(name):
                return ParagraphStyle(role=role, level=0 if role != "continuation" else None)
    return ParagraphStyle()


def _is_usual(style: Element) -> bool:
    return style.get(W + "type") == "paragraph" and style.get(W + "default") in ("1", "true", "on")
