"""Scheduled reports of a service with a mail server."""

import sqlite3
import uuid
from contextlib import closing
from datetime import date, datetime, timedelta, timezone
from email.message import EmailMessage

from tests.support import postgres
from tests.support.accounts import by_admin, person
from tests.support.catalogue import CatalogueCase
from tests.support.events import fresh_key
from tests.support.mail_case import SendsMails
from tests.support.mail_server import ReceivedMail
from tests.support.receiver import Receiver
from tests.support.waiting import keep_away_from_midnight, wait_until

DAY_MICROS = 86_400_000_000


def today() -> date:
    return datetime.now(timezone.utc).date()


def yesterday() -> date:
    return today() - timedelta(days=1)


class ScheduleCase(SendsMails, CatalogueCase):
    """A service with a mail server. The operator's time zone is UTC."""

    settings = {"outbox_allow_networks": "127.0.0.0/8"}

    def setUp(self):
        keep_away_from_midnight(300)  # The reports are those of yesterday.
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)

    def reader(self, role: str = "viewer") -> dict:
        """A person of the operator who has accepted an invitation."""
        made = by_admin(self.service, "POST", "/users", {"email": f"{uuid.uuid4().hex}@people.example", "role": role})
        self.assertEqual(made.status, 201, made.body)
        self.assertEqual(person(self).accept(made.json()["inviteToken"], "a long enough password").status, 200)
        return made.json()

    def report(self, **members) -> dict:
        return self.preset(**({"name": "Numbers: a=b", "groupKeys": ["brand"],
                               "metrics": ["registration_count", "deposit_amount"]} | members))

    def deposit(self, amount: str, day: date | None = None, name: str = "=1+1") -> dict:
        """A player of a new brand who deposits on a day. Returns the brand."""
        brand, player, at = self.brand(name=name), fresh_key(), f"{day or yesterday()}T12:00:00Z"
        self.accept(self.event("registration", brand_id=brand["id"], player_external_ref=player, event_time=at))
        self.accept(self.event("first_deposit", brand_id=brand["id"], player_external_ref=player, event_time=at,
                               amount=amount, currency="EUR"))
        return brand

    def send(self, schedule: dict) -> dict:
        """Sends a report as soon as the figures of its days are complete."""
        def sent():
            answer = self.client.api("POST", f"/report-schedules/{schedule['id']}/send")
            return answer if answer.status != 503 else None
        answer = wait_until(sent, "the figures are complete")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def shown(self, preset: dict, brand: dict):
        """Waits until the report of yesterday has the deposit of the brand."""
        token = preset["apiUrl"].rsplit("/", 1)[1]
        path = f"/reports/{token}?format=json&startDate={yesterday()}&endDate={yesterday()}"
        def has_deposit():
            rows = self.client.api("GET", path).json().get("rows", [])
            return any(row["groupKeys"]["brand"] == brand["name"] and row["metrics"]["deposit_amount"] for row in rows)
        wait_until(has_deposit, "the report has the deposit")

    def runs(self, schedule: dict) -> list[dict]:
        return self.client.api("GET", f"/report-schedules/{schedule['id']}/runs").json()["items"]

    def wait_for_runs(self, schedule: dict, count: int) -> list[dict]:
        return wait_until(lambda: self.runs(schedule) if len(self.runs(schedule)) >= count else None, f"{count} runs")

    def report_mail(self, reader: dict) -> ReceivedMail:
        """The newest mail with a report. The invitation may come after it."""
        return wait_until(lambda: [mail for mail in self.mail.mails(reader["email"])
                                   if "invitation" not in mail.message["Subject"]], "the report is mailed")[-1]

    def made_days_ago(self, schedule: dict, days: int, sent_to: date | None = None):
        """Writes into the ledger of the stopped service that the schedule is older, and what it sent last."""
        sent = "sent_to" if sent_to is None else str((sent_to - date(1970, 1, 1)).days)
        change = (f"UPDATE report_schedules SET created_at = created_at - {days * DAY_MICROS}, sent_to = {sent} "
                  "WHERE schedule_id = ")
        if self.service.ledger_url:
            postgres.query(self.service.ledger_url, f"{change}'{schedule['id']}'")
            return
        # `with` alone would not close the connection. An open one would not see that the service replaces log files.
        with closing(sqlite3.connect(self.service.data / "ledger.db")) as ledger, ledger:
            ledger.execute(change + "?", (uuid.UUID(schedule["id"]).bytes,))

    def files(self, message: EmailMessage) -> dict[str, bytes]:
        return {part.get_filename(): part.get_payload(decode=True) for part in message.iter_attachments()}
