"""A damaged byte in the ledger's log drops acknowledged commits. The service notices it and does not serve without
consent.

SQLite ends its recovery at the first damaged frame and reports nothing. Two other places show how far the ledger had
come: the file of marks beside it, and the analytics store. Each test removes one of them, which shows that the other is
enough."""

import random
import unittest

from tests.support import facts, program
from tests.support.events import make_event
from tests.support.metrics import MetricsListener
from tests.support.service import Service
from tests.support.waiting import wait_until

EVENTS = 60


class RottenLog(unittest.TestCase):
    def setUp(self):
        self.metrics = MetricsListener()
        self.service = Service.launch(metrics_listen=self.metrics.listen)
        self.addCleanup(self.service.close)
        self.log = self.service.data / "ledger.db-wal"
        self.marks = self.service.data / "ledger.db-marks"
        self.keys = self.send(EVENTS)

    def send(self, count: int) -> list[str]:
        events = [make_event(self.service.account.brand_id, "registration") for _ in range(count)]
        with self.service.client() as client:
            for event in events:
                self.assertEqual(client.send_event(event).status, 202)
        return [event["idempotency_key"] for event in events]

    def await_marks(self):
        """Waits until the marks were written after all events, twice: one writing may have begun before the last event."""
        for _ in range(2):
            newest = self.marks.stat().st_mtime_ns if self.marks.exists() else 0
            self.keys += self.send(1)
            wait_until(lambda: self.marks.exists() and self.marks.stat().st_mtime_ns > newest, "the marks are written")

    def recorded(self) -> set[str]:
        return {key for key, _ in self.service.ledger().events(self.service.account.operator_id)}

    def rot(self):
        """Kills the service and flips one bit in the middle of the log."""
        self.service.kill()
        chance = random.Random(18)
        size = self.log.stat().st_size
        with open(self.log, "r+b") as log:
            log.seek(size // 2 + chance.randrange(4096))
            [byte] = log.read(1)
            log.seek(-1, 1)
            log.write(bytes([byte ^ 1 << chance.randrange(8)]))

    def assert_refused(self, witness: str):
        self.service.spawn()
        self.assertEqual(self.service.wait(), 1, "the service serves a ledger that has lost commits")
        said = self.service.log_tail()
        self.assertRegex(said, f"as {witness} shows: operator {self.service.account.operator_id} "
                               r"lacks at least \d+ commits")
        self.assertIn("--accept-loss", said)

    def assert_accepted(self):
        """With consent the service starts, says how much is missing, and its reports agree with what is left."""
        self.service.start("--accept-loss")
        left = self.recorded()
        self.assertTrue(left < set(self.keys), "the damage dropped nothing, so the test shows nothing")
        missing = self.metrics.sum("fairlead_ledger_commits_missing")
        # Each event was a commit of its own.
        self.assertGreater(missing, 0)
        self.assertLessEqual(missing, len(self.keys) - len(left))
        self.keys = [*left, *self.send(3)]
        self.service.await_projection()
        self.assertEqual(self.service.stop(), 0)
        self.assertEqual(facts.differences(self.service), [])
        self.service.start()
        self.assertEqual(self.recorded(), set(self.keys))
        self.assertEqual(self.metrics.sum("fairlead_ledger_commits_missing"), 0)

    def test_the_marks_beside_the_ledger_show_the_loss(self):
        self.await_marks()
        self.rot()
        for file in self.service.data.glob("facts.duckdb*"):
            file.unlink()
        self.assert_refused("the file of marks beside it")
        # A command must not remove the evidence either.
        self.assertNotEqual(program.run("operator", "create", *self.service.place(), "--name", "Other").returncode, 0)
        verified = program.run("verify", *self.service.place())
        self.assertEqual(verified.returncode, 1, verified.stdout)
        self.assertIn("lacks at least", verified.stdout)
        self.assert_accepted()

    def test_the_analytics_store_shows_the_loss(self):
        self.service.await_projection()
        self.rot()
        self.marks.unlink()
        self.assert_refused("the analytics store")
        self.assert_accepted()

    def test_a_kill_alone_is_no_loss(self):
        self.await_marks()
        for _ in range(3):
            self.service.kill()
            self.service.start()
        self.assertEqual(self.recorded(), set(self.keys))
        self.assertEqual(self.metrics.sum("fairlead_ledger_commits_missing"), 0)

    def test_damaged_marks_are_ignored(self):
        self.service.stop()
        self.marks.write_bytes(self.marks.read_bytes()[:-20])
        self.service.start()
        wait_until(lambda: self.marks.read_text().startswith("fairlead marks 1\n") and "sum " in self.marks.read_text(),
                   "the marks are written again")
        self.assertEqual(self.recorded(), set(self.keys))


if __name__ == "__main__":
    unittest.main()
