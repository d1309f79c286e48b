"""Examples 11 to 25 of §6 and cases beside them, played by the oracle alone."""

import unittest

from tests.property.commission.exact import scaled, text_of
from tests.property.commission.history import Story, affiliate, brand, close, deal, event, operator, rate, reassign, resolve, reverse, rules, version
from tests.property.commission.oracle import Oracle


class Played(Story):
    """A history under all rules of §6. Shows what each event adds."""

    def __init__(self, terms, currency="EUR", **of_deal):
        super().__init__({"currency": currency, **terms}, **of_deal)
        self.steps.insert(1, rules())

    def result(self):
        return Oracle().run(self.steps).result()

    def amounts(self):
        return [row[10] for row in self.result()["accruals"]]

    def total(self):
        return text_of(sum(scaled(row[10]) for row in self.result()["accruals"]))

    def payable(self, period, name="A1"):
        [statement] = [one for one in self.result()["statements"]
                       if (one["affiliate"], one["period"]) == (name, period)]
        return statement["payable"]

    def lines(self, period, name="A1"):
        """The type, the brand and the amount of each line."""
        [statement] = [one for one in self.result()["statements"]
                       if (one["affiliate"], one["period"]) == (name, period)]
        return [(line[0], line[1], line[6]) for line in statement["lines"]]

    def players(self, count, first=1, **rest):
        for number in range(first, first + count):
            self.register(f"P{number}", **rest)
        return self


def whole(**members):
    return {"revShare": {"tierMode": "whole", **members}}


class Activity(unittest.TestCase):
    def test_example_11_new_depositors_decide_the_tier(self):
        story = Played(whole(rate="25", tierBy="newDepositors", tiers=[{"from": 11, "rate": "30"}])).players(11)
        for number in range(1, 11):
            story.event("first_deposit", "20", player=f"P{number}")
        story.event("ngr_update", "10000")
        self.assertEqual(story.amounts(), ["2500"])
        story.event("first_deposit", "20", player="P11")
        self.assertEqual(story.amounts(), ["2500", "500"])

    def test_example_12_too_few_active_players_earn_the_other_rate(self):
        story = Played(whole(rate="30", requires={"activePlayers": 5, "elseRate": "0"})).players(5)
        for number in range(1, 5):
            story.event("ngr_update", "250", player=f"P{number}")
        self.assertEqual(story.amounts(), [])
        self.assertEqual(story.event("ngr_update", "100", player="P5").amounts(), ["330"])

    def test_a_tier_whose_condition_fails_leaves_the_one_below(self):
        tiers = [{"from": "100", "rate": "30"}, {"from": "1000", "rate": "40", "requires": {"newDepositors": 1}}]
        story = Played(whole(rate="25", tiers=tiers)).register().event("ngr_update", "1000")
        self.assertEqual(story.amounts(), ["300"])
        self.assertEqual(story.event("first_deposit", "20").amounts(), ["300", "100"])

    def test_a_count_starts_again_every_month(self):
        story = Played(whole(rate="10", tierBy="deposits", tiers=[{"from": "100", "rate": "20"}])).register()
        story.event("first_deposit", "60").event("deposit", "40").event("ngr_update", "50")
        self.assertEqual(story.event("ngr_update", "50", day="2026-04-01").amounts(), ["10", "5"])

    def test_qualified_players_count_before_the_revenue_of_their_event(self):
        story = Played({"cpa": {"amount": "7"}, **whole(rate="10", tierBy="qualifiedPlayers",
                                                         tiers=[{"from": 1, "rate": "20"}])}).register()
        story.event("ngr_update", "100").event("first_deposit", "20")
        self.assertEqual(story.amounts(), ["10", "7", "10"])

    def test_below_zero_the_base_rate_applies_whatever_the_count(self):
        story = Played(whole(rate="10", tierBy="newDepositors", tiers=[{"from": 1, "rate": "20"}])).register()
        story.event("first_deposit", "20").event("ngr_update", "-100")
        self.assertEqual(story.amounts(), ["-10"])


