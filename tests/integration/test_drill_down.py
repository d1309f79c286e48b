"""Every number of a report opens a list. The rows of the list add up to the number."""

import json
import unittest
from decimal import Decimal
from urllib.parse import quote, urlencode

from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key
from tests.support.tracking import CHROME, FIREFOX, GOOGLEBOT, IPHONE, listed
from tests.support.waiting import wait_until

DATES = {"startDate": "2026-01-01", "endDate": "2027-12-31"}
# The exchange rates to the operator's currency, on any day.
RATES = {"EUR": Decimal(1), "USD": Decimal("0.5"), "GBP": Decimal(2)}
GROUPS = [["date"], ["hour"], ["week"], ["month"], ["brand"], ["affiliate"], ["campaign"], ["creative"], ["link"],
          ["source"], ["country"], ["geoTarget"], ["device"], ["os"], ["browser"], ["sub1"], ["sub2"], ["player"],
          ["product"], ["game"], ["deal"], ["currency"], ["eventType"], ["period"], ["affiliate", "link", "sub1"],
          ["brand", "currency"], ["date", "player"], ["affiliate", "campaign", "product"]]


class Story:
    """An operator with players that cover every case that changes numbers."""

    settings = {"trusted_proxies": "127.0.0.1/32"}
    is_recorded = False

    def setUp(self):
        super().setUp()
        if not self.is_recorded:
            self.record_story()
            type(self).is_recorded = True

    def record_story(self):
        self.change("/operator", timeZone="Europe/Malta")
        self.store_rate("2026-01-01", "0.5", "USD", "EUR")
        self.store_rate("2026-01-01", "2", "EUR", "USD")
        self.make_catalogue()
        self.make_clicks()
        self.make_players()
        self.play()
        self.move()
        self.settle()

    def make_catalogue(self):
        cls = type(self)
        cls.daily = self.brand(name="Daily totals", ngrMode="dailyTotal")["id"]
        share = {"subAffiliate": {"percentOfCommission": "10"}, "cpl": {"amount": "1"}}
        parent = self.paid_affiliate(share, name="Parent", deal={"name": "Sub"})
        cpa = {"amount": "50", "tiers": [{"from": 3, "amount": "60"}], "tierMode": "whole", "minFirstDeposit": "20"}
        hybrid = {"cpa": cpa, "revShare": {"rate": "20", "tiers": [{"from": "100", "rate": "30"}]},
                  "cpl": {"amount": "5"}, "fixedMonthly": {"amount": "7"}, "turnover": {"rate": "1"}}
        cls.anna = self.paid_affiliate(hybrid, name="Anna", deal={"name": "Hybrid"}, parentAffiliateId=parent["id"])
        free = {"currency": "USD", "cpa": {"amount": "0"}, "revShare": {"rate": "25"}}
        cls.bert = self.paid_affiliate(free, name="Bert", deal={"name": "Dollars"})
        cls.carl = self.affiliate(name="Carl")
        creative = self.creative(name="Leaderboard")
        source = self.source(affiliateId=self.anna["id"], name="Blog")
        cls.links = {
            "first": self.link(affiliateId=self.anna["id"], name="First", campaignId=creative["campaignId"],
                               creativeId=creative["id"], marketingSourceId=source["id"], geoTarget="DE"),
            "nameless": self.link(affiliateId=self.anna["id"]),
            "daily": self.link(affiliateId=self.anna["id"], brandId=self.daily, name="Daily link"),
            "bert": self.link(affiliateId=self.bert["id"], name="Bert's", creativeId=creative["id"]),
        }

    def click_on(self, link: str, agent: str = CHROME, method: str = "GET", **query: str) -> str:
        path = "/api/v1/track/click/" + self.links[link]["linkId"] + ("?" + urlencode(query) if query else "")
        answer = self.client.request(method, path, headers={"User-Agent": agent})
        self.assertEqual(answer.status, 302, answer.body)
        return answer.header("Location").split("click_id=")[1].split("&")[0]

    def make_clicks(self):
        """Some clicks bring no player, and some are not counted."""
        for sub in ("x", "y", "x"):
            self.click_on("first", FIREFOX, sub1=sub, sub2="2")
        self.click_on("nameless", GOOGLEBOT)
        self.click_on("nameless", method="HEAD")

    def join(self, name: str, link: str | None, at: str = "2026-03-01T10:00:00Z", agent: str = CHROME, **members):
        brand = self.daily if link == "daily" else self.brand_id
        subs = {key: members.pop(key) for key in ("sub1", "sub2") if key in members}
        named = {"click_id": self.click_on(link, agent, **subs)} if link else {}
        self.accept(self.event("registration", player_external_ref=name, event_time=at, brand_id=brand, **named,
                               **members))

    def make_players(self):
        self.join("anna-1", "first", sub1="x", country="DE")
        self.join("anna-2", "first", agent=IPHONE, sub1="y", sub2="2", country="AT")
        self.join("anna-3", "first", "2026-03-31T22:30:00Z", sub1="x")
        self.join("anna-4", "nameless", country="DE")
        self.join("daily-1", "daily", country="MT")
        self.join("bert-1", "bert", agent=FIREFOX, country="DE")
        # Events before the registration wait for it.
        self.send("early", "first_deposit", "80", "2026-03-03T08:00:00Z", country="FR", product="sport")
        self.send("early", "ngr_update", "60", "2026-03-04T08:00:00Z")
        self.join("early", "first", "2026-03-02T10:00:00Z", sub1="early", country="IT")
        self.change("/brands/" + self.brand_id, attributionFallback="off")
        self.join("organic", None, country="DE")
        self.join("moved", None)

    def play(self):
        casino = {"product": "casino", "game": "Book"}
        for player in ("anna-1", "anna-2", "anna-3", "anna-4", "bert-1", "organic"):
            self.send(player, "first_deposit", "30", "2026-03-31T22:45:00Z", **casino)
        self.send("daily-1", "first_deposit", "25", brand_id=self.daily)
        # A second first deposit and registration are not counted.
        self.send("anna-1", "first_deposit", "1000", "2026-04-02T00:00:00Z")
        self.accept(self.event("registration", player_external_ref="anna-1", event_time="2026-04-02T00:00:00Z"))
        revenue = {"anna-1": "90", "anna-2": "45.50", "bert-1": "-10", "organic": "5", "unregistered": "3"}
        for player, amount in revenue.items():
            self.send(player, "ngr_update", amount, "2026-04-05T12:00:00Z", **casino)
        self.send("anna-2", "ngr_update", "40", "2026-04-06T12:00:00Z", currency="USD")
        for amount in ("100", "150", "120"):
            self.send("daily-1", "ngr_update", amount, "2026-04-07T12:00:00Z", brand_id=self.daily)
        for player in ("anna-1", "bert-1", "unregistered", "moved"):
            self.send(player, "deposit", "12.34", "2026-04-08T12:00:00Z", currency="USD")
            self.send(player, "withdrawal", "2", "2026-04-09T12:00:00Z")
            self.send(player, "wager_placed", "1.5", "2026-04-09T13:00:00Z", product="sport")
            self.accept(self.event("wager_placed", player_external_ref=player, event_time="2026-04-09T14:00:00Z"))
            self.send(player, "wager_settled", "-1", "2026-04-09T15:00:00Z")
        self.send("anna-4", "chargeback", "30", "2026-04-10T12:00:00Z", game="Book")
        # There is no exchange rate yet.
        self.send("anna-1", "ngr_update", "10", "2026-04-11T12:00:00Z", currency="GBP")

    def reassign(self, player: str, affiliate: dict, link: str | None = None):
        body = {"affiliateId": affiliate["id"], "reason": "A complaint"}
        body |= {"linkId": self.links[link]["linkId"]} if link else {}
        answer = self.client.api("POST", f"/players/{self.player_id(player)}/reassign", body)
        self.assertEqual(answer.status, 200, answer.body)

    def move(self):
        self.reassign("anna-2", self.bert, "bert")
        self.reassign("anna-2", self.bert)
        self.reassign("anna-3", self.anna, "nameless")
        self.reassign("bert-1", self.anna, "first")
        self.reassign("bert-1", self.bert, "bert")
        self.reassign("moved", self.carl)
        self.send("anna-2", "ngr_update", "33", "2026-04-12T12:00:00Z", product="sport")

    def settle(self):
        self.close(self.anna, "2026-03")
        self.send("anna-1", "ngr_update", "8", "2026-03-20T12:00:00Z")
        self.store_rate("2026-01-01", "2", "GBP", "EUR")
        wait_until(lambda: not self.items("/accruals", "status=unpriced"), "unpriced accruals are priced")
        # Facts come in the order of the record. When reports show this one, they show all previous ones.
        marker = fresh_key("marker")
        self.send("organic", "deposit", "1", product=marker)
        wait_until(lambda: self.report([], ["deposit_count"], {"product": [marker]})["totals"]["deposit_count"] == 1,
                   "reports show all of it")

    def report(self, groups: list[str], metrics: list[str], filters: dict | None = None) -> dict:
        body = DATES | {"groupKeys": groups, "metrics": metrics, "filters": filters or {}}
        answer = self.client.api("POST", "/reports/query", body)
        self.assertEqual(answer.status, 200, answer.body)
        return json.loads(answer.body, parse_float=Decimal, parse_int=Decimal)


