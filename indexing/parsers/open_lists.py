"""Lists of an Office document: what each item needs to be understood, its lead-in and the items around it.

These formats have no lists, only paragraphs with numbers or bullets: a list begins with its first item and ends where
another thing comes.
"""

from typing import Final, NamedTuple

from msgspec import Struct

from indexing.model import Span
from indexing.parsers.lead_in import closing_of, opening_of

MAX_DEPTH: Final = 9
"""Of items in each other: as many levels as Office lists have."""


class Numbered(Struct, frozen=True, kw_only=True):
    """The place of a paragraph in a list."""

    label: str
    """As the program shows it; empty for bullets and levels without numbers."""
    list_id: int
    level: int
    """From 0."""
    first: bool
    """It begins the list, or its level below the item before."""


class Said(NamedTuple):
    """A paragraph that was written."""

    text: str
    start: int
    """Where it begins in the canonical text."""

    def closing(self) -> tuple[Span, ...]:
        """Its last words, as context."""
        return self._shifted(closing_of(self.text, Span(0, len(self.text))))

    def opening(self) -> tuple[Span, ...]:
        """Its first words, as context."""
        return self._shifted(opening_of(self.text, Span(0, len(self.text))))

    def introduces(self) -> bool:
        """Whether it ends in a colon."""
        return self.text.endswith((":", "："))

    def _shifted(self, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(Span(self.start + span.start, self.start + span.end) for span in spans)


class _Item(NamedTuple):
    """An item whose list may go on."""

    place: Numbered
    said: Said


class Lists:
    """The lists that are open where a document is read."""

    def __init__(self) -> None:
        self._open: list[_Item] = []
        self._lead: tuple[Span, ...] = ()
        self._leads: dict[tuple[int, int], tuple[Span, ...]] = {}
        self._closed: dict[int, list[_Item]] = {}

    def context(self, place: Numbered, before: Said | None) -> tuple[Span, ...]:
        """What the item at `place` needs; `before` is the paragraph directly before it, None for other things."""
        if not self._open:
            self._open = [item for item in self._closed.get(place.list_id, ()) if item.place.level < place.level]
            self._lead = self._lead_in(place, before)
            self._leads[place.list_id, place.level] = self._lead
        self._close_to(place)
        return self._around()

    def add(self, place: Numbered, said: Said) -> None:
        """The item at `place` was written."""
        self._open.append(_Item(place, said))

    def continuation(self) -> tuple[Span, ...]:
        """What a paragraph needs that goes on with the item before it; nothing outside lists."""
        return self._around() if self._open else ()

    def close(self, *, forget: bool = False) -> None:
        """Something else comes: a list that goes on after it has its lead-in still, unless it is to `forget` that."""
        for item in self._open:
            self._closed[item.place.list_id] = list(self._open)
        self._open.clear()
        if forget:
            self._leads.clear()
            self._closed.clear()

    def _lead_in(self, place: Numbered, before: Said | None) -> tuple[Span, ...]:
        """The words that introduce the list. One that counts on after other text has those of its beginning."""
        goes_on = bool(place.label) and not place.first
        if goes_on and not (before is not None and before.introduces()):
            return self._leads.get((place.list_id, place.level), ())
        return before.closing() if before is not None else ()

    def _close_to(self, place: Numbered) -> None:
        """End the items that do not stand around the item at `place`."""
        own = [index for index, item in enumerate(self._open) if item.place.list_id == place.list_id]
        if own:
            peers = [index for index in own if self._open[index].place.level >= place.level]
            del self._open[peers[0] if peers else own[-1] + 1 :]
            return
        while self._open and (len(self._open) == MAX_DEPTH or not _details(place, self._open[-1])):
            self._open.pop()

    def _around(self) -> tuple[Span, ...]:
        return tuple(sorted({*self._lead, *(span for item in self._open for span in item.said.opening())}))


def _details(place: Numbered, item: _Item) -> bool:
    """Whether a new list that begins at `place` is below an item of another one: by its level, as bullets below a
    number, or because the item ends in a colon."""
    bullets = bool(item.place.label) and not place.label
    return item.place.level < place.level or bullets or item.said.introduces()
