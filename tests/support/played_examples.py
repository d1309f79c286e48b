"""Sends the worked examples over HTTP and compares the results with the document."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from tests.support.client import Client
from tests.support.events import fresh_key, make_event
from tests.support.service import Service
from tests.support.tracking import listed, made
from tests.support.worked_examples import Case, Line, Movement, Step


@dataclass(frozen=True)
class Seen:
    """The output of the service after a step."""

    movements: tuple[Movement, ...] = ()
    figures: dict = field(default_factory=dict)
    lines: tuple[Line, ...] = ()


def differences(case: Case, seen: list[Seen]) -> list[str]:
    """Returns the differences between the document and the output."""
    found = []
    for step, shown in zip(case.steps, seen, strict=True):
        for what, told, true in ((step.place + ", accruals", step.movements, shown.movements),
                                 (step.place + ", lines", step.lines, shown.lines)):
            if len(told) != len(true) or any(not _agrees(*pair) for pair in zip(told, true)):
                found.append(f"{what}: {told} in the document, {true} in the service")
        if step.reads_statement and step.who != "all" and set(step.figures) != set(shown.figures):
            found.append(f"{step.place}: {step.figures} in the document, {shown.figures} in the service")
        for name, value in step.figures.items():
            if shown.figures.get(name) != value:
                found.append(f"{step.place}: {name} {value} in the document, {shown.figures.get(name)} in the service")
    return found


def _agrees(told: Movement | Line, true: Movement | Line) -> bool:
    """A value that the document does not name may be anything."""
    untold = {name: None for name in ("brand", "from_period") if getattr(told, name, "") is None}
    return told == replace(true, **untold)


def with_a_number_changed(case: Case):
    """Yields the case once for every expected number, each time with that number changed."""
    for index, step in enumerate(case.steps):
        for changed in _changed(step):
            yield replace(case, steps=case.steps[:index] + (changed,) + case.steps[index + 1:])


def _changed(step: Step):
    for name in ("movements", "lines"):
        told = getattr(step, name)
        for index, one in enumerate(told):
            other = replace(one, amount=one.amount + Decimal("0.00000001"))
            yield replace(step, **{name: told[:index] + (other,) + told[index + 1:]})
    for name, value in step.figures.items():
        yield replace(step, figures=step.figures | {name: value + Decimal("0.00000001")})


class ExampleOverHttp:
    """One case, with its own operator."""

    def __init__(self, service: Service, case: Case):
        self.case = case
        account = service.create_operator(f"Example {case.name}")
        self.client = service.client(account.api_key)
        self.first_brand = account.brand_id
        self.known: set[str] = set()  # The accruals of the previous steps.

    def play(self) -> list[Seen]:
        with self.client:
            self._set_up()
            if self._fresh_accruals():
                raise AssertionError(f"Example {self.case.name}: a registration that earns needs its own row.")
            return [self._take(step) for step in self.case.steps]

    # The setup.

    def _set_up(self):
        case = self.case
        if case.operator:
            self._change("/operator", case.operator)
        self.brands = {name: self._brand(name, told) for name, told in case.brands.items()}
        self.deals = {name: self._deal(name, told) for name, told in case.deals.items()}
        self.affiliates, self.links = {}, {}
        for name, told in case.affiliates.items():
            self.affiliates[name] = self._affiliate(name, told)
        self.refs = {name: fresh_key(name) for name in case.players}
        registered = {step.who for step in case.steps if step.verb == "registration"}
        for name, player in case.players.items():
            if name not in registered:
                self._send(name, "registration", f"{player.registered}T12:00:00Z")

    def _make(self, path: str, members: dict) -> dict:
        return made(self.client.api("POST", path, members))

    def _change(self, path: str, members: dict):
        answer = self.client.api("PATCH", path, members)
        if answer.status != 200:
            raise AssertionError(f"PATCH {path} answered {answer.status}: {answer.body!r}")

    def _brand(self, name: str, told: dict) -> str:
        """The operator's first brand, if the case names no brands."""
        return self._make("/brands", {"name": name} | told)["id"] if told or len(self.case.brands) > 1 else self.first_brand

    def _deal(self, name: str, told: dict) -> str:
        first, *later = told["versions"]
        members = {key: value for key, value in told.items() if key != "versions"} | first
        if "brandIds" in members.get("scope", {}):
            brands = [self.brands[brand] for brand in members["scope"]["brandIds"]]
            members = members | {"scope": members["scope"] | {"brandIds": brands}}
        deal = self._make("/deals", {"name": name} | members)["id"]
        for version in later:
            self._change("/deals/" + deal, version)
        return deal

    def _affiliate(self, name: str, told: dict) -> str:
        members = {key: value for key, value in told.items() if key not in ("deals", "parent")}
        members["dealIds"] = [self.deals[deal] for deal in told.get("deals", [])]
        if "parent" in told:
            members["parentAffiliateId"] = self.affiliates[told["parent"]]
        return self._make("/affiliates", {"name": name, "email": f"{name.lower()}@affiliates.example"} | members)["id"]

    # The steps.

    def _take(self, step: Step) -> Seen:
        if step.is_event:
            self._send(step.who, step.verb, step.moment, *step.values, **step.members)
        elif step.verb != "statement":
            getattr(self, "_" + step.verb)(step)
        fresh = self._fresh_accruals()
        movements = tuple(self._movement(accrual) for accrual in fresh)
        if step.is_event:
            return Seen(movements, self._figures(step, fresh))
        return Seen(movements, *self._statement(step)) if step.reads_statement and step.who != "all" else Seen(movements)

    def _send(self, player: str, event_type: str, at: str, amount: str | None = None, currency: str = "EUR", **members):
        told = self.case.players[player]
        if event_type == "registration":
            members = {"click_id": self._click(told.affiliate, told.brand)} | members
            members |= {"country": told.country} if told.country else {}
        if amount is not None:
            members |= {"amount": amount, "currency": currency}
        answer = self.client.send_event(make_event(self.brands[told.brand], event_type, event_time=at,
                                                   player_external_ref=self.refs[player], **members))
        if answer.status != 202:
            raise AssertionError(f"{event_type} of {player} got the response {answer.status}: {answer.body!r}")

    def _click(self, affiliate: str, brand: str) -> str:
        if (affiliate, brand) not in self.links:
            link = {"affiliateId": self.affiliates[affiliate], "brandId": self.brands[brand],
                    "destinationUrl": "https://casino.example/join"}
            self.links[affiliate, brand] = self._make("/links", link)["linkId"]
        answer = self.client.api("GET", "/track/click/" + self.links[affiliate, brand])
        return answer.header("Location").split("click_id=")[1]

    def _rate(self, step: Step):
        source, to, rate = step.values
        self._make("/fx-rates", {"date": step.day, "from": source, "to": to, "rate": rate})

    def _reassign(self, step: Step):
        [player] = listed(self.client, "/players", externalRef=self.refs[step.who])
        body = {"affiliateId": self.affiliates[step.values[0]], "reason": "A worked example"}
        answer = self.client.api("POST", f"/players/{player['id']}/reassign", body)
        if answer.status != 200:
            raise AssertionError(f"{step.place}: the reassignment got the response {answer.status}: {answer.body!r}")

    def _close(self, step: Step):
        """Closes the month and checks that the preview was the same."""
        whose = {} if step.who == "all" else {"affiliateId": self.affiliates[step.who]}
        before = listed(self.client, "/statements", period=step.day, **whose)
        closed = made(self.client.api("POST", "/statements/close", {"period": step.day, "allowUnpriced": True, "reason": "of the example"} | whose))["items"]
        shown = [[(one["id"], one["lines"], one["payable"]) for one in sorted(some, key=lambda one: one["id"])]
                 for some in (before, closed)]
        if shown[0] != shown[1]:
            raise AssertionError(f"{step.place}: the preview was {shown[0]}, the statement is {shown[1]}")

    # Results.

    def _fresh_accruals(self) -> list[dict]:
        fresh = [one for one in listed(self.client, "/accruals")[::-1] if one["id"] not in self.known]
        self.known |= {one["id"] for one in fresh}
        return fresh

    def _movement(self, accrual: dict) -> Movement:
        return Movement(component=accrual["component"], amount=Decimal(accrual["amount"]), reason=accrual["reason"],
                        player=self._player_name(accrual["playerId"]),
                        affiliate=_name_of(self.affiliates, accrual["affiliateId"]), period=accrual["period"],
                        late=accrual["late"], unpriced=accrual["status"] == "unpriced",
                        brand=_name_of(self.brands, accrual["brandId"]))

    def _player_name(self, player: str | None) -> str | None:
        if player is None:
            return None
        return _name_of(self.refs, self.client.api("GET", "/players/" + player).json()["externalRef"])

    def _figures(self, step: Step, fresh: list[dict]) -> dict:
        affiliate = self.affiliates[self.case.players[step.who].affiliate]
        figures = {"total": sum(Decimal(one["amount"]) for one in listed(self.client, "/accruals", affiliateId=affiliate))}
        for accrual in fresh:
            if accrual["component"] == "revShare" and accrual["status"] == "final":
                explained = self.client.api("GET", f"/accruals/{accrual['id']}/explain").json()
                figures["base"] = Decimal(explained["calculation"]["baseAfter"])
        return figures

    def _statement(self, step: Step) -> tuple[dict, tuple[Line, ...]]:
        found = listed(self.client, "/statements", affiliateId=self.affiliates[step.who], period=step.day)
        if not found:
            return {}, ()
        [statement] = found
        lines = tuple(Line(line["component"], Decimal(line["amount"]), _name_of(self.brands, line["brandId"]),
                           line["fromPeriod"]) for line in statement["lines"])
        return {"payable": Decimal(statement["payable"])}, lines


def _name_of(named: dict[str, str], value: str | None) -> str | None:
    return next((name for name, one in named.items() if one == value), None)
