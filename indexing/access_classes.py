"""Access classes: interned accesses, so that a request's rights over all rows are a look-up in a table."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from indexing.access import EVERYONE, Access, Scope

Mask = NDArray[np.bool_]


class AccessClasses:
    """Interned accesses. Append-only: a class never changes its meaning."""

    def __init__(self) -> None:
        self._codes: dict[Access, int] = {}
        self._by_principal: dict[str, list[int]] = {}

    def intern(self, access: Access) -> int:
        """The class of `access`."""
        code = self._codes.get(access)
        if code is None:
            code = len(self._codes)
            for principal in access:
                self._by_principal.setdefault(principal, []).append(code)
            self._codes[access] = code
        return code

    def admitted(self, scope: Scope) -> Mask:
        """Shape (classes,): which classes `scope` may read. Costs the smaller of its principals and the known ones."""
        mask = np.zeros(len(self._codes), dtype=np.bool_)
        known = self._by_principal
        principals = scope.principals | {EVERYONE}
        few, many = (principals, known) if len(principals) <= len(known) else (list(known), principals)
        for principal in few:
            if principal in many:
                codes = known[principal]  # rising; a writer may be adding some that this snapshot does not have
                mask[codes if codes[-1] < len(mask) else [code for code in codes if code < len(mask)]] = True
        return mask


def effective_access(parents: Sequence[int], access: Access, rules: Mapping[int, Access]) -> list[Access]:
    """Who may read each section: the nearest rule on its path, else the document's access.

    >>> effective_access([-1, 0, 1], frozenset({"*"}), {1: frozenset({"group:hr"})})
    [frozenset({'*'}), frozenset({'group:hr'}), frozenset({'group:hr'})]
    """
    found: list[Access] = []
    for index, parent in enumerate(parents):
        found.append(rules[index] if index in rules else access if parent < 0 else found[parent])
    return found
