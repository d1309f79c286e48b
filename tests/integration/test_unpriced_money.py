"""Money without an exchange rate is not ignored: closing a month, reports and health name it."""

import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import hours_from_now
from tests.support.waiting import wait_until


class Closing:
    def waiting(self, currency: str = "SEK") -> dict:
        """An affiliate that has earned in March, and whose player has revenue that waits for a rate."""
        affiliate = self.paid_affiliate({"revShare": {"rate": "50"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "10")
        for amount in ("10", "2.5"):
            self.send(player, "ngr_update", amount, currency=currency)
        return affiliate

    def try_to_close(self, affiliate: dict, **members):
        return self.client.api("POST", "/statements/close",
                               {"period": "2026-03", "affiliateId": affiliate["id"]} | members)

    def test_closing_with_unpriced_money_is_refused_with_the_list(self):
        affiliate = self.waiting("SEK")
        answer = self.try_to_close(affiliate)
        self.assert_problem(answer, 409)
        self.assertEqual(answer.json()["code"], "unpriced_money")
        self.assertEqual(answer.json()["unpriced"], [{"currency": "SEK", "count": 2, "amount": "12.5"}])
        self.assertEqual([one["status"] for one in self.preview(affiliate, "2026-03")], ["open"])

    def test_it_is_closed_when_the_rate_is_there(self):
        affiliate = self.waiting("DKK")
        self.assert_problem(self.try_to_close(affiliate), 409)
        self.store_rate("2026-03-01", "0.2", "DKK")
        answer = self.try_to_close(affiliate)
        self.assertEqual(answer.status, 201, answer.body)
        self.assertEqual(answer.json()["items"][0]["payable"], "6.25")

    def test_it_is_closed_without_the_money_for_a_reason(self):
        affiliate = self.waiting("CZK")
        self.assert_refused(self.try_to_close(affiliate, allowUnpriced=True), "/reason")
        self.assert_refused(self.try_to_close(affiliate, allowUnpriced="yes", reason="x"), "/allowUnpriced")
        answer = self.try_to_close(affiliate, allowUnpriced=True, reason="The rate comes in May")
        self.assertEqual((answer.status, answer.json()["items"][0]["payable"]), (201, "5"))
        again = self.try_to_close(affiliate)
        self.assertEqual((again.status, again.json()), (200, answer.json()))
        entries = self.items("/audit-log", "action=period.close&subject=affiliate/" + affiliate["id"])
        self.assertEqual((entries[0]["after"]["allowUnpriced"], entries[0]["after"]["reason"]),
                         (True, "The rate comes in May"))
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def test_the_money_of_others_does_not_stop_an_affiliate(self):
        self.waiting("HUF")
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        self.assertEqual(self.try_to_close(affiliate).status, 201)


class Reports:
    """Deposits of organic players: no commission waits for a rate, but reports count them as 0."""

    def deposit(self, currency: str, amount: str, at: str = "2026-03-10T12:00:00Z"):
        self.accept(self.event("deposit", amount=amount, currency=currency, event_time=at))

    def query(self, **members):
        self.service.await_projection()
        return self.client.api("POST", "/reports/query",
                               {"groupKeys": [], "metrics": ["deposit_amount"], "startDate": "2026-03-10",
                                "endDate": "2026-03-10"} | members)

    def test_a_report_names_the_money_that_it_counts_as_0(self):
        self.assertNotIn("unpriced", self.query(startDate="2026-03-05", endDate="2026-03-05").json())
        self.deposit("EUR", "10")
        self.deposit("SEK", "100.5")
        self.deposit("SEK", "1")
        self.deposit("NOK", "7")
        answer = self.query()
        self.assertEqual(answer.json()["totals"]["deposit_amount"], 10)
        self.assertEqual(answer.json()["unpriced"], [{"currency": "NOK", "count": 1, "amount": "7"},
                                                     {"currency": "SEK", "count": 2, "amount": "101.5"}])
        self.assertEqual(answer.header("X-Fairlead-Unpriced"), "NOK=1, SEK=2")
        self.assertNotIn("unpriced", self.query(metrics=["deposit_count"]).json())
        preset = self.make("/report-presets", name="Deposits", groupKeys=["date"], metrics=["deposit_amount"],
                           startDate="2026-03-10", endDate="2026-03-10")
        for kind in ("csv", "json"):
            with self.subTest(kind):
                saved = self.client.request("GET", "/api/v1" + preset["apiUrl"].split("/api/v1")[1] + "?format=" + kind)
                self.assertEqual((saved.status, saved.header("X-Fairlead-Unpriced")), (200, "NOK=1, SEK=2"))
        self.assertEqual(set(saved.json()), {"rows", "totals", "generatedAt"})
        for currency in ("SEK", "NOK"):
            self.store_rate("2026-03-01", "0.1", currency)
        answer = self.query()
        self.assertNotIn("unpriced", answer.json())
        self.assertIsNone(answer.header("X-Fairlead-Unpriced"))

    def test_health_lists_it(self):
        def listed() -> list[str]:
            money = self.client.api("GET", "/health").json()["unpricedMoney"]
            return [] if money is None else [item["currency"] for item in money["items"]]

        self.deposit("PLN", "5", hours_from_now(-1))
        wait_until(lambda: "PLN" in listed(), "/health does not list PLN", pause_seconds=0.5)
        self.store_rate("2026-01-01", "0.2", "PLN")
        wait_until(lambda: "PLN" not in listed(), "/health still lists PLN", pause_seconds=0.5)


class ReportsOnSqlite(Reports, CommissionCase):
    pass


class ReportsOnPostgres(Reports, CommissionOnPostgres):
    pass


class ClosingOnSqlite(Closing, CommissionCase):
    pass


class ClosingOnPostgres(Closing, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
