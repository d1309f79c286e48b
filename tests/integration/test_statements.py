"""Statements: previews, closing, carry-overs, approval and payment, and downloads."""

import csv
import io
import unittest

from tests.support.commission import CommissionCase, CommissionOnPostgres

ZEROS = "0" * 64


class Statements:
    # Closing.

    def test_a_negative_month_is_carried_into_the_next(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "-10000", "2026-03-10T00:00:00Z")
        self.send(player, "ngr_update", "15000", "2026-04-10T00:00:00Z")
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual((march["payable"], self.lines(march)), ("0", [("revShare", "-3000"), ("carryOver", "3000")]))
        april = self.close_one(affiliate, "2026-04")
        self.assertEqual((april["payable"], self.lines(april)), ("1500", [("revShare", "4500"), ("carryOver", "-3000")]))
        self.assertEqual(april["lines"][1]["fromPeriod"], "2026-03")

    def test_without_carryover_a_negative_month_is_waived(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30", "negativeCarryover": False}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "-10000", "2026-03-10T00:00:00Z")
        self.send(player, "ngr_update", "15000", "2026-04-10T00:00:00Z")
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual((march["payable"], self.lines(march)), ("0", [("revShare", "-3000"), ("waiver", "3000")]))
        self.assertEqual(self.close_one(affiliate, "2026-04")["payable"], "4500")

    # The explanation of lines.

    def test_a_cpa_line_counts_players_and_not_accruals(self):
        """Worked example 7, `whole`: the third player re-rates the previous two, and the fourth is above the cap."""
        cpa = {"amount": "100", "tiers": [{"from": 3, "amount": "120"}], "tierMode": "whole", "monthlyCap": 3}
        affiliate = self.paid_affiliate({"cpa": cpa})
        for _ in range(4):
            self.send(self.player(affiliate), "first_deposit", "10")
        preview, = self.preview(affiliate, "2026-03")
        statement = self.close_one(affiliate, "2026-03")
        line, = statement["lines"]
        self.assertEqual(preview["lines"], [line])
        self.assertEqual((line["amount"], line["count"], line["players"]), ("360", 6, 4))
        self.assertEqual((line["rule"], line["text"]), ("playersQualified", "4 players in 6 accruals at several prices."))
        table = self.client.api("GET", f"/statements/{statement['id']}?format=csv").body.decode()
        row, _ = csv.DictReader(io.StringIO(table, newline=""))
        self.assertEqual((row["count"], row["players"], row["endRate"]), ("6", "4", ""))

    def test_each_line_counts_its_own_players(self):
        brand = self.brand()
        affiliate = self.paid_affiliate({"cpa": {"amount": "50"}})
        players = [self.player(affiliate), self.player(affiliate), self.player(affiliate, brand_id=brand["id"])]
        for player, brand_id in zip(players, (self.brand_id, self.brand_id, brand["id"])):
            self.send(player, "first_deposit", "10", brand_id=brand_id)
        # A reversal in a later month concerns one player, who is counted in that month's line.
        self.send(players[0], "chargeback", "10", "2026-04-10T00:00:00Z")
        march, april = self.close_one(affiliate, "2026-03"), self.close_one(affiliate, "2026-04")
        self.assertEqual({line["brandId"]: line["players"] for line in march["lines"]},
                         {self.brand_id: 2, brand["id"]: 1})
        self.assertEqual([(line["component"], line["count"], line["players"]) for line in april["lines"]],
                         [("cpa", 1, 1), ("balance", 0, None)])

    def test_tiers_of_the_whole_month_show_the_rate_at_its_end(self):
        tiers = {"rate": "25", "tiers": [{"from": "10000", "rate": "30"}]}
        for mode, expected in (("whole", "30"), ("marginal", None)):
            with self.subTest(mode):
                affiliate = self.paid_affiliate({"revShare": tiers | {"tierMode": mode}})
                player = self.player(affiliate)
                self.send(player, "ngr_update", "9000")
                self.send(player, "ngr_update", "2000")
                line, = self.close_one(affiliate, "2026-03")["lines"]
                self.assertEqual((line["rate"], line["endRate"]), (None, expected))

    def test_lines_without_accruals_are_explained(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30"}}, minPayout="100")
        player = self.player(affiliate)
        self.send(player, "ngr_update", "-10000", "2026-03-10T00:00:00Z")
        self.send(player, "ngr_update", "10100", "2026-04-10T00:00:00Z")
        self.send(player, "ngr_update", "1000", "2026-05-10T00:00:00Z")
        said = [[(line["rule"], line["text"]) for line in self.close_one(affiliate, month)["lines"][1:]]
                for month in ("2026-03", "2026-04", "2026-05")]
        self.assertEqual(said[0], [("carriedOut", "The deal's revenue share is below zero by 3000.00 EUR. It is carried over "
                                                  "to the next statement and reduces no other commission.")])
        self.assertEqual(said[1], [("carriedIn", "The deal's revenue share was below zero by 3000.00 EUR in 2026-03. It "
                                                 "reduces only that share and no other commission."),
                                   ("belowMinimum", "The total of 30.00 EUR is below the minimum payout. It is kept for the "
                                                    "next statement.")])
        self.assertEqual(said[2], [("unpaidBefore", "30.00 EUR from 2026-04 were not paid out and are paid with this statement.")])

    def test_a_balance_below_the_minimum_payout_is_kept(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30"}}, minPayout="1000")
        player = self.player(affiliate)
        self.send(player, "ngr_update", "300")
        self.send(player, "ngr_update", "100", "2026-04-10T00:00:00Z")
        self.close_one(affiliate, "2026-03")
        texts = {line["rule"]: line["text"] for line in self.close_one(affiliate, "2026-04")["lines"]}
        self.assertEqual(texts["unpaidBefore"],
                         "90.00 EUR from 2026-03 were not paid out and are kept for the next statement.")
        self.assertEqual(texts["belowMinimum"],
                         "The total of 120.00 EUR is below the minimum payout. It is kept for the next statement.")

    def test_lines_are_rounded_once_to_the_minor_unit(self):
        self.store_rate("2026-03-09", "0.9137", "CAD")
        affiliate = self.paid_affiliate({"revShare": {"rate": "33.3333"}})
        player = self.player(affiliate)
        for _ in range(3):
            self.send(player, "ngr_update", "0.01")
        line, = self.close_one(affiliate, "2026-03")["lines"]
        self.assertEqual((line["amount"], line["count"], line["base"], line["rate"]), ("0.01", 3, "0.03", "33.3333"))
        other = self.paid_affiliate({"revShare": {"rate": "40"}})
        self.send(self.player(other), "ngr_update", "100", currency="CAD")
        self.assertEqual(self.close_one(other, "2026-03")["payable"], "36.55")

    def test_a_closed_statement_has_hashes_that_chain(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, "2026-03-01T00:00:00Z")
        self.player(affiliate, "2026-04-01T00:00:00Z")
        preview, = self.preview(affiliate, "2026-03")
        self.assertEqual((preview["status"], preview["contentHash"], preview["closedAt"]), ("open", None, None))
        march = self.close_one(affiliate, "2026-03")
        april = self.close_one(affiliate, "2026-04")
        self.assertRegex(march["contentHash"], "^[0-9a-f]{64}$")
        self.assertEqual((march["previousHash"], april["previousHash"]), (ZEROS, march["contentHash"]))
        self.assertEqual(march["status"], "closed")
        self.assertTrue(march["closedBy"].startswith("apiKey/"))

    def test_closing_again_returns_the_same_statements(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        closed = self.close(affiliate, "2026-03")
        self.assertEqual(self.close(affiliate, "2026-03", status=200), closed)
        self.assertEqual(self.preview(affiliate, "2026-03"), closed)
        self.assertEqual(self.client.api("GET", "/statements/" + closed[0]["id"]).json(), closed[0])

    def test_a_closed_statement_never_changes_and_late_accruals_go_into_a_later_one(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, "2026-03-01T00:00:00Z")
        march = self.close_one(affiliate, "2026-03")
        self.player(affiliate, "2026-03-20T00:00:00Z")
        late = self.accruals(affiliate)[-1]
        self.assertEqual((late["period"], late["late"], late["eventTime"]), ("2026-04", True, "2026-03-20T00:00:00.000Z"))
        self.assertEqual(self.close(affiliate, "2026-03", status=200), [march])
        self.assertEqual(self.close_one(affiliate, "2026-04")["payable"], "5")

    def test_a_month_that_has_not_ended_or_follows_an_open_one_cannot_be_closed(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, "2026-03-01T00:00:00Z")
        self.player(affiliate, "2026-04-01T00:00:00Z")
        self.close(affiliate, "2026-04", status=409)
        self.close(affiliate, "2999-01", status=409)
        for long_ago in ("1970-01", "0001-01"):
            self.close(affiliate, long_ago, status=409)
        self.close(affiliate, "2026-03")
        self.close(affiliate, "2026-04")

    def test_a_month_that_follows_an_open_one_with_only_unpriced_money_cannot_be_closed(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "1000", "2026-03-10T00:00:00Z", currency="DKK")
        self.send(player, "ngr_update", "100", "2026-04-10T00:00:00Z")
        answer = self.client.api("POST", "/statements/close", {"period": "2026-04", "affiliateId": affiliate["id"]})
        self.assert_problem(answer, 409)
        self.assertIn("2026-03", answer.json()["detail"])
        self.assertEqual(self.close(affiliate, "2026-03", allowUnpriced=True, reason="The rate comes later"), [])
        self.assertEqual(self.close_one(affiliate, "2026-04")["payable"], "30")
        # The money of the closed month is still unpriced, but stops no closing.
        self.send(player, "ngr_update", "100", "2026-05-10T00:00:00Z")
        self.assertEqual(self.close_one(affiliate, "2026-05")["payable"], "30")

    def test_invalid_requests_to_close_are_refused(self):
        for body, pointer in (({}, "/period"), ({"period": "2026-3"}, "/period"), ({"period": 202603}, "/period"),
                              ({"period": "2026-03", "affiliateId": self.unknown_id()}, "/affiliateId"),
                              ({"period": "2026-03", "affiliateId": self.affiliate(self.rival)["id"]}, "/affiliateId"),
                              ({"period": "2026-03", "force": True}, "/force")):
            with self.subTest(body):
                self.assert_refused(self.client.api("POST", "/statements/close", body), pointer)

    # Other lines of a statement.

    def test_a_fixed_fee_is_in_the_preview_and_becomes_an_accrual_at_closing(self):
        affiliate = self.paid_affiliate({"fixedMonthly": {"amount": "500"}, "cpl": {"amount": "5"}})
        self.player(affiliate)
        self.assertEqual(self.amounts(affiliate), ["5"])
        closed = self.close_one(affiliate, "2026-03")
        self.assertEqual(self.lines(closed), [("cpl", "5"), ("fixedMonthly", "500")])
        fee = self.accruals(affiliate, "component=fixedMonthly")
        self.assertEqual([(one["amount"], one["playerId"], one["eventId"], one["period"]) for one in fee],
                         [("500", None, None, "2026-03")])
        self.assertIsNone(self.explain(fee[0])["event"])

    def test_an_adjustment_goes_into_the_next_statement_and_a_negative_balance_opens_the_one_after(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, "2026-03-01T00:00:00Z")
        self.player(affiliate, "2026-04-01T00:00:00Z")
        made = self.make("/adjustments", affiliateId=affiliate["id"], amount="-7.50", currency="EUR", reason="Paid twice")
        self.assertEqual((made["amount"], made["reason"]), ("-7.5", "Paid twice"))
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual((march["payable"], self.lines(march)),
                         ("0", [("cpl", "5"), ("adjustment", "-7.5"), ("balance", "2.5")]))
        self.assertEqual(march["lines"][1]["note"], "Paid twice")
        april = self.close_one(affiliate, "2026-04")
        self.assertEqual((april["payable"], self.lines(april)), ("2.5", [("cpl", "5"), ("balance", "-2.5")]))

    def test_an_adjustment_alone_is_a_statement(self):
        affiliate = self.affiliate()
        self.make("/adjustments", affiliateId=affiliate["id"], amount="12", currency="USD", reason="Bonus")
        self.assertEqual(self.close_one(affiliate, "2026-03")["payable"], "12")

    def test_invalid_adjustments_are_refused(self):
        least = {"affiliateId": self.affiliate()["id"], "amount": "1", "currency": "EUR", "reason": "x"}
        for change, pointer in (({"amount": "0"}, "/amount"), ({"amount": 5}, "/amount"), ({"amount": "1.001"}, "/amount"),
                                ({"currency": "NOSUCH"}, "/currency"), ({"reason": ""}, "/reason"),
                                ({"affiliateId": self.affiliate(self.rival)["id"]}, "/affiliateId"), ({"x": 1}, "/x")):
            with self.subTest(change):
                self.assert_refused(self.client.api("POST", "/adjustments", least | change), pointer)
        for name in least:
            with self.subTest(missing=name):
                body = {key: value for key, value in least.items() if key != name}
                self.assert_refused(self.client.api("POST", "/adjustments", body), "/" + name)

    def test_below_the_minimum_the_balance_waits(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "30"}}, minPayout="50")
        self.player(affiliate, "2026-03-01T00:00:00Z")
        self.player(affiliate, "2026-04-01T00:00:00Z")
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual((march["payable"], self.lines(march)), ("0", [("cpl", "30"), ("balance", "-30")]))
        april = self.close_one(affiliate, "2026-04")
        self.assertEqual((april["payable"], self.lines(april)), ("60", [("cpl", "30"), ("balance", "30")]))

    def test_a_waiting_balance_is_in_the_list_of_all_affiliates_and_in_its_own(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, minPayout="10")
        self.player(affiliate, "2026-03-01T00:00:00Z")
        self.close(affiliate, "2026-03")
        answer = self.client.api("PATCH", "/affiliates/" + affiliate["id"], {"minPayout": "1"})
        self.assertEqual(answer.status, 200, answer.body)
        own, = self.preview(affiliate, "2026-04")
        self.assertEqual((own["payable"], self.lines(own)), ("5", [("balance", "5")]))
        for query in ("period=2026-04", "period=2026-04&status=open"):
            with self.subTest(query):
                listed = [one for one in self.of_all_affiliates(query) if one["affiliateId"] == affiliate["id"]]
                self.assertEqual(listed, [own])
        self.assertEqual(self.client.api("GET", "/statements/" + own["id"]).json(), own)
        self.assertEqual([one["id"] for one in self.close(affiliate, "2026-04")], [own["id"]])

    def test_the_balance_of_an_open_month_is_in_the_list_of_the_next_month(self):
        # The minimum payout is 10 of the deal's currency in March, and 1 in April.
        self.store_rate("2026-03-01", "1", "EUR", "RON")
        self.store_rate("2026-04-01", "0.1", "EUR", "RON")
        affiliate = self.paid_affiliate({"currency": "RON", "cpl": {"amount": "5"}}, minPayout="10")
        self.player(affiliate)
        own = self.preview(affiliate, "2026-04")
        self.assertEqual([(one["payable"], self.lines(one)) for one in own], [("5", [("balance", "5")])])
        self.assertEqual([one for one in self.of_all_affiliates("period=2026-04") if one["affiliateId"] == affiliate["id"]], own)

    def of_all_affiliates(self, query: str) -> list[dict]:
        """The list of all affiliates, read page by page."""
        found, cursor = [], ""
        while True:
            page = self.client.api("GET", f"/statements?limit=200&{query}{cursor}").json()
            found += page["items"]
            if page["nextCursor"] is None:
                return found
            cursor = "&cursor=" + page["nextCursor"]

    def test_an_open_statement_of_long_ago_is_found_and_an_unknown_one_is_not(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, "2017-01-05T00:00:00Z")
        self.player(affiliate, "2026-03-01T00:00:00Z")
        for period in ("2017-01", "2026-03"):
            with self.subTest(period):
                preview, = self.preview(affiliate, period)
                self.assertEqual(self.client.api("GET", "/statements/" + preview["id"]).json(), preview)
        for unknown in (self.unknown_id(), "0190a3f2-7b1c-8c4d-8e5f-60718293a4b5"):
            with self.subTest(unknown):
                self.assert_problem(self.client.api("GET", "/statements/" + unknown), 404)
                self.assert_problem(self.client.api("POST", f"/statements/{unknown}/approve"), 404)

    def test_each_currency_has_its_own_statement(self):
        euros = self.deal(terms={"currency": "EUR", "cpl": {"amount": "5"}})
        brand = self.brand()
        dollars = self.deal(terms={"currency": "USD", "cpl": {"amount": "7"}}, scope={"brandIds": [brand["id"]]})
        affiliate = self.affiliate(dealIds=[euros["id"], dollars["id"]])
        self.player(affiliate)
        self.player(affiliate, brand_id=brand["id"])
        previews = self.preview(affiliate, "2026-03")
        closed = self.close(affiliate, "2026-03")
        self.assertEqual([(one["currency"], one["payable"]) for one in closed], [("EUR", "5"), ("USD", "7")])
        self.assertEqual([one["id"] for one in previews], [one["id"] for one in closed])
        self.assertEqual((closed[0]["previousHash"], closed[1]["previousHash"]), (ZEROS, closed[0]["contentHash"]))

    # Approval and payment.

    def closed_statement(self) -> dict:
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        return self.close(affiliate, "2026-03")[0]

    def step(self, statement: dict, name: str, body: dict | None = None):
        return self.client.api("POST", f"/statements/{statement['id']}/{name}", body)

    def test_a_statement_is_approved_and_paid(self):
        statement = self.closed_statement()
        payment = {"date": "2026-05-02", "method": "SEPA", "reference": "TX-1"}
        self.assert_problem(self.step(statement, "pay", payment), 409)
        approved = self.step(statement, "approve")
        self.assertEqual((approved.status, approved.json()["status"]), (200, "approved"), approved.body)
        paid = self.step(statement, "pay", payment).json()
        self.assertEqual((paid["status"], paid["lines"], paid["contentHash"]),
                         ("paid", statement["lines"], statement["contentHash"]))
        self.assertEqual([(one["status"], one["payment"]) for one in paid["steps"]],
                         [("approved", None), ("paid", payment)])
        self.assertTrue(all(one["actor"].startswith("apiKey/") and one["at"] for one in paid["steps"]))
        self.assertEqual(self.client.api("GET", "/statements/" + statement["id"]).json(), paid)
        for name in ("approve", "hold", "release", "pay"):
            with self.subTest(name):
                self.assert_problem(self.step(statement, name, payment if name == "pay" else self.body_of(name)), 409)
        logged = self.items("/audit-log", f"subject=statement/{statement['id']}")
        self.assertEqual([one["action"] for one in logged], ["statement.pay", "statement.approve", "statement.close"])
        self.assertEqual((logged[0]["before"], logged[0]["after"]["reference"]), ({"status": "approved"}, "TX-1"))

    @staticmethod
    def body_of(step: str) -> dict | None:
        return {"reason": "We are asking the affiliate"} if step == "hold" else None

    def test_a_released_statement_is_closed_again(self):
        statement = self.closed_statement()
        self.step(statement, "approve")
        self.assertEqual(self.step(statement, "hold", self.body_of("hold")).json()["status"], "onHold")
        self.assert_problem(self.step(statement, "approve"), 409)
        self.assertEqual(self.step(statement, "release").json()["status"], "closed")
        self.assertEqual(self.step(statement, "hold", self.body_of("hold")).json()["status"], "onHold")

    def test_an_open_statement_cannot_be_approved_or_paid(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        for period in ("2019-05", "2026-03"):
            self.player(affiliate, period + "-01T00:00:00Z")
            preview, = self.preview(affiliate, period)
            self.assertEqual(self.client.api("GET", "/statements/" + preview["id"]).json(), preview)
            self.assert_problem(self.step(preview, "approve"), 409)
        self.assert_problem(self.step({"id": self.unknown_id()}, "approve"), 404)

    def test_invalid_payments_are_refused(self):
        statement = self.closed_statement()
        least = {"date": "2026-05-02", "method": "SEPA", "reference": "TX-1"}
        for change, pointer in (({"date": "2026-02-30"}, "/date"), ({"date": "0206-05-02"}, "/date"),
                                ({"date": "2996-05-02"}, "/date"), ({"method": ""}, "/method"),
                                ({"reference": 5}, "/reference"), ({"amount": "5"}, "/amount")):
            with self.subTest(change):
                self.assert_refused(self.step(statement, "pay", least | change), pointer)
        self.assert_refused(self.step(statement, "approve", {"by": "me"}), "/by")

    # Lists and downloads.

    def test_the_list_starts_with_the_newest_month_and_filters_are_exact(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        for month in ("2026-02", "2026-03", "2026-04"):
            self.player(affiliate, month + "-01T00:00:00Z")
        self.close(affiliate, "2026-02")
        self.step(self.close(affiliate, "2026-03")[0], "approve")
        found, cursor = [], ""
        while True:
            page = self.client.api("GET", f"/statements?limit=1&affiliateId={affiliate['id']}{cursor}").json()
            found += page["items"]
            if page["nextCursor"] is None:
                break
            cursor = "&cursor=" + page["nextCursor"]
        self.assertEqual([(one["period"], one["status"]) for one in found],
                         [("2026-04", "open"), ("2026-03", "approved"), ("2026-02", "closed")])
        mine = "affiliateId=" + affiliate["id"]
        for query, periods in (("status=open", ["2026-04"]), ("status=closed", ["2026-02"]), ("currency=USD", []),
                               ("period=2026-03", ["2026-03"]), ("period=2026-03&status=open", [])):
            with self.subTest(query):
                self.assertEqual([one["period"] for one in self.items("/statements", f"{mine}&{query}")], periods)
        everybody = {one["id"] for one in self.items("/statements", "limit=200&period=2026-03")}
        self.assertIn(found[1]["id"], everybody)
        for query in ("status=late", "period=March", "cursor=x", "affiliateId=x", "unknown=1"):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", "/statements?" + query), 400)

    def test_a_statement_can_be_downloaded_as_a_table(self):
        deal = self.deal(name='=HYPERLINK("x"), "best"', terms={"currency": "EUR", "cpl": {"amount": "5"}})
        affiliate = self.affiliate(dealIds=[deal["id"]])
        self.player(affiliate)
        self.make("/adjustments", affiliateId=affiliate["id"], amount="-1", currency="EUR", reason="-2+3\u00fc")
        statement = self.close(affiliate, "2026-03")[0]
        answer = self.client.api("GET", f"/statements/{statement['id']}?format=csv")
        self.assertEqual((answer.status, answer.header("Content-Type")), (200, "text/csv; charset=utf-8"))
        self.assertIn("attachment; filename=", answer.header("Content-Disposition"))
        text = answer.body.decode()
        self.assertEqual(text.count("\r\n"), text.count("\n"))
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertEqual([(row["component"], row["amount"], row["deal"], row["note"]) for row in rows],
                         [("cpl", "5", "'" + deal["name"], ""), ("adjustment", "-1", "", "'-2+3\u00fc"),
                          ("Total", "4", "", "")])
        as_json = self.client.api("GET", f"/statements/{statement['id']}?format=json")
        self.assertEqual(as_json.json(), statement)
        self.assert_problem(self.client.api("GET", f"/statements/{statement['id']}?format=xml"), 400)


class StatementsOnSqlite(Statements, CommissionCase):
    def test_a_month_can_be_closed_for_all_affiliates(self):
        first, second = (self.paid_affiliate({"cpl": {"amount": "5"}}) for _ in range(2))
        for affiliate in (first, second):
            self.player(affiliate, "2024-01-10T00:00:00Z")
        answer = self.client.api("POST", "/statements/close", {"period": "2024-01"})
        self.assertEqual(answer.status, 201, answer.body)
        closed = answer.json()["items"]
        # Affiliates of other tests may have a fixed fee, which is due in every month.
        affiliates = [one["affiliateId"] for one in closed]
        self.assertEqual(affiliates, sorted(affiliates))
        self.assertLessEqual({first["id"], second["id"]}, set(affiliates))
        again = self.client.api("POST", "/statements/close", {"period": "2024-01"})
        self.assertEqual((again.status, again.json()["items"]), (200, closed))


class StatementsOnAServer(Statements, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
