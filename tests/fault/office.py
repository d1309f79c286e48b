"""Office workers: they log in and out, read reports and close months, and record the responses."""

import datetime
import http.client
import random
import time
from typing import Callable
from urllib.parse import urlsplit

from tests.fault.worker import RETRY_PAUSE_SECONDS, Interval, Worker
from tests.support.accounts import Person
from tests.support.client import Response
from tests.support.service import Service

MONTHS = 12
SESSIONS_MAX = 12
PAUSE_SECONDS = 0.15
ADDRESSES = 16
# Temporary refusals: an outage, too many requests, or too many failed attempts.
FOR_NOW = (429, 500, 503)


class OfficeWorker(Worker):
    """Sends one request per turn. An unavailable service is not a finding; an invalid refusal is. It does not remember
    what is acknowledged while no standby follows."""

    def __init__(self, service: Service, seed: str, no_standby: Interval):
        super().__init__()
        self.answered = 0
        self._service = service
        self._no_standby = no_standby
        self._asked_at = 0.0
        self._client = service.client()
        self._random = random.Random(seed)

    def turn(self):
        self._asked_at = time.monotonic()
        try:
            self.ask()
        except (OSError, http.client.HTTPException):
            time.sleep(RETRY_PAUSE_SECONDS)
        time.sleep(self._random.uniform(0, 2 * PAUSE_SECONDS))

    def ask(self):
        raise NotImplementedError

    def log_in(self, person: Person) -> bool:
        """From one of several addresses: a log-in that a kill interrupts counts as a failed one, and ten of these would
        keep an address out for a quarter of an hour."""
        account = self._service.account
        address = f"10.0.0.{self._random.randrange(ADDRESSES)}"
        answer = person.call("POST", "/auth/login", {"email": account.admin_email, "password": account.admin_password},
                             **{"X-Forwarded-For": address})
        return self.is_answer(answer, 200)

    def leave(self):
        self._client.close()

    @property
    def lasting(self) -> bool:
        """Whether the acknowledged request survives a promotion of the standby."""
        return not self._no_standby.touches(self._asked_at)

    def is_answer(self, answer: Response, *statuses: int) -> bool:
        """Whether the status is one of these. A temporary refusal gives False; any other status is a finding."""
        if answer.status in statuses:
            self.answered += 1
            return True
        clean = (answer.header("Content-Type") or "").startswith("application/problem+json")
        if answer.status not in FOR_NOW or not clean:
            self.findings.append(f"{type(self).__name__}: answered {answer.status}: {answer.body[:200]!r}")
        return False


class Clerk(OfficeWorker):
    """Logs in and out. An acknowledged session works until its log-out is acknowledged, and never after that."""

    def __init__(self, service: Service, seed: str, no_standby: Interval):
        super().__init__(service, seed, no_standby)
        self.open: list[str] = []
        self.ended: list[str] = []
        self._client.api_key = None

    def ask(self):
        turn = self._random.random()
        if not self.open or (turn < 0.3 and len(self.open) < SESSIONS_MAX):
            self._log_in()
        elif turn < 0.5:
            self._log_out()
        else:
            self.check(self._random.choice(self.open), 200)
            if self.ended:
                self.check(self._random.choice(self.ended), 401)

    def check(self, token: str, status: int):
        self.is_answer(self._person(token).call("GET", "/auth/me"), status)

    def _person(self, token: str | None = None) -> Person:
        host, port = self._service.address
        person = Person(self._client, f"http://{host}:{port}")
        person.token = token
        return person

    def _log_in(self):
        person = self._person()
        if self.log_in(person) and self.lasting:
            self.open.append(person.token)

    def _log_out(self):
        # Without a response, it is unknown whether the session still works.
        token = self.open.pop(self._random.randrange(len(self.open)))
        if self.is_answer(self._person(token).call("POST", "/auth/logout"), 204) and self.lasting:
            self.ended.append(token)

    def prove(self) -> list[str]:
        """Call this while the service runs without faults."""
        for token in self.open:
            self.check(token, 200)
        for token in self.ended:
            self.check(token, 401)
        self._client.close()
        return []


