"""After a failed sync nothing that is acknowledged later is lost, and the log says why the service ended.

A real disk cannot be broken on demand, so a library (disk_faults.cpp) behaves like the kernel: a failed sync drops
what was written, the cache still returns it, and later syncs do not write it. A power failure deletes what the disk
lacks."""

import http.client
import os
import unittest
from contextlib import contextmanager
from pathlib import Path

from tests.support.case import ServiceCase
from tests.support.program import REPOSITORY

LIBRARY = REPOSITORY / os.environ.get("FAIRLEAD_DISK_FAULTS", "build/release/libdisk_faults.so")
ROUNDS = 5
EVENTS = 20


class FailedSync(ServiceCase):
    def setUp(self):
        super().setUp()
        self.faults = Path(self.service.data.parent, "faults")
        self.faults.mkdir(exist_ok=True)
        for file in self.faults.iterdir():
            file.unlink()
        self.log = self.service.data / "ledger.db-wal"
        self.restart_on_the_broken_disk()

    def tearDown(self):
        if not self.service.running:
            self.service.start()

    @contextmanager
    def broken_disk(self):
        """Programs that are started inside see the disk through the library."""
        os.environ.update(LD_PRELOAD=str(LIBRARY), DISK_FAULTS=str(self.faults))
        try:
            yield
        finally:
            del os.environ["LD_PRELOAD"], os.environ["DISK_FAULTS"]

    def restart_on_the_broken_disk(self):
        if self.service.running:
            self.service.stop()
        with self.broken_disk():
            self.service.start()

    def send(self, count: int) -> list[str]:
        """Sends events that must be accepted, one by one, and returns their keys."""
        events = [self.event() for _ in range(count)]
        with self.service.client() as client:
            for event in events:
                self.assertEqual(client.send_event(event).status, 202)
        return [event["idempotency_key"] for event in events]

    def fail_a_sync(self):
        """One event whose sync fails. The service must end."""
        (self.faults / "fail").touch()
        with self.service.client() as client:
            try:
                self.assertNotEqual(client.send_event(self.event()).status, 202)
            except (OSError, http.client.HTTPException):
                pass
        self.assertEqual(self.service.wait(), -6, "the service did not end by abort")
        (self.faults / "fail").unlink()

    def lose_power(self):
        """Kills the service and deletes from the log what the disk does not hold."""
        self.service.kill()
        lost = (self.faults / "lost").read_text().split()
        with open(self.log, "r+b") as log:
            for offset, size in zip(map(int, lost[::2]), map(int, lost[1::2])):
                log.seek(offset)
                log.write(bytes(size))

    def recorded(self) -> set[str]:
        return {key for key, _ in self.service.ledger().events(self.service.account.operator_id)}

    def test_what_is_acknowledged_after_a_failed_sync_survives_a_power_failure(self):
        keys = self.send(EVENTS)
        self.fail_a_sync()
        self.assertTrue((self.faults / "lost").read_text(), "the library lost nothing, so the test shows nothing")
        with self.broken_disk():
            self.service.start()
        keys += self.send(EVENTS)
        self.lose_power()
        self.service.start()
        self.assertEqual(set(keys) - self.recorded(), set())

    def test_the_log_always_says_why_the_service_ended(self):
        for _ in range(ROUNDS):
            before = self.service.log_path.stat().st_size
            self.fail_a_sync()
            reasons = [line for line in self.service.log_path.read_bytes()[before:].decode().splitlines()
                       if "a sync to disk failed" in line and "disk I/O error" in line]
            self.assertEqual(len(reasons), 1, self.service.log_tail())
            with self.broken_disk():
                self.service.start()

    def test_a_disk_that_does_not_hold_what_was_written_is_not_served(self):
        keys = self.send(EVENTS)
        self.service.kill()
        (self.faults / "stale").touch()
        for _ in range(2):
            with self.broken_disk():
                self.service.spawn()
            self.assertEqual(self.service.wait(), 1)
            self.assertIn("the disk does not hold what was written to the ledger", self.service.log_tail())
        (self.faults / "stale").unlink()
        with self.broken_disk():
            self.service.start()
        self.assertEqual(set(keys) - self.recorded(), set())


if __name__ == "__main__":
    unittest.main()
