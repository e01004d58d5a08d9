"""What can go wrong while writing or loading an index. One sentence each; the message says what to do."""


class IndexingError(Exception):
    """Root of this layer's exceptions."""

    code = "indexing_error"


class InvalidPrincipal(IndexingError):
    """A principal that is not `user:NAME` or `group:NAME`."""

    code = "invalid_principal"

    def __init__(self, field: str, name: str) -> None:
        super().__init__(f"{field}: {name!r} is not a principal; write user:NAME or group:NAME")
        self.field, self.name = field, name


class InvalidAttribute(IndexingError):
    """An attribute value of the wrong type."""

    code = "invalid_attribute"

    def __init__(self, name: str, expected: str) -> None:
        super().__init__(f"attributes.{name} must be {expected}")
        self.name, self.expected = name, expected


class InvalidConfig(IndexingError):
    """A configuration that can not be used."""

    code = "invalid_config"


class DocumentRejected(IndexingError):
    """A document that can not be indexed; `code` says why (`no_text`, `unknown_encoding`, `unsupported_type`, …)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ModelUnavailable(IndexingError):
    """An embedding model that can not be loaded, or is not the one the index was built with."""

    code = "index_model_mismatch"


class VectorStoreUnavailable(IndexingError):
    """The vector store does not answer; searches scan instead."""

    code = "vector_store_unavailable"


class LibraryUnavailable(IndexingError):
    """A library that can not be read or written: a full disk, a damaged file, a database that does not answer."""

    code = "library_unavailable"


class DataFolderLocked(IndexingError):
    """Another process writes this data folder."""

    code = "data_folder_locked"


class DocumentNotFound(IndexingError):
    """No live document of this id."""

    code = "not_found"


class VersionConflict(IndexingError):
    """The document is not at the version the writer expected."""

    code = "version_conflict"

    def __init__(self, document_id: str, expected: int, actual: int) -> None:
        super().__init__(f"{document_id!r} is at version {actual}, not {expected}: read it again and repeat the change")
        self.expected, self.actual = expected, actual


class JobConflict(IndexingError):
    """Another job of this tenant is under way."""

    code = "job_running"


class GenerationNotFound(IndexingError):
    """No generation of this number."""

    code = "not_found"


class ParsersUnavailable(IndexingError):
    """A parser process that does not start."""

    code = "parsers_unavailable"


class ParsersClosed(IndexingError):
    """Documents are not parsed any more: the process is stopping."""

    code = "parsers_closed"

    def __init__(self) -> None:
        super().__init__("the parsers have been stopped: documents are not read any more")
