"""Pieces that stand on one line of a column, as lines from top to bottom."""

from collections.abc import Iterable
from typing import Final

from indexing.parsers.pdf.sheet import Line, Piece
from indexing.parsers.pdf.spacing import joined

_OVERLAP: Final = 0.5
"""Share of the lower one's height that two pieces on one line have in common; superscripts have it, lines do not."""


def lines_of(pieces: Iterable[Piece]) -> list[Line]:
    """The lines of a column, from top to bottom.

    A piece joins the line whose first and largest piece it overlaps: never one it touches by way of others, so that
    columns with lines of their own do not run together.
    """
    rows: list[list[Piece]] = []
    anchors: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.top + piece.bottom, piece.left)):
        for at in range(len(rows) - 1, max(-1, len(rows) - 4), -1):
            if _on_one_line(anchors[at], piece):
                rows[at].append(piece)
                if piece.style.size > anchors[at].style.size:
                    anchors[at] = piece
                break
        else:
            rows.append([piece])
            anchors.append(piece)
    return sorted((Line(row) for row in rows), key=lambda line: line.top + line.bottom)


def _on_one_line(a: Piece, b: Piece) -> bool:
    if a.table or b.table:
        return False
    common = min(a.bottom, b.bottom) - max(a.top, b.top)
    return common >= _OVERLAP * min(a.bottom - a.top, b.bottom - b.top)


def code_pieces(line: Line) -> list[Piece]:
    """The pieces of a line without the line number that listings of code have before it."""
    return line.pieces[1:] if len(line.pieces) > 1 and line.pieces[0].text.isdigit() else line.pieces


def text_of(line: Line) -> str:
    """The pieces of a line as they are read."""
    return joined(line.pieces)
