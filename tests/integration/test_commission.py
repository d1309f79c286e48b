"""Commission: the worked examples of docs/commission.md §5, the content of accruals, and their list."""

import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key
from tests.support.played_examples import ExampleOverHttp, differences, with_a_number_changed
from tests.support.worked_examples import read_document

# Detects that the last examples were removed from the document.
LAST_EXAMPLE = 26


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

    def assert_verified(self):
        report = program.run_json("verify", *self.service.place())
        self.assertEqual((report["differences"], report["found"]), (0, []))

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

    def test_a_chargeback_is_compared_with_all_deposits_whatever_their_currency(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "50", "minFirstDeposit": "20"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "30")
        self.send(player, "deposit", "100")
        # A chargeback that waits for its exchange rate, and is compared with what was deposited until then.
        self.send(player, "chargeback", "300", at="2026-01-10T12:00:00Z", currency="GBP")
        self.send(player, "deposit", "40")
        self.store_rate("2026-01-01", "0.5", "GBP")
        self.assertEqual(self.amounts(affiliate), ["50"], "30, 100 and 40 less 150 are enough.")
        self.send(player, "deposit", "60", at="2026-01-10T12:00:00Z", currency="GBP")
        self.send(player, "chargeback", "30")
        self.assertEqual(self.amounts(affiliate), ["50"], "20 and 30 less 30 are enough.")
        self.send(player, "chargeback", "0.01")
        self.assertEqual(self.amounts(affiliate), ["50", "-50"])
        self.assert_verified()

    def test_deposits_before_the_registration_and_before_a_reassignment_count(self):
        terms = {"cpa": {"amount": "50", "minFirstDeposit": "20"}}
        affiliate, other = self.paid_affiliate(terms), self.paid_affiliate(terms)
        player = fresh_key("player")
        later = "2026-03-13T12:00:00Z"
        self.send(player, "deposit", "15", at="2026-03-12T12:00:00Z")
        self.send(player, "first_deposit", "30")
        self.send(player, "deposit", "25", at="2026-03-11T12:00:00Z")
        self.accept(self.event("registration", player_external_ref=player, event_time="2026-03-01T00:00:00Z",
                               click_id=self.click(affiliate)))
        self.send(player, "deposit", "10", at=later)
        self.send(player, "deposit", "20", at=later)
        self.send(player, "chargeback", "80", at=later)
        self.assertEqual(self.amounts(affiliate), ["50"], "15, 30, 25, 10 and 20 less 80 are enough.")
        self.client.api("POST", f"/players/{self.player_id(player)}/reassign",
                        {"affiliateId": other["id"], "reason": "x"})
        self.assertEqual(self.amounts(other), ["50"])
        self.send(player, "deposit", "5", at=later)
        self.send(player, "deposit", "5", at=later)
        self.send(player, "chargeback", "10", at=later)
        self.assertEqual(self.amounts(other), ["50"])
        self.assert_verified()
        self.send(player, "chargeback", "0.01", at=later)
        self.assertEqual(self.amounts(other), ["50", "-50"])
        self.assert_verified()

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
