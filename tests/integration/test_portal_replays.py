"""Affiliates send messages of their own postbacks again, and nobody else's."""

import unittest
import uuid

from tests.support.accounts import by_admin
from tests.support.events import fresh_key
from tests.support.portal import PortalWithReceiver
from tests.support.waiting import wait_until

REPLAYS_PER_MINUTE = 10


class PortalReplays(PortalWithReceiver):
    def side(self, allowed: bool = True):
        """An affiliate with a postback, its user, and the message about its player."""
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, email=fresh_key("a").lower() + "@bets.example",
                                        postbacksAllowed=allowed)
        postback = self.postback(affiliateId=affiliate["id"], triggers=["registration"], url=self.receiver.url + "/p")
        self.reference = self.player(affiliate)
        [message] = wait_until(lambda: self.sent(postback), "the message is delivered")
        return affiliate, self.portal_of(affiliate), message

    def sent(self, postback: dict) -> list[dict]:
        return self.items("/deliveries", f"destinationId={postback['id']}&status=delivered")

    def count(self, message: dict) -> int:
        """How often the receiver got the message."""
        return sum(each.headers.get("X-Fairlead-Message") == message["id"] for each in self.receiver.received)

    def replay(self, portal, message: str, **headers):
        return portal.api("POST", f"/portal/deliveries/{message}/replay", headers=headers)

    def test_an_own_message_is_sent_again_with_its_id(self):
        affiliate, portal, message = self.side()
        answer = self.replay(portal, message["id"])
        self.assertEqual((answer.status, answer.json()["id"], answer.json()["status"]), (200, message["id"], "waiting"))
        self.assertNotIn(self.reference, answer.body.decode())
        wait_until(lambda: self.count(message) == 2, "the receiver gets it again")
        [entry] = self.items("/audit-log", f"action=delivery.replay&subject=delivery/{message['id']}")
        user = portal.api("GET", "/auth/me").json()["user"]["id"]
        self.assertEqual(entry["actor"], "user/" + user)

    def test_a_repeated_request_sends_nothing_again(self):
        _, portal, message = self.side()
        key = {"Idempotency-Key": fresh_key("request")}
        self.assertEqual(self.replay(portal, message["id"], **key).status, 200)
        def delivered_again():
            [own] = [one for one in self.listed(portal, "/deliveries") if one["id"] == message["id"]]
            return own["status"] == "delivered" and own["attemptCount"] == 2
        wait_until(delivered_again, "it is sent again")
        again = self.replay(portal, message["id"], **key)
        self.assertEqual((again.status, again.json()["status"]), (200, "delivered"))
        self.assertEqual(len(self.items("/audit-log", f"action=delivery.replay&subject=delivery/{message['id']}")), 1)

    def test_messages_of_others_are_not_found(self):
        _, portal, own = self.side()
        _, _, theirs = self.side()
        hook = self.webhook(url=self.receiver.url, types=["affiliate.approved"])
        self.affiliate(name=fresh_key("affiliate"))
        [reported] = wait_until(lambda: self.sent(hook), "the webhook is delivered")
        self.change("/webhooks/" + hook["id"], status="inactive")
        rival = self.service.create_operator(fresh_key("Rival"))
        with self.service.client(rival.api_key) as client:
            self.make("/webhooks", client, url=self.receiver.url, types=["affiliate.approved"])
            self.make("/affiliates", client, name="Rival", email="rival@bets.example")
            [foreign] = client.api("GET", "/deliveries").json()["items"]
        for message in (theirs["id"], reported["id"], foreign["id"], str(uuid.uuid4()), "x"):
            self.assert_problem(self.replay(portal, message), 404)
        self.assertEqual((self.count(own), self.count(theirs)), (1, 1))

    def test_only_people_of_an_affiliate_that_may_define_postbacks(self):
        _, portal, message = self.side(allowed=False)
        self.assert_problem(self.replay(portal, message["id"]), 403)
        path = f"/portal/deliveries/{message['id']}/replay"
        self.assert_problem(by_admin(self.service, "POST", path), 403)
        with self.service.stranger() as stranger:
            self.assert_problem(stranger.api("POST", path), 401)
        self.assertEqual(self.count(message), 1)

    def test_there_is_a_limit_per_minute(self):
        _, portal, message = self.side()
        _, other, theirs = self.side()
        answers = [self.replay(portal, message["id"]) for _ in range(REPLAYS_PER_MINUTE)]
        self.assertEqual({answer.status for answer in answers}, {200})
        def refused():
            answer = self.replay(portal, message["id"])
            return answer if answer.status != 200 else None
        answer = wait_until(refused, "the limit is reached")
        self.assert_problem(answer, 429)
        self.assertGreaterEqual(int(answer.header("Retry-After")), 1)
        self.assertEqual(self.replay(other, theirs["id"]).status, 200, "others have a limit of their own")

    def test_tests_have_the_same_limit_of_their_own(self):
        """Otherwise an affiliate could let the service flood any host."""
        _, portal, message = self.side()
        postback = self.listed(portal, "/postbacks")[0]["id"]
        def send_test():
            return portal.api("POST", f"/portal/postbacks/{postback}/test")
        self.assertEqual({send_test().status for _ in range(REPLAYS_PER_MINUTE)}, {200})
        def refused():
            answer = send_test()
            return answer if answer.status != 200 else None
        self.assert_problem(wait_until(refused, "the limit is reached"), 429)
        self.assertEqual(self.replay(portal, message["id"]).status, 200, "replays are counted apart")


if __name__ == "__main__":
    unittest.main()
