"""Progress of a long job, on a terminal and elsewhere."""

import io
import sys

import pytest

from server import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def watched(patch: pytest.MonkeyPatch) -> Terminal:
    """Standard error as a terminal, from now on."""
    stderr = Terminal()
    patch.setattr(sys, "stderr", stderr)
    return stderr


def test_a_terminal_shows_a_bar_that_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watched(monkeypatch)
    with progress.progress("ingest") as shown:
        shown.at(1, 4)
        shown.at(4, 4)
    assert "ingest:" in terminal.getvalue()
    assert "/4 " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")


def test_work_that_has_nothing_to_tell_draws_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watched(monkeypatch)
    with progress.progress("loading the model"):
        pass
    assert terminal.getvalue() == ""


def test_a_line_stands_by_itself_before_and_beside_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watched(monkeypatch)
    with progress.progress("ingest") as shown:
        shown.say("failed: a.md")
        shown.at(1, 4)
        shown.say("failed: b.md")
    lines = terminal.getvalue().replace("\r", "\n").splitlines()
    assert [line.strip() for line in lines if "failed" in line] == ["failed: a.md", "failed: b.md"]


def test_elsewhere_there_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.progress("ingest") as shown:
        shown.at(1, 4)
        monkeypatch.setattr(progress, "LINE_EVERY_S", 0.0)
        shown.at(2, 4)
    assert capsys.readouterr().err == "ingest: 2 of 4 documents\n"
