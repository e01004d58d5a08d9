import threading
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing import words
from indexing.words import UNSTEADY, Word, Words

WORDS = st.lists(st.sampled_from(["a", "bcd", "押金", "👍🏽x", "z" * 70, "é", "-"]), max_size=30)
BLANKS = st.sampled_from([" ", "\n", "\r\n", "\t ", "\u3000", "\u2028", "\x85", "\x1f"])


class Pairs:
    """Two characters a token; counts the words it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, words: Sequence[str]) -> list[Word]:
        self.asked += words
        ends = [[*range(2, len(word), 2), len(word)] for word in words]
        return [Word(found, len(found) if word != "-" else UNSTEADY) for word, found in zip(words, ends, strict=True)]


@given(WORDS, st.lists(BLANKS, min_size=40, max_size=40))
def test_ends_are_those_of_each_word_where_it_stands(words: list[str], blanks: list[str]) -> None:
    text = "".join(blank + word for blank, word in zip(blanks, words, strict=False)) + blanks[-1]
    ends = Words(Pairs()).ends(text).tolist()
    expected, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        expected += [at + end for end in Pairs()([word])[0].ends]
        at += len(word)
    assert ends == expected


def test_a_word_seen_before_is_not_tokenised_again_unless_it_is_long() -> None:
    pairs = Pairs()
    known = Words(pairs)
    for _ in range(3):
        known.ends("rent is rent " + "x" * 65)
    assert sorted(pairs.asked) == ["is", "rent", "x" * 65, "x" * 65, "x" * 65]


def test_counts_are_sums_over_words_and_negative_for_a_word_that_is_not_the_same_everywhere() -> None:
    known = Words(Pairs())
    assert known.counts(["a bcd a", "", "押金 " + "x" * 70]) == [4, 0, 36]
    assert known.counts(["a - bcd"])[0] < 0


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MOST_KEPT", 2)
    known = Words(Pairs())
    assert [known.ends(text).tolist() for text in ("a b c", "a bc", "c")] == [[1, 3, 5], [1, 4], [1]]


def test_threads_learn_words_side_by_side() -> None:
    known = Words(Pairs())
    texts = [" ".join(f"w{i}x{j}" for i in range(200)) for j in range(8)]
    found: dict[int, list[int]] = {}

    def work(j: int) -> None:
        found[j] = known.ends(texts[j]).tolist()

    threads = [threading.Thread(target=work, args=(j,)) for j in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[j] == Words(Pairs()).ends(texts[j]).tolist() for j in range(8))
