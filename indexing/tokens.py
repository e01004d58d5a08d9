"""Counts, offsets and token ids with the embedder's own tokenizer.

A tokenizer that a model encodes with carries truncation and padding as mutable state, and fails or miscounts when
another thread counts with it. This one has both switched off once and is never changed again, so that any number of
threads may count and encode with it; one of 250,000 pieces takes 280 MB.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from indexing.errors import ModelUnavailable
from indexing.words import LAST_BLANK, LONG_TOKEN, UNSTEADY, Word, Words, token_ends

BATCH_CHARACTERS: Final = 1_000_000
"""Characters encoded at once: an encoding takes about 200 bytes a token, so a batch stays below 100 MB."""

PART_CHARACTERS: Final = 1024
"""A long text is tokenised in parts of about this size, cut before a blank, so that all cores share the work: a usual
document needs a dozen parts for that."""


class HuggingFaceTokenizer:
    """The `Tokenizer` of a model whose folder has a `tokenizer.json`."""

    specials: int
    """Special tokens the model adds to each text."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Wrap a private copy of `tokenizer`, which itself is left as it is."""
        self._own(Tokenizer.from_str(tokenizer.to_str()))

    @classmethod
    def from_folder(cls, folder: Path) -> "HuggingFaceTokenizer":
        """The tokenizer of the model in `folder`. Raises ModelUnavailable when it has no readable tokenizer.json."""
        path = folder / "tokenizer.json"
        try:
            content = path.read_text(encoding="utf-8")
            loaded = Tokenizer.from_str(content)
        except Exception as exc:  # the library raises bare Exception for what it can not parse
            raise ModelUnavailable(f"{path} is not a readable tokenizer ({exc}); name another model") from exc
        self = cls.__new__(cls)
        self._own(loaded)
        return self

    def _own(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._words = Words(self._read_words) if splits_at_blanks(tokenizer) else None
        added = [re.escape(token.content) for token in tokenizer.get_added_tokens_decoder().values()]
        self._added = re.compile("|".join(added) or "(?!)")
        self._odd = _odd_blanks(tokenizer)
        self.specials = tokenizer.num_special_tokens_to_add(False)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without special tokens, never truncated. Empty text: 0."""
        counts: list[int] = []
        for batch in _batches(texts):
            counts.extend(map(len, self._tokenizer.encode_batch_fast(batch, add_special_tokens=False)))
        return counts

    def count_by_words(self, texts: Sequence[str]) -> list[int]:
        """The same as `count`, faster: words seen before are looked up where they have the same tokens in any text."""
        if self._words is None:
            return self.count(texts)
        counts = [
            UNSTEADY if self._odd.search(text) or text != text.strip() else tokens
            for text, tokens in zip(texts, self._words.counts(texts), strict=True)
        ]
        left = [i for i, tokens in enumerate(counts) if tokens < 0]
        for i, tokens in zip(left, self.count([texts[i] for i in left]), strict=True):
            counts[i] = tokens
        return counts

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of each text, special tokens included, never truncated."""
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(list(texts))]

    def encode(self, text: str) -> Encoding:
        """Ids, offsets in code points and the mask of special tokens of one text, never truncated."""
        return self._tokenizer.encode(text)

    def offsets(self, text: str) -> NDArray[np.int32]:
        """Shape (n, 2): code-point range of each token of `text`, in order, without special tokens."""
        found: list[NDArray[np.int32]] = [np.zeros((0, 2), dtype=np.int32)]
        start = 0
        for batch in _batches(_parts(text)):
            for part, encoding in zip(
                batch, self._tokenizer.encode_batch(batch, add_special_tokens=False), strict=True
            ):
                found.append(np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2) + np.int32(start))
                start += len(part)
        return np.concatenate(found)

    def ends(self, text: str) -> NDArray[np.int32]:
        """Shape (n,): what `token_ends` says of `text`, each word tokenised by itself where that is the same."""
        return token_ends(self.offsets(text)) if self._words is None else self._words.ends(text)

    def _read_words(self, words: Sequence[str]) -> list[Word]:
        encodings = self._tokenizer.encode_batch(list(words), add_special_tokens=False)
        return [
            Word(_ends_in(word, encoding), len(encoding) if self._is_steady(word, encoding) else UNSTEADY)
            for word, encoding in zip(words, encodings, strict=True)
        ]

    def _is_steady(self, word: str, encoding: Encoding) -> bool:
        """Whether `word` has its tokens in any text: plain ASCII has, else it is tried; not what vanishes."""
        if not len(encoding) or self._added.search(word):
            return False
        if word.isascii() and word.isprintable():
            return True
        beside = _ids(self._tokenizer, "a")
        return _ids(self._tokenizer, f"a {word} a") == [*beside, *encoding.ids, *beside]


def _ids(tokenizer: Tokenizer, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False).ids
    return ids


def _odd_blanks(tokenizer: Tokenizer) -> re.Pattern[str]:
    """Blanks that `str.split` splits at and the tokenizer does not, or not as at one space."""
    between = _ids(tokenizer, "a a")
    blanks = filter(str.isspace, map(chr, range(LAST_BLANK + 1)))
    odd = [re.escape(blank) for blank in blanks if _ids(tokenizer, f"a{blank}a") != between]
    several = [r"\s\s"] if _ids(tokenizer, "a \n\t a") != between else []
    return re.compile("|".join(several + [f"[{''.join(odd)}]"] * bool(odd)) or "(?!)")


def _ends_in(word: str, encoding: Encoding) -> list[int]:
    """What `token_ends` says of a word; plainly for one that can have no long token."""
    if len(word) > LONG_TOKEN:
        ends: list[int] = token_ends(np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2)).tolist()
        return ends
    return [len(word)] if len(encoding) == 1 else [end for _, end in encoding.offsets]


def splits_at_blanks(tokenizer: Tokenizer) -> bool:
    """Whether `tokenizer` gives a word between blanks the same tokens in any text."""
    kinds = json.loads(tokenizer.to_str()).get("pre_tokenizer") or {}
    steps = kinds.get("pretokenizers", [kinds])
    return any(
        step.get("type") in ("BertPreTokenizer", "WhitespaceSplit", "Whitespace")
        or (step.get("type") == "Metaspace" and step.get("split") and step.get("prepend_scheme") == "always")
        for step in steps
    )


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """`texts` in runs of about BATCH_CHARACTERS, in order, at least one text each."""
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and size + len(text) > BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _parts(text: str) -> list[str]:
    """`text` cut before a newline, else a space, about every PART_CHARACTERS; together they are `text`.

    >>> [len(part) for part in _parts("a" * 20_000 + chr(10) + "b")]
    [20000, 2]
    """
    parts, start = [], 0
    while len(text) - start > PART_CHARACTERS:
        end = _part_end(text, start)
        if end < 0:
            break
        parts.append(text[start:end])
        start = end
    parts.append(text[start:])
    return parts


def _part_end(text: str, start: int) -> int:
    """The last newline, else space, of the part that begins at `start`; else the first behind it; -1 without any."""
    full = start + PART_CHARACTERS
    for blank in "\n", " ":
        end = text.rfind(blank, start + 1, full)
        if end > 0:
            return end
    ends = [text.find(blank, full) for blank in "\n "]
    return min((end for end in ends if end >= 0), default=-1)
