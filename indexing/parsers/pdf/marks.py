"""What the first characters of a line tell: a list item, a numbered clause or heading, a caption, an entry of a table
of contents."""

import re
from typing import Final, NamedTuple

_HAN_NUMBER: Final = "〇零一二三四五六七八九十百千两"
_BULLET: Final = re.compile(r"(?P<mark>[•·●○◦▪▫■□◆◇‣⁃➢➤✓✔–—*\-o])[\s\u3000]+(?=\S)")
_ITEM: Final = re.compile(
    r"(?P<mark>\d{1,3}[.)](?!\d)|[(（]\d{1,3}[)）]|[a-zA-Z][.)](?=\s)|[(（][a-zA-Z][)）]|[(（][ivx]{1,5}[)）]|[ivx]{1,5}[.)](?=\s)"
    r"|[①-⑳㉑-㊿⑴-⒇]|\[\d{1,3}\]|\d{1,3}、)\s*(?=\S)"
)
_CLAUSE: Final = re.compile(
    rf"(?P<mark>第[{_HAN_NUMBER}\d]{{1,6}}[编編章节節条條款项項部分]|[(（][{_HAN_NUMBER}]{{1,4}}[)）]|[{_HAN_NUMBER}]{{1,4}}、"
    rf"|\d{{1,3}}(?:\.\d{{1,3}}){{1,5}}\.?(?=\s|[^\d.,%\s])|§+\s*\d+[a-z]?|Article\s+\d+|Section\s+\d+(?:\.\d+)*)\s*"
)
_ALONE: Final = re.compile(r"[•·●○◦▪▫■□◆◇‣⁃➢➤✓✔–—*\-o]|[(（\[]?[\da-zA-Z]{1,3}[.)）\]]{0,2}|[①-⑳]|\d+(?:\.\d+)+\.?")
_CAPTION: Final = re.compile(
    r"(?P<table>Table|TABLE|Tab\.|表)|(?P<figure>Figure|FIGURE|Fig\.|FIG\.|图|圖|Listing|Algorithm|Chart|Exhibit)"
)
_CAPTION_NUMBER: Final = re.compile(r"\s*(?:[A-Z]?[\d一二三四五六七八九十]+(?:[.\-–]\d+)*|[IVX]+)(?:[.:：、—–]|\s|$)")
_LEADER: Final = re.compile(
    r"(?:[.·•…．]\s?){4,}\s*(?:[A-Z]-?)?(?:\d+|[ivxlcdm]+)\s*$|…{2,}\s*\d+\s*$|(?:\. ){3,}\.?\s*\d*\s*$"
)
_ENDS_IN_PAGE: Final = re.compile(r"\S.*[\s.·…](?:\d{1,4}|[ivxlcdm]{1,6}|[IVXLC]{1,6})$")
_PAGE: Final = re.compile(r"\d{1,4}|[ivxlcdm]{1,6}", re.IGNORECASE)
_EQUATION: Final = re.compile(r"[(（]\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?[)）]")
_CONTENTS: Final = re.compile(
    r"(?:table of )?contents|list of (?:tables|figures|equations)|目\s*[录錄次]"
    r"|(?:插图|图表|表格|图|表)(?:索引|目录|清单)",
    re.IGNORECASE,
)
_CHAPTER: Final = re.compile(
    rf"(?:Chapter|Part|Annex|Appendix|Schedule|Exhibit|CHAPTER|PART|ANNEX|APPENDIX|SCHEDULE)\s+(?:\d{{1,3}}|[A-Z]|[IVXLC]+)\b(?![,;])"
    rf"|第[{_HAN_NUMBER}\d]{{1,6}}[编編章部节節](?:[\s\u3000：:]|(?=[^\s的中和与及、，])|$)|附[录錄件][{_HAN_NUMBER}\dA-Z]{{0,3}}(?:[\s\u3000：:]|$)"
)


class Mark(NamedTuple):
    """How a paragraph begins."""

    kind: str
    """`bullet`, `item` or `clause`."""
    text: str
    end: int
    """Where what it marks begins."""


def marked(text: str) -> Mark | None:
    """The bullet or number a line begins with.

    >>> marked("• Keys"), marked("(2) Keys").kind, marked("1.2 Keys").text, marked("3.5 % of the rent")
    (Mark(kind='bullet', text='•', end=2), 'item', '1.2', None)
    >>> marked("（一）水费").kind, marked("第三条 押金").text, marked("2019 was dry")
    ('clause', '第三条', None)
    """
    for kind, pattern in (("bullet", _BULLET), ("clause", _CLAUSE), ("item", _ITEM)):
        found = pattern.match(text)
        if found and found.end() < len(text) and text[found.end()] != "%":
            return Mark(kind, found["mark"], found.end())
    return None


def is_mark(text: str) -> bool:
    """Whether a piece of a line is a bullet or number alone."""
    return _ALONE.fullmatch(text) is not None


def caption_of(text: str) -> str | None:
    """`table` or `figure` for the caption of one.

    >>> caption_of("Table 3: Fees"), caption_of("图 2 流程"), caption_of("Table 3 shows"), caption_of("表示同意")
    ('table', 'figure', 'table', None)
    """
    found = _CAPTION.match(text)
    if found is None or _CAPTION_NUMBER.match(text, found.end()) is None:
        return None
    return found.lastgroup


def is_contents_line(text: str) -> bool:
    """Whether a line is an entry of a table of contents, its page number behind dots.

    >>> is_contents_line("2.1 Deposits . . . . . . 12"), is_contents_line("总则……………3"), is_contents_line("So on ...")
    (True, True, False)
    """
    return _LEADER.search(text) is not None


def ends_in_page(text: str) -> bool:
    """Whether a line ends in what may be a page number, as entries below a heading `Contents` do."""
    return _ENDS_IN_PAGE.fullmatch(text) is not None


def is_page_number(text: str) -> bool:
    """Whether a cell holds what may be the number of a page.

    >>> is_page_number("12"), is_page_number("IV"), is_page_number("12 %")
    (True, True, False)
    """
    return _PAGE.fullmatch(text) is not None


def is_equation_number(text: str) -> bool:
    """Whether a piece at the end of a line is the number of the equation on it.

    >>> is_equation_number("(3.5)"), is_equation_number("(3 %)")
    (True, False)
    """
    return _EQUATION.fullmatch(text) is not None


def is_contents_heading(text: str) -> bool:
    """Whether a line heads a table of contents.

    >>> is_contents_heading("Contents"), is_contents_heading("目 录"), is_contents_heading("Contents of the box")
    (True, True, False)
    """
    return _CONTENTS.fullmatch(text.strip()) is not None


def is_chapter(text: str) -> bool:
    """Whether a line says of itself that it heads a chapter, a part or an annex.

    >>> is_chapter("Annex B"), is_chapter("第二章 押金"), is_chapter("附录一 费用"), is_chapter("Annex B, which")
    (True, True, True, False)
    """
    return _CHAPTER.match(text) is not None
