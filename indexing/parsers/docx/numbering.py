"""Word's automatic numbering: what number each paragraph has, which the file does not say (ECMA-376, part 1, 17.9).

A paragraph names a list (`w:num`) and a level. Lists that share a definition (`w:abstractNum`) share its counters,
unless a list starts anew.
"""

import re
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.docx.styles import Styles
from indexing.parsers.ooxml.names import MC, W, is_on, number, number_or, value_of
from indexing.parsers.ooxml.number_formats import numeral
from indexing.parsers.open_lists import Numbered

LEVELS: Final = 9

_PLACE: Final = re.compile(r"%([1-9])")
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")
"""Signs of symbol fonts, which bullets are made of."""
_PLAIN_BRANCH: Final = f"{MC}AlternateContent/{MC}Fallback"
"""Where a format that old programs do not know says what to take instead."""
_MAX_CHARACTERS: Final = 100
"""Of a label: longer text before a paragraph is no number."""


class _Level(Struct, frozen=True, kw_only=True):
    """How one level of a list counts."""

    start: int = 1
    style: str = "decimal"
    text: str = ""
    """With `%n` where the number of level n stands."""
    plain: bool = False
    """All numbers in decimal digits (`w:isLgl`)."""
    restart: int | None = None
    """It begins again after a level up to this one, from 1; 0: never; None: after any level above."""


class _List(Struct, frozen=True, kw_only=True):
    """A list: a definition, and where it differs from that."""

    definition: int
    levels: tuple[_Level, ...]
    starts: dict[int, int]
    """By level: where this list begins anew."""


class Numbering:
    """The lists of a document, counting its paragraphs."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        definitions = _by_id(root, "abstractNum", "abstractNumId")
        found = _by_id(root, "num", "numId")
        lists = {list_id: _definition_of(element) for list_id, element in found.items()}
        self._lists = {}
        for list_id, element in found.items():
            of = _linked(lists[list_id], definitions, lists, styles)
            self._lists[list_id] = _list(element, of, definitions.get(of))
        self._style_levels = _style_levels(definitions)
        self._counts: dict[int, list[int | None]] = {}
        self._begun: set[tuple[int, int]] = set()

    def level_of(self, list_id: int, style_id: str | None) -> int | None:
        """The level that the definition of a list binds to a style of paragraphs; None where it binds none."""
        found = self._lists.get(list_id)
        return self._style_levels.get((found.definition, style_id or "")) if found else None

    def count(self, list_id: int, level: int) -> Numbered | None:
        """The next paragraph of a list, counted; None where there is no such list."""
        found = self._lists.get(list_id)
        if found is None or not 0 <= level < LEVELS:
            return None
        counts = self._counts.setdefault(found.definition, [None] * LEVELS)
        before = counts[level]
        if level in found.starts and (list_id, level) not in self._begun:
            before, counts[level] = None, found.starts[level]
        elif before is None:
            counts[level] = found.levels[level].start
        else:
            counts[level] = before + 1
        self._begun.add((list_id, level))
        self._restart(found, counts, level)
        return Numbered(label=_label(found, counts, level), list_id=list_id, level=level, first=before is None)

    def _restart(self, found: _List, counts: list[int | None], level: int) -> None:
        """Let the levels below `level` begin again."""
        for below in range(level + 1, LEVELS):
            restart = found.levels[below].restart
            if restart is None or level < restart:
                counts[below] = None


def _label(found: _List, counts: list[int | None], level: int) -> str:
    """The text of a level with the numbers of the levels it names. A level without numbers invents none."""
    own = found.levels[level]
    if own.style == "bullet":
        return ""

    def written(place: re.Match[str]) -> str:
        index = int(place[1]) - 1
        if index > level or own.style == "none":
            return ""
        count = counts[index]
        style = "decimal" if own.plain else found.levels[index].style
        return numeral(found.levels[index].start if count is None else count, style)

    label = _PRIVATE.sub("", _PLACE.sub(written, own.text)).strip().lstrip(".")
    return label if any(map(str.isalnum, label)) and len(label) <= _MAX_CHARACTERS else ""


def _list(element: Element, of: int, definition: Element | None) -> _List:
    """The list that `w:num` defines."""
    levels = [_Level() for _ in range(LEVELS)]
    _read_levels(definition, levels)
    starts = {}
    for override in element.findall(W + "lvlOverride"):
        level = number_or(override.get(W + "ilvl"), -1)
        _read_levels(override, levels)
        start = number(value_of(override, W + "startOverride"))
        if start is not None:
            starts[level] = start
    return _List(definition=of, levels=tuple(levels), starts=starts)


def _read_levels(element: Element | None, levels: list[_Level]) -> None:
    """Set those of `levels` that `element` defines."""
    for one in element.findall(W + "lvl") if element is not None else ():
        index = number_or(one.get(W + "ilvl"), -1)
        if 0 <= index < LEVELS:
            levels[index] = _Level(
                start=number_or(value_of(one, W + "start"), 0),
                style=value_of(one, W + "numFmt") or value_of(one.find(_PLAIN_BRANCH), W + "numFmt") or "decimal",
                text=value_of(one, W + "lvlText") or "",
                plain=bool(is_on(one, W + "isLgl")),
                restart=number(value_of(one, W + "lvlRestart")),
            )


def _linked(of: int, definitions: dict[int, Element], lists: dict[int, int], styles: Styles) -> int:
    """The definition `of`, or that of the list style it stands for."""
    style_id = value_of(definitions.get(of), W + "numStyleLink")
    if style_id is None:
        return of
    return lists.get(styles.paragraph(style_id).list_id or 0, of)


def _definition_of(element: Element) -> int:
    return number_or(value_of(element, W + "abstractNumId"), -1)


def _style_levels(definitions: dict[int, Element]) -> dict[tuple[int, str], int]:
    """By definition and style: the level bound to it."""
    return {
        (of, style_id): number_or(one.get(W + "ilvl"), 0)
        for of, definition in definitions.items()
        for one in definition.findall(W + "lvl")
        if (style_id := value_of(one, W + "pStyle"))
    }


def _by_id(root: Element | None, name: str, attribute: str) -> dict[int, Element]:
    """The children `name` of the part, by the number in `attribute`."""
    elements = root.findall(W + name) if root is not None else []
    return {number_or(element.get(W + attribute), -1): element for element in elements}
