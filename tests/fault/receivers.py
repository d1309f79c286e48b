"""Receivers of postbacks that hang, refuse, answer late or close in the middle, and people whose mail server stops.
They note what they got, which proves that every message came at least once."""

import threading
import time
from collections import Counter
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.fault.office import OfficeWorker
from tests.fault.worker import Interval
from tests.support.accounts import Person
from tests.support.client import Client
from tests.support.events import fresh_key
from tests.support.mail_server import MailServer
from tests.support.receiver import Listener
from tests.support.service import Service
from tests.support.tracking import listed, made
from tests.support.waiting import wait_until

SETTINGS = {"outbox_allow_networks": "127.0.0.0/8"}
TRIGGERS = ["registration", "firstDeposit", "deposit", "commission", "reversal"]
LATE_SECONDS = 1.5
HANG_SECONDS_MAX = 60
# A message that failed several times waits for minutes. A person would send it again.
REPLAYED_AFTER_FAILURES = 2
DELIVERED_SECONDS_MAX = 600
FINDINGS_MAX = 5


@dataclass(frozen=True)
class Arrival:
    """A message that a receiver has accepted."""

    destination: int
    message: str
    player: str


class Receivers:
    """One server with a path for each destination. The mood of a destination decides how it answers."""

    MOODS = ("hangs", "refuses", "late", "closes")

    def __init__(self, destinations: int):
        self.moods = ["fine"] * destinations
        self.accepted: list[Arrival] = []
        self._changed = threading.Condition()
        self._server = Listener(("127.0.0.1", 0), self._handler())
        # A node that is killed while it waits is expected.
        self._server.handle_error = lambda *_: None
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> "Receivers":
        return self

    def __exit__(self, *_):
        self.calm()
        self._server.shutdown()
        self._server.server_close()

    def url(self, destination: int) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/{destination}?player={{player}}&event={{event}}"

    def upset(self, moods: list[str]):
        """The first destinations get these moods; the others stay as they are."""
        with self._changed:
            self.moods[:len(moods)] = moods
            self._changed.notify_all()

    def calm(self):
        self.upset(["fine"] * len(self.moods))

    def count(self, destination: int) -> int:
        return sum(arrival.destination == destination for arrival in self.accepted)

    @property
    def repeats(self) -> int:
        """Expected only if a node was killed between sending and recording."""
        return len(self.accepted) - len(set(self.accepted))

    def _handler(self):
        receivers = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                parts = urlsplit(self.path)
                destination = int(parts.path.strip("/"))
                mood = receivers.moods[destination]
                if mood == "hangs":
                    receivers._wait_while(destination, mood)
                    self.close_connection = True
                elif mood == "refuses":
                    self._answer(503)
                elif mood == "closes":
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
                    self.close_connection = True
                else:
                    if mood == "late":
                        time.sleep(LATE_SECONDS)
                    player = parse_qs(parts.query).get("player", [""])[0]
                    # Noted before the answer, after which the next message of the player may come.
                    receivers.accepted.append(Arrival(destination, self.headers["X-Fairlead-Message"], player))
                    self._answer(200)

            def _answer(self, status: int):
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        return Handler

    def _wait_while(self, destination: int, mood: str):
        with self._changed:
            self._changed.wait_for(lambda: self.moods[destination] != mood, HANG_SECONDS_MAX)


class Inviter(OfficeWorker):
    """Invites people. Each invitation that was acknowledged comes by mail."""

    def __init__(self, service: Service, seed: str, no_standby: Interval):
        super().__init__(service, seed, no_standby)
        self.invited: list[str] = []
        host, port = service.address
        self._client.api_key = None
        self._person = Person(self._client, f"http://{host}:{port}")

    def ask(self):
        if self._person.token is None:
            self.log_in(self._person)
            return
        address = f"{fresh_key('invited')}@torture.example"
        answer = self._person.call("POST", "/users", {"email": address, "role": "viewer"})
        if answer.status == 401 or (answer.status == 409 and not self.lasting):
            # The promoted standby does not know the session, or the answer to the same request was lost.
            self._person.token = None
        elif self.is_answer(answer, 201) and self.lasting:
            self.invited.append(address)
        time.sleep(self._random.uniform(0.2, 1))


