"""How a document is set: the style of its body, the sizes of its text, how far its lines are apart."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from indexing.parsers.pdf.columns import Column
from indexing.parsers.pdf.sheet import Style
from indexing.parsers.pdf.spacing import is_wide

_COMMON: Final = 0.08
"""Share of the text: headings have a few hundredths of it."""

_COMMON_LEAST: Final = 500
"""Characters of that: in a text of one page its title is a good part."""

_MIN_PITCH: Final = 1.15
_MAX_PITCH: Final = 2.4
"""In sizes of the text: lines are set double at most."""


class Setting(Struct, frozen=True, kw_only=True):
    """How a document is set."""

    body: Style
    """Of most of its characters."""
    common: frozenset[float]
    """Sizes in which a good part of the text is set: none of them makes a heading."""
    pitches: dict[float, float]
    """Size of text to the usual distance of its lines, in points."""

    def pitch(self, size: float) -> float:
        """The usual distance of lines in `size`."""
        return min(max(self.pitches.get(size, 1.35 * size), _MIN_PITCH * size), _MAX_PITCH * size)


def setting_of(columns: Sequence[Column]) -> Setting:
    """How the document is set whose columns these are."""
    styles: Counter[Style] = Counter()
    distances: dict[float, list[float]] = defaultdict(list)
    for column in columns:
        for line in column.lines:
            if line.table is None:
                styles[line.style] += sum(len(piece.text) + sum(map(is_wide, piece.text)) for piece in line.pieces)
        for above, line in zip(column.lines, column.lines[1:], strict=False):
            size = line.style.size
            if above.table is None and line.table is None and above.style.size == size:
                distances[size].append(line.base - above.base)
    return Setting(
        body=_body(styles),
        common=_common(styles),
        pitches={size: _usual(found, size) for size, found in distances.items() if len(found) >= 3},
    )


def _body(styles: Counter[Style]) -> Style:
    """The style of most of the text; code is it only where there is little else."""
    text = Counter({style: count for style, count in styles.items() if not style.mono})
    if text.total() * 4 >= styles.total() and text:
        return text.most_common(1)[0][0]
    return styles.most_common(1)[0][0] if styles else Style(10.0)


def _common(styles: Counter[Style]) -> frozenset[float]:
    sizes: Counter[float] = Counter()
    for style, count in styles.items():
        sizes[style.size] += count
    return frozenset(size for size, count in sizes.items() if count >= max(_COMMON * sizes.total(), _COMMON_LEAST))


def _usual(distances: Sequence[float], size: float) -> float:
    """The least distance that a good part of the lines have: those within paragraphs, even where most have one line."""
    buckets = Counter(round(distance * 2) / 2 for distance in distances if distance >= size)
    common = [distance for distance, count in buckets.items() if count * 7 >= buckets.total()]
    return min(common) if common else sorted(distances)[len(distances) // 3]
