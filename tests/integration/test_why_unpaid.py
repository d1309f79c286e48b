"""Why a component of a deal has not paid for a player."""

import unittest

from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key


class WhyUnpaid:
    def why(self, player: str) -> list[dict]:
        return self.client.api("GET", f"/players/{self.player_id(player)}/why").json()["components"]

    def reverse(self, accrual: dict):
        answer = self.client.api("POST", f"/accruals/{accrual['id']}/reverse", {"reason": "Fraud"})
        self.assertEqual(answer.status, 201, answer.body)

    def test_the_missing_conditions_of_a_player_are_listed(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100", "minFirstDeposit": "20", "minTotalDeposits": "50"},
                                         "revShare": {"rate": "10"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "45")
        cpa, share = self.why(player)
        self.assertEqual((cpa["component"], cpa["satisfied"]), ("cpa", False))
        self.assertEqual(cpa["missing"], [{"condition": "minTotalDeposits", "needed": "50", "have": "45", "missing": "5",
                                           "currency": "EUR", "daysLeft": None, "reason": None, "deposits": 0,
                                           "events": [{"eventType": "first_deposit", "amount": "45", "currency": "EUR",
                                                       "eventTime": "2026-03-10T12:00:00.000Z", "converted": None,
                                                       "rate": None, "rateDate": None, "excluded": None}]}])
        self.assertEqual((cpa["rule"], cpa["text"]), ("conditionsMissing", "Missing: 5.00 EUR more in deposits."))
        self.assertEqual(cpa["sentence"], cpa["text"])
        self.assertEqual(share["missing"][0]["condition"], "ngr")
        self.send(player, "deposit", "5")
        self.send(player, "ngr_update", "1")
        self.assertEqual(self.why(player), [])

    def test_a_minimum_that_fails_shows_the_original_amount_its_rate_and_the_date(self):
        self.store_rate("2026-03-08", "0.5", "HUF")
        affiliate = self.paid_affiliate({"cpa": {"amount": "100", "minFirstDeposit": "20"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "39.98", currency="HUF")
        cpa, = self.why(player)
        self.assertEqual(cpa["rule"], "cannotQualify")
        missing, = cpa["missing"]
        self.assertEqual((missing["have"], missing["missing"], missing["reason"]), ("19.99", "0.01", "tooSmall"))
        event, = missing["events"]
        self.assertEqual([event[name] for name in ("amount", "currency", "converted", "rate", "rateDate")],
                         ["39.98", "HUF", "19.99", "0.5", "2026-03-08"])
        self.assertEqual(cpa["text"], "The player cannot qualify: its first deposit of 19.99 EUR (39.98 HUF at the rate 0.5 "
                                      "of 2026-03-08) is 0.01 EUR below the minimum of 20.00 EUR.")

    def test_a_deposit_without_a_first_deposit_says_why_it_does_not_count(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100"}})
        player = self.player(affiliate)
        self.send(player, "deposit", "45")
        cpa, = self.why(player)
        self.assertEqual((cpa["missing"][0]["reason"], cpa["missing"][0]["deposits"]), ("depositOnly", 1))
        self.assertIn("no first_deposit event was received", cpa["text"])

    def test_the_deal_that_applies_and_why_others_do_not_are_listed(self):
        brand = self.brand()
        terms = {"currency": "EUR", "cpl": {"amount": "5"}}
        def made(**more):
            return self.deal(name=fresh_key("deal"), terms=terms, **more)
        anywhere, germany = made(), made(scope={"countries": ["DE"]})
        austria, elsewhere = made(scope={"countries": ["AT"]}), made(scope={"brandIds": [brand["id"]]})
        later = made(effectiveFrom="2026-05-01")
        deals = [anywhere, germany, austria, elsewhere, later]
        affiliate = self.affiliate(dealIds=[deal["id"] for deal in deals])
        player = self.player(affiliate, country="DE")
        applied, *others = self.client.api("GET", f"/players/{self.player_id(player)}/why").json()["deals"]
        self.assertEqual((applied["deal"], applied["applies"], applied["version"], applied["versionRule"]),
                         (germany["id"], True, 1, "registrationDay"))
        self.assertEqual({one["deal"]: one["reasons"] for one in others},
                         {anywhere["id"]: ["lessSpecific"], austria["id"]: ["country"], elsewhere["id"]: ["brand"],
                          later["id"]: ["notInForce"]})
        self.assertEqual({one["effectiveFrom"] for one in others if one["reasons"] == ["notInForce"]}, {"2026-05-01"})

    def test_revenue_that_waits_or_earns_nothing_is_mentioned(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100"}, "revShare": {"rate": "10"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "45", currency="CZK")
        self.send(player, "ngr_update", "10", currency="PLN")
        cpa, share = self.why(player)
        self.assertEqual(cpa["waiting"], [{"from": "CZK", "to": "EUR", "events": 1}])
        self.assertIn("1 event waits for an exchange rate from CZK to EUR.", cpa["sentence"])
        self.assertNotIn("PLN", cpa["sentence"])
        self.assertEqual(share["missing"][0]["condition"], "exchangeRate")
        self.assertEqual(share["sentence"], "The value of the player's net gaming revenue is not known yet. "
                                            "1 event waits for an exchange rate from PLN to EUR.")
        loser = self.player(affiliate)
        self.send(loser, "ngr_update", "-10")
        self.assertEqual([one["sentence"] for one in self.why(loser) if one["component"] == "revShare"],
                         ["The player's net gaming revenue has earned nothing so far."])

    def test_what_the_operator_has_reversed_is_named(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100"}, "revShare": {"rate": "30"}, "cpl": {"amount": "5"},
                                         "turnover": {"rate": "1"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "50")
        self.send(player, "ngr_update", "100")
        self.send(player, "wager_placed", "100")
        self.assertEqual(self.why(player), [])
        for accrual in self.accruals(affiliate):
            self.reverse(accrual)
        self.assertEqual([(one["component"], one["rule"], one["missing"][0]["condition"]) for one in self.why(player)],
                         [(name, "reversedByHand", "reversal") for name in ("cpa", "revShare", "cpl", "turnover")])
        self.assertEqual(self.why(player)[0]["text"], "The operator has reversed the CPA of this player.")

    def test_a_clawback_that_was_reversed_leaves_the_cpa_paid(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100", "clawback": "always"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "50")
        self.send(player, "chargeback", "10")
        self.assertEqual([one["rule"] for one in self.why(player)], ["clawedBack"])
        [clawback] = [one for one in self.accruals(affiliate) if one["reason"] == "clawback"]
        self.reverse(clawback)
        self.assertEqual(self.why(player), [])

    def test_a_capped_player_that_excludes_itself_is_still_capped(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100", "monthlyCap": 0, "holdDays": 30,
                                                 "excludes": ["selfExcluded"]}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "50")
        self.accept(self.event("self_exclusion", player_external_ref=player, event_time="2026-03-12T12:00:00Z"))
        self.assertEqual([one["rule"] for one in self.why(player)], ["capped"])

    def test_a_component_that_paid_many_events_ago_is_not_listed(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "9"}, "revShare": {"rate": "10"}, "cpl": {"amount": "5"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "45")
        for _ in range(3):
            updates = [self.event("ngr_update", player_external_ref=player, event_time="2026-03-11T00:00:00Z", amount="1",
                                  currency="EUR") for _ in range(70)]
            answer = self.client.send_batch(updates)
            self.assertEqual(answer.status, 202, answer.body)
        self.assertEqual(self.why(player), [])

    def test_organic_players_and_players_without_a_deal_have_different_reasons(self):
        player = fresh_key("organic")
        brand = self.brand(attributionFallback="off")
        self.accept(self.event(player_external_ref=player, brand_id=brand["id"]))
        self.assertEqual([(one["component"], one["missing"][0]["condition"]) for one in self.why(player)],
                         [(None, "affiliate")])
        without = self.player(self.affiliate())
        self.assertEqual([one["missing"][0]["condition"] for one in self.why(without)], ["deal"])
        waiting = fresh_key("waiting")
        self.send(waiting, "deposit", "5")
        self.assertEqual([one["missing"][0]["condition"] for one in self.why(waiting)], ["registration"])


class WhyUnpaidOnSqlite(WhyUnpaid, CommissionCase):
    pass


class WhyUnpaidOnAServer(WhyUnpaid, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
