"""An independent reading of what was parsed and cut: whether each promise about chunks holds, told from the text.

It knows nothing of how the parsers and chunkers find their borders: lines, fences, tables, lists and atoms are read
here anew, in the simplest way that is right where it matches at all.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

import regex  # type: ignore[import-untyped]
from msgspec import Struct

from indexing.config import ChunkerConfig
from indexing.embedders import Tokenizer
from indexing.model import Chunk, Outline, ParsedText, Span
from indexing.render import embed_text, heading_path, readable

MARGIN = 16
"""Tokens by which a text may seem to fit and does not: marks of fences, line ends, seams between pieces."""

SEAM = 8
"""The same for an atom."""
LONG_RUN = 200
"""Characters without a blank between them that are no words."""
LONG_WORD = 32
"""Characters: a word that no model knows, which may be one token, counts as several."""


class Cut(Struct):
    """A document that was parsed and cut, and what it was cut with."""

    parsed: ParsedText
    outline: Outline
    tokenizer: Tokenizer
    config: ChunkerConfig
    prefix: str
    window: int

    @property
    def text(self) -> str:
        return self.parsed.text

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        return self.outline.chunks

    def count(self, start: int, end: int) -> int:
        """Tokens of a part of the text by itself."""
        return self.tokenizer.count([self.text[start:end]])[0]

    def limits(self, chunk: Chunk) -> tuple[int, int]:
        """The usual and the wide limit of a chunk."""
        limit, wide = self.config.limit, self.config.table_limit
        given = [getattr(self.config.kinds, self.parsed.kind)] if self.parsed.kind else []
        around = chunk.section
        while around >= 0 and len(given) < 2:
            title = self.outline.sections[around].title
            given += [own for own in self.config.sections if re.search(own.match, title, re.IGNORECASE)][:1]
            around = self.outline.sections[around].parent
        for own in given:
            limit, wide = own.limit or limit, own.table_limit or wide
        return min(limit, self.window), max(min(wide, self.window), min(limit, self.window))

    def room(self, chunk: Chunk, *, wide: bool = False) -> int:
        """Tokens for context and own text in the section of `chunk`: a quarter of the limit at least is kept for them
        however long the titles are."""
        path = heading_path(self.outline.sections, chunk.section)
        fixed = self.tokenizer.count([self.prefix + path])[0] + self.tokenizer.specials
        usual = max(self.limits(chunk)[0] - fixed, self.limits(chunk)[0] // 4)
        return usual + (self.limits(chunk)[1] - self.limits(chunk)[0] if wide else 0)

    def context(self, chunk: Chunk) -> int:
        """Tokens of the context of a chunk."""
        return self.tokenizer.count(["\n".join(span.slice(self.text) for span in chunk.context)])[0]

    def holding(self, start: int, end: int) -> list[Chunk]:
        """The chunks that have something of `[start, end)`."""
        return [each for each in self.chunks if each.span.start < end and start < each.span.end]


def check(
    parsed: ParsedText,
    outline: Outline,
    tokenizer: Tokenizer,
    config: ChunkerConfig,
    *,
    prefix: str = "",
    window: int = 512,
) -> None:
    """Fails with all faults that `faults` finds."""
    found = faults(parsed, outline, tokenizer, config, prefix=prefix, window=window)
    assert not found, "\n".join(found)


def faults(
    parsed: ParsedText,
    outline: Outline,
    tokenizer: Tokenizer,
    config: ChunkerConfig,
    *,
    prefix: str = "",
    window: int = 512,
) -> list[str]:
    """What is wrong with a document's chunks, one line each. `prefix` and `window` are the embedder's."""
    cut = Cut(parsed, outline, tokenizer, config, prefix, window)
    found = [*of_blocks(parsed), *of_spans(cut), *of_sections(cut), *of_parents(cut), *of_tokens(cut), *of_borders(cut)]
    if parsed.media_type == "text/markdown":
        found += [*of_fences(cut), *of_tables(cut), *of_lists(cut)]
    return found


def of_blocks(parsed: ParsedText) -> Iterator[str]:
    """Blocks and removals are disjoint, trimmed, in order, and own every visible character."""
    text = parsed.text
    owned = sorted([*(block.span for block in parsed.blocks), *(removal.span for removal in parsed.removed)])
    yield from (f"{a} and {b} overlap" for a, b in pairwise(owned) if a.end > b.start)
    yield from (
        f"block {span} is not trimmed"
        for span in owned
        if not text[span.start : span.end] or span_of(text, span) != span
    )
    yield from (f"nobody owns {left!r}" for left in _between(text, owned))
    if [block.span for block in parsed.blocks] != sorted(block.span for block in parsed.blocks):
        yield "blocks are not in order"


def span_of(text: str, span: Span) -> Span:
    """`span` without blanks at its ends; indented code may begin with its indent."""
    piece = text[span.start : span.end]
    start = span.start + (len(piece) - len(piece.lstrip()) if "\n" in piece[: len(piece) - len(piece.lstrip())] else 0)
    return Span(start, span.start + len(piece.rstrip()))


def of_spans(cut: Cut) -> Iterator[str]:
    """Own spans are disjoint, in order, trimmed; with the removals they hold every visible character."""
    text = cut.text
    if [chunk.ordinal for chunk in cut.chunks] != list(range(len(cut.chunks))):
        yield "ordinals do not count the chunks"
    yield from (
        f"chunks {a.ordinal} and {b.ordinal} overlap" for a, b in pairwise(cut.chunks) if a.span.end > b.span.start
    )
    for chunk in cut.chunks:
        own = text[chunk.span.start : chunk.span.end]
        if not own or own != own.strip():
            yield f"chunk {chunk.ordinal} is blank or not trimmed: {own[:40]!r}"
        if any(not 0 <= span.start < span.end <= chunk.span.start for span in chunk.context):
            yield f"context of chunk {chunk.ordinal} is not before it"
        if any(a.end > b.start for a, b in pairwise(chunk.context)):
            yield f"context of chunk {chunk.ordinal} overlaps"
    owned = sorted([*(chunk.span for chunk in cut.chunks), *(removal.span for removal in cut.outline.removed)])
    yield from (f"no chunk owns {left!r}" for left in _between(text, owned))


def of_sections(cut: Cut) -> Iterator[str]:
    """A chunk lies in one section and begins it if it has its heading; context is of its own section or one around."""
    sections = cut.outline.sections
    starts = [section.span.start for section in sections[1:]]
    first: dict[int, Chunk] = {}
    for chunk in cut.chunks:
        first.setdefault(chunk.section, chunk)
        inside = bisect_right(starts, chunk.span.start), bisect_right(starts, chunk.span.end - 1)
        if inside[0] != inside[1]:
            yield f"chunk {chunk.ordinal} is of several sections"
        innermost = inside[0]
        while sections[innermost].span.end <= chunk.span.start:
            innermost = sections[innermost].parent
        if innermost != chunk.section:
            yield f"chunk {chunk.ordinal} is in section {innermost}, not {chunk.section}"
        around = {chunk.section}
        while sections[chunk.section].parent >= 0 and min(around) > 0:
            around.add(sections[min(around)].parent)
        for span in chunk.context:
            home = bisect_right(starts, span.start)
            while sections[home].span.end <= span.start:
                home = sections[home].parent
            if home not in around:
                yield f"context {span} of chunk {chunk.ordinal} is of another section"
    for section in sections[1:]:
        if section.index not in first or first[section.index].span.start != section.span.start:
            yield f"the heading of section {section.index} is not at the beginning of its first chunk"


def of_parents(cut: Cut) -> Iterator[str]:
    """Parents partition the chunks, and hold only chunks of their section, besides headings above it."""
    ends = [0, *(parent.end_chunk for parent in cut.outline.parents)]
    starts = [*(parent.first_chunk for parent in cut.outline.parents), len(cut.chunks)]
    if ends != starts:
        yield f"parents do not partition the chunks: {ends} and {starts}"
        return
    for parent in cut.outline.parents:
        section = cut.outline.sections[parent.section].span
        for chunk in cut.chunks[parent.first_chunk : parent.end_chunk]:
            inside = section.start <= chunk.span.start < chunk.span.end <= section.end
            if chunk.parent != parent.index or not (inside or (chunk.method == "heading" and not chunk.indexed)):
                yield f"chunk {chunk.ordinal} is not of parent {parent.index}"


def of_tokens(cut: Cut) -> Iterator[str]:
    """Tokens are those of the embed text, within the limits; more only for one visible character."""
    source = readable(cut.text, cut.outline)
    texts = [cut.prefix + embed_text(source, chunk) for chunk in cut.chunks]
    for chunk, tokens in zip(cut.chunks, cut.tokenizer.count(texts), strict=True):
        if chunk.tokens != tokens + cut.tokenizer.specials:
            yield f"chunk {chunk.ordinal} says {chunk.tokens} tokens and has {tokens + cut.tokenizer.specials}"
        limit, wide = cut.limits(chunk)
        single = regex.fullmatch(r"\X", cut.text[chunk.span.start : chunk.span.end]) is not None
        if chunk.indexed and chunk.tokens > cut.window:
            yield f"chunk {chunk.ordinal} exceeds the window"
        if (
            chunk.indexed
            and chunk.tokens > (wide if chunk.kind in ("table", "code", "formula") else limit)
            and not single
        ):
            atomic = [block for block in cut.parsed.blocks if block.atomic and chunk.span.end == block.span.end]
            if not atomic or chunk.tokens > wide:
                yield f"chunk {chunk.ordinal} has {chunk.tokens} tokens"


_ATOMS = regex.compile(
    r"!?\[[^\[\]\n]{0,200}\]\([^()\s]{0,500}\)"
    r"|(?<!`)``[^`\n]{1,200}``(?!`)|(?<!`)`[^`\n]{1,200}`(?!`)"
    r"|(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,100}(?<=[^\s$\\])\$(?![\d$])"
    r"|\\\([^\n]{1,100}?\\\)"
    r"|https?://[A-Za-z0-9._~:/?#@!&*+,;=%-]{1,300}(?<=[A-Za-z0-9/])"
    r"|(?<![^\s(\"'，。：、])[A-Za-z0-9_]+(?:[.:/-][A-Za-z0-9_]+)+(?![^\s)\"'，。：、])"
    r"|(?<![\\A-Za-z0-9_])[A-Za-z0-9_]{2,}"
    r"|[0-9]+(?:[.,][0-9]+)+"
)
"""Links, code in a line, formulas in a line, addresses, identifiers, numbers."""


def of_borders(cut: Cut) -> Iterator[str]:
    """No border goes through a visible character or an atom that could be whole."""
    for chunk in cut.chunks:
        for border in (chunk.span.start, chunk.span.end):
            begin, end = _line(cut.text, border)
            if border not in _graphemes(cut.text, begin, end):
                yield f"chunk {chunk.ordinal}: a border at {border} goes through a visible character"
            for atom in _ATOMS.finditer(cut.text, begin, end):
                if chunk.kind == "code" and atom[0][0] in "$\\[":
                    continue  # a variable of a shell, no formula
                if len(_run(cut.text, border)) > LONG_RUN and atom[0][0].isalnum():
                    continue  # encoded data, of which a part looks like a word
                if atom.start() < border < atom.end() and not _exceeds(cut, chunk, *atom.span()):
                    yield f"chunk {chunk.ordinal}: a border at {border} goes through {atom.group()!r}"


def _run(text: str, position: int) -> str:
    """What stands around `position` without a blank, as far as it is near."""
    before, behind = text[max(0, position - LONG_RUN) : position], text[position : position + LONG_RUN]
    return (["", *before.split()][-1] if not before[-1:].isspace() else "") + (behind.split() or [""])[0]


def _exceeds(cut: Cut, chunk: Chunk, start: int, end: int) -> bool:
    """Whether a part of the text is too long for a chunk of its own in the section of `chunk`."""
    fences = MARGIN if chunk.kind == "code" else 0
    tokens = max(cut.count(start, end), (end - start) // LONG_WORD)
    return tokens + fences + SEAM > cut.room(chunk)


def of_fences(cut: Cut) -> Iterator[str]:
    """Code between fences that fits the wide limit is in one chunk, and no border goes through a fence's line."""
    for start, end in fences_in(cut.text):
        holding = cut.holding(start, end)
        if not holding or any(removal.span.start < end and start < removal.span.end for removal in cut.parsed.removed):
            continue
        if len(holding) > 1:
            context = max(cut.context(chunk) for chunk in holding)
            if context + cut.count(start, end) + MARGIN <= cut.room(holding[0], wide=True):
                yield f"the code at {start} is in chunks {[chunk.ordinal for chunk in holding]}"
        for line in (_line(cut.text, start), _line(cut.text, end)):
            for chunk in holding:
                for border in (chunk.span.start, chunk.span.end):
                    if _goes_through(cut.text, border, *line) and not _exceeds(cut, chunk, *line):
                        yield f"chunk {chunk.ordinal}: a border goes through a fence at {line[0]}"


