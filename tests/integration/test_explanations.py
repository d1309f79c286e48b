"""Explanations: how the amount of an accrual follows from its deal, its event and its click."""

import json
import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key, hours_from_now
from tests.support.restoring import run_sql


class Explanations:
    def test_an_explanation_leads_from_the_amount_to_the_click(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30", "adminFeePercent": "10"}}, name="Alpha Media")
        self.click(affiliate)
        click = self.click(affiliate)
        player = self.player(affiliate, click_id=click)
        event = self.send(player, "ngr_update", "1000", game="Roulette", extra={"round": 7})
        accrual, = self.accruals(affiliate)
        explanation = self.explain(accrual)
        self.assertEqual(explanation["accrual"], accrual)
        deal = self.client.api("GET", "/deals/" + affiliate["dealIds"][0]).json()
        self.assertEqual({name: explanation["deal"][name] for name in ("id", "name", "version", "terms")},
                         {name: deal[name] for name in ("id", "name", "version", "terms")})
        [listed] = self.items("/events", f"playerId={accrual['playerId']}&eventType=ngr_update")
        self.assertEqual(explanation["event"], listed)
        self.assertEqual((explanation["event"]["id"], explanation["event"]["members"]), (event, {"extra": {"round": 7}}))
        self.assertEqual(explanation["attribution"]["click"]["clickId"], click)
        calculation = explanation["calculation"]
        self.assertEqual([calculation[name] for name in ("ngrBefore", "ngrAfter", "baseAfter", "earnedBefore",
                                                         "earnedAfter", "amount")],
                         ["0", "1000", "900", "0", "270", "270"])
        text = " ".join(explanation["sentences"])
        for part in ("Alpha Media", "270.00 EUR", deal["name"], deal["id"], click, "900.00 EUR", "30 %"):
            self.assertIn(part, text)

    def step(self, explanation: dict, rule: str) -> dict:
        """The step of a rule. Its text is one of the sentences."""
        found, = [step for step in explanation["steps"] if step["rule"] == rule]
        self.assertIn(found["text"], explanation["sentences"])
        return {name: value for name, value in found.items() if name not in ("rule", "text")}

    def test_every_step_of_an_explanation_is_a_rule_with_typed_values(self):
        self.store_rate("2026-03-09", "0.9137", "CHF")
        affiliate = self.paid_affiliate({"revShare": {"rate": "40"}}, {"name": "A; B"}, name="Alpha Media")
        player = self.player(affiliate)
        self.send(player, "ngr_update", "100", currency="CHF")
        accrual, = self.accruals(affiliate)
        explanation = self.explain(accrual)
        self.assertEqual([step["text"] for step in explanation["steps"]], explanation["sentences"])
        self.assertEqual([step["rule"] for step in explanation["steps"]],
                         ["outcome", "event", "dealApplied", "converted", "revenueMoved", "baseMoved", "shareEarned",
                          "playerCredited", "clickCredited"])
        self.assertEqual(self.step(explanation, "outcome"),
                         {"outcome": "earned", "affiliate": "Alpha Media", "component": "revShare", "period": "2026-03",
                          "amount": "36.548", "currency": "EUR"})
        self.assertEqual(self.step(explanation, "dealApplied"),
                         {"deal": affiliate["dealIds"][0], "dealName": "A; B", "version": 1, "effectiveFrom": None,
                          "versionRule": "registrationDay"})
        self.assertEqual(self.step(explanation, "converted"),
                         {"conversion": {"amount": "100", "currency": "CHF", "converted": "91.37", "rate": "0.9137",
                                         "date": "2026-03-09"}, "to": "EUR"})
        credited = self.step(explanation, "playerCredited")
        self.assertEqual((credited["playerRef"], credited["affiliate"], credited["stillCounts"]),
                         (player, "Alpha Media", True))
        self.assertEqual(credited["because"]["rule"], "clickNamed")

    def test_a_tier_of_the_whole_month_says_by_how_much_the_month_is_re_rated(self):
        """Worked example 4: the previous 9000 earn 450 more, the 2000 of the event earn 600."""
        tiers = {"rate": "25", "tiers": [{"from": "10000", "rate": "30"}], "tierMode": "whole"}
        affiliate = self.paid_affiliate({"revShare": tiers})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "9000")
        self.send(player, "ngr_update", "2000")
        first, second = [self.explain(one) for one in self.accruals(affiliate)]
        self.assertNotIn("tierCrossed", [step["rule"] for step in first["steps"]])
        self.assertEqual(self.step(second, "tierCrossed"),
                         {"direction": "up", "tierMode": "whole", "threshold": "10000", "rateBefore": "25",
                          "rateAfter": "30", "baseBefore": "9000", "reRatedBy": "450", "ownAmount": "600",
                          "currency": "EUR"})

    def test_a_player_that_reaches_a_tier_says_what_the_others_get(self):
        """Worked example 7: the third player re-rates the two previous players by 20 each."""
        cpa = {"amount": "100", "tiers": [{"from": 3, "amount": "120"}], "tierMode": "whole"}
        affiliate = self.paid_affiliate({"cpa": cpa})
        for _ in range(3):
            self.send(self.player(affiliate), "first_deposit", "10")
        first, second, third, *re_rated = [self.explain(one) for one in self.accruals(affiliate)]
        self.assertEqual(self.step(third, "playerTierCrossed"),
                         {"threshold": 3, "price": "120", "players": 2, "reRatedBy": "40", "currency": "EUR"})
        self.assertEqual(len(re_rated), 2)
        for one in re_rated:
            self.assertEqual(self.step(one, "playerReRated"),
                             {"threshold": 3, "priceBefore": "100", "priceAfter": "120", "currency": "EUR"})
        for one in (first, second):
            self.assertNotIn("playerTierCrossed", [step["rule"] for step in one["steps"]])

    def test_an_explanation_names_the_other_candidates(self):
        brand, affiliate = self.brand(), self.paid_affiliate({"cpl": {"amount": "5"}})
        beaten, won = (self.click(self.affiliate(), brand["id"]), self.click(affiliate, brand["id"]))
        player = fresh_key("player")
        self.accept(self.event(player_external_ref=player, brand_id=brand["id"], event_time=hours_from_now(0.01)))
        accrual, = self.accruals(affiliate)
        explanation = self.explain(accrual)
        self.assertEqual(explanation["attribution"]["click"]["clickId"], won)
        candidates = {one["clickId"]: one["outcome"] for one in explanation["attribution"]["decisions"][0]["candidates"]}
        self.assertEqual(candidates, {won: "won", beaten: "earlierThanWinner"})
        text = " ".join(explanation["sentences"])
        self.assertIn(f"The click {beaten} was considered and did not count", text)
        self.assertNotIn(f"The click {won} was considered", text)

    def test_a_reversed_accrual_explains_its_reversal(self):
        affiliate, other = self.paid_affiliate({"cpl": {"amount": "5"}}), self.affiliate()
        player = self.player(affiliate)
        answer = self.client.api("POST", f"/players/{self.player_id(player)}/reassign",
                                 {"affiliateId": other["id"], "reason": "A complaint"})
        self.assertEqual(answer.status, 200, answer.body)
        first, reversal = self.accruals(affiliate)
        self.assertEqual((reversal["amount"], reversal["reason"], reversal["reversesAccrualId"]),
                         ("-5", "reassigned", first["id"]))
        text = " ".join(self.explain(reversal)["sentences"])
        self.assertIn("takes back an earlier accrual", text)
        self.assertIn("counted, until it was given to another one", text)

    def test_a_parent_keeps_no_share_of_reversed_commission(self):
        """The first player's revenue earned nothing by itself. Its loss lowers the tier that the second reached."""
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "5"}})
        tiers = {"rate": "0", "tiers": [{"from": "1000", "rate": "30"}]}
        child, other = self.paid_affiliate({"revShare": tiers}, parentAffiliateId=parent["id"]), self.affiliate()
        players = [self.player(child) for _ in range(2)]
        for player in players:
            self.send(player, "ngr_update", "1000")
        self.assertEqual((self.amounts(child), self.amounts(parent)), (["300"], ["15"]))
        moved = self.client.api("POST", f"/players/{self.player_id(players[0])}/reassign",
                                {"affiliateId": other["id"], "reason": "A complaint"})
        self.assertEqual(moved.status, 200, moved.body)
        self.assertEqual((self.amounts(child), self.amounts(parent)), (["300", "-300"], ["15", "-15"]))

    def test_the_command_line_prints_the_same_explanation(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        accrual, = self.accruals(affiliate)
        expected = self.explain(accrual)
        printed = self.explain_by_command(accrual["id"])
        self.assertEqual((printed.returncode, printed.stdout.splitlines()), (0, expected["sentences"]))
        as_json = self.explain_by_command(accrual["id"], "--json", "--operator", self.service.account.operator_id)
        self.assertEqual(json.loads(as_json.stdout), expected)
        foreign = self.explain_by_command(accrual["id"], "--operator", self.rival_account.operator_id)
        self.assertEqual([foreign.returncode, self.explain_by_command(self.unknown_id()).returncode], [1, 1])
        self.assertEqual(self.explain_by_command("nonsense").returncode, 1)

    def explain_by_command(self, *arguments):
        return program.run("explain", *arguments, *self.service.place())


class ExplanationsOnSqlite(Explanations, CommissionCase):
    pass


class ExplanationsOnAServer(Explanations, CommissionOnPostgres):
    pass


class DamagedRecord(CommissionCase):
    def test_an_accrual_without_its_event_is_an_error_and_the_service_goes_on(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30"}})
        self.send(self.player(affiliate), "ngr_update", "1000")
        accrual, = self.accruals(affiliate)
        self.service.stop()
        run_sql(self.service, "DROP TRIGGER events_are_not_deleted; DELETE FROM events WHERE event_type = 'ngr_update'")
        self.service.start()
        self.client = self.open_client()
        self.assert_problem(self.client.api("GET", f"/accruals/{accrual['id']}/explain"), 500)
        self.assertEqual(self.client.api("GET", "/accruals/" + accrual["id"]).status, 200)


if __name__ == "__main__":
    unittest.main()
