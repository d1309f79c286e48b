"""The parser of the worked examples: the result for a case, and the errors for malformed cases."""

import unittest
from decimal import Decimal

from tests.support.worked_examples import Line, Malformed, Movement, parse, read_document

SETUP = '{"terms": {"cpa": {"amount": "100"}}}'
ROW = "| 2026-03-10 | P1 | first_deposit 20 | cpa 100 | total 100 |"
TITLES = "| Day | Who | Step | Accruals | After it |\n|---|---|---|---|---|"

NETWORK = """{
  "deals": {"Share": {"terms": {"currency": "GBP", "revShare": {"rate": "30"}}},
            "Steps": {"versions": [{"terms": {"cpl": {"amount": "1"}}},
                                   {"effectiveFrom": "2026-04-01", "terms": {"cpl": {"amount": "2"}}}]}},
  "affiliates": {"Parent": {"deals": ["Share"]}, "Child": {"deals": ["Steps"], "parent": "Parent"}},
  "brands": {"Red": {}, "Blue": {"ngrMode": "dailyTotal"}},
  "players": {"X": {"affiliate": "Child", "brand": "Blue", "country": "DE", "registered": "2026-02-01"}}
}"""


def case(row: str = ROW, setup: str = SETUP, titles: str = TITLES) -> str:
    return f"Some words.\n\n```json\n{setup}\n```\n\n{titles}\n{row}\n"


def example(*cases: str, number: int = 1) -> str:
    return f"### Example {number}: A title\n\n" + "\n".join(cases) + "\n"