class Products(unittest.TestCase):
    def test_example_13_a_product_has_its_own_rate(self):
        story = Played(whole(rate="25", rateByProduct={"sports": "20"})).register()
        story.event("ngr_update", "1000", product="casino").event("ngr_update", "500", product="Sports")
        self.assertEqual(story.event("ngr_update", "-200", product="sports").amounts(), ["250", "100", "-40"])

    def test_tiers_look_at_the_whole_base_and_a_tier_may_change_the_rate_of_a_product(self):
        tiers = [{"from": "1000", "rate": "30", "rateByProduct": {"sports": "22"}}]
        story = Played(whole(rate="25", rateByProduct={"sports": "20"}, tiers=tiers)).register()
        story.event("ngr_update", "600", product="casino").event("ngr_update", "500", product="sports")
        self.assertEqual(story.amounts(), ["150", "140"])  # 600 × 30 % + 500 × 22 % = 290

    def test_excluded_products_do_not_count_and_need_no_exchange_rate(self):
        story = Played(whole(rate="25", excludeProducts=["ludo"])).register()
        story.event("ngr_update", "1000", product="LUDO").event("ngr_update", "7", product="Ludo", currency="USD")
        self.assertEqual((story.amounts(), story.result()["held"]), ([], 0))

    def test_the_fee_is_taken_from_each_part_and_chargebacks_from_the_part_without_a_product(self):
        story = Played(whole(rate="10", rateByProduct={"sports": "20"}, adminFeePercent="50")).register()
        story.event("ngr_update", "100", product="sports").event("chargeback", "30")
        self.assertEqual(story.amounts(), ["10", "-3"])  # 50 × 20 %, then −30 × 10 %.


class Deductions(unittest.TestCase):
    def test_example_14_bonuses_come_off_after_the_admin_fee(self):
        story = Played(whole(rate="42", adminFeePercent="18", deductions={"bonusPercent": "100"})).register()
        story.event("ngr_update", "3000").event("bonus", "500")
        self.assertEqual([(row[10], row[12]) for row in story.result()["accruals"]], [("1033.2", "2460"), ("-210", "-500")])

    def test_example_14_or_before_it(self):
        deductions = {"bonusPercent": "100", "beforeAdminFee": True}
        story = Played(whole(rate="42", adminFeePercent="18", deductions=deductions)).register()
        self.assertEqual(story.event("ngr_update", "3000").event("bonus", "500").total(), "861")

    def test_fees_of_deposits_and_withdrawals(self):
        story = Played(whole(rate="50", deductions={"depositFeePercent": "7", "withdrawalFeePercent": "2"})).register()
        story.event("first_deposit", "100").event("deposit", "50").event("withdrawal", "100").event("bonus", "9")
        self.assertEqual(story.amounts(), ["-3.5", "-1.75", "-1"])

    def test_an_event_without_a_deduction_needs_no_exchange_rate(self):
        story = Played(whole(rate="50", deductions={"bonusPercent": "0"})).register()
        self.assertEqual(story.event("bonus", "9", currency="USD").result()["held"], 0)


def carry(**members):
    return {"policy": "carry", **members}


