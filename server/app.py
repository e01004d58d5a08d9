"""The application, composed in one place, and the process that serves it."""

import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Literal

import uvicorn
from anyio import to_thread
from litestar import Litestar
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from msgspec.structs import replace

from indexing.embedders.provider import EmbedderProvider
from indexing.errors import InvalidConfig, ModelUnavailable
from indexing.lock import DataFolderLock
from server import admin, documents, health, openapi, reading, search
from server.auth import check_address, open_identity
from server.config import Config
from server.jobs import JobRunner
from server.lanes import open_lanes
from server.maintenance import Maintenance
from server.metrics import Metrics
from server.problems import add_request_id, handle
from server.readiness import Readiness
from server.state import AppState
from server.wiring import Runtime, open_runtime, provider

GRACE_S: Final = 20
"""How long requests under way may go on after the signal to stop."""
KEEP_ALIVE_S: Final = 75
"""How long an idle connection stays open: longer than clients and proxies keep theirs, so that none is cut in use."""

ROUTES: Final[tuple[HTTPRouteHandler, ...]] = (
    search.search,
    documents.put_document,
    documents.get_document,
    documents.patch_document,
    documents.delete_document,
    documents.list_documents,
    reading.get_text,
    reading.get_sections,
    reading.get_chunks,
    admin.start_reindex,
    admin.list_generations,
    admin.activate_generation,
    admin.list_jobs,
    admin.get_job,
    admin.cancel_job,
    admin.check_access,
    health.live,
    health.ready,
    health.metrics,
    openapi.get_schema,
)


def create_app(runtime: Runtime) -> Litestar:
    """The application over an open runtime, which the caller closes after it has stopped.

    Raises InvalidConfig for a server without authentication on an address others can reach.
    """
    state = _state(runtime)
    return Litestar(
        route_handlers=list(ROUTES),
        dependencies={"app": Provide(lambda: state, sync_to_thread=False)},
        exception_handlers={Exception: handle},
        before_send=[add_request_id],
        request_max_body_size=runtime.config.server.max_body_bytes,
        lifespan=[_lifespan(state)],
        openapi_config=None,
        logging_config=None,
    )


def serve(
    config: Config, *, host: str | None = None, port: int | None = None, auth: Literal["keys", "none"] | None = None
) -> None:
    """Serve until a signal to stop. Arguments replace what the configuration says.

    Raises InvalidConfig, DataFolderLocked. Models load while the stores open and the server starts.
    """
    given = {"host": host, "port": port, "auth": auth}
    server = replace(config.server, **{name: value for name, value in given.items() if value is not None})
    config = replace(config, server=server)
    check_address(server)
    DataFolderLock(Path(config.data), "serve").release()  # refused here, before a thread is deep in loading a model
    with listening(server.host, server.port) as listener:
        embedders = provider(config)
        threading.Thread(target=_load, args=(embedders,), name="model-loader", daemon=True).start()
        runtime = open_runtime(config, "serve", embedders=embedders)
        try:
            _run(create_app(runtime), listener)
        finally:
            runtime.close()


def listening(host: str, port: int) -> socket.socket:
    """A socket bound to the address. Raises InvalidConfig: one sentence, unlike uvicorn."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as exc:
        raise InvalidConfig(
            f"can not listen on {host} port {port} ({exc}): stop what does, or choose another --port"
        ) from exc


def _run(app: Litestar, listener: socket.socket) -> None:
    config = uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=KEEP_ALIVE_S,
    )
    # uvicorn raises the signal again once it has shut down: the stores are to be closed then, not the process ended
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _state(runtime: Runtime) -> AppState:
    readiness = Readiness(runtime.library, runtime.embedders, runtime.index)
    return AppState(
        runtime=runtime,
        identity=open_identity(runtime.config.server, runtime.library),
        lanes=open_lanes(runtime.config.server),
        readiness=readiness,
        jobs=JobRunner(runtime.library, runtime.reindex, finished=readiness.check),
        metrics=Metrics(),
    )


def _lifespan(state: AppState) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Starts what runs beside the requests, and stops it when there are no more."""
    runtime = state.runtime
    maintenance = Maintenance(
        runtime.library,
        runtime.index,
        state.readiness,
        reclaim_after_s=runtime.config.indexing.reclaim_after_s,
        evict_after_s=runtime.config.server.evict_after_s,
    )

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        maintenance.start()
        await to_thread.run_sync(state.jobs.resume)
        try:
            yield
        finally:
            await to_thread.run_sync(state.jobs.stop)
            await to_thread.run_sync(maintenance.stop)

    return running


def _load(embedders: EmbedderProvider) -> None:
    with suppress(ModelUnavailable):  # the first check of readiness meets it again, and says so
        embedders.configured()
