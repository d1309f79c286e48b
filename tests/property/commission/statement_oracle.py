"""A second implementation of closed statements. See oracle.py."""

from dataclasses import dataclass, field

from tests.property.commission.canonical import negative_of
from tests.property.commission.exact import converted, months_after, scaled, text_of, to_minor_unit
from tests.property.commission.periods import end_month, following, last_day, place

COMPONENTS = ("cpa", "revShare", "cpl", "turnover", "fixedMonthly", "subAffiliate")


@dataclass
class Line:
    type: str
    amount: int
    brand: str | None = None
    deal: str | None = None
    version: int | None = None
    count: int = 0
    base: int | None = None
    came_from: str | None = None  # The month of the statement that it comes from.
    note: str = ""
    goes_on: bool = False         # Whether it goes into the next statement.
    origins: list = field(default_factory=list)  # The months that a carry-over comes from, with their amounts.

    def shown(self):
        return [self.type, self.brand, self.deal, self.version, self.count,
                None if self.base is None else text_of(self.base), text_of(self.amount), self.came_from, self.note]


@dataclass
class Statement:
    affiliate: str
    period: str
    currency: str
    lines: list[Line] = field(default_factory=list)
    deals_with_base: set = field(default_factory=set)  # The deals whose base opens the next month.

    def sum(self, *types, deal=None):
        return sum(line.amount for line in self.lines if line.type in types and deal in (None, line.deal))

    def total(self):
        return sum(line.amount for line in self.lines)

    def shown(self):
        return {"affiliate": self.affiliate, "period": self.period, "currency": self.currency,
                "payable": text_of(self.total()), "lines": [line.shown() for line in self.lines]}


def until(origin, months):
    """The last month in which a negative amount can be offset. A week or half-month counts in the month of its end."""
    return months_after(end_month(origin), months)


def offset(arrived, own, month):
    """What is left of negative amounts after the month's own amount has offset them, the oldest first."""
    if own < 0:
        return [*arrived, (month, own)]
    left = []
    for origin, amount in sorted(arrived):
        used = min(own, -amount)
        own -= used
        if amount + used:
            left.append((origin, amount + used))
    return left


