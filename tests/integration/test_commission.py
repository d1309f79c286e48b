"""Commission: the worked examples of docs/commission.md §5, and the explanation of every amount."""

import json
import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key, hours_from_now
from tests.support.played_examples import ExampleOverHttp, differences, with_a_number_changed
from tests.support.worked_examples import read_document

# Detects that the last examples were removed from the document.
LAST_EXAMPLE = 10


class Commission:
    # The worked examples.

    def test_the_document_has_every_example(self):
        self.assertEqual(sorted({case.number for case in read_document()}), list(range(1, LAST_EXAMPLE + 1)))

    def test_the_service_computes_every_example(self):
        for case in read_document():
            with self.subTest(case.name):
                seen = ExampleOverHttp(self.service, case).play()
                self.assertEqual(differences(case, seen), [])
                for changed in with_a_number_changed(case):
                    self.assertTrue(differences(changed, seen), "A changed number of the document is not noticed.")

    # The content of an accrual.

    def test_a_revshare_accrual_shows_the_change_of_its_base(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30", "adminFeePercent": "10"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "1000")
        self.send(player, "ngr_update", "-500")
        self.assertEqual([(one["amount"], one["base"], one["rate"]) for one in self.accruals(affiliate)],
                         [("270", "900", "30"), ("-135", "-450", "30")])

    def test_a_hybrid_deal_pays_both_and_a_chargeback_reduces_both(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "50"}, "revShare": {"rate": "20"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "100")
        self.send(player, "ngr_update", "200")
        self.send(player, "chargeback", "100")
        self.assertEqual([(one["component"], one["reason"], one["amount"]) for one in self.accruals(affiliate)],
                         [("cpa", "earned", "50"), ("revShare", "earned", "40"), ("cpa", "clawback", "-50"),
                          ("revShare", "earned", "-20")])

    def test_a_re_rate_names_the_event_that_caused_it_and_is_found_by_its_player(self):
        cpa = {"amount": "100", "tiers": [{"from": 3, "amount": "120"}], "tierMode": "whole"}
        affiliate = self.paid_affiliate({"cpa": cpa})
        for _ in range(3):
            self.send(self.player(affiliate), "first_deposit", "10")
        accruals = self.accruals(affiliate)
        self.assertEqual([one["reason"] for one in accruals[2:]], ["earned", "reRated", "reRated"])
        self.assertEqual(len({one["eventId"] for one in accruals[2:]}), 1)
        first = accruals[0]["playerId"]
        self.assertEqual([one["amount"] for one in self.items("/accruals", "playerId=" + first)], ["20", "100"])

    def test_an_accrual_names_the_rate_that_it_used(self):
        self.store_rate("2026-03-01", "0.9")
        self.store_rate("2026-03-09", "0.9137")
        affiliate = self.paid_affiliate({"revShare": {"rate": "40"}})
        self.send(self.player(affiliate), "ngr_update", "100", "2026-03-10T23:59:59Z", currency="USD")
        accrual, = self.accruals(affiliate)
        self.assertEqual((accrual["amount"], accrual["base"], accrual["currency"]), ("36.548", "91.37", "EUR"))
        conversion = self.explain(accrual)["conversion"]
        self.assertEqual((conversion["rate"], conversion["rateDate"]), ("0.9137", "2026-03-09"))

    def test_a_sub_affiliate_share_names_the_accrual_of_the_sub_affiliate(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "5"}})
        child = self.paid_affiliate({"revShare": {"rate": "30", "adminFeePercent": "10"}},
                                    parentAffiliateId=parent["id"])
        player = self.player(child)
        self.send(player, "ngr_update", "1000")
        self.send(player, "ngr_update", "-500")
        shares = self.accruals(parent)
        self.assertEqual([(one["component"], one["amount"], one["base"]) for one in shares],
                         [("subAffiliate", "13.5", "270"), ("subAffiliate", "-6.75", "-135")])
        self.assertEqual([one["sourceAccrualId"] for one in shares], [one["id"] for one in self.accruals(child)])
        explanation = self.explain(shares[0])
        self.assertEqual(explanation["sourceAccrual"]["amount"], "270")
        self.assertEqual(explanation["attribution"]["attribution"]["affiliateId"], child["id"])
        self.assertIn(f"5 % of what sub-affiliate \"{child['name']}\" got as revenue share, 270.00 EUR, are 13.50 EUR.",
                      explanation["sentences"])

    # Missing exchange rates.

    def test_without_a_rate_an_accrual_waits_and_is_priced_when_the_rate_comes(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "50"}})
        player = self.player(affiliate)
        event = self.send(player, "ngr_update", "10", currency="SEK")
        self.send(player, "ngr_update", "4")
        waiting, final = self.accruals(affiliate)[::-1]
        self.assertEqual((waiting["status"], waiting["amount"], waiting["eventId"]), ("unpriced", "0", event))
        self.assertEqual(waiting["missingRate"], {"from": "SEK", "to": "EUR", "date": "2026-03-10"})
        self.assertEqual((final["status"], final["amount"]), ("final", "2"))
        self.assertEqual([one["id"] for one in self.accruals(affiliate, "status=unpriced")], [waiting["id"]])
        self.assertEqual(self.client.api("GET", "/accruals/" + waiting["id"]).json(), waiting)
        self.assertIn("There is no exchange rate from SEK to EUR", " ".join(self.explain(waiting)["sentences"]))
        self.store_rate("2026-03-10", "0.1", "SEK")
        self.assertEqual(self.amounts(affiliate), ["2", "0.5"])
        self.assertEqual(self.accruals(affiliate, "status=unpriced"), [])
        for path in ("", "/explain"):
            answer = self.client.api("GET", f"/accruals/{waiting['id']}{path}")
            self.assert_problem(answer, 404)
            self.assertIn("found by its eventId", answer.json()["detail"])
        self.assertEqual(self.amounts(affiliate, "eventId=" + event), ["0.5"])

    def test_an_accrual_says_that_the_rate_makes_the_amount_too_large(self):
        self.store_rate("2026-03-10", "999999999999", "NOK")
        affiliate = self.paid_affiliate({"revShare": {"rate": "50"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "999999999999999", currency="NOK")
        waiting, = self.accruals(affiliate)
        self.assertEqual(waiting["status"], "unpriced")
        explanation = self.explain(waiting)
        self.assertEqual(explanation["calculation"]["rate"], "999999999999")
        text = " ".join(explanation["sentences"])
        self.assertIn("The exchange rate from NOK to EUR of 2026-03-10 is 999999999999, which makes the amount too large", text)
        self.assertNotIn("There is no exchange rate", text)

    # The list.

    def test_every_filter_finds_exactly_the_matching_accruals(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "50"}, "revShare": {"rate": "20"}, "cpl": {"amount": "5"}})
        player = self.player(affiliate)
        event = self.send(player, "first_deposit", "100", "2026-03-10T12:00:00Z")
        self.send(player, "ngr_update", "200", "2026-04-10T12:00:00Z")
        lead, cpa, share = self.accruals(affiliate)
        self.assertEqual([lead["component"], cpa["component"], share["component"]], ["cpl", "cpa", "revShare"])
        found = {
            "component=cpa": [cpa], "period=2026-04": [share], f"eventId={event}": [cpa], "id=" + lead["id"]: [lead],
            "from=2026-03-10T12:00:00Z&to=2026-03-31T00:00:00Z": [cpa], "status=unpriced": [], "late=true": [],
            f"playerId={self.player_id(player)}": [lead, cpa, share], f"brandId={self.brand_id}": [lead, cpa, share],
            f"dealId={cpa['dealId']}&dealVersion=1": [lead, cpa, share], "dealVersion=2": [], "currency=USD": [],
            f"brandId={self.unknown_id()}": [], f"eventId={self.unknown_id()}": [],
            "amount=50.00": [cpa], "amount=51": [], "base=200": [share], "base=0": [], "reason=capped": [],
            "reason=earned": [lead, cpa, share], "eventTime=2026-03-10T12:00:00Z": [cpa],
            "eventTime=2026-03-10T12:00:01Z": [], "payableFrom=2026-04-10T12:00:00Z": [share],
            "recordedAt=" + cpa["recordedAt"]: [cpa],
        }
        for query, expected in found.items():
            with self.subTest(query):
                self.assertEqual(self.accruals(affiliate, query), expected)
        for query in (f"playerId={self.player_id(player)}", f"dealId={cpa['dealId']}", f"affiliateId={affiliate['id']}"):
            with self.subTest(query, pages=1):
                self.assertEqual(self.walk(query), [share, cpa, lead])
        for query in ("component=tips", "period=2026-13", "status=paid", "late=1", "id=x", "unknown=1", "cursor=x",
                      "amount=x", "base=1,5", "eventTime=yesterday", "recordedAt=1", "payableFrom=", "reason=luck"):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", "/accruals?" + query), 400)

    def test_unpriced_accruals_are_found_by_every_filter_too(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "50"}})
        player = self.player(affiliate)
        events = [self.send(player, "ngr_update", "10", currency="DKK") for _ in range(2)]
        first, second = self.accruals(affiliate)
        self.assertEqual([first["eventId"], second["eventId"]], events)
        found = {
            f"eventId={events[0]}": [first], f"brandId={self.brand_id}": [first, second], "amount=0": [first, second],
            f"brandId={self.unknown_id()}": [], "amount=1": [], "base=0": [], "id=" + second["id"]: [second],
            f"playerId={self.player_id(player)}": [first, second], "payableFrom=2026-03-10T12:00:00Z": [first, second],
        }
        for query, expected in found.items():
            with self.subTest(query):
                self.assertEqual(self.accruals(affiliate, query), expected)

    def walk(self, query: str) -> list[dict]:
        """The whole list, one item per page."""
        found, cursor = [], ""
        while True:
            page = self.client.api("GET", f"/accruals?limit=1&{query}{cursor}").json()
            found += page["items"]
            if page["nextCursor"] is None:
                return found
            cursor = "&cursor=" + page["nextCursor"]

    # Explanations.

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

    # Why a component has not paid.

    def why(self, player: str) -> list[dict]:
        return self.client.api("GET", f"/players/{self.player_id(player)}/why").json()["components"]

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

    # Earlier bugs.

    def test_a_key_used_twice_in_a_batch_moves_no_total(self):
        brand = self.brand(ngrMode="dailyTotal")
        affiliate = self.paid_affiliate({"revShare": {"rate": "100"}})
        player = self.player(affiliate, brand_id=brand["id"])

        def event(event_type: str, key: str, amount: str, hour: int) -> dict:
            return self.event(event_type, player_external_ref=player, brand_id=brand["id"], idempotency_key=key,
                              event_time=f"2026-03-10T{hour}:00:00Z", amount=amount, currency="EUR")

        first, second, third = fresh_key("k"), fresh_key("k"), fresh_key("k")
        answer = self.client.api("POST", "/events", {"events": [
            event("deposit", first, "1", 10), event("ngr_update", second, "50", 11),
            event("ngr_update", first, "100", 12), event("ngr_update", third, "100", 13)]})
        self.assertEqual([one["status"] for one in answer.json()["results"]],
                         ["accepted", "accepted", "duplicate", "accepted"])
        self.assertEqual(self.amounts(affiliate), ["50", "50"])

    def test_a_player_given_to_the_affiliate_it_has_moves_no_money(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100", "monthlyCap": 1}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "20")
        self.close_one(affiliate, "2026-03")
        other = self.player(affiliate)
        self.send(other, "first_deposit", "20", "2026-04-02T00:00:00Z")
        before = self.accruals(affiliate)
        answer = self.client.api("POST", f"/players/{self.player_id(player)}/reassign",
                                 {"affiliateId": affiliate["id"], "reason": "another link"})
        self.assertEqual((answer.status, self.accruals(affiliate)), (200, before))

    def test_an_amount_that_no_rate_can_convert_does_not_block_others(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "10"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "999999999999999", currency="THB")
        self.send(player, "ngr_update", "100", currency="MXN")
        self.store_rate("2026-03-01", "999999999999", "THB")
        self.store_rate("2026-03-01", "0.1", "MXN")
        self.assertEqual([(one["status"], one["amount"]) for one in self.accruals(affiliate)],
                         [("final", "1"), ("unpriced", "0")])


class CommissionOnSqlite(Commission, CommissionCase):
    pass


class CommissionOnAServer(Commission, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
