"""POST /reports/affiliates: the list of affiliates with their results, on both ledgers."""

import unittest
import uuid

from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.waiting import eventually

MARCH = {"startDate": "2026-03-01", "endDate": "2026-03-31"}
REVSHARE = {"revShare": {"rate": "20"}}


class AffiliateResults:
    def setUp(self):
        super().setUp()
        self.word = "w" + uuid.uuid4().hex[:12]

    def page(self, **members) -> dict:
        body = {"metrics": ["ngr", "total_reward"], "filters": {"search": self.word}} | MARCH | members
        answer = self.client.api("POST", "/reports/affiliates", body)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def names(self, **members) -> list[str]:
        """The names of all pages, without the word that all of them have."""
        found, cursor = [], None
        while True:
            page = self.page(cursor=cursor, **members)
            found += [item["name"].removesuffix(" " + self.word) for item in page["items"]]
            cursor = page["nextCursor"]
            if cursor is None:
                return found

    def earning(self, name: str, ngr: str | None, **members) -> dict:
        affiliate = self.paid_affiliate(REVSHARE, name=f"{name} {self.word}", **members)
        if ngr is not None:
            self.send(self.player(affiliate), "ngr_update", ngr)
        return affiliate

    def four(self) -> list[dict]:
        made = [self.earning("bravo", "10"), self.earning("Älpha", "-5"), self.earning("delta", None),
                self.earning("Charlie", "300")]
        eventually(lambda: self.assertEqual(
            [item["metrics"]["ngr"] for item in self.page()["items"]], [10, -5, 0, 300]))
        return made

    def test_every_affiliate_is_listed_with_its_results_also_without_activity(self):
        made = self.four()
        page = self.page()
        self.assertEqual([item["affiliateId"] for item in page["items"]], [one["id"] for one in made])
        self.assertEqual([item["metrics"] for item in page["items"]],
                         [{"ngr": 10, "total_reward": 2}, {"ngr": -5, "total_reward": -1}, {"ngr": 0, "total_reward": 0},
                          {"ngr": 300, "total_reward": 60}])
        self.assertEqual([item["affiliate"] for item in page["items"]],
                         [self.client.api("GET", "/affiliates/" + one["id"]).json() for one in made])
        self.assertIsNone(page["nextCursor"])

    def test_the_order_goes_on_over_all_pages(self):
        self.four()
        for order, expected in (("-ngr", ["Charlie", "bravo", "delta", "Älpha"]), ("ngr", ["Älpha", "delta", "bravo", "Charlie"]),
                                ("name", ["Älpha", "bravo", "Charlie", "delta"]), ("-name", ["delta", "Charlie", "bravo", "Älpha"]),
                                ("createdAt", ["bravo", "Älpha", "delta", "Charlie"]),
                                ("-createdAt", ["Charlie", "delta", "Älpha", "bravo"])):
            for limit in (1, 3, 4):
                with self.subTest(order=order, limit=limit):
                    self.assertEqual(self.names(sort=order, limit=limit), expected)

    def test_two_affiliates_with_the_same_name_keep_their_own_results(self):
        first, second = self.earning("twin", "7"), self.earning("twin", "9")
        eventually(lambda: self.assertEqual(
            {item["affiliateId"]: item["metrics"]["ngr"] for item in self.page(sort="-ngr")["items"]},
            {first["id"]: 7, second["id"]: 9}))

    def test_filters_are_those_of_the_list_and_the_days_count(self):
        self.earning("tagged", "11", tags=["top " + self.word])
        self.earning("plain", "12")
        eventually(lambda: self.assertEqual(self.names(sort="-ngr"), ["plain", "tagged"]))
        self.assertEqual(self.names(sort="-ngr", filters={"tags": "top " + self.word}), ["tagged"])
        self.assertEqual(self.names(filters={"search": self.word, "status": "suspended"}), [])
        april = self.page(startDate="2026-04-01", endDate="2026-04-30", sort="-ngr")
        self.assertEqual([item["metrics"]["ngr"] for item in april["items"]], [0, 0])

    def test_bad_requests_are_refused_with_the_place(self):
        for members, pointer in (({"metrics": []}, "/metrics"), ({"sort": "-clicks"}, "/sort"), ({"sort": "click_count"}, "/sort"),
                                 ({"limit": 0}, "/limit"), ({"limit": 201}, "/limit"), ({"filters": ["x"]}, "/filters"),
                                 ({"filters": {"status": 5}}, "/filters/status"), ({"filters": {"colour": "red"}}, "/filters/colour"),
                                 ({"cursor": "x"}, "/cursor"), ({"cursor": "-1"}, "/cursor"), ({"period": "someday"}, "/period"),
                                 ({"groupKeys": ["brand"]}, "/groupKeys")):
            with self.subTest(members):
                self.assert_refused(self.client.api("POST", "/reports/affiliates", {"metrics": ["ngr"]} | members), pointer)

    def test_a_key_for_reports_alone_reads_no_records(self):
        made = self.earning("quiet", "13")
        key = self.service.create_key(scopes=["reports"])["key"]
        client = self.open_client(key)
        answer = client.api("POST", "/reports/affiliates", {"metrics": ["ngr"], "sort": "-createdAt", "limit": 1} | MARCH)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual([(item["affiliateId"], item["affiliate"]) for item in answer.json()["items"]], [(made["id"], None)])
        filtered = client.api("POST", "/reports/affiliates", {"metrics": ["ngr"], "filters": {"search": self.word}})
        self.assert_problem(filtered, 403)

    def test_another_operator_sees_none_of_them(self):
        self.earning("own", "14")
        answer = self.rival.api("POST", "/reports/affiliates", {"metrics": ["ngr"], "filters": {"search": self.word}})
        self.assertEqual((answer.status, answer.json()["items"]), (200, []))


class AffiliateResultsTest(AffiliateResults, CommissionCase):
    pass


class AffiliateResultsOnPostgresTest(AffiliateResults, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
