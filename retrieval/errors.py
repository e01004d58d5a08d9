"""What can go wrong while searching. One sentence each; the message says what to do."""


class RetrievalError(Exception):
    """Root of this layer's exceptions."""

    code = "retrieval_error"


class InvalidQuery(RetrievalError):
    """A field of a query that has no meaning or lies outside its range."""

    code = "invalid_query"

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


class QueryTooLong(InvalidQuery):
    """A query text of more characters than are accepted."""

    code = "query_too_long"


class InvalidFilter(RetrievalError):
    """A filter that names an unknown field or operator, or compares with a value of another type."""

    code = "invalid_filter"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class TextGone(RetrievalError):
    """A text was reclaimed between the snapshot and the fetch, twice: the search took longer than texts are kept."""

    code = "text_replaced"

    def __init__(self) -> None:
        super().__init__("a text was replaced while it was read; repeat the search")
