import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected, ParsersClosed, ParsersUnavailable
from indexing.model import ParsedText
from indexing.parsers import Original, parse
from indexing.parsing import pool as pool_module
from indexing.parsing.pool import ParserPool

MAIN = Path(__file__).with_name("worker_main.py")
OBEDIENT = (sys.executable, "-P", str(MAIN))
OWNER = f"""
import sys, threading
from indexing.config import ParserConfig
from indexing.parsers import Original
from indexing.parsing.pool import ParserPool
pool = ParserPool(ParserConfig(timeout_s=float(sys.argv[2])), 1, {OBEDIENT!r})
ask = lambda order: pool.parse(Original(content=order.encode(), media_type="text/plain")).text
print(ask("pid"), flush=True)
ask(sys.argv[1])
"""


def order(text: str) -> Original:
    return Original(content=text.encode(), media_type="text/plain", name="orders.txt")


def refusal(pool: ParserPool, text: str) -> DocumentRejected:
    with pytest.raises(DocumentRejected) as caught:
        pool.parse(order(text))
    return caught.value


def eventually(holds: Callable[[], bool], *, within_s: float = 10.0) -> bool:
    deadline = time.monotonic() + within_s
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    try:  # its other threads hold its pipes open for a moment longer than the first, which then already is a zombie
        tasks = [task.name for task in Path(f"/proc/{pid}/task").iterdir()]
    except FileNotFoundError:
        return True
    return tasks == [str(pid)] and Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


@pytest.fixture
def pool() -> Iterator[ParserPool]:
    with ParserPool(ParserConfig(), 1, OBEDIENT) as pool:
        yield pool


@pytest.fixture
def hasty() -> Iterator[ParserPool]:
    with ParserPool(ParserConfig(timeout_s=1.0), 1, OBEDIENT) as pool:
        yield pool


@pytest.mark.parametrize(
    "original",
    [
        Original(content="\ufeff# 租金 🏠\r\n\r\n押金。\0".encode(), media_type="text/markdown", name="a.md"),
        Original(
            content=b"---\ntitle: T\nn: [1, 2.5, x]\nd: 2024-05-01\n---\n# A\n\n| a |\n|---|\n| 1 |\n", media_type=""
        ),
        Original(content="第一条　押金".encode("gbk"), media_type="text/plain", charset="gbk", kind="legal"),
        Original(content=b"# A\n\n" + b"word " * 400_000, media_type="text/markdown"),
    ],
)
def test_a_document_is_parsed_as_in_this_process(original: Original) -> None:
    with ParserPool(ParserConfig(), 1) as pool:
        assert pool.parse(original) == parse(original)


def test_rejections_come_through_with_their_code() -> None:
    with ParserPool(ParserConfig(), 1) as pool:
        for content, code in ((b"", "no_text"), (b"\x7fELF\2\1", "unsupported_type"), (b"\xff\xfe\xfd\0\x81", None)):
            original = Original(content=content, media_type="text/plain")
            with pytest.raises(DocumentRejected) as caught:
                pool.parse(original)
            assert caught.value.code == (code or "unknown_encoding")
            with pytest.raises(DocumentRejected) as here:
                parse(original)
            assert str(caught.value) == str(here.value)


def test_a_worker_is_kept_for_the_next_document(pool: ParserPool) -> None:
    assert pool.parse(order("pid")) == pool.parse(order("pid"))


def test_no_worker_is_started_without_a_document() -> None:
    with ParserPool(ParserConfig(), 1, ("/does/not/exist",)):
        pass


@pytest.mark.parametrize("text", ["sleep 60", "spin 60"])
def test_a_document_that_takes_too_long_is_refused_and_the_next_goes_on(hasty: ParserPool, text: str) -> None:
    first = hasty.parse(order("pid")).text
    exc = refusal(hasty, text)
    assert exc.code == "too_complex"
    assert "indexing.parser.timeout_s" in str(exc)
    assert is_gone(int(first))
    assert hasty.parse(order("pid")).text != first


