"""What the client raises."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class AlmanacError(Exception): ...


class Unreachable(AlmanacError):
    """No answer came: nobody knows whether the service has done what was asked."""


class JobFailed(AlmanacError):
    """A job that ended without its result; `output` is the last that was read of it."""

    def __init__(self, message: str, output: Any) -> None:
        super().__init__(message)
        self.output = output


class NotGenuine(AlmanacError):
    """A webhook that is signed by no secret that is known, or too old. Answer 400."""


class Refused(AlmanacError):
    """The service answered with an error. `code` names its kind and never changes; the message is for people."""

    def __init__(self, response: httpx.Response) -> None:
        try:
            body = response.json()
        except ValueError:
            body = {}
        self.body: dict[str, Any] = body if isinstance(body, dict) else {}
        self.issues: list[dict[str, str]] = self.body.get("issues", [])
        """What is wrong, each with its `path`."""
        message = self.body.get("message", f"The service answered {response.status_code} without a reason.")
        first = "".join(f" {issue['path']}: {issue['message']}" for issue in self.issues[:1])
        super().__init__(message + first)
        self.status = response.status_code
        self.code = str(self.body.get("code", "unknown"))
        self.request_id: str | None = self.body.get("requestId", response.headers.get("x-request-id"))
        self.retry_after_seconds = _seconds(response.headers.get("retry-after"))
        self.cost = float(response.headers.get("x-credits-charged", 0))


class Invalid(Refused):
    """400, 413, 415, 422. Nothing was changed or charged."""


class Unauthorized(Refused): ...
class OutOfCredits(Refused): ...
class Forbidden(Refused): ...
class NotFound(Refused): ...
class Conflict(Refused): ...
class RateLimited(Refused): ...
class Unavailable(Refused): ...


_kinds: dict[int, type[Refused]] = {
    **dict.fromkeys((400, 413, 415, 422), Invalid),
    401: Unauthorized,
    402: OutOfCredits,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    429: RateLimited,
}


def refusal(response: httpx.Response) -> Refused:
    kind = Unavailable if response.status_code >= 500 else Refused
    return _kinds.get(response.status_code, kind)(response)


def _seconds(value: str | None) -> float | None:
    if value is None:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