class NegativeMonths(unittest.TestCase):
    def test_example_15_the_negative_base_opens_the_next_month(self):
        story = Played(whole(rate="27", tiers=[{"from": "5778", "rate": "37"}], negative=carry(carryBase=True)))
        story.register(day="2026-08-01").event("ngr_update", "-3000", day="2026-08-02").add(close("2026-08"))
        story.event("ngr_update", "8000", day="2026-09-02").add(close("2026-09"))
        self.assertEqual((story.payable("2026-08"), story.payable("2026-09")), ("0", "1350"))

    def test_example_15_whether_the_next_month_began_before_the_closing_or_not(self):
        story = Played(whole(rate="27", tiers=[{"from": "5778", "rate": "37"}], negative=carry(carryBase=True)))
        story.register(day="2026-08-01").event("ngr_update", "-3000", day="2026-08-02")
        story.event("ngr_update", "8000", day="2026-09-02").add(close("2026-08"), close("2026-09"))
        self.assertEqual((story.payable("2026-08"), story.payable("2026-09")), ("0", "1350"))

    def test_a_base_that_stays_negative_is_carried_further(self):
        story = Played(whole(rate="10", negative=carry(carryBase=True))).register()
        story.event("ngr_update", "-100").add(close("2026-03")).event("ngr_update", "30", day="2026-04-01")
        story.add(close("2026-04")).event("ngr_update", "90", day="2026-05-01").add(close("2026-05"))
        self.assertEqual([one["payable"] for one in story.result()["statements"]], ["0", "0", "2"])

    def test_example_16_a_negative_month_is_waived_when_its_last_month_is_closed(self):
        story = Played(whole(rate="30", negative=carry(carryMonths=3))).register(day="2026-01-01")
        story.event("ngr_update", "-1000", day="2026-01-02").add(*(close(f"2026-0{number}") for number in range(1, 5)))
        self.assertEqual(story.lines("2026-01"), [("revShare", "B1", "-300"), ("carryOver", None, "300")])
        self.assertEqual(story.lines("2026-04"), [("carryOver", None, "-300"), ("waiver", None, "300")])
        story.event("ngr_update", "1000", day="2026-05-02").add(close("2026-05"))
        self.assertEqual(story.payable("2026-05"), "300")

    def test_the_oldest_negative_month_is_offset_first(self):
        story = Played(whole(rate="10", negative=carry(carryMonths=2))).register(day="2026-01-01")
        for month, ngr in enumerate(("-1000", "-500", "300", "1000"), 1):
            story.event("ngr_update", ngr, day=f"2026-0{month}-02").add(close(f"2026-0{month}"))
        # January's -100 has 30 of March against it and is waived then; February's -50 meets April.
        self.assertEqual([one["payable"] for one in story.result()["statements"]], ["0", "0", "0", "50"])

    def test_only_what_chargebacks_caused_is_carried(self):
        story = Played(whole(rate="10", negative=carry(onlyChargebacks=True))).register()
        story.event("ngr_update", "-600").event("chargeback", "400").add(close("2026-03"))
        self.assertEqual(story.lines("2026-03")[1:], [("waiver", None, "60"), ("carryOver", None, "40")])

    def test_example_17_a_high_roller_is_ring_fenced(self):
        fence = {"playerLoss": "5000", "when": "affiliateNegative"}
        for events in ([("P1", "-8000"), ("P2", "5000")], [("P2", "5000"), ("P1", "-8000")]):
            story = Played(whole(rate="30", negative=carry(highRoller=fence))).players(2)
            for player, amount in events:
                story.event("ngr_update", amount, player=player)
            story.add(close("2026-03")).event("ngr_update", "3000", day="2026-04-02")
            story.event("ngr_update", "1000", player="P2", day="2026-04-03").add(close("2026-04"))
            self.assertEqual((story.payable("2026-03"), story.payable("2026-04")), ("1500", "300"))

    def test_a_high_roller_counts_while_the_affiliate_is_not_negative(self):
        for when, payable in (("affiliateNegative", "300"), ("always", "2700")):
            fence = {"playerLoss": "5000", "when": when}
            story = Played(whole(rate="30", negative=carry(highRoller=fence))).players(2)
            story.event("ngr_update", "-8000").event("ngr_update", "9000", player="P2").add(close("2026-03"))
            self.assertEqual(story.payable("2026-03"), payable)


