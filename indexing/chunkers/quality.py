"""Quality flags: why a chunk may be hard to find, or to understand when it is found.

They change nothing by themselves: ingest counts them, and who tunes the limits sees where the cuts hurt.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from indexing.model import Chunk, Flag, Outline, ParsedText
from indexing.render import visible_text

SHORT_TOKENS: Final = 8
"""A text of fewer tokens says too little to be told from others: a label, a caption, a rest."""
LEAST_LETTERS: Final = 0.6
"""Share of letters and digits among visible characters: running text has over 0.9 in English and 0.85 in Chinese."""
MOST_SINGLES: Final = 0.5
"""Share of single letters among Latin words: in English about 0.05; recognised noise falls apart into them."""

_PROSE: Final = frozenset({"paragraph", "quote", "html", "turn"})
_REFERENCE: Final = re.compile(
    r"[\s>*_#\-]*(?:"
    r"(?:它|他们|她们|其(?!他|它|余|中)|该(?!当)|此(?!外|时|后|前)|上述|前述|前款|前条|前项|以上(?!海)|如上|这(?!里有)|那(?!么)|对此|为此|因此|同上)"
    r"|(?i:(?:it|its|they|them|their|this|that|these|those|such|he|she|his|her|the\s+(?:above|former|latter|same|said)"
    r"|as\s+(?:above|mentioned)|otherwise|therefore|thus|hence|however|also)\b))"
)
_SENTENCE: Final = re.compile(r"[.!?。！？；;:：…]")
_WORD: Final = re.compile(r"[A-Za-zÀ-ɏ]+")


def flagged(parsed: ParsedText, outline: Outline) -> Outline:
    """`outline` with the flags of its indexed chunks."""
    doubtful = _doubtful_pages(parsed)
    chunks = tuple(
        replace(chunk, flags=tuple(_flags(parsed, chunk, doubtful))) if chunk.indexed else chunk
        for chunk in outline.chunks
    )
    return replace(outline, chunks=chunks)


def _flags(parsed: ParsedText, chunk: Chunk, doubtful: frozenset[int]) -> Iterator[Flag]:
    """The flags of a chunk, in the order of `Flag`."""
    own = visible_text(parsed.text, chunk.span, parsed.removed).strip()
    if not chunk.context and chunk.kind in _PROSE and _REFERENCE.match(own):
        yield "reference"
    if chunk.kind in _PROSE and not _SENTENCE.search(own):
        yield "no_sentence"
    pages = parsed.layout.pages_of(chunk.span.start, chunk.span.end) if doubtful else None
    if (pages and doubtful.intersection(range(pages[0], pages[1] + 1))) or (chunk.kind in _PROSE and is_noise(own)):
        yield "noise"
    if chunk.own_tokens < SHORT_TOKENS:
        yield "short"


def is_noise(text: str) -> bool:
    """Whether `text` is mostly no words: marks, replaced characters, or words in single letters.

    >>> is_noise("The tenant pays the rent."), is_noise("租客支付租金。"), is_noise("~~ .,| i l I . a r t-- ;; c")
    (False, False, True)
    """
    visible = "".join(text.split())
    if sum(map(str.isalnum, visible)) < LEAST_LETTERS * len(visible):
        return True
    lengths = list(map(len, _WORD.findall(text)))
    return len(lengths) >= SHORT_TOKENS and lengths.count(1) > MOST_SINGLES * len(lengths)


def _doubtful_pages(parsed: ParsedText) -> frozenset[int]:
    """Numbers of the pages recognised with little confidence."""
    return frozenset(page.number for page in parsed.pages if page.doubtful)
