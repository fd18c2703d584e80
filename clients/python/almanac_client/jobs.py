"""Jobs, followed as client/src/job-table.ts says: `generated/jobs.json` is written from it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Mapping

from .answer import Answer, JobResult, Options, spend
from .errors import JobFailed, Refused
from .flow import Line, Progress, call, rows

JOBS: dict[str, dict[str, Any]] = json.loads(
    files("almanac_client").joinpath("generated/jobs.json").read_text("utf-8")
)
_DONE = {"done", "completed", "normal"}
_BROKEN = {"failed", "canceled", "expired", "withdrawn", "rejected_no_funds", "draft"}


async def run(
    line: Line, start: str, members: Mapping[str, Any], options: Options, on_progress: Progress | None
) -> JobResult[Any]:
    """Interrupted (Ctrl-C, a canceled task), the job is canceled at the service, where there is a way to."""
    job = JOBS[start]
    started = await call(line, start, members, options)
    ask = {name: started.output.get(source, members.get(source)) for name, source in job["ask"].items()}
    seconds = 0.5
    try:
        while True:
            answer = await call(line, job["poll"], ask)
            is_done, percent, failure = state(answer.output)
            if on_progress is not None:
                on_progress(100 if is_done else percent, answer.output)
            if is_done:
                break
            await line.wait(seconds)
            seconds = min(seconds * 1.5, 10)
    except Exception:
        raise
    except BaseException:
        if "cancel" in job:
            await call(line, job["cancel"], ask)
        raise
    cost = await _cost(line, job["costIn"], started, answer)
    spend((started.cost if cost is None else cost) - started.cost)
    if failure is not None:
        raise JobFailed(failure, answer.output)
    return JobResult(started.output, answer.output, ask, cost)


def state(output: dict[str, Any]) -> tuple[bool, int | None, str | None]:
    """Whether it has ended, how far it is, and why it failed."""
    run = output.get("run", output)
    percent = run.get("progressPercent")
    word = str(run.get("status") or run.get("currentStage") or "").lower()
    if isinstance(run.get("done"), bool):
        profile = run.get("profile") or {}
        is_broken = run.get("failed") or run.get("canceled") or profile.get("status") == "failed"
        word = "failed" if is_broken else "done" if run["done"] else ""
    reason = run.get("error") or run.get("errorMessage") or run.get("buildError")
    failure = str(reason or f"The job ended as {word}.") if word in _BROKEN else None
    return word in _DONE or failure is not None, percent, failure


async def _cost(line: Line, cost_in: str, start: Answer[Any], end: Answer[Any]) -> float | None:
    if cost_in == "poll":
        return float((end.charge_info or {}).get("creditsCharged", 0))
    if start.request_id is None or start.is_replay:
        return None
    ask = {"requestId": start.request_id, "kind": ["capture", "refund"], "pageSize": 1000}
    credits = 0.0
    try:
        async for entry in rows(line, "getLedger", ask, Options(), "entries"):
            credits += -entry["credits"] if entry["kind"] == "refund" else entry["credits"]
    except Refused:
        return None
    return credits
