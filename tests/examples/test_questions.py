"""The sample corpus keeps what its README promises."""

from pathlib import Path

import msgspec
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = sorted(path for path in EXAMPLES.glob("*/*") if path.is_file())
ACCESS = {
    "public": ("*",),
    "staff": ("group:staff",),
    "hr": ("group:hr",),
    "engineering": ("group:engineering",),
    "finance": ("group:finance", "group:board"),
    "board": ("group:board",),
}


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    query: str
    language: str
    document_id: str
    folder: str
    answer: str
    principals: tuple[str, ...]


QUESTIONS = msgspec.json.Decoder(Question).decode_lines((EXAMPLES / "questions.jsonl").read_bytes())


def decoded(path: Path) -> str:
    """The page's text, newlines untouched; the one page that isn't UTF-8 is GB18030."""
    charset = "gb18030" if path.name == "suzhou-office-guide.txt" else "utf-8-sig"
    return path.read_bytes().decode(charset)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_answer_stands_once_in_its_page_and_in_no_other(question: Question) -> None:
    counts = {path: decoded(path).count(question.answer) for path in PAGES}
    assert {path: n for path, n in counts.items() if n} == {EXAMPLES / question.folder / question.document_id: 1}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_folder_decides_who_may_see_the_answer(question: Question) -> None:
    assert question.principals == ACCESS[question.folder]


def test_every_page_answers_a_question() -> None:
    assert {path.name for path in PAGES} == {question.document_id for question in QUESTIONS}


def test_question_ids_are_unique() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)


def test_file_names_are_unique_across_folders() -> None:
    assert len({path.name for path in PAGES}) == len(PAGES)


def test_pages_lie_in_folders_of_rights_only() -> None:
    assert {path.parent.name for path in PAGES} == ACCESS.keys()


def test_odd_bytes_survive_the_checkout() -> None:
    crlf = (EXAMPLES / "staff" / "onboarding checklist.md").read_bytes()
    assert crlf.count(b"\r\n") == crlf.count(b"\n") > 50
    assert (EXAMPLES / "hr" / "parental-leave-cases.md").read_bytes().startswith(b"\xef\xbb\xbf")
    with pytest.raises(UnicodeDecodeError):
        (EXAMPLES / "staff" / "suzhou-office-guide.txt").read_bytes().decode("utf-8")
