"""A PostgreSQL that was restarted while nobody asked for anything is noticed before the next request, not by it."""

import unittest
from concurrent.futures import ThreadPoolExecutor

from tests.support.case import OwnPostgresCase
from tests.support.events import make_event

AT_ONCE = 8
REQUESTS = 40


class LedgerRestart(OwnPostgresCase):
    def send(self, number: int) -> int:
        with self.service.client() as client:
            return client.send_event(make_event(self.service.account.brand_id, idempotency_key=f"event {number}")).status

    def send_all(self, first: int) -> set[int]:
        with ThreadPoolExecutor(AT_ONCE) as people:
            return set(people.map(self.send, range(first, first + REQUESTS)))

    def test_the_next_requests_find_it_again(self):
        # Every connection of the ledger has been in use.
        self.assertEqual(self.send_all(0), {202})
        for round_number, how in enumerate(("fast", "immediate"), 1):
            with self.subTest(how):
                self.server.restart(how)
                self.assertEqual(self.send_all(round_number * REQUESTS), {202})


if __name__ == "__main__":
    unittest.main()