def of_tables(cut: Cut) -> Iterator[str]:
    """A table is cut between its rows only, and each later piece has its header."""
    source = readable(cut.text, cut.outline)
    for header, rows in tables_in(cut.text):
        start, end = header[0], rows[-1][1] if rows else header[1]
        for chunk in cut.holding(start, end):
            for border in (chunk.span.start, chunk.span.end):
                row = next((row for row in rows if row[0] < border < row[1]), None)
                if row and _goes_through(cut.text, border, *row) and not _row_exceeds(cut, chunk, header, row):
                    yield f"chunk {chunk.ordinal}: a border at {border} goes through a row"
            whole = any(row[0] <= chunk.span.start and not cut.text[row[0] : chunk.span.start].strip() for row in rows)
            needs = whole and not _header_is_too_long(cut, chunk, *header)
            if needs and cut.text[slice(*header)].strip() not in embed_text(source, chunk):
                yield f"chunk {chunk.ordinal} has rows and not their header"


def _goes_through(text: str, border: int, start: int, end: int) -> bool:
    """Whether a border has something visible of `[start, end)` on both sides."""
    return start < border < end and bool(text[start:border].strip()) and bool(text[border:end].strip())


def _row_exceeds(cut: Cut, chunk: Chunk, header: tuple[int, int], row: tuple[int, int]) -> bool:
    """Whether a row is too long for a chunk with its header, which may take half of the room."""
    room = cut.room(chunk)
    return cut.count(*row) + min(cut.count(*header), room // 2) + MARGIN > room


def _header_is_too_long(cut: Cut, chunk: Chunk, start: int, end: int) -> bool:
    """Whether a header takes more than half of the room that other context leaves."""
    return 2 * (cut.count(start, end) + cut.context(chunk)) + MARGIN > cut.room(chunk)


def of_lists(cut: Cut) -> Iterator[str]:
    """Each chunk that begins inside a list has its lead-in, and a lead-in is not left alone before a list."""
    source = readable(cut.text, cut.outline)
    for lead, (start, end) in lists_in(cut.text):
        words = cut.text[slice(*lead)].strip()
        for chunk in cut.holding(start, end):
            has = chunk.span.start <= lead[0] or words in embed_text(source, chunk)
            fits = 2 * (cut.count(*lead) + cut.context(chunk)) + MARGIN <= cut.room(chunk)
            if not has and fits and not _is_full_of_one_word(cut, chunk, cut.count(*lead)):
                yield f"chunk {chunk.ordinal} begins in a list and has not {words!r}"


def _is_full_of_one_word(cut: Cut, chunk: Chunk, tokens: int) -> bool:
    """Whether a chunk is one address or identifier that leaves less than `tokens` of the room: it is not cut."""
    one = len(chunk.span.slice(cut.text).split()) == 1
    return one and cut.count(chunk.span.start, chunk.span.end) + tokens + SEAM > cut.room(chunk)


_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")


def fences_in(text: str) -> list[tuple[int, int]]:
    """Code between fences at the margin that are closed, none of it in raw HTML or a comment."""
    found, opened = [], None
    for start, end in lines_of(text):
        line = text[start:end]
        fence = _FENCE.match(line)
        if opened is None and fence and not (fence[1][0] == "`" and "`" in fence[2]):
            opened = start, fence[1]
        elif opened is not None and fence and fence[1].startswith(opened[1]) and not fence[2].strip():
            found.append((opened[0], end))
            opened = None
    return found


_DELIMITER = re.compile(r" {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$")


def tables_in(text: str) -> list[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """Pipe tables at the margin, outside of fences: the header with its delimiter row, then the rows."""
    lines = lines_of(text)
    fences = fences_in(text)
    found = []
    for index in range(1, len(lines)):
        (start, end), (above, above_end) = lines[index], lines[index - 1]
        if not _DELIMITER.match(text[start:end]) or any(begin <= start < stop for begin, stop in fences):
            continue
        head = text[above:above_end].strip()
        if not head.startswith("|") or head.count("|") - head.count("\\|") != text[start:end].count("|"):
            continue
        rows = []
        for row in lines[index + 1 :]:
            if not text[slice(*row)].lstrip().startswith("|"):
                break
            rows.append(row)
        found.append(((above, end), rows))
    return found


_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])[ ]+\S")


