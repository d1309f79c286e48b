"""A scheduled report is not sent while facts of its days are missing, and goes out complete when they are there."""

import re
import socket
import socketserver
import threading
import time
import unittest
from datetime import date, datetime, timedelta, timezone
from urllib.parse import urlsplit

from tests.support import clickhouse, program
from tests.support.catalogue import CatalogueCase
from tests.support.events import fresh_key
from tests.support.receiver import Receiver
from tests.support.shifted_clock import ShiftedClock
from tests.support.waiting import wait_until

INSERT = re.compile(rb"POST [^\r\n]*INSERT")
# The service looks at its schedules every two seconds.
LOOKED_AT_SECONDS = 8


class Gate(socketserver.ThreadingTCPServer):
    """Passes everything on to ClickHouse, but cuts INSERTs while it is closed."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, url: str):
        self.target = (urlsplit(url).hostname, urlsplit(url).port)
        self.closed = False
        self.refused = 0
        super().__init__(("127.0.0.1", 0), None)
        self.url = url.replace(f":{self.target[1]}/", f":{self.server_address[1]}/")
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)
        self._thread.start()

    def finish_request(self, request, _address):
        with socket.create_connection(self.target) as server:
            back = threading.Thread(target=self._copy, args=(server, request), daemon=True)
            back.start()
            self._copy(request, server, self._refuses)
            back.join()

    def _refuses(self, data: bytes) -> bool:
        if not self.closed or not INSERT.match(data):
            return False
        self.refused += 1
        return True

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket, refuses=lambda _: False):
        try:
            while data := source.recv(1 << 16):
                if refuses(data):
                    break
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.shutdown()
        self.server_close()
        self._thread.join()


class FactsThatAreLate(CatalogueCase):
    settings = {"outbox_allow_networks": "127.0.0.0/8"}

    @classmethod
    def setUpClass(cls):
        cls.gate = Gate(clickhouse.fresh_database(clickhouse.shared_url()))
        cls.addClassCleanup(cls.gate.close)
        cls.settings = cls.settings | {"facts": cls.gate.url}
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)
        self.clock = ShiftedClock(self.service.data.parent / "shift")
        self.service.stop()
        with self.clock.used():
            self.service.start()
        self.client = self.open_client()

    def go_to_noon(self, day: date):
        """Sets the clock of the service."""
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=timezone.utc)
        self.clock.shift(int((noon - datetime.now(timezone.utc)).total_seconds()))
        self.assertTrue(program.run_json("clock", "confirm", *self.service.place())["trusted"])

    def register(self, day: date, count: int):
        for _ in range(count):
            self.accept(self.event(player_external_ref=fresh_key(), event_time=f"{day}T11:00:00Z"))

    def registrations(self, day: date) -> str | None:
        answer = self.client.api("POST", "/reports/query", {"groupKeys": ["brand"], "metrics": ["registration_count"],
                                                            "startDate": str(day), "endDate": str(day)})
        rows = answer.json()["rows"] if answer.status == 200 else []
        return rows[0]["metrics"]["registration_count"] if rows else None

    def test_a_report_waits_until_the_projector_has_passed_its_days(self):
        # Noon of a later day, so that no part of the test is near midnight.
        day = datetime.now(timezone.utc).date() + timedelta(days=1)
        self.go_to_noon(day)
        preset = self.preset(groupKeys=["brand"], metrics=["registration_count"])
        schedule = self.schedule(presetId=preset["id"], hour=0, url=self.receiver.url + "/r")
        one = "/report-schedules/" + schedule["id"]
        self.register(day, 1)
        wait_until(lambda: self.registrations(day), "reports show the first registration")
        self.gate.closed = True
        self.register(day, 4)
        # After the second attempt, the service knows that facts are missing.
        wait_until(lambda: self.gate.refused >= 2, "the projector cannot write")
        self.go_to_noon(day + timedelta(days=1))
        refused = self.gate.refused
        wait_until(lambda: self.gate.refused > refused, "the projector tries again")
        ends = time.monotonic() + LOOKED_AT_SECONDS
        while time.monotonic() < ends:
            self.assertEqual(self.client.api("GET", one + "/runs").json()["items"], [])
            self.assert_problem(self.client.api("POST", one + "/send"), 503)
            time.sleep(0.5)
        self.assertEqual(self.receiver.received, [])
        self.gate.closed = False
        [run] = wait_until(lambda: self.client.api("GET", one + "/runs").json()["items"], "the report is sent")
        self.assertEqual((run["startDate"], run["endDate"], run["actor"], run["error"]),
                         (str(day), str(day), "service", None))
        [posted] = wait_until(lambda: self.receiver.received, "the report")
        self.assertEqual(posted.body.split("\r\n")[1].split(",")[1], "5")


if __name__ == "__main__":
    unittest.main()
