"""Reports by deal and by statement period (docs/commission.md §6.17), on DuckDB and on ClickHouse."""

import unittest
from decimal import Decimal

from tests.support import program
from tests.support.both_stores import NodesOnBothStores
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.waiting import eventually

DATES = {"startDate": "2026-01-01", "endDate": "2027-12-31"}
REWARDS = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate", "turnover")


class DealReports:
    def readers(self) -> list:
        """The clients of all stores."""
        return [self.client]

    def report(self, client, key: str, metrics: list[str], affiliates: list[dict]) -> dict[str, list[Decimal]]:
        body = {"groupKeys": [key], "metrics": metrics, "filters": {"affiliate": [one["id"] for one in affiliates]}} | DATES
        answer = client.api("POST", "/reports/query", body)
        self.assertEqual(answer.status, 200, answer.body)
        return {row["groupKeys"][key]: [Decimal(str(row["metrics"][name])) for name in metrics] for row in answer.json()["rows"]}

    def assert_report(self, expected: dict[str, list[str]], key: str, metrics: list[str], affiliates: list[dict]):
        wanted = {name: [Decimal(value) for value in values] for name, values in expected.items()}
        for client in self.readers():
            # Another node may not know the affiliates yet.
            eventually(lambda: self.assertEqual(self.report(client, key, metrics, affiliates), wanted))

    def assert_verified(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def affiliate_under(self, name: str, terms: dict, **members) -> dict:
        return self.paid_affiliate(terms, deal={"name": name}, **members)

    def test_revenue_and_profit_are_grouped_by_the_players_deal(self):
        anna = self.affiliate_under("Deal of Anna", {"revShare": {"rate": "10"}})
        bert = self.affiliate_under("Deal of Bert", {"revShare": {"rate": "20"}})
        early = self.player(anna)
        for player in (early, self.player(bert)):
            self.send(player, "ngr_update", "1000")
        self.assert_report({"Deal of Anna": ["1000", "900", "100"], "Deal of Bert": ["1000", "800", "200"]}, "deal",
                           ["ngr", "profit", "total_reward"], [anna, bert])
        body = {"affiliateId": bert["id"], "reason": "A test"}
        self.assertEqual(self.client.api("POST", f"/players/{self.player_id(early)}/reassign", body).status, 200)
        self.assert_report({"Deal of Bert": ["2000", "1600", "400"]}, "deal", ["ngr", "profit", "total_reward"], [anna, bert])
        listed = self.items("/events", "limit=100&metric=ngr&deal=Deal%20of%20Bert&affiliate=" + bert["id"])
        self.assertEqual([event["amount"] for event in listed], ["1000", "1000"])
        self.assert_verified()

    def test_events_before_the_registration_get_the_deal_with_it(self):
        anna = self.affiliate_under("Deal of Early", {"revShare": {"rate": "10"}})
        click = self.click(anna)
        self.accept(self.event("ngr_update", player_external_ref="early", event_time="2026-03-10T12:00:00Z", amount="50",
                               currency="EUR"))
        self.accept(self.event("registration", player_external_ref="early", event_time="2026-03-01T00:00:00Z", click_id=click))
        self.assert_report({"Deal of Early": ["50", "5"]}, "deal", ["ngr", "total_reward"], [anna])

    def test_a_player_without_a_deal_gets_one_later(self):
        anna = self.affiliate(name="Anna without a deal")
        player = self.player(anna)
        self.send(player, "ngr_update", "100")
        deal = self.deal(name="Late deal", terms={"currency": "EUR", "revShare": {"rate": "10"}})
        self.change("/affiliates/" + anna["id"], dealIds=[deal["id"]])
        self.send(player, "ngr_update", "30")
        self.assert_report({"": ["100"], "Late deal": ["30"]}, "deal", ["ngr"], [anna])
        bert = self.affiliate_under("Deal of the next", {"revShare": {"rate": "10"}})
        body = {"affiliateId": bert["id"], "reason": "A test"}
        self.assertEqual(self.client.api("POST", f"/players/{self.player_id(player)}/reassign", body).status, 200)
        self.assert_report({"Deal of the next": ["130"]}, "deal", ["ngr"], [anna, bert])
        self.assert_verified()

    def test_rewards_by_period_and_other_lines_are_the_statements(self):
        parent = self.affiliate_under("Sub", {"subAffiliate": {"percentOfCommission": "5"}, "fixedMonthly": {"amount": "20"}})
        terms = {"cpa": {"amount": "100", "holdDays": 30}, "revShare": {"rate": "30"}}
        anna = self.affiliate_under("Hybrid of Anna", terms, parentAffiliateId=parent["id"])
        player = self.player(anna)
        self.send(player, "first_deposit", "50", at="2026-03-20T12:00:00Z")
        self.send(player, "ngr_update", "-1000", at="2026-03-21T12:00:00Z")
        both = [anna, parent]
        statements = [self.close(one, "2026-03") for one in both]
        self.send(player, "ngr_update", "500", at="2026-03-25T12:00:00Z")
        self.send(player, "ngr_update", "2000", at="2026-04-25T12:00:00Z")
        self.client.api("POST", "/adjustments", {"affiliateId": anna["id"], "amount": "7", "currency": "EUR", "reason": "A gift"})
        statements += [self.close(one, "2026-04") for one in both]
        lines = [(statement["period"], line) for made in statements for statement in made for line in statement["lines"]]
        rewards = {period: sum(Decimal(line["amount"]) for of, line in lines if of == period and line["component"] in REWARDS)
                   for period in ("2026-03", "2026-04")}
        # March: -300, its share of -15 and the counterpart of what is carried, and a fee. April: CPA 100, 150 (late),
        # 600 and their shares, the counterpart of what was carried in, and a fee.
        self.assertEqual(rewards, {"2026-03": Decimal("-280"), "2026-04": Decimal("897.5")})
        self.assert_report({period: [str(sum_)] for period, sum_ in rewards.items()}, "period", ["total_reward"], both)
        for period, reward in rewards.items():
            others = sum(Decimal(line["amount"]) for of, line in lines if of == period and line["component"] not in REWARDS)
            payable = sum(Decimal(one["payable"]) for made in statements for one in made if one["period"] == period)
            self.assertEqual(reward + others, payable, period)
        listed = self.items("/accruals", f"limit=100&period=2026-04&metric=total_reward&affiliate={anna['id']}")
        self.assertEqual(sum(Decimal(one["amount"]) for one in listed), Decimal(850))
        self.assert_verified()


class DealReportsOnSqlite(DealReports, CommissionCase):
    pass


class DealReportsOnBothStores(NodesOnBothStores, DealReports, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
