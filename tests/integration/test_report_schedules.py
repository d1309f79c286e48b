"""Scheduled reports: a saved report reaches people by mail, or a URL, once per period and with complete figures."""

import json
import sqlite3
import subprocess
import tempfile
import unittest
import uuid
from contextlib import closing
from datetime import date, datetime, timedelta, timezone
from email.message import EmailMessage
from urllib.parse import urlsplit

from tests.integration.test_webhooks import signatures
from tests.support import postgres
from tests.support.accounts import by_admin, person
from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.client import Client
from tests.support.events import fresh_key
from tests.support.mail_case import SendsMails
from tests.support.mail_server import ReceivedMail
from tests.support.receiver import Receiver
from tests.support.waiting import keep_away_from_midnight, wait_until

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Debian's Python has Debian's openpyxl.
READ_SHEET = ("import json, sys, openpyxl; book = openpyxl.load_workbook(sys.argv[1]); "
              "print(json.dumps([[cell.value for cell in row] for row in book.active.iter_rows()]))")
DAY_MICROS = 86_400_000_000


def today() -> date:
    return datetime.now(timezone.utc).date()


def yesterday() -> date:
    return today() - timedelta(days=1)


def rows_of(sheet: bytes) -> list[list]:
    """The cells of an XLSX file, read by a spreadsheet library."""
    with tempfile.NamedTemporaryFile(suffix=".xlsx") as file:
        file.write(sheet)
        file.flush()
        read = subprocess.run(["/usr/bin/python3", "-c", READ_SHEET, file.name], capture_output=True, text=True, check=False)
    if read.returncode != 0:
        raise AssertionError(read.stderr)
    return json.loads(read.stdout)


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
        """Sends a report now, when the figures of its days are complete."""
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
        # `with` alone would not close the connection. An open one misses that the service replaces the files of the log.
        with closing(sqlite3.connect(self.service.data / "ledger.db")) as ledger, ledger:
            ledger.execute(change + "?", (uuid.UUID(schedule["id"]).bytes,))

    def files(self, message: EmailMessage) -> dict[str, bytes]:
        return {part.get_filename(): part.get_payload(decode=True) for part in message.iter_attachments()}