class CpaConditions(unittest.TestCase):
    def test_example_18_the_amount_follows_the_first_deposit(self):
        terms = {"amount": "80", "minFirstDeposit": "20", "firstDepositWindowHours": 24,
                 "amountByFirstDeposit": [{"from": "100", "amount": "150"}]}
        story = Played({"cpa": terms}).register().event("first_deposit", "60", day="2026-03-10")
        story.add(event(90, "deposit", "2026-03-10T15:00:00Z", amount="50"))
        story.event("deposit", "500", day="2026-03-12")
        self.assertEqual(story.amounts(), ["80", "70"])

    def test_a_country_wins_over_the_first_deposit(self):
        terms = {"amount": "80", "amountByCountry": {"DE": "10"}, "amountByFirstDeposit": [{"from": "100", "amount": "150"}]}
        story = Played({"cpa": terms}).register(country="DE")
        self.assertEqual(story.event("first_deposit", "500").amounts(), ["10"])

    def test_deposits_soon_after_the_first_count_for_its_minimum(self):
        story = Played({"cpa": {"amount": "80", "minFirstDeposit": "20", "firstDepositWindowHours": 24}}).register()
        story.event("first_deposit", "15", day="2026-03-10").event("deposit", "5", day="2026-03-11")
        self.assertEqual(story.amounts(), ["80"])

    def test_example_19_bets_and_a_verified_identity(self):
        story = Played({"cpa": {"amount": "100", "minBets": 5, "requires": ["kycVerified"]}}).register()
        story.event("first_deposit", "50")
        for _ in range(5):
            story.event("wager_placed", "1")
        self.assertEqual(story.amounts(), [])
        self.assertEqual(story.event("kyc_verified").amounts(), ["100"])

    def test_a_player_that_excludes_itself_first_never_qualifies(self):
        story = Played({"cpa": {"amount": "100", "excludes": ["selfExcluded"]}}).register()
        self.assertEqual(story.event("self_exclusion").event("first_deposit", "50").amounts(), [])

    def test_a_player_that_is_blocked_before_the_amount_is_payable_loses_it(self):
        story = Played({"cpa": {"amount": "100", "holdDays": 10, "excludes": ["blocked"]}}).players(2)
        story.event("first_deposit", "50").event("first_deposit", "50", player="P2")
        story.event("player_blocked", day="2026-03-10").event("player_blocked", day="2026-03-11", player="P2")
        self.assertEqual(story.amounts(), ["100", "100", "-100"])

    def test_the_days_can_start_with_the_first_deposit(self):
        terms = {"amount": "100", "minWagered": "10", "qualifyWithinDays": 7, "qualifyFrom": "firstDeposit"}
        story = Played({"cpa": terms}).players(2).event("first_deposit", "50", day="2026-04-01")
        story.event("wager_placed", "10", day="2026-04-08").event("first_deposit", "50", player="P2", day="2026-04-01")
        self.assertEqual(story.event("wager_placed", "10", player="P2", day="2026-04-09").amounts(), ["100"])


class Reversals(unittest.TestCase):
    def test_an_accrual_is_reversed_once_in_the_earliest_open_period(self):
        story = Played({"cpa": {"amount": "100"}}).register().event("first_deposit", "50").add(close("2026-03"))
        story.add(reverse(2, "cpa"), reverse(2, "cpa"))
        self.assertEqual([(row[5], row[10]) for row in story.result()["accruals"]], [("2026-03", "100"), ("2026-04", "-100")])

    def test_a_reversal_leaves_the_base(self):
        story = Played(whole(rate="10", tiers=[{"from": "1000", "rate": "20"}])).register().event("ngr_update", "900")
        story.add(reverse(2, "revShare")).event("ngr_update", "100")
        self.assertEqual(story.amounts(), ["90", "-90", "110"])

    def test_the_parents_share_is_reversed_too(self):
        story = network({"cpa": {"amount": "100"}}, {"percentOfCommission": "5"}).event("first_deposit", "20")
        self.assertEqual(story.add(reverse(3, "cpa", "P1", "A2")).amounts(), ["100", "5", "-100", "-5"])


class Turnover(unittest.TestCase):
    def test_example_20_a_percentage_of_wagers(self):
        story = Played({"turnover": {"rate": "0.25", "rateByProduct": {"sports": "0.5"}}}).register()
        story.event("wager_placed", "1000", product="slots").event("wager_placed", "200", product="sports")
        self.assertEqual(story.event("wager_placed").amounts(), ["2.5", "1"])

    def test_a_parent_gets_its_share(self):
        story = Played({"turnover": {"rate": "1"}}).add(deal("D2"), version(
            {"currency": "EUR", "subAffiliate": {"percentOfCommission": "10"}}, "D2"), affiliate("A2", ["D2"]),
            affiliate("A1", ["D1"], "A2")).register()
        self.assertEqual(story.event("wager_placed", "1000").amounts(), ["10", "1"])


