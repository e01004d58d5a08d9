import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import update

from indexing.errors import InvalidConfig
from indexing.library import Library, tables, tenants


def test_a_library_of_another_format_is_refused(tmp_path: Path) -> None:
    library = Library.in_folder(tmp_path)
    with library.write() as tx:
        tx.execute(update(tables.about).values(value="999"))
    library.close()
    with pytest.raises(InvalidConfig, match="format 999"):
        Library.in_folder(tmp_path)


def test_an_unreadable_library_is_named(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite").mkdir()
    with pytest.raises(InvalidConfig, match=r"library\.sqlite"):
        Library.in_folder(tmp_path)


def test_a_read_sees_one_snapshot(tmp_path: Path) -> None:
    library = Library.in_folder(tmp_path)
    with library.write() as tx:
        tenants.ensure(tx, "t")
    with library.read() as tx:
        before = tenants.get(tx, "t").revision
        with library.write() as other:
            tenants.next_revision(other, "t")
        assert tenants.get(tx, "t").revision == before
    with library.read() as tx:
        assert tenants.get(tx, "t").revision == before + 1


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    library = Library.in_folder(tmp_path)

    def write_and_fail() -> None:
        with library.write() as tx:
            tenants.ensure(tx, "t")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    with library.read() as tx:
        assert tenants.names(tx) == []


def test_what_was_committed_survives_a_kill(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from indexing.library import Library, tenants\n"
        "library = Library.in_folder(Path(sys.argv[1]))\n"
        "with library.write() as tx: tenants.ensure(tx, 'kept')\n"
        "with library.write() as tx:\n"
        "    tenants.ensure(tx, 'lost')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert killed.returncode == -9
    with Library.in_folder(tmp_path).read() as tx:
        assert tenants.names(tx) == ["kept"]


def test_numbers_are_never_given_twice(tmp_path: Path) -> None:
    library = Library.in_folder(tmp_path)
    with library.write() as tx:
        tenants.ensure(tx, "t")
        assert [tenants.take_chunks(tx, "t", n) for n in (3, 0, 2)] == [0, 3, 3]
        assert tenants.get(tx, "t").next_chunk == 5
        assert [tenants.take_generation(tx, "t"), tenants.take_generation(tx, "t")] == [1, 2]
