"""Which clauses open a section: all that are cited by a word, titles with text below them, and what stands for articles
where a document has none. The items of an enumeration stay with the words that introduce them.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from indexing.model import Block
from indexing.parsers.lead_in import introduces
from indexing.parsers.legal.clause_numbers import ARTICLE_RANK, DECIMAL, Number
from indexing.parsers.legal.clause_titles import is_bare
from indexing.parsers.legal.clause_tree import Clause

_UNITS: Final = frozenset({"条", "article", "section", "clause", "rule", "§"})
"""Styles of the unit that is cited as a whole: sentences numbered inside it are its paragraphs and items."""

_LISTED: Final = 3
"""So many titles in a row with nothing below them may be clauses; more are a list."""

_SENTENCE_ENDS: Final = '。！？.!?”"'


class _Look(Struct, frozen=True):
    """What of a clause tells whether it opens a section."""

    bare: bool
    """A number and a title."""
    leaf: bool
    """Nothing lies in it but its own block."""
    sentence: bool
    """It ends as a sentence does."""


def opened(text: str, blocks: Sequence[Block], clauses: Sequence[Clause]) -> list[bool]:
    """Whether each clause opens a section; none does inside one that opens none."""
    return _Opening(text, blocks, clauses).decide()


class _Opening:
    """Decides for all clauses of a text, sequence by sequence."""

    def __init__(self, text: str, blocks: Sequence[Block], clauses: Sequence[Clause]) -> None:
        self._text = text
        self._blocks = blocks
        self._clauses = clauses
        self._looks = _looks(text, blocks, clauses)
        self._members: dict[int, list[int]] = {}
        for index, clause in enumerate(clauses):
            self._members.setdefault(clause.group, []).append(index)

    def decide(self) -> list[bool]:
        """Whether each clause opens a section."""
        opens: list[bool] = []
        is_unit: list[bool] = []
        decided: dict[int, bool] = {}
        for index, clause in enumerate(self._clauses):
            in_unit = clause.parent >= 0 and is_unit[clause.parent]
            if clause.group not in decided:
                decided[clause.group] = self._group_opens(self._members[clause.group], in_unit=in_unit)
            inside = clause.parent < 0 or opens[clause.parent]
            opens.append(clause.mark.heading > 0 or (inside and decided[clause.group]))
            is_unit.append(in_unit or _is_unit(clause, self._looks[index]))
        return opens

    def _group_opens(self, members: Sequence[int], *, in_unit: bool) -> bool:
        """Whether the clauses of one sequence open sections; `in_unit`: they lie in an article."""
        first = self._clauses[members[0]]
        number = first.number
        if number is None or _is_named(number):
            return True
        looks = [self._looks[member] for member in members]
        if _is_introduced(self._text, self._blocks, first.mark.block):
            return 2 * sum(look.bare and not look.leaf for look in looks) >= len(looks)
        bare = sum(look.bare for look in looks)
        sentences = sum(look.sentence for look in looks)
        if 2 * bare >= len(looks):
            listed = len(looks) > _LISTED or (first.parent >= 0 and _is_annex(self._clauses[first.parent]))
            return not (listed and all(look.leaf for look in looks[:-1]))
        if number.style == DECIMAL and len(number.parts) > 1:
            return 2 * (sentences + bare) >= len(looks)
        if in_unit or len(looks) == 1 or 2 * sentences < len(looks):
            return False
        named = sum(self._clauses[member].mark.named for member in members)
        return not self._is_titled(first.parent) or 2 * named >= len(looks)

    def _is_titled(self, index: int) -> bool:
        """Whether a clause is a number and a title, and no chapter: sentences numbered in it are its paragraphs."""
        if index < 0 or not self._looks[index].bare:
            return False
        number = self._clauses[index].number
        return number is not None and number.rank is None


def _is_unit(clause: Clause, look: _Look) -> bool:
    """Whether sentences numbered inside the clause are parts of it: it is an article, or stands for one."""
    if clause.number is None:
        return False
    return clause.number.style in _UNITS or (clause.number.rank is None and not look.bare)


def _is_annex(clause: Clause) -> bool:
    """Whether a clause is an annex, where titles in a row are an inventory."""
    return clause.number is not None and clause.number.style in ("附", "annex")


def _is_named(number: Number) -> bool:
    """Whether a clause is an article or something that holds articles."""
    return number.rank is not None and (number.style in _UNITS or number.rank <= ARTICLE_RANK)


def _is_introduced(text: str, blocks: Sequence[Block], index: int) -> bool:
    """Whether block `index` is the first item below a lead-in."""
    block = blocks[index]
    if block.context:
        return introduces(text, block.context[-1])
    return index > 0 and introduces(text, blocks[index - 1].span)


def _looks(text: str, blocks: Sequence[Block], clauses: Sequence[Clause]) -> list[_Look]:
    """What each clause looks like."""
    looks = []
    for index, clause in enumerate(clauses):
        block = blocks[clause.mark.block]
        following = clauses[index + 1] if index + 1 < len(clauses) else None
        end = following.mark.block if following else len(blocks)
        leaf = end == clause.mark.block + 1 and (following is None or following.parent != index)
        bare = clause.number is not None and is_bare(text, block.span, clause.number)
        looks.append(_Look(bare=bare, leaf=leaf, sentence=text[block.span.end - 1] in _SENTENCE_ENDS))
    return looks
