"""Run by test/client/python.test.ts against a real service: one line of JSON for each check."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import pathlib
import re
import sys
import time
from typing import Any

import httpx

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from almanac_client import (  # noqa: E402
    Almanac, AsyncAlmanac, Invalid, NotFound, OutOfCredits, Options, RateLimited, Unreachable, cost,
)
from recipes.find_companies import find_companies, find_companies_async  # noqa: E402

URL, KEY, SANDBOX, HOOK = (os.environ[name] for name in ("URL", "KEY", "SANDBOX", "HOOK"))


def wait(_: float) -> None:
    """The test works on the jobs of the service meanwhile."""
    httpx.get(HOOK).raise_for_status()


async def wait_async(_: float) -> None:
    async with httpx.AsyncClient() as http:
        (await http.get(HOOK)).raise_for_status()


def say(name: str, **values: Any) -> None:
    print(json.dumps({"name": name, **values}), flush=True)


def kind_of(work: Any) -> str:
    try:
        work()
    except Exception as error:
        return type(error).__name__
    return "nothing"


def plain() -> None:
    with Almanac(URL, KEY, wait=wait) as almanac:
        names, credits = find_companies(almanac, 3)
        say("rows", rows=len(names), credits=credits)
        search: Any = {"searchParams": {}, "pageSize": 2}
        first = almanac.company_search(search, Options(idempotency_key="order-1"))
        with cost() as spent:
            again = almanac.company_search(search, Options(idempotency_key="order-1"))
        say("replay", credits=first.cost, again=spent.credits, same=again.output == first.output)
        quote = almanac.quote("companySearch", search)
        say("quote", enough=quote["maxCredits"] >= first.cost)
        domain = first.output["data"][0]["domains"][0]
        upload = almanac.upload("uploadEnrichList", f"Website\n{domain}\n".encode(), {"fileName": "a.csv"})
        percents: list[int | None] = []
        with cost() as spent:
            job = almanac.run(
                "startEnrichList",
                {"uploadId": upload.output["uploadId"], "as": "companies"},
                on_progress=lambda percent, _: percents.append(percent),
            )
        text = b"".join(almanac.download(job.output["run"]["outputUrl"])).decode()
        say("job", credits=spent.credits, same=spent.credits == job.cost, last=percents[-1], enriched=domain in text)
        people: Any = {"personDetails": [{"pnetUrl": {"value": f"nobody-{index}"}} for index in range(12)]}
        with cost() as spent:
            batch = almanac.run("startBatchContactDetails", people)
        rows = list(almanac.poll_batch_contact_details_rows({"taskId": batch.ask["taskId"], "take": 5}))
        say("batch", rows=len(rows), credits=spent.credits)
        try:
            import pandas

            from recipes.enrich_dataframe import enrich

            frame = enrich(almanac, pandas.DataFrame({"Website": [domain, "nobody.example"]}))
            say("frame", rows=list(frame["match"]))
        except ImportError:
            pass
        say(
            "errors",
            kinds=[
                kind_of(lambda: almanac.company_search({"searchParams": {}, "pageSize": -1})),
                kind_of(lambda: almanac.get_export({"exportId": "exp_01kf3wz3a0s6n4yq8b2c7d5e9f"})),
                kind_of(lambda: almanac.company_search(search, Options(max_credits=0.001))),
            ],
            expected=[Invalid.__name__, NotFound.__name__, OutOfCredits.__name__],
        )
    with Almanac(URL, SANDBOX, wait=lambda _: None, retries=1) as trial:
        limited = kind_of(lambda: trial.company_count({"searchParams": {}}, Options(scenario="rate-limited")))
        say("sandbox", kind=limited, expected=RateLimited.__name__)
    with Almanac("http://127.0.0.1:9", KEY, wait=lambda _: None) as nobody:
        say("unreachable", kind=kind_of(nobody.get_org_credits), expected=Unreachable.__name__)


async def concurrent() -> None:
    async with AsyncAlmanac(URL, KEY, wait=wait_async) as almanac:
        names, credits = await find_companies_async(almanac, 3)
        say("async rows", rows=len(names), credits=credits)
        stop = asyncio.Event()

        async def forever(_: float) -> None:
            stop.set()
            await asyncio.Event().wait()

        slow = AsyncAlmanac(URL, KEY, wait=forever)
        csv = "Website\nnobody.example\n"
        task = asyncio.create_task(slow.run("startEnrichList", {"inlineCsv": csv, "as": "companies"}))
        await stop.wait()
        task.cancel()
        ended = (await asyncio.gather(task, return_exceptions=True))[0]
        runs = [run["status"] async for run in almanac.list_enrich_runs_rows()]
        await slow.http.aclose()
        say("async cancel", ended=type(ended).__name__, status="canceled" in runs)


def readme() -> None:
    """The examples of the README, on this service; where they would sleep, its jobs are worked on."""
    text = pathlib.Path(__file__).parents[1].joinpath("README.md").read_text("utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    lines: list[str] = []
    names: dict[str, Any] = {
        "URL": URL, "KEY": KEY, "WAIT": wait, "SECRET": "whsec_" + base64.b64encode(b"k" * 24).decode(),
        "print": lambda *words: lines.append(" ".join(map(str, words))),
    }
    for example in examples:
        exec(example.replace("Almanac(URL, KEY)", "Almanac(URL, KEY, wait=WAIT)"), names)
    sent = str(int(time.time()))
    digest = hmac.new(b"k" * 24, f"evt_1.{sent}.{{}}".encode(), hashlib.sha256).digest()
    headers = {"webhook-id": "evt_1", "webhook-timestamp": sent, "webhook-event": "credits.low"}
    signed = {**headers, "webhook-signature": "v1," + base64.b64encode(digest).decode()}
    answers = [names["receive"]("{}", headers), names["receive"]("{}", signed)]
    say("readme", lines=lines[1:], answers=answers, credits=float(lines[3].split()[0]))


plain()
readme()
asyncio.run(concurrent())
