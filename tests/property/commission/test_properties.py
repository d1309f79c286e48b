"""Properties of the engine that hold for any numbers, without a second computation."""

import functools
import random
import unittest
from collections import defaultdict

from tests.property.commission.engine import Engine
from tests.property.commission.exact import moment_text, scaled, text_of, to_minor_unit
from tests.property.commission.generate import Generator
from tests.property.commission.history import Story, affiliate, event, reassign
from tests.property.commission.oracle import Oracle

CASES = 300
COMPONENT_LINES = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate")


def in_many_cases(test):
    """Calls the test repeatedly with random choices and a generator of histories."""
    @functools.wraps(test)
    def run(self):
        for seed in range(CASES):
            with self.subTest(seed=seed):
                test(self, random.Random(seed), Generator(seed))
    return run


def totals(result):
    """The commission of each affiliate in each month."""
    sums = defaultdict(int)
    for accrual in result["accruals"]:
        sums[accrual[0], accrual[5]] += scaled(accrual[10])
    return {key: text_of(amount) for key, amount in sums.items() if amount}


class Properties(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = cls.enterClassContext(Engine())

    def totals_of(self, steps):
        return totals(self.engine.play(Oracle().run(steps).recorded))

    def beginning(self, generator, *components):
        """One affiliate with one deal with these components, and three players."""
        made = {"revShare": generator.rev_share, "cpa": generator.cpa, "cpl": lambda: {"amount": "5"}}
        story = Story({name: made[name]() for name in components}).add(affiliate("A2"))
        for player in ("P1", "P2", "P3"):
            story.register(player)
        return story

    def revenues(self, generator, count):
        """Events of NGR and chargebacks in March."""
        chosen = generator.random
        return [event(100 + number, chosen.choice(("ngr_update", "ngr_update", "chargeback")),
                      f"2026-03-{chosen.randint(1, 31):02}T{chosen.randint(0, 23):02}:00:00Z",
                      chosen.choice(("P1", "P2", "P3")), str(generator.amount("deposit"))) for number in range(count)]

    def signed(self, steps, chosen):
        return [{**step, "amount": "-" + step["amount"]}
                if step["type"] == "ngr_update" and step["amount"].strip("0.") and chosen.random() < 0.3 else step
                for step in steps]

    @in_many_cases
    def test_the_order_in_which_revenue_arrives_does_not_change_a_months_total(self, chosen, generator):
        story = self.beginning(generator, "revShare")
        events = self.signed(self.revenues(generator, 8), chosen)
        shuffled = chosen.sample(events, len(events))
        self.assertEqual(self.totals_of(story.steps + events), self.totals_of(story.steps + shuffled))

    @in_many_cases
    def test_an_amount_of_revenue_may_be_sent_in_two_parts(self, chosen, generator):
        story = self.beginning(generator, "revShare")
        events = self.signed(self.revenues(generator, 6), chosen)
        parts = []
        for step in events:
            part = chosen.randint(0, abs(scaled(step["amount"]))) * (-1 if step["amount"][0] == "-" else 1)
            parts += [{**step, "amount": text_of(part)},
                      {**step, "seq": step["seq"] + 100, "amount": text_of(scaled(step["amount"]) - part)}]
        self.assertEqual(self.totals_of(story.steps + events), self.totals_of(story.steps + parts))

    @in_many_cases
    def test_reversed_revenue_leaves_nothing(self, chosen, generator):
        story = self.beginning(generator, "revShare")
        events = [step for step in self.revenues(generator, 6) if step["type"] == "ngr_update"]
        back = [{**step, "seq": step["seq"] + 100, "amount": "-" + step["amount"]} for step in events]
        self.assertEqual({}, self.totals_of(story.steps + events + chosen.sample(back, len(back))))

    @in_many_cases
    def test_reassigning_a_player_and_back_does_not_change_the_revenue(self, chosen, generator):
        story = self.beginning(generator, "revShare", "cpl")
        steps = story.steps + self.signed(self.revenues(generator, 8), chosen)
        self.assertEqual(self.totals_of(steps), self.totals_of(steps + [reassign("P1", "A2"), reassign("P1", "A1")]))

    @in_many_cases
    def test_a_reassigned_player_leaves_nothing_with_the_previous_affiliate(self, chosen, generator):
        story = self.beginning(generator, "revShare", "cpa", "cpl").add(affiliate("A3"))
        events = self.signed(self.revenues(generator, 8), chosen)
        events += [event(200, "first_deposit", moment_text(generator.now), "P1", "100")]
        steps = story.steps + chosen.sample(events, len(events))
        left = self.totals_of(steps + [reassign("P1", "A2"), reassign("P1", "A3")])
        self.assertEqual([], [key for key in left if key[0] == "A2"])

    @in_many_cases
    def test_recorded_accruals_never_change(self, chosen, generator):
        steps = Oracle().run(generator.steps).recorded
        sooner, later = self.engine.play(steps[:chosen.randint(0, len(steps))]), self.engine.play(steps)
        for part in ("accruals", "statements"):
            self.assertEqual(sooner[part], later[part][:len(sooner[part])])

    @in_many_cases
    def test_lines_are_the_rounded_sums_of_their_accruals_and_add_up_to_the_payable_amount(self, chosen, generator):
        steps = Oracle().run(generator.steps).recorded
        result, brands = self.engine.play(steps), {step["player"]: step["brand"] for step in steps if step["do"] == "event"}
        for statement in result["statements"]:
            self.assertEqual(self.component_lines(statement), self.sums_of_accruals(result, statement, brands))
            payable = sum(scaled(line[6]) for line in statement["lines"])
            self.assertEqual(statement["payable"], text_of(payable))
            self.assertGreaterEqual(payable, 0)

    def component_lines(self, statement):
        return {tuple(line[:4]): line[6] for line in statement["lines"] if line[0] in COMPONENT_LINES}

    def sums_of_accruals(self, result, statement, brands):
        sums = defaultdict(int)
        for accrual in result["accruals"]:
            if [accrual[0], accrual[5], accrual[11]] == [statement[name] for name in ("affiliate", "period", "currency")]:
                sums[accrual[2], brands.get(accrual[1]), accrual[3], accrual[4]] += scaled(accrual[10])
        return {key: text_of(to_minor_unit(amount, statement["currency"])) for key, amount in sums.items()}

    @in_many_cases
    def test_closing_a_month_for_all_is_closing_it_for_each(self, chosen, generator):
        steps = Oracle().run(generator.steps).recorded
        names = sorted({step["affiliate"] for step in steps if step["do"] == "affiliate"})
        last = max((number for number, step in enumerate(steps) if step["do"] == "affiliate"), default=0)
        apart = []
        for number, step in enumerate(steps):
            if step["do"] == "close" and step["affiliate"] is None and number > last:
                apart += [{**step, "affiliate": name} for name in names]
            else:
                apart.append(step)
        apart = Oracle().run(apart).recorded
        self.assertEqual(self.engine.play(steps), self.engine.play(apart))


if __name__ == "__main__":
    unittest.main()
