"""POST /reports/explain-change: why a metric differs between two periods, on DuckDB and on ClickHouse."""

import unittest
from decimal import Decimal

from tests.support.both_stores import NodesOnBothStores
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.tracking import click_id_of, click_path
from tests.support.waiting import eventually

APRIL = {"startDate": "2026-04-01", "endDate": "2026-04-30"}
HYBRID = {"cpa": {"amount": "50"}, "revShare": {"rate": "20"}}


class ExplainChange:
    def readers(self) -> list:
        """The clients of all stores."""
        return [self.client]

    def explain(self, client=None, **members) -> dict:
        answer = (client or self.client).api("POST", "/reports/explain-change", APRIL | members)
        self.assertEqual(answer.status, 200, answer.body)
        explained = answer.json()
        for split in explained["splits"]:
            total = sum(Decimal(part["difference"]) for part in split["parts"])
            self.assertEqual(total, Decimal(explained["difference"]), split)
        self.assertEqual(Decimal(explained["after"]["value"]) - Decimal(explained["before"]["value"]),
                         Decimal(explained["difference"]))
        return explained

    def parts(self, explained: dict, by: str) -> list[tuple]:
        """Who or what changed, and by how much."""
        found = [split["parts"] for split in explained["splits"] if split["by"] == by]
        self.assertEqual(len(found), 1, (by, explained))
        return [(part["code"] or (part["name"] if part["kind"] == "group" else part["kind"]), Decimal(part["difference"]))
                for part in found[0]]

    def assert_explained(self, expected: dict[str, list[tuple]], **question) -> dict:
        """Every store explains the change like this. The order of equal parts is not fixed."""
        def comparable(parts: list[tuple]) -> list[tuple]:
            return sorted(parts, key=lambda part: (-abs(Decimal(part[1])), str(part[0])))

        wanted = {by: comparable([(name, Decimal(value)) for name, value in parts]) for by, parts in expected.items()}
        for client in self.readers():
            def seen():
                explained = self.explain(client, **question)
                by = {split["by"] for split in explained["splits"]}
                return {key: comparable(self.parts(explained, key)) for key in wanted if key in by}
            # Another node may not know the affiliates yet, and facts may come between two sums.
            eventually(lambda: self.assertEqual(seen(), wanted))
        return self.explain(**question)

    def hybrid(self, **members) -> dict:
        return self.paid_affiliate(HYBRID, deal={"binding": "event"} | members)

    # Commission.

    def test_commission_changes_by_players_revenue_chargebacks_and_new_terms(self):
        anna = self.hybrid(name="Deal of Anna")
        deal = anna["dealIds"][0]
        first, second, third = (self.player(anna) for _ in range(3))
        for player in (first, second, third):
            self.send(player, "first_deposit", "100")
        self.send(first, "ngr_update", "1000", at="2026-03-12T12:00:00Z")
        self.change("/deals/" + deal, terms={"currency": "EUR"} | HYBRID | {"cpa": {"amount": "40"}}, effectiveFrom="2026-04-01")
        fourth = self.player(anna, at="2026-04-02T00:00:00Z")
        self.send(fourth, "first_deposit", "100", at="2026-04-05T12:00:00Z")
        self.send(first, "chargeback", "100", at="2026-04-10T12:00:00Z")
        self.send(first, "ngr_update", "600", at="2026-04-12T12:00:00Z")
        # March: 3 × 50, and 20 % of 1000. April: 40, 50 taken back, and 20 % of 600 − 100.
        explained = self.assert_explained(
            {"cause": [("qualifiedPlayers", "-100"), ("revenue", "-80"), ("chargebacks", "-70"), ("dealTerms", "-10")],
             "player": [(first, "-200"), (second, "-50"), (third, "-50"), (fourth, "40")],
             "deal": [("Deal of Anna", "-260")]},
            metric="total_reward", filters={"affiliate": [anna["id"]]})
        self.assertEqual((explained["before"], explained["after"]),
                         ({"startDate": "2026-03-01", "endDate": "2026-03-31", "value": "350"}, APRIL | {"value": "90"}))
        self.assertEqual((explained["difference"], explained["percent"], explained["currency"]), ("-260", "-74.29", "EUR"))
        self.assertEqual(explained["text"], "total_reward fell by 260.00 EUR (-74.29 %), from 350.00 EUR to 90.00 EUR, from "
                                            "2026-04-01 to 2026-04-30, compared with 2026-03-01 to 2026-03-31.")
        terms = [part for part in explained["splits"][0]["parts"] if part["code"] == "dealTerms"][0]
        self.assertEqual((terms["name"], terms["filters"], terms["text"]),
                         ("Deal of Anna", {"deal": [deal]}, "New terms of the deal Deal of Anna: 10.00 EUR less."))
        # The filter has one affiliate, so a split by affiliates says nothing.
        self.assertNotIn("affiliate", [split["by"] for split in explained["splits"]])
        only_cpa = {"cause": [("qualifiedPlayers", "-100"), ("chargebacks", "-50"), ("dealTerms", "-10")]}
        self.assert_explained(only_cpa, metric="cpa_reward", filters={"affiliate": [anna["id"]]})

    def test_the_filters_of_a_part_select_what_stands_behind_it(self):
        anna, bert = self.hybrid(), self.hybrid()
        for affiliate, amount in ((anna, "100"), (bert, "40")):
            self.send(self.player(affiliate), "ngr_update", amount, at="2026-04-12T12:00:00Z")
        both = {"affiliate": [anna["id"], bert["id"]]}
        explained = self.assert_explained({"affiliate": [(anna["name"], "100"), (bert["name"], "40")]}, metric="ngr", filters=both)
        split = [split for split in explained["splits"] if split["by"] == "affiliate"][0]
        for part, affiliate in zip(split["parts"], (anna, bert)):
            self.assertEqual(part["filters"], {"affiliate": [affiliate["id"]]})
            narrower = self.explain(metric="ngr", filters=both | part["filters"])
            self.assertEqual(narrower["difference"], part["difference"])
        player = [split for split in explained["splits"] if split["by"] == "player"][0]["parts"][0]
        self.assertEqual(self.explain(metric="ngr", filters=player["filters"])["difference"], "100")

    # Other metrics.

    def test_other_exchange_rates_are_a_cause(self):
        anna = self.hybrid()
        for date, rate in (("2026-03-01", "0.5"), ("2026-04-01", "0.6")):
            self.store_rate(date, rate, "SEK")
        player = self.player(anna)
        self.send(player, "ngr_update", "1000", at="2026-03-12T12:00:00Z", currency="SEK")
        self.send(player, "ngr_update", "1100", at="2026-04-12T12:00:00Z", currency="SEK")
        # 500 and 660 EUR: 100 more at 0.5, and 1100 times 0.1.
        self.assert_explained({"cause": [("exchangeRates", "110"), ("activity", "50")]}, metric="ngr",
                              filters={"affiliate": [anna["id"]]})

    def test_amounts_ratios_and_profit_change_by_their_parts(self):
        anna = self.hybrid()
        march = [self.player(anna, at="2026-03-02T00:00:00Z", country=country) for country in ("DE", "DE")]
        april = [self.player(anna, at="2026-04-02T00:00:00Z", country=country) for country in ("DE", "AT", "AT", "AT")]
        self.send(march[0], "first_deposit", "20", at="2026-03-03T00:00:00Z")
        self.send(april[0], "first_deposit", "30", at="2026-04-03T00:00:00Z")
        self.send(march[1], "ngr_update", "100", at="2026-04-12T12:00:00Z")
        own = {"affiliate": [anna["id"]]}
        self.assert_explained({"cause": [("average", "10")], "country": [("DE", "10")]}, metric="ftd_amount", filters=own)
        # 1 of 2 becomes 1 of 4. The three players from AT are the change.
        explained = self.assert_explained({"cause": [("denominator", "-0.25")], "country": [("AT", "-0.375"), ("DE", "0.125")]},
                                          metric="registration_to_ftd", filters=own)
        self.assertEqual((explained["currency"], explained["percent"]), (None, "-50"))
        # NGR of 100 less 20 % of it. CPA is 50 in both months.
        self.assert_explained({"cause": [("revenue", "100"), ("commission", "-20")]}, metric="profit", filters=own)

    def test_a_split_shows_the_largest_parts_and_the_rest(self):
        anna = self.hybrid()
        for country, count in (("DE", 3), ("AT", 2), ("CH", 1)):
            for _ in range(count):
                self.player(anna, at="2026-04-02T00:00:00Z", country=country)
        question = {"metric": "registration_count", "filters": {"affiliate": [anna["id"]]}}
        self.assert_explained({"country": [("DE", "3"), ("AT", "2"), ("CH", "1")]}, **question)
        explained = self.assert_explained({"country": [("DE", "3"), ("others", "3")]}, by=["country"], limit=1, **question)
        rest = explained["splits"][0]["parts"][1]
        self.assertEqual((rest["kind"], rest["count"], rest["text"]), ("others", 2, "2 other values of country: 3 more."))
        self.assertEqual((explained["suggested"], explained["percent"]), ("country", None))

    def test_players_change_by_link_campaign_and_sub_id(self):
        anna, campaign = self.hybrid(), self.campaign(name="Derby")
        promoted = self.link(affiliateId=anna["id"], name="Promoted", campaignId=campaign["id"])
        plain = self.link(affiliateId=anna["id"], name="Plain")
        for link, sub1, count in ((promoted, "top", 2), (plain, "side", 1)):
            for _ in range(count):
                answer = self.client.request("GET", click_path(link["linkId"], sub1=sub1))
                self.player(anna, at="2026-04-02T00:00:00Z", click_id=click_id_of(answer.header("Location")))
        self.assert_explained({"link": [("Promoted", "2"), ("Plain", "1")], "campaign": [("Derby", "2"), ("", "1")],
                               "sub1": [("top", "2"), ("side", "1")]},
                              metric="registration_count", filters={"affiliate": [anna["id"]]})

    def test_a_player_in_two_groups_is_an_overlap(self):
        anna = self.hybrid()
        player = self.player(anna)
        self.send(player, "ngr_update", "1", at="2026-04-12T12:00:00Z", product="casino")
        self.send(player, "ngr_update", "1", at="2026-04-12T12:00:00Z", product="sports")
        self.assert_explained({"product": [("casino", "1"), ("sports", "1"), ("overlap", "-1")]}, metric="active_player_count",
                              filters={"affiliate": [anna["id"]]}, by=["product"])

    def test_without_a_change_there_is_nothing_to_split(self):
        anna = self.hybrid()
        explained = self.explain(metric="total_reward", filters={"affiliate": [anna["id"]]})
        self.assertEqual((explained["difference"], explained["splits"], explained["suggested"]), ("0", [], None))

    # The periods.

    def test_the_period_decides_what_it_is_compared_with(self):
        def before(**days) -> tuple:
            answer = self.client.api("POST", "/reports/explain-change", {"metric": "ngr", "by": ["brand"]} | days)
            self.assertEqual(answer.status, 200, answer.body)
            return answer.json()["before"]["startDate"], answer.json()["before"]["endDate"]

        week = {"startDate": "2026-03-04", "endDate": "2026-03-10"}
        self.assertEqual(before(**week), ("2026-02-25", "2026-03-03"))
        self.assertEqual(before(**APRIL), ("2026-03-01", "2026-03-31"))
        self.assertEqual(before(compareTo="samePeriodLastYear", **week), ("2025-03-04", "2025-03-10"))
        self.assertEqual(before(compareStartDate="2026-01-01", compareEndDate="2026-01-02", **week), ("2026-01-01", "2026-01-02"))

    # Errors and access.

    def test_an_invalid_question_is_refused_with_its_pointer(self):
        for wrong, pointer in (
                ({"metric": ...}, "/metric"), ({"metric": "profits"}, "/metric"), ({"metric": ["ngr"]}, "/metric"),
                ({"by": ["date"]}, "/by/0"), ({"by": ["country", "currency"]}, "/by/1"), ({"by": ["colour"]}, "/by/0"),
                ({"limit": 0}, "/limit"), ({"limit": 21}, "/limit"), ({"compareTo": "yesterday"}, "/compareTo"),
                ({"compareStartDate": "2026-01-01"}, "/compareEndDate"), ({"compareEndDate": "2026-01-01"}, "/compareStartDate"),
                ({"compareStartDate": "2026-01-02", "compareEndDate": "2026-01-01"}, "/compareEndDate"),
                ({"compareStartDate": "2026-01-01", "compareEndDate": "2026-01-02", "compareTo": "previousPeriod"}, "/compareTo"),
                ({"endDate": "2026-03-01"}, "/endDate"), ({"period": "today"}, "/period"), ({"colour": 1}, "/colour"),
                ({"filters": {"affiliate": ["nobody"]}}, "/filters/affiliate/0")):
            with self.subTest(wrong):
                body = {name: value for name, value in ({"metric": "ngr"} | APRIL | wrong).items() if value is not ...}
                self.assert_refused(self.client.api("POST", "/reports/explain-change", body), pointer)

    def test_another_operator_sees_none_of_it(self):
        anna = self.hybrid()
        self.send(self.player(anna), "ngr_update", "7", at="2026-04-12T12:00:00Z")
        self.assert_explained({"cause": [("activity", "7")]}, metric="ngr", filters={"affiliate": [anna["id"]]})
        rival = self.service.create_operator("Rival")
        with self.service.client(rival.api_key) as client:
            self.assertEqual(self.explain(client, metric="ngr")["splits"], [])
            body = {"metric": "ngr", "filters": {"affiliate": [anna["id"]]}}
            self.assert_refused(client.api("POST", "/reports/explain-change", body), "/filters/affiliate/0")
        with self.service.stranger() as stranger:
            self.assert_problem(stranger.api("POST", "/reports/explain-change", {"metric": "ngr"}), 401)


class ExplainChangeOnSqlite(ExplainChange, CommissionCase):
    pass


class ExplainChangeOnBothStores(NodesOnBothStores, ExplainChange, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
