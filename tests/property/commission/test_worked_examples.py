"""The examples of COMMISSION.md §5, with its numbers, told to the oracle and to the engine."""

import unittest

from tests.property.commission import engine
from tests.property.commission.history import Story, affiliate, close, rate, version
from tests.property.commission.oracle import Oracle


def amounts(result, name="A1"):
    return [accrual[10] for accrual in result["accruals"] if accrual[0] == name]


def payables(result):
    return [(statement["period"], statement["payable"]) for statement in result["statements"]]


def lines(result, kind):
    return [line[6] for statement in result["statements"] for line in statement["lines"] if line[0] == kind]


def run_oracle(story):
    return Oracle().run(story.steps).result()


def run_engine(story):
    return engine.results([Oracle().run(story.steps).recorded])[0]


class Examples:
    def run_story(self, story):
        raise NotImplementedError

    def assert_amounts(self, story, *expected):
        self.assertEqual(list(expected), amounts(self.run_story(story)))

    def test_1_a_first_deposit_of_at_least_the_minimum_pays_once(self):
        story = Story({"cpa": {"amount": "100", "minFirstDeposit": "20"}}).register()
        self.assert_amounts(story.event("first_deposit", "19.99"))
        story.register("P2").event("first_deposit", "20.00", player="P2")
        self.assert_amounts(story, "100")
        self.assert_amounts(story.event("first_deposit", "50", player="P2"), "100")

    def test_2_deposits_add_up_to_the_minimum(self):
        terms = {"cpa": {"amount": "100", "minFirstDeposit": "20", "minTotalDeposits": "50"}}
        story = Story(terms).register().event("first_deposit", "30")
        self.assert_amounts(story)
        self.assert_amounts(story.event("deposit", "20"), "100")

    def test_2_a_deposit_out_of_time_does_not_count(self):
        terms = {"cpa": {"amount": "100", "minFirstDeposit": "20", "minTotalDeposits": "50", "qualifyWithinDays": 30}}
        story = Story(terms).register().event("first_deposit", "30")
        self.assert_amounts(story.event("deposit", "20", day="2026-04-01"))

    def test_3_the_admin_fee_comes_off_the_revenue(self):
        story = Story({"revShare": {"rate": "30", "adminFeePercent": "10"}}).register()
        story.event("ngr_update", "1000").event("ngr_update", "-500")
        self.assert_amounts(story, "270", "-135")

    def test_4_tiers_of_revenue(self):
        for mode, expected in (("whole", ("2250", "1050")), ("marginal", ("2250", "550"))):
            with self.subTest(mode=mode):
                story = Story({"revShare": {"rate": "25", "tiers": [{"from": "10000", "rate": "30"}], "tierMode": mode}})
                story.register().event("ngr_update", "9000").event("ngr_update", "2000")
                self.assert_amounts(story, *expected)

    def months_of_example_5(self, carries):
        story = Story({"revShare": {"rate": "30", "negativeCarryover": carries}}).register()
        story.event("ngr_update", "-10000").add(close("2026-03", "A1"))
        return self.run_story(story.event("ngr_update", "15000", day="2026-04-10").add(close("2026-04", "A1")))

    def test_5_a_loss_is_carried_into_the_next_month(self):
        result = self.months_of_example_5(True)
        self.assertEqual([("2026-03", "0"), ("2026-04", "1500")], payables(result))
        self.assertEqual(["3000", "-3000"], lines(result, "carryOver"))

    def test_5_a_loss_is_waived(self):
        result = self.months_of_example_5(False)
        self.assertEqual([("2026-03", "0"), ("2026-04", "4500")], payables(result))
        self.assertEqual(["3000"], lines(result, "waiver"))

    def test_6_a_chargeback_takes_back_the_cpa_and_its_part_of_the_revenue(self):
        story = Story({"cpa": {"amount": "50"}, "revShare": {"rate": "20"}}).register()
        story.event("first_deposit", "100").event("ngr_update", "200").event("chargeback", "100")
        self.assert_amounts(story, "50", "40", "-50", "-20")

    def four_players(self, mode, **more):
        story = Story({"cpa": {"amount": "100", "tiers": [{"from": 3, "amount": "120"}], "tierMode": mode, **more}})
        for player in ("P1", "P2", "P3", "P4"):
            story.register(player).event("first_deposit", "10", player=player)
        return story

    def test_7_tiers_of_positions(self):
        self.assert_amounts(self.four_players("marginal"), "100", "100", "120", "120")
        self.assert_amounts(self.four_players("whole"), "100", "100", "120", "20", "20", "120")

    def test_7_beyond_the_cap_a_player_earns_nothing(self):
        self.assert_amounts(self.four_players("marginal", monthlyCap=3), "100", "100", "120", "0")
        self.assert_amounts(self.four_players("whole", monthlyCap=3), "100", "100", "120", "20", "20", "0")

    def test_8_results_are_rounded_to_the_eighth_digit_and_lines_to_the_cent(self):
        story = Story({"revShare": {"rate": "33.3333"}}).register()
        story.event("ngr_update", "0.01")
        self.assert_amounts(story, "0.00333333")
        story.event("ngr_update", "0.01").event("ngr_update", "0.01").add(close("2026-03", "A1"))
        self.assert_amounts(story, "0.00333333", "0.00333333", "0.00333333")
        self.assertEqual(["0.01"], lines(self.run_story(story), "revShare"))

    def test_9_the_latest_rate_on_or_before_the_day_converts(self):
        story = Story({"revShare": {"rate": "40"}}).register()
        story.add(rate("2026-02-27", "USD", "EUR", "0.9137"), rate("2026-03-02", "USD", "EUR", "0.5"))
        story.event("ngr_update", "100", currency="USD").add(close("2026-03", "A1"))
        self.assert_amounts(story, "36.548")
        self.assertEqual(["36.55"], lines(self.run_story(story), "revShare"))

    def test_10_the_parent_earns_its_part_of_both_signs(self):
        story = Story({"revShare": {"rate": "30", "adminFeePercent": "10"}})
        story.add({"do": "deal", **{**story.steps[2], "deal": "D2"}})
        story.add(version({"currency": "EUR", "subAffiliate": {"percentOfCommission": "5"}}, "D2"))
        story.add(affiliate("A2", ["D2"]), affiliate("A1", ["D1"], parent="A2")).register()
        story.event("ngr_update", "1000").event("ngr_update", "-500")
        result = self.run_story(story)
        self.assertEqual(["270", "-135"], amounts(result))
        self.assertEqual(["13.5", "-6.75"], amounts(result, "A2"))


class ToldToTheOracle(Examples, unittest.TestCase):
    def run_story(self, story):
        return run_oracle(story)


class ToldToTheEngine(Examples, unittest.TestCase):
    def run_story(self, story):
        return run_engine(story)


if __name__ == "__main__":
    unittest.main()
