"""A damaged page of a PostgreSQL ledger is named by `verify --scrub`, and found by the service itself."""

import unittest
from pathlib import Path

from tests.support import program
from tests.support.events import fresh_key, make_event
from tests.support.metrics import MetricsListener
from tests.support.postgres import PrivatePostgres, query
from tests.support.service import Service
from tests.support.waiting import wait_until

PAGE_BYTES = 8192
BATCHES = 6
BATCH_EVENTS = 100


class CheckedPostgres(PrivatePostgres):
    """A server whose pages have checksums."""

    def _create(self):
        super()._create()
        self._run("pg_checksums", "--enable", "--no-sync", "-D", self._data)

    def flip(self, database: str, table: str, text: bytes) -> int:
        """Flips a bit in the stored text while the server is stopped, and returns the number of its page."""
        [place] = query(database, f"SELECT pg_relation_filepath('{table}')")
        self.stop()
        file = Path(self._data, place)
        content = bytearray(file.read_bytes())
        at = content.index(text)
        content[at] ^= 1
        file.write_bytes(content)
        self.start()
        return at // PAGE_BYTES


class RottenPostgres(unittest.TestCase):
    def setUp(self):
        self.server = CheckedPostgres()
        self.addCleanup(self.server.close)
        self.server.start()
        self.metrics = MetricsListener()
        self.service = Service.create("postgres", self.server.url, metrics_listen=self.metrics.listen)
        self.addCleanup(self.service.close)
        self.service.start()

    def send(self, key: str):
        brand = self.service.account.brand_id
        with self.service.client() as client:
            for batch in range(BATCHES):
                events = [make_event(brand, idempotency_key=f"{key}-{batch}-{i}", player_external_ref=f"player-{i}")
                          for i in range(BATCH_EVENTS)]
                answer = client.api("POST", "/events", {"events": events})
                self.assertEqual(answer.status, 202, answer.body)

    def test_a_damaged_page_is_named(self):
        key = fresh_key("rotten")
        self.send(key)
        wait_until(lambda: self.metrics.sum("fairlead_scrub_passes_total") > 0, "a pass is done")
        self.assertEqual(self.metrics.sum("fairlead_scrub_damaged_pages"), 0)
        self.service.stop()
        whole = program.run_json("verify", "--scrub", *self.service.place())
        self.assertEqual((whole["differences"], whole["found"]), (0, []))
        page = self.server.flip(self.service.ledger_url, "events", f"{key}-{BATCHES - 1}-7".encode())
        self.assertGreater(page, 0)
        named = f"table events, page {page}: it cannot be read: "
        with self.subTest("by verify --scrub"):
            done = program.run("verify", "--scrub", *self.service.place())
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual(done.stdout.count(named), 1, done.stdout)
            self.assertEqual(done.stdout.count("it cannot be read"), 1, "only the damaged page is named")
            self.assertIn(f"invalid page in block {page} of relation", done.stdout)
        with self.subTest("by the service"):
            self.service.start()
            wait_until(lambda: self.metrics.sum("fairlead_scrub_passes_total") > 0, "a pass is done")
            self.assertEqual(self.metrics.sum("fairlead_scrub_damaged_pages"), 1)
            wait_until(lambda: any(named in line.get("reason", "") for line in self.service.log_lines()), "it is logged")


if __name__ == "__main__":
    unittest.main()
