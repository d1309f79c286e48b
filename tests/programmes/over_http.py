"""Plays a programme over HTTP, at an operator of its own."""

from decimal import Decimal

from tests.programmes.programme import NOW, Programme, Step
from tests.support.client import Client
from tests.support.events import hours_from_now, make_event
from tests.support.service import Service
from tests.support.tracking import click_id_of, click_path, listed, make_link
from tests.support.waiting import keep_away_from_midnight

DONE = (200, 201, 202)


class PlayedProgramme:
    def __init__(self, service: Service, programme: Programme):
        self.programme = programme
        account = service.create_operator(programme.name)
        self.client: Client = service.client(account.api_key)
        self.ids: dict[str, str] = {}
        self.links: dict[tuple, str] = {}
        self.first_brand = account.brand_id

    def statements(self) -> dict[tuple, dict]:
        """Payable and the sums of lines, by affiliate and period."""
        if any(told["period"] == NOW for told in self.programme.statements):
            keep_away_from_midnight()
        with self.client:
            self._set_up()
            for step in self.programme.steps:
                self._take(step)
            return {(told["affiliate"], told["period"]): self._statement(told) for told in self.programme.statements}

    def _set_up(self):
        told = self.programme
        if len(told.currency) > 3 or told.currency in ("BTC",):
            self._ask("PATCH", "/operator", {"currencies": [told.currency]})
        self._ask("PATCH", "/operator", {"baseCurrency": told.currency} | told.operator)
        for number, (name, members) in enumerate(told.brands.items()):
            self.ids[name] = self.first_brand if number == 0 else self._ask("POST", "/brands", {"name": name})["id"]
            self._ask("PATCH", "/brands/" + self.ids[name], {"attributionFallback": "off"} | (members or {}))
        for name, deal in told.deals.items():
            self.ids[name] = self._ask("POST", "/deals", {"name": name} | self._with_ids(deal))["id"]
        for name, members in told.affiliates.items():
            self._make_affiliate(name, dict(members))
        for name, player in told.players.items():
            click = self._click(player["affiliate"], player["brand"])
            country = {"country": player["country"]} if "country" in player else {}
            at = NOW if player["registered"] == NOW else f"{player['registered']}T00:00:00Z"
            self._event(name, "registration", at, click_id=click, **country)

    def _with_ids(self, deal: dict) -> dict:
        scope = deal.get("scope", {})
        if "brandIds" in scope:
            scope = scope | {"brandIds": [self.ids[name] for name in scope["brandIds"]]}
        return deal | ({"scope": scope} if scope else {})

    def _make_affiliate(self, name: str, members: dict):
        document = {"name": name, "email": "team@affiliates.example",
                    "dealIds": [self.ids[deal] for deal in members.pop("deals", [])]}
        if "parent" in members:
            document["parentAffiliateId"] = self.ids[members.pop("parent")]
        self.ids[name] = self._ask("POST", "/affiliates", document | members)["id"]

    def _click(self, affiliate: str, brand: str) -> str:
        place = (affiliate, brand)
        if place not in self.links:
            self.links[place] = make_link(self.client, self.ids[brand], self.ids[affiliate])["linkId"]
        return click_id_of(self.client.request("GET", click_path(self.links[place])).header("Location"))

    def _take(self, step: Step):
        if step.verb == "close":
            whose = {"affiliateId": self.ids[step.who]} if step.who else {}
            self._ask("POST", "/statements/close", {"period": step.at} | whose)
        elif step.verb == "rate":
            source, to, value = step.values
            self._ask("POST", "/fx-rates", {"date": step.at, "from": source, "to": to, "rate": value})
        elif step.verb == "release":
            [player] = listed(self.client, "/players", externalRef=step.who)
            self._ask("POST", f"/players/{player['id']}/reassign", {"affiliateId": None, "reason": "as the programme says"})
        else:
            money = {"amount": step.amount, "currency": step.currency} if step.amount else {}
            self._event(step.who, step.verb, step.at, **money, **({"product": step.product} if step.product else {}))

    def _event(self, player: str, kind: str, at: str, **members):
        brand = self.ids[self.programme.players[player]["brand"]]
        at = hours_from_now(0) if at == NOW else at
        self._ask("POST", "/events", make_event(brand, kind, player_external_ref=player, event_time=at, **members))

    def _statement(self, told: dict) -> dict | None:
        period = hours_from_now(0)[:7] if told["period"] == NOW else told["period"]
        found = listed(self.client, "/statements", affiliateId=self.ids[told["affiliate"]], period=period)
        if not found:
            return None
        [statement] = found
        sums = {}
        for line in statement["lines"]:
            sums[line["component"]] = sums.get(line["component"], 0) + Decimal(line["amount"])
        return {"payable": Decimal(statement["payable"]), "sums": sums}

    def _ask(self, method: str, path: str, document: dict) -> dict:
        answer = self.client.api(method, path, document)
        if answer.status not in DONE:
            raise AssertionError(f"{self.programme.name}: {method} {path} {document} answered {answer.status}: {answer.body!r}")
        return answer.json()
