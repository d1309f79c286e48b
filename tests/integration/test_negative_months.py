"""Negative months, levels of sub-affiliates and payout currencies (docs/commission.md §6.4, §6.11, §6.14) over HTTP."""

import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key


class NegativeMonths:
    def assert_verified(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def month(self, player: str, ngr: str, month: str):
        self.send(player, "ngr_update", ngr, at=f"{month}-10T12:00:00Z")

    def shared(self, negative: dict, **members) -> dict:
        return self.paid_affiliate({"revShare": {"rate": "30", "negative": negative}}, **members)

    def rules(self, accrual: dict) -> dict:
        return {step["rule"]: step for step in self.explain(accrual)["steps"]}

    def reverse(self, accrual: dict, status: int = 201):
        answer = self.client.api("POST", f"/accruals/{accrual['id']}/reverse", {"reason": "Agreed with the affiliate"})
        self.assertEqual(answer.status, status, answer.body)

    def of_carried_bases(self, affiliate: dict) -> list[dict]:
        return [one for one in self.accruals(affiliate) if one["reason"] in ("opened", "reversed")]

    def refused(self, share: dict) -> tuple[int, str]:
        body = {"name": fresh_key("deal"), "terms": {"currency": "EUR", "revShare": {"rate": "30", **share}}}
        answer = self.client.api("POST", "/deals", body)
        return answer.status, answer.json()["errors"][0]["pointer"]

    # Worked example 15.
    def test_a_negative_base_opens_the_next_month(self):
        affiliate = self.paid_affiliate({"revShare": {
            "rate": "27", "tierMode": "whole", "tiers": [{"from": "5778", "rate": "37"}],
            "negative": {"policy": "carry", "carryBase": True}}})
        player = self.player(affiliate)
        self.month(player, "-3000", "2026-03")
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual(self.lines(march), [("revShare", "-810"), ("carryOver", "810")])
        self.assertEqual((march["lines"][1]["rule"], march["lines"][1]["base"]), ("baseCarriedOut", "-3000"))
        self.month(player, "8000", "2026-04")
        april = self.close_one(affiliate, "2026-04")
        self.assertEqual(april["payable"], "1350")
        opened = [one for one in self.accruals(affiliate) if one["reason"] == "opened"]
        self.assertEqual([(one["amount"], one["period"], one["playerId"]) for one in opened], [("-810", "2026-04", None)])
        self.assertEqual(self.rules(opened[0])["baseCarried"]["base"], "-3000")
        self.assert_verified()

    def test_a_reversed_base_is_reversed_for_parents_too(self):
        """The base has neither a player nor an event. The second parent's share waits for an exchange rate."""
        for currency, share in (("EUR", "15"), ("SEK", "150")):
            with self.subTest(currency):
                parent = self.paid_affiliate({"currency": currency, "subAffiliate": {"percentOfCommission": "5"}})
                child = self.shared({"policy": "carry", "carryBase": True}, parentAffiliateId=parent["id"])
                self.month(self.player(child), "-1000", "2026-03")
                self.close(child, "2026-03")
                if currency != "EUR":
                    self.store_rate("2026-01-01", "10", "EUR", currency)
                [opened] = self.of_carried_bases(child)
                self.reverse(opened)
                for affiliate, amount in ((child, "300"), (parent, share)):
                    self.assertEqual([(one["amount"], one["period"]) for one in self.of_carried_bases(affiliate)],
                                     [("-" + amount, "2026-04"), (amount, "2026-04")])
                self.reverse(opened, 409)
                self.reverse(self.of_carried_bases(parent)[0], 409)
        self.assert_verified()

    def test_a_reversed_share_of_a_base_is_not_reversed_again(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "5"}})
        child = self.shared({"policy": "carry", "carryBase": True}, parentAffiliateId=parent["id"])
        self.month(self.player(child), "-1000", "2026-03")
        self.close(child, "2026-03")
        self.reverse(self.of_carried_bases(parent)[0])
        self.reverse(self.of_carried_bases(child)[0])
        self.assertEqual([one["amount"] for one in self.of_carried_bases(parent)], ["-15", "15"])
        self.assert_verified()

    # Worked example 16.
    def test_a_negative_month_expires(self):
        affiliate = self.shared({"policy": "carry", "carryMonths": 3})
        player = self.player(affiliate, at="2026-01-01T00:00:00Z")
        self.month(player, "-1000", "2026-01")
        [january] = self.close(affiliate, "2026-01")
        self.assertEqual((january["lines"][1]["originPeriod"], january["lines"][1]["count"]), ("2026-01", 3))
        self.close(affiliate, "2026-02")
        self.close(affiliate, "2026-03")
        [april] = self.close(affiliate, "2026-04")
        self.assertEqual([(line["rule"], line["amount"]) for line in april["lines"]],
                         [("carriedIn", "-300"), ("expired", "300")])
        self.month(player, "1000", "2026-05")
        self.assertEqual(self.close_one(affiliate, "2026-05")["payable"], "300")
        self.assert_verified()

    # Worked example 17.
    def test_a_high_roller_is_ring_fenced(self):
        affiliate = self.shared({"policy": "carry", "highRoller": {"playerLoss": "5000", "when": "affiliateNegative"}})
        winner, others = self.player(affiliate), self.player(affiliate)
        self.month(winner, "-8000", "2026-03")
        self.month(others, "5000", "2026-03")
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual(march["payable"], "1500")
        [fenced] = [line for line in march["lines"] if line["component"] == "ringFence"]
        self.assertEqual((fenced["base"], fenced["playerId"], fenced["rule"]),
                         ("-8000", self.player_id(winner), "playerFenced"))
        self.assertIn("ringFenced", self.rules(self.accruals(affiliate)[-1]))
        self.month(winner, "3000", "2026-04")
        self.month(others, "1000", "2026-04")
        april = self.close_one(affiliate, "2026-04")
        self.assertEqual(april["payable"], "300")
        [fenced] = [line for line in april["lines"] if line["component"] == "ringFence"]
        self.assertEqual(fenced["base"], "-5000")
        self.assert_verified()

    def test_only_chargebacks_are_carried(self):
        affiliate = self.shared({"policy": "carry", "onlyChargebacks": True})
        player = self.player(affiliate)
        self.month(player, "-1000", "2026-03")
        self.send(player, "chargeback", "200", at="2026-03-11T12:00:00Z")
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual([(line["rule"], line["amount"]) for line in march["lines"]],
                         [("shareOfRevenue", "-360"), ("notByChargebacks", "300"), ("carriedOut", "60")])
        self.assert_verified()

    def test_contradicting_terms_are_refused(self):
        carry = {"policy": "carry"}
        self.assertEqual(self.refused({"negative": carry, "negativeCarryover": True}),
                         (400, "/terms/revShare/negativeCarryover"))
        self.assertEqual(self.refused({"negative": {"policy": "waive", "carryMonths": 2}}),
                         (400, "/terms/revShare/negative/carryMonths"))
        self.assertEqual(self.refused({"negative": {"policy": "forgive"}}), (400, "/terms/revShare/negative/policy"))

    # Worked example 24.
    def test_parents_follow_the_waivers_of_their_children(self):
        parent = self.paid_affiliate({"subAffiliate": {"levels": ["5", "2"]}})
        first = self.shared({"policy": "waive"}, parentAffiliateId=parent["id"])
        second = self.shared({"policy": "waive"}, parentAffiliateId=parent["id"])
        grandchild = self.shared({"policy": "waive"}, parentAffiliateId=second["id"])
        self.month(self.player(first), "-10000", "2026-03")
        self.month(self.player(second), "4000", "2026-03")
        self.month(self.player(grandchild), "1000", "2026-03")
        answer = self.client.api("POST", "/statements/close", {"period": "2026-03"})
        self.assertIn(answer.status, (200, 201), answer.body)
        [statement] = [one for one in answer.json()["items"] if one["affiliateId"] == parent["id"]]
        self.assertEqual(statement["payable"], "66", statement["lines"])
        [followed] = [one for one in self.accruals(parent) if one["reason"] == "followed"]
        self.assertEqual((followed["amount"], followed["base"], followed["rate"]), ("150", "3000", "5"))
        self.assertEqual(self.rules(followed)["statementFollowed"]["period"], "2026-03")
        self.assert_verified()

    def test_a_payout_is_converted_at_closing(self):
        affiliate = self.shared({"policy": "carry"}, payoutCurrency="USD")
        self.month(self.player(affiliate), "1000", "2026-03")
        answer = self.client.api("POST", "/statements/close", {"period": "2026-03", "affiliateId": affiliate["id"]})
        self.assertEqual(answer.status, 409, answer.body)
        self.store_rate("2026-03-30", "1.1234567", "EUR", "USD")
        [statement] = self.close(affiliate, "2026-03")
        self.assertEqual(statement["payout"],
                         {"amount": "337.04", "currency": "USD", "rate": "1.1234567", "rateDate": "2026-03-30"})
        self.assert_verified()


class NegativeMonthsOnSqlite(NegativeMonths, CommissionCase):
    pass


class NegativeMonthsOnPostgres(NegativeMonths, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
