"""Reads the worked examples of docs/commission.md §5 as data. An unreadable part is an error that names its line."""

import json
import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

from tests.support.events import ALL_TYPES

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/commission.md"
COLUMNS = ["Day", "Who", "Step", "Accruals", "After it"]
SETUP_MEMBERS = {"terms", "deals", "affiliates", "brands", "players", "operator"}
COMPONENTS = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate", "turnover")
LINES = COMPONENTS + ("carryOver", "waiver", "balance", "adjustment", "ringFence")
REASONS = ("earned", "capped", "reRated", "clawback", "reassigned", "excluded", "reversed", "opened", "followed")
FIGURES = ("base", "total")

HEADING = re.compile(r"### Example (\d+): \S.*")
DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?")
PERIOD = re.compile(r"\d{4}-(?:\d\d(?:-H[12])?|W\d\d)")
NUMBER = r"-?\d+(?:\.\d+)?"
ENTRY = re.compile(rf"(\w+) ({NUMBER})(?: \(([^()]*)\))?")
BETWEEN_ENTRIES = re.compile(r",\s*(?![^(]*\))")


class Malformed(Exception):
    """The document has an example that cannot be read."""


@dataclass(frozen=True)
class Movement:
    """An accrual as the document describes it."""

    component: str
    amount: Decimal
    reason: str
    player: str | None
    affiliate: str | None
    period: str
    late: bool = False
    unpriced: bool = False
    brand: str | None = None  # None: the document names none, so that any brand matches.


@dataclass(frozen=True)
class Line:
    """A line of a statement. If the document names no brand or period, any matches."""

    component: str
    amount: Decimal
    brand: str | None = None
    from_period: str | None = None


@dataclass(frozen=True)
class Step:
    """A row of the table: an action and its expected results."""

    place: str  # For messages.
    day: str  # A date, or the period of a statement.
    time: str
    who: str
    verb: str  # An event type, or close, statement, rate, reassign.
    values: tuple[str, ...] = ()
    members: dict = field(default_factory=dict)
    movements: tuple[Movement, ...] = ()
    figures: dict = field(default_factory=dict)  # base, total, payable.
    lines: tuple[Line, ...] = ()

    @property
    def is_event(self) -> bool:
        return self.verb in ALL_TYPES

    @property
    def reads_statement(self) -> bool:
        return self.verb in ("close", "statement")

    @property
    def moment(self) -> str:
        return f"{self.day}T{self.time}:00Z"


@dataclass(frozen=True)
class Player:
    affiliate: str
    brand: str
    country: str | None = None
    registered: str = "2026-03-01"


@dataclass(frozen=True)
class Case:
    """A setup and its steps. The name is the number of the example, with a letter if it has several cases."""

    number: int
    name: str
    deals: dict
    affiliates: dict
    brands: dict
    operator: dict
    players: dict[str, Player]
    steps: tuple[Step, ...]


def read_document() -> list[Case]:
    return parse(DOCUMENT.read_text())


