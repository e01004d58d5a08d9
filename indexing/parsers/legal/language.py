"""Whether a text is a contract, a statute or a policy: by its articles, or by its numbered clauses and its words.

Meant to be right rather than complete: a text taken for a legal one by mistake would get sections it does not have.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from indexing.model import Block, ParsedText
from indexing.parsers.legal.clause_numbers import DECIMAL, Number, label_number, number_at
from indexing.parsers.legal.legal_title import is_legal_title, opening_lines, title_line

_SAMPLE: Final = 400_000
"""Characters at the beginning that are looked at: some hundred pages."""

_FEWEST: Final = 3
"""Clauses in a row that make a numbered text."""

_OUTLINE: Final = 200
"""Lines that are looked at to tell whether most have numbers."""

_ARTICLES: Final = frozenset({"条", "article", "section", "clause", "§"})
_PLAIN: Final = frozenset({DECIMAL, "han_comma"})
"""Styles of articles, and of clauses where there are no articles."""

_LINE: Final = 400
"""Characters of a line that are looked at."""

_SKIPPED: Final = 3
"""What the numbers of a run may go on by: an article that was repealed or not recognised leaves a gap."""

_COVERED: Final = 0.5
"""Share of the text that lies behind the first clause."""

_LONGEST_ARTICLE: Final = 1000
_LONGEST_CLAUSE: Final = 4000
"""Mean characters of Chinese articles and of other clauses, which hold sub-clauses: what is longer is numbered for
another reason."""

_CANDIDATE: Final = re.compile(
    r"^[ \t\u3000#>*_-]*(?=第[ \u3000]?[〇零一二两三四五六七八九十百千\d]{1,9}[ \u3000]?[条條]"
    r"|(?:Article|ARTICLE|Section|SECTION|Clause|CLAUSE|§)[ \u00a0]?[\dIVX]"
    r"|\d{1,3}(?:\.\d{1,3})*[.、\s]|[一二三四五六七八九十]{1,3}、)",
    re.MULTILINE,
)
_ENGLISH_TERMS: Final = re.compile(
    r"\b(hereby|herein(?:after|above)?|hereof|hereto|hereunder|thereof|thereto|therein|whereas|pursuant to"
    r"|notwithstanding|indemnif\w+|governing law|th(?:is|e) (?:agreement|policy|act|regulation|directive|licen[cs]e)"
    r"|the part(?:y|ies)|either party|liable|liability|in accordance with|terminat\w+|shall|landlord|tenant"
    r"|less(?:or|ee)|licens(?:or|ee)|employer|contractors?)\b",
    re.IGNORECASE,
)
_SHALL: Final = re.compile(r"\b(?:shall|must|may not|agrees? to|will not|may)\b", re.IGNORECASE)
_CHINESE_TERMS: Final = re.compile(
    r"甲方|乙方|本合同|本协议|本办法|本规定|本条例|本法|本制度|本章程|本细则|本规则|本解释"
    r"|违约|应当|不得|有权|依照|依法|双方|责任|生效"
)
_DUTY: Final = re.compile(
    r"应|不得|必须|有权|禁止|可以|负责|承担|违约|甲方|乙方|权利|义务|适用|依照|按照|规定|处[^理于]|生效|施行"
)
"""Words of provisions: they oblige, allow, forbid, punish or apply."""
_KINDS: Final = 5
"""Different terms of art that a numbered text without articles and without a legal title must have."""

_OFTEN: Final = 0.5
_RARELY: Final = 0.2
"""Words of provisions for each clause: of a text with a legal title; of one with Chinese articles."""

_OTHER_TITLE: Final = re.compile(
    r"(?:试题|试卷|习题|练习题?|题库|考试|测验|纪要|论文)|\b(?:exam(?:ination)?|quiz|minutes|worksheet)\b",
    re.IGNORECASE,
)
"""In the first lines: an exercise or a report of a meeting, however much of the law is in it."""

_PAPER: Final = re.compile(
    r"\W*(?:introduction|background|related work|methods?|methodology|results?|discussion|conclusions?|references"
    r"|abstract|引言|绪论|文献综述|研究方法|结论|结语|参考文献|摘要)\W*",
    re.IGNORECASE,
)
"""Titles of the sections of a paper: two of them make a text one."""


def is_legal(parsed: ParsedText) -> bool:
    """Whether `parsed` is a contract, a statute or a policy."""
    text = parsed.text[:_SAMPLE]
    if _is_all_clauses(text):
        return True
    run = _run(_numbers(text, parsed))
    if len(run) < _FEWEST or _is_other(parsed, run):
        return False
    body = text[run[0].start :]
    chinese = run[0].style == "条"
    longest = _LONGEST_ARTICLE if chinese else _LONGEST_CLAUSE
    if len(body) < _COVERED * len(text) or len(body) > len(run) * longest:
        return False
    if chinese and not any(number.loose for number in run):
        return _is_dense(body, _DUTY, len(run), per=_RARELY)
    sure = run[0].style in ("article", "§", "clause") or _is_titled(parsed)
    return _speaks_law(text, body, len(run), sure=sure)


def _run(numbers: Sequence[Number]) -> Sequence[Number]:
    """The numbers that number the text: its articles if it has some, else its outermost clauses."""
    articles = _longest([number for number in numbers if number.style in _ARTICLES])
    if len(articles) >= _FEWEST:
        return articles
    return _longest([number for number in numbers if number.style in _PLAIN and len(number.parts) <= 1])


def _is_all_clauses(text: str) -> bool:
    """Whether a text begins with `第一条` and most of its lines with numbers: an outline of articles."""
    lead = len(text) - len(text.lstrip())
    opening = number_at(text, lead, _line_end(text, lead))
    if opening is None or opening.style != "条" or opening.value != 1 or opening.loose:
        return False
    lines = [line for line in text[: _OUTLINE * 80].split("\n")[:_OUTLINE] if line.strip()]
    numbered = sum(number_at(line, 0, len(line)) is not None for line in lines)
    return numbered >= _FEWEST and 2 * numbered > len(lines)


def _numbers(text: str, parsed: ParsedText) -> list[Number]:
    """The numbers that lines begin with, and those that the format computes, in order."""
    computed = (label_number(block) for block in parsed.blocks if block.label and not _is_written(text, block))
    return sorted([*_written(text, parsed), *filter(None, computed)], key=lambda number: number.start)


def _is_written(text: str, block: Block) -> bool:
    """Whether the number of a block stands in its text as well."""
    title = block.title if block.kind == "heading" else block.span.slice(text)[:_LINE]
    return number_at(title, 0, len(title)) is not None


def _written(text: str, parsed: ParsedText) -> Iterator[Number]:
    """The numbers that lines begin with, those inside code apart."""
    code = [block.span for block in parsed.blocks if block.kind in ("code", "table", "html", "formula")]
    at = 0
    for found in _CANDIDATE.finditer(text):
        while at < len(code) and code[at].end <= found.end():
            at += 1
        if at < len(code) and code[at].start <= found.end():
            continue
        number = number_at(text, found.end(), _line_end(text, found.end()))
        if number:
            yield number


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start, start + _LINE)
    return end if end >= 0 else min(len(text), start + _LINE)


def _longest(numbers: list[Number]) -> list[Number]:
    """The longest run of numbers of one style that go on one from the other."""
    runs: dict[str, list[Number]] = {}
    best: list[Number] = []
    for number in numbers:
        run = runs.get(number.style, [])
        if run and number.value == run[-1].value and (number.sub or len(number.parts) > 1):
            continue
        if not (run and 0 < number.value - run[-1].value <= _SKIPPED):
            run = runs[number.style] = []
        run.append(number)
        best = max(best, run, key=len)
    return best


def _is_dense(body: str, words: re.Pattern[str], clauses: int, *, per: float) -> bool:
    """Whether `words` come at least `per` times a clause."""
    return len(words.findall(body)) >= clauses * per


def _speaks_law(text: str, body: str, clauses: int, *, sure: bool) -> bool:
    """Whether a numbered text has the words of contracts and statutes, and clauses that oblige."""
    fewest, per = (1, _OFTEN) if sure else (_KINDS, 1.0)
    if len(set(_CHINESE_TERMS.findall(text))) >= fewest and _is_dense(body, _DUTY, clauses, per=per):
        return True
    english = {term.lower() for term in _ENGLISH_TERMS.findall(text)}
    return len(english) >= fewest and _is_dense(body, _SHALL, clauses, per=per)


def _is_titled(parsed: ParsedText) -> bool:
    """Whether the text begins with, or is headed by, the title of a legal text."""
    first = parsed.blocks[0]
    if first.level:
        return is_legal_title(first.title)
    return title_line(parsed.text, parsed.blocks) is not None


def _is_other(parsed: ParsedText, run: Sequence[Number]) -> bool:
    """Whether the text says that it is something else: an exercise, a report of a meeting, a paper."""
    text, first = parsed.text, parsed.blocks[0]
    opening = [first.title] if first.level else [line.slice(text) for line in opening_lines(text, parsed.blocks)]
    if any(_OTHER_TITLE.search(line) for line in opening):
        return True
    titles = (text[number.end : _line_end(text, number.end)] for number in run)
    return sum(_PAPER.fullmatch(title) is not None for title in titles) >= 2
