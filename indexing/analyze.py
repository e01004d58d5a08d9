"""The analyzer: text to lexical terms, the same for documents at ingest and for queries.

Text is folded first: NFKC and case folding (full-width letters equal half-width ones), invisible characters removed,
typographic apostrophes and hyphens replaced by ASCII ones and, if so configured, traditional Chinese characters by
simplified ones. Then two kinds of runs become terms; everything else is a border.

- **Words**: letters, digits and their combining marks. Inner `-`, `_`, `.`, `'` and `&` hold a compound together; a
  compound is a term and so are its parts, so `kube-apiserver` is found by itself and by `apiserver`. Decimals and
  versions are not taken apart: nobody who asks for `5` means `3.5`.
- **Chinese, Japanese and Korean**: single characters and overlapping pairs. A query asks for the pairs only, so that
  `押金` finds no text that merely has a `金`; a single character asks for itself.

There are no stop words and no stemming: BM25 weighs a word in every chunk with almost nothing, and a stem would make
names and identifiers equal that are not. Order of terms means nothing; repetition in a document does.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import chain
from operator import add
from typing import Final

import opencc

from indexing.config import AnalyzerConfig

LONGEST_TERM: Final = 128
"""Characters of a word that count: more than any name or SHA-512 digest has; encoded binary data is cut to this."""

_IDEOGRAPHS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3105-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\U0001b000-\U0001b16f"
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff"
_CJK = f"{_IDEOGRAPHS}{_KANA}{_HANGUL}"


def _ranges(points: Iterable[int]) -> str:
    """Rising code points as the inside of a character class.

    >>> _ranges([97, 98, 99, 120])
    'a-cx-x'
    """
    ranges: list[list[int]] = []
    for point in points:
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


_LETTER = rf"[^\W_{_CJK}]"
# Python's \w has no combining marks, which most Indic scripts write their vowels with. None is above U+1FFFF but
# variation selectors, which folding removes.
_MARK = f"[{_ranges(p for p in range(0x300, 0x20000) if unicodedata.category(chr(p)) in ('Mn', 'Mc'))}]"
_PART = f"{_LETTER}++(?:{_MARK}++{_LETTER}*+)*+"
_JOINT = r"(?:_+|[-.'&]|(?<=\d),(?=\d{3}(?!\d)))"
_WORD = re.compile(
    rf"{_PART}(?:{_JOINT}{_PART})*+(?:(?:\+\+|\#)(?!{_LETTER}))?"
)  # don't, max_connections, 1,234.5, C++
_BORDER = re.compile(
    r"'(?:s|t|d|m|ll|re|ve)(?![^\W_])"  # English contractions: the rest of the word is the part
    r"|(?<![^\W_])v(?=\d+\.\d)"  # v1.2.3 has the part 1.2.3
    r"|[-_'&,]+|(?<!\d)\.|\.(?!\d)|\+\+$|\#$"
)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
# A line that ends and one that begins with an ideograph or kana are one run: these scripts wrap anywhere.
_RUN = re.compile(
    rf"[{_CJK}]+(?:(?<=[{_IDEOGRAPHS}{_KANA}])[ \t]*\r?\n[ \t]*(?=[{_IDEOGRAPHS}{_KANA}])[{_CJK}]+)*",
)

# Default_Ignorable_Code_Point but for Hangul and Khmer fillers; NFKC_Casefold (Unicode 3.13, R5) removes them too.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff"
)


class Analyzer:
    """Turns text into terms. Immutable, thread-safe, without input or output."""

    name: str
    """What made the terms of an index: rules, their version and the folding table's fingerprint. Equal names make
    comparable terms."""

    def __init__(self, config: AnalyzerConfig) -> None:
        self._replacements = _replacements(config.fold_traditional)
        self.name = "cjk-bigram/1"
        if config.fold_traditional:
            self.name += f"+t2s-{_fingerprint(simplified())}"

    def terms(self, text: str) -> list[str]:
        """Terms of a document's text, repeated as often as they occur, in no meaningful order. No words: [].

        >>> Analyzer(AnalyzerConfig()).terms("kube-apiserver 押金")
        ['kube-apiserver', 'kube', 'apiserver', '押', '金', '押金']
        """
        folded = self._fold(text)
        found = _words(folded)
        for run in _runs(folded):
            found.extend(run)
            found.extend(map(add, run, run[1:]))
        return found

    def query_terms(self, text: str) -> list[str]:
        """Distinct terms to look up for a query, in an order that depends on the text alone. No words: [].

        >>> Analyzer(AnalyzerConfig()).query_terms("押金 deposit, 押金!"), Analyzer(AnalyzerConfig()).query_terms("押")
        (['deposit', '押金'], ['押'])
        """
        folded = self._fold(text)
        found = _words(folded)
        for run in _runs(folded):
            found.extend(map(add, run, run[1:]) if len(run) > 1 else run)
        return list(dict.fromkeys(found))

    def _fold(self, text: str) -> str:
        """`text` as its terms spell it. Lengths change, so this never leaves the lexical index."""
        if text.isascii():
            return text.lower()
        replaced = unicodedata.normalize("NFKC", text.translate(self._replacements))
        return unicodedata.normalize("NFKC", replaced.casefold())


def _words(folded: str) -> list[str]:
    """Words, and after them the parts of those that are compounds."""
    words: list[str] = _WORD.findall(folded)
    words.extend(chain.from_iterable([_parts(word) for word in words if not word.isalnum()]))
    if max(map(len, words), default=0) > LONGEST_TERM:
        return [word[:LONGEST_TERM] for word in words]
    return words


def _parts(word: str) -> list[str]:
    """What else than `word` finds it.

    >>> _parts("max_connections"), _parts("company's"), _parts("utf-8"), _parts("v1.2.3"), _parts("3.5")
    (['max', 'connections'], ['company'], ['utf', '8'], ['1.2.3'], [])
    >>> _parts("1,234.50"), _parts("2019,200"), _parts("c++"), _parts("node.js")
    (['1234.50'], ['2019', '200'], ['c'], ['node', 'js'])
    """
    if _THOUSANDS.fullmatch(word):
        return [word.replace(",", "")]
    return [part for part in _BORDER.split(word) if part and part != word]


def _runs(folded: str) -> list[str]:
    """Maximal runs of Chinese, Japanese and Korean characters.

    >>> _runs("甲方abc公司应付123元"), _runs("租客承\\n担水费")
    (['甲方', '公司应付', '元'], ['租客承担水费'])
    """
    if folded.isascii():
        return []
    return ["".join(run.split()) if "\n" in run else run for run in _RUN.findall(folded)]


@cache
def analyzer_of(config: AnalyzerConfig) -> Analyzer:
    """The analyzer of a configuration, made once: its tables take a tenth of a second."""
    return Analyzer(config)


@cache
def simplified() -> dict[int, int]:
    """Code point of each traditional character to that of its simplified one, by OpenCC's own dictionary.

    One character becomes one character, whatever its neighbours. What becomes a character that itself has a simplified
    one goes all the way, so both spellings of a word end at the same term.

    >>> chr(simplified()[ord("營")]), ord("收") in simplified()
    ('营', False)
    """
    blocks = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0x20000, 0x32400))
    traditional = "\n".join(map(chr, chain.from_iterable(blocks)))
    pairs = zip(traditional.split("\n"), opencc.OpenCC("t2s").convert(traditional).split("\n"), strict=True)
    table = {ord(one): ord(other) for one, other in pairs if one != other and len(other) == 1}
    return {point: _last(table, point) for point in table}


def _last(table: dict[int, int], point: int) -> int:
    """Where `table` leads from `point`; of a circle, its smallest member.

    >>> _last({1: 2, 2: 3}, 1), _last({5: 6, 6: 5}, 6)
    (3, 5)
    """
    path = [point]
    while (point := table.get(point, point)) not in path:
        path.append(point)
    return min(path[path.index(point) :])


@cache
def _replacements(fold_traditional: bool) -> dict[int, int | str | None]:
    """The table of `str.translate`: invisible characters, apostrophes, hyphens, compatibility and traditional forms.

    NFKC alone would replace the full-width punctuation of Chinese as well, but is several times faster when nothing is
    left for it to do. Characters that stay are in the table because a missing one costs `translate` an exception.
    """
    folded = simplified() if fold_traditional else {}
    table: dict[int, int | str | None] = dict(folded)
    for point in range(0x10000):
        compatible = unicodedata.normalize("NFKC", chr(point))
        table[point] = compatible if len(compatible) > 1 else folded.get(ord(compatible), ord(compatible))
    for first, last in re.findall(r"(.)(?:-(.))?", _INVISIBLE):
        table.update(dict.fromkeys(range(ord(first), ord(last or first) + 1)))
    table.update(str.maketrans("\u2018\u2019\u02bc\u2010\u2011", "'''--"))
    return table


def _fingerprint(table: dict[int, int]) -> str:
    """Eight hexadecimal digits that change when the table does: another OpenCC may fold other characters."""
    return hashlib.sha256(repr(sorted(table.items())).encode()).hexdigest()[:8]