def read_example_deal() -> dict:
    """The terms of §1.1, which have every member."""
    section = DOCUMENT.read_text().split("\n### 1.1 ", 1)[1].split("\n### ", 1)[0]
    [block] = re.findall(r"^```json\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return json.loads(block)


def parse(text: str) -> list[Case]:
    """Every case, in order. The examples are numbered 1, 2, 3 and so on without gaps."""
    cases = []
    for number, lines in _sections(text):
        if number != (cases[-1].number + 1 if cases else 1):
            raise Malformed(f"Example {number} is out of order, or the previous one is missing.")
        blocks = list(_blocks(number, lines))
        if not blocks:
            raise Malformed(f"Example {number} has no case.")
        for index, (setup, rows) in enumerate(blocks):
            name = str(number) if len(blocks) == 1 else f"{number}{chr(ord('a') + index)}"
            cases.append(_Reader(number, name, setup).read(rows))
    if not cases:
        raise Malformed("There is no example.")
    return cases


def _sections(text: str):
    """The number of each example with its lines, and the number of each line."""
    number, lines = None, []
    for place, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") and not _is_fence_open(lines):
            if number is not None:
                yield number, lines
            number, lines = None, []
            if line.startswith("### Example"):
                matched = HEADING.fullmatch(line)
                if not matched:
                    raise Malformed(f"Line {place}: {line!r} should be '### Example N: title'.")
                number = int(matched[1])
        elif number is not None:
            lines.append((place, line))
    if number is not None:
        yield number, lines


def _is_fence_open(lines: list[tuple[int, str]]) -> bool:
    return sum(line.startswith("```") for _, line in lines) % 2 == 1


def _blocks(number: int, lines: list[tuple[int, str]]):
    """Each setup with the rows of its table."""
    setup, rows, fenced = None, [], None
    for place, line in lines + [(lines[-1][0] if lines else 0, "```json")]:
        if fenced is not None:
            if line == "```":
                setup, fenced = (place, "\n".join(fenced)), None
            else:
                fenced.append(line)
        elif line.startswith("```"):
            if line != "```json":
                raise Malformed(f"Line {place}: the setup of example {number} is not a json block.")
            if setup and not rows:
                raise Malformed(f"Line {place}: a setup of example {number} has no table.")
            if setup:
                yield setup, rows
            setup, rows, fenced = None, [], []
        elif line.startswith("|"):
            if setup is None:
                raise Malformed(f"Line {place}: a table of example {number} has no setup.")
            rows.append((place, [cell.strip() for cell in line.strip().strip("|").split("|")]))
        elif rows and line.strip():
            yield setup, rows
            setup, rows = None, []
    if fenced:
        raise Malformed(f"A block of example {number} does not end.")


class _Reader:
    """Reads one case."""

    def __init__(self, number: int, name: str, setup: tuple[int, str]):
        self.number, self.name = number, name
        place, text = setup
        try:
            self.setup = json.loads(text)
        except ValueError as error:
            raise Malformed(f"Line {place}: the setup of example {name} is not JSON: {error}") from None
        if not isinstance(self.setup, dict):
            self._fail("the setup is not an object.")
        self.brands = self.setup.get("brands") or {"B": {}}
        self.deals, self.affiliates = self._deals_and_affiliates()
        self.players = {player: self._player(player, told) for player, told in self.setup.get("players", {}).items()}
        names = [*self.deals, *self.affiliates, *self.brands, *self.players]
        if len(set(names)) < len(names):
            self._fail("a deal, an affiliate, a brand and a player cannot have the same name.")

    def read(self, rows: list[tuple[int, list[str]]]) -> Case:
        titles, rule, *steps = rows + [(0, [])] * (2 - len(rows))
        if titles[1] != COLUMNS or any(not re.fullmatch("-+", cell) for cell in rule[1]) or len(rule[1]) != len(COLUMNS):
            raise Malformed(f"Line {titles[0]}: the columns of example {self.name} are not {COLUMNS}.")
        if not steps:
            raise Malformed(f"Line {titles[0]}: example {self.name} has no steps.")
        read = tuple(self._step(place, cells) for place, cells in steps)
        return Case(self.number, self.name, self.deals, self.affiliates, self.brands, self.setup.get("operator", {}),
                    self.players, read)

    def _fail(self, why: str):
        raise Malformed(f"Example {self.name}: {why}")

    # The setup.

    def _deals_and_affiliates(self) -> tuple[dict, dict]:
        unknown = set(self.setup) - SETUP_MEMBERS
        if unknown:
            self._fail(f"{sorted(unknown)} cannot be set up.")
        if ("terms" in self.setup) == ("deals" in self.setup or "affiliates" in self.setup):
            self._fail("either terms or deals and affiliates are needed.")
        if "terms" in self.setup:
            return {"Deal": self._deal({"terms": self.setup["terms"]})}, {"A": {"deals": ["Deal"]}}
        deals = {name: self._deal(told) for name, told in self.setup.get("deals", {}).items()}
        affiliates = self.setup.get("affiliates", {})
        for name, told in affiliates.items():
            for deal in told.get("deals", []):
                if deal not in deals:
                    self._fail(f"{name} has the unknown deal {deal!r}.")
            if told.get("parent", name) not in affiliates:
                self._fail(f"{name} has an unknown parent.")
        return deals, affiliates

    def _deal(self, told: dict) -> dict:
        """A deal with all its versions, and the currency of their terms."""
        versions = told.get("versions") or [{name: told[name] for name in ("effectiveFrom", "terms") if name in told}]
        for version in versions:
            if "terms" not in version:
                self._fail("a deal has no terms.")
        rest = {name: value for name, value in told.items() if name not in ("versions", "effectiveFrom", "terms")}
        return rest | {"versions": [one | {"terms": {"currency": "EUR"} | one["terms"]} for one in versions]}

    def _player(self, name: str, told: dict) -> Player:
        unknown = set(told) - {"affiliate", "brand", "country", "registered"}
        if unknown:
            self._fail(f"player {name} cannot have {sorted(unknown)}.")
        only = {kind: next(iter(names)) if len(names) == 1 else None
                for kind, names in (("affiliate", self.affiliates), ("brand", self.brands))}
        player = Player(**(only | told))
        if player.affiliate not in self.affiliates or player.brand not in self.brands:
            self._fail(f"player {name} needs one of the affiliates and one of the brands.")
        return player

    # The steps.

    def _step(self, place: int, cells: list[str]) -> Step:
        where = f"Line {place}, example {self.name}"
        if len(cells) != len(COLUMNS):
            raise Malformed(f"{where}: the row has {len(cells)} cells instead of {len(COLUMNS)}.")
        day, who, told, accruals, after = cells
        verb, *words = told.split() or [""]
        step = self._checked(Step(where, *self._day(where, day, verb), who, verb, tuple(w for w in words if "=" not in w),
                                  dict(w.split("=", 1) for w in words if "=" in w)))
        if step.is_event and who not in self.players:
            self.players[who] = self._player(who, {})
        movements = tuple(self._movement(step, *entry) for entry in _entries(where, accruals, COMPONENTS))
        step = replace(step, movements=movements)
        return self._with_statement(step, after) if step.reads_statement else self._with_figures(step, after)

    @staticmethod
    def _day(where: str, told: str, verb: str) -> tuple[str, str]:
        if verb in ("close", "statement"):
            if not PERIOD.fullmatch(told):
                raise Malformed(f"{where}: {told!r} is not a period.")
            return told, ""
        matched = DAY.fullmatch(told)
        if not matched:
            raise Malformed(f"{where}: {told!r} is not a day.")
        return matched[1], matched[2] or "12:00"

    def _checked(self, step: Step) -> Step:
        """Returns the step if it has everything that its verb needs."""
        values, who = step.values, step.who
        number = [bool(re.fullmatch(NUMBER, value)) for value in values]
        right = {
            "rate": not who and len(values) == 3 and number == [False, False, True],
            "reassign": who in self.players and len(values) == 1 and values[0] in self.affiliates,
            "close": (who in self.affiliates or who == "all") and not values,
            "statement": who in self.affiliates and not values,
        }.get(step.verb, step.is_event and re.fullmatch(r"\w+", who) and number in ([], [True], [True, False]))
        if not right or (step.members and not step.is_event):
            raise Malformed(f"{step.place}: the step {step.verb!r} of {who!r} cannot be played with {list(values)}.")
        return step

    def _movement(self, step: Step, component: str, amount: Decimal, told: list[str]) -> Movement:
        found = {"reason": "earned", "player": step.who if step.who in self.players else None, "affiliate": None,
                 "period": step.day if step.reads_statement else step.day[:7]}
        for word in told:
            if word in REASONS:
                found["reason"] = word
            elif word in ("late", "unpriced"):
                found[word] = True
            elif PERIOD.fullmatch(word):
                found["period"] = word
            elif word in self.players:
                found["player"] = word
            elif word == "no player":
                found["player"] = None
            elif word in self.affiliates:
                found["affiliate"] = word
            elif word in self.brands:
                found["brand"] = word
            else:
                raise Malformed(f"{step.place}: {word!r} does not describe an accrual.")
        if found["affiliate"] is None:
            owner = self.players.get(found["player"] or step.who)
            found["affiliate"] = owner.affiliate if owner else step.who
        return Movement(component, amount, **found)

    def _with_figures(self, step: Step, told: str) -> Step:
        figures = {}
        for name, value, more in _entries(step.place, told or "none", FIGURES):
            if more or name in figures or not step.is_event:
                raise Malformed(f"{step.place}: {name} is not allowed here.")
            figures[name] = value
        return replace(step, figures=figures)

    def _with_statement(self, step: Step, told: str) -> Step:
        """The lines, and then the payable amount."""
        entries = _entries(step.place, told, LINES + ("payable",))
        if step.who == "all":
            if entries:
                raise Malformed(f"{step.place}: closing for all affiliates shows no statement; use a statement row.")
            return step
        names = [name for name, *_ in entries]
        if names and (names[-1] != "payable" or names.count("payable") > 1):
            raise Malformed(f"{step.place}: the lines must end with payable.")
        lines = tuple(self._line(step, *entry) for entry in entries[:-1])
        return replace(step, lines=lines, figures={"payable": entries[-1][1]} if entries else {})

    def _line(self, step: Step, component: str, amount: Decimal, told: list[str]) -> Line:
        line = Line(component, amount)
        for word in told:
            if word in self.brands:
                line = replace(line, brand=word)
            elif word.startswith("from ") and PERIOD.fullmatch(word[5:]):
                line = replace(line, from_period=word[5:])
            else:
                raise Malformed(f"{step.place}: {word!r} does not describe a line.")
        return line


def _entries(where: str, told: str, names: tuple[str, ...]) -> list[tuple[str, Decimal, list[str]]]:
    """Name, number and the text in brackets of each entry of a cell."""
    if told == "none":
        return []
    entries = []
    for part in BETWEEN_ENTRIES.split(told):
        matched = ENTRY.fullmatch(part)
        if not matched or matched[1] not in names:
            raise Malformed(f"{where}: {part!r} is not one of {', '.join(names)} with a number.")
        entries.append((matched[1], Decimal(matched[2]), matched[3].split(", ") if matched[3] else []))
    return entries
