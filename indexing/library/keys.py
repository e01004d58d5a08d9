"""The `keys` rows: API keys, stored hashed."""

from typing import Literal

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select, update

from indexing.library.store import Transaction
from indexing.library.tables import keys

KeyScope = Literal["search", "act-as", "ingest", "admin"]


class Key(Struct, frozen=True, kw_only=True):
    """What an API key may do, and for whom."""

    key_id: str
    digest: str
    """SHA-256 of the key, hex. Keys have 256 random bits, so a plain hash can not be searched."""
    name: str
    tenant: str
    principals: tuple[str, ...]
    """What it reads as, unless it acts for a user."""
    scopes: tuple[KeyScope, ...]
    created_at: str
    revoked_at: str | None = None


def create(tx: Transaction, key: Key) -> None:
    """Write a new key."""
    tx.execute(insert(keys).values(key_id=key.key_id, digest=key.digest, body=msgspec.json.encode(key)))


def find(tx: Transaction, digest: str) -> Key | None:
    """The key with this digest, revoked or not, or None."""
    body = tx.execute(select(keys.c.body).where(keys.c.digest == digest)).scalar()
    return None if body is None else msgspec.json.decode(body, type=Key)


def listed(tx: Transaction) -> list[Key]:
    """All keys, oldest first."""
    found = [msgspec.json.decode(body, type=Key) for body in tx.execute(select(keys.c.body)).scalars()]
    return sorted(found, key=lambda key: (key.created_at, key.key_id))


def revoke(tx: Transaction, key_id: str, at: str) -> Key | None:
    """Revoke a key from now on: the key, or None if there is none of this id."""
    body = tx.execute(select(keys.c.body).where(keys.c.key_id == key_id)).scalar()
    if body is None:
        return None
    key = msgspec.structs.replace(msgspec.json.decode(body, type=Key), revoked_at=at)
    tx.execute(update(keys).where(keys.c.key_id == key_id).values(body=msgspec.json.encode(key)))
    return key
