"""Another program that reads a SQLite ledger and closes it does not take anything away from the service."""

import sqlite3
import unittest

from tests.support.case import ServiceCase
from tests.support.metrics import MetricsListener
from tests.support.waiting import wait_until


class OtherReaders(ServiceCase):
    @classmethod
    def setUpClass(cls):
        cls.metrics = MetricsListener()
        cls.settings = {"metrics_listen": cls.metrics.listen}
        super().setUpClass()

    def read_and_close(self):
        connection = sqlite3.connect(self.service.data / "ledger.db", timeout=30)
        connection.execute("SELECT count(*) FROM events").fetchone()
        connection.close()

    def test_the_log_stays_when_a_reader_closes_the_ledger(self):
        """The last connection that closes deletes the log. SQLite's locks say that the service still uses it."""
        # The service also reads the file without SQLite, to compare checksums. This must not release the locks.
        wait_until(lambda: self.metrics.sum("fairlead_scrub_passes_total") > 0, "the pages were read")
        self.accept(self.event())
        log = (self.service.data / "ledger.db-wal").stat().st_ino
        self.read_and_close()
        self.assertEqual((self.service.data / "ledger.db-wal").stat().st_ino, log)
        keys = []
        for _ in range(10):
            event = self.event()
            keys.append(event["idempotency_key"])
            self.accept(event)
        self.service.kill()
        self.read_and_close()
        self.service.start()
        recorded = {key for key, _ in self.service.ledger().events(self.service.account.operator_id)}
        self.assertLessEqual(set(keys), recorded)


if __name__ == "__main__":
    unittest.main()
