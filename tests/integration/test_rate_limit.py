"""The rate limit: exact per key, shown in every response, and per address for requests without a valid key."""

import json
import threading
import time
import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import Response
from tests.support.service import Service
from tests.support.waiting import SECONDS_MAX

WINDOW_SECONDS = 60


class RateLimits:
    def limited_client(self, limit: int):
        return self.open_client(self.service.create_key(requestsPerMinute=limit)["key"])

    def assert_headers(self, answer: Response, limit: int, remaining: int):
        self.assertEqual(answer.header("X-RateLimit-Limit"), str(limit))
        self.assertEqual(answer.header("X-RateLimit-Remaining"), str(remaining))
        self.assertIn(int(answer.header("X-RateLimit-Reset")), range(0, WINDOW_SECONDS + 1))

    def assert_too_many(self, answer: Response, limit: int):
        self.assert_problem(answer, 429)
        self.assert_headers(answer, limit, 0)
        self.assertIn(int(answer.header("Retry-After")), range(1, WINDOW_SECONDS + 1))

    def test_each_response_shows_the_remaining_requests(self):
        client = self.limited_client(5)
        for remaining in (4, 3, 2, 1, 0):
            answer = client.send_event(self.event())
            self.assertEqual(answer.status, 202)
            self.assert_headers(answer, 5, remaining)
            self.assertIsNone(answer.header("Retry-After"))
        self.assert_too_many(client.send_event(self.event()), 5)

    def test_the_default_is_a_thousand(self):
        key = self.service.create_key()["key"]
        self.assert_headers(self.open_client(key).send_event(self.event()), 1000, 999)

    def test_exactly_the_limit_passes_from_many_connections_at_once(self):
        limit = 25
        key = self.service.create_key(requestsPerMinute=limit)["key"]
        answers = self.push(key, connections=20, requests_each=8)
        passed = [answer for answer in answers if answer.status == 202]
        refused = [answer for answer in answers if answer.status == 429]
        self.assertEqual((len(passed), len(refused)), (limit, len(answers) - limit))
        self.assertEqual(sorted(int(a.header("X-RateLimit-Remaining")) for a in passed), list(range(limit)))
        for answer in refused:
            self.assert_too_many(answer, limit)

    def push(self, key: str, connections: int, requests_each: int) -> list[Response]:
        answers, barrier = [], threading.Barrier(connections)

        def send():
            with self.service.client(key) as client:
                client.connect()
                barrier.wait(SECONDS_MAX)
                answers.extend([client.send_event(self.event()) for _ in range(requests_each)])

        threads = [threading.Thread(target=send) for _ in range(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(answers), connections * requests_each)
        return answers

    def test_a_refused_event_is_not_recorded(self):
        client = self.limited_client(1)
        self.assertEqual(client.send_event(self.event()).status, 202)
        event = self.event()
        self.assertEqual(client.send_event(event).status, 429)
        self.accept(event)

    def test_the_limit_is_checked_before_the_body(self):
        client = self.limited_client(2)
        self.assert_headers(client.send_body("{"), 2, 1)
        self.assert_headers(client.send_event(self.event(event_type="x")), 2, 0)
        self.assert_too_many(client.send_body("{"), 2)

    def test_a_batch_of_any_size_is_one_request(self):
        client = self.limited_client(3)
        self.assert_headers(client.send_batch([self.event() for _ in range(100)]), 3, 2)

    def test_duplicates_count_as_requests(self):
        client, event = self.limited_client(3), self.event()
        self.assert_headers(client.send_event(event), 3, 2)
        self.assert_headers(client.send_event(event), 3, 1)

    def test_a_body_that_is_too_large_is_answered_with_the_headers_too(self):
        answer = self.limited_client(3).send_body(b" " * (1024 * 1024 + 1))
        self.assertEqual(answer.status, 413)
        for header in ("Limit", "Remaining", "Reset"):
            self.assertIsNotNone(answer.header("X-RateLimit-" + header))

    def test_only_sending_events_counts(self):
        client = self.limited_client(2)
        for _ in range(5):
            self.assertEqual(client.api("GET", "/brands").status, 200)
            self.assertEqual(client.api("PUT", "/events").status, 405)
        self.assert_headers(client.send_event(self.event()), 2, 1)

    def test_every_key_has_its_own_count(self):
        first, second = self.limited_client(1), self.limited_client(1)
        self.assertEqual(first.send_event(self.event()).status, 202)
        self.assertEqual(first.send_event(self.event()).status, 429)
        self.assertEqual(second.send_event(self.event()).status, 202)

    def test_refusals_do_not_extend_the_window(self):
        client = self.limited_client(1)
        first = left = int(client.send_event(self.event()).header("X-RateLimit-Reset"))
        # The seconds that are left become fewer, although each of these requests is refused.
        while left > first - 3:
            answer = client.send_event(self.event())
            self.assertEqual(answer.status, 429)
            self.assertLessEqual(int(answer.header("X-RateLimit-Reset")), left)
            left = int(answer.header("X-RateLimit-Reset"))


class RateLimitsOnSqlite(RateLimits, ServiceCase):
    pass


class RateLimitsOnPostgres(RateLimits, PostgresCase):
    pass


class OtherRequests(ServiceCase):
    """Requests that do not send events have a limit of their own per key."""

    settings = {"key_requests_per_minute": 5}

    def test_it_is_exact_and_apart_from_the_limit_of_events(self):
        with self.service.client() as office:  # The first key makes two keys and has three requests left.
            first, second = (office.api("POST", "/api-keys", {"name": "x", "requestsPerMinute": 1}).json()["key"]
                             for _ in range(2))
        client = self.open_client(first)
        self.assertEqual([client.api("GET", "/brands").status for _ in range(5)], [200] * 5)
        for method, path in (("GET", "/brands"), ("POST", "/brands"), ("GET", "/events")):
            answer = client.api(method, path)
            self.assertEqual(self.assert_problem(answer, 429)["code"], "rate_limited")
            self.assertIn(int(answer.header("Retry-After")), range(1, WINDOW_SECONDS + 1))
            self.assertEqual((answer.header("X-RateLimit-Limit"), answer.header("X-RateLimit-Remaining")), ("5", "0"))
        self.assertEqual(client.send_event(self.event()).status, 202)
        self.assertEqual(client.send_event(self.event()).status, 429)
        # Another key has its own limit, also after its limit of events is used up.
        other = self.open_client(second)
        self.assertEqual([other.send_event(self.event()).status for _ in range(2)], [202, 429])
        self.assertEqual(other.api("GET", "/brands").status, 200)

    def test_a_request_outside_the_scopes_counts(self):
        # The key of another operator, because other tests use up the first one's requests.
        account = self.service.create_operator("Counted Gaming")
        admin = self.open_client(account.api_key)
        key = admin.api("POST", "/api-keys", {"name": "x", "scopes": ["events"]}).json()["key"]
        client = self.open_client(key)
        self.assertEqual([client.api("GET", "/statements").status for _ in range(6)], [403] * 5 + [429])


class Strangers(ServiceCase):
    settings = {"anonymous_requests_per_minute": 6, "trusted_proxies": "127.0.0.1/32"}

    def send_from(self, address: str, key: str | None = None) -> Response:
        headers = {"X-Forwarded-For": address} | ({"X-API-Key": key} if key else {})
        with self.service.stranger() as stranger:
            return stranger.send_event(self.event(), headers)

    def test_clients_without_a_key_are_limited_by_address(self):
        for remaining in (5, 4, 3, 2, 1, 0):
            answer = self.send_from("192.0.2.1")
            self.assertEqual(answer.status, 401)
            self.assertEqual(answer.header("X-RateLimit-Limit"), "6")
            self.assertEqual(answer.header("X-RateLimit-Remaining"), str(remaining))
        answer = self.send_from("192.0.2.1")
        self.assert_problem(answer, 429)
        self.assertIn(int(answer.header("Retry-After")), range(1, WINDOW_SECONDS + 1))
        self.assertEqual(self.send_from("192.0.2.2").status, 401)

    def test_a_valid_key_is_not_limited_by_others_at_the_same_address(self):
        statuses = [self.send_from("192.0.2.3").status for _ in range(8)]
        self.assertEqual(statuses, [401] * 6 + [429] * 2)
        self.assertEqual(self.send_from("192.0.2.3", self.service.account.api_key).status, 202)

    def test_a_deactivated_key_is_limited_by_address(self):
        created = self.service.create_key()
        self.client.api("PATCH", f"/api-keys/{created['id']}", {"active": False})
        statuses = [self.send_from("192.0.2.4", created["key"]).status for _ in range(8)]
        self.assertEqual(statuses, [401] * 6 + [429] * 2)


class NextWindow(unittest.TestCase):
    """The only test that waits for the end of a window. Both engines wait at the same time."""

    LIMIT = 3

    def test_refused_requests_do_not_use_up_the_next_window(self):
        nodes = [Service.launch(engine) for engine in ("sqlite", "postgres")]
        for node in nodes:
            self.addCleanup(node.close)
        clients = [node.client(node.create_key(requestsPerMinute=self.LIMIT)["key"]) for node in nodes]
        for client in clients:
            self.assertEqual(self.remaining_after(client, self.LIMIT + 20), ["2", "1", "0"] + ["0"] * 20)
        for client in clients:
            self.await_next_window(client)
            self.assertEqual(self.remaining_after(client, self.LIMIT), ["1", "0", "0"])
            client.close()

    def send(self, client) -> Response:
        return client.send_body(json.dumps({"not": "an event"}))

    def remaining_after(self, client, requests: int) -> list[str]:
        return [self.send(client).header("X-RateLimit-Remaining") for _ in range(requests)]

    def await_next_window(self, client):
        """Repeats a refused request until one passes, which is the first of the new window."""
        deadline = time.monotonic() + 5 * WINDOW_SECONDS
        client.close()  # The service may have closed the idle connection.
        answer = self.send(client)
        while answer.status == 429 and time.monotonic() < deadline:
            time.sleep(0.5)
            answer = self.send(client)
        self.assertEqual((answer.status, answer.header("X-RateLimit-Remaining")), (400, str(self.LIMIT - 1)))


if __name__ == "__main__":
    unittest.main()
