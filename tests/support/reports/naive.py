"""A report from a list of facts, computed the plain way."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

from tests.support.reports.clock import TIMES, LocalClock, Rates, TimeCell, quotient, rounded

RECORDS = ("brand", "affiliate", "campaign", "creative", "link", "source", "player", "deal")
TEXTS = ("country", "geoTarget", "device", "os", "browser", "sub1", "sub2", "sub3", "sub4", "sub5", "product", "game",
         "currency", "eventType")
GROUP_KEYS = (*TIMES, *RECORDS, *TEXTS)

DEPOSITS = ("first_deposit", "deposit")
ACTIVITY = (*DEPOSITS, "wager_placed", "wager_settled", "ngr_update")
REWARDS = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate")

COUNTS = {
    "banner_view_count": ("impression",), "click_count": ("click",), "registration_count": ("registration",),
    "ftd_count": ("first_deposit",), "deposit_count": DEPOSITS, "wager_count": ("wager_placed",),
    "chargeback_count": ("chargeback",), "qualified_count": ("cpa",),
}
AMOUNTS = {
    "ftd_amount": ("first_deposit",), "deposit_amount": DEPOSITS, "withdrawal_amount": ("withdrawal",),
    "wager_amount": ("wager_placed",), "chargeback_amount": ("chargeback",), "ngr": ("ngr_update",),
    "cpa_reward": ("cpa",), "revshare_reward": ("revShare",), "cpl_reward": ("cpl",),
    "sub_affiliate_reward": ("subAffiliate",), "total_reward": REWARDS,
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
           "cpl_reward", "sub_affiliate_reward", "total_reward", "click_to_registration", "registration_to_ftd",
           "click_to_ftd", "epc", "ecpa", "player_value", "profit", "active_player_count")


@dataclass(frozen=True)
class Named:
    """A record of the operator's, by what it is and what people call it."""

    identifier: str = ""
    name: str = ""


NOTHING = Named()
ORGANIC = Named("(organic)", "(organic)")
UNREGISTERED = Named("(unregistered)", "(unregistered)")


@dataclass(frozen=True)
class Fact:
    """Something that happened, in the dimensions that reports know."""

    kind: str  # click, impression, the type of an event, or the component of a reward.
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
    """What of the operator's settings a report depends on."""

    time_zone: str
    base: str
    rates: Rates


class Naive:
    """Answers questions in the words of POST /reports/query."""

    def __init__(self, facts: list[Fact], setting: Setting):
        self._facts = facts
        self._setting = setting
        self._clock = LocalClock(setting.time_zone)

    def answer(self, question: dict) -> dict:
        """Rows as (names of the group, metrics), and the totals."""
        keys, metrics = question.get("groupKeys", []), question["metrics"]
        groups = defaultdict(list)
        chosen = self._chosen(question)
        for fact in chosen:
            groups[tuple(self._cell(key, fact) for key in keys)].append(fact)
        rows = []
        for cells, facts in groups.items() if keys else ():
            values = self._metrics(facts, metrics, convert="currency" not in keys)
            if any(values):
                rows.append((cells, values))
        rows = self._ordered(rows, question)[:question.get("limit")]
        return {"rows": [(tuple(name_of(cell) for cell in cells), values) for cells, values in rows],
                "totals": self._metrics(chosen, metrics, convert=True)}

    # Choosing.

    def _chosen(self, question: dict) -> list[Fact]:
        first, last = date.fromisoformat(question["startDate"]), date.fromisoformat(question["endDate"])
        filters = question.get("filters", {})
        return [fact for fact in self._facts if first <= self._clock.day(fact.time) <= last
                and all(self._fits(key, values, fact) for key, values in filters.items())]

    def _fits(self, key: str, values: list[str], fact: Fact) -> bool:
        cell = self._cell(key, fact)
        return name_of(cell) in values or isinstance(cell, Named) and cell.identifier in values

    def _cell(self, key: str, fact: Fact) -> TimeCell | Named | str:
        if key in TIMES:
            return self._clock.cell(key, fact.time)
        return fact.records.get(key, NOTHING) if key in RECORDS else fact.texts.get(key, "")

    # Adding up.

    def _metrics(self, facts: list[Fact], names: list[str], convert: bool) -> tuple[Decimal, ...]:
        return tuple(self._metric(facts, name, convert) for name in names)

    def _metric(self, facts: list[Fact], name: str, convert: bool) -> Decimal:
        if name in COUNTS:
            return Decimal(sum(fact.weight for fact in facts if fact.kind in COUNTS[name]))
        if name in AMOUNTS:
            return rounded(sum((self._worth(fact, convert) for fact in facts if fact.kind in AMOUNTS[name]),
                               Fraction(0)))
        if name in RATIOS:
            return quotient(*(self._metric(facts, part, convert) for part in RATIOS[name]))
        if name == "profit":
            return self._metric(facts, "ngr", convert) - self._metric(facts, "total_reward", convert)
        entities = Counter()
        for fact in facts:
            if name == "unique_click_count" and fact.kind == "click":
                link = fact.records["link"].identifier
                entities[fact.visitor, self._clock.day(fact.time), link] += fact.weight
            elif name == "active_player_count" and fact.kind in ACTIVITY:
                entities[fact.records["player"].identifier] += fact.weight
        return Decimal(sum(weight > 0 for weight in entities.values()))

    def _worth(self, fact: Fact, convert: bool) -> Fraction:
        amount = Fraction(fact.amount)
        if not convert:
            return amount
        return self._setting.rates.converted(amount, fact.currency, self._setting.base, fact.time)

    # Ordering.

    @staticmethod
    def _ordered(rows: list, question: dict) -> list:
        """By the group's values; before that by what is asked for, the last wish first, as sorting is stable."""
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


def name_of(cell: TimeCell | Named | str) -> str:
    return cell if isinstance(cell, str) else cell.name


def place_of(cell: TimeCell | Named | str):
    """Times in their order, all else by the bytes of its name."""
    return cell.starts if isinstance(cell, TimeCell) else name_of(cell).encode()
