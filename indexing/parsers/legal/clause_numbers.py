"""The numbers that clauses of contracts, statutes and policies begin with: `第十二条`, `（一）`, `1.1`, `Section 3.2`.

A number is read where a line begins, and only in a form that numbers clauses: `第十条规定的` or `Section 3 of the Act`
refers to one. Whether a number counts is seen from those around it.
"""

import re
from collections.abc import Callable
from string import ascii_uppercase
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block
from indexing.parsers.legal.clause_numerals import HAN, NUMERAL_WORDS, letter_value, roman_value, value_of

RANKS: Final = {
    "closing": 0, "annex": 0, "附": 0, "book": 1, "卷": 1, "部分": 1, "title": 2, "编": 2, "part": 2, "分编": 3,
    "division": 3, "chapter": 4, "章": 4, "subchapter": 5, "subpart": 5, "节": 5, "section": 6, "目": 6,
    "article": 7, "条": 7, "rule": 7, "clause": 7, "§": 7, "款": 8, "项": 9,
}  # fmt: skip
"""Styles that say in a word what they number, outermost first."""

CLOSING: Final = "closing"
"""Style of what ends a text and has no number: signatures, the end of the terms."""

ARTICLE_RANK: Final = 7
"""Of the unit that is cited, and is one section whatever it says."""

DECIMAL: Final = "decimal"
"""Style of `1.`, `1.1`, `1.1.1`: their depth is the number of their parts."""

_WORDS: Final = (
    "Book|Volume|Title|Part|Division|Chapter|Subchapter|Subpart|Article|Section|Clause|Rule|Schedule|Annex|Exhibit"
    "|Appendix|Attachment"
)
_ANNEXES: Final = frozenset({"schedule", "annex", "exhibit", "appendix", "attachment"})
_APPENDIX_WORDS: Final = "Schedule|Annex|Exhibit|Appendix|Attachment"
_LETTERED: Final = frozenset({"annex", "part", "subpart", "division"})
"""What may have letters for numbers."""
_SHORTENED: Final = {"volume": "book", "art.": "article", "sec.": "section", "§§": "§"}
_UNITS: Final = {"編": "编", "分編": "分编", "節": "节", "條": "条", "項": "项"}
"""Traditional characters of units, and the style they are."""

_CHINESE: Final = re.compile(
    rf"第[ \u3000]*(?P<numeral>[{HAN}]{{1,9}}|\d{{1,5}})[ \u3000]*"
    r"(?P<unit>部分|分编|分編|编|編|卷|章|节|節|目|条|條|款|项|項)(?P<sub>之[一二三四五六七八九十]{1,3})?"
    r"(?![、，,；。;》”’」）)]|[（(][一二三四五六七八九十\d]{1,4}[）)])"
    r"(?!规定|規定|的|所|第|和|与|及|或|至|到|之外|中|以|前|后|款|项|适用|適用|约定|约定|内容|明确|设定|列举|列明|等)"
)
"""`第三条`; not with what follows a reference: `第三条规定的`, `第三条第二款`, `第三条（一）项`."""

_BOOK: Final = re.compile(r"(?P<name>[\u4e00-\u9fff]{1,8}编)[ \t]*$")
"""A book of a code without a number, alone on its line: `合同编`."""

_ANNEX: Final = re.compile(
    rf"附(?:[件录錄表][ ]?(?P<numeral>[{HAN}]{{1,3}}|\d{{1,3}}|[A-Z])?|则|則)?"
    r"(?:[ \t\u3000]*$|[ \t]*[:：](?![^\n]{60})|[ \u3000]+(?=[^\s，。；]{1,40}$))"
)
"""`附件一`, `附则`, `附：`: alone on its line, with a colon, or with a short title."""

_APPENDED: Final = re.compile(rf"(?P<label>(?:{_APPENDIX_WORDS}|{_APPENDIX_WORDS.upper()}))(?:[ \t*_]*$|[ ]?[:—–-][ ])")
"""`APPENDIX: How to apply`: the only one, without a number."""

_SIGNED: Final = "盖章|签章|签字|公章|签名|蓋章|簽章|簽字|章"
_CLOSING_WORDS: Final = re.compile(
    r"[（(]?(?:以下无正文|本页无正文|签署页|签字页)"
    rf"|[\u4e00-\u9fff]{{2,8}}[（(](?:{_SIGNED})[^）)\n]{{0,12}}[）)]"
    r"|(?i:in witness whereof|(?:signed|executed|accepted and agreed)(?=[ ](?:by|for|as)\b|:)|signature page"
    r"|done at (?=[A-Z][^\n]{2,40}\d{4}\W*$)|signatures?(?=:|\s*$)"
    r"|end of (?:the )?(?:terms|agreement|document)(?: and conditions)?(?=\W*$))"
)
"""What ends a text: a signature, or words that say so."""

