"""The `tenants` rows: revision counters, the active generation, chunk numbers."""

from msgspec import Struct
from sqlalchemy import bindparam, insert, select, update

from indexing.library.store import Transaction
from indexing.library.tables import tenants


class Tenant(Struct, frozen=True):
    """A tenant's counters."""

    tenant: str
    revision: int
    """Commits so far."""
    active_generation: int
    """0: none yet."""
    next_generation: int
    next_chunk: int
    """First chunk number never used."""


def get(tx: Transaction, tenant: str) -> Tenant:
    """The tenant's counters; all zero for a tenant nobody has written to."""
    row = tx.execute(select(tenants).where(tenants.c.tenant == tenant)).one_or_none()
    return Tenant(*row) if row else Tenant(tenant, 0, 0, 1, 0)


_REVISION = select(tenants.c.revision).where(tenants.c.tenant == bindparam("tenant"))


def revision(tx: Transaction, tenant: str) -> int:
    """The tenant's revision; 0 for one nobody has written to. Every search asks, so the statement is made once."""
    return tx.execute(_REVISION, {"tenant": tenant}).scalar() or 0


def names(tx: Transaction) -> list[str]:
    """All tenants, sorted."""
    return list(tx.execute(select(tenants.c.tenant).order_by(tenants.c.tenant)).scalars())


def ensure(tx: Transaction, tenant: str) -> Tenant:
    """The tenant's counters, its row made if it is new."""
    found = get(tx, tenant)
    if tx.execute(select(tenants.c.tenant).where(tenants.c.tenant == tenant)).one_or_none() is None:
        tx.execute(
            insert(tenants).values(tenant=tenant, revision=0, active_generation=0, next_generation=1, next_chunk=0)
        )
    return found


def next_revision(tx: Transaction, tenant: str) -> int:
    """Count a commit: the new revision. Takes the tenant's row lock."""
    statement = update(tenants).where(tenants.c.tenant == tenant).values(revision=tenants.c.revision + 1)
    return int(tx.execute(statement.returning(tenants.c.revision)).scalar_one())


def take_chunks(tx: Transaction, tenant: str, n: int) -> int:
    """Reserve `n` chunk numbers, never to be used again: the first of them."""
    statement = update(tenants).where(tenants.c.tenant == tenant).values(next_chunk=tenants.c.next_chunk + n)
    return int(tx.execute(statement.returning(tenants.c.next_chunk)).scalar_one()) - n


def take_generation(tx: Transaction, tenant: str) -> int:
    """Reserve a generation number."""
    statement = update(tenants).where(tenants.c.tenant == tenant).values(next_generation=tenants.c.next_generation + 1)
    return int(tx.execute(statement.returning(tenants.c.next_generation)).scalar_one()) - 1


def activate(tx: Transaction, tenant: str, generation: int) -> None:
    """Switch the generation that serves: the one UPDATE every search sees at once."""
    tx.execute(update(tenants).where(tenants.c.tenant == tenant).values(active_generation=generation))
