"""A sentence-transformers folder as two functions: texts to token ids, token ids to vectors.

The only door to sentence_transformers and PyTorch in this package, opened when an Encoder is made: importing this
module costs nothing. The library's own `encode` is not used: it changes its tokenizer in each call, and two threads in
it fail or cut texts. Here the tokenizer is set once and never changed, and a forward pass changes nothing.
"""

import ctypes
import logging
import os
import sys
import warnings
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding

from indexing.errors import ModelUnavailable
from indexing.tokens import HuggingFaceTokenizer

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

QUIET: Final = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TOKENIZERS_PARALLELISM": "true",
}
"""Environment that the libraries read when they are imported: no network, no telemetry, nothing on stderr. The last one
is said only because a process that starts another is warned about it otherwise."""

LARGEST_WINDOW: Final = 100_000
"""A tokenizer without a limit states about 1e30; above this a window counts as not stated."""


class Encoder:
    """One model in memory, float32, on the CPU. Thread-safe."""

    dimension: int
    """Of its vectors."""
    window: int
    """Tokens a text may have, special tokens included."""
    pooling: str
    """How token vectors become one: `mean`, `cls`, `lasttoken`, …"""
    tokenizer: HuggingFaceTokenizer
    """What it encodes with, and others may count with."""

    def __init__(self, folder: Path) -> None:
        """Load the model in `folder`: seconds. Raises ModelUnavailable."""
        self.tokenizer = HuggingFaceTokenizer.from_folder(folder)
        try:
            self._model = _load_model(folder)
            self.window, self._pad = _window(self._model), _pad(self._model)
            self.pooling = _pooling(self._model)
            self._lead, self._tail = _special_places(self.tokenizer)
            _strip(self._model)
            _give_memory_back()
            self.dimension = self.forward(self.tokenize([""])).shape[1]
        except Exception as exc:  # the libraries raise anything on folders they can not load
            raise ModelUnavailable(f"the model in {folder} can not be loaded ({exc}); name another one") from exc

    def tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of each text, special tokens included, never cut."""
        return self.tokenizer.ids(texts)

    def encode(self, text: str) -> Encoding:
        """Ids, offsets in code points and the mask of special tokens of one text, never cut."""
        return self.tokenizer.encode(text)

    def join(self, texts: Sequence[str]) -> tuple[list[int], list[int]]:
        """Token ids of `texts` (at least one) read as one text, and for each the position behind its last token.

        Each is tokenised by itself, so that the parts count as many tokens as ever; the special tokens that begin a
        text are the first part's, those that end it the last one's.
        """
        rows = self.tokenize(texts)
        ids, ends = rows[0][: self._lead], []
        for row in rows:
            ids += row[self._lead : len(row) - self._tail]
            ends.append(len(ids))
        ids += rows[0][len(rows[0]) - self._tail :]
        return ids, [*ends[:-1], len(ids)]

    def forward(self, rows: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Vectors of texts given as token ids, shape (n, dimension), in order, as the model's own modules make them.

        One pass over the whole batch, padded to its longest row; n is at least 1. What a row becomes does not depend
        on the others by more than 1e-6.
        """
        import torch  # in memory since the model was loaded

        with torch.inference_mode():
            vectors: NDArray[np.float32] = self._model(self._features(rows))["sentence_embedding"].float().numpy()
        return vectors

    def forward_parts(self, rows: Sequence[Sequence[int]], ends: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Vectors of the parts of texts given as token ids, in order, shape (parts, dimension); `ends` as `join` gives.

        One pass as in `forward`, but the mean is taken over each part's own tokens. For models that pool by mean; what
        they do before and behind that is done. A text of one part becomes what it does in `forward`.
        """
        import torch

        before, behind = _around_pooling(self._model)
        with torch.inference_mode():
            features = self._features(rows)
            for module in before:
                features = module(features)
            tokens = features["token_embeddings"]
            cuts = [(row, *part) for row, stops in enumerate(ends) for part in pairwise([0, *stops])]
            features = {"sentence_embedding": torch.stack([tokens[row, a:b].mean(dim=0) for row, a, b in cuts])}
            for module in behind:
                features = module(features)
            vectors: NDArray[np.float32] = features["sentence_embedding"].float().numpy()
        return vectors

    def _features(self, rows: Sequence[Sequence[int]]) -> dict[str, Any]:
        """The model's input: ids and mask, padded to the longest row."""
        import torch

        shape = len(rows), max(map(len, rows))
        ids, mask = np.full(shape, self._pad, np.int64), np.zeros(shape, np.int64)
        for i, row in enumerate(rows):
            ids[i, : len(row)], mask[i, : len(row)] = row, 1
        return {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}


def set_threads(threads: int) -> None:
    """How many cores the calling thread's forward passes use from now on."""
    import torch

    torch.set_num_threads(threads)


def cores() -> int:
    """Cores that PyTorch would use: those of this process, or fewer where OMP_NUM_THREADS says so."""
    import torch

    return torch.get_num_threads()


def _load_model(folder: Path) -> "SentenceTransformer":
    os.environ.update(QUIET)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import torch
        import transformers
        from sentence_transformers import SentenceTransformer

        transformers.utils.logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        for name in ("transformers", "sentence_transformers", "huggingface_hub"):
            logging.getLogger(name).setLevel(logging.ERROR)
        model = SentenceTransformer(
            str(folder), device="cpu", local_files_only=True, model_kwargs={"dtype": torch.float32}
        )
    return model.eval()


def _transformer(model: "SentenceTransformer") -> Any:
    from sentence_transformers.base.modules.transformer import Transformer

    if not isinstance(model[0], Transformer):
        raise TypeError(f"it begins with {type(model[0]).__name__}, not with a transformer over text")
    return model[0]


def _window(model: "SentenceTransformer") -> int:
    stated = _transformer(model).max_seq_length
    if not stated or stated > LARGEST_WINDOW:
        raise ValueError("it does not state how many tokens it takes; set max_seq_length in sentence_bert_config.json")
    return int(stated)


def _pad(model: "SentenceTransformer") -> int:
    """The padding token. Some models number their positions by it, so the mask alone would not do."""
    tokenizer = _transformer(model).tokenizer
    return 0 if tokenizer.pad_token_id is None else int(tokenizer.pad_token_id)


def _pooling(model: "SentenceTransformer") -> str:
    for module in model:
        mode = getattr(module, "pooling_mode", None)
        if mode:
            return mode if isinstance(mode, str) else "+".join(mode)
    return "none"


def _around_pooling(model: "SentenceTransformer") -> tuple[list[Any], list[Any]]:
    """The modules before the one that pools, and those behind it."""
    modules = list(model)
    place = next(i for i, module in enumerate(modules) if getattr(module, "pooling_mode", None))
    return modules[:place], modules[place + 1 :]


def _special_places(tokenizer: HuggingFaceTokenizer) -> tuple[int, int]:
    """How many special tokens stand before the tokens of each text, and how many behind them."""
    mask = tokenizer.encode("a").special_tokens_mask
    return mask.index(0), mask[::-1].index(0)


def _strip(model: "SentenceTransformer") -> None:
    """Let go of the library's tokenizer (300 MB for 250,000 pieces, and not safe to use), lay out the weights."""
    import torch

    from indexing.embedders.packed_linear import pack_linears

    transformer = _transformer(model)
    transformer.processor = transformer.input_formatter = None
    with torch.inference_mode():
        pack_linears(model)


def _give_memory_back() -> None:
    """Have the C library return what loading freed, some 290 MB that it would keep: malloc_trim(3), glibc's own."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
