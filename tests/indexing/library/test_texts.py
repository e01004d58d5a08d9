from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexing.library import Library, texts
from indexing.library.texts import PAGE, TextGone

TEXT = "".join(f"第{i}行 line {i}\n" for i in range(3000))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.in_folder(tmp_path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 3 * PAGE)), min_size=1, max_size=4))
def test_a_slice_is_the_text_and_its_line(library: Library, wanted: list[tuple[int, int]]) -> None:
    with library.write() as tx:
        if not _has(tx):
            texts.save(tx, "t", TEXT)
    asked = [("t", start, min(start + length, len(TEXT))) for start, length in wanted]
    with library.read() as tx:
        found = texts.slices(tx, asked)
    for (_, start, end), piece in zip(asked, found, strict=True):
        assert piece.text == TEXT[start:end]
        assert piece.first_line == TEXT.count("\n", 0, start) + 1


def test_more_pieces_than_a_query_may_ask_for_are_read(library: Library) -> None:
    long = TEXT * 30
    with library.write() as tx:
        texts.save(tx, "long", long)
    asked = [("long", start, start + 10) for start in range(0, len(long) - 10, 500)]
    with library.read() as tx:
        assert len(asked) > texts.RUNS
        assert [piece.text for piece in texts.slices(tx, asked)] == [long[a:b] for _, a, b in asked]
        assert texts.slices(tx, [("long", 0, len(long))])[0].text == long
        assert texts.slices(tx, []) == []


def _has(tx: object) -> bool:
    try:
        texts.load(tx, "t")  # type: ignore[arg-type]
    except TextGone:
        return False
    return True


def test_a_text_is_loaded_whole(library: Library) -> None:
    with library.write() as tx:
        texts.save(tx, "a", TEXT)
        texts.save(tx, "b", "")
    with library.read() as tx:
        assert texts.load(tx, "a") == TEXT
        assert texts.load(tx, "b") == ""


def test_a_text_let_go_of_is_reclaimed_after_its_grace(library: Library) -> None:
    with library.write() as tx:
        texts.save(tx, "a", "one")
        texts.retire(tx, "a")
        assert texts.reclaim(tx, older_than_s=60) == 0
        assert texts.load(tx, "a") == "one"
        assert texts.reclaim(tx, older_than_s=0) == 1
        with pytest.raises(TextGone):
            texts.slices(tx, [("a", 0, 1)])
