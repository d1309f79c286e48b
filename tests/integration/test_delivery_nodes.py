"""Several nodes on one PostgreSQL share the deliveries. No message is sent by two nodes, and the messages of a killed
node are taken over."""

import os
import signal
import unittest
from collections import Counter

from tests.support.case import TwoNodes
from tests.support.catalogue import CatalogueOnPostgres
from tests.support.events import fresh_key
from tests.support.metrics import MetricsListener
from tests.support.receiver import Receiver
from tests.support.tracking import click_id_of
from tests.support.waiting import wait_until

LEASE_SECONDS = 15

VALID_LEASES = """SELECT count(*) FROM outbox_lanes WHERE operator_id = {owner}
    AND leased_until > extract(epoch FROM clock_timestamp()) * 1000000"""


class DeliveriesOfTwoNodes(TwoNodes, CatalogueOnPostgres):
    @classmethod
    def setUpClass(cls):
        cls.metrics = [MetricsListener(), MetricsListener()]
        cls.settings = {"outbox_allow_networks": "127.0.0.0/8", "metrics_listen": cls.metrics[0].listen}
        cls.second_settings = {"metrics_listen": cls.metrics[1].listen}
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)
        affiliate = self.affiliate()["id"]
        self.own_link = self.link(affiliateId=affiliate)
        self.destination = self.postback(affiliateId=affiliate, triggers=["registration"], url=self.receiver.url + "/p")

    def register(self, client, count: int):
        for _ in range(count):
            answer = client.api("GET", "/track/click/" + self.own_link["linkId"])
            self.accept(self.event("registration", player_external_ref=fresh_key(),
                                   click_id=click_id_of(answer.header("Location"))))

    def holds_messages(self, node: int) -> bool:
        """As of a few seconds ago."""
        return self.metrics[node].sum("fairlead_messages_held") > 0

    def has_valid_lease(self) -> bool:
        return self.service.ledger().select(VALID_LEASES, self.service.account.operator_id) != [("0",)]

    def delivered(self, count: int):
        def all_done():
            items = self.client.api("GET", f"/deliveries?limit=200&destinationId={self.destination['id']}").json()["items"]
            return len(items) == count and all(item["status"] == "delivered" for item in items)
        wait_until(all_done, f"{count} messages are delivered", 10 * LEASE_SECONDS)

    def test_each_message_is_sent_by_one_node(self):
        with self.second.client() as there:
            for _ in range(10):
                self.register(self.client, 5)
                self.register(there, 5)
        self.delivered(100)
        repeated = [message for message, times in Counter(each.message for each in self.receiver.received).items()
                    if times > 1]
        self.assertEqual(repeated, [])

    def test_a_replay_on_either_node_sends_a_message_again_while_it_is_sent(self):
        self.receiver.delay_seconds = 5
        # One of the nodes has the lease, and the other one does not.
        with self.second.client() as there:
            for count, client in enumerate((self.client, there), start=1):
                self.receiver.received.clear()
                self.register(self.client, 1)
                [sent] = wait_until(lambda: list(self.receiver.received), "the message is being sent")
                self.assertEqual(client.api("POST", f"/deliveries/{sent.message}/replay").status, 200)
                wait_until(lambda: [each.message for each in self.receiver.received] == 2 * [sent.message],
                           "the message is sent again")
                self.delivered(count)

    def test_the_messages_of_a_killed_node_are_taken_over(self):
        self.receiver.delay_seconds = 2
        self.register(self.client, 20)
        wait_until(lambda: self.receiver.received, "the first message is being sent")
        # One of the two nodes has the lease. Both are killed in turn, and the other one must finish.
        self.second.kill()
        self.second.start()
        self.service.kill()
        self.receiver.delay_seconds = 0
        with self.second.client() as there:
            self.client = there
            self.delivered(20)
        self.service.start()
        # A message is sent again only if its attempt was not recorded.
        times = Counter(each.message for each in self.receiver.received)
        self.assertEqual(len(times), 20)
        self.assertLessEqual(max(times.values()), 3)

    def test_a_node_that_stood_still_does_not_repeat_what_another_node_has_sent(self):
        wait_until(lambda: not any(map(self.holds_messages, (0, 1))), "no node has messages")
        self.receiver.delay_seconds = 5
        self.register(self.client, 40)
        [holder] = wait_until(lambda: [node for node in (0, 1) if self.holds_messages(node)], "a node has messages")
        nodes = (self.service, self.second)
        sleeper, other = nodes[holder], nodes[1 - holder]
        os.kill(sleeper.process_id, signal.SIGSTOP)
        self.addCleanup(lambda: sleeper.running and os.kill(sleeper.process_id, signal.SIGCONT))
        self.receiver.delay_seconds = 0
        with other.client() as there:
            self.client = there
            self.delivered(40)
            wait_until(lambda: not self.has_valid_lease(), "the other node has released its leases")
            before = len(self.receiver.received)
            os.kill(sleeper.process_id, signal.SIGCONT)
            wait_until(lambda: not self.holds_messages(holder), "the node that stood still has no messages")
            self.assertEqual(len(self.receiver.received), before)
            # Messages that are written from now on are sent.
            self.register(self.client, 1)
            self.delivered(41)
        self.assertEqual(len(self.receiver.received), before + 1)


if __name__ == "__main__":
    unittest.main()
