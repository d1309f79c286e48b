"""Terms of published programmes (docs/commission.md §6) over HTTP: what they pay, how it is explained, and reversals."""

import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key


class ProgrammeTerms:
    def happen(self, player: str, event_type: str, at: str = "2026-03-10T12:00:00Z", **members):
        """Sends an event without an amount."""
        self.accept(self.event(event_type, player_external_ref=player, event_time=at, **members))

    def assert_verified(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def rules(self, accrual: dict) -> dict:
        return {step["rule"]: step for step in self.explain(accrual)["steps"]}

    def test_the_amount_follows_the_first_deposit(self):
        cpa = {"amount": "80", "minFirstDeposit": "20", "firstDepositWindowHours": 24,
               "amountByFirstDeposit": [{"from": "100", "amount": "150"}]}
        affiliate = self.paid_affiliate({"cpa": cpa})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "60", at="2026-03-10T10:00:00Z")
        self.send(player, "deposit", "50", at="2026-03-10T13:00:00Z")
        self.send(player, "deposit", "500", at="2026-03-12T10:00:00Z")
        accruals = self.accruals(affiliate)
        self.assertEqual([(one["amount"], one["reason"]) for one in accruals], [("80", "earned"), ("70", "reRated")])
        grew = self.rules(accruals[1])["firstDepositGrew"]
        self.assertEqual((grew["firstDeposit"], grew["priceBefore"], grew["priceAfter"]), ("110", "80", "150"))
        self.assert_verified()

    def test_bets_and_the_verification_of_the_player_are_needed(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100", "minBets": 5, "requires": ["kycVerified"]}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "50")
        for _ in range(3):
            self.happen(player, "wager_placed")
        [unpaid] = self.client.api("GET", f"/players/{self.player_id(player)}/why").json()["components"]
        self.assertEqual(unpaid["text"], "Missing: 2 more bets and the verification of its identity.")
        for _ in range(2):
            self.send(player, "wager_placed", "1")
        self.assertEqual(self.amounts(affiliate), [])
        self.happen(player, "kyc_verified")
        self.assertEqual(self.amounts(affiliate), ["100"])
        self.assert_verified()

    def test_a_blocked_player_loses_its_cpa_before_it_is_payable(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100", "holdDays": 10, "excludes": ["blocked"]}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "50")
        self.happen(player, "player_blocked", at="2026-03-12T12:00:00Z")
        accruals = self.accruals(affiliate)
        self.assertEqual([(one["amount"], one["reason"]) for one in accruals], [("100", "earned"), ("-100", "excluded")])
        self.assertEqual(self.rules(accruals[1])["playerExcluded"]["eventType"], "player_blocked")

    def test_turnover_pays_a_share_of_wagers(self):
        affiliate = self.paid_affiliate({"turnover": {"rate": "0.25", "rateByProduct": {"sports": "0.5"}}})
        player = self.player(affiliate)
        self.send(player, "wager_placed", "1000", product="slots")
        self.send(player, "wager_placed", "200", product="Sports")
        self.assertEqual(self.amounts(affiliate, "component=turnover"), ["2.5", "1"])
        statement = self.close_one(affiliate, "2026-03")
        self.assertEqual(self.lines(statement), [("turnover", "3.5")])
        self.assertEqual(statement["lines"][0]["rule"], "shareOfWagers")
        self.assert_verified()

    def test_a_change_of_the_rate_re_rates_every_brand(self):
        terms = {"revShare": {"rate": "25", "tierMode": "whole", "tiers": [{"from": "10000", "rate": "30"}]}}
        affiliate = self.paid_affiliate(terms)
        other = self.make("/brands", name=fresh_key("brand"))["id"]
        first, second = self.player(affiliate), self.player(affiliate, brand_id=other)
        self.send(first, "ngr_update", "9000")
        self.send(second, "ngr_update", "2000", brand_id=other)
        accruals = self.accruals(affiliate)
        self.assertEqual([(one["amount"], one["reason"]) for one in accruals],
                         [("2250", "earned"), ("600", "earned"), ("450", "reRated")])
        self.assertEqual((accruals[2]["playerId"], accruals[2]["eventId"]), (None, accruals[1]["eventId"]))
        self.assertEqual(self.rules(accruals[2])["brandReRated"]["base"], "9000")
        statement = self.close_one(affiliate, "2026-03")
        self.assertEqual({line["brandId"]: line["amount"] for line in statement["lines"]},
                         {accruals[0]["brandId"]: "2700", other: "600"})
        self.assert_verified()

    LADDER = {"rate": "25", "tierMode": "whole", "tiers": [{"from": "10000", "rate": "30"}]}

    def test_versions_with_equal_terms_share_a_ladder(self):
        deal = self.make("/deals", name=fresh_key("deal"), terms={"currency": "EUR", "revShare": self.LADDER})
        affiliate = self.affiliate(name=fresh_key("affiliate"), dealIds=[deal["id"]])
        self.change("/deals/" + deal["id"], effectiveFrom="2026-03-05",
                    terms={"currency": "EUR", "revShare": self.LADDER | {"rate": "25.0"}, "cpl": {"amount": "0"}})
        first, second = self.player(affiliate), self.player(affiliate, at="2026-03-06T00:00:00Z")
        self.send(first, "ngr_update", "6000")
        self.send(second, "ngr_update", "6000")
        accruals = self.accruals(affiliate)
        self.assertEqual([(one["dealVersion"], one["amount"]) for one in accruals], [(1, "1500"), (2, "2100")])
        counted = self.rules(accruals[1])["versionsCounted"]
        self.assertEqual((counted["component"], counted["versions"]), ("revShare", [1, 2]))
        self.assertIn("Versions 1 and 2 of the deal have equal RevShare terms", counted["text"])
        self.assert_verified()

    def test_deals_of_a_pool_are_counted_together(self):
        other = self.make("/brands", name=fresh_key("brand"))["id"]
        pool = fresh_key("pool")
        deals = [self.make("/deals", name=fresh_key("deal"), tierPool=pool, scope={"brandIds": brands},
                           terms={"currency": "EUR", "revShare": self.LADDER})["id"] for brands in ([], [other])]
        affiliate = self.affiliate(name=fresh_key("affiliate"), dealIds=deals)
        first, second = self.player(affiliate), self.player(affiliate, brand_id=other)
        self.send(first, "ngr_update", "6000")
        self.send(second, "ngr_update", "4000", brand_id=other)
        accruals = self.accruals(affiliate)
        self.assertEqual([(one["dealId"], one["amount"], one["reason"]) for one in accruals],
                         [(deals[0], "1500", "earned"), (deals[1], "1200", "earned"), (deals[0], "300", "reRated")])
        counted = self.rules(accruals[1])["poolCounted"]
        self.assertEqual((counted["tierPool"], counted["before"], counted["after"]), (pool, "6000", "10000"))
        self.assertIn("10000.00 EUR of base instead of 6000.00 EUR of base", counted["text"])
        self.assert_verified()

    def test_a_late_event_is_computed_in_its_own_month(self):
        deal = self.make("/deals", name=fresh_key("deal"), lateEvents="ownMonth",
                         terms={"currency": "EUR", "revShare": self.LADDER})
        affiliate = self.affiliate(name=fresh_key("affiliate"), dealIds=[deal["id"]])
        player = self.player(affiliate)
        self.send(player, "ngr_update", "9000")
        self.close_one(affiliate, "2026-03")
        self.send(player, "ngr_update", "2000")
        late = self.accruals(affiliate)[-1]
        self.assertEqual((late["amount"], late["period"], late["late"]), ("1050", "2026-04", True))
        step = self.rules(late)["ownMonthCounted"]
        self.assertEqual((step["ownPeriod"], step["period"]), ("2026-03", "2026-04"))
        self.send(player, "ngr_update", "9999.99", at="2026-04-02T12:00:00Z")
        self.assertEqual(self.lines(self.close_one(affiliate, "2026-04")), [("revShare", "3550")])
        self.assert_verified()

    def test_a_minimum_is_compared_in_minor_units(self):
        self.store_rate("2026-03-01", "0.8547", "EUR", "GBP")
        affiliate = self.paid_affiliate({"currency": "GBP", "cpa": {"amount": "50", "minFirstDeposit": "20"}})
        self.send(self.player(affiliate), "first_deposit", "23.40")
        self.assertEqual(self.amounts(affiliate), ["50"])

    def test_an_explanation_names_what_is_missing_to_the_next_tier(self):
        terms = {"revShare": {"rate": "25", "tierMode": "whole", "tierBy": "newDepositors",
                              "tiers": [{"from": 3, "rate": "30"}]}}
        affiliate = self.paid_affiliate(terms)
        player = self.player(affiliate)
        self.send(player, "first_deposit", "20")
        self.send(player, "ngr_update", "1000")
        [accrual] = self.accruals(affiliate)
        self.assertEqual(self.rules(accrual)["nextTier"]["text"], "2 more new depositors for 30 %.")

    def test_the_activity_of_a_player_moves_with_it(self):
        terms = {"revShare": {"rate": "25", "tierMode": "whole", "tierBy": "newDepositors",
                              "tiers": [{"from": 2, "rate": "30"}]}}
        affiliate, other = self.paid_affiliate(terms), self.paid_affiliate(terms)
        players = [self.player(affiliate) for _ in range(2)]
        self.send(players[0], "ngr_update", "1000")
        for player in players:
            self.send(player, "first_deposit", "20")
        self.assertEqual(self.amounts(affiliate), ["250", "50"])
        moved = {"affiliateId": other["id"], "reason": "A test"}
        answer = self.client.api("POST", f"/players/{self.player_id(players[1])}/reassign", moved)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(self.amounts(affiliate), ["250", "50", "-50"])
        self.assert_verified()

    def test_the_introductory_rate_follows_the_approval(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "25", "introRate": {"rate": "50", "months": 1200}}})
        self.assertIsNotNone(affiliate["approvedAt"])
        waiting = self.affiliate(name=fresh_key("affiliate"), status="pending")
        self.assertIsNone(waiting["approvedAt"])
        approved = self.change("/affiliates/" + waiting["id"], status="approved")
        self.assertIsNotNone(approved["approvedAt"])

    # Reversals.

    def test_an_accrual_is_reversed_once_with_the_share_of_the_parent(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "5"}})
        affiliate = self.paid_affiliate({"cpa": {"amount": "100"}}, parentAffiliateId=parent["id"])
        player = self.player(affiliate)
        self.send(player, "first_deposit", "50")
        [accrual] = self.accruals(affiliate)
        path, headers = f"/accruals/{accrual['id']}/reverse", {"Idempotency-Key": fresh_key("request")}
        first, again = (self.client.api("POST", path, {"reason": "Fraud"}, headers) for _ in range(2))
        self.assertEqual((first.status, again.status, again.json()), (201, 201, first.json()))
        reversal = first.json()
        self.assertEqual((reversal["amount"], reversal["reason"], reversal["reversesAccrualId"]),
                         ("-100", "reversed", accrual["id"]))
        self.assertEqual((self.amounts(affiliate), self.amounts(parent)), (["100", "-100"], ["5", "-5"]))
        self.assertEqual(self.rules(reversal)["reversedByHand"]["reason"], "Fraud")
        self.assert_problem(self.client.api("POST", path, {"reason": "Again"}), 409)
        self.assert_problem(self.client.api("POST", f"/accruals/{reversal['id']}/reverse", {"reason": "Back"}), 409)
        self.assert_problem(self.client.api("POST", path, {}), 400)
        self.send(player, "chargeback", "50")
        self.assertEqual(self.amounts(affiliate), ["100", "-100"])
        self.assert_verified()

    def test_an_unknown_accrual_cannot_be_reversed(self):
        for accrual in (self.unknown_id(), "x"):
            self.assert_problem(self.client.api("POST", f"/accruals/{accrual}/reverse", {"reason": "?"}), 404)

    # Refusals.

    def test_contradicting_terms_are_refused_with_a_pointer(self):
        wrong = {"/terms/cpa/amountByFirstDeposit": {"cpa": {"amount": "1", "tiers": [{"from": 2, "amount": "3"}],
                                                             "amountByFirstDeposit": [{"from": "1", "amount": "2"}]}},
                 "/terms/revShare/tierBy": {"revShare": {"rate": "1", "tierBy": "deposits",
                                                         "tiers": [{"from": "1", "rate": "2"}]}},
                 "/terms/revShare/rateByProduct": {
                     "revShare": {"rate": "1", "tiers": [{"from": "9", "rate": "2"}], "rateByProduct": {"sports": "2"}}}}
        for pointer, terms in wrong.items():
            with self.subTest(pointer):
                answer = self.client.api("POST", "/deals", {"name": fresh_key("deal"), "terms": {"currency": "EUR"} | terms})
                self.assert_problem(answer, 400)
                self.assertEqual([error["pointer"] for error in answer.json()["errors"]], [pointer])

    def test_a_pool_and_late_events_are_part_of_a_deal_for_good(self):
        pool = fresh_key("pool")
        terms = {"currency": "EUR", "revShare": self.LADDER}
        deal = self.make("/deals", name=fresh_key("deal"), tierPool=pool, terms=terms)
        slices = terms | {"revShare": self.LADDER | {"tierMode": "marginal"}}
        carrying = {"currency": "EUR", "revShare": {"rate": "25", "negative": {"policy": "carry", "carryBase": True}}}
        wrong = (("PATCH", "/deals/" + deal["id"], {"tierPool": None}, "/tierPool"),
                 ("PATCH", "/deals/" + deal["id"], {"lateEvents": "ownMonth"}, "/lateEvents"),
                 ("PATCH", "/deals/" + deal["id"], {"terms": slices}, "/terms/revShare/tierMode"),
                 ("POST", "/deals", {"name": fresh_key("deal"), "tierPool": pool, "terms": terms | {"currency": "USD"}},
                  "/tierPool"),
                 ("POST", "/deals", {"name": fresh_key("deal"), "tierPool": pool + "2", "terms": carrying},
                  "/terms/revShare/negative/carryBase"),
                 ("POST", "/deals", {"name": fresh_key("deal"), "lateEvents": "ownMonth", "terms": carrying},
                  "/terms/revShare/negative/carryBase"))
        for method, path, body, pointer in wrong:
            with self.subTest(pointer):
                answer = self.client.api(method, path, body)
                self.assert_problem(answer, 400)
                self.assertEqual([error["pointer"] for error in answer.json()["errors"]], [pointer])
        self.assertEqual(self.change("/deals/" + deal["id"], tierPool=pool)["lateEvents"], "currentMonth")


class ProgrammeTermsOnSqlite(ProgrammeTerms, CommissionCase):
    pass


class ProgrammeTermsOnPostgres(ProgrammeTerms, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
