import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import update

from indexing.errors import InvalidConfig, LibraryUnavailable
from indexing.library import Library, tables, tenants, texts


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


@pytest.mark.parametrize("content", [b"\x01\x02" * 4000, b"SQLite format 3\0" + b"\xff" * 8000])
def test_a_file_that_is_no_database_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "library.sqlite").write_bytes(content)
    with pytest.raises(InvalidConfig, match=r"library\.sqlite can not be opened"):
        Library.in_folder(tmp_path)


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    for folder in (tmp_path / "data", tmp_path / "data" / "deeper"):
        with pytest.raises(InvalidConfig, match=f"{folder} can not be made"):
            Library.in_folder(folder)


@pytest.mark.parametrize("name", ["a?b=c", "100%25", "x#y", "租户 一"])
def test_a_folder_of_any_name_holds_its_own_library(tmp_path: Path, name: str) -> None:
    Library.in_folder(tmp_path / name).close()
    assert (tmp_path / name / "library.sqlite").is_file()
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("url", ["nonsense", "foo://bar", "postgresql+nodriver://host/db"])
def test_a_url_that_names_no_usable_database_is_a_configuration_error(url: str) -> None:
    with pytest.raises(InvalidConfig, match="library_url can not be used"):
        Library(url)


def test_a_full_disk_is_said_to_be_one_and_leaves_nothing(tmp_path: Path) -> None:
    library = Library.in_folder(tmp_path)

    def write_with_no_page_left() -> None:
        with library.write() as tx:
            pages = tx.exec_driver_sql("PRAGMA page_count").scalar()
            tx.exec_driver_sql(f"PRAGMA max_page_count={pages}")
            tenants.ensure(tx, "t")
            texts.save(tx, "id", "x" * 1_000_000)

    with pytest.raises(LibraryUnavailable, match="full"):
        write_with_no_page_left()
    with library.read() as tx:
        assert tenants.names(tx) == []
