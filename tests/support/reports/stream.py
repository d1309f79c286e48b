"""A random but reproducible stream: visitors, players and their events, late exchange rates, and reassignments."""

import random
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from tests.support.client import Client
from tests.support.events import MONETARY, WAGERS, make_event
from tests.support.reports.clock import Rates
from tests.support.reports.world import ADDRESSES, BOT, PEOPLE, World
from tests.support.tracking import click_id_of, click_path, impression_path, listed

SUBS = ("", "plain", "plain ", " plain", "Plain", '"quoted"', "a,b", "=cmd|' /C calc'!A0", "+1", "-1", "@sum", "😀",
        "Total", "e\u0301", "é", "it's", "back\\slash", "null", "0", "00", "%25", "x" * 255, "y" * 300, "semi;colon")
CURRENCIES = ("EUR", "EUR", "EUR", "USD", "USD", "GBP", "BTC", "SEK")
COUNTRIES = (None, "DE", "SE", "AT")
PRODUCTS = ((None, None), ("casino", "Book of \"Fish\""), ("casino", "=Slots"), ("sports", None))
TYPES = ("deposit",) * 3 + ("ngr_update",) * 4 + ("wager_placed",) * 3 + (
    "wager_settled", "chargeback", "withdrawal", "first_deposit", "registration", "bonus", "kyc_verified")

# Clocks change in Berlin, New York and on Lord Howe; then days, weeks, months and a year change.
EDGES = ("2025-10-26T01:00:00Z", "2026-03-29T01:00:00Z", "2025-11-02T06:00:00Z", "2026-03-08T07:00:00Z",
         "2025-10-04T15:30:00Z", "2026-04-04T15:00:00Z", "2025-12-31T23:00:00Z", "2026-01-01T05:00:00Z",
         "2026-01-31T18:15:00Z", "2026-02-28T13:00:00Z", "2026-01-04T23:00:00Z", "2025-11-30T00:00:00Z")
STEPS_MINUTES = (-120, -61, -60, -59, -31, -30, -29, -1, 0, 1, 29, 30, 31, 59, 60, 89, 90, 91, 120)
FIRST_DAY = datetime(2025, 10, 1, tzinfo=timezone.utc)

EARLY_RATES = (
    ("2025-10-01", "USD", "EUR", "0.9"), ("2025-10-26", "USD", "EUR", "0.912345678901234567"),
    ("2026-01-01", "USD", "EUR", "0.88"), ("2025-10-01", "EUR", "USD", "1.09"), ("2026-02-01", "EUR", "USD", "1.11"),
    ("2025-12-01", "BTC", "EUR", "81234.123456789012345678"), ("2025-10-01", "EUR", "GBP", "0.85"),
    ("2025-10-01", "USD", "GBP", "0.77"), ("2025-10-01", "GBP", "USD", "1.31"), ("2025-10-10", "BTC", "USD", "90000"),
)
LATE_RATES = (("2025-10-15", "GBP", "EUR", "1.171717171717171717"), ("2026-03-01", "GBP", "EUR", "1.2"),
              ("2025-10-20", "USD", "EUR", "0.905"))


@dataclass
class Journal:
    """All actions and responses, in order."""

    clicks: list[dict] = field(default_factory=list)
    impressions: list[dict] = field(default_factory=list)
    events: list[tuple[str, dict]] = field(default_factory=list)  # The id from the service, and the event.
    rates: Rates = field(default_factory=Rates)
    # The successive affiliates of each player that was reassigned, by (brand, reference). A tenure has the accruals
    # that were created in it. The last tenure has all others.
    tenures: dict[tuple[str, str], list[dict]] = field(default_factory=dict)


@dataclass(frozen=True)
class Sizes:
    clicks: int = 360
    impressions: int = 160
    players: int = 150


