"""A request that its head already decides is answered before its body arrives, and its body takes no memory."""

import json
import os
import select
import unittest

from tests.support.case import ServiceCase
from tests.support.client import API, RawConnection, compose
from tests.support.metrics import MetricsListener
from tests.support.waiting import wait_until

MEBIBYTE = 1024 * 1024
SENDERS = 800
SENT_BYTES = 256 * 1024
# The buffers of 800 connections, and what else a service allocates in the meantime. The bodies would be 200 MiB. The
# memory of the thread sanitizer is a multiple of that of the program.
MEMORY_MAX = 64 * MEBIBYTE * int(os.environ.get("FAIRLEAD_TEST_MEMORY_FACTOR", "1"))
SENDERS_OF_LARGE_BODIES = 70
WAITING_BYTES_MAX = 64 * MEBIBYTE
EVENTS = API + "/events"
WRONG_KEY = ("X-API-Key", "fairlead_" + "0" * 64)


def head(path: str, *headers: tuple[str, str], length: int = MEBIBYTE) -> bytes:
    """The head of a POST whose body is still to be sent."""
    return compose("POST", path, [("Host", "fairlead.test"), ("Content-Length", str(length)), *headers])


class BodiesCase(ServiceCase):
    @classmethod
    def setUpClass(cls):
        cls.metrics = MetricsListener()
        cls.settings = {"metrics_listen": cls.metrics.listen, "anonymous_requests_per_minute": 1_000_000,
                        "request_timeout_ms": 100_000}
        super().setUpClass()

    def open_raw(self) -> RawConnection:
        raw = self.service.raw()
        self.addCleanup(raw.close)
        return raw

    def held(self) -> float:
        return self.metrics.sum("fairlead_request_body_bytes")

    def key(self) -> tuple[str, str]:
        return ("X-API-Key", self.service.account.api_key)


class Memory(BodiesCase):
    def assert_holds_no_bodies(self, path: str, status: int, *headers: tuple[str, str]):
        before = self.service.resident_bytes()
        senders = [self.open_raw() for _ in range(SENDERS)]
        for sender in senders:
            sender.send(head(path, *headers) + b" " * SENT_BYTES)
        for sender in senders:
            self.assertEqual(sender.read_response().status, status)
        self.assertEqual(self.held(), 0)
        self.assertLess(self.service.resident_bytes() - before, MEMORY_MAX)
        for sender in senders:
            sender.close()

    def test_bodies_of_events_without_a_key_are_not_kept(self):
        self.assert_holds_no_bodies(EVENTS, 401)

    def test_bodies_of_changes_with_a_wrong_key_are_not_kept(self):
        self.assert_holds_no_bodies(API + "/brands", 401, WRONG_KEY)

    def test_bodies_for_unknown_paths_are_not_kept(self):
        self.assert_holds_no_bodies("/nowhere", 404)

    def test_the_bodies_of_log_ins_are_small(self):
        senders = [self.open_raw() for _ in range(SENDERS)]
        for sender in senders:
            sender.send(head(API + "/auth/login") + b" " * SENT_BYTES)
        wait_until(lambda: self.metrics.sum("fairlead_connections_open") >= SENDERS, "all connections are open")
        self.assertLess(self.held(), SENDERS * 1024)

    def test_a_body_that_is_wanted_is_counted_until_it_is_there(self):
        body = json.dumps(self.event()).encode()
        body += b" " * (MEBIBYTE - len(body))
        raw = self.open_raw()
        raw.send(head(EVENTS, self.key()) + body[:-1])
        wait_until(lambda: self.held() >= MEBIBYTE, "the body is counted")
        raw.send(body[-1:])
        self.assertEqual(raw.read_response().status, 202)
        wait_until(lambda: self.held() == 0, "the memory is returned")

    def test_a_body_is_no_longer_counted_when_its_client_has_gone(self):
        raw = self.open_raw()
        raw.send(head(EVENTS, self.key()) + b"{")
        wait_until(lambda: self.held() >= MEBIBYTE, "the body is counted")
        raw.close()
        wait_until(lambda: self.held() == 0, "the memory is returned")


    def test_bodies_of_one_address_that_never_end_have_a_bound(self):
        senders = [self.open_raw() for _ in range(SENDERS_OF_LARGE_BODIES)]
        for sender in senders:
            sender.send(head(EVENTS, self.key()) + b"{")

        def answered() -> list:
            ready, _, _ = select.select([sender.socket for sender in senders], [], [], 0)
            return [sender for sender in senders if sender.socket in ready]

        # A body has some bytes of padding, so one less than 64 fits.
        fitting = WAITING_BYTES_MAX // MEBIBYTE - 1
        refused = wait_until(lambda: len(answered()) == len(senders) - fitting and answered(), "the others are refused")
        for sender in refused:
            answer = sender.read_response()
            self.assertEqual(self.assert_problem(answer, 429)["code"], "too_many_bodies")
            self.assertEqual(answer.header("Retry-After"), "1")
        self.assertLessEqual(self.held(), WAITING_BYTES_MAX)
        self.assertEqual(self.client.send_event(self.event()).status, 202, "a body that arrives at once needs no room")
        for sender in senders:
            sender.close()
        wait_until(lambda: self.held() == 0, "the memory is returned")


