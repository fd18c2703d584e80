"""The clients: `Almanac` and `AsyncAlmanac` have the same methods. All of it is written once, as coroutines."""

from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, TypeVar

import httpx

from .answer import Answer, JobResult, Options
from .flow import File, Line, Progress, Settings, call, link_url, pages, price, rows
from .generated.methods import AsyncMethods, Methods
from .jobs import run

T = TypeVar("T")
U = TypeVar("U")
Input = Mapping[str, Any]


def _now(work: Coroutine[Any, Any, T]) -> T:
    """Runs to its end what awaits nothing that gives way."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("A plain client cannot wait for what is async. Use AsyncAlmanac.")


def _each(items: AsyncIterator[T]) -> Iterator[T]:
    end: Any = object()

    async def following() -> T:
        return await anext(items, end)

    while (item := _now(following())) is not end:
        yield item


def _plain(act: Callable[[T], U]) -> Callable[[T], Awaitable[U]]:
    async def acted(value: T) -> U:
        return act(value)

    return acted


class Almanac(Methods):
    """Calls of one organization. `http` and `wait` may be replaced; close it, or use it in a `with`."""

    def __init__(
        self, base_url: str, api_key: str | None = None, *,
        http: httpx.Client | None = None, wait: Callable[[float], None] = time.sleep, **settings: Any,
    ) -> None:
        self.settings = Settings(base_url, api_key, **settings)
        self.http = http or httpx.Client(timeout=self.settings.timeout_seconds)
        self._line = Line(self.settings, _plain(self.http.send), _plain(wait))

    def __enter__(self) -> Almanac:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def _call(self, id: str, input: Any, options: Options) -> Any:
        return _now(call(self._line, id, input, options))

    def _rows(self, id: str, input: Any, options: Options, of: str) -> Any:
        return _each(rows(self._line, id, input, options, of))

    def pages(self, id: str, input: Input, options: Options = Options()) -> Iterator[Answer[Any]]:
        return _each(pages(self._line, id, input, options))

    def quote(self, id: str, input: Input, options: Options = Options()) -> dict[str, Any]:
        """The most that a call can cost. Nothing runs."""
        return _now(price(self._line, id, input, options))

    def run(
        self, start: str, input: Input, options: Options = Options(), on_progress: Progress | None = None
    ) -> JobResult[Any]:
        """Starts a job and waits for its result."""
        return _now(run(self._line, start, input, options, on_progress))

    def upload(self, id: str, file: File, input: Input = {}, options: Options = Options()) -> Answer[Any]:
        return _now(call(self._line, id, input, options, file))

    def download(self, link: str) -> Iterator[bytes]:
        with self.http.stream("GET", link_url(self.settings, link)) as response:
            response.raise_for_status()
            yield from response.iter_bytes()


class AsyncAlmanac(AsyncMethods):
    def __init__(
        self, base_url: str, api_key: str | None = None, *,
        http: httpx.AsyncClient | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep, **settings: Any,
    ) -> None:
        self.settings = Settings(base_url, api_key, **settings)
        self.http = http or httpx.AsyncClient(timeout=self.settings.timeout_seconds)
        self._line = Line(self.settings, self.http.send, wait)

    async def __aenter__(self) -> AsyncAlmanac:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    def _call(self, id: str, input: Any, options: Options) -> Any:
        return call(self._line, id, input, options)

    def _rows(self, id: str, input: Any, options: Options, of: str) -> Any:
        return rows(self._line, id, input, options, of)

    def pages(self, id: str, input: Input, options: Options = Options()) -> AsyncIterator[Answer[Any]]:
        return pages(self._line, id, input, options)

    async def quote(self, id: str, input: Input, options: Options = Options()) -> dict[str, Any]:
        return await price(self._line, id, input, options)

    async def run(
        self, start: str, input: Input, options: Options = Options(), on_progress: Progress | None = None
    ) -> JobResult[Any]:
        return await run(self._line, start, input, options, on_progress)

    async def upload(self, id: str, file: File, input: Input = {}, options: Options = Options()) -> Answer[Any]:
        return await call(self._line, id, input, options, file)

    async def download(self, link: str) -> AsyncIterator[bytes]:
        async with self.http.stream("GET", link_url(self.settings, link)) as response:
            response.raise_for_status()
            async for chunk in response.aiter_bytes():
                yield chunk
