"""Questions that stand in running text: which lines of a document open one.

They are written in one of several styles: `Q:` before them, in bold type, with a number, as the summary of `<details>`,
or as paragraphs that begin with a line ending in a question mark. A document has one style, the one it uses most.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from indexing.model import Block, Span
from indexing.parsers.faq.questions import is_marked_question, is_question
from indexing.parsers.markdown.commonmark import Blocks

LEAST: Final = 2
"""Questions in one style that make it the document's; paragraphs that merely begin with one: one more."""

MAX_LINE: Final = 1000
"""Characters of a line that are read: a question stands in its first."""

_BOLD: Final = r"(?:\*\*|__)?"
_ITEM: Final = r"\s*(?:[-*+]\s+)?"
_MARK: Final = re.compile(
    rf"{_ITEM}{_BOLD}\s?[【\[]?(?:Q|Question|FAQ|问题|問題|问|問|提问|提問)\s?[-.#]?\s?\d{{0,4}}\s?[】\]]?{_BOLD}\s?[:：.．、)）]"
    rf"\s?{_BOLD}\s*(?P<title>\S.*)",
    re.IGNORECASE,
)
_BRACKET: Final = re.compile(rf"{_ITEM}{_BOLD}[【\[](?:问|問|Q)\d{{0,4}}[】\]]{_BOLD}\s*(?P<title>\S.*)", re.IGNORECASE)
_ANSWER: Final = re.compile(
    r"(?:^|\s|\*\*|__)[【\[]?(?:A\d{0,4}|Answer\s?\d{0,4})\s?[】\]]?(?:\*\*|__)?\s?[:：]|[【\[]?(?:答案|答复|答覆|回答|答)\s?\d{0,4}\s?[】\]]?\s?[:：]",
    re.IGNORECASE,
)
_WHOLE_BOLD: Final = re.compile(rf"{_ITEM}(?P<mark>\*\*|__)(?P<title>[^*_\s].{{1,300}}?)(?P=mark)\s*+[:：]?\s*+$")
_BOLD_START: Final = re.compile(rf"{_ITEM}(?P<mark>\*\*|__)(?P<title>[^*_\s][^*_]{{1,300}}[?？])(?P=mark)(?=\s|$)")
_NUMBERED: Final = re.compile(
    rf"{_ITEM}{_BOLD}(?:[(（]?\d{{1,3}}[.)、．）]|[（(]?[一二三四五六七八九十]{{1,3}}[、）)])\s*{_BOLD}(?P<title>\S.*)"
)
_SUMMARY: Final = re.compile(r"(?:<details[^<>]*>)?\s*<summary[^<>]*>(?P<title>.{1,600}?)</summary>", re.IGNORECASE)
_DETAILS: Final = re.compile(r"<details[^<>]*>", re.IGNORECASE)
_LINE: Final = re.compile(r"\S[^\r\n]*")
_BLANK: Final = re.compile(r"(?:\r\n?|\n)[^\S\r\n]*[\r\n]")
_HINT: Final = re.compile(
    r"[?？吗呢么嗎麼问問何否怎哪什]|多少|多久|能不能|有没有|<summary|^\W{0,8}(?:Q|FAQ)|^(?:[-*+]\s+)?(?:\*\*|__)",
    re.IGNORECASE,
)
"""What a line that opens a question has somewhere: most lines have not."""
_FULL_STOP: Final = re.compile(r"[?？。！]")
"""Where the first sentence of a numbered line ends: a step (`1. 检查配置是否正确。`) asks nothing."""
_SENTENCE_END: Final = re.compile(r"[.!]\s|[。！]")
_TEXTS: Final = frozenset({"paragraph", "list_item", "html", "quote"})


class Question(Struct, frozen=True):
    """A line that opens a question."""

    block: int
    """Index of the block it is in."""
    at: int
    """Its first character that is not blank."""
    title: str
    """The question as plain text, without its mark."""


def questions_in(text: str, blocks: Sequence[Block]) -> tuple[Question, ...]:
    """The questions in running text, in order, in the style that most of them have; nothing when they are too few."""
    found: dict[str, list[Question]] = {style: [] for style in _STYLES}
    for index, block in enumerate(blocks):
        if block.kind in _TEXTS:
            for style, question in _in_block(text, index, block.span):
                found[style].append(question)
    found["paragraph"] = found["paragraph"][1:] if len(found["paragraph"]) <= LEAST else found["paragraph"]
    found["numbered"] = found["numbered"] if _have_answers(text, found["numbered"]) else []
    best = max(found.values(), key=len)
    return tuple(best) if len(best) >= LEAST else ()


def _have_answers(text: str, questions: Sequence[Question]) -> bool:
    """Whether there is a line behind most of `questions`, before the next one: a list of checks has none."""
    ends = [question.at for question in questions[1:]] + [len(text)] * bool(questions)
    answered = [
        len(text[question.at : end].strip().splitlines()) > 1 for question, end in zip(questions, ends, strict=True)
    ]
    return 2 * sum(answered) >= len(answered)


def answers_in(text: str, blocks: Sequence[Block]) -> int:
    """How many lines say that they are an answer (`A:`, `答：`)."""
    texts = (block.span for block in blocks if block.kind in _TEXTS)
    return sum(bool(_ANSWER.search(line)) for span in texts for _, line in _lines(text, span))


def _in_block(text: str, index: int, span: Span) -> Iterator[tuple[str, Question]]:
    """The questions that open at a line of a block, each with its style."""
    before, start = "", 0
    for at, line in _lines(text, span):
        opening = start if _DETAILS.fullmatch(before) else at
        begins = not before or _BLANK.search(text, start + len(before), at) is not None
        before, start = line, at
        for style, read in _STYLES.items() if _HINT.search(line[:400]) else ():
            title = read(line[:MAX_LINE]) if begins or style != "paragraph" else None
            if title:
                yield style, Question(index, opening, title)
                break


def _lines(text: str, span: Span) -> Iterator[tuple[int, str]]:
    """The lines of a block that are not blank, without blanks around them, and where they begin."""
    for found in _LINE.finditer(text, span.start, span.end):
        yield found.start(), found.group().rstrip()


def _marked(line: str) -> str | None:
    found = _BRACKET.match(line) or _MARK.match(line)
    return _plain(_ANSWER.split(found["title"], maxsplit=1)[0]) if found else None


def _bold(line: str) -> str | None:
    found = _WHOLE_BOLD.match(line) or _BOLD_START.match(line)
    title = _plain(found["title"]) if found else ""
    return title if is_question(title) else None


def _numbered(line: str) -> str | None:
    found = _NUMBERED.match(line)
    title = _plain(found["title"]) if found else ""
    end = _FULL_STOP.search(title)
    return title if is_marked_question(title) and (end is None or end.group() in "?？") else None


def _folded(line: str) -> str | None:
    found = _SUMMARY.match(line)
    return _plain(found["title"]) if found else None


def _paragraph(line: str) -> str | None:
    asks = line[-1] in "?？" and is_marked_question(line) and not _SENTENCE_END.search(line)
    return _plain(line) if asks else None


_STYLES: Final[Mapping[str, Callable[[str], str | None]]] = {
    "mark": _marked,
    "bold": _bold,
    "numbered": _numbered,
    "folded": _folded,
    "paragraph": _paragraph,
}
"""What reads the question in a line, None for a line that opens none; a line has the first style that fits."""


def _plain(source: str) -> str:
    """`source` without markup and without marks of bold type that began or end outside it."""
    return _PLAIN.title(source).strip("*_ ")


_PLAIN: Final = Blocks("")
