"""Turning a page's coordinates into the frame its text is read in, or the one it is shown in.

The PDF's own coordinates have their origin at the bottom left (ISO 32000-1, 8.3.2.3). A frame of `q` quarter turns has
its origin where text turned `q` times anticlockwise begins, x along the text and y down its lines. A page shown with
`r` quarter turns clockwise (ISO 32000-1, table 30, Rotate) is upright in the frame of `r`.
"""

from indexing.parsers.pdf.sheet import Rect


def framed(x: float, y: float, bounds: Rect, quarter: int) -> tuple[float, float]:
    """A point of the PDF in a frame.

    >>> [framed(10, 20, (0, 0, 100, 200), quarter) for quarter in range(4)]
    [(10, 180), (20, 10), (90, 20), (180, 90)]
    """
    left, bottom, right, top = bounds
    if quarter == 0:
        return x - left, top - y
    if quarter == 1:
        return y - bottom, x - left
    if quarter == 2:
        return right - x, y - bottom
    return top - y, right - x


def unframed(x: float, y: float, bounds: Rect, quarter: int) -> tuple[float, float]:
    """A point of a frame in the PDF's coordinates: the inverse of `framed`.

    >>> [unframed(*framed(10, 20, (0, 0, 100, 200), quarter), (0, 0, 100, 200), quarter) for quarter in range(4)]
    [(10, 20), (10, 20), (10, 20), (10, 20)]
    """
    left, bottom, right, top = bounds
    if quarter == 0:
        return x + left, top - y
    if quarter == 1:
        return y + left, x + bottom
    if quarter == 2:
        return right - x, y + bottom
    return right - y, top - x


def framed_rect(rect: Rect, bounds: Rect, quarter: int) -> Rect:
    """A rectangle given by two opposite corners in a frame: left, top, right, bottom.

    >>> framed_rect((10, 20, 30, 25), (0, 0, 100, 200), 0)
    (10, 175, 30, 180)
    """
    x0, y0 = framed(rect[0], rect[1], bounds, quarter)
    x1, y1 = framed(rect[2], rect[3], bounds, quarter)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def shown_rect(rect: Rect, bounds: Rect, quarter: int, rotation: int) -> Rect:
    """A rectangle of a frame as the page is shown.

    >>> shown_rect((10, 175, 30, 180), (0, 0, 100, 200), 0, 1)
    (20, 10, 25, 30)
    """
    return framed_rect(
        (*unframed(rect[0], rect[1], bounds, quarter), *unframed(rect[2], rect[3], bounds, quarter)), bounds, rotation
    )
