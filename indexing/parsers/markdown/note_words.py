"""Notes, warnings and tips by their words: what a paragraph, a quote or a box of Markdown begins with when it qualifies
what stands before it."""

import re
from typing import Final

_ENGLISH: Final = (
    "note|notes|tip|tips|hint|important|info|information|warning|warn|caution|danger|attention|notice|remark|remarks"
    "|exception|exceptions|deprecated|seealso"
)
_CHINESE: Final = (
    "注意(?:事项)?|注|备注|備註|说明|說明|(?:温馨|特别|重要|安全|友情)?提示|警告|重要|小贴士|危险|小心|建议|例外"
)

_WORD: Final = re.compile(rf"(?:{_ENGLISH}|{_CHINESE})\Z", re.IGNORECASE)
_LABEL: Final = rf"(?:(?i:{_ENGLISH})|{_CHINESE})\d?"
_ALERT: Final = re.compile(r"[ \t>]*\[!([A-Za-z]{3,12})\]")
"""GitHub and Obsidian: `> [!NOTE]`."""
_BEFORE: Final = r"[ \t>]*(?:[^\w\s*_\[>]{1,3}[ ]?)?"
"""Marks of a quote, possibly a pictogram."""
_LABELLED: Final = re.compile(
    rf"{_BEFORE}(?:[*_]{{1,3}}{_LABEL}[ ]?(?:[:：][*_]{{1,3}}|[*_]{{1,3}}[ ]?[:：])|{_LABEL}[:：])"
)
_BOLD: Final = re.compile(rf"{_BEFORE}[*_]{{2,3}}{_LABEL}[!！]?[*_]{{2,3}}")


def is_note_word(name: str) -> bool:
    """Whether a box of this name is a note: `warning`, `callout-tip`, `注意`.

    >>> [is_note_word(name) for name in ("note", "callout-tip", "details", "tabs")]
    [True, True, False, False]
    """
    return any(_WORD.match(part) for part in re.split(r"[-_]", name))


def begins_note(text: str, start: int, end: int, *, quoted: bool = False) -> bool:
    """Whether `text[start:end]` begins with a word that makes it a note. In a quote, bold type is enough.

    >>> text = "**Note:** Pay first."
    >>> begins_note(text, 0, len(text)), begins_note("Note that", 0, 9), begins_note("注意：勿近", 0, 5)
    (True, False, True)
    >>> [begins_note(quote, 0, len(quote), quoted=True) for quote in ("> **Note**", "> [!TIP]", "> Notes")]
    [True, True, False]
    """
    if _LABELLED.match(text, start, end):
        return True
    alert = _ALERT.match(text, start, end) if quoted else None
    return is_note_word(alert[1]) if alert else quoted and _BOLD.match(text, start, end) is not None
