"""Which paragraphs are headings, and of which level: what the outline names, what is set larger or bolder than the
body, what says of itself that it is a chapter or annex."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from indexing.parsers.pdf.bookmarks import Bookmark
from indexing.parsers.pdf.marks import is_chapter, marked
from indexing.parsers.pdf.paragraphs import Paragraph, ends_sentence
from indexing.parsers.pdf.rows import text_of
from indexing.parsers.pdf.setting import Setting
from indexing.parsers.pdf.sheet import Style
from indexing.parsers.pdf.spacing import is_wide

_LARGER: Final = 1.08
"""In sizes of the body: headings of the lowest level are set 12 to 11 and 11 to 10."""

_SMALLER: Final = 0.85
"""In sizes of the body: bold headings are set smaller by a point at most."""

_MAX_WIDTH: Final = 180
"""Characters of a heading, Chinese ones counting twice."""

_MAX_CHAPTER: Final = 90
"""Of one that is told by its words alone."""

_MAX_LINES: Final = 4
_MAX_RUN: Final = 2
"""Headings of one look that follow each other; more are a cover or a box, not headings."""

_MAX_STACK: Final = 3
"""Headings of any look in a row: part, chapter, section. Longer rows are covers and lists of authors."""

_DEEPEST: Final = 9
_NUMBER: Final = re.compile(
    r"((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)[.．]?[\s\u3000]+(?=[^\W\d_])(?![A-Z]\.)|((?:\d{1,3})(?:\.\d{1,3})*)(?=[^\W\d_a-zA-Z])"
)
_NAME: Final = re.compile(r"[\W_]+")
_LEADING_NUMBER: Final = re.compile(
    r"^(?:第[一二三四五六七八九十百零〇\d]+[编章节部分篇]|chapter|appendix|annex|part)?[\divxlc]*(?=[^\W\d_])"
)

_NUMBER_ONLY: Final = re.compile(
    r"(?:(?:chapter|part|annex|appendix|section)\s+)?(?:\d{1,3}(?:\.\d+)*|[A-Z]|[IVXLC]+"
    r"|(?:twenty|thirty|forty)?-?(?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|twenty|thirty|forty)[.:：]?|第[一二三四五六七八九十百零〇\d]+[编章节部分篇]",
    re.IGNORECASE,
)


def with_headings(paragraphs: Sequence[Paragraph], setting: Setting, bookmarks: Sequence[Bookmark]) -> list[Paragraph]:
    """`paragraphs`, those that are headings with kind, level and number."""
    named, levels = _named(paragraphs, bookmarks)
    shown = _shown(named, setting)
    ranks = _ranks([paragraph for paragraph in shown if not paragraph.level], levels)
    for paragraph in shown:
        if not paragraph.level:
            paragraph.level = ranks[id(paragraph)]
    for paragraph in named:
        if paragraph.level == 0 and _is_chapter_line(paragraph):
            paragraph.level = _chapter_level(text_of_paragraph(paragraph), named)
    named = _with_chapter_lines(named)
    for paragraph in named:
        if paragraph.level:
            paragraph.level = min(paragraph.level, _DEEPEST)
            paragraph.kind, paragraph.number = "heading", _number(text_of_paragraph(paragraph))
    return named


def text_of_paragraph(paragraph: Paragraph) -> str:
    """Its lines with spaces between."""
    lines = [text_of(line) for line in paragraph.lines]
    text = lines[0]
    for line in lines[1:]:
        text += line if is_wide(text[-1]) and is_wide(line[0]) else " " + line
    return text


def _named(paragraphs: Sequence[Paragraph], bookmarks: Sequence[Bookmark]) -> tuple[list[Paragraph], dict[Style, int]]:
    """`paragraphs` with the levels that the outline gives, and the level of each look it gives one."""
    wanted: dict[tuple[int, str], int] = {}
    for bookmark in bookmarks:
        for name in (_name(bookmark.title), _core(bookmark.title)):
            if len(name) >= 2 or name == _name(bookmark.title):
                wanted.setdefault((bookmark.page, name), bookmark.depth)
    named: list[Paragraph] = []
    counts: dict[Style, Counter[int]] = defaultdict(Counter)
    for paragraph in paragraphs:
        parts = (
            _split_by_name(paragraph, wanted) if paragraph.kind in ("text", "item", "code", "caption") else [paragraph]
        )
        if parts[0].level:
            counts[parts[0].style][parts[0].level] += 1
        named += parts
    return named, {style: found.most_common(1)[0][0] for style, found in counts.items()}


def _split_by_name(paragraph: Paragraph, wanted: dict[tuple[int, str], int]) -> list[Paragraph]:
    """The paragraph; as two where the outline names its first lines only."""
    stretch, text = paragraph.stretches[0], ""
    for count, line in enumerate(stretch.lines[:_MAX_LINES], 1):
        text += text_of(line)
        level = wanted.get((paragraph.page, _name(text))) or wanted.get((paragraph.page, _core(text)))
        if level is None:
            continue
        whole = count == len(stretch.lines) and len(paragraph.stretches) == 1
        if whole or not stretch.lines[count - 1].right >= stretch.right - stretch.lines[0].style.size:
            head = replace(paragraph, stretches=[stretch._replace(lines=stretch.lines[:count])], level=level)
            rest = [stretch._replace(lines=stretch.lines[count:])] if count < len(stretch.lines) else []
            tail = [*rest, *paragraph.stretches[1:]]
            return [head, replace(paragraph, stretches=tail, kind="text")] if tail else [head]
    return [paragraph]


def _name(text: str) -> str:
    return _NAME.sub("", text).casefold()


def _core(text: str) -> str:
    """A name without the number that outlines leave out."""
    return _LEADING_NUMBER.sub("", _name(text))


def _shown(paragraphs: Sequence[Paragraph], setting: Setting) -> list[Paragraph]:
    """The paragraphs that look like headings, or are named by the outline."""
    found: list[Paragraph] = []
    for _, group in groupby(paragraphs, key=lambda one: _look(one, setting)):
        run = list(group)
        looks = _look(run[0], setting) is not None
        if not looks or len(run) <= _MAX_RUN or any(marked(text_of_paragraph(one)) for one in run):
            found += [one for one in run if looks or one.level]
    return _without_covers(paragraphs, found)


def _without_covers(paragraphs: Sequence[Paragraph], found: Sequence[Paragraph]) -> list[Paragraph]:
    """`found` without what only fills a cover: names, addresses and dates set large.

    Of rows of headings without text between them the first stays, and those that look as headings elsewhere do.
    """
    ids = set(map(id, found))
    stacks = [list(group) for found_, group in groupby(paragraphs, key=lambda one: id(one) in ids) if found_]
    elsewhere = {one.style for stack in stacks if len(stack) <= _MAX_STACK for one in stack}
    first_page = found[0].page if found else 0
    pages: dict[Style, set[int]] = defaultdict(set)
    for one in found:
        pages[one.style].add(one.page)
    kept = []
    for stack in stacks:
        for index, one in enumerate(stack):
            told = bool(one.level) or _number(text_of_paragraph(one)) != "" or one is found[0]
            alone = len(stack) > _MAX_STACK and index > 0 and one.style not in elsewhere
            cover = pages[one.style] == {first_page} and paragraphs[-1].page > first_page + 1 and not one.style.bold
            if told or not (alone or cover):
                kept.append(one)
    return kept


def _look(paragraph: Paragraph, setting: Setting) -> Style | None:
    """How a paragraph is set that stands out as headings do; None for any other."""
    if paragraph.level:
        return paragraph.style
    if paragraph.kind not in ("text", "item") or len(paragraph.stretches) > 1:
        return None
    lines, style, body = paragraph.stretches[0].lines, paragraph.style, setting.body
    if lines[0].pieces[0].group or len(lines) > _MAX_LINES or (style.mono and not body.mono):
        return None
    larger = style.size >= _LARGER * body.size and style.size not in setting.common
    bolder = (
        style.size >= _SMALLER * body.size
        and not body.bold
        and all(p.style.bold for line in lines for p in line.pieces)
    )
    if not larger and not bolder:
        return None
    text = text_of_paragraph(paragraph)
    return style if _reads_as_heading(text, by_weight=not larger) else None


def _reads_as_heading(text: str, *, by_weight: bool) -> bool:
    width = len(text) + sum(map(is_wide, text))
    if width > _MAX_WIDTH or not any(char.isalpha() for char in text) or text.endswith((",", ";", "，", "；", "、")):
        return False
    mark = marked(text)
    if mark is not None and mark.kind == "bullet":
        return False
    if ends_sentence(text) and not text.endswith(("?", "？", "!", "！")):
        return not by_weight and width <= _MAX_CHAPTER // 2
    return not by_weight or width <= _MAX_CHAPTER


def _ranks(shown: Sequence[Paragraph], levels: dict[Style, int]) -> dict[int, int]:
    """The level of each paragraph by its looks: the larger, the higher; of one look, by the depth of its number."""
    groups: dict[tuple[float, bool], list[Paragraph]] = defaultdict(list)
    for paragraph in shown:
        groups[paragraph.style.size, paragraph.style.bold].append(paragraph)
    ranks: dict[int, int] = {}
    base = 1
    for style in sorted(groups, reverse=True):
        depths = {id(one): _depth(one) for one in groups[style]}
        least = min((depth for depth in depths.values() if depth), default=1)
        start = _level_beside(style, levels) if levels else base
        for one in groups[style]:
            ranks[id(one)] = start + max(0, depths[id(one)] - least)
        base += 1 + max(0, max(depths.values()) - least)
    return ranks


def _level_beside(style: tuple[float, bool], levels: dict[Style, int]) -> int:
    """The level of a look among those that the outline gave one."""
    same = [level for known, level in levels.items() if (known.size, known.bold) == style]
    above = [level for known, level in levels.items() if (known.size, known.bold) > style]
    return min(same) if same else max(above) + 1 if above else 1


def _depth(paragraph: Paragraph) -> int:
    """How many parts the number of a heading has; 0 without one."""
    number = _number(text_of_paragraph(paragraph))
    return number.count(".") + 1 if number[:1].isdigit() else 0


def _number(text: str) -> str:
    """The number a heading begins with; empty without one.

    >>> _number("2.1 Deposits"), _number("1 INTRODUCTION"), _number("3.2押金"), _number("A clear case")
    ('2.1', '1', '3.2', '')
    """
    found = _NUMBER.match(text)
    if found and (found[1] or found[2]) not in ("A", "I"):
        return found[1] or found[2]
    mark = marked(text)
    return mark.text.rstrip(".") if mark and mark.kind != "bullet" else ""


def _with_chapter_lines(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """`paragraphs` where a line that only numbers a chapter is one heading with the title below it."""
    result: list[Paragraph] = []
    for paragraph in paragraphs:
        before = result[-1] if result else None
        if before and before.level and paragraph.level and before.page == paragraph.page and _is_number_only(before):
            result[-1] = replace(paragraph, stretches=[*before.stretches, *paragraph.stretches])
        else:
            result.append(paragraph)
    return result


def _is_number_only(paragraph: Paragraph) -> bool:
    return _NUMBER_ONLY.fullmatch(text_of_paragraph(paragraph)) is not None


def _is_chapter_line(paragraph: Paragraph) -> bool:
    if paragraph.kind != "text" or len(paragraph.stretches) > 1 or len(paragraph.stretches[0].lines) > 1:
        return False
    text = text_of_paragraph(paragraph)
    width = len(text) + sum(map(is_wide, text))
    return width <= _MAX_CHAPTER and is_chapter(text) and not ends_sentence(text) and not text.endswith((",", "，"))


def _chapter_level(text: str, paragraphs: Sequence[Paragraph]) -> int:
    """Parts above chapters and annexes, these above sections."""
    if re.match(r"第[^编編部]{1,6}[节節]", text):
        return 3
    return 1 if re.match(r"第[^章]{1,6}[编編部]|Part|PART", text) else 2
