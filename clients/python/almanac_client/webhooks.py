"""Webhooks by Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

from .errors import NotGenuine


@dataclass(frozen=True)
class WebhookEvent:
    type: str
    id: str
    """The same in every attempt: leave out what you have seen."""
    is_test: bool
    payload: Any


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Checks a request to a receiver. `body` is the body as it came."""
    names = {name.lower(): value for name, value in headers.items()}
    id, sent, signatures = (names.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (id and sent.isdecimal() and signatures):
        raise NotGenuine("A header of the signature is missing. Check that the request is a webhook.")
    if abs((time.time() if now is None else now) - int(sent)) > tolerance_seconds:
        raise NotGenuine("The webhook is too old. Check the clock of this machine.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{id}.{sent}.".encode() + raw
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        try:
            key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except ValueError as cause:
            raise NotGenuine("A secret is not Base64. Copy it again.") from cause
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        # As bytes: texts that are not ASCII cannot be compared, and a header may be any.
        if any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" ")):
            is_test = names.get("webhook-test") == "true"
            return WebhookEvent(names.get("webhook-event", ""), id, is_test, json.loads(raw))
    raise NotGenuine("No secret fits the signature. Check the signing secret of the endpoint.")
