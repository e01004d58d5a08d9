"""Counts, offsets and token ids with the embedder's own tokenizer.

A tokenizer that a model encodes with carries truncation and padding as mutable state, and fails or miscounts when
another thread counts with it. This one has both switched off once and is never changed again, so that any number of
threads may count and encode with it; one of 250,000 pieces takes 280 MB.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from indexing.errors import ModelUnavailable
from indexing.word_ends import LONG_TOKEN, WordEnds, token_ends

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
        self._words = WordEnds(self._word_ends) if splits_at_blanks(tokenizer) else None
        self.specials = tokenizer.num_special_tokens_to_add(False)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without special tokens, never truncated. Empty text: 0."""
        counts: list[int] = []
        for batch in _batches(texts):
            counts.extend(map(len, self._tokenizer.encode_batch_fast(batch, add_special_tokens=False)))
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
        return token_ends(self.offsets(text)) if self._words is None else self._words.of(text)

    def _word_ends(self, words: Sequence[str]) -> list[list[int]]:
        encodings = self._tokenizer.encode_batch(list(words), add_special_tokens=False)
        return [_ends_in(word, encoding.offsets) for word, encoding in zip(words, encodings, strict=True)]


def _ends_in(word: str, offsets: list[tuple[int, int]]) -> list[int]:
    """What `token_ends` says of a word; plainly for one that can have no long token."""
    if len(word) <= LONG_TOKEN:
        return [end for _, end in offsets]
    ends: list[int] = token_ends(np.array(offsets, dtype=np.int32).reshape(-1, 2)).tolist()
    return ends


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
