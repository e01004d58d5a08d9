"""Progress of an evaluation where nobody watches: lines on stderr."""

import pytest

from server import progress
from server.evaluation_progress import MANY_TEXTS, Stages


@pytest.fixture(autouse=True)
def _every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.0)


def test_each_stage_is_named_in_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with Stages() as stages:
        stages.at("laws: indexing", 1, 2)
        stages.at("laws: asking", 7, 50)
    assert capsys.readouterr().err.splitlines() == ["laws: indexing: 1 of 2 done", "laws: asking: 7 of 50 done"]


def test_only_a_long_document_shows_its_texts(capsys: pytest.CaptureFixture[str]) -> None:
    with Stages() as stages:
        stages.at("laws: indexing", 1, 2)
        stages.texts(3, MANY_TEXTS - 1)
        stages.texts(3, MANY_TEXTS)
        stages.texts(9, MANY_TEXTS)
        stages.at("laws: indexing", 2, 2)
    assert capsys.readouterr().err.splitlines() == [
        "laws: indexing: 1 of 2 done",
        f"laws: indexing, a long document's texts: 3 of {MANY_TEXTS} done",
        f"laws: indexing, a long document's texts: 9 of {MANY_TEXTS} done",
        "laws: indexing: 2 of 2 done",
    ]
