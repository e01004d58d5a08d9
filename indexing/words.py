"""The tokens of a text word by word: where they end, which planning a cut needs, and how many there are.

It costs the words not seen before. A tokenizer that splits at blanks before anything else gives each word the same
tokens in any text, so the tokens of words that come again and again (most of a language's) are looked up. Long words
(Chinese sentences, addresses) are tokenised each time.
"""

import threading
from collections.abc import Callable, Sequence
from itertools import chain, compress
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.columns import Column

Ints = NDArray[np.int32]

LONGEST_KEPT: Final = 64
"""Characters of a word that is remembered: longer ones seldom come again."""
MOST_KEPT: Final = 200_000
"""Words remembered, about 30 MB; then all are forgotten and learned anew."""

LONG_TOKEN: Final = 32
"""Characters. A longer token is a word the model does not know (WordPiece gives one [UNK] for any word above 100
characters); it counts as one token per 32 characters begun, so that a megabyte of base64 is not one small chunk.
Words of natural languages stay below it."""

LAST_BLANK: Final = 0x3000
"""No code point above is a blank."""

_IS_BLANK: Final = np.array([character.isspace() for character in map(chr, range(LAST_BLANK + 2))])
"""What `str.split` splits at, by code point; the last entry stands for all above."""


UNSTEADY: Final = -(2**40)
"""Stands for the count of a word that does not have the same tokens in any text: it makes every sum negative."""


class Word(Struct, frozen=True):
    """A word by itself."""

    ends: list[int]
    """Where its tokens end, rising, as `token_ends` says, in characters of the word."""
    tokens: int
    """How many the model gives it in any text between blanks; UNSTEADY where that depends on the text."""


class Words:
    """The tokens of words. Thread-safe."""

    def __init__(self, read: Callable[[Sequence[str]], list[Word]]) -> None:
        """`read` tokenises words."""
        self._read = read
        self._lock = threading.Lock()
        self._forget()

    def ends(self, text: str) -> Ints:
        """Shape (n,): the position behind each token of `text`, never falling."""
        words = text.split()
        if not words:
            return np.zeros(0, dtype=np.int32)
        starts, lengths = _words(text)
        kept = lengths <= LONGEST_KEPT
        if kept.all():
            return _placed(*self._known(words), starts)
        long = [word.ends for word in self._read(list(compress(words, (~kept).tolist())))]
        return _woven(kept, self._known(list(compress(words, kept.tolist()))), long, starts)

    def counts(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each of `texts`; negative for one with a word whose tokens are not the same in any text."""
        words = [text.split() for text in texts]
        with self._lock:
            new = [word for word in set(chain.from_iterable(words)) if word not in self._counts]
            self._learn([word for word in new if len(word) <= LONGEST_KEPT])
            long = [word for word in new if len(word) > LONGEST_KEPT]
            self._counts.update((word, one.tokens) for word, one in zip(long, self._read(long), strict=True))
            counts = [sum(map(self._counts.__getitem__, inside)) for inside in words]
            for word in long:
                del self._counts[word]
            return counts

    def _known(self, words: Sequence[str]) -> tuple[Ints, Ints]:
        """For each word its number of tokens, and where they end in it, one after the other."""
        with self._lock:
            self._learn(list(dict.fromkeys(words)))
            numbers = np.fromiter(map(self._numbers.__getitem__, words), dtype=np.int32, count=len(words))
            first, ends = self._first.view(), self._ends.view()
            lengths = np.diff(first)[numbers]
            return lengths, ends[_ranges(first[numbers], lengths)]

    def _learn(self, words: Sequence[str]) -> None:
        """Remember what tokens `words` have, each given once, none long."""
        if len(self._numbers) > MOST_KEPT:
            self._forget()
        words = [word for word in words if word not in self._numbers]
        if not words:
            return
        found = self._read(words)
        for word, one in zip(words, found, strict=True):
            self._numbers[word] = len(self._numbers)
            self._counts[word] = one.tokens
        lengths = np.fromiter((len(one.ends) for one in found), dtype=np.int32, count=len(found))
        self._first.extend(self._first.view()[-1] + np.cumsum(lengths))
        self._ends.extend(np.fromiter((end for one in found for end in one.ends), dtype=np.int32))

    def _forget(self) -> None:
        self._numbers: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._first, self._ends = Column(np.int32), Column(np.int32)
        self._first.extend([0])


def token_ends(offsets: Ints) -> Ints:
    """The end of each token, never falling; of tokens above LONG_TOKEN also every LONG_TOKEN-th character.

    `offsets` has shape (n, 2): where each token begins and ends.

    >>> token_ends(np.array([[0, 3], [4, 5], [6, 76]], dtype=np.int32)).tolist()
    [3, 5, 38, 70, 76]
    """
    starts, ends = offsets[:, 0], np.maximum(offsets[:, 1], offsets[:, 0] + 1)
    long = np.flatnonzero(ends - starts > LONG_TOKEN)
    if len(long):
        inner = [np.arange(starts[i] + LONG_TOKEN, ends[i], LONG_TOKEN, dtype=np.int32) for i in long]
        ends = np.sort(np.concatenate([ends, *inner]))
    return np.maximum.accumulate(ends).astype(np.int32)


def _words(text: str) -> tuple[Ints, Ints]:
    """Shape (words,) each: where the words begin that `text.split()` gives, and how long they are."""
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    blank = np.ones(len(codes) + 2, dtype=np.int8)
    blank[1:-1] = _IS_BLANK[np.minimum(codes, len(_IS_BLANK) - 1)]
    edges = np.flatnonzero(np.diff(blank)).astype(np.int32)
    return edges[::2], edges[1::2] - edges[::2]


def _ranges(first: Ints, counts: Ints) -> NDArray[np.intp]:
    """`first[i], first[i] + 1, …`, `counts[i]` of them, for each i in turn.

    >>> _ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(counts) - counts
    found: NDArray[np.intp] = np.arange(counts.sum()) + np.repeat(first - before, counts)
    return found


def _placed(counts: Ints, ends: Ints, starts: Ints) -> Ints:
    """Ends in the text of tokens whose `ends` are in their words."""
    return (ends + np.repeat(starts, counts)).astype(np.int32)


def _woven(kept: NDArray[np.bool_], short: tuple[Ints, Ints], long: Sequence[Sequence[int]], starts: Ints) -> Ints:
    """Ends in the text of the tokens of all words: of the `kept` ones from `short`, of the others from `long`."""
    counts = np.zeros(len(kept), dtype=np.int32)
    counts[kept] = short[0]
    counts[~kept] = list(map(len, long))
    ends = np.zeros(counts.sum(), dtype=np.int32)
    is_short = np.repeat(kept, counts)
    ends[is_short] = short[1]
    ends[~is_short] = [end for word in long for end in word]
    return _placed(counts, ends, starts)
