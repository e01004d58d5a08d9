"""What the edge itself refuses. One sentence each; the message says what to do."""

from typing import Final


class ServerError(Exception):
    """Root of this layer's exceptions."""

    code = "server_error"

    @property
    def headers(self) -> dict[str, str]:
        """Added to the reply."""
        return {}


class InvalidRequest(ServerError):
    """A body, parameter or header that can not be understood."""

    code = "invalid_request"

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


class UnsupportedBody(ServerError):
    """A body of another media type than the ones this address takes."""

    code = "unsupported_media_type"

    def __init__(self, given: str, accepted: str) -> None:
        super().__init__(f"the body's Content-Type is {given!r}; send {accepted}")


class Unauthenticated(ServerError):
    """No key, or one that is unknown or revoked."""

    code = "unauthenticated"

    def __init__(self, reason: str, *, given: bool) -> None:
        super().__init__(reason)
        self.given = given

    @property
    def headers(self) -> dict[str, str]:
        """The challenge (RFC 6750, 3)."""
        error = ', error="invalid_token"' if self.given else ""
        return {"WWW-Authenticate": f'Bearer realm="parentage"{error}'}


class ScopeMissing(ServerError):
    """A key that may not do this."""

    code = "scope_missing"

    def __init__(self, scope: str) -> None:
        super().__init__(f"this key has no scope {scope!r}: use one that has, or make one (parentage keys create)")
        self.scope = scope


class ForeignHost(ServerError):
    """A request to an unauthenticated server under another name than the loopback address's, or from a foreign page."""

    code = "foreign_host"

    def __init__(self, header: str) -> None:
        super().__init__(
            f'{header} does not name the loopback address, and auth = "none" serves no other: '
            'ask for http://127.0.0.1 or http://localhost, or use auth = "keys"'
        )


NOTHING_HERE: Final = "there is nothing here that you may read"


class NothingHere(ServerError):
    """What is not there and what the caller may not see: one reply for both."""

    code = "not_found"

    def __init__(self) -> None:
        super().__init__(NOTHING_HERE)


class TextReplaced(ServerError):
    """A text that is no longer the document's."""

    code = "text_gone"

    def __init__(self) -> None:
        super().__init__("this text is no longer the document's: read the document for its text_id of now")


class RevisionNotReached(ServerError):
    """A search that demands a revision this index has not reached."""

    code = "revision_not_reached"

    def __init__(self, wanted: int, actual: int) -> None:
        super().__init__(f"the index is at revision {actual}, not yet at {wanted}: repeat the search")


class Overloaded(ServerError):
    """Too many requests of one kind wait already."""

    code = "overloaded"

    def __init__(self, lane: str) -> None:
        super().__init__(f"too many {lane} requests are waiting: repeat it in a moment")


class ClientGone(ServerError):
    """The client hung up; nobody reads the reply."""

    code = "client_gone"

    def __init__(self) -> None:
        super().__init__("the client hung up before its turn")
