"""The library: the system of record, in SQL. The only door to sqlalchemy.

A module per kind of row; every function takes the transaction it works in, so that a commit is one transaction by
sight.
"""

from indexing.library.store import Library, Transaction

__all__ = ["Library", "Transaction"]