def lists_in(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Plain lists of one-line items at the margin, behind a short line that ends in a colon, and that line."""
    lines = lines_of(text)
    fences = fences_in(text)
    found = []
    for index, (start, end) in enumerate(lines):
        line = text[start:end].rstrip()
        alone = index == 0 or not text[slice(*lines[index - 1])].strip()
        if not (line.endswith((":", "：")) and len(line) <= 120 and alone and line[0].isalpha() and "](" not in line):
            continue
        first = index + 1 + (index + 1 < len(lines) and not text[slice(*lines[index + 1])].strip())
        last = first
        while last < len(lines) and _ITEM.match(text[slice(*lines[last])]):
            last += 1
        after = text[slice(*lines[last])] if last < len(lines) else ""
        if last - first >= 2 and not after.strip() and not any(begin <= start < stop for begin, stop in fences):
            found.append(((start, start + len(line)), (lines[first][0], lines[last - 1][1])))
    return found


def lines_of(text: str) -> list[tuple[int, int]]:
    """Start and end of each line, line ends left out."""
    found, start = [], 0
    for end in re.finditer(r"\r\n?|\n", text):
        found.append((start, end.start()))
        start = end.end()
    return [*found, (start, len(text))]


def _line(text: str, position: int) -> tuple[int, int]:
    """What of the line around `position` is near it, from a blank on."""
    start = max(text.rfind("\n", 0, position), text.rfind("\r", 0, position)) + 1
    ends = [end for end in (text.find("\n", position), text.find("\r", position)) if end >= 0]
    return max(start, position - 1500), min([*ends, len(text), position + 1500])


def _graphemes(text: str, start: int, end: int) -> set[int]:
    """The borders of visible characters in `[start, end]`."""
    stops = [found.end() for found in regex.finditer(r"\X", text[start : min(len(text), end + 2)])]
    return {start, *(start + stop for stop in stops)}


def _between(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """What is visible and in none of `spans`, which are in order."""
    end = 0
    for span in spans:
        if text[end : span.start].strip():
            yield text[end : span.start].strip()[:60]
        end = max(end, span.end)
    if text[end:].strip():
        yield text[end:].strip()[:60]