class WayOut:
    """All receivers, and what must have come when the faults are over."""

    def __init__(self, affiliates: list[str], mail: MailServer, receivers: Receivers):
        # The first affiliate has a second postback, whose receiver is never upset.
        self._affiliates = [*affiliates, affiliates[0]]
        self.mail = mail
        self.receivers = receivers
        self.inviter: Inviter | None = None
        self._destinations: list[str] = []

    @property
    def steady(self) -> int:
        return len(self._affiliates) - 1

    def subscribe(self, client: Client):
        for number, affiliate in enumerate(self._affiliates):
            postback = made(client.api("POST", "/postbacks", {
                "affiliateId": affiliate, "name": f"Receiver {number}", "triggers": TRIGGERS,
                "url": self.receivers.url(number)}))
            self._destinations.append(postback["id"])

    @property
    def mails(self) -> Counter:
        return Counter(address for mail in self.mail.mails() for address in mail.to)

    def prove(self, client: Client, may_have_lost_commits: bool) -> list[str]:
        """Call this while the service runs without faults, and nothing is sent any more."""
        findings = self._await_delivered(client) + self._await_mails()
        known = {item["id"]: item for item in listed(client, "/deliveries")
                 if item["destinationId"] in self._destinations}
        came = {arrival.message for arrival in self.receivers.accepted}
        findings += [f"the message {message} was never received: {item}" for message, item in known.items()
                     if message not in came][:FINDINGS_MAX]
        if not may_have_lost_commits:
            findings += [f"the message {message} came, but is not in the outbox"
                         for message in came - known.keys()][:FINDINGS_MAX]
        return findings + order_differences(self.receivers.accepted, known)

    def _await_delivered(self, client: Client) -> list[str]:
        deadline = time.monotonic() + DELIVERED_SECONDS_MAX
        while True:
            waiting = listed(client, "/deliveries", status="waiting") + listed(client, "/deliveries", status="paused")
            waiting = [item for item in waiting if item["destinationId"] in self._destinations]
            if not waiting:
                return []
            if time.monotonic() > deadline:
                return [f"{len(waiting)} messages still wait, for example {waiting[0]}"]
            for item in waiting:
                if item["attemptCount"] >= REPLAYED_AFTER_FAILURES:
                    client.api("POST", f"/deliveries/{item['id']}/replay")
            time.sleep(1)

    def _await_mails(self) -> list[str]:
        try:
            wait_until(lambda: not set(self.inviter.invited) - self.mails.keys(), "all mails came",
                       DELIVERED_SECONDS_MAX, 1)
            return []
        except AssertionError:
            missing = set(self.inviter.invited) - self.mails.keys()
            return [f"{len(missing)} invitations of {len(self.inviter.invited)} did not come by mail"]


def order_differences(accepted: list[Arrival], known: dict[str, dict]) -> list[str]:
    """Messages of a player reach a destination in their order, unless one was sent again by a person. Ids ascend. A share
    in the commission of another affiliate names no player."""
    newest: dict[tuple[int, str], str] = {}
    seen: set[Arrival] = set()
    findings = []
    for arrival in accepted:
        item = known.get(arrival.message)
        if arrival in seen or item is None or not arrival.player:
            continue
        seen.add(arrival)
        key = (arrival.destination, arrival.player)
        before = newest.get(key)
        if before and item["attemptCount"] <= REPLAYED_AFTER_FAILURES and \
                (known[before]["createdAt"], before) > (item["createdAt"], arrival.message):
            findings.append(f"{arrival.player} at receiver {arrival.destination}: {before} came before "
                            f"{arrival.message}")
        else:
            newest[key] = arrival.message
    return findings[:FINDINGS_MAX]
