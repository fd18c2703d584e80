"""What a call takes and answers."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Generic, Iterator, Literal, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """`idempotency_key` names the act; by default one is made for each call, False sends none."""

    idempotency_key: str | Literal[False] | None = None
    max_credits: float | None = None
    strict: bool = False
    scenario: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer(Generic[T]):
    output: T
    charge_info: dict[str, Any] | None
    warnings: list[dict[str, str]]
    advice: list[str]
    cost: float
    """Credits that this request was charged; 0 for a replay."""
    is_replay: bool
    request_id: str | None
    sandbox_time: str | None


@dataclass(frozen=True)
class JobResult(Generic[T]):
    started: Any
    output: T
    ask: dict[str, Any]
    """What the poll was asked with, to read further pages."""
    cost: float | None
    """None where the key may not read the ledger, or the start was a replay."""


@dataclass
class Cost:
    credits: float = 0


_costs: ContextVar[tuple[Cost, ...]] = ContextVar("almanac_costs", default=())


@contextmanager
def cost() -> Iterator[Cost]:
    """Adds up what the calls and jobs of a block cost, those of tasks that it starts too."""
    mine = Cost()
    token = _costs.set((*_costs.get(), mine))
    try:
        yield mine
    finally:
        _costs.reset(token)


def spend(credits: float) -> None:
    for each in _costs.get():
        each.credits += credits
