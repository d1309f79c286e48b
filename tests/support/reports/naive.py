"""Computes a report from a list of facts in the simplest way."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

from tests.support.reports.clock import TIMES, LocalClock, Rates, TimeCell, quotient, rounded

RECORDS = ("brand", "affiliate", "campaign", "creative", "link", "source", "player", "deal")
TEXTS = ("country", "geoTarget", "device", "os", "browser", "sub1", "sub2", "sub3", "sub4", "sub5", "product", "game",
         "currency", "eventType", "period")
GROUP_KEYS = (*TIMES, *RECORDS, *TEXTS)

DEPOSITS = ("first_deposit", "deposit")
ACTIVITY = (*DEPOSITS, "wager_placed", "wager_settled", "ngr_update")
REWARDS = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate", "turnover")

COUNTS = {
    "banner_view_count": ("impression",), "click_count": ("click",), "registration_count": ("registration",),
    "ftd_count": ("first_deposit",), "deposit_count": DEPOSITS, "wager_count": ("wager_placed",),
    "chargeback_count": ("chargeback",), "qualified_count": ("cpa",),
}
AMOUNTS = {
    "ftd_amount": ("first_deposit",), "deposit_amount": DEPOSITS, "withdrawal_amount": ("withdrawal",),
    "wager_amount": ("wager_placed",), "chargeback_amount": ("chargeback",), "ngr": ("ngr_update",),
    "cpa_reward": ("cpa",), "revshare_reward": ("revShare",), "cpl_reward": ("cpl",),
    "fixed_fee_reward": ("fixedMonthly",), "turnover_reward": ("turnover",), "sub_affiliate_reward": ("subAffiliate",), "total_reward": REWARDS,
}
RATIOS = {
    "ctr": ("click_count", "banner_view_count"), "click_to_registration": ("registration_count", "click_count"),
    "registration_to_ftd": ("ftd_count", "registration_count"), "click_to_ftd": ("ftd_count", "click_count"),
    "epc": ("total_reward", "click_count"), "ecpa": ("total_reward", "ftd_count"),
    "player_value": ("ngr", "ftd_count"),
}
METRICS = ("banner_view_count", "click_count", "unique_click_count", "ctr", "registration_count", "ftd_count",
           "ftd_amount", "qualified_count", "deposit_count", "deposit_amount", "withdrawal_amount", "wager_count",
           "wager_amount", "chargeback_count", "chargeback_amount", "ngr", "cpa_reward", "revshare_reward",
           "cpl_reward", "fixed_fee_reward", "turnover_reward", "sub_affiliate_reward", "total_reward", "click_to_registration",
           "registration_to_ftd", "click_to_ftd", "epc", "ecpa", "player_value", "profit", "active_player_count")


@dataclass(frozen=True)
class Named:
    """A record of the operator: its id and its name."""

    identifier: str = ""
    name: str = ""


NOTHING = Named()
ORGANIC = Named("(organic)", "(organic)")
UNREGISTERED = Named("(unregistered)", "(unregistered)")


@dataclass(frozen=True)
class Fact:
    """Something that happened, with the group keys of reports."""

    kind: str  # click, impression, an event type, or a commission component.
    time: datetime
    weight: int = 1
    amount: Decimal = Decimal(0)
    records: dict[str, Named] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    visitor: tuple = ()

    @property
    def currency(self) -> str:
        return self.texts.get("currency", "")


@dataclass(frozen=True)
class Setting:
    """The operator's settings that reports depend on."""

    time_zone: str
    base: str
    rates: Rates


class Weighed:
    """A fact with its local day and its exact value, in its own currency and in the base currency."""

    def __init__(self, fact: Fact, setting: Setting, clock: LocalClock):
        self.fact, self.kind, self.weight = fact, fact.kind, fact.weight
        self.day = clock.day(fact.time)
        self.own = Fraction(fact.amount)
        self.base = setting.rates.converted(self.own, fact.currency, setting.base, fact.time)
        self.cells: dict[str, TimeCell | Named | str] = {}  # Computed when they are needed.


