"""The recipients of scheduled reports: who gets a mail, and how a person ends the mails of a schedule."""

import unittest
import uuid
from urllib.parse import urlsplit

from tests.support.accounts import by_admin
from tests.support.catalogue import CatalogueOnPostgres
from tests.support.client import Client
from tests.support.report_schedules import ScheduleCase
from tests.support.waiting import wait_until


class Recipients:
    def test_only_people_who_can_log_in_get_it(self):
        gone, reader = self.reader(), self.reader()
        schedule = self.schedule(presetId=self.report()["id"], recipients=[gone["id"], reader["id"]], url=None)
        self.assertEqual(by_admin(self.service, "PATCH", "/users/" + gone["id"], {"status": "disabled"}).status, 200)
        self.assertEqual(len(self.send(schedule)["deliveries"]), 1)
        self.mail.wait_for(reader["email"], 2)
        self.mail.wait_for(gone["email"])
        self.assertEqual(len(self.mail.mails(gone["email"])), 1)

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
        # Opening the link changes nothing.
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
        # After asking the person, a manager can remove and add the recipient, who then gets the mails again.
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

    def test_a_report_that_waits_goes_to_the_address_of_today(self):
        reader, address = self.reader(), f"{uuid.uuid4().hex}@people.example"
        schedule = self.schedule(presetId=self.report()["id"], recipients=[reader["id"]], url=None)
        self.mail.stop()
        try:
            [waiting] = self.send(schedule)["deliveries"]
            changed = by_admin(self.service, "PATCH", "/users/" + reader["id"], {"email": address})
            self.assertEqual(changed.status, 200, changed.body)
        finally:
            self.mail.start()
        self.assertEqual(self.client.api("POST", f"/deliveries/{waiting['id']}/replay").status, 200)
        def reports(to: str) -> list:
            return [mail for mail in self.mail.mails(to) if "Numbers" in mail.message["Subject"]]
        wait_until(lambda: reports(address), "the report is mailed")
        self.assertEqual(reports(reader["email"]), [])

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


class RecipientsOnSqlite(Recipients, ScheduleCase):
    pass


class RecipientsOnPostgres(Recipients, ScheduleCase, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
