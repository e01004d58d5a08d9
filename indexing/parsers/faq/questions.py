"""Whether a line asks something, in English or Chinese.

Two strengths: a question by its mark or by words that only questions have; and a question by its first word, which
titles of manuals have too (`How to install`), so it counts only where questions are expected.
"""

import re
from typing import Final

MAX_CHARACTERS: Final = 300
"""A longer line is no question that heads an answer: four lines of print."""

_MARKED: Final = re.compile(r"[?？][\s\"'”’」』）)\]*_`~。.:：]*$")
_CHINESE: Final = re.compile(
    r"[吗呢么嗎麼]$|为什么|為什麼|为何|為何|是否|怎么|怎麼|怎样|怎樣|如何(?:处理|解决|理解|是好)|什么是|什麼是|是什么|是什麼"
    r"|该如何|应如何|能否|可否|可不可以|能不能|有没有|多少|多久|哪些|哪个|哪里|哪裡|有何"
)
_FIRST_WORD: Final = re.compile(
    r"(?:\d+(?:\.\d+)*\.?\s+)?(?:(?:how|what|why|when|where|which|who|whose|is|are|am|do|does|did|can|could|should|shall"
    r"|will|would|may|must|has|have|was|were)(?:n['’]t|['’]s|['’]re)?\s|如何|什么|何时|谁|哪)",
    re.IGNORECASE,
)


def is_marked_question(line: str) -> bool:
    """Whether `line` is a question by itself: it ends with a question mark, or has words that only questions have.

    >>> is_marked_question("Who pays?"), is_marked_question("押金是否退还"), is_marked_question("How to install")
    (True, True, False)
    """
    line = line.strip()
    return 1 < len(line) <= MAX_CHARACTERS and bool(_MARKED.search(line[-12:]) or _CHINESE.search(line))


def is_question(line: str) -> bool:
    """Whether `line` is a question where questions are expected: its first word suffices.

    >>> is_question("How to pay rent"), is_question("1.2 如何退押金"), is_question("Rent")
    (True, True, False)
    """
    line = line.strip()
    return is_marked_question(line) or (len(line) <= MAX_CHARACTERS and bool(_FIRST_WORD.match(line)))
