"""The runs of scheduled reports: once per period, on time or later, and only a few at the same time."""

import unittest
from datetime import timedelta

from tests.support.catalogue import CatalogueOnPostgres
from tests.support.report_schedules import ScheduleCase, today, yesterday
from tests.support.waiting import wait_until


class Runs:
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

    def test_few_reports_are_on_their_way_to_urls_at_the_same_time(self):
        """They are few, because their files are in memory."""
        preset = self.report()
        schedules = [self.schedule(presetId=preset["id"], url=f"{self.receiver.url}/{place}") for place in range(10)]
        self.receiver.delay_seconds = 2.0
        for each in schedules:
            self.send(each)
        wait_until(lambda: len(self.receiver.received) == len(schedules), "all reports")
        self.assertEqual(len({each.target for each in self.receiver.received}), len(schedules))
        times = sorted(each.at for each in self.receiver.received)
        # The ninth is sent when one of the first eight was answered.
        self.assertGreaterEqual(times[8], times[0] + self.receiver.delay_seconds - 0.1)


class RunsOnSqlite(Runs, ScheduleCase):
    pass


class RunsOnPostgres(Runs, ScheduleCase, CatalogueOnPostgres):
    pass


class RunsOfTwoNodes(ScheduleCase, CatalogueOnPostgres):
    def test_two_nodes_send_a_report_once(self):
        preset, reader = self.report(), self.reader()
        second = self.second_node()
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
