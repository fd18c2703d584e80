"""One call and the pages of one, as coroutines that both clients run. They wait for their `Line` alone."""

from __future__ import annotations

import json
import random
import secrets
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, AsyncIterator, Awaitable, Callable, Mapping
from urllib.parse import quote, urlencode

import httpx

from .answer import Answer, Options, spend
from .errors import AlmanacError, Refused, Unreachable, refusal

OPERATIONS: dict[str, dict[str, Any]] = json.loads(
    files("almanac_client").joinpath("generated/operations.json").read_text("utf-8")
)


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str | None = None
    operator_token: str | None = None
    retries: int = 3
    max_wait_seconds: float = 60
    timeout_seconds: float = 300


@dataclass(frozen=True)
class Line:
    """How requests are sent and pauses are made: of the plain client nothing gives way to others."""

    settings: Settings
    send: Callable[[httpx.Request], Awaitable[httpx.Response]]
    wait: Callable[[float], Awaitable[None]]


File = bytes | str | Any
"""A body of an upload: bytes, a text, or an iterator of bytes, which is sent once only."""
Progress = Callable[[int | None, Any], None]


async def call(
    line: Line, id: str, members: Mapping[str, Any], options: Options = Options(), file: File | None = None
) -> Answer[Any]:
    settings = line.settings
    operation = OPERATIONS[id]
    headers = _headers(settings, operation, options)
    is_stream = file is not None and not isinstance(file, (bytes, str))
    is_once = "idempotency-key" in headers or "x-dry-run" in headers
    is_safe = not is_stream and (is_once or _is_harmless(operation))
    failures = 0
    while True:
        try:
            response = await line.send(_request(settings, operation, members, headers, file))
            if response.is_success:
                answer = _read(response)
                spend(answer.cost)
                return answer
            error: AlmanacError = refusal(response)
        except httpx.TransportError as cause:
            error = Unreachable("The service cannot be reached. Check its address, and try again.")
            error.__cause__ = cause
        seconds = _until_another(error, failures, is_safe)
        if seconds is None or failures >= settings.retries or seconds > settings.max_wait_seconds:
            spend(error.cost if isinstance(error, Refused) else 0)
            raise error
        await line.wait(seconds)
        failures += 1


def _until_another(error: AlmanacError, failures: int, is_safe: bool) -> float | None:
    """None where another try would repeat the fault, or could do or charge something twice."""
    backoff = 0.5 * 2**failures * (0.5 + random.random() / 2)
    if not isinstance(error, Refused):
        return backoff if is_safe else None
    after = error.retry_after_seconds
    if error.status == 429 or (is_safe and error.status in (408, 502, 503, 504)):
        return backoff if after is None else after
    # A request with this key is running: its answer can be had when it is done.
    return after if is_safe and error.code == "idempotency_conflict" else None


def _is_harmless(operation: dict[str, Any]) -> bool:
    return "isPriced" not in operation and "isRepeatable" in operation


def _headers(settings: Settings, operation: dict[str, Any], options: Options) -> dict[str, str]:
    access = operation.get("access")
    key = options.idempotency_key
    if key is None and not _is_harmless(operation):
        key = f"client-{secrets.token_hex(16)}"
    headers = {
        "x-api-key": settings.api_key if access is None else None,
        "authorization": f"Bearer {settings.operator_token}" if access == "operator" else None,
        "idempotency-key": key if key and "takesKey" in operation else None,
        "x-max-credits": None if options.max_credits is None else str(options.max_credits),
        "x-strict": "1" if options.strict else None,
        "x-sandbox-scenario": options.scenario,
        "content-type": operation["file"][0] if "file" in operation else None,
    }
    return {**{name: value for name, value in headers.items() if value}, **options.headers}


def _request(
    settings: Settings,
    operation: dict[str, Any],
    members: Mapping[str, Any],
    headers: dict[str, str],
    file: File | None,
) -> httpx.Request:
    method, path = operation["method"], operation["path"]
    query, body = [], {}
    for name, value in members.items():
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        elif method == "GET" or "file" in operation or name in operation.get("query", ()):
            each = value if isinstance(value, list) else [value]
            query += [(name, _flat(one)) for one in each if one is not None]
        else:
            body[name] = value
    url = settings.base_url.rstrip("/") + path + (f"?{urlencode(query)}" if query else "")
    if "file" in operation:
        return httpx.Request(method, url, headers=headers, content=file)
    is_empty = method == "GET" or (method == "DELETE" and not body)
    return httpx.Request(method, url, headers=headers, json=None if is_empty else body)


def _flat(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _read(response: httpx.Response) -> Answer[Any]:
    headers = response.headers
    body = response.json() if "json" in headers.get("content-type", "") else response.text
    envelope = body if isinstance(body, dict) and "chargeInfo" in body and "output" in body else {}
    return Answer(
        output=envelope.get("output", body),
        charge_info=envelope.get("chargeInfo"),
        warnings=envelope.get("warnings") or [],
        advice=envelope.get("advice") or [],
        cost=float(headers.get("x-credits-charged", 0)),
        is_replay="idempotent-replayed" in headers,
        request_id=headers.get("x-request-id"),
        sandbox_time=headers.get("x-sandbox-time"),
    )


async def pages(
    line: Line, id: str, members: Mapping[str, Any], options: Options = Options()
) -> AsyncIterator[Answer[Any]]:
    page, key, number = OPERATIONS[id]["page"], options.idempotency_key, 0
    while True:
        number += 1
        # A key names one request; each page is another.
        own = replace(options, idempotency_key=f"{key}-{number}") if isinstance(key, str) else options
        answer = await call(line, id, members, own)
        yield answer
        position = answer.output.get(page["next"])
        if answer.output.get("hasMore") is False or position in (None, ""):
            return
        if position == members.get(page["ask"]):
            raise AlmanacError(f"{id} answers the same page again. Report it to whoever runs the service.")
        members = {**members, page["ask"]: position}


async def rows(line: Line, id: str, members: Mapping[str, Any], options: Options, of: str) -> AsyncIterator[Any]:
    async for page in pages(line, id, members, options):
        for row in page.output.get(of) or []:
            yield row


async def price(line: Line, id: str, members: Mapping[str, Any], options: Options) -> dict[str, Any]:
    headers = {**options.headers, "x-dry-run": "1"}
    answer = await call(line, id, members, replace(options, headers=headers, idempotency_key=False))
    return dict(answer.output["dryRun"])


def link_url(settings: Settings, link: str) -> str:
    """A link names the address that the service has for itself; this client may call it by another."""
    return settings.base_url.rstrip("/") + httpx.URL(link).raw_path.decode()
