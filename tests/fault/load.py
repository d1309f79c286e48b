"""A bounded load of events from several senders that retry every request and record the responses."""

import collections
import datetime
import http.client
import random
import time
from typing import Callable, Sequence

from tests.fault.worker import RETRY_PAUSE_SECONDS, Interval, Worker
from tests.support.client import Client, Response
from tests.support.events import fresh_key, make_event
from tests.support.journal import Journal
from tests.support.service import Service
from tests.support.waiting import wait_until

BATCH_MAX = 20
RECENT_MAX = 200
RESENT_AFTER_A_BREAK = 5
REQUESTS_PER_MINUTE = 100_000_000
TYPES = ("registration", "first_deposit", "deposit", "ngr_update", "wager_placed", "chargeback")
PLAYERS = 3000
DAYS = 350  # The age of the oldest events. All months that are closed during the run are within it.

# Returns an acknowledged click, or None if there is none yet.
NameClick = Callable[[random.Random], str | None]


class Sender(Worker):
    """Sends single events and batches, retries events that were not acknowledged, and repeats some that were. Every
    request goes to any of the nodes, as through a load balancer."""

    def __init__(self, nodes: list[Service], seed: str, pause_seconds: float, name_click: NameClick,
                 no_standby: Interval):
        super().__init__()
        self.journal = Journal()
        self.answered = [0] * len(nodes)  # The requests that each node has acknowledged.
        self.server_errors = 0
        self.broken_connections = 0
        self.unfinished: list[list[dict]] = []
        self._clients = [Client(node.address) for node in nodes]
        self._brand = nodes[0].account.brand_id
        self._random = random.Random(seed)
        self._pause_seconds = pause_seconds
        self._recent: collections.deque[dict] = collections.deque(maxlen=RECENT_MAX)
        self._suspects: collections.deque[dict] = collections.deque(maxlen=RECENT_MAX)
        self._name_click = name_click
        self._no_standby = no_standby
        self._owed: list[dict] = []  # Acknowledged while no standby followed. They are sent again after that.

    def turn(self):
        work = self._next_work()
        if not self._deliver(work, lambda: not self._ended.is_set()):
            self.unfinished.append(work)
        time.sleep(self._pause_seconds)

    def leave(self):
        for client in self._clients:
            client.close()

    def use_key(self, api_key: str):
        for client in self._clients:
            client.api_key = api_key

    def finish(self, seconds_max: float):
        """After the faults, every open event must be acknowledged, and acknowledged events must be duplicates."""
        deadline = time.monotonic() + seconds_max
        for work in self.unfinished + [[event] for event in (*self._owed, *self._recent)]:
            if not self._deliver(work, lambda: time.monotonic() < deadline):
                self.journal.finding(f"{work[0]['idempotency_key']}: not acknowledged even when the fault was over")
        self.leave()

    def _next_work(self) -> list[dict]:
        """An event acknowledged just before a fault is the most likely one to be lost, so it is repeated first."""
        if self._owed and not self._no_standby.lasts:
            work, self._owed = self._owed[:BATCH_MAX], self._owed[BATCH_MAX:]
            return work
        if self._suspects:
            return [self._suspects.popleft()]
        if self._recent and self._random.random() < 0.1:
            return [self._random.choice(self._recent)]
        if self._random.random() < 0.5:
            return [self._new_event()]
        batch = [self._new_event() for _ in range(self._random.randint(2, BATCH_MAX))]
        if self._recent and self._random.random() < 0.3:
            batch.insert(self._random.randrange(len(batch)), self._random.choice(self._recent))
        return batch

    def _new_event(self) -> dict:
        kind = self._random.choice(TYPES)
        members = {"player_external_ref": f"player-{self._random.randrange(PLAYERS)}",
                   "event_time": some_time(self._random)}
        if kind == "registration":
            members["click_id"] = self._name_click(self._random) or ...
        elif kind not in ("wager_placed",):
            members["amount"] = str(self._random.randint(1, 50_000) / 100)
        return make_event(self._brand, kind, idempotency_key=fresh_key("torture"), **members)

    def _deliver(self, work: list[dict], may_retry) -> bool:
        """Repeats a request until it is acknowledged. A wrong response ends it with a finding."""
        while True:
            done = self._attempt(work)
            if done is not None:
                return done
            if not may_retry():
                return False
            time.sleep(RETRY_PAUSE_SECONDS)

    def _attempt(self, work: list[dict]) -> bool | None:
        """True if acknowledged or finally refused, None if it should be retried."""
        fresh = self.journal.attempt([event["idempotency_key"] for event in work])
        node = self._random.randrange(len(self._clients))
        client = self._clients[node]
        sent_at = time.monotonic()
        try:
            answer = client.send_batch(work) if len(work) > 1 else client.send_event(work[0])
        except ConnectionRefusedError:
            # Nothing was sent. The fault decides whether the service may be unavailable.
            self.journal.attempted -= fresh
            self.broken_connections += 1
            return None
        except (OSError, http.client.HTTPException):
            self._note_break()
            return None
        self.answered[node] += answer.status in (200, 202)
        return self._judge(work, answer, fresh, sent_at)

    def _note_break(self):
        self.broken_connections += 1
        self._suspects.extend(list(self._recent)[-RESENT_AFTER_A_BREAK:])

    def _judge(self, work: list[dict], answer: Response, fresh: set[str], sent_at: float) -> bool | None:
        if answer.status >= 500:
            self.server_errors += 1
            if not (answer.header("Content-Type") or "").startswith("application/problem+json"):
                self.journal.finding(f"an unclean {answer.status}: {answer.body[:200]!r}")
            return None
        if answer.status not in (200, 202):
            self.journal.finding(f"{work[0]['idempotency_key']}: answered {answer.status}: {answer.body[:200]!r}")
            return True
        document = answer.json()
        results = document["results"] if len(work) > 1 else [document["result"]]
        if [r["idempotency_key"] for r in results] != [event["idempotency_key"] for event in work]:
            self.journal.finding(f"{work[0]['idempotency_key']}: the answer is about other events")
            return True
        at_risk = self._no_standby.touches(sent_at)
        for event, result in zip(work, results):
            self._note_result(event, result, fresh, at_risk)
        return True

    def _note_result(self, event: dict, result: dict, fresh: set[str], at_risk: bool):
        key = event["idempotency_key"]
        if key not in self.journal.acknowledged:
            (self._owed if at_risk else self._recent).append(event)
        self.journal.answer(key, result["status"], result["event_id"], key in fresh, at_risk)