def test_what_a_worker_has_started_is_killed_with_it(hasty: ParserPool, tmp_path: Path) -> None:
    assert refusal(hasty, f"child {tmp_path / 'pid'}").code == "too_complex"
    child = int((tmp_path / "pid").read_text())
    assert eventually(lambda: is_gone(child))


def test_a_document_that_needs_too_much_memory_is_refused_and_the_next_goes_on(pool: ParserPool) -> None:
    exc = refusal(pool, "eat")
    assert exc.code == "too_complex"
    assert "2048 MB (indexing.parser.memory_mb)" in str(exc)
    assert pool.parse(order("hello")).text == "hello"


@pytest.mark.parametrize(
    ("text", "how"),
    [("exit 3", "exit code 3"), ("segfault", "SIGSEGV"), ("kill", "SIGKILL"), ("exit 0", "exit code 0")],
)
def test_a_document_that_ends_the_worker_is_refused_and_the_next_goes_on(pool: ParserPool, text: str, how: str) -> None:
    exc = refusal(pool, text)
    assert exc.code == "too_complex"
    assert how in str(exc)
    assert "indexing.parser.memory_mb" in str(exc)
    assert pool.parse(order("hello")).text == "hello"


def test_the_log_says_where_a_worker_crashed(pool: ParserPool, caplog: pytest.LogCaptureFixture) -> None:
    refusal(pool, "segfault")
    assert "orders.txt" in caplog.text
    assert "in obey" in caplog.text


def test_a_document_too_large_for_the_memory_is_refused() -> None:
    with ParserPool(ParserConfig(memory_mb=200), 1, OBEDIENT) as pool:
        exc = refusal(pool, "hello " * 30_000_000)
        assert exc.code == "too_complex"
        assert "200 MB (indexing.parser.memory_mb)" in str(exc)
        assert pool.parse(order("hello")).text == "hello"


def test_endless_recursion_is_refused(pool: ParserPool) -> None:
    assert refusal(pool, "nest").code == "too_complex"


def test_a_fault_of_a_parser_is_logged_without_what_it_says(pool: ParserPool, caplog: pytest.LogCaptureFixture) -> None:
    exc = refusal(pool, "raise CANARY")
    assert exc.code == "parser_failed"
    assert "KeyError" in str(exc)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert "in obey" in caplog.text
    assert "CANARY" not in caplog.text + str(exc)


def test_what_libraries_print_goes_nowhere(pool: ParserPool, capfd: pytest.CaptureFixture[str]) -> None:
    assert pool.parse(order("print noise")).text == "print noise"
    assert pool.parse(order("hello")).text == "hello"
    assert capfd.readouterr() == ("", "")


def test_documents_and_answers_larger_than_a_pipe_pass(pool: ParserPool) -> None:
    large = "hello " + "x" * 20_000_000
    assert pool.parse(order(large)).text == large
    assert len(pool.parse(order("repeat 20000000")).text) == 20_000_000


def test_a_worker_that_died_while_idle_costs_nothing(pool: ParserPool) -> None:
    for _ in range(3):
        pid = int(pool.parse(order("pid")).text)
        os.kill(pid, signal.SIGKILL)
        assert eventually(lambda pid=pid: is_gone(pid))  # type: ignore[misc]


def test_many_threads_share_the_workers_and_each_gets_its_own_answer() -> None:
    orders = [f"hello {number}" for number in range(300)]
    orders[50:250:100] = ["exit 1", "raise x"]

    def ask(text: str) -> str:
        try:
            return shared.parse(order(text)).text
        except DocumentRejected as exc:
            return exc.code

    with ParserPool(ParserConfig(), 2, OBEDIENT) as shared, ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(ask, orders))
        pids = set(threads.map(ask, ["pid"] * 50))
    assert answers == [*orders[:50], "too_complex", *orders[51:150], "parser_failed", *orders[151:]]
    assert len(pids) <= 2


