"""What affiliates learn by their postbacks: nothing about players of others or about the operator's network."""

import unittest

from tests.support.events import fresh_key
from tests.support.portal import PortalCase
from tests.support.receiver import Receiver
from tests.support.waiting import wait_until

QUERY = ("event={event}&event_id={event_id}&click={click_id}&sub1={sub1}&player={player}&amount={amount}&currency={currency}"
         "&country={country}&link={link}&commission={commission}&reverses={reverses}")
HIDDEN = ("click", "sub1", "player", "amount", "currency", "country", "link")


class SharesOfParents(PortalCase):
    settings = {"outbox_allow_networks": "127.0.0.0/8"}

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)

    def values(self, event: str) -> dict:
        """The values of the only message of this kind, when it has come."""
        [came] = wait_until(lambda: [each for each in self.receiver.received if each.values["event"] == event], f"a {event} comes")
        return came.values

    def test_a_share_tells_nothing_about_the_player_of_a_sub_affiliate(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "10"}}, postbacksAllowed=True,
                                     email=fresh_key("a").lower() + "@bets.example")
        child = self.paid_affiliate({"cpa": {"amount": "50"}}, parentAffiliateId=parent["id"])
        self.postback(affiliateId=parent["id"], triggers=["commission", "reversal"], url=self.receiver.url + "/p?" + QUERY)
        deposit = self.send(self.player(child, country="DE"), "first_deposit", "777.77")
        [share] = self.accruals(parent)
        earned = self.values("commission")
        self.assertEqual({name: earned[name] for name in HIDDEN}, dict.fromkeys(HIDDEN, ""))
        self.assertEqual((earned["commission"], earned["event_id"]), ("5", share["id"]))

        [paid] = self.accruals(child)
        answer = self.client.api("POST", f"/accruals/{paid['id']}/reverse", {"reason": "A test"})
        self.assertEqual(answer.status, 201, answer.body)
        taken_back = self.values("reversal")
        self.assertEqual({name: taken_back[name] for name in HIDDEN}, dict.fromkeys(HIDDEN, ""))
        self.assertEqual((taken_back["commission"], taken_back["reverses"]), ("-5", share["id"]))

        portal = self.portal_of(parent)
        self.assertEqual([one["eventId"] for one in self.listed(portal, "/deliveries")], [None, None])
        self.assertNotIn(deposit, "".join(portal.bodies))
        self.assertEqual({one["eventId"] for one in self.items("/deliveries", "accrualId=" + share["id"])}, {deposit})


class RefusedReceivers(PortalCase):
    """The receiver is on loopback, which is a private network unless a setting allows it."""

    def test_affiliates_do_not_see_the_address_of_a_refused_receiver(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, postbacksAllowed=True,
                                        email=fresh_key("a").lower() + "@bets.example")
        postback = self.postback(affiliateId=affiliate["id"], url="http://localhost:9/p")
        portal = self.portal_of(affiliate)
        tested = portal.api("POST", f"/portal/postbacks/{postback['id']}/test").json()["response"]
        self.assertEqual(tested["error"], "the address belongs to a private network")
        self.player(affiliate)
        attempted = wait_until(lambda: [one for one in self.listed(portal, "/deliveries") if one["attempts"]], "it was tried")
        self.assertEqual(attempted[0]["attempts"][0]["error"], "the address belongs to a private network")
        replayed = portal.api("POST", f"/portal/deliveries/{attempted[0]['id']}/replay").json()
        self.assertEqual(replayed["attempts"][0]["error"], "the address belongs to a private network")
        operators = self.client.api("POST", f"/postbacks/{postback['id']}/test").json()["response"]
        self.assertRegex(operators["error"], r"^the address \S+ belongs to a private network$")
        [seen] = self.items("/deliveries", "destinationId=" + postback["id"])
        self.assertRegex(seen["attempts"][0]["error"], r"^the address \S+ belongs to a private network$")


if __name__ == "__main__":
    unittest.main()
