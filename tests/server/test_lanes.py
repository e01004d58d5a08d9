import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import anyio
import pytest
from anyio import create_task_group

from server.errors import ClientGone, Overloaded
from server.lanes import Lane
from tests.server.served import StubEmbedder, problem, put, search, served, wait_until


async def never() -> dict[str, str]:
    await anyio.sleep_forever()
    raise AssertionError


def test_full_lane_refuses_at_once_and_serves_again_when_there_is_room() -> None:
    async def main() -> None:
        lane, release = Lane("search", threads=1, max_waiting=1), threading.Event()
        async with create_task_group() as group:
            for _ in range(2):
                group.start_soon(lane.run, lambda: release.wait(10), never)
            await anyio.sleep(0.05)
            with pytest.raises(Overloaded):
                await lane.run(lambda: True)
            release.set()
        assert await lane.run(lambda: 7, never) == 7

    anyio.run(main)


def test_client_that_hangs_up_gives_up_its_place_in_line() -> None:
    async def main() -> None:
        lane, release, ran = Lane("search", threads=1, max_waiting=1), threading.Event(), list[str]()
        hang_up = anyio.Event()

        async def receive() -> dict[str, str]:
            await hang_up.wait()
            return {"type": "http.disconnect"}

        async def waiting() -> None:
            with pytest.raises(ClientGone):
                await lane.run(lambda: ran.append("gone"), receive)
            ran.append("left")

        async with create_task_group() as group:
            group.start_soon(lane.run, lambda: release.wait(10), never)
            await anyio.sleep(0.02)
            group.start_soon(waiting)
            await anyio.sleep(0.02)
            hang_up.set()
            await anyio.sleep(0.02)
            assert ran == ["left"]
            group.start_soon(lane.run, lambda: ran.append("next"), never)
            await anyio.sleep(0.02)
            release.set()
        assert ran == ["left", "next"]

    anyio.run(main)


def test_error_of_the_work_is_raised_as_it_is() -> None:
    async def main() -> None:
        def fail() -> None:
            raise KeyError("x")

        lane = Lane("search", threads=1, max_waiting=1)
        for receive in (None, never):
            with pytest.raises(KeyError):
                await lane.run(fail, receive)

    anyio.run(main)


def test_health_answers_at_once_while_all_threads_work(tmp_path: Path) -> None:
    embedder = StubEmbedder()
    with served(tmp_path, embedder=embedder) as client, ThreadPoolExecutor(8) as pool:
        put(client, "doc", "a deposit")
        embedder.sleep_s = 0.5
        work = [pool.submit(search, client, "deposit") for _ in range(5)]
        work.append(pool.submit(put, client, "other", "another deposit"))
        took = []
        while not all(future.done() for future in work):
            began = time.perf_counter()
            assert client.get("/health/live").status_code == 200
            took.append(time.perf_counter() - began)
            time.sleep(0.02)
        assert len(took) > 10
        assert sorted(took)[int(len(took) * 0.99) - 1] < 0.1
        assert all(future.result() for future in work)


def test_searches_do_not_wait_for_writes(tmp_path: Path) -> None:
    embedder = StubEmbedder()
    with served(tmp_path, embedder=embedder) as client, ThreadPoolExecutor(8) as pool:
        put(client, "doc", "a deposit")
        passages, blocked = embedder.embed_passages, threading.Event()

        def slow(texts: list[str]) -> object:
            blocked.wait(20)
            return passages(texts)

        embedder.embed_passages = slow  # type: ignore[method-assign, assignment]
        writes = [pool.submit(put, client, f"w{i}", f"deposit {i}") for i in range(4)]
        time.sleep(0.1)
        assert len(search(client, "deposit")["results"]) == 1
        assert client.get("/text/doc").status_code == 200
        assert not any(write.done() for write in writes)
        blocked.set()
        assert all(write.result().status_code == 201 for write in writes)


def test_search_too_many_is_told_to_come_back(tmp_path: Path) -> None:
    embedder = StubEmbedder()
    with (
        served(tmp_path, embedder=embedder, search_threads=1, max_waiting=1) as client,
        ThreadPoolExecutor(8) as pool,
    ):
        put(client, "doc", "a deposit")
        embedder.gate.clear()
        refused = []

        def ask() -> None:
            response = client.post("/search", json={"query": "deposit"})
            if response.status_code != 200:
                refused.append((problem(response)[:2], response.headers["retry-after"]))

        asked = [pool.submit(ask) for _ in range(4)]
        wait_until(lambda: len(refused) == 2)
        embedder.gate.set()
        for future in asked:
            future.result()
    assert refused == [((503, "overloaded"), "1")] * 2