class WorkedExamples(unittest.TestCase):
    def step(self, row: str, setup: str = NETWORK):
        [read] = parse(example(case(row, setup)))
        return read.steps[0]

    def test_the_document_is_read(self):
        self.assertTrue(read_document())

    def test_a_case_has_its_setup_and_its_steps(self):
        [read] = parse(example(case()))
        self.assertEqual((read.number, read.name), (1, "1"))
        self.assertEqual(read.deals, {"Deal": {"versions": [{"terms": {"currency": "EUR", "cpa": {"amount": "100"}}}]}})
        self.assertEqual((read.affiliates, read.brands), ({"A": {"deals": ["Deal"]}}, {"B": {}}))
        self.assertEqual((read.players["P1"].affiliate, read.players["P1"].registered), ("A", "2026-03-01"))
        [step] = read.steps
        self.assertEqual((step.who, step.verb, step.values, step.moment),
                         ("P1", "first_deposit", ("20",), "2026-03-10T12:00:00Z"))
        self.assertEqual(step.movements, (Movement("cpa", Decimal(100), "earned", "P1", "A", "2026-03"),))
        self.assertEqual(step.figures, {"total": Decimal(100)})

    def test_several_cases_of_an_example_have_letters(self):
        text = example(case(), case()) + "### Not an example\n\n```json\n{}\n```\n\n" + example(case(), number=2)
        self.assertEqual([read.name for read in parse(text)], ["1a", "1b", "2"])

    def test_a_setup_can_have_versions_parents_brands_and_players(self):
        [read] = parse(example(case("| 2026-03-10 | X | registration | cpl 1 | |", NETWORK)))
        self.assertEqual([one["terms"]["currency"] for one in read.deals["Steps"]["versions"]], ["EUR", "EUR"])
        self.assertEqual(read.deals["Share"]["versions"][0]["terms"]["currency"], "GBP")
        self.assertEqual((read.players["X"].brand, read.players["X"].country), ("Blue", "DE"))
        self.assertEqual(read.affiliates["Child"]["parent"], "Parent")

    def test_brackets_contain_details(self):
        step = self.step("| 2026-03-10 23:59 | X | ngr_update -5.5 USD product=sports | "
                         "revShare -1.5 (reRated, late, 2026-04, Red), subAffiliate 0 (Parent, unpriced) | base 7 |")
        self.assertEqual((step.values, step.members, step.time), (("-5.5", "USD"), {"product": "sports"}, "23:59"))
        self.assertEqual(step.movements, (
            Movement("revShare", Decimal("-1.5"), "reRated", "X", "Child", "2026-04", late=True, brand="Red"),
            Movement("subAffiliate", Decimal(0), "earned", "X", "Parent", "2026-03", unpriced=True)))
        self.assertEqual(step.figures, {"base": Decimal(7)})

    def test_a_close_has_accruals_lines_and_the_payable_amount(self):
        step = self.step("| 2026-03 | Child | close | fixedMonthly 500 | "
                         "revShare 1 (Red), carryOver -1 (from 2026-02), payable 500 |")
        self.assertEqual(step.movements, (Movement("fixedMonthly", Decimal(500), "earned", None, "Child", "2026-03"),))
        self.assertEqual(step.lines, (Line("revShare", Decimal(1), "Red"),
                                      Line("carryOver", Decimal(-1), None, "2026-02")))
        self.assertEqual(step.figures, {"payable": Decimal(500)})

    def test_other_steps_are_read(self):
        for row in ("| 2026-03 | all | close | none | none |", "| 2026-03 | Parent | statement | none | none |",
                    "| 2026-03-01 | | rate USD EUR 0.9 | none | |", "| 2026-03-01 | X | reassign Parent | none | |"):
            with self.subTest(row):
                self.assertEqual((self.step(row).movements, self.step(row).figures), ((), {}))

    def test_a_document_without_examples_is_an_error(self):
        for text in ("", "# Commission\n\nWords.\n", "```json\n{}\n```\n"):
            with self.subTest(text), self.assertRaises(Malformed):
                parse(text)

    def test_a_missing_example_is_an_error(self):
        for numbers in ((2,), (1, 3), (2, 1), (1, 1)):
            with self.subTest(numbers), self.assertRaises(Malformed):
                parse("".join(example(case(), number=number) for number in numbers))

    def test_an_example_of_another_shape_is_an_error(self):
        shapes = {
            "no case": example("Words."), "no table": example(f"```json\n{SETUP}\n```\n"),
            "no setup": example(f"{TITLES}\n{ROW}\n"), "a second table": example(case() + f"\nWords.\n\n{TITLES}\n{ROW}\n"),
            "no steps": example(f"```json\n{SETUP}\n```\n\n{TITLES}\n"),
            "no rule": example(case(titles=TITLES.split("\n")[0])), "another block": example("```sh\nls\n```\n" + case()),
            "an open block": example(f"```json\n{SETUP}\n"), "no title": example(case()).replace(": A title", ""),
            "other columns": example(case(titles=TITLES.replace("Who", "Player"))),
            "two tables of one setup": example(case() + f"{TITLES}\n{ROW}\n"),
            "a table between": example(case(), f"```json\n{SETUP}\n```\n", case()),
        }
        for name, text in shapes.items():
            with self.subTest(name), self.assertRaises(Malformed):
                parse(text)

    def test_a_wrong_setup_is_an_error(self):
        for setup in ("", "{", "[]", "{}", '{"terms": {}, "deals": {}}', '{"terms": {}, "rates": []}',
                      '{"deals": {"D": {}}, "affiliates": {"A": {}}}', '{"deals": {}, "affiliates": {"A": {"deals": ["D"]}}}',
                      '{"deals": {}, "affiliates": {"A": {"parent": "C"}}}', '{"deals": {}, "affiliates": {"A": {}, "C": {}}}',
                      '{"terms": {}, "players": {"P1": {"age": 7}}}', '{"terms": {}, "players": {"P1": {"brand": "C"}}}',
                      '{"terms": {}, "players": {"A": {}}}', '{"terms": {}, "brands": {"A": {}}}',
                      '{"terms": {}, "brands": {"Red": {}, "Blue": {}}}'):
            with self.subTest(setup), self.assertRaises(Malformed):
                parse(example(case(setup=setup)))

    def test_a_wrong_row_is_an_error(self):
        wrong = [
            "| 2026-03-10 | P1 | first_deposit 20 | cpa 100 |", "| 2026-03-10 | P1 | first_deposit 20 | cpa 100 | | |",
            "| 10 March | P1 | first_deposit 20 | cpa 100 | |", "| 2026-03 | P1 | first_deposit 20 | cpa 100 | |",
            "| 2026-03-10 | | first_deposit 20 | cpa 100 | |", "| 2026-03-10 | P1 | | none | |",
            "| 2026-03-10 | P1 | second_deposit 20 | none | |", "| 2026-03-10 | P1 | first_deposit EUR 20 | none | |",
            "| 2026-03-10 | P1 | first_deposit 20 EUR 3 | none | |", "| 2026-03-10 | P1 | first_deposit 20 | | |",
            "| 2026-03-10 | P1 | first_deposit 20 | nothing | |", "| 2026-03-10 | P1 | first_deposit 20 | cpa | |",
            "| 2026-03-10 | P1 | first_deposit 20 | cpa 1,000 | |", "| 2026-03-10 | P1 | first_deposit 20 | bonus 1 | |",
            "| 2026-03-10 | P1 | first_deposit 20 | cpa 1 (P9) | |", "| 2026-03-10 | P1 | first_deposit 20 | cpa 1; cpl 2 | |",
            "| 2026-03-10 | P1 | first_deposit 20 | none | balance 3 |", "| 2026-03-10 | P1 | first_deposit 20 | none | total |",
            "| 2026-03-10 | P1 | first_deposit 20 | none | total 1, total 2 |", "| 2026-03-10 | A | close | none | none |",
            "| 2026-03 | B | close | none | none |", "| 2026-03 | A | close 5 | none | none |",
            "| 2026-03 | A | close | none | |", "| 2026-03 | A | close | none | cpa 5 |",
            "| 2026-03 | A | close | none | payable 5, cpa 5 |", "| 2026-03 | A | close | none | cpa 5 (B2), payable 5 |",
            "| 2026-03 | all | close | none | payable 5 |", "| 2026-03 | all | statement | none | none |",
            "| 2026-03-01 | A | rate USD EUR 1 | none | |", "| 2026-03-01 | | rate USD 1 | none | |",
            "| 2026-03-01 | | rate USD EUR 1 | none | total 5 |", "| 2026-03-01 | P1 | reassign A | none | |",
        ]
        for row in wrong:
            with self.subTest(row), self.assertRaises(Malformed):
                parse(example(case(row)))


if __name__ == "__main__":
    unittest.main()
