"""Reading images of pages with the program tesseract, where it is installed.

Its TSV output gives each word with its box, its confidence and its place in the layout tesseract found: block,
paragraph, line. The program gets an image on its standard input and touches no file.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.parsers.pdf.sheet import Piece, Style
from indexing.parsers.pdf.spacing import are_tight, is_han

_WORD_LEVEL: Final = "5"
_COLUMNS: Final = 12
"""Of tesseract's TSV: level, numbers of page, block, paragraph, line and word, box, confidence, text."""

_PARAGRAPHS: Final = 1_000
"""Numbers of groups: block × this + paragraph."""

_STYLE: Final = Style(10.0)
"""Of all recognised text: heights of boxes tell too little of the size."""

_PAGE_TIMEOUT_S: Final = 60.0
"""A page takes 1 to 5 seconds."""

_LIST_TIMEOUT_S: Final = 10.0
_NEAR: Final = 0.3
"""In heights: a Chinese and a Latin word closer than this are written without a space."""


class Reading(NamedTuple):
    """What was recognised on one page."""

    pieces: list[Piece]
    """One for each line, in the order in which they are read."""
    confidence: float
    """Mean over the words, 0 to 1; 0 when there are none."""


class _Word(NamedTuple):
    group: int
    line: str
    left: float
    top: float
    width: float
    height: float
    confidence: float
    text: str


def why_not(config: ParserConfig) -> str | None:
    """Why images can not be read, and what to do about it; None when they can."""
    if not config.ocr:
        return "set `indexing.parser.ocr = true` to have images read, with tesseract installed"
    program = shutil.which("tesseract")
    if program is None:
        packages = " ".join(["tesseract-ocr", *map(_package, _wanted(config))])
        return f"reading images needs the program tesseract: install the Debian packages {packages}"
    missing = [name for name in _wanted(config) if name not in _languages(program)]
    if missing:
        packages = " ".join(map(_package, missing))
        return f"tesseract has no data for {', '.join(missing)}: install the Debian packages {packages}"
    return None


def read_image(image: Image.Image, dpi: int, config: ParserConfig) -> Reading:
    """What stands on an image, in points of 1/72 inch; `why_not` must have given None.

    Raises DocumentRejected (`corrupt`) when tesseract can not read it, or does not come to an end.
    """
    program = shutil.which("tesseract") or "tesseract"
    mode = "1" if "osd" in _languages(program) else "3"
    command = [program, "stdin", "stdout", "-l", config.ocr_languages, "--psm", mode, "--dpi", str(dpi), "tsv"]
    limit = min(_PAGE_TIMEOUT_S, config.limit_s)
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(
            command, input=_pnm(image), capture_output=True, timeout=limit, env=environment, check=True
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise DocumentRejected(
            "corrupt", f"tesseract could not read an image of {image.width} × {image.height}"
        ) from error
    return parse_tsv(done.stdout.decode("utf-8", "replace"), scale=72 / dpi)


def parse_tsv(tsv: str, *, scale: float) -> Reading:
    r"""The lines and the mean confidence in tesseract's TSV output; `scale` is points per pixel.

    >>> row = "5\t1\t1\t1\t1\t{}\t{}\t0\t40\t20\t{}\t{}\n"
    >>> reading = parse_tsv(row.format(1, 0, 90, "押") + row.format(2, 44, 70, "金"), scale=0.24)
    >>> [piece.text for piece in reading.pieces], reading.confidence
    (['押金'], 0.8)
    """
    words = [word for row in tsv.splitlines() if (word := _word(row)) is not None]
    lines: dict[tuple[int, str], list[_Word]] = {}
    for word in words:
        lines.setdefault((word.group, word.line), []).append(word)
    pieces = [_piece(line, scale) for line in lines.values()]
    mean = sum(word.confidence for word in words) / len(words) / 100 if words else 0.0
    return Reading(pieces, round(min(max(mean, 0.0), 1.0), 4))


def block_of(piece: Piece) -> int:
    """The number of the block that recognised text is in."""
    return piece.group // _PARAGRAPHS


def _wanted(config: ParserConfig) -> list[str]:
    return [name for name in config.ocr_languages.split("+") if name]


def _package(language: str) -> str:
    return f"tesseract-ocr-{language.lower().replace('_', '-')}"


@cache
def _languages(program: str) -> frozenset[str]:
    """The languages the program has data for; none when it does not tell."""
    try:
        listed = subprocess.run(
            [program, "--list-langs"], capture_output=True, timeout=_LIST_TIMEOUT_S, check=True, text=True
        )
    except (subprocess.SubprocessError, OSError):
        return frozenset()
    return frozenset(line.strip() for line in listed.stdout.splitlines()[1:])


def _pnm(image: Image.Image) -> bytes:
    """The image as a portable graymap, which needs no compression."""
    gray = image.convert("L")
    return b"P5 %d %d 255\n" % gray.size + gray.tobytes()


def _word(row: str) -> _Word | None:
    """A word of the output; None for what is no word, or blank."""
    cells = row.split("\t")
    if len(cells) != _COLUMNS or cells[0] != _WORD_LEVEL or not cells[11].strip():
        return None
    left, top, width, height, confidence = (float(cell) for cell in cells[6:11])
    group = int(cells[2]) * _PARAGRAPHS + min(int(cells[3]), _PARAGRAPHS - 1)
    word = _Word(group, cells[4], left, top, width, height, confidence, cells[11].strip())
    return word if confidence >= 0 else None


def _piece(words: Sequence[_Word], scale: float) -> Piece:
    text = "".join(_spaced(words))
    left, top = min(word.left for word in words), min(word.top for word in words)
    right = max(word.left + word.width for word in words)
    bottom = max(word.top + word.height for word in words)
    return Piece(
        text, left * scale, top * scale, right * scale, bottom * scale, bottom * scale, _STYLE, group=words[0].group
    )


def _spaced(words: Sequence[_Word]) -> Iterator[str]:
    yield words[0].text
    for before, word in pairwise(words):
        last, first = before.text[-1], word.text[0]
        near = word.left - before.left - before.width < _NEAR * max(word.height, before.height)
        tight = are_tight(last, first) or (near and (is_han(last) or is_han(first)))
        yield ("" if tight else " ") + word.text
