"""Rights: who may read what, and the one predicate between the two.

`Access` is the set of principals that may read a document or a section; `Scope` is who asks. Missing rights mean that
nothing is visible: the only test is a positive one.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from indexing.errors import InvalidPrincipal

EVERYONE: Final = "*"
"""In an access: everyone in the tenant. Never a principal of a scope that a caller names."""

Access = frozenset[str]
"""Principals (`user:…`, `group:…`, or `*`). Empty: nobody."""


class Scope(Struct, frozen=True):
    """Who asks: mandatory in every read. There is no value that means everything."""

    tenant: str
    principals: frozenset[str]
    """`user:…` and `group:…`; everyone's `*` is implied."""

    def admits(self, access: Access) -> bool:
        """Whether this scope may read what `access` guards.

        >>> Scope("t", frozenset({"group:hr"})).admits(frozenset({"group:hr", "group:it"}))
        True
        >>> Scope("t", frozenset()).admits(frozenset({"*"})), Scope("t", frozenset()).admits(frozenset())
        (True, False)
        """
        return EVERYONE in access or not self.principals.isdisjoint(access)


def parse_principals(names: Iterable[str], *, field: str = "principals") -> frozenset[str]:
    """The principals of a scope. Raises InvalidPrincipal for anything but `user:NAME` and `group:NAME`."""
    found = frozenset(names)
    for name in found:
        kind, _, rest = name.partition(":")
        if kind not in {"user", "group"} or not rest.strip():
            raise InvalidPrincipal(field, name)
    return found


def parse_access(names: Iterable[str], *, field: str = "access") -> Access:
    """An access: principals, or `*` for everyone in the tenant; empty means nobody. Raises InvalidPrincipal."""
    found = frozenset(names)
    return parse_principals(found - {EVERYONE}, field=field) | (found & {EVERYONE})


def includes(readers: Access, others: Access) -> bool:
    """Whether everyone admitted by `others` is admitted by `readers`: what may be said to them.

    >>> includes(frozenset({"*"}), frozenset({"group:hr"})), includes(frozenset({"group:hr"}), frozenset({"*"}))
    (True, False)
    """
    return EVERYONE in readers or others <= readers
