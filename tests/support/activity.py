"""Visitors who click, register and play for some seconds. They create the facts for tests of the analytics store."""

import http.client
import random
import threading
import time
from dataclasses import dataclass

from tests.support.events import fresh_key, make_event
from tests.support.service import Service
from tests.support.tracking import CHROME, click_id_of, click_path, impression_path, make_creative, make_link
from tests.support.waiting import wait_until

SENDERS = 2
EVENTS_PER_BATCH = 40
CLICKS_PER_ROUND = 10
SENT_SECONDS_MAX = 120
# More than the senders can send.
REQUESTS_PER_MINUTE = 100_000_000
TERMS = {"currency": "EUR", "cpa": {"amount": "50"}, "revShare": {"rate": "20"}}


@dataclass(frozen=True)
class Scene:
    """A link and a creative of an affiliate that earns commission from its players."""

    api_key: str
    brand_id: str
    link_id: str
    creative_id: str


class Sender(threading.Thread):
    """Brings players and lets them play until the service stops. It ignores the responses, because the expected content
    of the store is computed from the ledger."""

    def __init__(self, service: Service, seed: str, scene: Scene):
        super().__init__(daemon=True)
        self.sent = 0
        self._client = service.client(scene.api_key)
        self._random = random.Random(seed)
        self._scene = scene
        self._ended = threading.Event()

    def run(self):
        try:
            while not self._ended.is_set():
                clicks = [self._click() for _ in range(CLICKS_PER_ROUND)]
                self._visit(impression_path(self._scene.creative_id))
                self._client.send_batch(self._batch(clicks))
                self.sent += EVENTS_PER_BATCH
        except (OSError, http.client.HTTPException):
            pass
        finally:
            self._client.close()

    def end(self):
        self._ended.set()
        self.join()

    def _visit(self, path: str):
        return self._client.request("GET", path, headers={"User-Agent": CHROME})

    def _click(self) -> str:
        return click_id_of(self._visit(click_path(self._scene.link_id, sub1=fresh_key("sub"))).header("Location"))

    def _batch(self, clicks: list[str]) -> list[dict]:
        events = []
        while len(events) < EVENTS_PER_BATCH:
            player = fresh_key("player")
            named = {"click_id": self._random.choice(clicks)} if self._random.random() < 0.7 else {}
            played = [self._event("registration", player, **named)]
            for _ in range(self._random.randint(0, 4)):
                kind = self._random.choice(("first_deposit", "deposit", "ngr_update", "wager_placed"))
                played.append(self._event(kind, player))
            # The registration also moves events that came before it.
            self._random.shuffle(played)
            events += played
        return events[:EVENTS_PER_BATCH]

    def _event(self, kind: str, player: str, **members) -> dict:
        if kind not in ("registration", "wager_placed"):
            members |= {"amount": str(self._random.randint(1, 10**6) / 100),
                        "currency": self._random.choice(("EUR", "SEK"))}
        return make_event(self._scene.brand_id, kind, player_external_ref=player, **members)


def prepare(service: Service) -> Scene:
    with service.client() as client:
        deal = client.api("POST", "/deals", {"name": "Hybrid", "terms": TERMS, "isDefault": True})
        rate = client.api("POST", "/fx-rates", {"date": "2026-01-01", "from": "SEK", "to": "EUR", "rate": "0.09"})
        if deal.status != 201 or rate.status not in (200, 201):
            raise AssertionError(f"The deal or the exchange rate was refused: {deal.body!r} {rate.body!r}")
        brand = service.account.brand_id
        return Scene(service.create_key(requestsPerMinute=REQUESTS_PER_MINUTE)["key"], brand,
                     make_link(client, brand)["linkId"], make_creative(client, brand)["id"])


def send_for(service: Service, seconds: float, seed: str, scene: Scene):
    """Runs the senders for `seconds` after the first batch of each."""
    senders = [Sender(service, f"{seed}/{number}", scene) for number in range(SENDERS)]
    for sender in senders:
        sender.start()
    wait_until(lambda: all(sender.sent for sender in senders), "the first batches are acknowledged", SENT_SECONDS_MAX)
    time.sleep(seconds)
    for sender in senders:
        sender.end()
