"""The service notices a restart of an idle PostgreSQL before the next request fails. It gives up on a server that
hangs, and such a server does not prevent the service from stopping."""

import unittest
from concurrent.futures import ThreadPoolExecutor

from tests.support.case import OwnPostgresCase
from tests.support.events import make_event
from tests.support.metrics import MetricsListener
from tests.support.waiting import wait_until

AT_ONCE = 8
REQUESTS = 40
# More than the time limit of a statement.
GIVEN_UP_SECONDS_MAX = 180
STOP_SECONDS_MAX = 180


class LedgerRestart(OwnPostgresCase):
    def send(self, number: int) -> int:
        with self.service.client() as client:
            return client.send_event(make_event(self.service.account.brand_id, idempotency_key=f"event {number}")).status

    def send_all(self, first: int) -> set[int]:
        with ThreadPoolExecutor(AT_ONCE) as people:
            return set(people.map(self.send, range(first, first + REQUESTS)))

    def test_the_next_requests_succeed(self):
        # Every connection of the ledger has been used.
        self.assertEqual(self.send_all(0), {202})
        for round_number, how in enumerate(("fast", "immediate"), 1):
            with self.subTest(how):
                self.server.restart(how)
                self.assertEqual(self.send_all(round_number * REQUESTS), {202})

    def test_a_server_that_hangs_times_out_and_is_found_again(self):
        metrics = MetricsListener()
        self.service.settings["metrics_listen"] = metrics.listen
        self.service.restart()
        self.assertEqual(self.send(0), 202)
        self.server.pause()
        self.addCleanup(self.server.resume)
        with ThreadPoolExecutor(1) as people:
            sent = people.submit(self.send, 1)
            wait_until(lambda: metrics.sum("fairlead_ledger_writable") == 0, "the metrics show that it hangs")
            wait_until(lambda: metrics.sum("fairlead_ledger_failures_total") > 0, "it times out", GIVEN_UP_SECONDS_MAX)
            self.assertEqual(sent.result(), 503)
        self.service.terminate()
        self.assertEqual(self.service.wait(STOP_SECONDS_MAX), 0)
        self.server.resume()
        self.service.start()
        self.assertIn(self.send(1), (200, 202))
        wait_until(lambda: metrics.sum("fairlead_ledger_writable") == 1, "the metrics show that it is available again")


if __name__ == "__main__":
    unittest.main()
