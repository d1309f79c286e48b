"""Suspended affiliates, released and inactive players (docs/commission.md §6.13) over HTTP."""

import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres


class Suspension:
    def assert_verified(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def set_status(self, affiliate: dict, status: str):
        self.change("/affiliates/" + affiliate["id"], status=status)

    def why(self, player: str) -> list[dict]:
        return self.client.api("GET", f"/players/{self.player_id(player)}/why").json()["components"]

    def test_events_of_a_suspension_earn_nothing_and_why_says_so(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "10"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "100")
        self.set_status(affiliate, "suspended")
        self.send(player, "ngr_update", "1000")
        self.set_status(affiliate, "approved")
        self.send(player, "ngr_update", "10")
        self.assertEqual(self.amounts(affiliate), ["10", "1"])
        [suspended] = self.why(player)
        self.assertEqual((suspended["rule"], suspended["component"], suspended["limit"]), ("suspended", None, 1))
        self.assertEqual(suspended["text"],
                         "1 event of the player was recorded while the affiliate was suspended, and earned nothing.")
        self.assert_verified()

    def test_a_suspended_affiliate_gets_no_fixed_fee(self):
        affiliate = self.paid_affiliate({"fixedMonthly": {"amount": "500"}})
        self.set_status(affiliate, "suspended")
        self.assertEqual(self.preview(affiliate, "2026-03"), [])
        self.assertEqual(self.close(affiliate, "2026-03"), [])
        self.set_status(affiliate, "approved")
        self.assertEqual(self.lines(self.close_one(affiliate, "2026-04")), [("fixedMonthly", "500")])
        self.assert_verified()

    def test_the_operator_can_let_suspended_affiliates_earn(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "10"}})
        player = self.player(affiliate)
        self.set_status(affiliate, "suspended")
        self.change("/operator", suspendedEarn=True)
        self.addCleanup(self.change, "/operator", suspendedEarn=False)
        self.send(player, "ngr_update", "100")
        self.assertEqual(self.amounts(affiliate), ["10"])
        self.assertNotIn("suspended", [component["rule"] for component in self.why(player)])
        self.assert_verified()

    def test_a_released_player_is_taken_back_with_the_share_of_the_parent(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "5"}})
        affiliate = self.paid_affiliate({"revShare": {"rate": "10"}}, parentAffiliateId=parent["id"])
        player = self.player(affiliate)
        self.send(player, "ngr_update", "100")
        body = {"affiliateId": None, "reason": "It asked for it"}
        answer = self.client.api("POST", f"/players/{self.player_id(player)}/reassign", body)
        self.assertEqual(answer.status, 200, answer.body)
        self.send(player, "ngr_update", "1000")
        self.assertEqual((self.amounts(affiliate), self.amounts(parent)), (["10", "-10"], ["0.5", "-0.5"]))
        self.assertEqual(self.why(player)[0]["rule"], "organic")
        self.assert_verified()
        back = {"affiliateId": affiliate["id"], "reason": "A mistake"}
        self.assertEqual(self.client.api("POST", f"/players/{self.player_id(player)}/reassign", back).status, 200)
        self.assertEqual(self.amounts(affiliate), ["10", "-10", "10", "100"])
        self.assert_verified()

    def test_an_inactive_player_earns_no_longer(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "10", "inactiveAfterMonths": 2}})
        player = self.player(affiliate, at="2026-01-01T00:00:00Z")
        self.send(player, "ngr_update", "100", at="2026-02-10T12:00:00Z")
        self.send(player, "ngr_update", "100", at="2026-04-10T12:00:00Z")
        self.send(player, "ngr_update", "100", at="2026-04-11T12:00:00Z")
        self.assertEqual(self.amounts(affiliate), ["10"])
        [inactive] = self.why(player)
        self.assertEqual((inactive["component"], inactive["rule"], inactive["limit"]), ("revShare", "inactive", 2))
        self.assert_verified()

    def test_months_of_inactivity_are_checked(self):
        for months in (0, 1201, "2"):
            with self.subTest(months):
                terms = {"currency": "EUR", "revShare": {"rate": "10", "inactiveAfterMonths": months}}
                answer = self.client.api("POST", "/deals", {"name": "Deal", "terms": terms})
                self.assert_refused(answer, "/terms/revShare/inactiveAfterMonths")


class SuspensionOnSqlite(Suspension, CommissionCase):
    pass


class SuspensionOnPostgres(Suspension, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
