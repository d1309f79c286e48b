"""Operating the service: probes, metrics, logs and a graceful shutdown."""

import json
import re
import socket
import threading
import unittest

from tests.support import program
from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import API, Client, compose
from tests.support.events import make_event
from tests.support.metrics import MetricsListener
from tests.support.ports import free_port
from tests.support.service import Service
from tests.support.waiting import wait_until

SAMPLE = re.compile(r"^[a-zA-Z_:][a-zA-Z0-9_:]*(\{.*\})? \S+( \d+)?$")


class Probes:
    def test_a_running_service_is_alive_and_ready_without_a_key(self):
        with self.service.stranger() as stranger:
            for path in ("/healthz", "/readyz"):
                with self.subTest(path):
                    self.assertEqual(stranger.request("GET", path).status, 200)

    def test_probes_have_no_rate_limit(self):
        with self.service.stranger() as stranger:
            statuses = {stranger.request("GET", "/healthz").status for _ in range(1200)}
        self.assertEqual(statuses, {200})


class ProbesOnSqlite(Probes, ServiceCase):
    pass


class ProbesOnPostgres(Probes, PostgresCase):
    pass


class Metrics(ServiceCase):
    @classmethod
    def setUpClass(cls):
        cls.metrics_address = ("127.0.0.1", free_port())
        cls.settings = {"metrics_listen": "%s:%d" % cls.metrics_address}
        super().setUpClass()

    def scrape(self) -> dict[str, float]:
        with Client(self.metrics_address) as client:
            answer = client.request("GET", "/metrics")
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.header("Content-Type").startswith("text/plain"))
        lines = [line for line in answer.body.decode().splitlines() if line and not line.startswith("#")]
        for line in lines:
            self.assertRegex(line, SAMPLE)
        return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines}

    def accepted(self) -> float:
        return sum(value for name, value in self.scrape().items()
                   if name.startswith("fairlead_") and "event" in name and "accepted" in name)

    def test_metrics_have_their_own_listener(self):
        self.assertTrue(self.scrape())
        self.assert_problem(self.client.request("GET", "/metrics"), 404)

    def test_the_metrics_listener_serves_nothing_else(self):
        with Client(self.metrics_address, self.service.account.api_key) as client:
            self.assertEqual(client.request("GET", API + "/brands").status, 404)
            self.assertIn(client.send_event(self.event()).status, (404, 405))

    def test_accepted_events_are_counted(self):
        before = self.accepted()
        for _ in range(3):
            self.accept(self.event())
        wait_until(lambda: self.accepted() == before + 3, "the metrics count three more accepted events")

    def test_failed_credentials_of_every_kind_are_counted(self):
        before = self.scrape()["fairlead_requests_unauthorized_total"]
        self.open_client("").api("POST", "/auth/login", {"email": "nobody@guess.example", "password": "a long guess"})
        self.client.request("GET", API + "/reports/a-token-that-nobody-has")
        self.open_client("fairlead_" + "0" * 64).api("GET", "/brands")
        wait_until(lambda: self.scrape()["fairlead_requests_unauthorized_total"] == before + 3, "all three are counted")

    def test_metrics_name_no_key_and_no_player(self):
        self.accept(self.event(player_external_ref="secret-player"))
        text = " ".join(self.scrape())
        self.assertNotIn("secret-player", text)
        self.assertNotIn(self.service.account.api_key[9:], text)


class EveryConnectionTaken(ServiceCase):
    @classmethod
    def setUpClass(cls):
        cls.metrics = MetricsListener()
        cls.settings = {"metrics_listen": cls.metrics.listen, "max_connections": 5}
        super().setUpClass()

    def test_metrics_and_commands_still_work(self):
        visitors = [socket.create_connection(self.service.address) for _ in range(8)]
        self.addCleanup(lambda: [visitor.close() for visitor in visitors])
        wait_until(lambda: self.metrics.sum("fairlead_connections_refused_total") >= 3, "visitors are refused")
        done = program.run("key", "create", *self.service.place(), "--operator", self.service.account.operator_id,
                           "--name", "In need")
        self.assertEqual(done.returncode, 0, done.stderr)


class NoMetrics(ServiceCase):
    def test_without_a_listener_there_are_no_metrics(self):
        self.assertEqual(self.client.request("GET", "/metrics").status, 404)