class Reader(OfficeWorker):
    """Reads a saved report and queries others. A number may lag, but is never too high."""

    def __init__(self, service: Service, seed: str, no_standby: Interval, report_url: str,
                 clicks_sent: Callable[[], int]):
        super().__init__(service, seed, no_standby)
        self._saved = urlsplit(report_url).path
        self._clicks_sent = clicks_sent

    def ask(self):
        if self._random.random() < 0.5:
            answer = self._client.request("GET", self._saved + "?format=json", headers={"X-API-Key": ""})
        else:
            keys = self._random.sample(("date", "affiliate", "link", "device", "eventType", "player"), 2)
            answer = self._client.api("POST", "/reports/query", whole_time() | {
                "groupKeys": keys, "metrics": ["click_count", "registration_count", "ngr", "total_reward"]})
        if self.is_answer(answer, 200):
            clicks, sent = answer.json()["totals"]["click_count"], self._clicks_sent()
            if clicks > sent:
                self.findings.append(f"a report shows {clicks} clicks, {sent} were sent")


class Bookkeeper(OfficeWorker):
    """Closes the months of affiliates in order, and some of them again. A closed statement never changes."""

    def __init__(self, service: Service, seed: str, no_standby: Interval, affiliate_ids: list[str]):
        super().__init__(service, seed, no_standby)
        self.closed: dict[tuple[str, str], list[dict]] = {}
        self._months = ended_months()
        self._next = {affiliate_id: 0 for affiliate_id in affiliate_ids}

    def ask(self):
        affiliate_id, number = self._random.choice(list(self._next.items()))
        again = number == len(self._months) or (number > 0 and self._random.random() < 0.4)
        month = self._months[self._random.randrange(number) if again else number]
        answer = self._client.api("POST", "/statements/close", {"period": month, "affiliateId": affiliate_id})
        if answer.status == 409:
            # An earlier month that had nothing to close now has an accrual from a late event.
            self._next[affiliate_id] = 0
        elif self.is_answer(answer, 200, 201) and self.lasting:
            self._note(affiliate_id, month, answer.json().get("items", []))
            self._next[affiliate_id] += 0 if again else 1

    def _note(self, affiliate_id: str, month: str, items: list[dict]):
        essence = [{name: item[name] for name in ("id", "currency", "lines", "payable", "contentHash")}
                   for item in items]
        known = self.closed.setdefault((affiliate_id, month), essence)
        if not known:
            self.closed[affiliate_id, month] = essence
        elif known != essence:
            self.findings.append(f"{month} of {affiliate_id} was closed as {known}, and then as {essence}")

    @property
    def statements(self) -> dict[str, dict]:
        """By id, each with its affiliate and month."""
        return {item["id"]: item | {"affiliateId": affiliate_id, "period": month}
                for (affiliate_id, month), items in self.closed.items() for item in items}

    def prove(self) -> list[str]:
        findings = []
        for statement_id, known in self.statements.items():
            shown = self._client.api("GET", "/statements/" + statement_id).json()
            findings += [f"statement {statement_id}: {name} was {known[name]} when it was closed, is {shown.get(name)}"
                         for name in known if shown.get(name) != known[name]]
        self._client.close()
        return findings


def ended_months() -> list[str]:
    """The newest months that have ended, oldest first."""
    first = today().replace(day=1)
    months = []
    for _ in range(MONTHS):
        first = (first - datetime.timedelta(days=1)).replace(day=1)
        months.append(first.strftime("%Y-%m"))
    return months[::-1]


def today() -> datetime.date:
    return datetime.datetime.now(datetime.timezone.utc).date()


def whole_time() -> dict:
    return {"startDate": str(today() - datetime.timedelta(days=800)), "endDate": str(today() + datetime.timedelta(days=2))}


class Office:
    """All office workers."""

    def __init__(self, service: Service, seed: int, affiliate_ids: list[str], clicks_sent: Callable[[], int],
                 no_standby: Interval):
        with service.client() as client:
            preset = client.api("POST", "/report-presets", whole_time() | {
                "name": "Torture", "groupKeys": ["month", "affiliate"], "metrics": ["click_count", "total_reward"]})
        if preset.status != 201:
            raise AssertionError(f"The saved report was refused: {preset.body!r}")
        self.clerk = Clerk(service, f"{seed}/clerk", no_standby)
        self.reader = Reader(service, f"{seed}/reader", no_standby, preset.json()["apiUrl"], clicks_sent)
        self.bookkeeper = Bookkeeper(service, f"{seed}/bookkeeper", no_standby, affiliate_ids)
        self.workers = [self.clerk, self.reader, self.bookkeeper]

    def prove(self) -> list[str]:
        return self.clerk.prove() + self.bookkeeper.prove()
