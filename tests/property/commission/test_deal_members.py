"""Examples 11 to 25 of docs/commission.md §6 and cases beside them, played by the oracle alone."""

import unittest

from tests.property.commission.exact import scaled, text_of
from tests.property.commission.history import Story, affiliate, brand, close, deal, event, rate, rules, version
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
