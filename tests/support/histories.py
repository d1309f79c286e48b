"""Sends the random histories of tests/property to a service, step by step, over HTTP."""

from tests.property.commission import history
from tests.property.commission.generate import generate
from tests.property.commission.oracle import Oracle
from tests.property.commission.periods import end_month
from tests.support.client import Client
from tests.support.events import MONETARY, make_event
from tests.support.tracking import click_id_of, click_path, listed, make_link

# All steps are before this month, because a service accepts no events and closes no months of the future.
END = "2026-11"
# Members that differ on every service.
MINTED = ("id", "contentHash", "previousHash", "closedAt", "closedBy", "closedByName", "adjustedBy", "steps")


def remembered(seed: int, members: tuple[str, ...] = ()) -> Oracle:
    """A history that any service accepts. `recorded` has its steps; `result()` returns the expected outcome.

    `members` are groups of members of §6. Not `introduction`: a service approves an affiliate when it is made.
    """
    past = [step for step in generate(seed, members) if month_of(step) < END]
    return Oracle().run(sendable(Oracle().run(past).recorded))


def month_of(step: dict) -> str:
    if step.get("period"):
        return end_month(step["period"])
    return (step.get("time") or step.get("date") or "")[:7]


def sendable(steps: list[dict]) -> list[dict]:
    """Returns the valid steps, in the form that the service accepts."""
    sent, deals = [], Deals()
    for step in steps:
        if step["do"] in ("deal", "version"):
            sent += getattr(deals, step["do"])(step)
        elif step["do"] == "rate":
            sent += [step, history.resolve()]  # Resolves everything that waits for the rate, at once.
        elif step["do"] == "event":
            sent.append(with_money(step))
        elif step["do"] not in ("resolve", "withdraw"):  # A version that has started cannot be withdrawn.
            sent.append(step)
    return sent


def with_money(event: dict) -> dict:
    """The generator gives no amounts to events that earn nothing, but the service requires one for a withdrawal."""
    if event["type"] in MONETARY and event["amount"] is None:
        return event | {"amount": "1", "currency": "EUR"}
    return event


class Deals:
    """A deal starts with its first version, in this order, and each version differs from the previous one."""

    def __init__(self):
        self._drafts = {}
        self._created = {}
        self._newest = {}

    def deal(self, step: dict) -> list[dict]:
        name = step["deal"]
        if name in self._created:
            return [step | {"createdAt": self._created[name]}]
        self._drafts[name] = step
        return []

    def version(self, step: dict) -> list[dict]:
        name, content = step["deal"], (step["terms"], step["effectiveFrom"])
        if self._newest.get(name) == content:
            return []
        self._newest[name] = content
        if name in self._created:
            return [step]
        self._created[name] = f"2025-01-01T00:00:{len(self._created):02}Z"
        return [*self.deal(self._drafts[name]), step]


