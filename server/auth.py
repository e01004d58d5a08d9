"""Identity: who asks. API keys, or nobody on the loopback address.

A key is looked up on each request, so a revoked one is refused from the next request on.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Final, Protocol, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct, UnsetType

from indexing.access import Scope, parse_principals
from indexing.errors import InvalidConfig
from indexing.library import Library, keys
from indexing.library.keys import Key, KeyScope
from server.config import ServerConfig
from server.errors import ForeignHost, InvalidRequest, ScopeMissing, Unauthenticated

ALL_SCOPES: Final[frozenset[KeyScope]] = frozenset(get_args(KeyScope))
KEY_PREFIX: Final = "pk_"
"""Lets secret scanners recognise a key."""
KEY_BYTES: Final = 32
"""256 random bits: a plain hash of a key can not be searched."""
MAX_TENANT: Final = 256
"""Characters of a tenant's name."""
MAX_KEY_CHARACTERS: Final = 128
DEFAULT_TENANT: Final = "default"


class Caller(Struct, frozen=True, kw_only=True):
    """Who asks, and what it may do."""

    tenant: str
    principals: frozenset[str]
    """What it reads as, unless it acts for a user."""
    scopes: frozenset[KeyScope]
    key_id: str | None
    """None without authentication."""

    def require(self, scope: KeyScope) -> None:
        """Raise ScopeMissing unless the caller has `scope`."""
        if scope not in self.scopes:
            raise ScopeMissing(scope)

    def reading_as(self, named: Iterable[str] | UnsetType, *, field: str = "principals") -> Scope:
        """The scope of a read: the named principals, or the caller's own if it names none.

        Raises ScopeMissing if it may not name any, InvalidPrincipal for what is not a principal.
        """
        if isinstance(named, UnsetType):
            return Scope(self.tenant, self.principals)
        self.require("act-as")
        return Scope(self.tenant, parse_principals(named, field=field))


class Identity(Protocol):
    """Tells who sent a request."""

    blocking: bool
    """Whether `identify` reads the library, so that it must not run on the event loop."""

    def identify(self, headers: Mapping[str, str]) -> Caller:
        """The caller. May read the library. Raises Unauthenticated, ForeignHost, InvalidRequest."""
        ...


class KeyIdentity:
    """`Authorization: Bearer pk_…`."""

    blocking = True

    def __init__(self, library: Library) -> None:
        self._library = library

    def identify(self, headers: Mapping[str, str]) -> Caller:
        """The key's caller. Raises Unauthenticated."""
        given = headers.get("authorization")
        if given is None:
            raise Unauthenticated("send a key: Authorization: Bearer pk_…", given=False)
        kind, _, secret = given.partition(" ")
        key = self._find(secret.strip()) if kind.lower() == "bearer" else None
        if key is None or key.revoked_at is not None:
            raise Unauthenticated("the key is unknown or revoked", given=True)
        return Caller(
            tenant=key.tenant, principals=frozenset(key.principals), scopes=frozenset(key.scopes), key_id=key.key_id
        )

    def _find(self, secret: str) -> Key | None:
        if not secret.startswith(KEY_PREFIX) or len(secret) > MAX_KEY_CHARACTERS:
            return None
        with self._library.read() as tx:
            return keys.find(tx, digest_of(secret))


class OpenIdentity:
    """`auth = "none"`: everybody may do everything, on the loopback address only."""

    blocking = False

    def identify(self, headers: Mapping[str, str]) -> Caller:
        """A caller with all scopes in the tenant that X-Tenant names.

        Raises ForeignHost for a Host or Origin that is not the loopback address's: a page elsewhere may have had its
        name point here (DNS rebinding), or post here. Raises InvalidRequest for a name no tenant has.
        """
        if not is_loopback(headers.get("host", "")):
            raise ForeignHost("Host")
        origin = headers.get("origin")
        if origin is not None and not is_loopback(origin.partition("://")[2]):
            raise ForeignHost("Origin")
        tenant = _tenant(headers.get("x-tenant", DEFAULT_TENANT))
        return Caller(tenant=tenant, principals=frozenset(), scopes=ALL_SCOPES, key_id=None)


class IssuedKey(Struct, frozen=True, kw_only=True):
    """A new key and its secret, which is stored nowhere."""

    key: Key
    secret: str


def open_identity(config: ServerConfig, library: Library) -> Identity:
    """The identity a configuration asks for. Raises InvalidConfig as `check_address` does."""
    check_address(config)
    return KeyIdentity(library) if config.auth == "keys" else OpenIdentity()


def check_address(config: ServerConfig) -> None:
    """Raise InvalidConfig for a server without authentication on an address others can reach."""
    host = f"[{config.host}]" if ":" in config.host else config.host
    if config.auth == "none" and not is_loopback(host):
        raise InvalidConfig(
            f'auth = "none" grants everything to everybody, and {config.host!r} is not the loopback address: '
            'use auth = "keys", or host = "127.0.0.1"'
        )


def issue_key(
    library: Library, *, name: str, tenant: str, principals: Sequence[str] = (), scopes: Sequence[str] = ("search",)
) -> IssuedKey:
    """A new key, written to the library.

    Raises InvalidPrincipal; InvalidRequest for a scope there is not or a name no tenant has.
    """
    unknown = sorted(set(scopes) - ALL_SCOPES)
    if unknown or not scopes:
        given = repr(unknown[0]) if unknown else "none"
        raise InvalidRequest("scopes", f"{given} given; there are {', '.join(get_args(KeyScope))}")
    secret = KEY_PREFIX + secrets.token_urlsafe(KEY_BYTES)
    key = Key(
        key_id=secrets.token_hex(8),
        digest=digest_of(secret),
        name=name,
        tenant=check_tenant(tenant, field="tenant"),
        principals=tuple(sorted(parse_principals(principals))),
        scopes=msgspec.convert(sorted(set(scopes)), type=tuple[KeyScope, ...]),
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    with library.write() as tx:
        keys.create(tx, key)
    return IssuedKey(key=key, secret=secret)


def digest_of(secret: str) -> str:
    """What the library keeps of a key: SHA-256, hexadecimal."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def check_tenant(name: str, *, field: str) -> str:
    """`name`, if a tenant may have it. Raises InvalidRequest."""
    if not 1 <= len(name) <= MAX_TENANT or not name.isprintable():
        raise InvalidRequest(field, f"a tenant's name has 1 to {MAX_TENANT} printable characters")
    return name


def is_loopback(authority: str) -> bool:
    """Whether `host` or `host:port` names the loopback address.

    >>> [is_loopback(name) for name in ("localhost:80", "127.0.0.1", "[::1]:8000", "example.org", "127.0.0.1.xip.io")]
    [True, True, True, False, False]
    """
    try:
        parts = urlsplit(f"//{authority}")
        host, whole = parts.hostname or "", parts.netloc == authority and "@" not in authority
        _ = parts.port  # raises ValueError for what is no port
        return whole and (host == "localhost" or ip_address(host).is_loopback)
    except ValueError:
        return False


def _tenant(header: str) -> str:
    """Headers arrive as Latin-1; a tenant's name is UTF-8."""
    try:
        name = header.encode("latin-1").decode("utf-8")
    except UnicodeError as exc:
        raise InvalidRequest("X-Tenant", "is not UTF-8") from exc
    return check_tenant(name, field="X-Tenant")
