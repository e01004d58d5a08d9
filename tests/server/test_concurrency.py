"""Searches through a real vector store while documents are replaced under them."""

import threading
import time
from pathlib import Path

from msgspec.structs import replace

from indexing.access import Scope
from indexing.ingest import PutDocument
from retrieval.model import Query
from server.wiring import Runtime, open_runtime
from tests.server.served import StubEmbedder, StubProvider, config_of, wait_until

SECONDS, STEADY, CHANGING = 4.0, 60, 20
HR = Scope("default", frozenset({"group:hr"}))


def put(runtime: Runtime, name: str, text: str) -> None:
    given = PutDocument(content=text.encode(), media_type="text/plain", access=("group:hr",), attributes={"lang": "en"})
    runtime.ingest.put("default", name, given)


def is_fetched(runtime: Runtime) -> bool:
    return runtime.searcher.search(Query(text="steady7", mode="dense"), HR).way == "over-fetch"


def test_filtered_searches_neither_fail_nor_come_back_empty_while_documents_are_replaced(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    asks_the_store = replace(config.retrieval, scan_rows=0, fetch_cost_rows=0, fetched_row_cost_rows=0)
    runtime = open_runtime(
        replace(config, retrieval=asks_the_store), "serve", embedders=StubProvider(StubEmbedder(dimension=32))
    )
    try:
        for number in range(STEADY):
            put(runtime, f"steady{number}", f"steady{number} words that stay")
        wait_until(lambda: is_fetched(runtime))
        end, failures, searches = time.monotonic() + SECONDS, list[str](), list[int]()

        def read(offset: int) -> None:
            count = 0
            while time.monotonic() < end:
                number = (offset + count) % STEADY
                query = Query(text=f"steady{number}", top_k=3, filter={"lang": "en"}, mode="hybrid")
                try:
                    passages = runtime.searcher.search(query, HR).passages
                except Exception as exc:  # noqa: BLE001 - whatever it is, it is a failure of the search
                    failures.append(repr(exc))
                    return
                if f"steady{number}" not in [passage.document.document_id for passage in passages]:
                    failures.append(f"steady{number} was not found")
                count += 1
            searches.append(count)

        def write() -> None:
            version = 0
            while time.monotonic() < end:
                version += 1
                for number in range(CHANGING):
                    put(runtime, f"changing{number}", f"changing{number} version{version}")

        threads = [threading.Thread(target=read, args=(offset,)) for offset in range(0, STEADY, STEADY // 4)]
        threads.append(threading.Thread(target=write))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert min(searches) > 10
    finally:
        runtime.close()