class Naive:
    """Answers queries in the form of POST /reports/query."""

    def __init__(self, facts: list[Fact], setting: Setting):
        self._clock = LocalClock(setting.time_zone)
        self._facts = [Weighed(fact, setting, self._clock) for fact in facts]

    def answer(self, question: dict) -> dict:
        """Rows as (names of the group, metrics), and the totals."""
        keys, metrics = question.get("groupKeys", []), question["metrics"]
        groups = defaultdict(list)
        chosen = self._chosen(question)
        for fact in chosen:
            groups[tuple(self._cell(key, fact) for key in keys)].append(fact)
        rows = []
        for cells, facts in groups.items() if keys else ():
            values = Sums(facts, in_base="currency" not in keys).metrics(metrics)
            if any(values):
                rows.append((cells, values))
        rows = self._ordered(rows, question)[:question.get("limit")]
        return {"rows": [(tuple(name_of(cell) for cell in cells), values) for cells, values in rows],
                "totals": Sums(chosen, in_base=True).metrics(metrics)}

    # Filtering.

    def _chosen(self, question: dict) -> list[Weighed]:
        first, last = date.fromisoformat(question["startDate"]), date.fromisoformat(question["endDate"])
        filters = question.get("filters", {})
        return [fact for fact in self._facts if first <= fact.day <= last
                and all(self._fits(key, values, fact) for key, values in filters.items())]

    def _fits(self, key: str, values: list[str], fact: Weighed) -> bool:
        cell = self._cell(key, fact)
        return name_of(cell) in values or isinstance(cell, Named) and cell.identifier in values

    def _cell(self, key: str, weighed: Weighed) -> TimeCell | Named | str:
        if key not in weighed.cells:
            fact = weighed.fact
            if key in TIMES:
                cell = self._clock.cell(key, fact.time)
            else:
                cell = fact.records.get(key, NOTHING) if key in RECORDS else fact.texts.get(key, "")
            weighed.cells[key] = cell
        return weighed.cells[key]

    # Sorting.

    @staticmethod
    def _ordered(rows: list, question: dict) -> list:
        """Sorts by the values of the group, then by the requested columns, the last one first: sorting is stable."""
        keys, metrics = question.get("groupKeys", []), question["metrics"]
        rows = sorted(rows, key=lambda row: [place_of(cell) for cell in row[0]])
        wishes = question.get("sort", [])
        for wish in reversed([wishes] if isinstance(wishes, str) else wishes):
            name = wish.removeprefix("-")
            if name in keys:
                rows.sort(key=lambda row: place_of(row[0][keys.index(name)]), reverse=wish.startswith("-"))
            else:
                rows.sort(key=lambda row: row[1][metrics.index(name)], reverse=wish.startswith("-"))
        return rows


class Sums:
    """The sums of one group of facts."""

    def __init__(self, facts: list[Weighed], in_base: bool):
        self._facts = facts
        self._weights, self._worths = Counter(), defaultdict(Fraction)
        for fact in facts:
            self._weights[fact.kind] += fact.weight
            if fact.own:
                self._worths[fact.kind] += fact.base if in_base else fact.own

    def metrics(self, names: list[str]) -> tuple[Decimal, ...]:
        return tuple(self._metric(name) for name in names)

    def _metric(self, name: str) -> Decimal:
        if name in COUNTS:
            return Decimal(sum(self._weights[kind] for kind in COUNTS[name]))
        if name in AMOUNTS:
            return rounded(sum((self._worths[kind] for kind in AMOUNTS[name]), Fraction(0)))
        if name in RATIOS:
            return quotient(*map(self._metric, RATIOS[name]))
        if name == "profit":
            return self._metric("ngr") - self._metric("total_reward")
        return self._unique_clicks() if name == "unique_click_count" else self._active_players()

    def _unique_clicks(self) -> Decimal:
        return counted((one.fact.visitor, one.day, one.fact.records["link"].identifier, one.weight)
                       for one in self._facts if one.kind == "click")

    def _active_players(self) -> Decimal:
        return counted((one.fact.records["player"].identifier, one.weight)
                       for one in self._facts if one.kind in ACTIVITY)


def counted(entities) -> Decimal:
    """The number of values whose weights, the last member, have a positive sum."""
    weights = Counter()
    for *entity, weight in entities:
        weights[tuple(entity)] += weight
    return Decimal(sum(weight > 0 for weight in weights.values()))


def name_of(cell: TimeCell | Named | str) -> str:
    return cell if isinstance(cell, str) else cell.name


def place_of(cell: TimeCell | Named | str):
    """Times in their order, other values by the bytes of their names."""
    return cell.starts if isinstance(cell, TimeCell) else name_of(cell).encode()
