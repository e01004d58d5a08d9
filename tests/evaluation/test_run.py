from pathlib import Path

import pytest
from msgspec.structs import replace

from evaluation.model import QuestionSet, SearchSettings, Setup
from evaluation.run import built, run
from indexing.config import ChunkerConfig, IndexingConfig
from tests.evaluation.stand_in import LineShop, as_workshop, set_in, silent

TEXTS = {"boots": "Wax boots.\n", "hats": "Hats shade.\n"}
ASKED = {"q1": "boots", "q2": "hats", "q3": "shade wax boots."}
SETUP = Setup(name="base")


@pytest.fixture
def notes(tmp_path: Path) -> QuestionSet:
    return set_in(tmp_path / "set", TEXTS, ASKED)


@pytest.fixture
def shop() -> LineShop:
    return LineShop()


def test_a_run_has_a_reply_to_each_question_in_their_order(notes: QuestionSet, shop: LineShop, tmp_path: Path) -> None:
    done = run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    assert [reply.question_id for reply in done.replies] == ["q1", "q2", "q3"]
    assert [[span.document_id for passage in reply.passages for span in passage.spans] for reply in done.replies] == [
        [],
        ["hats"],
        ["boots"],
    ]
    assert (done.set_name, done.setup, done.questions) == ("notes", SETUP, notes.questions)
    assert [cut.document_id for cut in done.facts.cuts] == ["boots", "hats"]


def test_an_interrupted_run_asks_what_is_left_and_keeps_what_was_measured(
    notes: QuestionSet, shop: LineShop, tmp_path: Path
) -> None:
    shop.fails_at = "q3"
    with pytest.raises(KeyboardInterrupt):
        run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    shop.fails_at = None
    shop.opened[0].asked.clear()
    done = run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    assert shop.opened[1].asked == ["q3"]
    assert [reply.latency_ms for reply in done.replies] == [1.0, 2.0, 1.0]


def test_a_finished_run_asks_nothing_again(notes: QuestionSet, shop: LineShop, tmp_path: Path) -> None:
    first = run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    again = run(notes, replace(SETUP, name="other"), as_workshop(shop), folder=tmp_path, progress=silent)
    assert (again.replies, again.facts) == (first.replies, first.facts)
    assert shop.opened[0].asked == ["q1", "q2", "q3"]


def test_settings_of_searching_ask_again_and_build_nothing(notes: QuestionSet, shop: LineShop, tmp_path: Path) -> None:
    run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    wide = replace(SETUP, search=SearchSettings(expand="window"))
    run(notes, wide, as_workshop(shop), folder=tmp_path, progress=silent)
    assert shop.opened[0].asked == ["q1", "q2", "q3"] * 2
    assert shop.opened[0].put_ids == ["boots", "hats"]


def test_settings_of_indexing_build_an_index_of_their_own(notes: QuestionSet, shop: LineShop, tmp_path: Path) -> None:
    small = replace(SETUP, indexing=IndexingConfig(chunker=ChunkerConfig(limit=64)))
    for setup in (SETUP, small):
        run(notes, setup, as_workshop(shop), folder=tmp_path, progress=silent)
    assert [bench.put_ids for bench in shop.opened] == [["boots", "hats"]] * 2


def test_questions_that_are_a_part_of_the_set_use_its_index(notes: QuestionSet, shop: LineShop, tmp_path: Path) -> None:
    run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    part = replace(notes, questions=notes.questions[1:2])
    done = run(part, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    assert [reply.question_id for reply in done.replies] == ["q2"]
    assert shop.opened[0].put_ids == ["boots", "hats"]


def test_a_built_bench_can_be_looked_into(notes: QuestionSet, shop: LineShop, tmp_path: Path) -> None:
    with built(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent) as made:
        assert made.bench.text("hats") == "Hats shade.\n"
        assert made.facts.cuts[1].chunks == ((0, 11),)


def test_progress_begins_where_an_interrupted_run_stopped(notes: QuestionSet, shop: LineShop, tmp_path: Path) -> None:
    shop.fails_at = "q2"
    with pytest.raises(KeyboardInterrupt):
        run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=silent)
    shop.fails_at, told = None, list[tuple[str, int, int]]()
    run(notes, SETUP, as_workshop(shop), folder=tmp_path, progress=lambda *at: told.append(at))
    assert told == [("notes: asking", 1, 3), ("notes: asking", 2, 3), ("notes: asking", 3, 3)]
