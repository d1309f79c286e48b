"""Reports with the values of other days: the previous period, the same period of the year before, or any days."""

import unittest
from decimal import Decimal

from tests.support.case import ServiceCase
from tests.support.reports.asking import read_csv
from tests.support.reports.saved import ReportCalls

MARCH = {"startDate": "2026-03-01", "endDate": "2026-03-31"}


class ReportComparison(ReportCalls, ServiceCase):
    def setUp(self):
        super().setUp()
        self.first, self.second, self.gone = (self.brand() for _ in range(3))
        self.brands = {"brand": [self.first, self.second, self.gone]}
        for brand, at, amount in ((self.first, "2026-03-10", "30"), (self.first, "2026-02-10", "40"),
                                  (self.second, "2026-03-12", "5"), (self.gone, "2026-02-12", "8"),
                                  (self.first, "2025-03-10", "20")):
            self.send(brand, "somebody", "registration", "2025-01-01T12:00:00Z")
            self.send(brand, "somebody", "ngr_update", at + "T12:00:00Z", amount)
        self.wait_for(Decimal(103), lambda: self.report(metrics=["ngr"], filters=self.brands, startDate="2025-01-01",
                                                        endDate="2026-03-31")["totals"]["ngr"])

    def name(self, brand: str) -> str:
        return self.client.api("GET", "/brands/" + brand).json()["name"]

    def compared(self, *keys: str, **members) -> dict:
        return self.report(*keys, metrics=["ngr"], filters=self.brands, **({"compareTo": "previousPeriod"} | MARCH | members))

    def changes(self, report: dict) -> list[tuple]:
        """The name of the group, the value, the value before, the difference and the percent, row by row."""
        return [(*row["groupKeys"].values(), row["metrics"]["ngr"],
                 *(row["comparison"][member]["ngr"] for member in ("metrics", "difference", "percent"))) for row in report["rows"]]

    def test_rows_and_totals_have_the_values_before(self):
        report = self.compared("brand", sort="-ngr")
        self.assertEqual(self.changes(report), [(self.name(self.first), 30, 40, -10, -25), (self.name(self.second), 5, 0, 5, None),
                                                (self.name(self.gone), 0, 8, -8, -100)])
        self.assertEqual(report["totals"], {"ngr": 35})
        self.assertEqual(report["comparison"], {"startDate": "2026-02-01", "endDate": "2026-02-28", "metrics": {"ngr": 48},
                                                "difference": {"ngr": -13}, "percent": {"ngr": Decimal("-27.08")}})

    def test_rows_can_be_sorted_by_the_difference(self):
        for sort, brands in (("difference:ngr", (self.first, self.gone, self.second)),
                             ("-difference:ngr", (self.second, self.gone, self.first))):
            self.assertEqual([row["groupKeys"]["brand"] for row in self.compared("brand", sort=sort)["rows"]],
                             [self.name(brand) for brand in brands])
        cut = self.compared("brand", sort="difference:ngr", limit=1)
        self.assertEqual(self.changes(cut), [(self.name(self.first), 30, 40, -10, -25)])

    def test_days_and_months_are_compared_with_those_in_the_same_place(self):
        self.assertEqual(self.changes(self.compared("date")), [("2026-03-10", 30, 40, -10, -25), ("2026-03-12", 5, 8, -3, Decimal("-37.5"))])
        self.assertEqual(self.changes(self.compared("month")), [("2026-03", 35, 48, -13, Decimal("-27.08"))])

    def test_the_same_period_of_the_year_before(self):
        report = self.compared(compareTo="samePeriodLastYear")
        self.assertEqual((report["comparison"]["startDate"], report["comparison"]["metrics"]["ngr"]), ("2025-03-01", 20))

    def test_any_days(self):
        report = self.compared(compareTo=None, compareStartDate="2026-02-12", compareEndDate="2026-02-13")
        self.assertEqual(report["comparison"]["metrics"]["ngr"], 8)

    def test_a_csv_has_the_comparison_after_the_metrics(self):
        answer = self.client.api("POST", "/reports/query?format=csv", {"groupKeys": ["brand"], "metrics": ["ngr"], "sort": "-ngr",
                                                                       "filters": self.brands, "compareTo": "previousPeriod"} | MARCH)
        rows = read_csv(answer.body.decode())
        self.assertEqual(rows[0], ["brand", "ngr", "ngr_before", "ngr_difference", "ngr_percent"])
        self.assertEqual([row[1:] for row in rows[1:]], [["30", "40", "-10", "-25"], ["5", "0", "5", ""], ["0", "8", "-8", "-100"],
                                                         ["35", "48", "-13", "-27.08"]])

    def test_without_a_comparison_nothing_is_added(self):
        report = self.report("brand", metrics=["ngr"], filters=self.brands)
        self.assertNotIn("comparison", report)
        self.assertEqual({tuple(row) for row in report["rows"]}, {("groupKeys", "metrics")})
        saved = self.fetch_json(self.preset(groupKeys=["brand"], metrics=["ngr"], filters=self.brands, **MARCH))
        self.assertEqual(set(saved), {"rows", "totals", "generatedAt"})

    def test_an_impossible_comparison_is_refused_with_its_pointer(self):
        least = {"metrics": ["ngr"], "compareTo": "previousPeriod"} | MARCH
        for wrong, pointer in (({"groupKeys": ["brand", "week"]}, "/groupKeys/1"), ({"groupKeys": ["hour"]}, "/groupKeys/0"),
                               ({"filters": {"date": ["2026-03-10"]}}, "/filters/date"), ({"compareTo": "x"}, "/compareTo"),
                               ({"compareTo": None, "sort": "difference:ngr"}, "/sort"), ({"sort": "difference:brand"}, "/sort"),
                               ({"compareStartDate": "2026-02-01"}, "/compareEndDate")):
            with self.subTest(wrong):
                self.assert_refused(self.query(**(least | wrong)), pointer)


if __name__ == "__main__":
    unittest.main()
