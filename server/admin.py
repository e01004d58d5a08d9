"""`/admin`: generations, jobs and who may read what. Never a word of a document."""

import logging
from functools import partial

from litestar import delete, get, post
from litestar.di import NamedDependency

from indexing.access import Scope, parse_principals
from indexing.library import documents, generations, jobs, tenants
from server.auth import Caller
from server.errors import NothingHere
from server.logs import log_facts
from server.problems import request_id_of
from server.reading import find_view
from server.replies import Reply, json_reply
from server.requests import AnyRequest, decode_json, parameters, read_body, require_json
from server.schema.admin import GenerationsReply, JobsReply, access_reply, generation_reply, job_reply
from server.schema.requests import AccessCheckRequest, NoParameters
from server.state import AppState

logger = logging.getLogger(__name__)


@post("/admin/reindex", status_code=202)
async def start_reindex(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """Build a new generation with the configured model and switch to it: a job."""
    caller = await app.caller(request, "admin")
    parameters(request, NoParameters)
    return await app.lanes.ingesting.run(partial(_reindex, app, caller), request.receive)


@get("/admin/generations")
async def list_generations(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """The builds of the tenant's index."""
    caller = await app.caller(request, "admin")
    parameters(request, NoParameters)
    return await app.lanes.reading.run(partial(_generations, app, caller), request.receive)


@post("/admin/generations/{generation:int}/activate", status_code=202)
async def activate_generation(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """Bring a former generation up to date and switch to it: a job."""
    caller = await app.caller(request, "admin")
    parameters(request, NoParameters)
    work = partial(_activate, app, caller, request.path_params["generation"])
    return await app.lanes.ingesting.run(work, request.receive)


@get("/admin/jobs")
async def list_jobs(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """The tenant's jobs."""
    caller = await app.caller(request, "admin")
    parameters(request, NoParameters)
    return await app.lanes.reading.run(partial(_jobs, app, caller), request.receive)


@get("/admin/jobs/{job_id:str}")
async def get_job(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """One job."""
    caller = await app.caller(request, "admin")
    parameters(request, NoParameters)
    return await app.lanes.reading.run(partial(_job, app, caller, request.path_params["job_id"]), request.receive)


@delete("/admin/jobs/{job_id:str}", status_code=202)
async def cancel_job(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """Cancel a job: it ends after the document under way. One that has ended stays as it is."""
    caller = await app.caller(request, "admin")
    parameters(request, NoParameters)
    return await app.lanes.reading.run(partial(_cancel, app, caller, request.path_params["job_id"]), request.receive)


@post("/admin/access/check", status_code=200)
async def check_access(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """Which sections of a document some principals may read. Shows no more than they see; leaves a line in the log."""
    caller = await app.caller(request, "admin")
    require_json(request)
    parameters(request, NoParameters)
    body = await read_body(request)
    work = partial(_check, app, caller, body, request_id_of(request.scope))
    return await app.lanes.reading.run(work, request.receive)


def _reindex(app: AppState, caller: Caller) -> Reply:
    job = app.runtime.reindex.start(caller.tenant)
    app.jobs.submit(job)
    return json_reply(job_reply(job), status=202, headers={"Location": f"/admin/jobs/{job.job_id}"})


def _activate(app: AppState, caller: Caller, generation: int) -> Reply:
    job = app.runtime.reindex.start_activation(caller.tenant, generation)
    app.jobs.submit(job)
    return json_reply(job_reply(job), status=202, headers={"Location": f"/admin/jobs/{job.job_id}"})


def _generations(app: AppState, caller: Caller) -> Reply:
    with app.runtime.library.read() as tx:
        tenant = tenants.get(tx, caller.tenant)
        found = generations.listed(tx, caller.tenant)
    replies = tuple(generation_reply(generation, active=tenant.active_generation) for generation in found)
    return json_reply(GenerationsReply(revision=tenant.revision, generations=replies))


def _jobs(app: AppState, caller: Caller) -> Reply:
    with app.runtime.library.read() as tx:
        found = jobs.listed(tx, caller.tenant)
    return json_reply(JobsReply(jobs=tuple(job_reply(job) for job in found)))


def _job(app: AppState, caller: Caller, job_id: str) -> Reply:
    with app.runtime.library.read() as tx:
        job = jobs.get(tx, caller.tenant, job_id)
    if job is None:
        raise NothingHere
    return json_reply(job_reply(job))


def _cancel(app: AppState, caller: Caller, job_id: str) -> Reply:
    return json_reply(job_reply(app.jobs.cancel(caller.tenant, job_id)), status=202)


def _check(app: AppState, caller: Caller, body: bytes, request_id: str) -> Reply:
    asked = decode_json(body, AccessCheckRequest)
    scope = Scope(caller.tenant, parse_principals(asked.principals))
    with app.runtime.library.read() as tx:
        if documents.get(tx, caller.tenant, asked.document_id) is None:
            raise NothingHere
        opened = find_view(tx, scope, asked.document_id)
    reply = access_reply(asked.document_id, opened.seen if opened else None)
    visible = sum(section.visible for section in reply.sections)
    facts = {"request_id": request_id, "tenant": caller.tenant, "key": caller.key_id, "document": asked.document_id}
    log_facts(logger, "access checked", {**facts, "visible_sections": visible})
    return json_reply(reply)
