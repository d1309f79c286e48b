"""Affiliates define postbacks in the portal, if the operator allows it, and only their own."""

import unittest

from tests.support.events import fresh_key
from tests.support.portal import PortalCase
from tests.support.receiver import Receiver
from tests.support.waiting import wait_until


class PortalPostbacks(PortalCase):
    settings = {"outbox_allow_networks": "127.0.0.0/8"}

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)

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
