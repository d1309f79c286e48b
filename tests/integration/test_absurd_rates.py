"""An absurd exchange rate gives an error or leaves the money unpriced: never a wrong number, and it stops nothing."""

import unittest

from tests.support.commission import CommissionCase, CommissionOnPostgres

LARGEST = "999999999999999"
LARGEST_RATE = "999999999999"
DAY = "2026-03-01"


class AbsurdRates:
    """Reports are asked for pounds only, and commission is earned in dollars, so the tests do not disturb each other."""

    def query(self, metric: str, *keys: str):
        self.service.await_projection()
        return self.client.api("POST", "/reports/query", {"groupKeys": list(keys), "metrics": [metric],
                                                          "startDate": DAY, "endDate": "2026-03-31"})

    def rich_affiliate(self, terms: dict, **members) -> dict:
        """Has earned almost 10^20 EUR, from revenue in dollars."""
        self.store_rate(DAY, "100000")
        affiliate = self.paid_affiliate(terms, **members)
        self.send(self.player(affiliate), "ngr_update", LARGEST, currency="USD")
        return affiliate

    def assert_alive(self):
        self.assertEqual(self.client.request("GET", "/readyz").status, 200)

    def test_a_sum_that_is_too_large_for_a_report_is_an_error(self):
        self.store_rate(DAY, LARGEST_RATE, "GBP")
        for _ in range(10):
            self.accept(self.event("deposit", amount=LARGEST, currency="GBP", event_time=f"{DAY}T12:00:00Z"))
        exact = 10 * int(LARGEST) * int(LARGEST_RATE)
        self.assertIn(str(exact), self.query("deposit_amount").body.decode())
        self.accept(self.event("deposit", amount=LARGEST, currency="GBP", event_time=f"{DAY}T12:00:00Z"))
        for keys in ((), ("currency",), ("date",)):
            problem = self.assert_problem(self.query("deposit_amount", *keys), 400)
            self.assertIn("above 10^28 EUR: correct the exchange rates", problem["detail"])
        self.assertEqual(self.query("deposit_count").json()["totals"]["deposit_count"], 11)
        self.store_rate(DAY, "0.5", "GBP")
        right = str(11 * int(LARGEST) // 2) + ".5"
        self.assertIn(right, self.query("deposit_amount").body.decode())

    def test_a_share_beyond_the_largest_number_waits_for_another_rate(self):
        self.store_rate(DAY, LARGEST_RATE, "EUR", "JPY")
        parent = self.paid_affiliate({"currency": "JPY", "subAffiliate": {"percentOfCommission": "5"}})
        child = self.rich_affiliate({"revShare": {"rate": "100"}}, parentAffiliateId=parent["id"])
        self.assertEqual(self.amounts(child), ["99999999999999900000"])
        waiting = self.accruals(parent)
        self.assertEqual([one["status"] for one in waiting], ["unpriced"])
        self.assertIn("too large to be right", str(self.explain(waiting[0])))
        self.assert_alive()

    def test_a_payout_beyond_the_largest_number_is_refused_when_the_month_is_closed(self):
        self.store_rate(DAY, LARGEST_RATE, "EUR", "JPY")
        affiliate = self.rich_affiliate({"revShare": {"rate": "100"}}, payoutCurrency="JPY")
        preview = self.preview(affiliate, "2026-03")
        self.assertEqual([(one["payable"], one.get("payout")) for one in preview], [("99999999999999900000", None)])
        answer = self.client.api("POST", "/statements/close", {"period": "2026-03", "affiliateId": affiliate["id"]})
        self.assertIn("too large to be right", self.assert_problem(answer, 409)["detail"])
        self.assert_alive()

    def test_a_statement_with_a_large_sum_is_found_again(self):
        affiliate = self.rich_affiliate({"revShare": {"rate": "100"}})
        [closed] = self.close(affiliate, "2026-03")
        self.assertEqual(closed["payable"], "99999999999999900000")
        found = self.client.api("GET", "/search?q=" + closed["id"])
        self.assertEqual(found.status, 200, found.body)
        self.assertIn(closed["id"], found.body.decode())

    def test_a_simulation_names_the_currency_whose_rate_cannot_be_right(self):
        affiliate = self.rich_affiliate({"revShare": {"rate": "100"}})
        self.store_rate("2026-03-20", LARGEST_RATE)
        answer = self.client.api("POST", "/deals/simulate", {
            "terms": {"currency": "USD", "revShare": {"rate": "100"}}, "from": "2026-03", "to": "2026-03",
            "affiliateIds": [affiliate["id"]]})
        self.assertEqual((answer.status, answer.json()["unpriced"]), (200, ["USD"]), answer.body)
        self.assert_alive()


class AbsurdRatesOnSqlite(AbsurdRates, CommissionCase):
    pass


class AbsurdRatesOnPostgres(AbsurdRates, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