class Order(BodiesCase):
    def answer_to(self, request: bytes):
        raw = self.open_raw()
        raw.send(request)
        return raw.read_response()

    def test_the_key_comes_before_the_body(self):
        for path in (EVENTS, API + "/brands", API + "/portal/links", API + "/auth/password"):
            for headers in ((), (WRONG_KEY,)):
                with self.subTest(path=path, headers=headers):
                    self.assert_problem(self.answer_to(head(path, *headers)), 401)

    def test_the_route_comes_before_the_body(self):
        self.assert_problem(self.answer_to(head(API + "/nothing", self.key())), 404)
        self.assert_problem(self.answer_to(head(API + "/health", self.key())), 405)

    def test_the_rate_limit_comes_before_the_body(self):
        limited = ("X-API-Key", self.service.create_key(requestsPerMinute=1)["key"])
        self.assertEqual(self.answer_to(head(EVENTS, limited, length=2) + b"{}").status, 400)
        answer = self.answer_to(head(EVENTS, limited))
        self.assert_problem(answer, 429)
        self.assertEqual(answer.header("X-RateLimit-Remaining"), "0")

    def test_another_origin_is_refused_before_the_body(self):
        self.assert_problem(self.answer_to(head(API + "/auth/login", ("Origin", "https://elsewhere.test"))), 403)

    def test_an_expectation_gets_its_refusal_at_once(self):
        expect = ("Expect", "100-continue")
        limited = ("X-API-Key", self.service.create_key(requestsPerMinute=1)["key"])
        self.answer_to(head(EVENTS, limited, length=2) + b"{}")
        for path, headers, status in ((EVENTS, (), 401), (EVENTS, (WRONG_KEY,), 401), (EVENTS, (limited,), 429),
                                      (API + "/brands", (), 401), ("/nowhere", (), 404)):
            with self.subTest(path=path, status=status):
                raw = self.open_raw()
                raw.send(head(path, expect, *headers, length=100))
                answer = raw.read_response()
                self.assert_problem(answer, status)
                # The client may send the body or not, so the connection cannot be used again.
                self.assertEqual(answer.header("Connection"), "close")
                self.assertEqual(raw.rest(), b"")

    def test_a_body_that_anybody_can_send_has_at_most_16_kibibytes(self):
        log_in = {"email": "a@example.test", "password": "x"}
        with self.service.stranger() as stranger:
            fits = json.dumps(log_in).ljust(16 * 1024)
            self.assertEqual(stranger.request("POST", API + "/auth/login", fits).status, 401)
            problem = self.assert_problem(stranger.request("POST", API + "/auth/login", fits + " "), 413)
            self.assertIn("16 KiB", problem["detail"])


class NextRequest(BodiesCase):
    def test_a_connection_works_after_a_body_that_nobody_wanted(self):
        for coded in (head(EVENTS) + b"x" * MEBIBYTE,
                      compose("POST", EVENTS, {"Transfer-Encoding": "chunked"}, b"5\r\nhello\r\n0\r\n\r\n", length=False)):
            raw = self.open_raw()
            raw.send(coded + compose("GET", "/healthz"))
            self.assert_problem(raw.read_response(), 401)
            self.assertEqual(raw.read_response().status, 200)

    def test_a_body_that_nobody_wanted_is_not_a_request(self):
        hidden = self.event()
        inner = compose("POST", EVENTS, dict([self.key()]), json.dumps(hidden).encode())
        raw = self.open_raw()
        raw.send(head(EVENTS, length=len(inner)) + inner + compose("GET", "/healthz", {"Connection": "close"}))
        self.assertEqual([raw.read_response().status, raw.read_response().status], [401, 200])
        self.assertEqual(raw.rest(), b"")
        self.accept(hidden)

    def test_an_unwanted_body_with_a_wrong_chunk_ends_the_connection(self):
        raw = self.open_raw()
        raw.send(compose("POST", EVENTS, {"Transfer-Encoding": "chunked"}, b"zz\r\n", length=False)
                 + compose("GET", "/healthz"))
        self.assert_problem(raw.read_response(), 401)
        self.assertEqual(raw.rest(), b"")


if __name__ == "__main__":
    unittest.main()
