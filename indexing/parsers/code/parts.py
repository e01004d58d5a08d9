"""Parts: what stands side by side in a file or in a class, each with the comments and decorators above it."""

from typing import Literal

from msgspec import Struct
from tree_sitter import Node

from indexing.model import Span

Role = Literal["statement", "import", "unit", "container", "space"]
"""As in `syntax`; a statement is what is nothing else."""


class Part(Struct, kw_only=True):
    """A statement or definition of one scope."""

    start: int
    """With what is attached above it."""
    own: int
    """Without."""
    end: int
    role: Role
    names: tuple[str, ...] = ()
    node: Node | None = None
    """Without what is attached; None: comments alone, or a part found without a grammar."""
    body: Node | None = None
    """What holds its members or statements."""
    signature: Span | None = None
    is_unit: bool = False
    """Long or documented enough to be found by its name."""

    @property
    def size(self) -> int:
        """Its characters."""
        return self.end - self.start


def weight(text: str, start: int, end: int) -> int:
    """Visible bytes (UTF-8) of `[start, end)`: of code in any language, comments in any script, 1.9 to 2.7 are a token.

    >>> weight("a = '中'\\n    b", 0, 13)
    8
    """
    return len("".join(text[start:end].split()).encode())