_ENGLISH: Final = re.compile(
    rf"(?P<word>{_WORDS}|{_WORDS.upper()}|Art\.|Sec\.|§§?)[ \u00a0]*"
    rf"(?P<numeral>\d{{1,5}}[A-Z]?(?:[.-]\d{{1,4}})*|[IVXLC]{{1,8}}|[A-Z](?:-\d{{1,3}})?|(?i:{'|'.join(NUMERAL_WORDS)}))"
    r"(?!\w)(?:[ \u00a0]?[.:—–-](?!\d)|(?=\s*$)|(?=[ \u00a0\u3000*_]+[^a-z\s,;&])|(?=[\[(（]))"
)
"""`Section 3.2`, with a mark, or followed by no word in small letters: `Section 3.2 of the Act` is a reference."""

_BEHIND: Final = r"(?=\s|$|[\"“「《【\[(（*_]|[^\W\d_])"
_BEHIND_DECIMAL: Final = r"(?=[ \t\u00a0\u3000*_]|$|(?![万亿元倍米年月日个％])[^\W\d_a-zA-Z])"
"""A blank, the end, or a character of the text that is no unit: `3.5万元` is an amount."""
_FORMS: Final = re.compile(
    rf"[（(](?:(?P<han>[{HAN}]{{1,4}})|(?P<number>\d{{1,3}})|(?P<lower>[a-z]|[ivx]{{2,5}})|(?P<upper>[A-Z]|[IVX]{{2,5}}))[）)]"
    rf"|(?P<circle>[①-⑳㉑-㉟㊱-㊿])|(?P<bracket>[⑴-⒇])|(?P<han_comma>[{HAN}]{{1,4}})、"
    rf"|(?P<decimal>\d{{1,3}}(?:\.\d{{1,3}}){{1,5}})(?:[.．、:：]{_BEHIND}|{_BEHIND_DECIMAL})"
    rf"|(?P<dot>\d{{1,3}})[.．、](?!\d){_BEHIND}|(?P<half>\d{{1,3}})[)）]"
    r"|(?P<lower_half>[a-z]|[ivx]{2,5})[)）]|(?P<lower_dot>[a-z])\.[ \u00a0]"
    r"|(?P<upper_dot>[A-Z]|[IVXLC]{2,7})\.(?=[ \u00a0\u3000]+\S)"
    r"|(?P<bare>\d{1,3})(?=[ \t\u00a0\u3000]+[A-Z\u4e00-\u9fff])"
)
"""Numbers without a word; each form is a style, but `1.`, `1.1` and a bare `1` before a capital are one."""

_LEAD: Final = re.compile(r"[ \t\u00a0\u3000]*(?:[-*+][ \t]+)?[*_]{0,3}")
"""Blanks, the mark of a Markdown list, and what makes a number bold."""

_LINE: Final = re.compile(r"[^\r\n]*")
_EMPHASIS: Final = re.compile(r"[*_]{0,3}")
_LONGEST: Final = 120
"""Characters that a number, and a short title it depends on, may take."""


class Number(Struct, frozen=True, kw_only=True):
    """The number a clause begins with."""

    style: str
    """How it is written: a key of RANKS, DECIMAL, or the name of a form like `han` for `（一）`."""
    label: str
    """As it is cited: without the mark behind it, brackets kept."""
    value: int
    """Of a decimal that of its last part."""
    parts: tuple[int, ...] = ()
    """Of `1.2.3`, `Section 3.2` and `第三条` all parts of the number; of forms that decimals never go on from: none."""
    roman: int = 0
    """What one letter is as a Roman numeral: `(i)` is 9 as a letter and 1 as a numeral."""
    sub: bool = False
    """`第十条之一`: an article put in behind `第十条`."""
    start: int
    """Where the number itself begins."""
    end: int
    """Behind it and the mark that belongs to it."""
    loose: bool = False
    """The text goes on without a gap: `第三条乙方应`."""

    @property
    def rank(self) -> int | None:
        """Its place among named styles, outermost 0; None for a style that has none."""
        return RANKS.get(self.style)

    @property
    def readings(self) -> "tuple[Number, ...]":
        """What it may be: itself, and for a letter that is a Roman numeral also that, in a style of its own."""
        if not self.roman:
            return (self,)
        style = self.style if self.rank is not None else f"{self.style}_roman"
        return (self, replace(self, style=style, value=self.roman, roman=0))


