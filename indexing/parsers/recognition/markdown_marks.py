"""Whether a text of unknown type is Markdown: by marks that plain text seldom has.

Lists, quotes and lines of `#` alone prove little, since plain text and configuration files have them too.
"""

import re
from typing import Final

ENOUGH: Final = 2
"""Weights of the marks found must come to this: one clear mark, or two doubtful ones."""

_HASHED: Final = (
    # a heading by itself, or one that its text follows at once
    (2, re.compile(r"(?:^|\n[ \t]*+\r?\n)#{1,6}[ \t]++\S[^\r\n]*+(?:\r?\n[ \t]*+(?:\r?\n|\Z)|\Z)")),
    (1, re.compile(r"(?:^|\n[ \t]*+\r?\n)#{1,6}[ \t]++\S[^\r\n]*+\r?\n(?![#\s])")),
)
_OTHERS: Final = (
    # front matter
    (2, re.compile(r"\A---[ \t]*+\r?\n[A-Za-z\"'#](?:[^\n]*+\n){1,200}?---[ \t]*+(?:\r|\n|\Z)")),
    # a heading with its underline
    (1, re.compile(r"(?:^|\n)[^\s#>*+-][^\r\n]{0,100}\r?\n(?:={3,}|-{3,})[ \t]*+\r?\n")),
    # a fence that opens, and one that closes
    (1, re.compile(r"(?:^|\n) {0,3}```[ \t]*+[A-Za-z][^`\r\n]*+\r?\n")),
    (1, re.compile(r"\n {0,3}```[ \t]*+(?:\r|\n|\Z)")),
    # the line below the header of a table
    (2, re.compile(r"\n[ \t]*+\|?[ \t]*+(?::?-{3,}+:?[ \t]*+\|[ \t]*+)++(?::?-{3,}+:?[ \t]*+)?(?:\r|\n|\Z)")),
    # a link, strong words, code in a line
    (2, re.compile(r"\[[^\[\]\r\n]{1,200}\]\((?:https?://|[#./\w])[^()\s]{0,300}\)")),
    (1, re.compile(r"(?<![*\w])\*\*[^\s*][^*\r\n]{0,200}\*\*(?![*\w])")),
    (1, re.compile(r"(?<![`\w])`[^`\r\n]{1,100}`(?![`\w])")),
    # two list items in a row
    (1, re.compile(r"(?:(?:^|\n)[ \t]*+[-*+][ \t]++\S[^\n]*+){2}")),
    (1, re.compile(r"(?:(?:^|\n)[ \t]*+\d{1,3}[.)][ \t]++\S[^\n]*+){2}")),
)
"""Weight and pattern; each counts once. Bounded inside, and without ways back, so that no text makes them slow."""

_COMMENT = re.compile(r"^#[ \t][^\r\n]*+\r?\n#(?:[ \t]|\r?$)", re.MULTILINE)
"""Lines with one hash each, one below the other: comments of a script or of settings, no headings."""


_CODE = re.compile(
    r"^[ \t]*+(?:import [\w.*{]|from [\w.]++ import |def \w|class \w++[ \t]*+[({:]|return\b|(?:if|for|while)[ \t]*\("
    r"|(?:fi|done|esac|then|do)[ \t]*+$|(?:if|elif|while)[ \t]+\[|export [A-Z_]++=|\w++[ \t]*\(\)[ \t]*\{"
    r"|#[ \t]*include\b|package [\w.]++;|using [\w.]++;|(?:public|private|static|const|let|var|function|fn|func) \w"
    r"|[^\n]*+(?<=[;{])[ \t]*+$)",
    re.MULTILINE,
)
"""Lines as programs have them."""
_CODE_SHARE: Final = 0.06
"""Of the lines outside of fences that are not blank: more of them, and it is a program, whose comments look like
headings. Python's library has 10 % and more, documentation with listings that are not fenced mostly below 5 %."""


def looks_like_markdown(beginning: str) -> bool:
    """Whether the first characters of a text have enough of Markdown's marks, and it is no program.

    >>> looks_like_markdown("# Rent\\n\\nDue in May."), looks_like_markdown("- a\\n- b")
    (True, False)
    """
    prose = "\n".join(beginning.split("```")[::2])
    found = 0
    for weight, pattern in _OTHERS if _COMMENT.search(prose) else _HASHED + _OTHERS:
        if pattern.search(beginning):
            found += weight
        if found >= ENOUGH:
            return not _is_program(prose)
    return False


def _is_program(prose: str) -> bool:
    lines = sum(1 for line in prose.split("\n") if line.strip())
    return sum(1 for _ in _CODE.finditer(prose)) > _CODE_SHARE * lines
