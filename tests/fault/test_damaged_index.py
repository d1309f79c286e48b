"""A damaged index of keys is rebuilt while the service runs, and no key is accepted twice."""

import unittest
from pathlib import Path

from tests.support.case import ServiceCase
from tests.support.metrics import MetricsListener
from tests.support.waiting import wait_until

EVENTS = 200


def damage_entries(index: Path):
    """Inverts the first half of every file of entries, where the entries are."""
    for file in index.glob("*.sst"):
        content = bytearray(file.read_bytes())
        half = len(content) // 2
        content[:half] = bytes(byte ^ 0xFF for byte in content[:half])
        with open(file, "r+b") as opened:
            opened.write(content)


class DamagedIndex(ServiceCase):
    @classmethod
    def setUpClass(cls):
        cls.metrics = MetricsListener()
        cls.settings = {"metrics_listen": cls.metrics.listen}
        super().setUpClass()

    def test_it_is_rebuilt_while_the_service_runs(self):
        events = [self.event() for _ in range(EVENTS)]
        ids = [self.accept(event) for event in events]
        self.service.restart()
        client = self.open_client()
        damage_entries(self.service.data / "ledger.db-keys")
        # Some entries may be in memory already.
        refused = next((answer for answer in map(client.send_event, events) if answer.status not in (200, 202)), None)
        self.assertIsNotNone(refused, "the damage was not read, so the test shows nothing")
        self.assert_problem(refused, 503)
        fresh = self.event()
        wait_until(lambda: client.send_event(fresh).status == 202, "the index is rebuilt")
        for event, event_id in zip(events, ids):
            result = client.send_event(event).json()["result"]
            self.assertEqual((result["status"], result["event_id"]), ("duplicate", event_id))
        self.assertEqual(client.send_event(self.event()).json()["result"]["status"], "accepted")
        self.assertEqual(self.metrics.sum("fairlead_index_rebuilding"), 0)
        wait_until(lambda: "the index was rebuilt" in self.service.log_path.read_text(), "it is logged")
        self.assertTrue(list(self.service.data.glob("ledger.db-keys.aside-*")), "the damaged index was not kept")
        wait_until(lambda: client.request("GET", "/readyz").status == 200, "the service is ready")


if __name__ == "__main__":
    unittest.main()
