"""Kills while facts are on their way into the analytics store, and stores that are lost or damaged.

In the end the store says what the ledger says."""

import http.client
import random
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from tests.fault.load import REQUESTS_PER_MINUTE
from tests.fault.outcome import Outcome, Progress
from tests.support import clickhouse
from tests.support.clickhouse import PrivateClickHouse
from tests.support.events import fresh_key, make_event
from tests.support.facts import differences
from tests.support.service import Service
from tests.support.tracking import CHROME, click_id_of, click_path, impression_path, make_creative, make_link
from tests.support.waiting import wait_until

SENDERS = 2
EVENTS_PER_BATCH = 40
CLICKS_PER_ROUND = 10
SENT_SECONDS_MAX = 120
TERMS = {"currency": "EUR", "cpa": {"amount": "50"}, "revShare": {"rate": "20"}}


@dataclass(frozen=True)
class Scene:
    """What visitors click on, of an affiliate that earns by what its players do."""

    api_key: str
    brand_id: str
    link_id: str
    creative_id: str


class Sender(threading.Thread):
    """Brings players and lets them play until the service goes away. What it was answered does not matter here: what
    the store must hold follows from the ledger."""

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
            # What comes before its registration is moved by it.
            self._random.shuffle(played)
            events += played
        return events[:EVENTS_PER_BATCH]

    def _event(self, kind: str, player: str, **members) -> dict:
        if kind not in ("registration", "wager_placed"):
            members |= {"amount": str(self._random.randint(1, 10**6) / 100),
                        "currency": self._random.choice(("EUR", "SEK"))}
        return make_event(self._scene.brand_id, kind, player_external_ref=player, **members)


def delete(file: Path, _: random.Random):
    file.unlink()


def truncate(file: Path, chance: random.Random):
    with open(file, "r+b") as opened:
        opened.truncate(chance.randrange(file.stat().st_size))


def overwrite(file: Path, chance: random.Random):
    with open(file, "r+b") as opened:
        opened.seek(chance.randrange(file.stat().st_size))
        opened.write(chance.randbytes(100_000))


def replace(file: Path, chance: random.Random):
    file.write_bytes(chance.randbytes(50_000))


def lose_half(file: Path, _: random.Random):
    """The file is gone but its log is there, or the other way round."""
    file.with_name(file.name + ".wal").write_bytes(b"no log")


DAMAGES: tuple[Callable[[Path, random.Random], None], ...] = (delete, truncate, overwrite, replace, lose_half)


def prepare(service: Service) -> Scene:
    with service.client() as client:
        deal = client.api("POST", "/deals", {"name": "Hybrid", "terms": TERMS, "isDefault": True})
        rate = client.api("POST", "/fx-rates", {"date": "2026-01-01", "from": "SEK", "to": "EUR", "rate": "0.09"})
        if deal.status != 201 or rate.status not in (200, 201):
            raise AssertionError(f"A deal or a rate was refused: {deal.body!r} {rate.body!r}")
        brand = service.account.brand_id
        return Scene(service.create_key(requestsPerMinute=REQUESTS_PER_MINUTE)["key"], brand,
                     make_link(client, brand)["linkId"], make_creative(client, brand)["id"])


def send_for(service: Service, seconds: float, seed: str, scene: Scene, end: Callable[[], object]) -> int:
    """Lets senders work for so long after their first batch, then does something to the service under them."""
    senders = [Sender(service, f"{seed}/{number}", scene) for number in range(SENDERS)]
    for sender in senders:
        sender.start()
    wait_until(lambda: all(sender.sent for sender in senders), "the first batches are answered", SENT_SECONDS_MAX)
    time.sleep(seconds)
    end()
    for sender in senders:
        sender.end()
    return sum(sender.sent for sender in senders)


def kills_while_projecting(engine: str, count: int, seed: int, progress: Progress) -> Outcome:
    """kill -9 at random moments, of the file's loss and of catching up too; after each one the store is compared."""
    chance = random.Random(f"{seed}/projection/{engine}")
    outcome = Outcome("projection", engine, count, [])
    with Service.create(engine) as service:
        service.start()
        scene = prepare(service)
        for number in range(1, count + 1):
            if not service.running:
                service.start()
            seconds = chance.uniform(0.05, 0.8)
            outcome.acknowledged += send_for(service, seconds, f"{seed}/{number}", scene, service.kill)
            what = f"kill {number}"
            if service.facts_file.exists() and chance.random() < 0.3:
                damage = chance.choice(DAMAGES)
                damage(service.facts_file, chance)
                what += f" and {damage.__name__}"
            catch_up_and_compare(service, chance, what, outcome)
            progress(f"projection on {engine}", number, count)
    return outcome


def ask_for_everything(service: Service):
    """Damage within the file shows only when it is read. Then the store begins anew, and the question is answered."""
    report = {"groupKeys": ["date", "affiliate", "link", "country", "device", "sub1", "currency", "eventType"],
              "metrics": ["click_count", "unique_click_count", "banner_view_count", "deposit_amount", "ngr",
                          "active_player_count", "total_reward"],
              "startDate": "2026-01-01", "endDate": "2026-12-31"}
    with service.client() as client:
        wait_until(lambda: client.api("POST", "/reports/query", report).status == 200, "a report is answered", 60)


def catch_up_and_compare(service: Service, chance: random.Random, what: str, outcome: Outcome):
    service.start()
    if chance.random() < 0.4:
        # While it catches up.
        time.sleep(chance.uniform(0, 0.3))
        service.kill()
        service.start()
    ask_for_everything(service)
    service.await_projection()
    if chance.random() < 0.3:
        # What is in the store stays there without a good-bye.
        service.kill()
        service.start()
        service.await_projection()
    status = service.stop()
    if status != 0:
        outcome.findings.append(f"after {what}: the service ended with {status} on SIGTERM")
    outcome.findings += [f"after {what}: {difference}" for difference in differences(service)]


def clickhouse_kills(count: int, seed: int, progress: Progress) -> Outcome:
    """ClickHouse is killed and comes back while facts are on their way into it; the service stays up."""
    chance = random.Random(f"{seed}/projection/clickhouse")
    outcome = Outcome("projection", "clickhouse", count, [])
    with (PrivateClickHouse() as server,
          Service.create("sqlite", facts=clickhouse.fresh_database(server.url)) as service):
        service.start()
        scene = prepare(service)

        def strike():
            server.kill()
            time.sleep(chance.uniform(0, 1))
            server.start()

        for number in range(1, count + 1):
            seconds = chance.uniform(0.2, 2.5)
            outcome.acknowledged += send_for(service, seconds, f"{seed}/{number}", scene, strike)
            service.await_projection()
            outcome.findings += [f"after kill {number}: {difference}" for difference in differences(service)]
            progress("projection into clickhouse", number, count)
        if (status := service.stop()) != 0:
            outcome.findings.append(f"the service ended with {status} on SIGTERM")
    return outcome
