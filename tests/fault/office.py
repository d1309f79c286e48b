"""The people of the office: they log in and out, read reports and close months, and write down what they were told."""

import datetime
import http.client
import random
import time
from typing import Callable
from urllib.parse import urlsplit

from tests.fault.worker import RETRY_PAUSE_SECONDS, Worker
from tests.support.accounts import Person
from tests.support.client import Client, Response
from tests.support.service import Service

MONTHS = 12
SESSIONS_MAX = 12
PAUSE_SECONDS = 0.15
# Refused for now: an outage, too many at once, or too many in vain.
FOR_NOW = (429, 500, 503)


class OfficeWorker(Worker):
    """Asks one thing per turn. That the service is away is no finding; an unclean refusal is."""

    def __init__(self, service: Service, seed: str):
        super().__init__()
        self.answered = 0
        self._client = service.client()
        self._random = random.Random(seed)

    def turn(self):
        try:
            self.ask()
        except (OSError, http.client.HTTPException):
            time.sleep(RETRY_PAUSE_SECONDS)
        time.sleep(self._random.uniform(0, 2 * PAUSE_SECONDS))

    def ask(self):
        raise NotImplementedError

    def leave(self):
        self._client.close()

    def is_answer(self, answer: Response, *statuses: int) -> bool:
        """Whether it is one of these; a refusal for now is none, and anything else a finding."""
        if answer.status in statuses:
            self.answered += 1
            return True
        clean = (answer.header("Content-Type") or "").startswith("application/problem+json")
        if answer.status not in FOR_NOW or not clean:
            self.findings.append(f"{type(self).__name__}: answered {answer.status}: {answer.body[:200]!r}")
        return False


class Clerk(OfficeWorker):
    """Logs in and out. A session that was answered lives until its log-out is answered, and never again after it."""

    def __init__(self, service: Service, seed: str):
        super().__init__(service, seed)
        self.open: list[str] = []
        self.ended: list[str] = []
        self._service = service
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
        person, account = self._person(), self._service.account
        if self.is_answer(person.log_in(account.admin_email, account.admin_password), 200):
            self.open.append(person.token)

    def _log_out(self):
        # Without an answer nobody knows whether it lives.
        token = self.open.pop(self._random.randrange(len(self.open)))
        if self.is_answer(self._person(token).call("POST", "/auth/logout"), 204):
            self.ended.append(token)

    def prove(self) -> list[str]:
        """At a service that runs undisturbed."""
        for token in self.open:
            self.check(token, 200)
        for token in self.ended:
            self.check(token, 401)
        self._client.close()
        return []


class Reader(OfficeWorker):
    """Reads a saved report and asks for others. Meanwhile a number may lag behind, but never runs ahead."""

    def __init__(self, service: Service, seed: str, report_url: str, clicks_sent: Callable[[], int]):
        super().__init__(service, seed)
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
    """Closes the months of affiliates one after the other, and some of them again. What was closed stays as it was."""

    def __init__(self, service: Service, seed: str, affiliate_ids: list[str]):
        super().__init__(service, seed)
        self.closed: dict[tuple[str, str], list[dict]] = {}
        self._months = ended_months()
        self._next = {affiliate_id: 0 for affiliate_id in affiliate_ids}

    def ask(self):
        affiliate_id, number = self._random.choice(list(self._next.items()))
        again = number == len(self._months) or (number > 0 and self._random.random() < 0.4)
        month = self._months[self._random.randrange(number) if again else number]
        answer = self._client.api("POST", "/statements/close", {"period": month, "affiliateId": affiliate_id})
        if answer.status == 409:
            # A month that had nothing to close has got something since, by a late event of another.
            self._next[affiliate_id] = 0
        elif self.is_answer(answer, 200, 201):
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
    """The newest ones, the oldest first."""
    first = datetime.date.today().replace(day=1)
    months = []
    for _ in range(MONTHS):
        first = (first - datetime.timedelta(days=1)).replace(day=1)
        months.append(first.strftime("%Y-%m"))
    return months[::-1]


def whole_time() -> dict:
    today = datetime.date.today()
    return {"startDate": str(today - datetime.timedelta(days=800)), "endDate": str(today + datetime.timedelta(days=2))}


class Office:
    """All of them together."""

    def __init__(self, service: Service, seed: int, affiliate_ids: list[str], clicks_sent: Callable[[], int]):
        with service.client() as client:
            preset = client.api("POST", "/report-presets", whole_time() | {
                "name": "Torture", "groupKeys": ["month", "affiliate"], "metrics": ["click_count", "total_reward"]})
        if preset.status != 201:
            raise AssertionError(f"A report was refused: {preset.body!r}")
        self.clerk = Clerk(service, f"{seed}/clerk")
        self.reader = Reader(service, f"{seed}/reader", preset.json()["apiUrl"], clicks_sent)
        self.bookkeeper = Bookkeeper(service, f"{seed}/bookkeeper", affiliate_ids)
        self.workers = [self.clerk, self.reader, self.bookkeeper]

    def prove(self) -> list[str]:
        return self.clerk.prove() + self.bookkeeper.prove()
