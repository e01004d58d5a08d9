import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from indexing.edit import PutDocument
from indexing.library import jobs
from indexing.library.jobs import Job
from server.jobs import JobRunner
from server.maintenance import Maintenance
from server.readiness import Readiness
from server.wiring import Runtime
from tests.server.served import StubEmbedder, client_of, config_of, opened, problem, put, search, served, wait_until

Client = TestClient[Litestar]


def state_of(client: Client, job_id: str) -> str:
    return str(client.get(f"/admin/jobs/{job_id}").json()["state"])


def finish(client: Client, job_id: str) -> dict[str, Any]:
    wait_until(lambda: state_of(client, job_id) not in ("queued", "running"))
    job: dict[str, Any] = client.get(f"/admin/jobs/{job_id}").json()
    return job


def start_reindex(client: Client) -> str:
    response = client.post("/admin/reindex")
    assert response.status_code == 202, response.text
    job_id = str(response.json()["job_id"])
    assert response.headers["location"] == f"/admin/jobs/{job_id}"
    return job_id


def test_searches_and_writes_go_on_during_a_reindex(tmp_path: Path) -> None:
    embedder = StubEmbedder()
    with served(tmp_path, embedder=embedder) as client:
        for i in range(20):
            put(client, f"d{i}", f"document word{i}")
        job_id = start_reindex(client)
        assert problem(client.post("/admin/reindex"))[:2] == (409, "job_running")
        put(client, "d3", "document changed")
        client.delete("/documents/d4")
        while state_of(client, job_id) in ("queued", "running"):
            reply = search(client, "word7", mode="lexical")
            assert [result["document"]["document_id"] for result in reply["results"]] == ["d7"]
            assert reply["generation"] in (1, 2)
        assert finish(client, job_id)["state"] == "succeeded"
        assert search(client, "changed", mode="lexical")["generation"] == 2
        assert len(search(client, "changed", mode="lexical")["results"]) == 1
        assert search(client, "word4", mode="lexical")["results"] == []
        shown = client.get("/admin/generations").json()["generations"]
        assert [(each["generation"], each["active"]) for each in shown] == [(1, False), (2, True)]


def test_failed_reindex_leaves_what_serves(tmp_path: Path) -> None:
    embedder = StubEmbedder()
    with served(tmp_path, embedder=embedder) as client:
        for i in range(10):
            put(client, f"d{i}", f"document word{i}")
        embedder.manifest = StubEmbedder(model="stub-b").manifest
        embedder.broken_after = len(embedder.encoded) + 5
        job = finish(client, start_reindex(client))
        assert (job["state"], job["error"]) == ("failed", "RuntimeError: the model broke")
        embedder.manifest, embedder.broken_after = StubEmbedder().manifest, None
        for i in range(10):
            assert len(search(client, f"word{i}", mode="lexical")["results"]) == 1


def test_cancelled_job_ends_and_what_serves_stays(tmp_path: Path) -> None:
    embedder = StubEmbedder()
    with served(tmp_path, embedder=embedder) as client:
        for i in range(5):
            put(client, f"d{i}", f"document word{i}")
        embedder.manifest = StubEmbedder(model="stub-b").manifest
        embedder.gate.clear()
        job_id = start_reindex(client)
        assert client.delete(f"/admin/jobs/{job_id}").status_code == 202
        embedder.gate.set()
        assert finish(client, job_id)["state"] == "cancelled"
        assert client.delete(f"/admin/jobs/{job_id}").json()["state"] == "cancelled"
        assert len(client.get("/admin/generations").json()["generations"]) == 1
        assert [job["job_id"] for job in client.get("/admin/jobs").json()["jobs"]] == [job_id]


