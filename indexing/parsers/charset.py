"""Which charset undeclared bytes are in: a scored choice by how plausible the decoded characters are.

Each candidate decodes a sample; each decoded character costs bits, few for what texts are made of and many for what
only wrong decodings yield. The cheapest candidate wins, if its text is plausible at all. Linear in the sample.
"""

import codecs
import re
import unicodedata
from collections import Counter
from functools import cache
from typing import Final

from indexing.parsers.common_han import JAPANESE, SIMPLIFIED, TRADITIONAL

CANDIDATES: Final = ("gb18030", "cp932", "big5", "utf-16-le", "utf-16-be", "cp1252")
"""Python codec names, in the order that breaks ties."""

SAMPLE_BYTES: Final = 65_536
"""Scored bytes: enough for thousands of characters, a few milliseconds of work."""

DOUBT_BITS: Final = {"gb18030": 11.4, "big5": 11.4, "cp1252": 11.2}
"""Mean cost of a non-ASCII character from which a decoding counts as mojibake. Han characters drawn at random from a
standard's first level cost 12 (Korean bytes read as GB 18030), Chinese text 9 to 10. For other codecs see below."""

SHORT_DOUBT_BITS: Final = 13.0
"""The same for other codecs, and for short Han text: a name may hold rare characters only."""

SHORT_CHARACTERS: Final = 10
"""Fewer non-ASCII characters than this are too few for a mean."""

_CONTROL_SHARE: Final = 0.02
"""More control characters than this, and undeclared bytes are no text."""

_CONTROL_BITS: Final = 26.0
"""Control, private and unassigned characters."""

