import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.access import EVERYONE, Scope, includes, parse_access, parse_principals
from indexing.errors import InvalidPrincipal

PRINCIPALS = st.frozensets(st.sampled_from(["user:1", "user:2", "group:a", "group:b"]))
ACCESSES = st.one_of(PRINCIPALS, PRINCIPALS.map(lambda p: p | {EVERYONE}))


@pytest.mark.parametrize("name", ["", "*", "hr", "group:", "role:hr", "GROUP:hr", " "])
def test_only_users_and_groups_are_principals(name: str) -> None:
    with pytest.raises(InvalidPrincipal, match="user:NAME or group:NAME"):
        parse_principals([name])


def test_an_access_may_name_everyone_and_nobody() -> None:
    assert parse_access(["*", "group:hr"]) == {"*", "group:hr"}
    assert parse_access([]) == frozenset()


def test_principals_match_by_case() -> None:
    assert not Scope("t", frozenset({"group:HR"})).admits(frozenset({"group:hr"}))


@given(PRINCIPALS, ACCESSES, ACCESSES)
def test_who_is_included_is_admitted(
    principals: frozenset[str], readers: frozenset[str], others: frozenset[str]
) -> None:
    scope = Scope("t", principals)
    if includes(readers, others) and scope.admits(others):
        assert scope.admits(readers)


@given(PRINCIPALS)
def test_an_empty_access_admits_nobody(principals: frozenset[str]) -> None:
    assert not Scope("t", principals).admits(frozenset())
