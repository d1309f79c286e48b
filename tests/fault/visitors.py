"""A bounded load of visitors who click links and see banners, and record the responses."""

import http.client
import random
import time
from dataclasses import dataclass
from typing import Callable
from urllib.parse import parse_qs, urlsplit

from tests.fault.worker import RETRY_PAUSE_SECONDS, Promises, Worker
from tests.support.client import Client, RawConnection, Response, compose
from tests.support.events import fresh_key, hours_from_now, make_event
from tests.support.journal import Journal
from tests.support.service import Service
from tests.support.tracking import CHROME, FIREFOX, click_path, impression_path, listed, moment
from tests.support.visits import (Lost, Recorded, Visits, Wait, missing_clicks, missing_clicks_at_risk,
                                  prove_visits)
from tests.support.waiting import wait_until

CLICKS_PER_ADDRESS = 50
SAMPLES = 25
VISITORS = 3
AT_ONCE_MAX = 12
PAUSE_SECONDS = 0.02
RECORDED_SECONDS_MAX = 180

# Visitors come through a trusted proxy, so that they can have any address.
SETTINGS = {"trusted_proxies": "127.0.0.1/32"}


# A request, and the function that checks its response and its waiting time.
Turn = tuple[bytes, Callable[[Response, Wait], None]]


@dataclass(frozen=True)
class Ground:
    """The links and creatives of one brand. No other load sends events for the players of this brand."""

    brand_id: str
    links: list[dict]
    creatives: list[str]


class Visitor(Worker):
    """Clicks and views banners from an address that changes sometimes. The address is also a SubID of the click."""

    def __init__(self, service: Service, number: int, seed: str, ground: Ground, promises: Promises):
        super().__init__()
        self.visits = Visits()
        self.broken_connections = 0
        self.addresses: list[str] = []
        self._service_address = service.address
        self._connection: RawConnection | None = None
        self._number = number
        self._random = random.Random(seed)
        self._ground = ground
        self._promises = promises

    def turn(self):
        if len(self.addresses) * CLICKS_PER_ADDRESS <= self.visits.clicks_sent:
            self._move()
        # Half of the requests are sent one by one, so that the time of the response is that of the service.
        at_once = self._random.choice((1, self._random.randint(2, AT_ONCE_MAX)))
        try:
            self._come(at_once)
        except (OSError, http.client.HTTPException):
            self.broken_connections += 1
            self.leave()
            time.sleep(RETRY_PAUSE_SECONDS)
        time.sleep(self._random.uniform(0, 2 * PAUSE_SECONDS))

    def leave(self):
        if self._connection:
            self._connection.close()
            self._connection = None

    def _move(self):
        count = len(self.addresses)
        self.addresses.append(f"100.{64 + self._number}.{count // 256 % 256}.{count % 256}")

    def _come(self, count: int):
        """Sends this number of requests without waiting and reads the responses, which come in the same order."""
        if not self._connection:
            self._connection = RawConnection(self._service_address)
        turns = [self._click() if self._random.random() < 0.6 else self._look() for _ in range(count)]
        sent_at = since = time.monotonic()
        self._connection.send(b"".join(request for request, _ in turns))
        for _, judge in turns:
            answer = self._connection.read_response()
            now = time.monotonic()
            judge(answer, Wait(now - since, self._promises.no_journal.touches(sent_at), now - sent_at,
                               self._promises.no_standby.touches(sent_at)))
            since = now

    def _request(self, path: str) -> bytes:
        agent = self._random.choice((CHROME, FIREFOX))
        return compose("GET", path, {"User-Agent": agent, "X-Forwarded-For": self.addresses[-1]})

    def _click(self) -> Turn:
        link = self._random.choice(self._ground.links)
        self.visits.clicks_sent += 1
        return (self._request(click_path(link["linkId"], sub1=self.addresses[-1])),
                lambda answer, wait: self._judge_click(link, answer, wait))

    def _look(self) -> Turn:
        self.visits.pixels_sent += 1
        query = {"lid": self._random.choice(self._ground.links)["linkId"]} if self._random.random() < 0.5 else {}
        return self._request(impression_path(self._random.choice(self._ground.creatives), **query)), self._judge_pixel

    def _judge_click(self, link: dict, answer: Response, wait: Wait):
        location = answer.header("Location") or ""
        if answer.status != 302 or not location.startswith(link["destinationUrl"]):
            self.visits.finding(f"a visitor was answered {answer.status} {location}: {answer.body[:200]!r}")
            return
        [click_id] = parse_qs(urlsplit(location).query).get("click_id", [None])
        self.visits.click(link["linkId"], click_id, wait)

    def _judge_pixel(self, answer: Response, wait: Wait):
        if answer.status != 200 or not answer.body.startswith(b"GIF89a"):
            self.visits.finding(f"a pixel was answered {answer.status}: {answer.body[:200]!r}")
            return
        self.visits.pixel(wait)


