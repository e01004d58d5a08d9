"""Which numbers are clauses, and which clause lies in which: from their order, as the document itself nests them.

Named styles (`第一章`, `Article 5`) have an order of their own. Others nest as they are met: a style seen inside a
clause is deeper, a number that goes on from an open one closes what is deeper. A number that neither begins a sequence
nor goes on with one is no clause: a year, an amount, a reference.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from indexing.parsers.legal.clause_numbers import ARTICLE_RANK, CLOSING, DECIMAL, Number

_GAP: Final = 20
"""Articles that a statute may leave out in a row, those repealed."""

_BELOW_ARTICLE: Final = ARTICLE_RANK + 1


class Mark(Struct, frozen=True, kw_only=True):
    """A block that may open a clause: one that begins with a number, or a heading."""

    block: int
    """Its index."""
    number: Number | None
    heading: int = 0
    """Level of a heading of the source; 0: a paragraph."""
    titled: bool = False
    """It is a number and a title, and so may have clauses below it."""
    named: bool = False
    """It has a title, alone or before its text."""


class Clause(Struct, frozen=True, kw_only=True):
    """A clause or a heading in the tree."""

    mark: Mark
    number: Number | None
    """As it is read: a letter or a Roman numeral."""
    parent: int
    """Index of the clause around it; -1: none."""
    group: int
    """The same for all clauses of one sequence."""


def nest(marks: Sequence[Mark]) -> tuple[Clause, ...]:
    """The clauses among `marks`, in order; headings always are."""
    nesting = _Nesting(_section_rank(marks))
    following = _following(marks)
    for mark, value in zip(marks, following, strict=True):
        nesting.place(mark, value)
    return tuple(nesting.clauses)


def _following(marks: Sequence[Mark]) -> list[int]:
    """For each mark the value of the next one of its style, of decimals with the same beginning; -1 for the last."""
    values = [-1] * len(marks)
    seen: dict[tuple[str, tuple[int, ...]], int] = {}
    for index in range(len(marks) - 1, -1, -1):
        number = marks[index].number
        if number:
            around = number.parts[:-1] if number.rank is None else ()
            values[index] = seen.get((number.style, around), -1)
            seen[number.style, around] = number.value
    return values


def _section_rank(marks: Sequence[Mark]) -> int:
    """Whether sections hold the articles or articles the sections: whatever there is more of is the smaller."""
    numbers = [mark.number for mark in marks if mark.number]
    counts = Counter(number.style for number in numbers)
    if not counts["article"]:
        return ARTICLE_RANK
    return ARTICLE_RANK - 1 if counts["article"] > counts["section"] else _BELOW_ARTICLE


class _Nesting:
    """The clauses placed so far, and those still open."""

    def __init__(self, section_rank: int) -> None:
        self.clauses: list[Clause] = []
        self._open: list[int] = []
        self._section_rank = section_rank
        self._last: dict[str, int] = {}
        self._inner: dict[tuple[int, int], tuple[int, int]] = {}
        """By clause and depth: value and group of the last decimal directly in it."""
        self._groups = 0
        self._resumable: dict[str, tuple[int, int]] = {}
        """By style: value and group of the last plain number that lies in nothing but headings."""

    def place(self, mark: Mark, following: int) -> None:
        """Put `mark` into the tree if it is a clause; `following` is the value of the next number of its style."""
        number = mark.number
        if number is None:
            self._heading(mark, None)
        elif number.rank is not None:
            self._named(mark, number, following)
        elif not self._unnamed(mark, number, following) and mark.heading:
            self._heading(mark, number)

    def _unnamed(self, mark: Mark, number: Number, following: int) -> bool:
        """A number without a word. Whether it is a clause."""
        return self._decimal(mark, number, following) if len(number.parts) > 1 else self._plain(mark, number)

    def _named(self, mark: Mark, number: Number, following: int) -> None:
        """`第三条`, `Article 5`: below what ranks above it."""
        if number.style == CLOSING and any(one.number and one.number.style == CLOSING for one in self._opened()):
            return
        reading = next((one for one in number.readings if self._goes_on(one, following)), None)
        if reading is None and not mark.heading:
            return
        number = reading or number
        rank = self._rank(number) or 0
        cut = next(
            (i for i, clause in enumerate(self._opened()) if self._closes(number, rank, clause)), len(self._open)
        )
        del self._open[cut:]
        while len(self._open) > 1 and self._beside(mark, self.clauses[self._open[-1]]):
            self._open.pop()
        self._last[number.style] = number.value
        self._push(mark, number)

    def _closes(self, number: Number, rank: int, clause: Clause) -> bool:
        """Whether a named number closes an open clause: one of its rank or below, or one without a rank that has no
        title or holds no chapters; an annex closes all clauses.
        """
        if clause.number is None:
            return False
        other = self._rank(clause.number)
        if other is None:
            return rank < ARTICLE_RANK or not (clause.mark.titled or clause.mark.heading)
        return rank == 0 or other >= rank

    def _beside(self, mark: Mark, clause: Clause) -> bool:
        """Whether an open heading without a number is on the level of the heading `mark`."""
        return clause.number is None and 0 < mark.heading <= clause.mark.heading

    def _rank(self, number: Number) -> int | None:
        if number.style != "section":
            return number.rank
        return _BELOW_ARTICLE if len(number.parts) > 1 else self._section_rank

    def _goes_on(self, number: Number, following: int) -> bool:
        """Whether a named number is in sequence: with the one before of its style, or with the one behind."""
        last = self._last.get(number.style)
        if number.value <= 1 or following == number.value + 1:
            return True
        if last is None:
            return not number.loose
        if number.loose:
            return number.value == last + 1
        return last < number.value <= last + _GAP or (number.value == last and (number.sub or number.rank == 0))

    def _plain(self, mark: Mark, number: Number) -> bool:
        """`一、`, `（1）`, `1.`: beside the one it goes on from, else inside what is open. Whether it is a clause."""
        for reading in number.readings:
            for at in range(len(self._open) - 1, -1, -1):
                other = self.clauses[self._open[at]]
                if self._same_style(mark, reading, other) and self._is_later(mark, reading, other):
                    del self._open[at:]
                    self._push(mark, reading, other.group)
                    return True
        first = next((one for one in number.readings if one.value == 1 or (one.value == 0 and one.parts)), None)
        if first is None:
            return self._resumes(mark, number)
        self._begin(mark, first)
        return True

    def _resumes(self, mark: Mark, number: Number) -> bool:
        """Whether a number goes on below a heading without a number from the last clause before that; then it does."""
        value, group = self._resumable.get(number.style, (0, -1))
        below_title = bool(self._open) and self.clauses[self._open[-1]].number is None
        if not below_title or number.value != value + 1:
            return False
        self._push(mark, number, group)
        return True

    def _is_later(self, mark: Mark, number: Number, other: Clause) -> bool:
        """Whether a number is the next behind another of its style, or a later one where both have titles."""
        steps = number.value - other.number.value if other.number else 0
        return steps == 1 or (mark.named and other.mark.named and 1 < steps <= _GAP)

    def _begin(self, mark: Mark, number: Number) -> None:
        """A new sequence: inside what is open, or in place of one of its style in the same article."""
        if mark.heading:
            self._close_below(mark.heading)
        for at in range(len(self._open) - 1, -1, -1):
            other = self.clauses[self._open[at]]
            if other.number is not None and other.number.rank is not None:
                break
            if self._same_style(mark, number, other):
                del self._open[at:]
                break
        self._push(mark, number)

    def _same_style(self, mark: Mark, number: Number, other: Clause) -> bool:
        return (
            other.number is not None
            and other.number.style == number.style
            and len(other.number.parts) == len(number.parts)
            and (bool(other.mark.heading) == bool(mark.heading) or (other.mark if mark.heading else mark).titled)
        )

    def _decimal(self, mark: Mark, number: Number, following: int) -> bool:
        """`1.1`: inside the open clause whose number it goes on from, or beside its like. Whether it is a clause."""
        prefix, depth = number.parts[:-1], len(number.parts)
        for at in range(len(self._open) - 1, -1, -1):
            other = self.clauses[self._open[at]]
            if other.number is None:
                continue
            if other.number.parts == prefix:
                return self._inside(mark, number, at, following)
            if self._same_style(mark, number, other) and self._is_next(number, other.number):
                del self._open[at:]
                self._push(mark, number, other.group)
                return True
        if number.value != 1 or any(clause.number and clause.number.style == DECIMAL for clause in self._opened()):
            return False
        if mark.heading:
            self._close_below(mark.heading)
        self._push(mark, number)
        return depth > 1

    def _inside(self, mark: Mark, number: Number, at: int, following: int) -> bool:
        """Put a decimal into the open clause at `at` if it is the next one there."""
        around, depth = self._open[at], len(number.parts)
        last, group = self._inner.get((around, depth), (0, -1))
        skips = (following == number.value + 1 or mark.titled) and last < number.value <= last + _GAP
        if number.value != last + 1 and not skips and not mark.heading:
            return False
        del self._open[at + 1 :]
        self._push(mark, number, None if group < 0 else group)
        self._inner[around, depth] = number.value, self.clauses[-1].group
        return True

    def _is_next(self, number: Number, other: Number) -> bool:
        """Whether a decimal goes on from another of its depth whose clause around it has no number."""
        if number.parts[:-1] == other.parts[:-1]:
            return number.value == other.value + 1
        return number.value == 1 and number.parts[:-1] > other.parts[:-1]

    def _heading(self, mark: Mark, number: Number | None) -> None:
        """A heading whose level alone tells where it belongs."""
        while self._open:
            level = self.clauses[self._open[-1]].mark.heading
            if 0 < level < mark.heading:
                break
            self._open.pop()
        self._push(mark, number)

    def _close_below(self, level: int) -> None:
        """Close paragraphs and deeper headings, and headings of the same level that have no number, but the title."""
        while len(self._open) > 1:
            clause = self.clauses[self._open[-1]]
            same = clause.mark.heading == level and clause.number is None
            if 0 < clause.mark.heading <= level and not same:
                break
            self._open.pop()

    def _opened(self) -> list[Clause]:
        return [self.clauses[index] for index in self._open]

    def _push(self, mark: Mark, number: Number | None, group: int | None = None) -> None:
        if group is None:
            group, self._groups = self._groups, self._groups + 1
        parent = self._open[-1] if self._open else -1
        if number and number.rank is None and (parent < 0 or self.clauses[parent].number is None):
            self._resumable[number.style] = number.value, group
        self._open.append(len(self.clauses))
        self.clauses.append(Clause(mark=mark, number=number, parent=parent, group=group))
