"""A whole server with a model made of hashes: `python -m tests.server.stub_server DATA PORT`."""

import sys
from pathlib import Path

import uvicorn

from server.app import create_app
from server.wiring import open_runtime
from tests.server.served import StubEmbedder, StubProvider, config_of


def main(data: str, port: str) -> None:
    runtime = open_runtime(config_of(Path(data)), "serve", embedders=StubProvider(StubEmbedder()))
    try:
        uvicorn.run(create_app(runtime), port=int(port), access_log=False, log_config=None)
    finally:
        runtime.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