class Schedules:
    def test_a_report_is_mailed_as_csv_and_xlsx(self):
        preset, reader = self.report(), self.reader()
        self.shown(preset, self.deposit("12.50"))
        schedule = self.schedule(presetId=preset["id"], recipients=[reader["id"]], formats=["xlsx", "csv"], url=None)
        self.assertEqual((schedule["secret"], schedule["formats"]), (None, ["csv", "xlsx"]))
        run = self.send(schedule)
        self.assertEqual((run["startDate"], run["endDate"], run["error"]), (str(yesterday()), str(yesterday()), None))
        self.assertTrue(run["actor"].startswith("apiKey/") and run["actorName"])
        mail = self.report_mail(reader)
        self.assertEqual(mail.message["Subject"], f"Numbers: a=b: {yesterday()}")
        self.assertEqual([part.get_content_type() for part in mail.message.iter_attachments()], ["text/csv", XLSX])
        self.assertIn(f"/console/reports?preset={preset['id']}", mail.link)
        files = self.files(mail.message)
        name = f"Numbers-a-b-{yesterday()}-{yesterday()}"
        self.assertEqual(set(files), {name + ".csv", name + ".xlsx"})
        lines = files[name + ".csv"].decode().split("\r\n")
        self.assertEqual(lines[0], "brand,registration_count,deposit_amount")
        self.assertIn("'=1+1,1,12.5", lines)
        sheet = rows_of(files[name + ".xlsx"])
        self.assertEqual(sheet[0], ["brand", "registration_count", "deposit_amount"])
        self.assertIn(["=1+1", 1, 12.5], sheet)
        self.assertEqual(sheet[-1][0], "Total")
        [listed] = self.runs(schedule)
        self.assertEqual((listed["id"], [one["kind"] for one in listed["deliveries"]]), (run["id"], ["mail"]))
        wait_until(lambda: self.runs(schedule)[0]["deliveries"][0]["status"] == "delivered", "the run is delivered")

    def test_a_url_gets_signed_files(self):
        preset = self.report()
        self.shown(preset, self.deposit("7.25", name="Harbour"))
        schedule = self.schedule(presetId=preset["id"], formats=["csv", "xlsx"], url=self.receiver.url + "/r")
        self.assertNotIn("secret", self.client.api("GET", "/report-schedules/" + schedule["id"]).json())
        self.send(schedule)
        wait_until(lambda: len(self.receiver.received) == 2, "both files")
        by_type = {each.headers["Content-Type"].split(";")[0]: each for each in self.receiver.received}
        csv = by_type["text/csv"]
        self.assertEqual((csv.method, csv.target), ("POST", "/r"))
        self.assertEqual(csv.lowered["webhook-signature"], signatures(schedule["secret"], csv))
        self.assertIn("Harbour,1,7.25", csv.body)
        self.assertIn(".csv", csv.lowered["content-disposition"])
        sheet = rows_of(by_type[XLSX].body.encode(errors="surrogateescape"))
        self.assertIn(["Harbour", 1, 7.25], sheet)
        deliveries = self.items("/deliveries", "destinationId=" + schedule["id"])
        self.assertEqual({one["id"] for one in deliveries}, {each.lowered["webhook-id"] for each in self.receiver.received})
        self.assertEqual({one["kind"] for one in deliveries}, {"report"})

    def test_a_repeated_request_sends_the_report_once(self):
        schedule = self.schedule(presetId=self.report()["id"], url=self.receiver.url + "/r")
        path, key = f"/report-schedules/{schedule['id']}/send", {"Idempotency-Key": fresh_key("request")}
        self.send(schedule)  # The figures are complete now.
        first = self.client.api("POST", path, headers=key)
        self.assertEqual(first.status, 200, first.body)
        again = [self.client.api("POST", path, headers=key) for _ in range(2)]
        self.assertEqual([(one.status, one.json()["id"]) for one in again], [(200, first.json()["id"])] * 2)
        self.assertEqual(len(self.runs(schedule)), 2)
        other = f"/report-schedules/{self.schedule(url=self.receiver.url)['id']}/send"
        problem = self.assert_problem(self.client.api("POST", other, headers=key), 409)
        self.assertEqual(problem["code"], "idempotency_key_reused")
        wait_until(lambda: len(self.items("/deliveries", f"destinationId={schedule['id']}&status=delivered")) == 2,
                   "both are delivered")

    def test_both_secrets_sign_for_a_day_after_a_rotation(self):
        preset = self.report()
        schedule = self.schedule(presetId=preset["id"], url=self.receiver.url + "/r")
        one = "/report-schedules/" + schedule["id"]
        self.assertIsNone(schedule["previousSecretUntil"])
        rotated = self.client.api("POST", one + "/rotate-secret")
        self.assertEqual(rotated.status, 200, rotated.body)
        self.assertTrue(rotated.json()["secret"].startswith("whsec_"))
        self.assertNotEqual(rotated.json()["secret"], schedule["secret"])
        until = datetime.fromisoformat(rotated.json()["previousSecretUntil"])
        self.assertLess(abs(until - datetime.now(timezone.utc) - timedelta(days=1)), timedelta(minutes=10))
        self.assertNotIn("secret", self.client.api("GET", one).json())
        self.service.restart()
        self.client = self.open_client()
        self.send(schedule)
        [posted] = wait_until(lambda: self.receiver.received, "the report")
        self.assertEqual(posted.lowered["webhook-signature"],
                         signatures(rotated.json()["secret"], posted) + " " + signatures(schedule["secret"], posted))
        actions = [entry["action"] for entry in self.items("/audit-log", "subject=reportSchedule/" + schedule["id"])]
        self.assertIn("reportSchedule.rotateSecret", actions)
        self.assertFalse(self.service.ledger().contains(rotated.json()["secret"]))

    def test_a_schedule_that_sends_mails_has_no_secret_to_rotate(self):
        schedule = self.schedule(presetId=self.report()["id"], recipients=[self.reader()["id"]], url=None)
        self.assert_problem(self.client.api("POST", f"/report-schedules/{schedule['id']}/rotate-secret"), 409)
        self.assert_problem(self.client.api("POST", f"/report-schedules/{uuid.uuid4()}/rotate-secret"), 404)

    def unsubscribe(self, mail, method: str = "POST"):
        """Opens the link for mail programs, without a log-in."""
        url = urlsplit(mail.message["List-Unsubscribe"].strip("<> "))
        with Client(self.service.address) as stranger:
            return stranger.request(method, f"{url.path}?{url.query}", "List-Unsubscribe=One-Click",
                                    {"Content-Type": "application/x-www-form-urlencoded"})

    def test_one_click_ends_the_mails_of_one_schedule_for_one_person(self):
        preset, leaving, staying = self.report(), self.reader(), self.reader()
        schedule, other = (self.schedule(presetId=preset["id"], recipients=[leaving["id"], staying["id"]], url=None)
                           for _ in range(2))
        self.send(schedule)
        mail = self.report_mail(leaving)
        self.mail.wait_for(staying["email"], 2)
        self.assertEqual(mail.message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        self.assertIn("scheduledReports", mail.message["List-Unsubscribe"])
        self.assertIn("http://fairlead.example/console/unsubscribe?token=", mail.text())
        # To look at the link changes nothing.
        self.assertEqual(self.unsubscribe(mail, "GET").status, 302)
        one = "/report-schedules/" + schedule["id"]
        self.assertEqual(self.client.api("GET", one).json()["unsubscribed"], [])
        for _ in range(2):
            answer = self.unsubscribe(mail)
            self.assertEqual((answer.status, answer.json()), (200, {"topic": "scheduledReports"}), answer.body)
        self.service.restart()
        self.client = self.open_client()
        left = self.client.api("GET", one).json()
        self.assertEqual((left["recipients"], left["unsubscribed"]), ([leaving["id"], staying["id"]], [leaving["id"]]))
        self.assertEqual(self.client.api("GET", "/report-schedules/" + other["id"]).json()["unsubscribed"], [])
        [entry] = self.items("/audit-log", f"action=reportSchedule.unsubscribe&subject=reportSchedule/{schedule['id']}")
        self.assertEqual((entry["actor"], entry["before"]["unsubscribed"], entry["after"]["unsubscribed"]),
                         ("user/" + leaving["id"], [], [leaving["id"]]))
        self.assertEqual(len(self.send(schedule)["deliveries"]), 1)
        self.assertEqual(len(self.send(other)["deliveries"]), 2)
        self.mail.wait_for(staying["email"], 4)
        self.mail.wait_for(leaving["email"], 3)
        self.assertEqual(len(self.mail.mails(leaving["email"])), 3)
        # Whoever manages the schedule may ask the person, and add the person again.
        self.assertEqual(self.change(one, recipients=[staying["id"]])["unsubscribed"], [])
        self.assertEqual(self.change(one, recipients=[staying["id"], leaving["id"]])["unsubscribed"], [])
        self.assertEqual(len(self.send(schedule)["deliveries"]), 2)

    def test_a_report_that_waits_is_not_sent_to_a_person_who_unsubscribes(self):
        reader = self.reader()
        schedule = self.schedule(presetId=self.report()["id"], recipients=[reader["id"]], url=None)
        self.send(schedule)
        mail = self.report_mail(reader)
        self.mail.stop()
        try:
            run = self.send(schedule)
            self.assertEqual(self.unsubscribe(mail).status, 200)
        finally:
            self.mail.start()
        [waiting] = run["deliveries"]
        def failed():
            one = self.client.api("GET", "/deliveries/" + waiting["id"]).json()
            return one if one["status"] == "failed" else None
        self.assertIn("no longer gets", wait_until(failed, "it is not sent")["attempts"][-1]["error"])
        self.assertEqual(len(self.mail.mails(reader["email"])), 2)
        problem = self.assert_problem(self.client.api("POST", f"/report-schedules/{schedule['id']}/send"), 409)
        self.assertIn("unsubscribed", problem["detail"])

    def test_a_link_of_another_schedule_or_person_is_refused(self):
        reader = self.reader()
        schedule = self.schedule(presetId=self.report()["id"], recipients=[reader["id"]], url=None)
        self.send(schedule)
        url = urlsplit(self.report_mail(reader).message["List-Unsubscribe"].strip("<> "))
        right = f"{url.path}?{url.query}"
        last = "1" if right.endswith("0") else "0"
        for wrong in (right[:-1] + last, right[:-1], right.split(".")[0], right.replace("scheduledReports", "alarms")):
            with Client(self.service.address) as stranger:
                self.assert_problem(stranger.request("POST", wrong), 404)
        self.assertEqual(self.client.api("GET", "/report-schedules/" + schedule["id"]).json()["unsubscribed"], [])

    def test_few_reports_are_on_their_way_to_urls_at_the_same_time(self):
        """Their files are in memory."""
        preset = self.report()
        schedules = [self.schedule(presetId=preset["id"], url=f"{self.receiver.url}/{place}") for place in range(6)]
        self.receiver.delay_seconds = 2.0
        for each in schedules:
            self.send(each)
        wait_until(lambda: len(self.receiver.received) == len(schedules), "all reports", 60)
        self.assertEqual(len({each.target for each in self.receiver.received}), len(schedules))
        times = sorted(each.at for each in self.receiver.received)
        # The fifth is sent when one of the first four was answered.
        self.assertGreaterEqual(times[4], times[0] + self.receiver.delay_seconds - 0.1)

    def test_of_several_missed_runs_the_newest_is_made_up_for_once(self):
        preset, reader = self.report(), self.reader()
        self.shown(preset, self.deposit("3", name="Late"))
        schedule = self.schedule(presetId=preset["id"], recipients=[reader["id"]], url=None, hour=0)
        self.assertEqual(self.runs(schedule), [])
        self.service.stop()
        self.made_days_ago(schedule, 5, sent_to=today() - timedelta(days=4))
        self.service.start()
        self.client = self.open_client()
        run, = self.wait_for_runs(schedule, 1)
        self.assertEqual((run["startDate"], run["endDate"], run["actor"]), (str(yesterday()), str(yesterday()), "service"))
        mail = self.report_mail(reader)
        self.assertIn("Late,1,3", next(iter(self.files(mail.message).values())).decode())
        self.assertEqual(self.client.api("GET", "/report-schedules/" + schedule["id"]).json()["sentTo"], str(yesterday()))
        self.service.stop()
        self.service.start()
        self.client = self.open_client()
        other = self.schedule(presetId=preset["id"], recipients=[reader["id"]], url=None, hour=0)
        self.service.stop()
        self.made_days_ago(other, 5)
        self.service.start()
        self.client = self.open_client()
        self.wait_for_runs(other, 1)  # The service has looked at all schedules again.
        self.assertEqual([one["id"] for one in self.runs(schedule)], [run["id"]])
        actions = [entry["action"] for entry in self.items("/audit-log", "subject=reportSchedule/" + schedule["id"])]
        self.assertEqual(actions, ["reportSchedule.send", "reportSchedule.create"])

    def test_an_inactive_schedule_sends_nothing(self):
        preset, reader = self.report(), self.reader()
        stopped = self.schedule(presetId=preset["id"], recipients=[reader["id"]], url=None, hour=0)
        self.change("/report-schedules/" + stopped["id"], status="inactive")
        running = self.schedule(presetId=preset["id"], recipients=[reader["id"]], url=None, hour=0)
        self.service.stop()
        for each in (stopped, running):
            self.made_days_ago(each, 5)
        self.service.start()
        self.client = self.open_client()
        self.wait_for_runs(running, 1)
        self.assertEqual(self.runs(stopped), [])

    def test_only_people_who_can_log_in_get_it(self):
        gone, reader = self.reader(), self.reader()
        schedule = self.schedule(presetId=self.report()["id"], recipients=[gone["id"], reader["id"]], url=None)
        self.assertEqual(by_admin(self.service, "PATCH", "/users/" + gone["id"], {"status": "disabled"}).status, 200)
        self.assertEqual(len(self.send(schedule)["deliveries"]), 1)
        self.mail.wait_for(reader["email"], 2)
        self.mail.wait_for(gone["email"])
        self.assertEqual(len(self.mail.mails(gone["email"])), 1)

    def test_a_url_that_is_gone_pauses_the_schedule(self):
        schedule = self.schedule(url=self.receiver.url + "/r")
        self.receiver.always = 410
        self.send(schedule)
        one = "/report-schedules/" + schedule["id"]
        wait_until(lambda: self.client.api("GET", one).json()["status"] == "paused", "the schedule is paused")
        self.assertIn("410", self.client.api("GET", one).json()["pauseReason"])
        self.assertEqual(self.change(one, status="active")["pauseReason"], None)

    def test_a_saved_report_takes_its_schedules_with_it(self):
        preset = self.report()
        schedule = self.schedule(presetId=preset["id"], url=self.receiver.url + "/r")
        self.send(schedule)
        wait_until(lambda: self.receiver.received, "the report")
        self.assertEqual(self.client.api("DELETE", "/report-presets/" + preset["id"]).status, 204)
        self.assertEqual(self.client.api("GET", "/report-schedules/" + schedule["id"]).status, 404)
        self.assertEqual(self.client.api("GET", f"/report-schedules/{schedule['id']}/runs").status, 404)
        self.assertIn("reportSchedule.delete",
                      [entry["action"] for entry in self.items("/audit-log", "subject=reportSchedule/" + schedule["id"])])

    def test_wrong_members_are_named(self):
        preset, reader = self.report(), self.reader()
        affiliate = self.affiliate()
        stranger = by_admin(self.service, "POST", "/users", {"email": f"{uuid.uuid4().hex}@people.example", "role": "affiliate",
                                                             "affiliateId": affiliate["id"]}).json()
        right = {"presetId": preset["id"], "recipients": [reader["id"]]}
        for wrong, pointer in (({"presetId": str(uuid.uuid4())}, "/presetId"), ({"frequency": "hourly"}, "/frequency"),
                               ({"hour": 24}, "/hour"), ({"formats": []}, "/formats"), ({"formats": ["pdf"]}, "/formats/0"),
                               ({"recipients": []}, "/recipients"), ({"recipients": [stranger["id"]]}, "/recipients/0"),
                               ({"recipients": [reader["id"], str(uuid.uuid4())]}, "/recipients/1"),
                               ({"recipients": [reader["id"]] * 2}, "/recipients/1"),
                               ({"recipients": [str(uuid.uuid4()) for _ in range(21)]}, "/recipients"),
                               ({"url": "https://o.example/"}, "/url"), ({"url": "ftp://o.example/", "recipients": []}, "/url"),
                               ({"status": "paused"}, "/status")):
            with self.subTest(wrong):
                problem = self.assert_problem(self.client.api("POST", "/report-schedules", right | wrong), 400)
                self.assertEqual(problem["errors"][0]["pointer"], pointer, problem)
        made = self.make("/report-schedules", **right)
        self.assertEqual((made["frequency"], made["hour"], made["formats"], made["status"]), ("daily", 6, ["csv"], "active"))
        for wrong, pointer in (({"url": "https://o.example/", "recipients": []}, "/url"),
                               ({"presetId": self.report()["id"]}, "/presetId")):
            problem = self.assert_problem(self.client.api("PATCH", "/report-schedules/" + made["id"], wrong), 400)
            self.assertEqual(problem["errors"][0]["pointer"], pointer, problem)

    def test_who_may_do_what(self):
        schedule = self.schedule(url=self.receiver.url + "/r")
        one = "/report-schedules/" + schedule["id"]
        for role, allowed in (("manager", True), ("viewer", False), ("finance", False)):
            reader, caller = self.reader(role), person(self)
            caller.log_in(reader["email"], "a long enough password")
            with self.subTest(role):
                self.assertEqual(caller.call("GET", "/report-schedules").status, 200)
                self.assertEqual(caller.call("GET", one + "/runs").status, 200)
                self.assertEqual(caller.call("GET", "/report-recipients").status, 200 if allowed else 403)
                self.assertEqual(caller.call("PATCH", one, {"hour": 7 if allowed else 8}).status, 200 if allowed else 403)
                if not allowed:
                    self.assertEqual(caller.call("POST", one + "/send").status, 403)
                    self.assertEqual(caller.call("DELETE", one).status, 403)


class SchedulesOnSqlite(Schedules, ScheduleCase):
    pass


class SchedulesOnPostgres(Schedules, ScheduleCase, CatalogueOnPostgres):
    pass


class LargeReports(ScheduleCase):
    settings = ScheduleCase.settings | {"report_file_kb_max": "1"}

    def test_a_report_that_is_too_large_is_linked_to(self):
        preset, reader = self.report(groupKeys=["player"]), self.reader()
        for _ in range(30):
            self.accept(self.event("registration", player_external_ref=fresh_key("a-long-reference-of-a-player"),
                                   event_time=f"{yesterday()}T12:00:00Z"))
        token = preset["apiUrl"].rsplit("/", 1)[1]
        path = f"/reports/{token}?format=json&startDate={yesterday()}&endDate={yesterday()}"
        wait_until(lambda: len(self.client.api("GET", path).json().get("rows", [])) == 30, "the report has its rows")
        self.send(self.schedule(presetId=preset["id"], recipients=[reader["id"]], url=None, formats=["csv", "xlsx"]))
        mail = self.report_mail(reader)
        self.assertEqual(self.files(mail.message), {})
        self.assertIn("too large for a mail", mail.text())
        self.assertIn("/console/reports?", mail.link)
        schedule = self.schedule(presetId=preset["id"], url=self.receiver.url + "/r")
        self.send(schedule)
        wait_until(lambda: self.receiver.received, "the message")
        [message] = self.receiver.received
        body = json.loads(message.body)
        self.assertEqual((body["type"], body["data"]["scheduleId"], body["data"]["rowCount"]),
                         ("report.tooLarge", schedule["id"], 30))
        self.assertIn(f"from={yesterday()}&to={yesterday()}", body["data"]["url"])
        self.assertEqual(message.lowered["webhook-signature"], signatures(schedule["secret"], message))


class WithoutMail(CatalogueCase):
    def test_nobody_would_get_the_report(self):
        [admin] = self.client.api("GET", "/report-recipients").json()["items"]
        schedule = self.schedule(recipients=[admin["id"]], url=None)
        def sent():
            answer = self.client.api("POST", f"/report-schedules/{schedule['id']}/send")
            return answer if answer.status != 503 else None
        problem = self.assert_problem(wait_until(sent, "the figures are complete"), 409)
        self.assertIn("mail_host", problem["detail"])


class TwoNodes(ScheduleCase, CatalogueOnPostgres):
    def test_two_nodes_send_a_report_once(self):
        preset, reader = self.report(), self.reader()
        second = self.service.second_node()
        self.addCleanup(second.close)
        schedules = [self.schedule(presetId=preset["id"], recipients=[reader["id"]], url=None, hour=0) for _ in range(5)]
        self.service.stop()
        for each in schedules:
            self.made_days_ago(each, 5)
        second.start()
        self.service.start()
        self.client = self.open_client()
        for each in schedules:
            self.wait_for_runs(each, 1)
        self.mail.wait_for(reader["email"], 1 + len(schedules))
        self.assertEqual([len(self.runs(each)) for each in schedules], [1] * len(schedules))
        self.assertEqual(len(self.mail.mails(reader["email"])), 1 + len(schedules))


if __name__ == "__main__":
    unittest.main()
