"""Lanes: how many requests of a kind run at once, and how many may wait.

Work runs in threads, never on the event loop. A lane that is full answers at once; a client that hangs up while it
waits gives up its place. A thread that runs is not interrupted: it keeps its place until it is done.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from anyio import CancelScope, CapacityLimiter, create_task_group, to_thread
from msgspec import Struct

from server.config import ServerConfig
from server.errors import ClientGone, Overloaded

T = TypeVar("T")
Receive = Callable[[], Awaitable[Any]]
"""ASGI's `receive`, from which the whole body has been read."""

READING_THREADS = 2
"""Reads by id, lists and administration: milliseconds each, and they must not take a search's place."""
IDENTITY_THREADS = 2
"""One indexed SELECT each."""
IDENTITY_WAITING = 1024
"""So short that a burst of all kinds together may wait for it."""


class Lane:
    """One kind of work: `threads` at once, `max_waiting` in line."""

    def __init__(self, name: str, *, threads: int, max_waiting: int) -> None:
        self._name, self._limiter = name, CapacityLimiter(threads)
        self._inside, self._places = 0, threads + max_waiting

    async def run(self, work: Callable[[], T], receive: Receive | None = None) -> T:
        """What `work` returns, run in a thread of this lane.

        Raises Overloaded at once when too many wait, ClientGone when `receive` tells of a client that hung up before
        its turn, and whatever `work` raises.
        """
        if self._inside >= self._places:
            raise Overloaded(self._name)
        self._inside += 1
        try:
            if receive is None:
                return await to_thread.run_sync(work, limiter=self._limiter)
            return await self._run_watched(work, receive)
        finally:
            self._inside -= 1

    async def _run_watched(self, work: Callable[[], T], receive: Receive) -> T:
        done: list[T] = []
        failure: Exception | None = None
        async with create_task_group() as group:
            group.start_soon(_cancel_when_gone, receive, group.cancel_scope)
            try:
                done.append(await to_thread.run_sync(work, limiter=self._limiter))
            except Exception as exc:  # noqa: BLE001 - raised again below: a task group would wrap it
                failure = exc
            group.cancel_scope.cancel()
        if failure is not None:
            raise failure
        if not done:
            raise ClientGone
        return done[0]


class Lanes(Struct, frozen=True):
    """The lanes of a server: none takes another's place."""

    searching: Lane
    ingesting: Lane
    reading: Lane
    identity: Lane


def open_lanes(config: ServerConfig) -> Lanes:
    """The lanes a configuration asks for."""
    return Lanes(
        searching=Lane("search", threads=config.search_threads, max_waiting=config.max_waiting),
        ingesting=Lane("write", threads=config.ingest_threads, max_waiting=config.max_waiting),
        reading=Lane("read", threads=READING_THREADS, max_waiting=config.max_waiting),
        identity=Lane("identity", threads=IDENTITY_THREADS, max_waiting=IDENTITY_WAITING),
    )


async def _cancel_when_gone(receive: Receive, scope: CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass  # what is left of a body nobody asked for
    scope.cancel()
