"""Several nodes on one PostgreSQL share the mails. One node at a time sends a mail, and the mails of a killed node are
taken over."""

import time
import unittest

from tests.support.accounts import Users
from tests.support.case import PostgresCase
from tests.support.mail_case import SendsMails, fresh_address
from tests.support.postgres import query
from tests.support.waiting import wait_until

LEASE_SECONDS = 15
SECONDS_LEFT = "SELECT max(leased_until) / 1e6 - extract(epoch FROM clock_timestamp()) FROM outbox_lanes"


class MailsOfTwoNodes(SendsMails, Users, PostgresCase):
    @classmethod
    def prepare(cls):
        super().prepare()
        cls.second = cls.service.second_node()
        cls.addClassCleanup(cls.second.close)

    def being_sent(self) -> str:
        """The address of a mail that the first node sends, and that the mail server does not answer. Then the second
        node runs, too."""
        address = fresh_address()
        self.mail.hold(address)
        self.invited(email=address, role="viewer")
        wait_until(lambda: self.mail.held(address), "the mail is being sent")
        self.second.start()
        self.addCleanup(self.second.stop)
        return address

    def test_the_mails_of_a_killed_node_are_taken_over_within_seconds(self):
        address = self.being_sent()
        self.service.kill()
        self.addCleanup(self.service.start)
        [left] = query(self.service.ledger_url, SECONDS_LEFT)
        self.assertLessEqual(float(left), LEASE_SECONDS)
        self.mail.let_go(address)
        self.mail.wait_for(address, seconds_max=120)

    def test_a_mail_that_takes_longer_than_a_lease_is_sent_by_one_node_at_a_time(self):
        address = self.being_sent()
        held_until = time.monotonic() + LEASE_SECONDS + 5
        while time.monotonic() < held_until:
            self.assertEqual(set(self.mail.held(address)), {1})
            time.sleep(0.5)
        self.mail.let_go(address)
        self.mail.wait_for(address, seconds_max=120)
        def is_delivered():
            items = self.client.api("GET", "/deliveries?limit=200").json()["items"]
            return all(item["status"] == "delivered" for item in items)
        wait_until(is_delivered, "the mail is delivered")
        self.assertEqual(len(self.mail.mails(address)), 1)


if __name__ == "__main__":
    unittest.main()