class Logs(ServiceCase):
    settings = {"log_level": "trace"}

    def test_logs_are_json_lines_without_keys(self):
        good = self.service.account.api_key
        created = self.service.create_key(name="Fresh")["key"]
        wrong = "fairlead_" + "ab" * 32
        self.accept(self.event())
        for key in (good, created, wrong):
            self.use_everywhere(key)
        self.service.restart()
        self.client = self.open_client()
        text = self.service.log_path.read_text()
        self.assertTrue(self.service.log_lines())
        for line in self.service.log_lines():
            self.assertIsInstance(line, dict)
        for key in (good, created, wrong):
            self.assertFalse(key[9:] in text.lower(), "The log contains an API key.")
        self.assertFalse(self.service.account.admin_password in text, "The log contains a password.")

    def use_everywhere(self, key: str):
        """Sends the key in the header, and in places where a careless client may put it."""
        with self.service.client(key) as client:
            client.send_body("{")
            client.api("GET", "/brands")
            client.api("GET", "/brands?key=" + key)
            client.api("GET", "/brands/" + key)
            client.request("GET", "/" + key)
            careless = {"Authorization": "Bearer " + key, "User-Agent": key, "Referer": key}
            client.request("GET", "/healthz", headers=careless)

    def test_a_failed_request_can_be_found_by_its_id(self):
        name = self.client.send_body("{").header("X-Request-Id")
        wait_until(lambda: name in self.service.log_path.read_text(), "the log names the request")


class Shutdown:
    """Each test ends its own service."""

    engine: str

    def setUp(self):
        # Longer than an idle service takes to stop on a slow machine.
        self.service = Service.launch(self.engine, drain_timeout_ms=150_000)
        self.addCleanup(self.service.close)

    def event(self) -> dict:
        return make_event(self.service.account.brand_id)

    def request(self, event: dict) -> bytes:
        key = {"X-API-Key": self.service.account.api_key}
        return compose("POST", API + "/events", key, json.dumps(event).encode())

    def test_running_requests_are_finished(self):
        event = self.event()
        body = json.dumps(event).encode()
        headers = {"X-API-Key": self.service.account.api_key, "Expect": "100-continue", "Content-Length": len(body)}
        with self.service.raw() as raw, self.service.raw() as idle:
            idle.send(compose("GET", "/healthz"))
            idle.read_response()
            raw.send(compose("POST", API + "/events", headers))
            self.assertEqual(raw.read_response().status, 100)  # The service has started to handle this request.
            self.service.terminate()
            self.assertEqual(idle.rest(), b"")
            raw.send(body)
            answer = raw.read_response()
            self.assertEqual(answer.status, 202)
            self.assertEqual(raw.rest(), b"")
        self.assertEqual(self.service.wait(), 0)
        self.assert_recorded({event["idempotency_key"]: answer.json()["result"]["event_id"]})

    def test_under_load_no_acknowledged_event_is_lost_and_no_response_is_partial(self):
        acknowledged, cut = {}, []
        threads = [threading.Thread(target=self.send_until_the_end, args=(acknowledged, cut)) for _ in range(8)]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(acknowledged) > 200, "the load runs")
        self.assertEqual(self.service.stop(), 0)
        for thread in threads:
            thread.join()
        self.assertEqual(cut, [])
        self.assert_recorded(acknowledged)

    def send_until_the_end(self, acknowledged: dict, cut: list):
        """Posts one event after the other until the service stops. Only a partial response is an error."""
        with self.service.raw() as raw:
            while True:
                event = self.event()
                try:
                    raw.send(self.request(event))
                    if not raw.socket.recv(1, socket.MSG_PEEK):
                        return
                except OSError:
                    return
                try:
                    answer = raw.read_response()
                except (OSError, ValueError) as error:
                    cut.append(repr(error))
                    return
                if answer.status == 202:
                    acknowledged[event["idempotency_key"]] = answer.json()["result"]["event_id"]
                elif answer.status != 503 and answer.status != 429:
                    cut.append(f"{answer.status}: {answer.body!r}")

    def assert_recorded(self, acknowledged: dict[str, str]):
        recorded = dict(self.service.ledger().events(self.service.account.operator_id))
        self.assertLessEqual(acknowledged.items(), recorded.items())

    def test_an_idle_service_stops_soon(self):
        with self.service.client() as client:
            client.send_event(self.event())
            self.service.terminate()
            self.assertEqual(self.service.wait(seconds_max=60), 0)


class ShutdownOnSqlite(Shutdown, unittest.TestCase):
    engine = "sqlite"


class ShutdownOnPostgres(Shutdown, unittest.TestCase):
    engine = "postgres"


if __name__ == "__main__":
    unittest.main()
