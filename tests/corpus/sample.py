"""A file of the corpus: its bytes, and what is to be found in it."""

from msgspec import Struct

from indexing.model import DocumentKind


class Sample(Struct, frozen=True, kw_only=True):
    """A file, and what a reader of it would say it is."""

    name: str
    """Its file name: all that is said of its type."""
    content: bytes
    kind: DocumentKind
    outline: str | None = None
    """Of files made here, how its sections read: a line each, indented by depth, `[label] title (p. 1)`. None: the file
    is somebody else's and may change."""
    together: tuple[tuple[str, ...], ...] = ()
    """Words that are to stand in one embed text: what is found, and what it is not understood without."""
    left_out: tuple[str, ...] = ()
    """What the file has and no reader is to be shown."""
