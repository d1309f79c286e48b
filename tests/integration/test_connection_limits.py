"""One client cannot take the connections of the others, and probes are answered when all connections are taken."""

import json
import unittest

from tests.support.case import ServiceCase
from tests.support.client import API, RawConnection, Response, compose
from tests.support.metrics import MetricsListener
from tests.support.waiting import wait_until

REFUSED = "fairlead_connections_refused_total"
BY_ADDRESS = "max_connections_per_address"
OTHER_CLIENT = "127.0.0.2"


class LimitsCase(ServiceCase):
    own_settings: dict = {}

    @classmethod
    def setUpClass(cls):
        cls.metrics = MetricsListener()
        cls.settings = {"metrics_listen": cls.metrics.listen} | cls.own_settings
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.opened: list[RawConnection] = []
        self.addCleanup(self.close_all)

    def open_raw(self, **options) -> RawConnection:
        raw = self.service.raw(**options)
        self.opened.append(raw)
        return raw

    def ask(self, raw: RawConnection, path: str = "/nowhere", **headers: str) -> Response:
        raw.send(compose("GET", path, {name.replace("_", "-"): value for name, value in headers.items()}))
        return raw.read_response()

    def hold(self, count: int, **options) -> list[RawConnection]:
        """Connections that are served and stay open."""
        held = [self.open_raw(**options) for _ in range(count)]
        for raw in held:
            self.assertEqual(self.ask(raw).status, 404)
        return held

    def close_all(self):
        """Closes the connections of the test. Then only the one that reads the metrics is open."""
        while self.opened:
            self.opened.pop().close()
        wait_until(lambda: self.metrics.sum("fairlead_connections_open") <= 1, "the connections are closed")

    def assert_crowded(self, answer: Response, status: int):
        problem = self.assert_problem(answer, status)
        self.assertEqual(problem["code"], "too_many_connections")
        self.assertGreaterEqual(int(answer.header("Retry-After")), 1)
        self.assertEqual(answer.header("Connection"), "close")


class OneAddress(LimitsCase):
    own_settings = {BY_ADDRESS: 4}

    def test_an_address_has_a_limit_of_its_own(self):
        held = self.hold(4)
        self.assert_crowded(self.ask(self.open_raw()), 429)
        self.assertEqual(self.ask(self.open_raw(source=OTHER_CLIENT)).status, 404)
        held.pop().close()
        wait_until(lambda: self.ask(self.open_raw()).status == 404, "a closed connection makes room")

    def test_a_client_cannot_choose_its_address(self):
        self.hold(4)
        self.assert_crowded(self.ask(self.open_raw(), X_Forwarded_For="192.0.2.7"), 429)

    def test_refusals_are_counted_and_logged_in_samples(self):
        before = self.metrics.sum(REFUSED, limit=BY_ADDRESS)
        self.hold(4)
        for _ in range(50):
            self.assert_crowded(self.ask(self.open_raw()), 429)
        self.assertEqual(self.metrics.sum(REFUSED, limit=BY_ADDRESS), before + 50)
        lines = wait_until(lambda: [line for line in self.service.log_lines() if line.get("reason") == BY_ADDRESS],
                           "the refusals are logged")
        self.assertLess(len(lines), 10)
        self.assertEqual(lines[0]["lastClient"], "127.0.0.1")


class BehindAProxy(LimitsCase):
    own_settings = {BY_ADDRESS: 3, "trusted_proxies": "127.0.0.1"}

    def start_request(self, client: str) -> RawConnection:
        """A request of a client that is running: its body has not arrived."""
        raw = self.open_raw()
        raw.send(compose("POST", API + "/events", {
            "X-API-Key": self.service.account.api_key, "X-Forwarded-For": client, "Expect": "100-continue",
            "Content-Length": str(len(self.body()))}))
        self.assertEqual(raw.read_response().status, 100)
        return raw

    def body(self) -> bytes:
        return json.dumps(self.event(idempotency_key="proxied")).encode().ljust(2000)

    def test_a_proxy_may_have_many_connections(self):
        self.hold(20)

    def test_each_forwarded_address_has_its_own_limit(self):
        running = [self.start_request("192.0.2.1") for _ in range(3)]
        problem = self.assert_problem(self.ask(self.open_raw(), X_Forwarded_For="192.0.2.1"), 429)
        self.assertEqual(problem["code"], "too_many_connections")
        self.assertEqual(self.ask(self.open_raw(), X_Forwarded_For="192.0.2.2").status, 404)
        running[0].send(self.body())
        self.assertIn(running[0].read_response().status, (200, 202))
        # The place is free a moment after the answer was sent.
        wait_until(lambda: self.ask(self.open_raw(), X_Forwarded_For="192.0.2.1").status == 404, "the place is free")
        before = self.metrics.sum("fairlead_connections_open")
        running[1].close()
        wait_until(lambda: self.metrics.sum("fairlead_connections_open") < before, "the connection is closed")
        for _ in range(2):
            self.assertEqual(self.ask(self.open_raw(), X_Forwarded_For="192.0.2.1").status, 404)

    def test_a_refused_request_leaves_the_connection_to_other_clients(self):
        for _ in range(3):
            self.start_request("192.0.2.9")
        raw = self.open_raw()
        self.assertEqual(self.ask(raw, X_Forwarded_For="192.0.2.9").status, 429)
        self.assertEqual(self.ask(raw, X_Forwarded_For="192.0.2.10").status, 404)


class AllTaken(LimitsCase):
    own_settings = {"max_connections": 4, "io_threads": 2}

    def test_probes_are_answered_and_other_requests_are_refused(self):
        before = self.metrics.sum(REFUSED, limit="max_connections")
        self.hold(4)
        for path in ("/healthz", "/readyz"):
            with self.subTest(path):
                answer = self.ask(self.open_raw(), path)
                self.assertEqual((answer.status, answer.header("Connection")), (200, "close"))
        self.assert_crowded(self.ask(self.open_raw()), 503)
        self.assert_crowded(self.ask(self.open_raw(), API + "/health"), 503)
        self.assertEqual(self.metrics.sum(REFUSED, limit="max_connections"), before + 2)

    def test_a_flood_of_silent_connections_does_not_hide_the_probes(self):
        self.hold(4)
        for _ in range(200):
            self.open_raw()
        self.assertEqual(self.ask(self.open_raw(), "/healthz").status, 200)
        wait_until(lambda: self.metrics.sum(REFUSED) > 100, "most of them are refused")
        self.close_all()
        wait_until(lambda: self.ask(self.open_raw()).status == 404, "the service serves again")

    def test_metrics_are_answered(self):
        self.hold(4)
        self.assertGreaterEqual(self.metrics.sum("fairlead_connections_open"), 4)


if __name__ == "__main__":
    unittest.main()