def number_at(text: str, start: int, end: int) -> Number | None:
    """The number that the line or block `[start, end)` of `text` begins with, None if it begins with none.

    >>> number_at("第十二条 租期", 0, 7).label, number_at("第十条规定的", 0, 6)
    ('第十二条', None)
    >>> number_at("**3.2** Fees", 0, 12).parts, number_at("2021. It", 0, 8), number_at("3.5% of it", 0, 10)
    ((3, 2), None, None)
    """
    first = _lead_end(text, start, end)
    piece = _LINE.match(text, first, min(end, first + _LONGEST)).group()  # type: ignore[union-attr]
    for pattern, read in _READINGS:
        found = pattern.match(piece)
        if found:
            return read(found, first)
    return None


def label_number(block: Block) -> Number | None:
    """The number that a block's label gives, which its text does not have; None for a label that is none."""
    number = number_at(f"{block.label} A", 0, len(block.label) + 2)
    at = block.span.start
    return replace(number, label=block.label, start=at, end=at) if number else None


def _lead_end(text: str, start: int, end: int) -> int:
    found = _LEAD.match(text, start, end)
    return found.end() if found else start


def _behind(found: re.Match[str], offset: int) -> int:
    """The position behind a number and the marks that end its emphasis."""
    emphasis = _EMPHASIS.match(found.string, found.end())
    return offset + (emphasis.end() if emphasis else found.end())


def _chinese(found: re.Match[str], offset: int) -> Number:
    """`第三条`, `第一章`, `第十条之一`."""
    unit = _UNITS.get(found["unit"], found["unit"])
    value = value_of(found["numeral"])
    following = found.string[found.end() : found.end() + 1]
    return Number(
        style=unit,
        label="".join(found.group().split()),
        value=value,
        parts=(value,) if unit == "条" else (),
        sub=bool(found["sub"]),
        start=offset,
        end=_behind(found, offset),
        loose=following.isalnum(),
    )


def _book(found: re.Match[str], offset: int) -> Number:
    """`合同编`."""
    return Number(style="卷", label=found["name"], value=0, start=offset, end=offset + found.end("name"))


def _annex(found: re.Match[str], offset: int) -> Number:
    """`附件一`, `附则`."""
    value = value_of(found["numeral"]) if found["numeral"] else 0
    label = found.group().strip().rstrip(":：")
    return Number(style="附", label=label, value=value, start=offset, end=offset + len(found.group().rstrip()))


def _appended(found: re.Match[str], offset: int) -> Number:
    """`Appendix` without a number."""
    return Number(style="annex", label=found["label"], value=0, start=offset, end=_behind(found, offset))


def _closing(found: re.Match[str], offset: int) -> Number:
    """What ends a text."""
    return Number(style=CLOSING, label="", value=0, start=offset, end=offset + found.end())


def _english(found: re.Match[str], offset: int) -> Number:
    """`Section 3.2`, `ARTICLE IV`, `§ 12`, `Schedule A`."""
    word, numeral = found["word"].lower(), found["numeral"]
    style = "annex" if word in _ANNEXES else _SHORTENED.get(word, word)
    lettered = letter_value(numeral) if len(numeral) == 1 and style in _LETTERED else 0
    parts = tuple(value_of(part.rstrip(ascii_uppercase) or part) for part in re.split(r"[.-]", numeral))
    return Number(
        style=style,
        label=" ".join(found.string[: found.end("numeral")].split()),
        value=lettered or parts[-1],
        parts=parts if style in ("article", "section", "clause") else (),
        roman=roman_value(numeral) if lettered else 0,
        sub=numeral[0].isdecimal() and numeral[-1].isalpha(),
        start=offset,
        end=_behind(found, offset),
    )


def _form(found: re.Match[str], offset: int) -> Number | None:
    """`（一）`, `1.`, `(a)`, `①`; None when its numeral has no value."""
    name = found.lastgroup or ""
    numeral = found[name]
    end = _behind(found, offset)
    if name in ("decimal", "dot", "bare"):
        parts = tuple(int(part) for part in numeral.split("."))
        return Number(style=DECIMAL, label=numeral, value=parts[-1], parts=parts, start=offset, end=end)
    label = found.group() if found.group()[0] in "（(" else numeral
    cased = name.startswith(("lower", "upper"))
    letter = letter_value(numeral) if cased and len(numeral) == 1 else 0
    value = letter or value_of(numeral)
    style = name if letter or not cased else f"{name}_roman"
    roman = roman_value(numeral) if letter else 0
    return Number(style=style, label=label, value=value, roman=roman, start=offset, end=end) if value else None


_READINGS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], int], Number | None]], ...]] = (
    (_CHINESE, _chinese),
    (_ANNEX, _annex),
    (_ENGLISH, _english),
    (_APPENDED, _appended),
    (_FORMS, _form),
    (_BOOK, _book),
    (_CLOSING_WORDS, _closing),
)
"""What a line is tried as, in order."""
