"""`/readyz` fails when commits cannot be written, also if a small write to the ledger still works."""

import sqlite3
import unittest

from tests.support.case import ServiceCase
from tests.support.waiting import wait_until

REFUSE = "CREATE TRIGGER refuse_events BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'refused by the test'); END"


class Readiness(ServiceCase):
    def run_sql(self, statement: str):
        connection = sqlite3.connect(self.service.data / "ledger.db", timeout=30, isolation_level=None)
        try:
            connection.execute(statement)
        finally:
            connection.close()

    def ready(self) -> int:
        with self.service.stranger() as client:
            return client.request("GET", "/readyz").status

    def test_it_fails_while_events_cannot_be_stored(self):
        self.accept(self.event())
        self.assertEqual(self.ready(), 200)
        self.run_sql(REFUSE)
        try:
            # An answer of /readyz is used for a second.
            def fails() -> bool:
                self.assertEqual(self.client.send_event(self.event()).status, 500)
                return self.ready() == 503
            wait_until(fails, "the service is not ready")
        finally:
            self.run_sql("DROP TRIGGER refuse_events")
        self.accept(self.event())
        wait_until(lambda: self.ready() == 200, "the service is ready again")


if __name__ == "__main__":
    unittest.main()
