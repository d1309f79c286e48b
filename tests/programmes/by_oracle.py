"""Plays a programme with the oracle of tests/property/commission."""

from decimal import Decimal

from tests.programmes.programme import NOW, Programme
from tests.property.commission import history
from tests.property.commission.exact import MINOR_UNIT_DIGITS
from tests.property.commission.oracle import Oracle


# An affiliate is approved when it is made. The oracle has no clock, so these stand for the moment of the test.
APPROVED, PRESENT, PRESENT_MONTH = "2026-11-01T00:00:00Z", "2026-11-10T12:00:00Z", "2026-11"


def statements(programme: Programme) -> dict[tuple, dict]:
    """Payable and the sums of lines, by affiliate and period."""
    MINOR_UNIT_DIGITS.setdefault(programme.currency, 8)
    short = short_names(programme)
    found = {}
    for one in Oracle().run(Told(programme, short).history()).result()["statements"]:
        sums = {}
        for line in one["lines"]:
            sums[line[0]] = sums.get(line[0], 0) + Decimal(line[6])
        name = next(name for name, value in short.items() if value == one["affiliate"])
        period = NOW if one["period"] == PRESENT_MONTH else one["period"]
        found[name, period] = {"payable": Decimal(one["payable"]), "sums": sums}
    return found


def short_names(programme: Programme) -> dict[str, str]:
    return {name: f"{letter}{number}" for letter, named in
            (("A", programme.affiliates), ("B", programme.brands), ("D", programme.deals), ("P", programme.players))
            for number, name in enumerate(named, 1)}


class Told:
    """A programme as a history."""

    def __init__(self, programme: Programme, short: dict[str, str]):
        self.programme, self.short, self.seq = programme, short, 0

    def history(self) -> list[dict]:
        told = self.programme
        steps = [history.operator(base_currency=told.currency, min_payout=told.operator.get("minPayout", "0")),
                 history.rules(), *(history.brand(self.short[name]) for name in told.brands)]
        for number, (name, deal) in enumerate(told.deals.items()):
            scope = deal.get("scope", {})
            members = {key: deal[key] for key in ("tierPool", "lateEvents") if key in deal}
            steps += [history.deal(self.short[name], deal.get("binding", "registration"),
                                   [self.short[one] for one in scope.get("brandIds", [])], scope.get("countries", []),
                                   created_at=f"2025-01-01T00:00:{number:02}Z", **members),
                      history.version(deal["terms"], self.short[name])]
        for name, one in told.affiliates.items():
            parent = self.short[one["parent"]] if "parent" in one else None
            steps.append(history.affiliate(self.short[name], [self.short[deal] for deal in one.get("deals", [])], parent,
                                           approvedAt=APPROVED))
            if one.get("statementPeriod", "month") != "month":
                steps.append(history.statement_period(one["statementPeriod"], self.short[name]))
        for name, player in told.players.items():
            at = NOW if player["registered"] == NOW else f"{player['registered']}T00:00:00Z"
            steps.append(self.event("registration", at, name))
        steps += [played for step in told.steps for played in self.step(step)]
        return steps + [history.close(PRESENT_MONTH)] * any(one["period"] == NOW for one in told.statements)

    def event(self, kind, at, who, **members):
        self.seq += 1
        player = self.programme.players[who]
        registers = kind == "registration"
        return history.event(self.seq, kind, PRESENT if at == NOW else at, self.short[who], brand_name=self.short[player["brand"]],
                             affiliate_name=self.short[player["affiliate"]] if registers else None,
                             country=player.get("country", "") if registers else "", **members)

    def step(self, step):
        if step.verb == "close":
            return [history.close(step.at, self.short[step.who] if step.who else None)]
        if step.verb == "rate":
            return [history.rate(step.at, *step.values), history.resolve()]
        if step.verb == "release":
            return [history.reassign(self.short[step.who], None)]
        money = {"amount": step.amount, "currency": step.currency} if step.amount else {}
        return [self.event(step.verb, step.at, step.who, product=step.product, **money)]
