"""A flood of events from one operator does not affect another operator."""

import threading
import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import Client
from tests.support.events import make_event
from tests.support.waiting import wait_until

SENDERS = 12
BATCH = 100
QUIET_EVENTS = 200


class FairQueues:
    # One batch of the flood fills the queue.
    settings = {"queue_events_max": 100}

    def flood(self, ended: threading.Event, statuses: list[int], key: str):
        """Sends full batches until the end, and notes the answers."""
        with Client(self.service.address, key) as client:
            while not ended.is_set():
                events = [make_event(self.service.account.brand_id) for _ in range(BATCH)]
                statuses.append(client.send_batch(events).status)

    def test_an_operator_is_never_refused_because_of_another(self):
        key = self.service.create_key(requestsPerMinute=10_000_000)["key"]
        quiet = self.service.create_operator("Quiet Waters")
        ended, statuses = threading.Event(), []
        senders = [threading.Thread(target=self.flood, args=(ended, statuses, key)) for _ in range(SENDERS)]
        try:
            for sender in senders:
                sender.start()
            wait_until(lambda: 503 in statuses, "the queue is full")
            with Client(self.service.address, quiet.api_key) as client:
                answers = [client.send_event(make_event(quiet.brand_id)).status for _ in range(QUIET_EVENTS)]
        finally:
            ended.set()
            for sender in senders:
                sender.join()
        self.assertEqual(set(answers), {202})
        self.assertEqual(set(statuses), {202, 503})


class FairQueuesOnSqlite(FairQueues, ServiceCase):
    pass


class FairQueuesOnPostgres(FairQueues, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
