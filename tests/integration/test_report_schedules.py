"""Scheduled reports: a saved report reaches people by mail, or a URL, as signed files."""

import json
import subprocess
import tempfile
import unittest
import uuid
from datetime import datetime, timedelta, timezone

from tests.integration.test_webhooks import signatures
from tests.support.accounts import by_admin, person
from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.events import fresh_key
from tests.support.report_schedules import ScheduleCase, yesterday
from tests.support.waiting import wait_until

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Debian's Python has Debian's openpyxl.
READ_SHEET = ("import json, sys, openpyxl; book = openpyxl.load_workbook(sys.argv[1]); "
              "print(json.dumps([[cell.value for cell in row] for row in book.active.iter_rows()]))")


def rows_of(sheet: bytes) -> list[list]:
    """The cells of an XLSX file, read by a spreadsheet library."""
    with tempfile.NamedTemporaryFile(suffix=".xlsx") as file:
        file.write(sheet)
        file.flush()
        read = subprocess.run(["/usr/bin/python3", "-c", READ_SHEET, file.name], capture_output=True, text=True, check=False)
    if read.returncode != 0:
        raise AssertionError(read.stderr)
    return json.loads(read.stdout)


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


class LimitOfSending(ScheduleCase):
    """Has a service of its own, because the limit is that of the whole operator."""

    def test_ten_reports_a_minute_can_be_sent_by_hand(self):
        preset, key = self.report(), {"Idempotency-Key": fresh_key("request")}
        paths = [f"/report-schedules/{self.schedule(presetId=preset['id'], url=self.receiver.url)['id']}/send"
                 for _ in range(2)]
        def sent():
            answer = self.client.api("POST", paths[0], headers=key)
            return answer if answer.status != 503 else None
        # Requests before the figures are complete do not count.
        first = wait_until(sent, "the figures are complete")
        self.assertEqual(first.status, 200, first.body)
        for place in range(9):
            self.assertEqual(self.client.api("POST", paths[place % 2]).status, 200, place)
        for path in paths:
            refused = self.client.api("POST", path)
            self.assertEqual(self.assert_problem(refused, 429)["code"], "rate_limited")
            self.assertTrue(1 <= int(refused.header("Retry-After")) <= 60)
            self.assertEqual((refused.header("X-RateLimit-Limit"), refused.header("X-RateLimit-Remaining")), ("10", "0"))
        repeated = self.client.api("POST", paths[0], headers=key)
        self.assertEqual((repeated.status, repeated.json()["id"]), (200, first.json()["id"]))


class SlowReceivers(ScheduleCase):
    def test_a_receiver_may_take_its_time(self):
        """Other messages time out after eight seconds. A file may be large, and the connection slow."""
        self.receiver.delay_seconds = 10
        schedule = self.schedule(presetId=self.report()["id"], formats=["csv", "xlsx"], url=self.receiver.url + "/r")
        self.send(schedule)
        def delivered():
            items = self.items("/deliveries", f"destinationId={schedule['id']}&status=delivered")
            return items if len(items) == 2 else None
        for item in wait_until(delivered, "both files are delivered", 240):
            self.assertEqual([attempt["status"] for attempt in item["attempts"]], [200], item)
        first, second = self.receiver.received
        # One at a time, so that a slow receiver leaves room for others.
        self.assertGreaterEqual(second.at - first.at, 9.9)


class WithoutMail(CatalogueCase):
    def test_nobody_would_get_the_report(self):
        [admin] = self.client.api("GET", "/report-recipients").json()["items"]
        schedule = self.schedule(recipients=[admin["id"]], url=None)
        def sent():
            answer = self.client.api("POST", f"/report-schedules/{schedule['id']}/send")
            return answer if answer.status != 503 else None
        problem = self.assert_problem(wait_until(sent, "the figures are complete"), 409)
        self.assertIn("mail_host", problem["detail"])


if __name__ == "__main__":
    unittest.main()
