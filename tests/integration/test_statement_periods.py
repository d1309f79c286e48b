"""Statements by half-month and by week (docs/commission.md §6.12) over HTTP."""

import unittest
from decimal import Decimal

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import hours_from_now
from tests.support.waiting import keep_away_from_midnight, wait_until

SHARE = {"revShare": {"rate": "30"}}


class StatementPeriods:
    def paid_by(self, kind: str, terms: dict = SHARE, **members) -> dict:
        return self.paid_affiliate(terms, statementPeriod=kind, **members)

    def brings(self, player: str, ngr: str, at: str):
        self.send(player, "ngr_update", ngr, at=at if "T" in at else at + "T12:00:00Z")

    def periods(self, affiliate: dict) -> list[tuple[str, str]]:
        return [(one["period"], one["amount"]) for one in self.accruals(affiliate)]

    def assert_verified(self):
        report = program.run_json("verify", *self.service.place())
        self.assertEqual((report["differences"], report["found"]), (0, []))

    def refusal(self, period, affiliate: dict, status: int = 409) -> dict:
        body = {"period": period, "affiliateId": affiliate["id"]}
        return self.assert_problem(self.client.api("POST", "/statements/close", body), status)

    def test_a_week_ends_on_sunday(self):
        affiliate = self.paid_by("week")
        self.assertEqual(affiliate["statementPeriod"], "week")
        player = self.player(affiliate)
        self.brings(player, "100", "2026-03-08T23:59:59.999999Z")
        self.brings(player, "-200", "2026-03-09T00:00:00Z")
        self.brings(player, "1000", "2026-03-16")
        self.assertEqual(self.periods(affiliate), [("2026-W10", "30"), ("2026-W11", "-60"), ("2026-W12", "300")])
        self.assertEqual(self.close_one(affiliate, "2026-W10")["payable"], "30")
        self.assertEqual(self.close_one(affiliate, "2026-W11")["payable"], "0")
        last = self.close_one(affiliate, "2026-W12")
        self.assertEqual((last["payable"], last["period"]), ("240", "2026-W12"))
        self.assertEqual([(line["component"], line["fromPeriod"]) for line in last["lines"]],
                         [("revShare", None), ("carryOver", "2026-W11")])
        self.assertEqual([one["period"] for one in self.items("/statements", f"affiliateId={affiliate['id']}")],
                         ["2026-W12", "2026-W11", "2026-W10"])
        self.assertEqual(self.client.api("GET", f"/statements/{last['id']}").json()["contentHash"], last["contentHash"])
        csv = self.client.api("GET", f"/statements/{last['id']}?format=csv")
        self.assertIn("statement-2026-W12-", csv.header("Content-Disposition"))
        self.assert_verified()

    def test_a_half_month_ends_on_the_15th_and_has_its_own_cap(self):
        affiliate = self.paid_by("halfMonth", {"cpa": {"amount": "100", "monthlyCap": 1}})
        for day in ("15", "15", "16"):
            self.send(self.player(affiliate), "first_deposit", "50", at=f"2026-03-{day}T12:00:00Z")
        self.assertEqual(self.periods(affiliate), [("2026-03-H1", "100"), ("2026-03-H1", "0"), ("2026-03-H2", "100")])
        capped = self.accruals(affiliate)[1]
        self.assertIn("above the cap of 1 players a half-month", " ".join(self.explain(capped)["sentences"]))
        why = self.client.api("GET", f"/players/{capped['playerId']}/why").json()
        self.assertIn("number 2 of 2026-03-H1, above the cap of 1 player a half-month.", str(why))
        self.assert_verified()

    def test_a_change_takes_effect_after_the_last_period_that_has_accruals(self):
        affiliate = self.paid_affiliate(SHARE)
        self.assertEqual(affiliate["statementPeriod"], "month")
        player = self.player(affiliate)
        self.brings(player, "100", "2026-03-10")
        self.change("/affiliates/" + affiliate["id"], statementPeriod="week")
        self.brings(player, "100", "2026-03-31")
        self.brings(player, "100", "2026-04-01")
        self.change("/affiliates/" + affiliate["id"], statementPeriod="halfMonth")
        self.brings(player, "100", "2026-04-05")
        self.brings(player, "100", "2026-04-06")
        self.assertEqual([period for period, _ in self.periods(affiliate)],
                         ["2026-03", "2026-03", "2026-W14", "2026-W14", "2026-04-H1"])
        refused = self.refusal("2026-04", affiliate)
        self.assertEqual(refused["errors"][0]["pointer"], "/period")
        self.assertIn("2026-04-30 is in its half-month 2026-04-H2", refused["detail"])
        self.assertIn("the month 2026-03", self.refusal("2026-W14", affiliate)["detail"])
        for period, payable in (("2026-03", "60"), ("2026-W14", "60"), ("2026-04-H1", "30")):
            self.assertEqual(self.close_one(affiliate, period)["payable"], payable)
        self.brings(player, "100", "2026-03-20")
        late = self.accruals(affiliate)[-1]
        self.assertEqual((late["period"], late["late"]), ("2026-04-H2", True))
        self.assertIn("Its month 2026-03 is already closed, so it counts in 2026-04-H2.", self.explain(late)["sentences"])
        self.assert_verified()

    def test_closing_for_all_closes_the_period_for_those_that_have_it(self):
        monthly, weekly = self.paid_affiliate(SHARE), self.paid_by("week")
        for affiliate in (monthly, weekly):
            self.brings(self.player(affiliate, at="2025-12-01T00:00:00Z"), "100", "2025-12-10")
        for period, affiliate in (("2025-12", monthly), ("2025-W50", weekly)):
            answer = self.client.api("POST", "/statements/close", {"period": period})
            self.assertIn(answer.status, (200, 201), answer.body)
            ours = [one for one in answer.json()["items"] if one["affiliateId"] in (monthly["id"], weekly["id"])]
            self.assertEqual([one["affiliateId"] for one in ours], [affiliate["id"]])
        # A new weekly affiliate has weeks from the beginning, also in a month that is closed for monthly affiliates.
        late = self.paid_by("week")
        self.brings(self.player(late, at="2025-12-01T00:00:00Z"), "100", "2025-12-17")
        self.assertEqual(self.periods(late), [("2025-W51", "30")])
        self.assert_verified()

    def test_a_parent_and_its_child_may_have_different_periods(self):
        parent = self.paid_by("halfMonth", {"subAffiliate": {"percentOfCommission": "10"}})
        child = self.paid_by("week", {"revShare": {"rate": "30", "negativeCarryover": False}}, parentAffiliateId=parent["id"])
        self.brings(self.player(child), "-100", "2026-03-14")
        self.assertEqual(self.close_one(child, "2026-W11")["payable"], "0")
        self.assertEqual(self.periods(parent), [("2026-03-H1", "-3"), ("2026-03-H1", "3")])
        followed = self.accruals(parent)[-1]
        self.assertEqual(followed["reason"], "followed")
        self.assertIn("The statement of a sub-affiliate for 2026-W11 carries over or waives",
                      " ".join(self.explain(followed)["sentences"]))
        self.assert_verified()

    def test_a_share_of_a_statement_names_no_period_if_different_ones_ended(self):
        parent = self.paid_by("month", {"subAffiliate": {"percentOfCommission": "10"}})
        waived = {"revShare": {"rate": "30", "negativeCarryover": False}}
        child = self.paid_by("month", waived, parentAffiliateId=parent["id"])
        self.paid_by("week", waived, parentAffiliateId=parent["id"])
        self.brings(self.player(child), "-100", "2026-05-10")
        self.close_one(child, "2026-05")  # Its last day is a Sunday.
        [followed] = [one for one in self.accruals(parent) if one["reason"] == "followed"]
        [step] = [one for one in self.explain(followed)["steps"] if one["rule"] == "statementFollowed"]
        self.assertEqual((step["period"], step["lastDay"]), (None, "2026-05-31"))

    def test_the_fee_of_a_month_is_paid_once(self):
        affiliate = self.paid_by("week", {"fixedMonthly": {"amount": "500"}})
        paid = [self.close(affiliate, f"2026-W{week}") for week in range(10, 16)]
        self.assertEqual([[one["payable"] for one in each] for each in paid], [[], [], [], [], ["500"], []])
        [fee] = self.accruals(affiliate)
        self.assertEqual((fee["period"], fee["eventTime"][:10]), ("2026-W14", "2026-03-31"))
        self.assert_verified()

    def test_reports_group_by_these_periods_and_open_their_rows(self):
        affiliate = self.paid_by("week")
        player = self.player(affiliate)
        self.brings(player, "100", "2026-03-03")
        self.brings(player, "200", "2026-03-10")
        body = {"groupKeys": ["period"], "metrics": ["total_reward"], "filters": {"affiliate": [affiliate["id"]]},
                "startDate": "2026-03-01", "endDate": "2026-03-31"}
        def rewards() -> dict[str, Decimal]:
            rows = self.client.api("POST", "/reports/query", body).json()["rows"]
            return {row["groupKeys"]["period"]: Decimal(str(row["metrics"]["total_reward"])) for row in rows}

        wait_until(lambda: rewards() == {"2026-W10": 30, "2026-W11": 60}, "the report has both weeks")
        [row] = self.items("/accruals", f"period=2026-W11&metric=total_reward&affiliate={affiliate['id']}")
        self.assertEqual((row["period"], row["amount"]), ("2026-W11", "60"))
        self.assertEqual(self.items("/accruals", f"period=&affiliateId={affiliate['id']}"), [])

    def test_simulations_count_a_week_in_the_month_in_which_it_ends(self):
        affiliate = self.paid_by("week")
        player = self.player(affiliate)
        self.brings(player, "100", "2026-03-29")
        self.brings(player, "100", "2026-03-31")
        body = {"terms": {"currency": "EUR", "revShare": {"rate": "10"}}, "from": "2026-03", "to": "2026-04",
                "affiliateIds": [affiliate["id"]]}
        answer = self.client.api("POST", "/deals/simulate", body).json()
        self.assertEqual([(one["period"], one["ngr"], one["actual"]["revShare"], one["simulated"]["revShare"])
                          for one in answer["months"]], [("2026-03", "100", "30", "10"), ("2026-04", "100", "30", "10")])
        for wrong in ("2026-W10", "2026-03-H1"):
            self.assert_refused(self.client.api("POST", "/deals/simulate", body | {"from": wrong}), "/from")

    def test_wrong_kinds_and_periods_are_refused_with_pointers(self):
        affiliate = self.paid_by("week")
        path = "/affiliates/" + affiliate["id"]
        self.assert_every_refused(path, {"name": "A", "email": "a@b.example"},
                                  [("statementPeriod", value) for value in ("day", "Week", "", None, 7)])
        for wrong in ("2026-W54", "2026-W00", "2027-W53", "2026-03-H3", "2026-03-H", "2026-3", "2026-w10", 202610, None):
            with self.subTest(wrong):
                answer = self.client.api("POST", "/statements/close", {"period": wrong, "affiliateId": affiliate["id"]})
                self.assert_refused(answer, "/period")
        self.assert_problem(self.client.api("GET", "/statements?period=2026-W54"), 400)
        self.assert_problem(self.client.api("GET", "/accruals?period=2026-W54"), 400)

    def test_the_current_week_is_a_preview_that_cannot_be_closed(self):
        keep_away_from_midnight()  # The week must not end during the test.
        affiliate = self.paid_by("week")
        player = self.player(affiliate)
        self.send(player, "ngr_update", "100", at=hours_from_now(0))
        [preview] = self.items("/statements", f"affiliateId={affiliate['id']}")
        self.assertRegex(preview["period"], r"^\d{4}-W\d{2}$")
        self.assertEqual((preview["status"], preview["payable"]), ("open", "30"))
        self.assertEqual(self.client.api("GET", "/statements/" + preview["id"]).json()["period"], preview["period"])
        self.assertIn("has not ended yet", self.refusal(preview["period"], affiliate)["detail"])


class StatementPeriodsOnSqlite(StatementPeriods, CommissionCase):
    pass


class StatementPeriodsOnPostgres(StatementPeriods, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