class SharedLadders(unittest.TestCase):
    LADDER = whole(rate="25", tiers=[{"from": "10000", "rate": "30"}])

    def test_example_21_versions_with_equal_terms_share_a_ladder(self):
        story = Played(self.LADDER).register()
        second = {"revShare": {"rate": "25.00", "tierMode": "whole", "negativeCarryover": True,
                               "tiers": [{"from": "10000.0", "rate": "30"}]}, "cpl": {"amount": "0"}}
        story.add(version({"currency": "EUR", **second}, effective_from="2026-03-10")).register("P2", day="2026-03-11")
        story.event("ngr_update", "6000", day="2026-03-12").event("ngr_update", "6000", day="2026-03-13", player="P2")
        self.assertEqual((story.amounts(), story.total()), (["1500", "2100"], "3600"))

    def test_other_terms_have_their_own_ladder(self):
        story = Played(self.LADDER).register()
        story.add(version({"currency": "EUR", **whole(rate="25", tiers=[{"from": "10000", "rate": "31"}])},
                          effective_from="2026-03-10")).register("P2", day="2026-03-11")
        story.event("ngr_update", "6000", day="2026-03-12").event("ngr_update", "6000", day="2026-03-13", player="P2")
        self.assertEqual(story.total(), "3000")

    def pool(self, first, second):
        """Two deals of one pool, the second for the brand B2. P1 has the first, P2 the second."""
        story = Played(first, tierPool="both").add(brand("B2"), deal("D2", brands=["B2"], tierPool="both"),
                                                   version({"currency": "EUR", **second}, "D2"), affiliate("A1", ["D1", "D2"]))
        return story.register().register("P2", brand_name="B2")

    def test_a_pool_counts_its_deals_together_each_with_its_own_rates(self):
        story = self.pool(self.LADDER, whole(rate="10", tiers=[{"from": "10000", "rate": "20"}]))
        story.event("ngr_update", "6000").event("ngr_update", "4000", player="P2", brand_name="B2")
        # 6000 at 25 %, then 4000 at 20 % and the first deal's 6000 at 30 %.
        self.assertEqual([(row[3], row[10]) for row in story.result()["accruals"]],
                         [("D1", "1500"), ("D2", "800"), ("D1", "300")])

    def test_a_pool_counts_qualified_players_together(self):
        cpa = {"cpa": {"amount": "100", "tierMode": "whole", "tiers": [{"from": 2, "amount": "120"}]}}
        story = self.pool(cpa, {"cpa": {"amount": "50", "tiers": [{"from": 2, "amount": "70"}]}})
        story.event("first_deposit", "20").event("first_deposit", "20", player="P2", brand_name="B2")
        self.assertEqual([(row[3], row[10]) for row in story.result()["accruals"]],
                         [("D1", "100"), ("D2", "70"), ("D1", "20")])


class ReRating(unittest.TestCase):
    def test_example_22_every_brand_is_re_rated(self):
        for order in (("P1", "P2"), ("P2", "P1")):
            story = Played(SharedLadders.LADDER).add(brand("B2")).register().register("P2", brand_name="B2")
            for player in order:
                amount, brand_name = {"P1": ("9000", "B1"), "P2": ("2000", "B2")}[player]
                story.event("ngr_update", amount, player=player, brand_name=brand_name)
            if order == ("P1", "P2"):
                self.assertEqual([(row[10], row[13]) for row in story.result()["accruals"]],
                                 [("2250", "B1"), ("600", "B2"), ("450", "B1")])
            story.add(close("2026-03"))
            self.assertEqual(story.lines("2026-03"), [("revShare", "B1", "2700"), ("revShare", "B2", "600")])