def recorded_order(click: dict):
    return moment(click["recordedAt"]), click["clickId"]


class Visitors:
    """Several visitors together. Each comes to one of the nodes."""

    def __init__(self, nodes: list[Service], seed: int, ground: Ground, promises: Promises):
        self.journal = Journal()
        self.missing = 0  # Redirected clicks that the ledger does not have; known after the proof.
        self.missing_at_risk = 0  # The same for clicks that were recorded while no standby followed.
        self._service = nodes[0]
        self._random = random.Random(f"{seed}/samples")
        self._brand = ground.brand_id
        self.visitors = [Visitor(nodes[number % len(nodes)], number, f"{seed}/visitor/{number}", ground, promises)
                         for number in range(VISITORS)]

    def await_recording(self):
        """Waits until the ledger has all clicks that must be in it so far. A node records its clicks in their order."""
        with self._service.client() as client:
            for newest in [one.latest[-1] for one in self.visits if one.latest]:
                wait_until(lambda: listed(client, "/clicks", clickId=newest), "a click is recorded",
                           RECORDED_SECONDS_MAX)

    def name_click(self, chance: random.Random) -> str | None:
        """A recent click that must be in the ledger."""
        known = chance.choice(self.visitors).visits.latest
        return chance.choice(known) if known else None

    @property
    def visits(self) -> list[Visits]:
        return [visitor.visits for visitor in self.visitors]

    @property
    def clicks(self) -> int:
        """Acknowledged clicks, recorded or not."""
        return sum(one.clicks_answered for one in self.visits)

    @property
    def late(self) -> int:
        """Clicks that were answered late, on a slow machine. A kill may lose them."""
        return sum(one.late_clicks for one in self.visits)

    @property
    def pixels(self) -> int:
        return sum(one.pixels_answered for one in self.visits)

    @property
    def clicks_sent(self) -> int:
        return sum(one.clicks_sent for one in self.visits)

    @property
    def broken_connections(self) -> int:
        return sum(visitor.broken_connections for visitor in self.visitors)

    def prove(self, api_key: str, lost: Lost) -> list[str]:
        """Compares the responses to visitors with a running service."""
        with self._service.client(api_key) as client:
            listing = listed(client, "/clicks", brandId=self._brand)
            tracked = client.api("GET", "/health").json()["tracking"]
            blocks = self._service.ledger().blocks(self._service.account.operator_id)
            recorded = Recorded([(click["clickId"], click["linkId"]) for click in listing], tracked["clicks"],
                                tracked["impressions"], blocks)
            self.missing = missing_clicks(self.visits, recorded)
            self.missing_at_risk = missing_clicks_at_risk(self.visits, recorded)
            return prove_visits(self.visits, recorded, lost) + self._prove_attribution(client, listing)

    def _prove_attribution(self, client: Client, listing: list[dict]) -> list[str]:
        """Checks that clicks are found by their ids and by their addresses after all faults."""
        findings = []
        for click in self._random.sample(listing, min(SAMPLES, len(listing))):
            findings += self._register(client, "direct", click, click_id=click["clickId"])
        last = {click["sub1"]: click for click in sorted(listing, key=recorded_order)}
        for address in self._random.sample(sorted(last), min(SAMPLES, len(last))):
            findings += self._register(client, "lastClick", last[address], ip=address)
        return findings

    def _register(self, client: Client, method: str, click: dict, **evidence: str) -> list[str]:
        """Registers a player and returns the errors of its attribution to this click."""
        reference = fresh_key("torture-player")
        event = make_event(self._brand, "registration", player_external_ref=reference, event_time=hours_from_now(1),
                           **evidence)
        self.journal.attempt([event["idempotency_key"]])
        answer = client.send_event(event)
        if answer.status != 202:
            return [f"a registration was answered {answer.status}: {answer.body[:200]!r}"]
        self.journal.answer(event["idempotency_key"], "accepted", answer.json()["result"]["event_id"], fresh=True)
        [player] = listed(client, "/players", externalRef=reference)
        found = player["attribution"]
        if (found["method"], found["clickId"], found["linkId"]) == (method, click["clickId"], click["linkId"]):
            return []
        return [f"{evidence} is attributed as {found['method']} to {found['clickId']}, not as {method} to "
                f"{click['clickId']}"]