class Statements:
    def __init__(self, plan, accruals, part_of_chargebacks, amounts_of_base):
        self.plan = plan
        self.part_of_chargebacks = part_of_chargebacks
        self.amounts_of_base = amounts_of_base
        self.accruals = accruals  # The growing list of all accruals.
        self.adjustments = []     # Those that are not in a statement yet.
        self.closed = []

    def close(self, affiliate, period):
        currencies = {accrual.currency for accrual in self.accruals if accrual.affiliate == affiliate}
        currencies |= {step["currency"] for step in self.adjustments if step["affiliate"] == affiliate}
        currencies |= {before.currency for before in self.closed if before.affiliate == affiliate}
        for currency in sorted(currencies):
            self.close_one(Statement(affiliate, period, currency))

    def close_one(self, statement):
        adjustments = [step for step in self.adjustments
                       if (step["affiliate"], step["currency"]) == (statement.affiliate, statement.currency)]
        self.add_component_lines(statement)
        has_something = statement.lines != [] or adjustments != []
        self.add_carry_overs(statement)
        has_something = has_something or any(line.type == "waiver" and "carryMonths" in self.negative(line.deal, statement.period)
                                             for line in statement.lines)
        for step in adjustments:
            statement.lines.append(Line("adjustment", scaled(step["amount"]), count=1, note=step["reason"]))
        self.add_balance(statement)
        pays_what_was_left = statement.total() > 0 and all(
            place(statement.period) > place(before.period) for before in self.before(statement))
        if has_something or pays_what_was_left:
            self.adjustments[:] = [step for step in self.adjustments if step not in adjustments]
            self.closed.append(statement)

    def shown_in(self, statement):
        return [accrual for accrual in self.accruals if accrual.is_shown() and
                (accrual.affiliate, accrual.period, accrual.currency) ==
                (statement.affiliate, statement.period, statement.currency)]

    def add_component_lines(self, statement):
        shown = self.shown_in(statement)
        keys = {(COMPONENTS.index(accrual.component), accrual.deal, accrual.version, accrual.brand or "")
                for accrual in shown}
        for component, deal, version, brand in sorted(keys):
            chosen = [accrual for accrual in shown if (accrual.component, accrual.deal, accrual.version,
                                                       accrual.brand or "") == (COMPONENTS[component], deal, version, brand)]
            amount = to_minor_unit(sum(accrual.amount for accrual in chosen), statement.currency)
            bases = [accrual.base for accrual in chosen if accrual.base is not None]
            statement.lines.append(Line(COMPONENTS[component], amount, brand or None, deal, version, len(chosen),
                                        sum(bases) if bases else None))

    def before(self, statement):
        """The affiliate's last closed statement in this currency, or None."""
        return [one for one in self.closed
                if (one.affiliate, one.currency) == (statement.affiliate, statement.currency)][-1:]

    def left_over(self, statement, kind):
        """The amounts that the previous statement left for the next."""
        return [Line(kind, -line.amount, deal=line.deal, came_from=before.period, origins=line.origins)
                for before in self.before(statement) for line in before.lines if line.goes_on and line.type == kind]

    def add_carry_overs(self, statement):
        arriving = self.left_over(statement, "carryOver")
        deals = sorted({line.deal for line in statement.lines if line.type == "revShare"} |
                       {line.deal for line in arriving if line.deal})
        leaving, waived = [], []
        rest = statement.sum("subAffiliate") + sum(line.amount for line in arriving if line.deal is None)
        if rest < 0:
            leaving.append(Line("carryOver", -rest, goes_on=True))
        for deal in deals:
            arrived = [one for line in arriving if line.deal == deal for one in line.origins]
            left, given_up, with_base = self.negative_left(statement, deal, arrived)
            if given_up:
                waived.append(Line("waiver", given_up, deal=deal))
            if left and "carryMonths" not in self.negative(deal, statement.period):
                # Without a limit, the months count from the statement that passes the amount on.
                left = [(statement.period, sum(amount for _, amount in left))]
            if left:
                leaving.append(Line("carryOver", -sum(amount for _, amount in left), deal=deal, goes_on=True, origins=left))
            if with_base:
                leaving.append(Line("carryOver", with_base, deal=deal))
                statement.deals_with_base.add(deal)
        statement.lines += arriving + waived + leaving

    def negative_left(self, statement, deal, arrived):
        """The negative amounts that are carried on, each with its month, the sum that is waived, and the sum whose base is
        carried on instead."""
        negative, period, own = self.negative(deal, statement.period), statement.period, statement.sum("revShare", deal=deal)
        whole = own + sum(amount for _, amount in arrived)
        if negative["policy"] == "waive":
            return [], max(-whole, 0), 0
        limit, waived = negative.get("carryMonths"), 0
        if limit is not None:
            waived = -sum(amount for origin, amount in arrived if until(origin, limit) < end_month(period))
            arrived = [(origin, amount) for origin, amount in arrived if until(origin, limit) >= end_month(period)]
        if own < 0 and negative.get("onlyChargebacks", False):
            carried = min(-own, self.part_of_chargebacks(statement.affiliate, deal, period))
            waived, own = waived - own - carried, -carried
        expired, with_base = self.base_left(statement, deal, own) if negative.get("carryBase", False) else (0, 0)
        waived, own = waived + expired, own + expired + with_base
        left = offset(arrived, own, period)
        if limit is not None:
            after = end_month(following(period))
            waived -= sum(amount for origin, amount in left if until(origin, limit) < after)
            left = [(origin, amount) for origin, amount in left if until(origin, limit) >= after]
        return [one for one in left if one[1]], waived, with_base

    def base_left(self, statement, deal, own):
        """The parts of a negative amount whose base expires, and whose base is carried on. The base is carried if it does
        not stand for more than the deal has lost."""
        if own >= 0:
            return 0, 0
        carried, expired = self.amounts_of_base(statement.affiliate, deal, statement.period)
        unrounded = sum(accrual.amount for accrual in self.shown_in(statement)
                        if (accrual.component, accrual.deal) == ("revShare", deal))
        is_all = not to_minor_unit(unrounded + carried + expired, statement.currency)
        expired = min(-own, to_minor_unit(expired, statement.currency))
        own += expired
        carried = -own if is_all else to_minor_unit(carried, statement.currency)
        return expired, carried if carried <= -own else 0

    def negative(self, deal, period):
        """The policy of the version in force on the last day; if it has no RevShare, of the newest version that has."""
        sharing = [version for version in self.plan.standing(deal) if "revShare" in version["terms"]]
        version = self.plan.version_on(deal, last_day(period))
        if not sharing:
            return {"policy": "carry"}  # The default: every version with RevShare was withdrawn.
        if version not in sharing:
            version = sharing[-1]
        return negative_of(version["terms"]["revShare"])

    def add_balance(self, statement):
        statement.lines += self.left_over(statement, "balance")
        total = statement.total()
        if total < 0 or 0 < total < self.min_payout(statement):
            statement.lines.append(Line("balance", -total, goes_on=True))

    def min_payout(self, statement):
        minimum = scaled(self.plan.min_payout_of(statement.affiliate))
        if statement.currency == self.plan.base_currency:
            return minimum
        rate = self.plan.rate_on(self.plan.base_currency, statement.currency, last_day(statement.period))
        return converted(minimum, rate) if rate else 0