def metrics_that_open() -> dict[str, str]:
    """The list that each metric opens, copied from docs/rules.md §5.5."""
    events = ("registration_count", "ftd_count", "ftd_amount", "deposit_count", "deposit_amount", "withdrawal_amount",
              "wager_count", "wager_amount", "chargeback_count", "chargeback_amount", "ngr")
    accruals = ("qualified_count", "cpa_reward", "revshare_reward", "cpl_reward", "fixed_fee_reward", "turnover_reward",
                "sub_affiliate_reward", "total_reward")
    return {"click_count": "/clicks"} | dict.fromkeys(events, "/events") | dict.fromkeys(accruals, "/accruals")


class DrillDown(Story):
    def rows_behind(self, metric: str, **named: str) -> list[dict]:
        return listed(self.client, metrics_that_open()[metric], metric=metric, **DATES, **named)

    def sum_of(self, metric: str, rows: list[dict], in_own_currency: bool) -> Decimal:
        if metric.endswith("_count"):
            return Decimal(len(rows))
        total = Decimal(0)
        for row in rows:
            amount = row.get("ngrDelta") or row["amount"]
            if amount is not None:
                total += Decimal(amount) * (1 if in_own_currency else RATES[row["currency"]])
        return total

    def test_every_number_is_the_sum_of_the_rows_that_it_opens(self):
        for groups in GROUPS:
            report = self.report(groups, list(metrics_that_open()))
            self.assertTrue(report["rows"], groups)
            for row in report["rows"]:
                for metric, number in row["metrics"].items():
                    with self.subTest(metric, **row["groupKeys"]):
                        rows = self.rows_behind(metric, **row["groupKeys"])
                        self.assertEqual(self.sum_of(metric, rows, "currency" in groups), number)

    def test_totals_are_the_sums_of_all_rows(self):
        totals = self.report([], list(metrics_that_open()))["totals"]
        for metric, number in totals.items():
            with self.subTest(metric):
                self.assertEqual(self.sum_of(metric, self.rows_behind(metric), False), number)
                self.assertNotEqual(number, 0, "the story must cover every metric")

    def test_numbers_that_were_counted_by_hand(self):
        report = self.report(["affiliate"], ["registration_count", "ftd_count", "qualified_count"])
        counted = {row["groupKeys"]["affiliate"]: row["metrics"] for row in report["rows"]}
        # Bert has his own player, who came back, and the reassigned one.
        self.assertEqual(counted["Bert"], {"registration_count": 2, "ftd_count": 2, "qualified_count": 2})
        self.assertEqual(counted["Anna"], {"registration_count": 5, "ftd_count": 5, "qualified_count": 5})
        self.assertEqual(counted["(organic)"], {"registration_count": 1, "ftd_count": 1, "qualified_count": 0})
        self.assertEqual(counted["Carl"]["registration_count"], 1)
        ngr = self.report([], ["ngr"], {"brand": ["Daily totals"]})["totals"]["ngr"]
        self.assertEqual(ngr, 120, "the last total of the day")

    def test_a_list_is_filtered_by_ids_names_and_empty_values(self):
        def refs(**named) -> list[str]:
            rows = listed(self.client, "/events", eventType="registration", **named)
            return sorted({row["playerExternalRef"] for row in rows})

        anna = ["anna-1", "anna-3", "anna-4", "daily-1", "early"]
        for name in ({"affiliate": "Anna"}, {"affiliate": self.anna["id"]}, {"affiliateId": self.anna["id"]}):
            self.assertEqual(refs(**name), anna)
        self.assertEqual(refs(affiliate="(organic)"), ["organic"])
        self.assertEqual(listed(self.client, "/events", affiliate="(unregistered)", type="registration"), [])
        self.assertTrue(listed(self.client, "/events", affiliate="(unregistered)"))
        self.assertEqual(refs(affiliate="Anna", sub1=""), ["anna-3", "anna-4", "daily-1"])
        self.assertEqual(refs(link="First"), ["anna-1", "early"])
        self.assertEqual(refs(link=self.links["nameless"]["code"]), ["anna-3", "anna-4"])
        self.assertEqual(refs(player="anna-1"), ["anna-1"])
        self.assertEqual(refs(player=self.player_id("anna-1"), brand=self.brand_id), ["anna-1"])
        self.assertEqual(refs(player="nobody"), [])
        self.assertEqual(refs(country="IT"), ["early"])
        self.assertEqual(refs(affiliate=self.unknown_id()), [])
        # 22:30 UTC is the next day in Malta.
        self.assertEqual(refs(startDate="2026-04-01", endDate="2026-04-01"), ["anna-3"])
        self.assertEqual(refs(date="2026-04-01"), ["anna-3"])
        self.assertEqual(refs(month="2026-04", week="2026-W14"), ["anna-1", "anna-3"])

    def test_the_ngr_that_an_update_adds_is_shown_if_it_is_not_its_amount(self):
        daily = listed(self.client, "/events", brand="Daily totals", metric="ngr")
        self.assertEqual([(row["amount"], row.get("ngrDelta")) for row in reversed(daily)],
                         [("100", None), ("150", "50"), ("120", "-30")])

    def test_an_unknown_parameter_is_refused(self):
        dates = {"startDate": "2026-03-02", "endDate": "2026-03-01"}
        for path, query in (("/events", {"metric": "click_count"}), ("/events", {"metric": "epc"}),
                            ("/clicks", {"metric": "ngr"}), ("/accruals", {"metric": "unique_click_count"}),
                            ("/accruals", {"metric": ""}), ("/events", {"startDate": "2026-3-1"}), ("/events", dates),
                            ("/events", {"brand": "No such brand"}), ("/accruals", {"deal": "No such deal"}),
                            ("/clicks", {"month": "March"}), ("/accruals", {"eventType": "teleport"}),
                            ("/clicks", {"colour": "red"}), ("/accruals", {"currency": "not a currency"})):
            with self.subTest(path, **query):
                self.assert_problem(self.client.api("GET", f"{path}?{urlencode(query, quote_via=quote)}"), 400)

    def test_an_empty_filter_matches_all_rows_of_a_list_without_that_key(self):
        for path, of_others in (("/clicks", {"player": "anna-1"}), ("/clicks", {"eventType": "deposit"}),
                                ("/events", {"period": "2026-03"}), ("/accruals", {"eventType": "deposit"})):
            with self.subTest(path, **of_others):
                self.assertEqual(listed(self.client, path, **of_others), [])
                everything = len(listed(self.client, path))
                self.assertEqual(len(listed(self.client, path, **dict.fromkeys(of_others, ""))), everything)


class DrillDownOnSqlite(DrillDown, CommissionCase):
    pass


class DrillDownOnPostgres(DrillDown, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