_LEVEL_ONE: Final = {
    "gb18030": ("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)),
    "big5": ("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF))),
    "cp932": ("cp932", range(0x88, 0x99), (*range(0x40, 0x7F), *range(0x80, 0xFD))),
}
"""Codec, lead and trail bytes of the frequent Han characters of each national standard (GB 2312 level 1, Big5 level 1,
JIS X 0208 level 1)."""

_LATIN_RUN = re.compile("[À-ÖØ-öø-ÿŒœŠšŽžŸƒ]{3,}")
_SIGN_IN_WORD = re.compile("(?<=[A-Za-zÀ-ÿ])[¡-©«-´¶¸¹»-¿×÷‚„†‡ˆ‰‹›˜](?=[A-Za-zÀ-ÿ])")
_SPACED_HAN = re.compile("(?<=[一-鿿]) (?=[一-鿿])")
_NON_ASCII = re.compile(rb"[\x80-\xff]")


def rank_charsets(content: bytes, candidates: tuple[str, ...] = CANDIDATES) -> list[str]:
    """The candidates whose decoding of `content` is plausible, best first; empty when none is.

    >>> rank_charsets("甲方应当在三十日内付款。".encode("gb18030"))[0]
    'gb18030'
    >>> rank_charsets("第三条　支払期限は三十日とする。".encode("cp932"))[0]
    'cp932'
    """
    sample = _sample(content)
    scored = []
    for place, codec in enumerate(candidates):
        text = _decode_sample(sample, codec, whole=len(content))
        if text is not None and is_plausible(text, codec):
            scored.append((_total_bits(text, codec), place, codec))
    return [codec for _, _, codec in sorted(scored)]


def sample_bits(content: bytes, codec: str) -> float:
    """Cost in bits of the sample of `content` as decoded by `codec`; infinite when it can not be.

    >>> sample_bits(b"rent", "utf-8"), sample_bits(b"\\xff", "utf-8")
    (20.0, inf)
    """
    text = _decode_sample(_sample(content), codec, whole=len(content))
    return float("inf") if text is None else _total_bits(text, codec)


def is_plausible(text: str, codec: str) -> bool:
    """Whether `text`, as decoded by `codec`, reads like text rather than mojibake or binary data.

    >>> is_plausible("naïve", "cp1252"), is_plausible("Ïðèâåò", "cp1252")
    (True, False)
    """
    counts = Counter(text)
    foreign = sum(count for char, count in counts.items() if not _is_plain(char))
    controls = sum(
        count for char, count in counts.items() if unicodedata.category(char) == "Cc" and not _is_plain(char)
    )
    if controls > _CONTROL_SHARE * len(text):
        return False
    if codec == "cp1252" and foreign > (len(text) - text.count(" ")) / 2 + 1:
        return False
    short = foreign < SHORT_CHARACTERS and codec != "cp1252"
    return doubt(text, codec) < (SHORT_DOUBT_BITS if short else DOUBT_BITS.get(codec, SHORT_DOUBT_BITS))


def doubt(text: str, codec: str) -> float:
    """Mean cost in bits of what is not plain ASCII in `text`, as decoded by `codec`; 0 when all of it is.

    >>> doubt("plain", "cp1252")
    0.0
    """
    foreign = sum(count for char, count in Counter(text).items() if not _is_plain(char))
    return 0.0 if foreign == 0 else _foreign_bits(text, codec) / foreign


def _sample(content: bytes) -> bytes:
    """The part to be scored: from a little before the first byte that is not ASCII, at an even place (UTF-16)."""
    found = _NON_ASCII.search(content)
    start = max(0, found.start() - 256) & ~1 if found else 0
    return content[start : start + SAMPLE_BYTES]


def _decode_sample(sample: bytes, codec: str, *, whole: int) -> str | None:
    """The sample as text, its last character possibly left out, or None when it is not in `codec`."""
    if codec.startswith("utf-16") and whole % 2:
        return None
    decoder = codecs.getincrementaldecoder(codec)()
    try:
        return decoder.decode(sample, final=len(sample) == whole)
    except UnicodeDecodeError:
        return None


def _total_bits(text: str, codec: str) -> float:
    """Cost in bits of all of `text`: candidates explain the same bytes, so their sums compare."""
    plain = sum(count * _plain_bits(char) for char, count in Counter(text).items() if _is_plain(char))
    return plain + _foreign_bits(text, codec)


def _foreign_bits(text: str, codec: str) -> float:
    """Cost in bits of the characters that are not plain ASCII, and of the company they keep."""
    single = sum(count * _bits(char, codec) for char, count in Counter(text).items() if not _is_plain(char))
    return single + _misplaced_bits(text)


def _misplaced_bits(text: str) -> float:
    """Extra cost of what wrong decodings are full of: runs of accented letters, signs inside words (single-byte
    charsets), and blanks between Han characters (Korean).

    >>> _misplaced_bits("café, naïve, créée"), _misplaced_bits("Ïðèâåò")
    (0.0, 48.0)
    """
    runs = sum(len(run) for run in _LATIN_RUN.findall(text))
    return 8.0 * (runs + len(_SIGN_IN_WORD.findall(text))) + 4.0 * len(_SPACED_HAN.findall(text))


def _is_plain(char: str) -> bool:
    return " " <= char <= "~" or char in "\t\n\r\f"


def _plain_bits(char: str) -> float:
    """Letters, digits and blanks are about as frequent as 32 choices make them; other signs are rarer."""
    return 5.0 if char.isalnum() or char.isspace() else 6.5


def _bits(char: str, codec: str) -> float:
    """Cost in bits of one character that is not plain ASCII: minus the binary logarithm of its share of real text."""
    if char in _common_han():
        return 9.0
    if "\u4e00" <= char <= "\u9fff":
        return _han_bits(char, codec)
    if codec == "cp1252":
        return _western_bits(char)
    if "\u3040" <= char < "\u3100" and codec in {"gb18030", "big5"}:
        return 13.0  # EUC-JP shares its kana with GB 18030, and nothing else
    return _script_bits(char)


def _han_bits(char: str, codec: str) -> float:
    """Han characters outside the common ones: those of the standard's first level, of another's, of none."""
    if codec in _LEVEL_ONE:
        own, other = 13.0, 17.0
        if char in _level_one(codec):
            return own
    else:
        other = 13.5
    return other if any(char in _level_one(name) for name in _LEVEL_ONE) else 20.0


def _western_bits(char: str) -> float:
    """What Windows-1252 has beyond ASCII: letters and typographic signs are frequent, the rest is not."""
    if char in "‘’“”–—…•€£§°©®«»·":
        return 9.0
    if char.isalpha() and char not in "ÐÞðþÝýªºƒˆ":
        return 9.0
    if char in "±×÷µ²³¹¼½¾¿¡ªº¶†":
        return 10.5
    return _CONTROL_BITS if unicodedata.category(char) in {"Cc", "Cn"} else 14.0


_SCRIPTS: Final = (
    (0x0080, 0x00A0, _CONTROL_BITS),
    (0x00A0, 0x00C0, 11.0),  # Latin signs
    (0x00C0, 0x0250, 10.5),  # Latin letters
    (0x0370, 0x0530, 12.5),  # Greek, Cyrillic
    (0x2000, 0x2010, 12.0),  # blanks
    (0x2010, 0x2040, 9.0),  # dashes and quotation marks
    (0x2190, 0x2200, 12.0),  # arrows
    (0x2500, 0x2580, 12.0),  # boxes
    (0x2040, 0x2E00, 15.0),  # other signs
    (0x3000, 0x3020, 7.0),  # 、。「」 and the like
    (0x3040, 0x30A0, 7.0),  # hiragana
    (0x30A0, 0x3100, 8.5),  # katakana
    (0x3100, 0x4E00, 19.0),  # bopomofo, units, Han extension A
    (0xAC00, 0xD7A4, 13.0),  # hangul
    (0xD800, 0xF900, _CONTROL_BITS),  # surrogates, private use
    (0xF900, 0xFF00, 19.0),  # compatibility forms
    (0xFF00, 0xFF61, 9.0),  # full-width forms: ，：（）
    (0xFF61, 0xFFE0, 13.5),  # half-width katakana: single bytes, all too easily found
    (0xFFE0, 0x10000, _CONTROL_BITS),
)
"""First and last-plus-one code point of a range, and what a character of it costs in bits."""


def _script_bits(char: str) -> float:
    """Cost of a character by the range it is in; unassigned ones count as controls wherever they are."""
    if unicodedata.category(char) in {"Cc", "Cn", "Co", "Cs"}:
        return _CONTROL_BITS
    code = ord(char)
    return next((bits for first, end, bits in _SCRIPTS if first <= code < end), 20.0)


@cache
def _common_han() -> frozenset[str]:
    return frozenset(SIMPLIFIED + TRADITIONAL + JAPANESE)


@cache
def _level_one(name: str) -> frozenset[str]:
    """The characters of the first level of a standard, which holds the frequent ones."""
    codec, leads, trails = _LEVEL_ONE[name]
    grid = b"".join(bytes((lead, trail)) for lead in leads for trail in trails)
    return frozenset(char for char in grid.decode(codec, "ignore") if "\u4e00" <= char <= "\u9fff")
