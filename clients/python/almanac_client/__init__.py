"""The Python client of Almanac."""

from .answer import Answer, Cost, JobResult, Options, cost
from .client import Almanac, AsyncAlmanac
from .errors import AlmanacError, Conflict, Forbidden, Invalid, JobFailed, NotFound, NotGenuine, OutOfCredits
from .errors import RateLimited, Refused, Unauthorized, Unavailable, Unreachable
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "Almanac", "AlmanacError", "Answer", "AsyncAlmanac", "Conflict", "Cost", "Forbidden", "Invalid",
    "JobFailed", "JobResult", "NotFound", "NotGenuine", "OutOfCredits", "Options", "RateLimited",
    "Refused", "Unauthorized", "Unavailable", "Unreachable", "WebhookEvent", "cost", "verify_webhook",
]
