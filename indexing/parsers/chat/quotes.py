"""What a mail quotes of the mails before it: told apart from what its sender wrote, and left out where it is known."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

LEAST_CHARACTERS: Final = 20
"""Of a quoted paragraph that is left out as known: `Yes.` may be quoted twice on purpose."""

MAX_ATTRIBUTION: Final = 400
"""Characters of the words that say who is quoted."""

_QUOTED: Final = re.compile(r"[ \t]{0,3}>")
_MARKS: Final = re.compile(r"^[ \t>|]+", re.MULTILINE)
_WROTE_LINES: Final = re.compile(
    r"(?:On\s.{4,300}\swrote|Am\s.{4,300}\sschrieb.{0,100}|Le\s.{4,300}\sa\sécrit\s?|El\s.{4,300}\sescribió"
    r"|(?:[在于於]\s?)?\d{4}\s?[年/-].{4,300}(?:写道|寫道|写到))\s?[:：]\s*$",
    re.DOTALL,
)
"""Who is quoted, wrapped to some lines."""
_WROTE_LINE: Final = re.compile(r".{0,200}(?:写道|寫道|写到|wrote)\s?[:：]\s*$")
_ORIGINAL: Final = re.compile(
    r"[-_]{2,}\s*(?:Original (?:Message|Appointment)|Forwarded [Mm]essage|Begin forwarded message"
    r"|原始邮件|原始郵件|转发邮件|转发的邮件|轉寄郵件)\s*[-_]{0,}"
    r"|Begin forwarded message:",
    re.IGNORECASE,
)
_FROM: Final = re.compile(r"\*{0,2}(?:From|发件人|寄件者|Von|De)\*{0,2}\s?[:：]\*{0,2}\s?\S")
_FIELD: Final = re.compile(
    r"\*{0,2}(?:Sent|Date|To|Subject|Cc|发送时间|日期|时间|收件人|主题|抄送|傳送時間|收件者|主旨)\*{0,2}\s?[:：]"
)


class Passage(Struct, frozen=True):
    """A part of a mail's text."""

    text: str
    """Without blank lines around it."""
    is_quote: bool


def passages_of(body: str) -> Iterator[Passage]:
    """What the sender wrote and what is quoted, in order; who is quoted stands at the beginning of a quote."""
    kept: list[str] = []
    is_quote = rest = False
    for number, line, quoted in _marked(body.splitlines()):
        rest = rest or quoted == "rest"
        now = rest or bool(quoted)
        if now != is_quote and (line.strip() or number == 0):
            yield from _passage(kept, is_quote)
            kept, is_quote = [], now
        kept.append(line)
    yield from _passage(kept, is_quote)


def without_known(quote: str, known: set[str]) -> tuple[str, int]:
    """`quote` without the paragraphs in `known`, and the visible characters that left out; what is new gets known."""
    kept, left_out = [], 0
    for paragraph in re.split(r"\n(?:[ \t>]*\n)+", quote):
        words = normal(paragraph)
        if len(words) >= LEAST_CHARACTERS and words in known:
            left_out += len(words)
        else:
            kept.append(paragraph)
            known.add(words)
    return "\n\n".join(kept).strip("\r\n"), left_out


def is_attribution(text: str) -> bool:
    """Whether `text` only says who is quoted, and nothing of what."""
    text = text.strip()
    if "\n\n" in text or len(text) > 600:
        return False
    lines = text.splitlines()
    fields = sum(bool(_ORIGINAL.match(line)) or is_mail_sender(line) or is_mail_field(line) for line in lines)
    return _says_who(text) or fields == len(lines)


def normal(paragraph: str) -> str:
    """The visible characters of a paragraph, without marks of quoting: however it is wrapped, it is the same."""
    return "".join(_MARKS.sub("", paragraph).split())


def is_mail_sender(line: str) -> bool:
    """Whether a line is one that the head of a mail in a text begins with: it says who wrote it."""
    return _FROM.match(line) is not None


def is_mail_field(line: str) -> bool:
    """Whether a line is a field of such a head: when it was sent, to whom, on what."""
    return _FIELD.match(line) is not None


def _marked(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Each line with its number and whether it is quoted: `line`, or `rest` where all behind it is."""
    waits = 0
    for number, line in enumerate(lines):
        if _ORIGINAL.match(line) or (is_mail_sender(line) and any(map(is_mail_field, lines[number + 1 : number + 4]))):
            yield number, line, "rest"
        elif _QUOTED.match(line):
            yield number, line, "line"
        elif waits:
            waits -= 1
            yield number, line, "line"
        else:
            waits = _attribution(lines, number)
            yield number, line, "line" if waits else ""
            waits = max(0, waits - 1)


def _attribution(lines: list[str], number: int) -> int:
    """How many lines from `number` on say who is quoted behind them; 0: none."""
    if not lines[number].strip() or len(lines[number]) > MAX_ATTRIBUTION:
        return 0
    for count in (1, 2, 3):
        if not lines[number + count - 1 : number + count] or not lines[number + count - 1].strip():
            return 0
        said = "\n".join(lines[number : number + count])
        if len(said) <= MAX_ATTRIBUTION and _says_who(said):
            following = next((line for line in lines[number + count : number + count + 3] if line.strip()), "")
            return count if _QUOTED.match(following) else 0
    return 0


def _says_who(words: str) -> bool:
    """Whether some lines say who is quoted below them."""
    return _WROTE_LINES.fullmatch(words) is not None or _WROTE_LINE.fullmatch(words) is not None


def _passage(lines: list[str], is_quote: bool) -> Iterator[Passage]:
    text = "\n".join(lines).strip("\n").rstrip()
    if text:
        yield Passage(text, is_quote)