def test_former_generation_can_serve_again_with_what_was_written_since(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        put(client, "old", "document one")
        finish(client, start_reindex(client))
        put(client, "new", "document two")
        response = client.post("/admin/generations/1/activate")
        assert response.status_code == 202
        assert finish(client, response.json()["job_id"])["state"] == "succeeded"
        reply = search(client, "document")
        assert (reply["generation"], len(reply["results"])) == (1, 2)


def test_jobs_of_one_tenant_are_nothing_to_another(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        put(client, "d", "document")
        job_id = start_reindex(client)
        finish(client, job_id)
        foreign = {"x-tenant": "other"}
        assert problem(client.get(f"/admin/jobs/{job_id}", headers=foreign))[0] == 404
        assert problem(client.delete(f"/admin/jobs/{job_id}", headers=foreign))[0] == 404
        assert client.get("/admin/jobs", headers=foreign).json() == {"jobs": []}


def test_job_that_a_stop_interrupts_goes_on_after_the_next_start(tmp_path: Path) -> None:
    embedder, config = StubEmbedder(), config_of(tmp_path)
    with opened(config, embedder) as runtime, ThreadPoolExecutor(1) as pool:
        for i in range(5):
            runtime_put(runtime, f"d{i}")
        embedder.manifest = StubEmbedder(model="stub-b").manifest
        embedder.gate.clear()
        runner = JobRunner(runtime.library, runtime.reindex)
        job = runtime.reindex.start("t")
        runner.submit(job)
        wait_until(lambda: job_of(runtime, job.job_id).state == "running")
        stopping = pool.submit(runner.stop)
        wait_until(lambda: runner._stopping.is_set())
        embedder.gate.set()
        stopping.result()
        left = job_of(runtime, job.job_id)
        assert left.state == "running"
        runner.submit(left)
        assert job_of(runtime, job.job_id) == left
    with opened(config, embedder) as runtime:
        runner = JobRunner(runtime.library, runtime.reindex)
        runner.resume()
        wait_until(lambda: job_of(runtime, job.job_id).state == "succeeded")
        runner.stop()


def test_job_that_was_never_begun_can_be_cancelled(tmp_path: Path) -> None:
    with opened(config_of(tmp_path)) as runtime:
        runtime_put(runtime, "d")
        finished = threading.Event()
        runner = JobRunner(runtime.library, runtime.reindex, finished.set)
        job = runtime.reindex.start("t")
        runner.cancel("t", job.job_id)
        assert finished.wait(10)
        assert job_of(runtime, job.job_id).state == "cancelled"


def runtime_put(runtime: Runtime, name: str) -> None:
    runtime.ingest.put("t", name, PutDocument(content=f"word {name}".encode(), media_type="text/plain", access=("*",)))


def job_of(runtime: Runtime, job_id: str) -> Job:
    with runtime.library.read() as tx:
        job = jobs.get(tx, "t", job_id)
    assert job is not None
    return job


def test_other_model_is_not_ready_until_a_reindex(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    with opened(config, StubEmbedder(dimension=8)) as runtime, client_of(runtime) as client:
        put(client, "doc", "a deposit")
        assert client.get("/health/ready").json() == {"status": "ready", "reasons": []}
    for model, dimension in (("stub-b", 8), ("stub-b", 16)):
        with opened(config, StubEmbedder(model=model, dimension=dimension)) as runtime, client_of(runtime) as client:
            response = client.get("/health/ready")
            assert response.status_code == 503
            assert [reason["code"] for reason in response.json()["reasons"]] == ["index_model_mismatch"]
            asked = client.post("/search", json={"query": "deposit"})
            assert problem(asked)[:2] == (503, "index_model_mismatch")
            assert finish(client, start_reindex(client))["state"] == "succeeded"
            wait_until(lambda client=client: client.get("/health/ready").status_code == 200)
            assert len(search(client, "deposit")["results"]) == 1


def test_server_is_not_ready_while_models_load(tmp_path: Path) -> None:
    with opened(config_of(tmp_path)) as runtime:
        readiness = Readiness(runtime.library, runtime.embedders, runtime.index)
        assert [reason.code for reason in readiness.reasons] == ["starting"]
        readiness.check()
        assert readiness.reasons == ()


def test_maintenance_reclaims_texts_and_forgets_idle_tenants(tmp_path: Path) -> None:
    with opened(config_of(tmp_path)) as runtime:
        runtime_put(runtime, "d")
        runtime.index.current("t")
        runtime.ingest.delete("t", "d")
        readiness = Readiness(runtime.library, runtime.embedders, runtime.index)
        maintenance = Maintenance(runtime.library, runtime.index, readiness, reclaim_after_s=0, evict_after_s=0)
        maintenance.round()
        assert readiness.reasons == ()
        assert runtime.index.evict(idle_s=0) == []


def test_access_check_shows_no_more_than_the_principals_see(tmp_path: Path) -> None:
    text = "# Handbook\n\n## Leave\n\nDays.\n\n## CANARY\n\nPay.\n"
    rules = [{"path": ["Handbook", "CANARY"], "access": ["group:hr"]}]
    with served(tmp_path) as client:
        put(client, "h", text, access=["group:staff"], section_access=rules)

        def check(*principals: str) -> dict[str, Any]:
            body = {"document_id": "h", "principals": principals}
            found: dict[str, Any] = client.post("/admin/access/check", json=body).json()
            return found

        seen = check("group:staff")
        assert [(section["path"], section["visible"]) for section in seen["sections"]] == [
            ([], True),
            (["Handbook"], True),
            (["Handbook", "Leave"], True),
            (["Handbook", None], False),
        ]
        assert check("group:other") == {"document_id": "h", "visible": False, "sections": []}
        unknown = client.post("/admin/access/check", json={"document_id": "x", "principals": []})
        assert problem(unknown)[0] == 404
        bad = client.post("/admin/access/check", json={"document_id": "h", "principals": ["*"]})
        assert problem(bad)[::2] == (400, ["principals"])