class Performance:
    """Plays one history at one operator. Maps the names of the history to the ids of the service."""

    def __init__(self, client: Client, brand_id: str, title: str):
        self.client = client
        self.title = title
        self._ids = {"B1": brand_id}
        self._drafts = {}    # Deals that have no version yet.
        self._links = {}
        self._numbers = {}   # Number in the history, by event id.
        self._reversed = set()

    def play(self, steps: list[dict]):
        """Sends the steps that the oracle recorded. The service must accept all of them."""
        for step in steps:
            getattr(self, "_" + step["do"])(step)

    # Steps.

    def _operator(self, step: dict):
        names = ("timeZone", "baseCurrency", "minPayout", "suspendedEarn")
        self._ask("PATCH", "/operator", {name: step[name] for name in names if name in step})

    def _rules(self, step: dict):
        """A new operator has all rules of §6."""

    def _brand(self, step: dict):
        # A player without a click is organic, as in the history.
        self._save("/brands", step["brand"], ngrMode=step["ngrMode"], attributionFallback="off")

    def _deal(self, step: dict):
        scope = {"brandIds": self._ids_of(step["brands"]), "countries": step["countries"]}
        members = {"binding": step["binding"], "isDefault": step["isDefault"], "scope": scope}
        members |= {name: step[name] for name in ("tierPool", "lateEvents") if name in step}
        if step["deal"] in self._ids:
            self._save("/deals", step["deal"], **members)
        else:
            self._drafts[step["deal"]] = members

    def _version(self, step: dict):
        members = self._drafts.pop(step["deal"], {})
        deal = self._save("/deals", step["deal"], terms=step["terms"], effectiveFrom=step["effectiveFrom"], **members)
        if deal["version"] != step["number"]:
            raise AssertionError(f"{self.title}: {step} became version {deal['version']}.")

    def _affiliate(self, step: dict):
        status = {"status": "suspended" if step["suspended"] else "approved"} if "suspended" in step else {}
        self._save("/affiliates", step["affiliate"], email="team@affiliates.example", minPayout=step["minPayout"],
                   dealIds=self._ids_of(step["deals"]), parentAffiliateId=self._id(step["parent"]), **status)

    def _statement_period(self, step: dict):
        """The service finds out itself when it takes effect."""
        self._save("/affiliates", step["affiliate"], statementPeriod=step["kind"])

    def _rate(self, step: dict):
        self._ask("POST", "/fx-rates", {name: step[name] for name in ("date", "from", "to", "rate")})

    def _resolve(self, step: dict):
        """The service does this itself when the rate arrives."""

    def _adjust(self, step: dict):
        self._ask("POST", "/adjustments", {"affiliateId": self._id(step["affiliate"])} |
                  {name: step[name] for name in ("amount", "currency", "reason")})

    def _close(self, step: dict):
        named = {"affiliateId": self._id(step["affiliate"])} if step["affiliate"] else {}
        self._ask("POST", "/statements/close", {"period": step["period"], "allowUnpriced": True,
                                                 "reason": "of the history"} | named)

    def _reassign(self, step: dict):
        self._meet_players()
        self._ask("POST", f"/players/{self._id(step['player'])}/reassign",
                  {"affiliateId": self._id(step["after"]), "reason": "of the history"})

    def _reverse(self, step: dict):
        """The first accrual that fits and was not reversed."""
        self._meet_players()
        [event_id] = [identifier for identifier, number in self._numbers.items() if number == step["seq"]]
        found = listed(self.client, "/accruals", eventId=event_id, component=step["component"],
                       playerId=self._id(step["player"]), affiliateId=self._id(step["affiliate"]))[::-1]
        accrual = next(one for one in found if one["id"] not in self._reversed and one["amount"] != "0")
        self._reversed.add(accrual["id"])
        self._ask("POST", f"/accruals/{accrual['id']}/reverse", {"reason": "of the history"})

    def _event(self, step: dict):
        brand_id = self._id(step["brand"])
        click_id = self._click(step["affiliate"], brand_id) if step["affiliate"] else None
        event = make_event(brand_id, step["type"], player_external_ref=step["player"], event_time=step["time"],
                           amount=given(step["amount"]), currency=given(step["currency"]),
                           country=given(step["country"]), click_id=given(click_id), product=given(step.get("product")))
        self._numbers[self._ask("POST", "/events", event)["result"]["event_id"]] = step["seq"]

    def _click(self, affiliate: str, brand_id: str) -> str:
        place = (affiliate, brand_id)
        if place not in self._links:
            self._links[place] = make_link(self.client, brand_id, self._id(affiliate))["linkId"]
        answer = self.client.request("GET", click_path(self._links[place]))
        return click_id_of(answer.header("Location"))

    def _save(self, path: str, name: str, **members) -> dict:
        """Creates the resource if the service does not have it yet; otherwise changes it."""
        if name in self._ids:
            return self._ask("PATCH", f"{path}/{self._ids[name]}", members)
        made = self._ask("POST", path, {"name": name} | members)
        self._ids[name] = made["id"]
        return made

    def _ask(self, method: str, path: str, document: dict) -> dict:
        answer = self.client.api(method, path, document)
        if answer.status not in (200, 201, 202):
            raise AssertionError(f"{self.title}: {method} {path} {document} answered {answer.status}: {answer.body!r}")
        return answer.json()

    # Names and ids.

    def _id(self, name: str | None) -> str | None:
        return None if name is None else self._ids[name]

    def _ids_of(self, names: list[str]) -> list[str]:
        return [self._ids[name] for name in names]

    def _meet_players(self):
        self._ids |= {player["externalRef"]: player["id"] for player in listed(self.client, "/players")}

    def _names(self) -> dict[str, str]:
        self._meet_players()
        return {identifier: name for name, identifier in self._ids.items()}

    # Results.

    def result(self) -> dict:
        """In the form of the oracle."""
        names = self._names()
        accruals = listed(self.client, "/accruals")[::-1]
        return {"accruals": [self._shown_accrual(one, names) for one in accruals if one["status"] != "unpriced"],
                "statements": [shown_statement(one) for one in self.statements() if one["status"] != "open"],
                "held": sum(one["status"] == "unpriced" for one in accruals)}

    def _shown_accrual(self, accrual: dict, names: dict[str, str]) -> list:
        payable_from = None if accrual["payableFrom"] == accrual["eventTime"] else accrual["payableFrom"]
        return [names[accrual["affiliateId"]], names.get(accrual["playerId"]), accrual["component"],
                names[accrual["dealId"]], accrual["dealVersion"], accrual["period"],
                self._numbers.get(accrual["eventId"]), accrual["eventTime"], payable_from, accrual["late"],
                accrual["amount"], accrual["currency"], accrual["base"], names.get(accrual["brandId"])]

    def statements(self) -> list[dict]:
        """All statements, open ones too, with names instead of ids and without members that differ on every service."""
        names = self._names()
        return [named(statement, names) | {"lines": [named(line, names) for line in statement["lines"]]}
                for statement in listed(self.client, "/statements")]


def given(value: str | None):
    """In the form of make_event: absent members are left out."""
    return value or ...


def named(members: dict, names: dict[str, str]) -> dict:
    return {name: names.get(value, value) if name.endswith("Id") else value
            for name, value in members.items() if name not in MINTED}


def shown_statement(statement: dict) -> dict:
    lines = [[line["component"], line["brandId"], line["dealId"], line["dealVersion"], line["count"], line["base"],
              line["amount"], line["fromPeriod"], line["note"] or ""] for line in statement["lines"]]
    return {"affiliate": statement["affiliateId"], "period": statement["period"], "currency": statement["currency"],
            "payable": statement["payable"], "lines": lines}
