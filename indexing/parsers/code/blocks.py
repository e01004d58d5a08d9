"""Blocks of code: parts become blocks and sections.

A unit opens a section titled with its name. A class up to WHOLE is one block; a longer one opens a section
with its head (comments, decorators, signature, fields up to the first method), and each method a section in that. What
stands between units is grouped into runs titled with the names they define; before the first unit it belongs to the
section around it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, Span
from indexing.parsers.code.cuts import inner_cuts
from indexing.parsers.code.imports import Imports
from indexing.parsers.code.parts import Part, weight
from indexing.parsers.code.positions import Positions
from indexing.parsers.code.runs import WHOLE, groups_of, runs_of, title_of
from indexing.parsers.code.scopes import Scopes
from indexing.parsers.code.syntax import Syntax
from indexing.parsers.lines import trimmed
from indexing.parsers.listing import LONG_LINE, listing_borders

BARE_HEAD: Final = 120
"""Characters of a head that only says the name of what follows: a heading of it, not a text to be found."""


class Place(Struct, frozen=True, kw_only=True):
    """Where parts stand."""

    level: int
    """Of the sections they open."""
    context: tuple[Span, ...] = ()
    """Signatures of the classes around them."""
    is_opened: bool = False
    """A section has begun in the same scope: what comes must open one, or it would belong to that."""


class CodeBlocks:
    """Makes the blocks of one source out of its parts."""

    def __init__(
        self, positions: Positions, language: str, scopes: Scopes | None = None, *, whole: int = WHOLE
    ) -> None:
        """`scopes` reads what is in parts; None: there is nothing in them. `whole`: the weight of a class that is not
        divided.
        """
        self._whole = whole
        self._positions = positions
        self._text = positions.text
        self._language = language
        self._scopes = scopes
        self._syntax = scopes.syntax if scopes else Syntax()
        self._imports = Imports(self._text, ())
        self._opened: int | None = None
        """Where the first section begins. Imports before it are around all of them; later ones are in another's."""

    def of(self, parts: Sequence[Part]) -> list[Block]:
        """The blocks of the parts of a whole file, in order."""
        if not parts:
            return []
        whole = trimmed(self._text, 0, len(self._text))
        parts[0].start, parts[-1].end = whole.start, whole.end
        blocks: list[Block] = []
        self._imports = Imports(self._text, parts)
        self._scope(parts, Place(level=1), blocks)
        return blocks

    def _scope(self, parts: Sequence[Part], place: Place, blocks: list[Block]) -> None:
        """Appends the blocks of parts that stand side by side."""
        by_name = self._scopes is None or bool(self._syntax.entry_size)
        for run in runs_of(self._expanded(parts), self._text, by_name=by_name, is_opened=place.is_opened):
            if run[0].is_unit:
                self._unit(run[0], place, blocks)
                place = replace(place, is_opened=True)
            else:
                place = self._run(run, place, blocks)

    def _expanded(self, parts: Sequence[Part]) -> Iterator[Part]:
        """The parts; instead of a long statement that is little more than a body with units, what is in it."""
        for part in parts:
            inner = self._scopes.opened(part) if self._scopes and not part.is_unit and self._is_long([part]) else []
            if not inner:
                yield part
                continue
            inner[0].start = part.start
            inner[-1].end = part.end
            yield from inner

    def _unit(self, part: Part, place: Place, blocks: list[Block]) -> None:
        """Appends the block of a unit, or those of a long container."""
        members = self._members(part, place)
        if not members:
            blocks.append(self._block([part], place, header=part.signature))
            return
        first = next(index for index, each in enumerate(members) if each.is_unit)
        blocks.append(self._head(part, members[:first], members[first].start, place))
        signature = (part.signature,) if part.signature and self._is_class(part) else ()
        inside = Place(level=place.level + 1, context=(*place.context, *signature), is_opened=True)
        self._scope(members[first:], inside, blocks)
        blocks[-1] = replace(blocks[-1], span=Span(blocks[-1].span.start, part.end))

    def _members(self, part: Part, place: Place) -> list[Part]:
        """The parts of a container that is divided; none where it stays whole."""
        if not self._scopes or part.role not in ("container", "space") or place.level > self._syntax.depth:
            return []
        if part.role == "container" and not self._is_long([part]):
            return []
        members = self._scopes.members(part)
        return members if any(each.is_unit for each in members) else []

    def _is_long(self, parts: Sequence[Part]) -> bool:
        """Whether parts that follow each other are too long for one block."""
        return weight(self._text, parts[0].start, parts[-1].end) > self._whole

    def _is_class(self, part: Part) -> bool:
        """Whether the signature of a container says more than its name, which is in every path."""
        return part.role == "container" and not self._syntax.entry_size

    def _head(self, part: Part, fields: Sequence[Part], end: int, place: Place) -> Block:
        """A container up to its first member that is a unit."""
        head = Part(start=part.start, own=part.own, end=trimmed(self._text, part.start, end).end, role=part.role)
        head.names, head.node = part.names, part.node
        block = self._block([head], place, header=part.signature, inner=fields)
        is_name = not self._is_class(part) or self._text.startswith("impl", part.own)
        bare = is_name and not fields and part.start == part.own and head.size <= BARE_HEAD
        return replace(block, kind="heading", cuts=(), atomic=False) if bare else block

    def _run(self, run: Sequence[Part], place: Place, blocks: list[Block]) -> Place:
        """Appends the blocks of statements between units; where their scope is then."""
        groups = groups_of(run, self._text)
        is_long = len(groups) > 1 or self._is_long(run)
        for group in groups:
            is_unit = is_long and any(part.names for part in group) and not _has_imports(group)
            opens = place.is_opened or is_unit
            at = place if opens else replace(place, level=0)
            blocks.append(self._block(group, at, header=group[0].signature if len(group) == 1 else None))
            place = replace(place, is_opened=opens)
        return place

    def _block(
        self,
        parts: Sequence[Part],
        place: Place,
        *,
        header: Span | None = None,
        inner: Sequence[Part] | None = None,
    ) -> Block:
        """The block of parts that follow each other; it may be cut before and inside them, or the `inner` ones."""
        span = Span(parts[0].start, parts[-1].end)
        cuts = (cut for part in (parts if inner is None else inner) for cut in self._cuts(part))
        if place.level and self._opened is None:
            self._opened = span.start
        imports = (each for each in self._imports.used_in(span) if each.end <= (self._opened or 0))
        context = {*imports, *place.context} if place.level else set()
        return Block(
            kind="code",
            span=span,
            level=place.level,
            title=title_of(parts, self._text) if place.level else "",
            context=tuple(sorted(context)),
            header=(header,) if header else (),
            cuts=tuple(cut for cut in cuts if span.start < cut < span.end),
            atomic=True,
            language=self._language,
        )

    def _cuts(self, part: Part) -> list[int]:
        """Before a part and where it may be cut inside: as its grammar says, else between its lines."""
        offsets = inner_cuts(part.node, self._positions.source) if part.node is not None else ()
        cuts = [cut for cut in map(self._positions.at, offsets) if cut > part.start]
        if not cuts and part.size > LONG_LINE:
            cuts = [part.start + border for border in listing_borders(self._text[part.start : part.end])]
        return [part.start, *cuts]


def _has_imports(parts: Sequence[Part]) -> bool:
    """Whether parts bring names that all behind them may need: they stay around all sections."""
    return any(part.role == "import" for part in parts)
