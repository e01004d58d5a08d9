"""How much a text says in its length, from its words alone: what the limit of its chunks may follow.

The measure is the moving-average type-token ratio (Covington and McFall: Cutting the Gordian Knot, Journal of
Quantitative Linguistics 17, 2010): the share of different units among WINDOW consecutive ones, averaged over the text.
It does not depend on the text's length. Units are words, numbers and single Han characters or kana, case aside.
Repeating text (examples, logs, boilerplate) has little of it, lists of names, terms and figures have much.
"""

import re
from collections import Counter
from typing import Final

WINDOW: Final = 100
"""Units that are compared: about a paragraph. A shorter text is one window."""
SPARSE: Final = 0.55
"""Up to here a text keeps the whole limit: much of it is repeated."""
DENSE: Final = 0.85
"""From here on it has LEAST of the limit: nearly every unit is new."""
LEAST: Final = 0.6
"""Share of the limit for the densest text."""

_UNIT: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:[.,:/-][^\W_]+)*")


def density(text: str) -> float:
    """The moving-average type-token ratio of `text`, 0 to 1; 0 for a text without words. Linear time.

    >>> density("one two one two"), density("one two three four"), density("")
    (0.5, 1.0, 0.0)
    """
    units = [found.group().casefold() for found in _UNIT.finditer(text)]
    if not units:
        return 0.0
    size = min(WINDOW, len(units))
    inside = Counter(units[:size])
    different = total = len(inside)
    for leaving, entering in zip(units, units[size:], strict=False):
        inside[leaving] -= 1
        different -= inside[leaving] == 0
        different += inside[entering] == 0
        inside[entering] += 1
        total += different
    return total / (size * (len(units) - size + 1))


def share_of_limit(text: str) -> float:
    """What share of its limit a chunk of `text` should use: 1 up to SPARSE, LEAST from DENSE on, between them in line.

    >>> share_of_limit("the same, the same, the same"), share_of_limit("seven quite different words stand here now")
    (1.0, 0.6)
    """
    position = (density(text) - SPARSE) / (DENSE - SPARSE)
    return 1.0 - (1.0 - LEAST) * min(1.0, max(0.0, position))
