"""Routes, methods and connections, as normal clients see them."""

import json
import unittest

from tests.support.case import ServiceCase
from tests.support.client import API, compose


class Routes(ServiceCase):
    def methods(self, answer) -> set[str]:
        return {method.strip() for method in answer.header("Allow").split(",")}

    def test_an_unknown_path_is_not_found_with_or_without_a_key(self):
        with self.service.stranger() as stranger:
            for path in ("/nowhere", "/api/v1", "/api/v1/", "/api/v1/nowhere", "/api/v2/events", "/api/v1/events/",
                         "/api/v1/events/x/y", "/API/V1/EVENTS", "/api/v1/%65vents%00", "/../etc/passwd"):
                with self.subTest(path):
                    self.assert_problem(self.client.request("GET", path), 404)
                    self.assert_problem(stranger.request("GET", path), 404)

    def test_no_answer_of_the_api_is_cached_or_guessed(self):
        for path in ("/brands", "/health", "/nothing"):
            with self.subTest(path):
                answer = self.client.api("GET", path)
                self.assertEqual(answer.header("Cache-Control"), "no-store")
                self.assertEqual(answer.header("X-Content-Type-Options"), "nosniff")

    def test_a_known_path_says_which_methods_it_has(self):
        for method, path, allowed in (("PUT", "/api/v1/events", {"POST"}),
                                      ("DELETE", "/api/v1/brands", {"GET", "POST"}),
                                      ("PUT", "/api/v1/api-keys", {"GET", "POST"}),
                                      ("DELETE", "/api/v1/brands/x", {"GET", "PATCH"}), ("POST", "/healthz", {"GET"}),
                                      ("POST", "/readyz", {"GET"})):
            with self.subTest(f"{method} {path}"):
                answer = self.client.request(method, path)
                self.assert_problem(answer, 405)
                self.assertLessEqual(allowed, self.methods(answer))
                self.assertNotIn(method, self.methods(answer))

    def test_the_method_is_checked_before_the_key(self):
        with self.service.stranger() as stranger:
            self.assert_problem(stranger.request("PUT", "/api/v1/events"), 405)

    def test_head_is_get_without_the_body(self):
        for path in ("/healthz", "/readyz", "/api/v1/brands", "/nowhere"):
            with self.subTest(path), self.service.raw() as raw:
                headers = {"X-API-Key": self.service.account.api_key}
                raw.send(compose("GET", path, headers))
                whole = raw.read_response()
                raw.send(compose("HEAD", path, headers))
                head = raw.read_response(to_head=True)
                self.assertEqual(head.status, whole.status)
                self.assertEqual(head.header("Content-Type"), whole.header("Content-Type"))
                raw.send(compose("GET", "/healthz", headers))
                self.assertEqual(raw.read_response().status, 200)

    def test_a_query_does_not_change_the_route(self):
        answer = self.client.request("POST", "/api/v1/events?source=nightly", json.dumps(self.event()))
        self.assertEqual(answer.status, 202)


