"""Reads published programmes: their terms, a few months of events, and the statements worked out by hand.

A file has these members:

- `name`, `source` (`address`, `textSeen`), `says` (what the programme publishes, in our words), `assumed` (what it does
  not publish and the file chooses), `leftOut` (what cannot be expressed), `needs` (the sections of §6).
- `operator`, `brands`, `deals`, `affiliates`, `players`: what exists before the first step. Deals and affiliates have the
  members of the API, with names instead of ids (`deals`, `parent`, `scope.brandIds`). `P1-P5` are five players. A player
  belongs to the only affiliate and brand and registers on 2026-03-01 unless it says otherwise.
- `steps`, in the order in which they are recorded: `DAY[Thh:mm] PLAYER EVENT [AMOUNT] [CURRENCY] [product=NAME]`,
  `close PERIOD [AFFILIATE]`, `rate DAY FROM TO VALUE` and `release PLAYER`. Times are 12:00 UTC. The day `now` is the moment
  at which the step is played, and the period `now` its month, which stays open.
- `statements`: `affiliate`, `period`, `payable`, and `sums`, the sum of the lines of some components.
- `working`: how each amount follows from what the programme says.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

FOLDER = Path(__file__).resolve().parent
NOW = "now"
RANGE = re.compile(r"P(\d+)-P(\d+)")
REQUIRED = {"name", "source", "says", "needs", "deals", "steps", "statements", "working"}
OPTIONAL = {"assumed", "leftOut", "operator", "brands", "affiliates", "players"}


@dataclass(frozen=True)
class Step:
    verb: str                 # An event type, or close, rate, release.
    at: str = ""              # A time, a day or a period.
    who: str | None = None    # A player, or the affiliate of a closing.
    amount: str | None = None
    currency: str | None = None
    product: str | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Programme:
    name: str
    told: dict
    operator: dict
    brands: dict
    deals: dict
    affiliates: dict
    players: dict
    steps: list[Step]
    statements: list[dict] = field(default_factory=list)

    @property
    def needs(self) -> set[str]:
        return set(self.told["needs"])

    @property
    def currency(self) -> str:
        """The currency of all its deals."""
        [currency] = {deal["terms"]["currency"] for deal in self.deals.values()}
        return currency


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*.yaml"))


def read(path: Path) -> Programme:
    told = yaml.load(path.read_text(), Loader=yaml.BaseLoader)  # Every scalar stays a text.
    unknown, missing = set(told) - REQUIRED - OPTIONAL, REQUIRED - set(told)
    if unknown or missing:
        raise ValueError(f"{path.name}: unknown members {sorted(unknown)}, missing members {sorted(missing)}")
    deals = {name: deal | {"terms": typed(deal["terms"])} for name, deal in told["deals"].items()}
    affiliates = told.get("affiliates") or {"A": {"deals": list(deals)}}
    brands = told.get("brands") or {"Brand": {}}
    programme = Programme(path.stem, told, typed(told.get("operator") or {}), brands, deals, affiliates, {}, [],
                          told["statements"])
    for names, members in (told.get("players") or {"P1-P9": {}}).items():
        for name in expanded(names):
            programme.players[name] = {"affiliate": next(iter(affiliates)), "brand": next(iter(brands)),
                                       "registered": "2026-03-01"} | (members or {})
    for line in told["steps"]:
        programme.steps.extend(steps_of(line, programme.currency))
    return programme


def expanded(names: str) -> list[str]:
    matched = RANGE.fullmatch(names)
    return [f"P{number}" for number in range(int(matched[1]), int(matched[2]) + 1)] if matched else [names]


def steps_of(line: str, currency: str) -> list[Step]:
    first, *rest = line.split()
    if first == "close":
        return [Step("close", rest[0], rest[1] if rest[1:] else None)]
    if first == "rate":
        return [Step("rate", rest[0], values=tuple(rest[1:]))]
    if first == "release":
        return [Step("release", who=rest[0])]
    at = first if first == NOW else first + ":00Z" if "T" in first else first + "T12:00:00Z"
    names, verb, *values = rest
    products = [value.removeprefix("product=") for value in values if value.startswith("product=")]
    plain = [value for value in values if not value.startswith("product=")]
    money = {"amount": plain[0], "currency": (plain + [currency])[1]} if plain else {}
    return [Step(verb, at, name, product=(products or [None])[0], **money) for name in expanded(names)]


NUMBERS = ("from", "carryMonths", "minBets", "qualifyWithinDays", "firstDepositWindowHours", "monthlyCap", "holdDays", "months",
           "newDepositors", "qualifiedPlayers", "activePlayers", "durationMonths", "inactiveAfterMonths")


def typed(members, name: str = "", counted: bool = False):
    """Amounts and rates stay texts; counts become numbers. `from` is a count in the tiers of CPA and of counts."""
    if isinstance(members, dict):
        counted = counted or "tierBy" in members and members["tierBy"] not in ("base", "deposits")
        return {key: typed(value, key, counted or key == "cpa" and "amountByFirstDeposit" not in value)
                for key, value in members.items()}
    if isinstance(members, list):
        return [typed(one, name, counted) for one in members]
    if members in ("true", "false"):
        return members == "true"
    return int(members) if name in NUMBERS and (name != "from" or counted) else members
