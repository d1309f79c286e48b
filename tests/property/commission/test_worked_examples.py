"""The worked examples of docs/commission.md §5, played by the oracle and by the engine."""

import unittest
from decimal import Decimal

from tests.property.commission import engine
from tests.property.commission.history import affiliate, brand, close, deal, event, operator, rate, reassign, resolve, rules, statement_period, version
from tests.property.commission.oracle import Oracle
from tests.support.worked_examples import Case, Step, read_document


class Told:
    """A case as a history: the setup, the registrations, and the steps."""

    def __init__(self, case: Case):
        self.case = case
        self.names = {name: f"{letter}{number}" for letter, kind in
                      (("A", case.affiliates), ("B", case.brands), ("D", case.deals), ("P", case.players))
                      for number, name in enumerate(kind, 1)}
        self.seq = 0

    def history(self) -> list[dict]:
        told = self.case.operator
        steps = [operator(told.get("timeZone", "UTC"), told.get("baseCurrency", "EUR"), told.get("minPayout", "0"))]
        steps.append(rules("6.7", "6.8", "6.10", "6.11", "6.13"))
        steps += [brand(self.names[name], members.get("ngrMode", "delta")) for name, members in self.case.brands.items()]
        for number, (name, members) in enumerate(self.case.deals.items()):
            steps += self.deal(name, members, f"2025-01-01T00:00:{number:02}Z")
        steps += [self.affiliate(name, members) for name, members in self.case.affiliates.items()]
        steps += [statement_period(members["statementPeriod"], self.names[name])
                  for name, members in self.case.affiliates.items() if "statementPeriod" in members]
        registered = {step.who for step in self.case.steps if step.verb == "registration"}
        steps += [self.event(name, "registration", f"{player.registered}T12:00:00Z")
                  for name, player in self.case.players.items() if name not in registered]
        return steps + [played for step in self.case.steps for played in self.step(step)]

    def deal(self, name: str, members: dict, created_at: str) -> list[dict]:
        scope = members.get("scope", {})
        brands = [self.names[one] for one in scope.get("brandIds", [])]
        made = deal(self.names[name], members.get("binding", "registration"), brands, scope.get("countries", []),
                    members.get("isDefault", False), created_at)
        made |= {name: members[name] for name in ("tierPool", "lateEvents") if name in members}
        return [made] + [version(one["terms"], self.names[name], one.get("effectiveFrom")) for one in members["versions"]]

    def affiliate(self, name: str, members: dict) -> dict:
        parent = self.names[members["parent"]] if "parent" in members else None
        return affiliate(self.names[name], [self.names[one] for one in members.get("deals", [])], parent,
                         members.get("minPayout"))

    def event(self, who: str, kind: str, at: str, amount: str | None = None, currency: str = "EUR",
              product: str | None = None) -> dict:
        self.seq += 1
        player = self.case.players[who]
        return event(self.seq, kind, at, self.names[who], amount, currency, self.names[player.brand],
                     self.names[player.affiliate] if kind == "registration" else None, player.country or "", product)

    def step(self, step: Step) -> list[dict]:
        if step.is_event:
            return [self.event(step.who, step.verb, step.moment, *step.values, **step.members)]
        if step.verb == "rate":
            return [rate(step.day, *step.values), resolve()]
        if step.verb == "reassign":
            return [reassign(self.names[step.who], self.names[step.values[0]])]
        return [close(step.day, None if step.who == "all" else self.names[step.who])] if step.verb == "close" else []


def told_movements(case: Case, names: dict[str, str]) -> list[tuple]:
    """The accruals in the form of histories: without reasons and without unpriced ones."""
    return [(names[one.affiliate], names.get(one.player), one.component, one.period, one.late, one.amount)
            for step in case.steps for one in step.movements if not one.unpriced]


def told_statements(case: Case, names: dict[str, str]) -> list[tuple]:
    """Without the lines of ring-fenced players, which change no amount: the oracle does not make them."""
    return [(names[step.who], step.day, step.figures["payable"], [(line.component, line.amount) for line in step.lines if line.component != "ringFence"])
            for step in case.steps if step.verb == "close" and step.figures]


def true_movements(result: dict) -> list[tuple]:
    return [(one[0], one[1], one[2], one[5], one[9], Decimal(one[10])) for one in result["accruals"]]


def true_statements(result: dict) -> list[tuple]:
    return [(one["affiliate"], one["period"], Decimal(one["payable"]), [(line[0], Decimal(line[6])) for line in one["lines"] if line[0] != "ringFence"])
            for one in result["statements"]]


class Examples:
    def results(self, histories: list[list[dict]]) -> list[dict]:
        raise NotImplementedError

    def test_every_example_matches_the_document(self):
        cases = [Told(case) for case in read_document()]
        for told, result in zip(cases, self.results([told.history() for told in cases]), strict=True):
            with self.subTest(told.case.name):
                self.assertEqual(told_movements(told.case, told.names), true_movements(result))
                self.assertEqual(told_statements(told.case, told.names), true_statements(result))


class ToldToTheOracle(Examples, unittest.TestCase):
    def results(self, histories):
        return [Oracle().run(steps).result() for steps in histories]


class ToldToTheEngine(Examples, unittest.TestCase):
    def results(self, histories):
        return engine.results([Oracle().run(steps).recorded for steps in histories])


if __name__ == "__main__":
    unittest.main()
