"""Postbacks in the portal: affiliates define their own if the operator allows it, and learn nothing about others."""

import unittest

from tests.support.events import fresh_key
from tests.support.portal import PortalCase, PortalWithReceiver
from tests.support.waiting import wait_until

QUERY = ("event={event}&event_id={event_id}&click={click_id}&sub1={sub1}&player={player}&amount={amount}&currency={currency}"
         "&country={country}&link={link}&commission={commission}&reverses={reverses}")
HIDDEN = ("click", "sub1", "player", "amount", "currency", "country", "link")


class SharesOfParents(PortalWithReceiver):
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


class PortalPostbacks(PortalWithReceiver):
    def side(self, **members):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, email=fresh_key("a").lower() + "@bets.example", **members)
        return affiliate, self.portal_of(affiliate)

    def own(self, portal, status: int = 201, **members) -> dict:
        least = {"name": "Own tracker", "triggers": ["registration"], "url": self.receiver.url + "/p?player={player}"}
        answer = portal.api("POST", "/portal/postbacks", least | members)
        self.assertEqual(answer.status, status, answer.body)
        return answer.json()

    def test_an_affiliate_defines_changes_and_gets_its_own(self):
        affiliate, portal = self.side(postbacksAllowed=True)
        made = self.own(portal, linkId=self.link(affiliateId=affiliate["id"])["linkId"])
        path = "/portal/postbacks/" + made["id"]
        self.assertEqual(portal.api("PATCH", path, {"name": "Renamed", "linkId": None}).status, 200)
        [listed] = self.listed(portal, "/postbacks")
        self.assertEqual((listed["id"], listed["name"]), (made["id"], "Renamed"))
        self.assertEqual(self.client.api("GET", "/postbacks/" + made["id"]).json()["affiliateId"], affiliate["id"])
        reference = self.player(affiliate)
        [sent] = wait_until(lambda: self.receiver.received, "the message")
        self.assertNotIn(reference, str(sent))
        wait_until(lambda: [one["status"] for one in self.listed(portal, "/deliveries")] == ["delivered"], "it is recorded")
        self.assertEqual(portal.api("PATCH", path, {"status": "inactive"}).status, 200)
        self.player(affiliate)
        self.assertEqual(len(self.listed(portal, "/deliveries")), 1)

    def test_the_operator_decides_who_may_define_them(self):
        affiliate, portal = self.side()
        given = self.postback(affiliateId=affiliate["id"])
        self.own(portal, 403)
        one = "/portal/postbacks/" + given["id"]
        self.assertEqual(portal.api("GET", one).status, 200)
        self.assert_problem(portal.api("PATCH", one, {"name": "Mine"}), 403)
        self.assert_problem(portal.api("POST", one + "/test"), 403)
        self.change("/affiliates/" + affiliate["id"], postbacksAllowed=True)
        wait_until(lambda: portal.api("PATCH", one, {"name": "Mine"}).status == 200, "the affiliate may change it")
        self.own(portal)

    def test_postbacks_of_others_are_not_found(self):
        other, _ = self.side(postbacksAllowed=True)
        foreign = self.postback(affiliateId=other["id"])
        affiliate, portal = self.side(postbacksAllowed=True)
        one = "/portal/postbacks/" + foreign["id"]
        for method, path, body in (("GET", one, None), ("PATCH", one, {"name": "x"}), ("POST", one + "/test", None)):
            self.assert_problem(portal.api(method, path, body), 404)
        self.assertEqual(self.listed(portal, "/postbacks"), [])
        for members, pointer in (({"affiliateId": other["id"]}, "/affiliateId"),
                                 ({"linkId": self.link(affiliateId=other["id"])["linkId"]}, "/linkId"),
                                 ({"url": "https://t.example/?x={clickid}"}, "/url")):
            refused = self.own(portal, 400, **members)
            self.assertEqual([error["pointer"] for error in refused["errors"]], [pointer])


if __name__ == "__main__":
    unittest.main()