class Stream:
    """Plays a stream to one operator and keeps the journal."""

    def __init__(self, client: Client, visitor: Client, seed: int, sizes: Sizes = Sizes()):
        self.client, self.visitor = client, visitor
        self.chance = random.Random(seed)
        self.sizes = sizes
        self.journal = Journal()
        self._ask("PATCH", "/operator", {"timeZone": "Europe/Berlin", "baseCurrency": "EUR", "currencies": ["BTC"]})
        self.world = World(client, self.chance)
        self._keys = 0

    def play(self):
        self._visit()
        self.tell_rates(EARLY_RATES)
        self._send(self._first_events())
        self._reassign()
        self._close_months()
        self.tell_rates(LATE_RATES)
        self._send(self._later_events())

    def _ask(self, method: str, path: str, document: dict) -> dict:
        answer = self.client.api(method, path, document)
        if answer.status not in (200, 201, 202):
            raise AssertionError(f"{method} {path} {document} answered {answer.status}: {answer.body!r}")
        return answer.json()

    def tell_rates(self, rates: tuple):
        self._ask("POST", "/fx-rates", {"rates": [{"date": day, "from": source, "to": target, "rate": rate}
                                                  for day, source, target, rate in rates]})
        for rate in rates:
            self.journal.rates.add(*rate)

    # Visitors.

    def _visit(self):
        # One click with each agent, so that the API shows how it classifies each.
        for agent in PEOPLE:
            self._click(self.world.links[0], agent, "203.0.113.1", {})
        suspended, inactive = self.world.affiliates[11], self.world.links[7]
        self._ask("PATCH", "/affiliates/" + suspended["id"], {"status": "suspended"})
        self._ask("PATCH", "/links/" + inactive["linkId"], {"status": "inactive"})
        for _ in range(self.sizes.clicks):
            self._random_click()
        self._ask("PATCH", "/affiliates/" + suspended["id"], {"status": "approved"})
        self._ask("PATCH", "/links/" + inactive["linkId"], {"status": "active"})
        self._keep_away_from_the_full_hour()
        for _ in range(self.sizes.impressions):
            self._random_impression()

    def _random_visitor(self) -> tuple[str | None, str]:
        return self.chance.choice(PEOPLE), self.chance.choice(list(ADDRESSES))

    def _random_click(self):
        agent, address = self._random_visitor()
        method = "HEAD" if self.chance.random() < 0.04 else "GET"
        agent = BOT if self.chance.random() < 0.04 else agent
        subs = {f"sub{number}": self.chance.choice(SUBS) for number in range(1, 6) if self.chance.random() < 0.4}
        self._click(self.chance.choice(self.world.links), agent, address, subs, method)

    def _click(self, link: dict, agent: str | None, address: str, subs: dict, method: str = "GET"):
        answer = self._call(click_path(link["linkId"], **subs), agent, address, method)
        if answer.status != 302:
            raise AssertionError(f"A click got the response {answer.status}.")
        self.journal.clicks.append({"id": click_id_of(answer.header("Location")), "link": link, "agent": agent,
                                    "address": address, "subs": {name: sub[:255] for name, sub in subs.items()}})

    def _random_impression(self):
        agent, address = self._random_visitor()
        creative = self.chance.choice(self.world.creatives)["id"]
        link, affiliate = self.chance.choice(self.world.links), self.chance.choice(self.world.affiliates)
        query = self.chance.choice((
            {}, {"aid": affiliate["id"]}, {"lid": link["linkId"]}, {"lid": link["linkId"], "aid": affiliate["id"]}))
        agent = BOT if self.chance.random() < 0.04 else agent
        asked_at = datetime.now(timezone.utc)
        answer = self._call(impression_path(creative, **query), agent, address)
        if answer.status != 200:
            raise AssertionError(f"A pixel got the response {answer.status}.")
        if agent != BOT:
            self.journal.impressions.append({"creative": creative, "agent": agent, "address": address,
                                             "time": asked_at,
                                             "link": link if "lid" in query else None,
                                             "affiliate": affiliate if query.keys() == {"aid"} else None})

    def _call(self, path: str, agent: str | None, address: str, method: str = "GET"):
        sent = {"X-Forwarded-For": address} | ({"User-Agent": agent} if agent else {})
        return self.visitor.request(method, path, headers=sent)

    @staticmethod
    def _keep_away_from_the_full_hour(seconds: float = 120):
        """Impressions are counted per hour, and one at the end of an hour may be recorded in the next."""
        left = 3600 - time.time() % 3600
        if left < seconds:
            time.sleep(left + 0.1)

    # Players.

    def _first_events(self) -> list[list[dict]]:
        """The events of each player, in the order of sending."""
        self._players = []
        histories = []
        for number in range(self.sizes.players):
            player = self._player(number)
            self._players.append(player)
            registration = self._registration(player)
            others = [self._event(player, kind) for kind in ["first_deposit"] * (self.chance.random() < 0.8)
                      + self.chance.choices(TYPES, k=self.chance.randrange(1, 9))]
            if player["way"] == "unregistered":
                histories.append([event for event in others if event["event_type"] != "registration"])
            elif player["way"] == "waiting":
                histories.append(others[:2] + [registration] + others[2:])
            else:
                histories.append([registration] + others)
        return histories

    def _player(self, number: int) -> dict:
        way = self.chance.choices(("click", "organic", "unregistered", "waiting", "lastClick"), (60, 10, 8, 14, 8))[0]
        click = self.chance.choice(self.journal.clicks)
        brand = click["link"]["brandId"]
        if way == "lastClick":
            brand = self.world.brands[2]["id"]
        elif self.chance.random() < 0.1:
            brand = self.chance.choice(self.world.brands)["id"]  # A named click may belong to another brand.
        # Two brands may use the same reference for different players.
        return {"ref": f"player {number // 2}" if way == "organic" else f"p-{number}", "brand": brand, "way": way,
                "click": click if way in ("click", "waiting") else None}

    def _registration(self, player: dict) -> dict:
        if player["way"] == "lastClick":
            soon = datetime.now(timezone.utc) + timedelta(minutes=30)
            return self._make(player, "registration", soon)
        members = {"click_id": player["click"]["id"]} if player["click"] else {}
        registered_at = FIRST_DAY + timedelta(days=self.chance.randrange(0, 40), minutes=self.chance.randrange(1440))
        return self._make(player, "registration", registered_at, **members)

    def _later_events(self) -> list[list[dict]]:
        return [[self._event(player, kind) for kind in self.chance.choices(TYPES, k=self.chance.randrange(0, 5))
                 if kind != "registration" or player["way"] != "unregistered"] for player in self._players]

    def _event(self, player: dict, event_type: str) -> dict:
        members = {}
        if event_type in MONETARY or event_type in WAGERS and self.chance.random() < 0.9:
            members = {"amount": self._amount(event_type), "currency": self.chance.choice(CURRENCIES)}
        product, game = self.chance.choice(PRODUCTS)
        if event_type in WAGERS + ("deposit",):
            members |= {"product": product or ..., "game": game or ...}
        return self._make(player, event_type, self._time(), **members)

    def _make(self, player: dict, event_type: str, happened_at: datetime, **members) -> dict:
        self._keys += 1
        return make_event(player["brand"], event_type, player_external_ref=player["ref"],
                          idempotency_key=f"stream-{self._keys}", event_time=happened_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
                          country=self.chance.choice(COUNTRIES) or ..., **members)

    def _amount(self, event_type: str) -> str:
        amount = self.chance.choice((self.chance.randrange(1, 100), self.chance.randrange(1, 100_000) / 100,
                                     f"{self.chance.randrange(10 ** 6)}.{self.chance.randrange(10 ** 8):08}"))
        sign = "-" if event_type in ("ngr_update", "wager_settled") and self.chance.random() < 0.3 else ""
        return sign + str(amount)

    def _time(self) -> datetime:
        if self.chance.random() < 0.6:
            edge = datetime.fromisoformat(self.chance.choice(EDGES))
            return edge + timedelta(minutes=self.chance.choice(STEPS_MINUTES), seconds=self.chance.randrange(60))
        return FIRST_DAY + timedelta(minutes=self.chance.randrange(280 * 1440), seconds=self.chance.randrange(60))

    def _send(self, histories: list[list[dict]]):
        """Sends all events, interleaved, in batches of random size. The events of a player stay in order."""
        places = [number for number, events in enumerate(histories) for _ in events]
        self.chance.shuffle(places)
        waiting = [iter(events) for events in histories]
        events = [next(waiting[place]) for place in places]
        while events:
            size = self.chance.randrange(1, 101)
            batch, events = events[:size], events[size:]
            answer = self._ask("POST", "/events", {"events": batch})
            if answer["summary"]["accepted"] != len(batch):
                raise AssertionError(f"The service did not accept all events: {answer}")
            self.journal.events += [(result["event_id"], event) for result, event in zip(answer["results"], batch)]

    # Actions of operators.

    def _reassign(self):
        """Reassigns some players several times: to other affiliates and back, and to other links of the same one."""
        moved = [player for player in self._players if player["way"] != "unregistered"][::4]
        for player in moved:
            targets = self.chance.sample(self.world.affiliates, 2)
            for _ in range(self.chance.choice((1, 1, 2, 3, 4))):
                affiliate = self.chance.choice(targets)
                self._give(player, affiliate, self.chance.choice([None, *self.world.links_of(affiliate["id"])]))

    def _give(self, player: dict, affiliate: dict, link: dict | None):
        [found] = [one for one in listed(self.client, "/players", externalRef=player["ref"])
                   if one["brandId"] == player["brand"]]
        tenures = self.journal.tenures.setdefault(
            (player["brand"], player["ref"]),
            [{"affiliate": found["affiliateId"], "click": (found["attribution"] or {}).get("clickId")}])
        before = {one["id"] for one in self._accruals_of(found)}
        body = {"affiliateId": affiliate["id"], "linkId": link and link["linkId"], "reason": "of the stream"}
        self._ask("POST", f"/players/{found['id']}/reassign", body)
        now = {"affiliate": affiliate["id"], "link": link, "manual": True}
        if tenures[-1]["affiliate"] == affiliate["id"]:
            tenures[-1] = now | {"click": tenures[-1].get("click")}
            return
        left = {one["id"] for one in self._accruals_of(found)
                if one["id"] in before or one["affiliateId"] == tenures[-1]["affiliate"]}
        earlier = set().union(*(tenure.get("accruals", set()) for tenure in tenures[:-1]))
        tenures[-1]["accruals"] = left - earlier
        tenures.append(now)

    def _accruals_of(self, player: dict) -> list[dict]:
        return [one for one in listed(self.client, "/accruals") if one["playerId"] == player["id"]]

    def _close_months(self):
        """Closes months of one affiliate. It gets its fixed fee, and further accruals for these months are late."""
        affiliate = self.world.affiliates[9]["id"]
        for period in ("2025-09", "2025-10"):
            self._ask("POST", "/statements/close", {"period": period, "affiliateId": affiliate, "allowUnpriced": True,
                                                     "reason": "of the stream"})