class LateEvents(unittest.TestCase):
    def test_example_23_a_late_event_is_computed_in_its_own_month(self):
        story = Played(SharedLadders.LADDER, lateEvents="ownMonth").register(day="2026-09-01")
        story.event("ngr_update", "9000", day="2026-09-02").add(close("2026-09"))
        story.event("ngr_update", "2000", day="2026-09-03")
        self.assertEqual([(row[5], row[9], row[10]) for row in story.result()["accruals"]],
                         [("2026-09", False, "2250"), ("2026-10", True, "1050")])
        story.event("ngr_update", "9999.99", day="2026-10-03").add(close("2026-10"))
        self.assertEqual(story.payable("2026-10"), "3550")  # 1050, and 25 % of October's own 9999.99

    def test_it_takes_the_position_and_the_cap_of_its_own_month(self):
        story = Played({"cpa": {"amount": "100", "monthlyCap": 1}}, lateEvents="ownMonth").players(3)
        story.event("first_deposit", "20").add(close("2026-03")).event("first_deposit", "20", player="P2")
        story.event("first_deposit", "20", player="P3", day="2026-04-02")
        self.assertEqual(story.amounts(), ["100", "0", "100"])

    def test_a_count_of_its_own_month_is_raised(self):
        terms = whole(rate="10", tierBy="newDepositors", tiers=[{"from": 1, "rate": "20"}])
        for late_events, amounts in (("ownMonth", ["10", "10"]), ("currentMonth", ["10"])):
            story = Played(terms, lateEvents=late_events).register().event("ngr_update", "100").add(close("2026-03"))
            self.assertEqual(story.event("first_deposit", "20").amounts(), amounts)


class Thresholds(unittest.TestCase):
    def converted(self, terms):
        """A deal in GBP. One euro is 0.8547 pounds."""
        return Played(terms, currency="GBP").add(rate("2026-03-01", "EUR", "GBP", "0.8547")).register()

    def test_example_25_a_minimum_is_compared_in_minor_units(self):
        story = self.converted({"cpa": {"amount": "50", "minFirstDeposit": "20"}})
        self.assertEqual(story.event("first_deposit", "23.40").amounts(), ["50"])

    def test_a_tier_is_reached_in_minor_units(self):
        story = self.converted(whole(rate="10", tiers=[{"from": "20", "rate": "20"}]))
        self.assertEqual(story.event("ngr_update", "23.40").amounts(), ["3.999996"])


def network(child_terms, share):
    """A parent A1 with D2, and two children A2 and A3 with D1."""
    story = Played(child_terms).add(deal("D2"), version({"currency": "EUR", "subAffiliate": share}, "D2"),
                                    affiliate("A1", ["D2"]), affiliate("A2", ["D1"], "A1"), affiliate("A3", ["D1"], "A1"))
    return story.register(affiliate_name="A2").register("P2", affiliate_name="A3")


class SubAffiliates(unittest.TestCase):
    def test_example_24_a_waiver_of_the_child_has_its_counterpart(self):
        for closings in ([close("2026-03")], [close("2026-03", name) for name in ("A2", "A3", "A1")]):
            story = network(whole(rate="30", negativeCarryover=False), {"percentOfCommission": "5"})
            story.event("ngr_update", "-10000").event("ngr_update", "4000", player="P2").add(*closings)
            self.assertEqual(story.payable("2026-03"), "60")

    def test_a_carry_over_has_a_counterpart_in_both_months(self):
        story = network(whole(rate="30"), {"percentOfCommission": "5"}).event("ngr_update", "-1000").add(close("2026-03"))
        story.event("ngr_update", "4000", day="2026-04-02").add(close("2026-04"))
        self.assertEqual([(row[5], row[10]) for row in story.result()["accruals"] if row[0] == "A1"],
                         [("2026-03", "-15"), ("2026-03", "15"), ("2026-04", "60"), ("2026-04", "-15")])
        self.assertEqual(story.payable("2026-04"), "45")

    def test_a_parent_that_is_already_closed_gets_the_counterpart_in_its_next_month(self):
        story = network(whole(rate="30", negativeCarryover=False), {"percentOfCommission": "5"})
        story.event("ngr_update", "-1000").add(close("2026-03", "A1"), close("2026-03", "A2"))
        self.assertEqual([(row[5], row[10]) for row in story.result()["accruals"] if row[0] == "A1"],
                         [("2026-03", "-15"), ("2026-04", "15")])

    def test_levels_pay_parents_and_grandparents(self):
        story = network({"cpa": {"amount": "100"}}, {"levels": ["5", "2", "1"]})
        story.add(affiliate("A4", ["D2"]), affiliate("A1", ["D2"], "A4")).event("first_deposit", "20")
        self.assertEqual([(row[0], row[10]) for row in story.result()["accruals"]],
                         [("A2", "100"), ("A1", "5"), ("A4", "2")])


