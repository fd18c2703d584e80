"""What needs no service: retries, pages and webhooks. Run by test/client/python.test.ts, or by itself."""

import base64
import hashlib
import hmac
import os
import sys
import unittest
from typing import Any

import httpx

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from almanac_client import Almanac, NotGenuine, Options, Unreachable, verify_webhook  # noqa: E402

PAID = {"output": {"data": [], "nextCursor": None}, "chargeInfo": {"method": "free"}}
SEARCH: Any = {"searchParams": {}}


class Scripted:
    """A service that answers so, one after the other."""

    def __init__(self, *turns: Any, **settings: Any) -> None:
        self.sent: list[httpx.Request] = []
        self.waits: list[float] = []
        self.turns = list(turns)
        transport = httpx.MockTransport(self.answer)
        http = httpx.Client(transport=transport)
        self.almanac = Almanac("http://almanac.test", "key", http=http, wait=self.waits.append, **settings)

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        turn = self.turns.pop(0) if self.turns else httpx.Response(200, json=PAID)
        if isinstance(turn, Exception):
            raise turn
        return turn

    @property
    def keys(self) -> list[str | None]:
        return [request.headers.get("idempotency-key") for request in self.sent]


LOST = httpx.ConnectError("lost")


class Retries(unittest.TestCase):
    def test_a_paid_request_has_the_same_key_in_every_attempt(self) -> None:
        service = Scripted(LOST, httpx.Response(503, headers={"retry-after": "2"}))
        service.almanac.company_search(SEARCH)
        self.assertEqual(len(set(service.keys)), 1)
        self.assertRegex(service.keys[0] or "", "^client-[0-9a-f]{32}$")
        self.assertEqual(service.waits[1], 2)

    def test_what_could_be_charged_twice_is_sent_once(self) -> None:
        for work in (
            lambda almanac: almanac.company_search(SEARCH, Options(idempotency_key=False)),
            lambda almanac: almanac.get_company({"companyId": "1"}),
            lambda almanac: almanac.upload("uploadEnrichList", iter([b"name\n"])),
        ):
            service = Scripted(LOST)
            with self.assertRaises(Unreachable):
                work(service.almanac)
            self.assertEqual(len(service.sent), 1)

    def test_too_many_requests_are_tried_again_without_a_key(self) -> None:
        service = Scripted(httpx.Response(429, headers={"retry-after": "7"}))
        service.almanac.company_search(SEARCH, Options(idempotency_key=False))
        self.assertEqual((len(service.sent), service.waits), (2, [7]))


class Pages(unittest.TestCase):
    def test_each_page_has_a_key_and_the_cursor_of_the_one_before(self) -> None:
        first = {**PAID, "output": {"data": [{"id": 1}], "nextCursor": "p2", "hasMore": True}}
        service = Scripted(httpx.Response(200, json=first))
        rows = list(service.almanac.company_search_rows(SEARCH, Options(idempotency_key="order")))
        self.assertEqual((len(rows), service.keys), (1, ["order-1", "order-2"]))
        self.assertIn(b'"cursor"', service.sent[1].content)


class Webhooks(unittest.TestCase):
    key = b"k" * 24
    secret = "whsec_" + base64.b64encode(key).decode()
    body = '{"note":"Zürich"}'

    def headers(self, sent: int) -> dict[str, str]:
        signed = f"evt_1.{sent}.{self.body}".encode()
        signature = base64.b64encode(hmac.new(self.key, signed, hashlib.sha256).digest()).decode()
        return {
            "Webhook-Id": "evt_1",
            "Webhook-Timestamp": str(sent),
            "Webhook-Signature": f"v1,AAAA v1,{signature}",
            "Webhook-Event": "audience.build_completed",
        }

    def test_a_genuine_one_is_read(self) -> None:
        event = verify_webhook(self.body, self.headers(1000), [self.secret], now=1001)
        self.assertEqual((event.type, event.payload), ("audience.build_completed", {"note": "Zürich"}))

    def test_others_are_not(self) -> None:
        headers = self.headers(1000)
        other = "whsec_" + base64.b64encode(b"x" * 24).decode()
        for body, secret, now in ((self.body + " ", self.secret, 1001), (self.body, other, 1001), (self.body, self.secret, 1400)):
            with self.assertRaises(NotGenuine):
                verify_webhook(body, headers, secret, now=now)
        with self.assertRaises(NotGenuine):
            verify_webhook(self.body, {}, self.secret)

    def test_whatever_a_header_holds_is_not_genuine(self) -> None:
        for name, value in (("Webhook-Signature", "v1,é"), ("Webhook-Timestamp", "²")):
            with self.assertRaises(NotGenuine):
                verify_webhook(self.body, {**self.headers(1000), name: value}, self.secret, now=1001)


if __name__ == "__main__":
    unittest.main()
