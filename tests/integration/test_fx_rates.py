"""Exchange rates over the management API."""

import unittest

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres


def rate(date: str = "2026-03-10", source: str = "USD", target: str = "EUR", value: str = "0.9137") -> dict:
    return {"date": date, "from": source, "to": target, "rate": value}


class FxRates:
    def store(self, body: dict) -> dict:
        answer = self.client.api("POST", "/fx-rates", body)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def test_one_rate_is_returned_as_it_is_stored(self):
        self.assertEqual(self.store(rate("2001-01-01")), rate("2001-01-01"))
        sent = rate("2001-01-02", "usd", "Eur", "000.123456789012345678000")
        kept = rate("2001-01-02", "USD", "EUR", "0.123456789012345678")
        self.assertEqual(self.store(sent), kept)
        self.assertEqual(self.items("/fx-rates", "date=2001-01-02"), [kept])
        self.assertEqual(self.items("/fx-rates", "date=2001-01-01"), [rate("2001-01-01")])

    def test_many_are_stored_at_once(self):
        rates = [rate(f"2002-{month:02}-{day:02}", value=f"1.{month:02}{day:02}1") for month in range(1, 13)
                 for day in range(1, 29)] + [rate("2002-01-01", "GBP", code) for code in ("EUR", "USD", "SEK")]
        self.assertEqual(self.store({"rates": rates}), {"items": rates})
        self.assertEqual(self.items("/fx-rates", "date=2002-07-15"), [rate("2002-07-15", value="1.07151")])

    def test_a_rate_replaces_the_one_of_the_same_day_and_pair(self):
        self.store(rate("2003-01-01", value="1.1"))
        self.store(rate("2003-01-01", "EUR", "USD", value="0.9"))
        self.store({"rates": [rate("2003-01-01", value="1.2")]})
        self.assertEqual(self.items("/fx-rates", "date=2003-01-01"),
                         [rate("2003-01-01", "EUR", "USD", "0.9"), rate("2003-01-01", value="1.2")])
        update, create = self.items("/audit-log", "subject=fxRate/2003-01-01.USD.EUR")
        self.assertEqual((create["action"], create["before"], create["after"]),
                         ("fxRate.create", None, rate("2003-01-01", value="1.1")))
        self.assertEqual((update["action"], update["before"], update["after"]),
                         ("fxRate.update", rate("2003-01-01", value="1.1"), rate("2003-01-01", value="1.2")))
        self.assertTrue(update["actor"].startswith("apiKey/"))

    def test_an_empty_change_is_not_logged(self):
        for _ in range(2):
            self.store(rate("2004-01-01"))
        self.assertEqual(len(self.items("/audit-log", "subject=fxRate/2004-01-01.USD.EUR")), 1)

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        good = rate("2005-01-01")
        for change, pointer in (({"date": "2005-02-29"}, "/date"), ({"date": None}, "/date"), ({"date": 5}, "/date"),
                                ({"date": "2005-01-01T00:00:00Z"}, "/date"), ({"from": "US"}, "/from"), ({"from": 1}, "/from"),
                                ({"from": "USDX"}, "/from"), ({"to": "EURX"}, "/to"), ({"to": "USD"}, "/to"),
                                ({"to": "usd"}, "/to"), ({"rate": "0"}, "/rate"), ({"rate": "-1"}, "/rate"),
                                ({"rate": 0.9}, "/rate"), ({"rate": "1e3"}, "/rate"), ({"rate": ""}, "/rate"),
                                ({"rate": "0.1234567890123456789"}, "/rate"), ({"rate": "1234567890123"}, "/rate"),
                                ({"rate": ".5"}, "/rate"), ({"source": "ECB"}, "/source")):
            with self.subTest(change):
                self.assert_refused(self.client.api("POST", "/fx-rates", good | change), pointer)
                body = {"rates": [rate("2005-01-02"), rate("2005-01-03"), rate("2005-01-04"), good | change]}
                self.assert_refused(self.client.api("POST", "/fx-rates", body), "/rates/3" + pointer)
        for missing in good:
            body = {name: value for name, value in good.items() if name != missing}
            self.assert_refused(self.client.api("POST", "/fx-rates", body), "/" + missing)
        for day in range(1, 5):
            self.assertEqual(self.items("/fx-rates", f"date=2005-01-0{day}"), [], "all or nothing")

    def test_a_list_has_1_to_1000_rates_each_for_another_day_or_pair(self):
        day = rate("2006-01-01")
        for body, pointer in (({"rates": []}, "/rates"), ({"rates": None}, "/rates"), ({"rates": day}, "/rates"),
                              ({"rates": [day] * 1001}, "/rates"), ({"rates": [5]}, "/rates/0"),
                              ({"rates": [day], "date": "2006-01-01"}, "/date"), ({"rates": [day, day]}, "/rates/1"),
                              ({"rates": [day, rate("2006-01-01", "usd", value="2")]}, "/rates/1")):
            with self.subTest(body=str(body)[:80]):
                self.assert_refused(self.client.api("POST", "/fx-rates", body), pointer)
        most = [rate(f"{year}-{month:02}-01") for year in range(1900, 1984) for month in range(1, 13)][:1000]
        self.assertEqual(self.store({"rates": most}), {"items": most})

    def test_a_declared_currency_has_rates(self):
        self.change("/operator", currencies=["USDT9"])
        self.assertEqual(self.store(rate("2007-01-01", "usdt9"))["from"], "USDT9")
        self.change("/operator", currencies=[])

    def test_the_newest_come_first_and_pages_are_followed(self):
        pairs = [("CHF", "EUR"), ("CHF", "GBP"), ("NOK", "EUR")]
        days = ["2008-12-31", "2008-02-29", "2008-01-01"]
        expected = [rate(day, *pair) for day in days for pair in pairs]
        self.store({"rates": expected[::-1]})
        for limit in (1, 2, 4, 9, 200):
            listed, cursor = [], ""
            while cursor is not None:
                page = self.client.api("GET", f"/fx-rates?limit={limit}{cursor and '&cursor=' + cursor}").json()
                self.assertLessEqual(len(page["items"]), limit)
                listed += page["items"]
                cursor = page["nextCursor"]
            self.assertEqual([one for one in listed if one in expected], expected)
            self.assertEqual([one["date"] for one in listed], sorted((one["date"] for one in listed), reverse=True))
        self.assertEqual(self.items("/fx-rates", "from=CHF&to=GBP"), [rate(day, "CHF", "GBP") for day in days])
        page = self.client.api("GET", "/fx-rates?from=CHF&limit=4").json()
        rest = self.items("/fx-rates", f"from=CHF&limit=4&cursor={page['nextCursor']}")
        self.assertEqual(page["items"] + rest, [one for one in expected if one["from"] == "CHF"])
        self.assertEqual(self.items("/fx-rates", "date=2008-02-29&from=nok"), [rate("2008-02-29", "NOK", "EUR")])
        self.assertEqual(self.items("/fx-rates", "date=2008-03-01"), [])

    def test_an_invalid_query_is_refused(self):
        for query in ("date=x", "date=2026-13-01", "from=US", "to=", "rate=1", "limit=201", "cursor=x", "cursor=2026-01-01.USD",
                      "cursor=2026-01-01.USD.EUR.x"):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", "/fx-rates?" + query), 400)

    def test_rates_are_visible_only_to_their_operator(self):
        self.store(rate("2009-01-01"))
        self.assertEqual(self.rival.api("GET", "/fx-rates?date=2009-01-01").json()["items"], [])
        theirs = rate("2009-01-01", value="7")
        self.assertEqual(self.rival.api("POST", "/fx-rates", theirs).status, 201)
        self.assertEqual(self.items("/fx-rates", "date=2009-01-01"), [rate("2009-01-01")])

    def test_rates_survive_a_restart(self):
        self.store(rate("2010-01-01", value="999999999999.999999999999999999"))
        self.service.restart()
        with self.service.client() as client:
            listed = client.api("GET", "/fx-rates?date=2010-01-01").json()["items"]
            self.assertEqual(listed, [rate("2010-01-01", value="999999999999.999999999999999999")])


class FxRatesOnSqlite(FxRates, CatalogueCase):
    pass


class FxRatesOnPostgres(FxRates, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