def test_closing_ends_documents_under_way_and_their_workers(tmp_path: Path) -> None:
    pool = ParserPool(ParserConfig(), 2, OBEDIENT)
    pids = [int(pool.parse(order("pid")).text)]
    caught: list[BaseException] = []

    def wait() -> None:
        try:
            pool.parse(order(f"child {tmp_path / str(threading.get_ident())}"))
        except BaseException as exc:  # noqa: BLE001 - the test looks at it
            caught.append(exc)

    threads = [threading.Thread(target=wait) for _ in range(4)]  # two are under way, two wait for a worker
    for thread in threads:
        thread.start()
    assert eventually(lambda: len([path for path in tmp_path.iterdir() if path.read_text()]) == 2)
    pool.close()
    for thread in threads:
        thread.join(10)
    assert [type(exc) for exc in caught] == [ParsersClosed] * 4
    pids += [int(path.read_text()) for path in tmp_path.iterdir()]
    assert eventually(lambda: all(map(is_gone, pids)))
    with pytest.raises(ParsersClosed):
        pool.parse(order("hello"))
    pool.close()


@pytest.mark.parametrize(("busy_with", "timeout_s"), [("sleep 60", 60.0), ("spin 60", 1.0), ("sleep 0", 60.0)])
def test_workers_die_with_their_parent(busy_with: str, timeout_s: float) -> None:
    command = [sys.executable, "-c", OWNER, busy_with, str(timeout_s)]
    owner = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    worker = int(owner.stdout.readline())
    if busy_with != "sleep 0":
        time.sleep(0.2)  # it is at it
        owner.kill()
    owner.wait()
    owner.stdout.close()
    assert eventually(lambda: is_gone(worker))


def test_ctrl_c_does_not_reach_a_worker(pool: ParserPool) -> None:
    pid = int(pool.parse(order("pid")).text)
    os.kill(pid, signal.SIGINT)
    assert os.getpgid(pid) == pid
    assert pool.parse(order("pid")).text == str(pid)


def test_a_worker_inherits_no_files(pool: ParserPool, tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as lock:
        os.set_inheritable(lock.fileno(), True)
        pid = int(pool.parse(order("pid")).text)
        held = [os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir()]
    assert str(tmp_path / "lock") not in held


def test_a_worker_is_replaced_after_many_documents(pool: ParserPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MOST_DOCUMENTS", 3)
    pids = [pool.parse(order("pid")).text for _ in range(6)]
    assert [pids.index(pid) for pid in pids] == [0, 0, 0, 3, 3, 3]
    assert eventually(lambda: is_gone(int(pids[0])))


def test_a_worker_that_has_grown_is_replaced(pool: ParserPool) -> None:
    first = pool.parse(order("pid")).text
    pool.parse(order("hold 100000000"))
    assert pool.parse(order("pid")).text == first
    pool.parse(order("hold 600000000"))
    assert pool.parse(order("pid")).text != first


@pytest.mark.parametrize(
    "command", [(sys.executable, "-c", "raise SystemExit('no such module')"), (sys.executable, "-c", "")]
)
def test_a_worker_that_does_not_start_is_no_fault_of_the_document(command: tuple[str, ...]) -> None:
    with ParserPool(ParserConfig(), 1, command) as pool:
        for _ in range(2):
            with pytest.raises(ParsersUnavailable, match="exit code"):
                pool.parse(order("hello"))


def test_an_interrupted_document_leaves_no_answer_behind(pool: ParserPool, monkeypatch: pytest.MonkeyPatch) -> None:
    first = pool.parse(order("pid")).text
    with monkeypatch.context() as patch:
        patch.setattr("indexing.parsing.worker.unpack", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            pool.parse(order("hello"))
    assert pool.parse(order("pid")).text != first


def _interrupt(body: object) -> ParsedText:
    raise KeyboardInterrupt
