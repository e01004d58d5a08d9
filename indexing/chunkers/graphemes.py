"""Borders between visible characters: the only places where a text may be cut when nothing better is left.

The rule is the extended grapheme cluster of Unicode Standard Annex 29 (`\\X`): flags, skin tones, joined emoji, a
letter with its accents and CR LF are one each.
"""

import regex  # type: ignore[import-untyped]  # the package has no stubs of its own

_CLUSTER = regex.compile(r"\X")


def is_border(text: str, position: int) -> bool:
    """Whether the character before `position`, seen alone, does not run on behind it.

    Exact but for flags and joined emoji that begin earlier; meant for borders behind punctuation and blanks.

    >>> is_border("a!b", 2), is_border("a!\\ufe0fb", 2)
    (True, False)
    """
    if not 0 < position < len(text) or (text[position] < "\x7f" and text[position] != "\n"):
        return True
    return bool(_CLUSTER.match(text[position - 1 : position + 1]).end() == 1)


def last_border(text: str, start: int, limit: int, *, end: int) -> int:
    """The last border of visible characters in `(start, limit]`; the first one after it when there is none.

    `start` is such a border itself; nothing behind `end` is looked at. Time is linear in what is passed over.

    >>> last_border("👍🏽👍🏽", 0, 3, end=4), last_border("👍🏽👍🏽", 0, 1, end=4)
    (2, 2)
    """
    if limit >= end:
        return end
    if start < limit and text[limit - 1] < "\x7f" and text[limit] < "\x7f" and text[limit - 1] != "\r":
        return limit
    near = text[start : limit + 1]  # a text of its own: the expression looks back over all flags before a flag
    border = 0
    for match in _CLUSTER.finditer(near):
        if match.end() == len(near):
            break
        border = match.end()
    return start + border if border else _first_border(text, start, end=end)


def _first_border(text: str, start: int, *, end: int) -> int:
    """The end of the visible character that begins at `start`, whatever its length."""
    size = 32
    while True:
        near = text[start : min(end, start + size)]
        border = _CLUSTER.match(near).end()
        if border < len(near) or start + border == end:
            return int(start + border)
        size *= 2
