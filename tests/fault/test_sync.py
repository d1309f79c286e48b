"""An acknowledged change was synced to the disk before the response, not only written to the operating system.

Killing the service cannot show this, because the operating system keeps written data. So the test watches the calls."""

import os
import unittest
from contextlib import contextmanager
from pathlib import Path

from tests.support.events import fresh_key
from tests.support.program import REPOSITORY
from tests.support.case import ServiceCase
from tests.support.tracking import Tracking, click_path, impression_path

LIBRARY = REPOSITORY / os.environ.get("FAIRLEAD_SYNC_WITNESS", "build/release/libsync_witness.so")
LOG = "ledger.db-wal"
JOURNAL = ".segment"
ROUNDS = 20


@contextmanager
def variables(**values: str):
    """Sets the environment of programs that are started inside."""
    os.environ.update(values)
    try:
        yield
    finally:
        for name in values:
            del os.environ[name]


class Sync(Tracking, ServiceCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.notes = Path(cls.service.data.parent, "syncs")
        cls.service.stop()
        with variables(LD_PRELOAD=str(LIBRARY), SYNC_WITNESS=str(cls.notes)):
            cls.service.start()

    def syncs(self, file: str) -> int:
        """The number of syncs of files with this ending."""
        return sum(line.endswith(file) for line in self.notes.read_text().split("\n")) if self.notes.exists() else 0

    def assert_synced(self, ask, status: int, file: str = LOG):
        """Checks that each response comes after its own sync. There are no other requests at the same time."""
        for _ in range(ROUNDS):
            before = self.syncs(file)
            self.assertEqual(ask().status, status)
            self.assertGreater(self.syncs(file), before)

    def test_an_acknowledged_event_is_on_disk(self):
        self.assert_synced(lambda: self.client.send_event(self.event()), 202)

    def test_an_acknowledged_batch_is_on_disk(self):
        self.assert_synced(lambda: self.client.send_batch([self.event() for _ in range(5)]), 202)

    def test_a_redirected_click_is_on_disk(self):
        link = self.link()
        self.assert_synced(lambda: self.visit(click_path(link["linkId"])), 302, JOURNAL)

    def test_an_acknowledged_pixel_is_on_disk(self):
        creative = self.creative()
        self.assert_synced(lambda: self.visit(impression_path(creative["id"])), 200, JOURNAL)

    def test_a_change_is_on_disk(self):
        self.assert_synced(lambda: self.client.api("POST", "/brands", {"name": fresh_key("brand")}), 201)


if __name__ == "__main__":
    unittest.main()