class Connections(ServiceCase):
    settings = {"idle_timeout_ms": 5000}

    def post(self, event: dict, *more: tuple[str, str]) -> bytes:
        headers = [("X-API-Key", self.service.account.api_key), *more]
        return compose("POST", API + "/events", headers, json.dumps(event).encode())

    def test_a_connection_serves_many_requests(self):
        with self.service.raw() as raw:
            for _ in range(50):
                raw.send(self.post(self.event()))
                self.assertEqual(raw.read_response().status, 202)

    def test_pipelined_requests_are_answered_in_their_order(self):
        events = [self.event() for _ in range(30)]
        requests = b"".join(self.post(event) + compose("GET", "/nowhere") for event in events)
        with self.service.raw() as raw:
            raw.send(requests)
            for event in events:
                answer = raw.read_response()
                self.assertEqual(answer.status, 202)
                self.assertEqual(answer.json()["result"]["idempotency_key"], event["idempotency_key"])
                self.assertEqual(raw.read_response().status, 404)

    def test_an_error_in_the_content_does_not_end_the_connection(self):
        with self.service.raw() as raw:
            for body in (b"{", b"[]"):
                raw.send(compose("POST", API + "/events", {"X-API-Key": self.service.account.api_key}, body))
                self.assertEqual(raw.read_response().status, 400)
            raw.send(self.post(self.event()))
            self.assertEqual(raw.read_response().status, 202)

    def test_a_connection_closes_when_the_client_asks_for_it(self):
        with self.service.raw() as raw:
            raw.send(self.post(self.event(), ("Connection", "close")))
            answer = raw.read_response()
            self.assertEqual((answer.status, answer.header("Connection")), (202, "close"))
            self.assertEqual(raw.rest(), b"")

    def test_http_1_0_is_served_and_closed(self):
        with self.service.raw() as raw:
            raw.send(b"GET /healthz HTTP/1.0\r\n\r\n")
            self.assertEqual(raw.read_response().status, 200)
            self.assertEqual(raw.rest(), b"")

    def test_an_idle_connection_is_closed_without_a_response(self):
        with self.service.raw() as raw:
            raw.send(compose("GET", "/healthz"))
            raw.read_response()
            self.assertEqual(raw.rest(), b"")

    def test_a_client_may_disconnect_in_the_middle_of_a_request(self):
        for cut in (10, 60, 200):
            with self.service.raw() as raw:
                raw.send(self.post(self.event())[:cut])
        self.accept(self.event())

    def test_a_client_may_disconnect_before_the_response(self):
        event = self.event()
        with self.service.raw() as raw:
            raw.send(self.post(event) * 20)
        self.accept(self.event())

    def test_header_names_ignore_case(self):
        with self.service.raw() as raw:
            raw.send(compose("GET", API + "/brands", {"x-api-key": self.service.account.api_key}))
            self.assertEqual(raw.read_response().status, 200)


class Forwarding(ServiceCase):
    """The service trusts 127.0.0.1 as a proxy, and no other address. A key's networks show which address counts."""

    settings = {"trusted_proxies": "127.0.0.1/32,198.51.100.0/24,2001:db8:99::/48"}
    CLIENT = "203.0.113.9"

    @classmethod
    def prepare(cls):
        cls.key = cls.service.create_key(allowedIps=[cls.CLIENT])["key"]

    def seen_as_client(self, *forwarded: str, source: str = "127.0.0.1") -> bool:
        headers = [("X-API-Key", self.key)] + [("X-Forwarded-For", value) for value in forwarded]
        with self.service.raw(source=source) as raw:
            raw.send(compose("GET", API + "/brands", headers))
            return raw.read_response().status == 200

    def test_a_trusted_proxy_names_the_client(self):
        self.assertTrue(self.seen_as_client(self.CLIENT))
        self.assertFalse(self.seen_as_client("203.0.113.10"))
        self.assertFalse(self.seen_as_client())

    def test_an_untrusted_address_cannot_name_the_client(self):
        self.assertFalse(self.seen_as_client(self.CLIENT, source="127.0.0.2"))

    def test_the_rightmost_untrusted_hop_is_the_client(self):
        self.assertTrue(self.seen_as_client(f"192.0.2.1, {self.CLIENT}"))
        self.assertTrue(self.seen_as_client(f"192.0.2.1, {self.CLIENT}, 198.51.100.3"))
        self.assertTrue(self.seen_as_client(f"{self.CLIENT},198.51.100.3,2001:db8:99::1, 198.51.100.4"))
        self.assertFalse(self.seen_as_client(f"{self.CLIENT}, 192.0.2.1"))
        self.assertFalse(self.seen_as_client(f"{self.CLIENT}, 192.0.2.1, 198.51.100.3"))

    def test_several_headers_are_one_list(self):
        self.assertTrue(self.seen_as_client("192.0.2.1", self.CLIENT))
        self.assertFalse(self.seen_as_client(self.CLIENT, "192.0.2.1"))
        self.assertTrue(self.seen_as_client(self.CLIENT, "198.51.100.3"))

    def test_an_unreadable_hop_is_not_skipped(self):
        self.assertFalse(self.seen_as_client(f"{self.CLIENT}, unknown"))
        self.assertFalse(self.seen_as_client(f"{self.CLIENT}, 999.1.1.1"))


if __name__ == "__main__":
    unittest.main()
