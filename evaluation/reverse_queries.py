"""Queries made by rule from a chunk's own text: what should find it, if anything does.

    terms      its rarest terms
    heading    the title over it, with its rarest other term
    masked     its longest sentence without numbers, names and quotes: what it means, not what it is called

A rule makes no query where the chunk has not got what it takes.
"""

import re
from collections.abc import Sequence, Set
from typing import Final, Literal

from msgspec import Struct

from evaluation.reverse_chunks import Frequencies, IndexedChunk
from indexing.chunkers.sentences import sentence_spans

Rule = Literal["terms", "heading", "masked"]
RULES: Final[tuple[Rule, ...]] = ("terms", "heading", "masked")

TERMS: Final = 5
"""Of the rule `terms`: as many words as a person types."""
PAIRS: Final = 3
"""Overlapping pairs of Chinese characters that make a word of a query: four characters."""
LEAST_MASKED_TERMS: Final = 4
"""Distinct terms that a masked sentence must still have to mean something."""
MOST_SENTENCE: Final = 300
"""Characters of a sentence or title: a longer one is no question, and no model's window need hold it."""

_PROSE: Final = frozenset({"paragraph", "list_item", "quote", "html", "turn", "heading"})
"""Kinds of blocks that have sentences."""

_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_NUMERALS: Final = "零〇一二三四五六七八九十百千万亿两"
_LETTER: Final = rf"[^\W{_CJK}]"
_START: Final = rf"(?<!{_LETTER})"
_MASKED: Final = re.compile(
    r"https?://\S+"
    r"|`[^`\n]*`"
    r"|“[^”\n]{1,60}”|「[^」\n]{1,60}」|『[^』\n]{1,60}』|《[^》\n]{1,60}》|\"[^\"\n]{1,60}\""
    rf"|第[{_NUMERALS}\d]+[编章节条款项]"
    rf"|[{_NUMERALS}点]{{2,}}|[{_NUMERALS}](?=[年月日天元个次])"
    rf"|{_START}[A-Za-z_]*[\d_](?:[.:/-]?{_LETTER}|%)*"  # numbers, codes, snake_case
    rf"|{_START}[A-Za-z]+(?:[./:]+{_LETTER}+)+"  # paths, dotted names
    rf"|{_START}(?:[A-Z][a-z]+[A-Z]|[a-z]+[A-Z]|[A-Z]{{2,}}){_LETTER}*"  # CamelCase, camelCase, ACRONYMS
    rf"|(?:(?<=[a-z0-9,;:] )|(?<=[{_CJK}]))[A-Z](?:{_LETTER}|['’-])*"  # capitals inside a sentence
)
_MARKUP: Final = re.compile(r"</?[A-Za-z][^<>\n]*>|[\[*#>|]+|\]\([^)\n]*\)|\]|^\s*(?:[-+]|\d+[.)])\s+", re.MULTILINE)
_ORPHANS: Final = re.compile(r"\(\s*\)|（\s*）|【\s*】")


class ReverseQuery(Struct, frozen=True, kw_only=True):
    """One question that a chunk should answer."""

    rule: Rule
    text: str


def queries_of(chunk: IndexedChunk, frequencies: Frequencies) -> list[ReverseQuery]:
    """The queries of `chunk`, in the order of RULES; at most one for each rule."""
    texts: dict[Rule, str] = {
        "terms": " ".join(_rarest(chunk, frequencies, n=TERMS)),
        "heading": _heading_query(chunk, frequencies),
        "masked": _masked_query(chunk, frequencies),
    }
    return [ReverseQuery(rule=rule, text=texts[rule]) for rule in RULES if texts[rule]]


def masked(sentence: str) -> str:
    """`sentence` without numbers, identifiers, quotes and names, as far as their spelling tells.

    >>> masked("The tenant of Baker Street pays 40 EUR by 1 May, says `rent.due`.")
    'The tenant of pays by, says.'
    >>> masked("依照《租赁办法》第十二条，押金不超过三个月租金，即3600元。")
    '依照，押金不超过个月租金，即元。'
    """
    bare = _ORPHANS.sub(" ", _MASKED.sub(" ", _MARKUP.sub(" ", sentence)))
    bare = re.sub(rf"(?<=[{_CJK}，。；：])\s+(?=[{_CJK}，。；：])", "", " ".join(bare.split()))
    return re.sub(r"\s+(?=[,.;:!?，。；：！？])", "", bare)


def _heading_query(chunk: IndexedChunk, frequencies: Frequencies) -> str:
    title = " ".join(chunk.heading.split())[:MOST_SENTENCE]
    rare = _rarest(chunk, frequencies, n=1, apart_from=title)
    return " ".join([title, *rare]) if title and rare else ""


def _masked_query(chunk: IndexedChunk, frequencies: Frequencies) -> str:
    if chunk.kind not in _PROSE:
        return ""
    sentences = [span.slice(chunk.own_text) for span in sentence_spans(chunk.own_text, 0, len(chunk.own_text))]
    bare = masked(max(sentences, key=len, default="")[:MOST_SENTENCE])
    return bare if len(frequencies.analyzer.query_terms(bare)) >= LEAST_MASKED_TERMS else ""


def _rarest(chunk: IndexedChunk, frequencies: Frequencies, *, n: int, apart_from: str = "") -> list[str]:
    """The `n` rarest words of `chunk`, those that stand first among equals, in the order of its text.

    Chinese is indexed as overlapping pairs of characters: a rare pair is asked for with its neighbours.
    """
    left_out = set(frequencies.analyzer.terms(apart_from))
    terms = frequencies.analyzer.query_terms(chunk.own_text)
    free = {place for place, term in enumerate(terms) if term not in left_out}
    words: list[Sequence[int]] = []
    for place in sorted(free, key=lambda place: (frequencies.of(terms[place]), place)):
        if place in free and len(words) < n:
            words.append(_word_around(terms, place, free))
            free.difference_update(words[-1])
    return [_joined([terms[place] for place in word]) for word in sorted(words, key=min)]


def _word_around(terms: Sequence[str], place: int, free: Set[int]) -> Sequence[int]:
    """The places of the pairs that overlap the one at `place`, those after it before those before it; itself at least.

    >>> _word_around(["rent", "押金", "金额", "额不"], 2, {0, 1, 2, 3}), _word_around(["rent", "due"], 0, {0, 1})
    (range(1, 4), range(0, 1))
    """
    first, end = place, place + 1
    while end in free and end - first < PAIRS and _overlap(terms[end - 1], terms[end]):
        end += 1
    while first - 1 in free and end - first < PAIRS and _overlap(terms[first - 1], terms[first]):
        first -= 1
    return range(first, end)


def _overlap(pair: str, following: str) -> bool:
    return len(pair) == len(following) == 2 and not pair.isascii() and pair[1] == following[0]


def _joined(pairs: Sequence[str]) -> str:
    """
    >>> _joined(["押金", "金额"]), _joined(["rent"])
    ('押金额', 'rent')
    """
    return pairs[0] + "".join(pair[1] for pair in pairs[1:])
