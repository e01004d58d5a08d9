"""Reading a data folder's library: what lists are made of. Loads no model and no index."""

from collections.abc import Iterator

import msgspec

from indexing.errors import DocumentNotFound
from indexing.library import Library, documents, generations, readings, tenants
from indexing.library.documents import Document
from server.desk import DocumentLine, GenerationLine

PAGE_DOCUMENTS = 1000
"""Documents read in one transaction while they are listed."""


class LocalReader:
    """The part of a Desk that the library alone can answer."""

    def __init__(self, library: Library, tenant: str) -> None:
        self.library, self.tenant = library, tenant

    def documents(self, source: str | None) -> Iterator[DocumentLine]:
        """All documents by id, a page at a time."""
        after = ""
        while True:
            with self.library.read() as tx:
                page = documents.listed(tx, self.tenant, after=after, limit=PAGE_DOCUMENTS, source=source)
            yield from (_line(document) for document in page)
            if len(page) < PAGE_DOCUMENTS:
                return
            after = page[-1].document_id

    def document(self, document_id: str) -> DocumentLine:
        """One document with the report on its text. Raises DocumentNotFound."""
        with self.library.read() as tx:
            document = documents.get(tx, self.tenant, document_id)
            active = tenants.get(tx, self.tenant).active_generation
            reading = readings.get(tx, self.tenant, active, document_id)
        if document is None:
            raise DocumentNotFound(f"there is no document {document_id!r} in tenant {self.tenant!r}")
        report = msgspec.to_builtins(reading.facts.report) if reading else None
        return msgspec.structs.replace(_line(document), report=report)

    def generations(self) -> list[GenerationLine]:
        """The tenant's generations, oldest first."""
        with self.library.read() as tx:
            active = tenants.get(tx, self.tenant).active_generation
            found = generations.listed(tx, self.tenant)
        return [
            GenerationLine(
                generation=each.generation,
                active=each.generation == active,
                state=each.state,
                created_at=each.created_at,
                model=each.manifest.embedder.model,
                dimension=each.manifest.embedder.dimension,
            )
            for each in found
        ]


def _line(document: Document) -> DocumentLine:
    rules = tuple(msgspec.to_builtins(rule) for rule in document.section_access)
    names = set(DocumentLine.__struct_fields__) - {"section_access", "report"}
    return DocumentLine(**{name: getattr(document, name) for name in names}, section_access=rules)
