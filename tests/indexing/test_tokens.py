from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from indexing.errors import ModelUnavailable
from indexing.tokens import BATCH_CHARACTERS, PART_CHARACTERS, HuggingFaceTokenizer

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