def some_time(chance: random.Random) -> str:
    ago = datetime.timedelta(seconds=chance.randrange(1, DAYS * 86400))
    return (datetime.datetime.now(datetime.timezone.utc) - ago).strftime("%Y-%m-%dT%H:%M:%SZ")


class Load:
    """Several senders together, to one node or more."""

    def __init__(self, service: Service, seed: int, name_click: NameClick, senders: int = 3,
                 pause_seconds: float = 0.01, others: Sequence[Service] = (), no_standby: Interval | None = None):
        self._nodes = [service, *others]
        self.senders = [Sender(self._nodes, f"{seed}/{number}", pause_seconds, name_click, no_standby or Interval())
                        for number in range(senders)]
        self.take_new_key()

    def take_new_key(self):
        """Gives the senders a key whose rate limit is not reached. All nodes must be running."""
        self.api_key = self._nodes[0].create_key(requestsPerMinute=REQUESTS_PER_MINUTE)["key"]
        for node in self._nodes:
            with node.client(self.api_key) as client:
                wait_until(lambda: client.api("GET", "/brands").status == 200, "the node knows the key")
        for sender in self.senders:
            sender.use_key(self.api_key)

    def finish(self, seconds_max: float = 120):
        for sender in self.senders:
            sender.finish(seconds_max)

    @property
    def journals(self) -> list[Journal]:
        return [sender.journal for sender in self.senders]

    @property
    def acknowledged(self) -> int:
        return sum(len(journal.acknowledged) for journal in self.journals)

    @property
    def accepted_again(self) -> int:
        return sum(journal.accepted_again for journal in self.journals)

    @property
    def answered(self) -> list[int]:
        """The requests that each node has acknowledged."""
        return [sum(counts) for counts in zip(*(sender.answered for sender in self.senders))]

    @property
    def server_errors(self) -> int:
        return sum(sender.server_errors for sender in self.senders)

    @property
    def broken_connections(self) -> int:
        return sum(sender.broken_connections for sender in self.senders)