class SuspensionAndInactivity(unittest.TestCase):
    FEE = {"fixedMonthly": {"amount": "500"}, **whole(rate="10")}

    def test_events_recorded_while_the_affiliate_is_suspended_earn_nothing(self):
        story = Played(self.FEE).register().event("ngr_update", "100").add(affiliate("A1", suspended=True))
        story.event("ngr_update", "100").add(close("2026-03"), affiliate("A1")).event("ngr_update", "10", day="2026-04-01")
        self.assertEqual(story.amounts(), ["10", "1"])

    def test_unless_the_operator_says_otherwise(self):
        story = Played(self.FEE).add(operator(suspendedEarn=True)).register().add(affiliate("A1", suspended=True))
        self.assertEqual(story.event("ngr_update", "100").add(close("2026-03")).amounts(), ["10", "500"])

    def test_a_suspended_parent_gets_no_share(self):
        story = network({"cpa": {"amount": "100"}}, {"percentOfCommission": "5"}).add(affiliate("A1", ["D2"], suspended=True))
        self.assertEqual(story.event("first_deposit", "20").amounts(), ["100"])

    def test_a_share_whose_rate_arrives_during_the_suspension_is_not_paid(self):
        for suspended, amounts in ((True, ["100"]), (False, ["100", "2.5"])):
            story = network({"currency": "USD", "cpa": {"amount": "100"}}, {"percentOfCommission": "5"})
            story.event("first_deposit", "20", currency="USD").add(affiliate("A1", ["D2"], suspended=suspended))
            self.assertEqual((story.amounts(), story.result()["held"]), (["100"], 1))
            story.add(rate("2026-01-01", "USD", "EUR", "0.5"), resolve())
            self.assertEqual((story.amounts(), story.result()["held"]), (amounts, 0))

    def test_a_released_player_is_organic(self):
        story = Played(whole(rate="10")).register().event("ngr_update", "100").add(reassign("P1", None))
        self.assertEqual(story.event("ngr_update", "100").amounts(), ["10", "-10"])

    def test_an_inactive_player_earns_no_longer(self):
        story = Played(whole(rate="10", inactiveAfterMonths=2)).register().event("wager_placed", day="2026-04-15")
        story.event("ngr_update", "100", day="2026-06-14").event("ngr_update", "100", day="2026-08-14")
        self.assertEqual(story.event("ngr_update", "100", day="2026-08-15").amounts(), ["10"])


class MonthsWithOnlyUnpricedMoney(unittest.TestCase):
    def test_they_are_closed_before_later_months(self):
        story = Played(whole(rate="10")).register().event("ngr_update", "100", currency="USD")
        story.event("ngr_update", "100", day="2026-04-10").add(close("2026-04"))
        self.assertEqual(story.result()["statements"], [])
        self.assertEqual(story.add(close("2026-03"), close("2026-04")).payable("2026-04"), "10")
        # The money still waits, in a month that is closed.
        self.assertEqual(story.event("ngr_update", "100", day="2026-05-10").add(close("2026-05")).payable("2026-05"), "10")


class Introduction(unittest.TestCase):
    def test_the_first_months_earn_at_least_the_introductory_rate(self):
        terms = whole(rate="30", tiers=[{"from": "1000", "rate": "60"}], introRate={"rate": "50", "months": 2})
        story = Played(terms).add(affiliate("A1", approvedAt="2026-03-31T23:00:00Z")).register()
        for month in ("03", "04", "05"):
            story.event("ngr_update", "100", day=f"2026-{month}-02")
        story.event("ngr_update", "900", day="2026-04-03")
        self.assertEqual(story.amounts(), ["50", "50", "30", "550"])


if __name__ == "__main__":
    unittest.main()
