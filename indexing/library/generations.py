"""The `generations` rows: each build of a tenant's index, its manifest and how far the vector store has followed."""

from typing import Literal

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select, update

from indexing.library.store import Transaction
from indexing.library.tables import generations
from indexing.manifest import Manifest

State = Literal["building", "ready"]


class Generation(Struct, frozen=True, kw_only=True):
    """One build of a tenant's index."""

    generation: int
    manifest: Manifest
    state: State
    """`building` until every document is in it."""
    created_at: str
    build: int
    """Number of its collection in the vector store; a new one is made when too many rows are dead."""
    watermark: int
    """Every live chunk with a number up to this is in the vector store; -1: none."""
    dead_rows: int = 0
    """Rows deleted from this build: their space comes back with the next one."""


def get(tx: Transaction, tenant: str, generation: int) -> Generation | None:
    """A generation, or None."""
    found = [g for g in listed(tx, tenant) if g.generation == generation]
    return found[0] if found else None


def listed(tx: Transaction, tenant: str) -> list[Generation]:
    """A tenant's generations, oldest first."""
    query = select(generations).where(generations.c.tenant == tenant).order_by(generations.c.generation)
    return [
        Generation(
            generation=row.generation,
            manifest=msgspec.json.decode(row.manifest, type=Manifest),
            state=row.state,
            created_at=row.created_at,
            build=row.build,
            watermark=row.watermark,
            dead_rows=row.dead_rows,
        )
        for row in tx.execute(query)
    ]


def create(tx: Transaction, tenant: str, generation: Generation) -> None:
    """Write a new generation."""
    values = {name: getattr(generation, name) for name in Generation.__struct_fields__}
    values["manifest"] = msgspec.json.encode(generation.manifest)
    tx.execute(insert(generations).values(tenant=tenant, **values))


def set_state(tx: Transaction, tenant: str, generation: int, state: State) -> None:
    """Mark a generation."""
    _set(tx, tenant, generation, state=state)


def set_watermark(tx: Transaction, tenant: str, generation: int, watermark: int) -> None:
    """Note how far the vector store has followed."""
    _set(tx, tenant, generation, watermark=watermark)


def set_dead_rows(tx: Transaction, tenant: str, generation: int, dead_rows: int) -> None:
    """Note how many rows were deleted from the build."""
    _set(tx, tenant, generation, dead_rows=dead_rows)


def start_build(tx: Transaction, tenant: str, generation: int, build: int) -> None:
    """Begin an empty collection in the vector store."""
    _set(tx, tenant, generation, build=build, watermark=-1, dead_rows=0)


def _set(tx: Transaction, tenant: str, generation: int, **values: str | int) -> None:
    where = (generations.c.tenant == tenant) & (generations.c.generation == generation)
    tx.execute(update(generations).where(where).values(**values))
