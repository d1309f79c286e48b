"""A wrong clock is noticed before it dates anything: nothing is recorded by it, and everything goes on when it is right
again. The clock of the service is shifted while it runs."""

import time
import unittest

from tests.support import program
from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import hours_from_now
from tests.support.service import Service
from tests.support.shifted_clock import DAY, HOUR, MINUTE, YEAR, ShiftedClock
from tests.support.tracking import Tracking, click_path
from tests.support.waiting import eventually, keep_away_from_midnight, wait_until

NEWEST_BLOCK = "SELECT max(recorded_at) FROM fact_blocks WHERE operator_id = {owner}"
CLICKS = "SELECT sum(click_count) FROM fact_blocks WHERE operator_id = {owner}"
CONFIRMED = "SELECT count(*) FROM audit_log WHERE operator_id = {owner} AND action = 'clock.confirm'"


class ClockCase(Tracking):
    """A service with a clock that the tests shift. It is right when a test starts."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.clock = ShiftedClock(cls.service.data.parent / "shift")

    @classmethod
    def restart_with_clock(cls, *flags: str):
        cls.service.stop()
        cls.service.flags = list(flags)
        with cls.clock.used():
            cls.service.start()

    def setUp(self):
        self.clock.shift(0)
        self.restart_with_clock()
        super().setUp()

    def reconnect(self):
        self.client = self.open_client()
        self.open_visitor()

    # What the service shows.

    def ready(self):
        return self.client.request("GET", "/readyz")

    def status(self) -> dict:
        return program.run_json("clock", "status", *self.service.place())

    def number(self, sql: str) -> int:
        [[number]] = self.service.ledger().select(sql, self.service.account.operator_id)
        return int(number)

    def newest_block_seconds(self) -> float:
        return self.number(NEWEST_BLOCK) / 1e6

    def assert_clock_refused(self, answer):
        problem = self.assert_problem(answer, 503)
        self.assertEqual(problem["code"], "clock_suspect")
        self.assertGreaterEqual(int(answer.header("Retry-After")), 1)
        return problem["detail"]

    def assert_suspect(self):
        eventually(lambda: self.assertIn("clock", self.assert_clock_refused(self.ready())))
        wait_until(lambda: self.metrics.sum("fairlead_clock_suspect") == 1, "the metrics show it")
        self.assertFalse(self.status()["trusted"])

    def assert_dated_right(self):
        """The last commit has the true time."""
        self.assertLess(abs(self.newest_block_seconds() - time.time()), 5 * MINUTE)
        wait_until(lambda: self.metrics.sum("fairlead_clock_suspect") == 0, "the metrics show that it is right")


class Clock(ClockCase, ServiceCase):
    def test_a_minute_a_year_ahead_leaves_no_trace(self):
        link = self.link()
        self.click(link)
        self.clock.shift(YEAR)
        self.assertIn("365 days", self.assert_clock_refused(self.client.send_event(self.event())))
        lost = self.metrics.sum("fairlead_clicks_total", status="lost")
        self.assertEqual(self.visit(click_path(link["linkId"])).status, 302, "visitors are redirected")
        self.assertEqual(self.metrics.sum("fairlead_clicks_total", status="lost"), lost + 1)
        self.assertEqual(self.client.api("GET", "/brands").status, 200, "reading goes on")
        self.assert_suspect()
        self.clock.shift(0)
        named = self.click(link)
        self.accept(self.event(click_id=named))
        self.assert_dated_right()

    def test_a_suspect_clock_is_an_error_in_the_log(self):
        self.clock.shift(HOUR)
        noticed = lambda: [line for line in self.service.log_lines()
                           if line["level"] == "error" and "3600 seconds" in line.get("reason", "")]
        wait_until(noticed, "the step is noticed without any request")

    def test_a_clock_that_was_set_back_records_nothing(self):
        self.clock.shift(-HOUR)
        self.assertIn("back", self.assert_clock_refused(self.client.send_event(self.event())))

    def test_a_small_step_is_no_reason_to_stop(self):
        self.clock.shift(30)
        self.accept(self.event())
        self.clock.shift(0)
        self.accept(self.event())
        self.assert_dated_right()

    def test_a_real_change_is_confirmed_on_the_command_line(self):
        self.clock.shift(-2 * MINUTE + 10)
        self.assert_clock_refused(self.client.send_event(self.event(event_time=hours_from_now(-1))))
        confirmed = self.number(CONFIRMED)
        done = program.run_json("clock", "confirm", *self.service.place())
        self.assertTrue(done["trusted"], done)
        self.assertEqual(self.number(CONFIRMED), confirmed + 1)
        self.accept(self.event(event_time=hours_from_now(-1)))
        wait_until(lambda: self.ready().status == 200, "the service is ready")

    def test_the_open_month_cannot_be_closed_by_a_wrong_clock(self):
        keep_away_from_midnight()  # The month must not end during the test.
        month = time.strftime("%Y-%m", time.gmtime())
        self.clock.shift(YEAR)
        self.assert_clock_refused(self.client.api("POST", "/statements/close", {"period": month}))
        self.clock.shift(0)
        answer = self.client.api("POST", "/statements/close", {"period": month})
        self.assertEqual(self.assert_problem(answer, 409)["code"], "conflict")

    def test_a_start_a_year_after_the_last_write_records_nothing(self):
        self.accept(self.event())
        self.clock.shift(YEAR)
        self.restart_with_clock()
        self.reconnect()
        self.assertIn("ahead of the last write", self.assert_clock_refused(self.client.send_event(self.event())))
        self.assert_suspect()
        self.clock.shift(0)
        wait_until(lambda: self.ready().status == 200, "the clock is trusted once it is right")
        self.accept(self.event())
        self.assert_dated_right()

    def test_retention_does_not_run_by_a_wrong_clock(self):
        brand = self.brand(attributionWindowDays=1)
        link = self.link(brand)
        for _ in range(5):
            self.click(link)
        self.tracked()  # The ledger takes the click journal over before this is answered.
        clicks = self.number(CLICKS)
        self.clock.shift(YEAR)
        self.restart_with_clock("--drop-clicks-after-days", "1")
        self.reconnect()
        self.assert_suspect()
        self.assertEqual(self.metrics.sum("fairlead_retention_runs_total"), 0)
        self.assertEqual(self.number(CLICKS), clicks)
        self.clock.shift(0)
        wait_until(lambda: self.metrics.sum("fairlead_retention_runs_total") > 0, "retention runs by the right clock")
        self.assertEqual(self.number(CLICKS), clicks)


class AcceptedClock(ServiceCase):
    def test_a_start_can_accept_the_clock(self):
        self.accept(self.event())
        clock = ShiftedClock(self.service.data.parent / "shift")
        clock.shift(40 * DAY)
        self.service.stop()
        self.service.flags = ["--accept-clock"]
        with clock.used():
            self.service.start()
        with self.service.client() as client:
            self.assertEqual(client.send_event(self.event()).status, 202)


class ClockOnPostgres(PostgresCase):
    def test_a_node_an_hour_ahead_does_not_date_the_record_of_the_others(self):
        clock = ShiftedClock(self.service.data.parent / "shift")
        clock.shift(HOUR)
        ahead = Service(self.service.data.parent / "ahead", self.service.ledger_url,
                        secret_file=self.service.data / "secret.key")
        ahead.account = self.service.account
        with clock.used():
            ahead.start()
        self.addCleanup(ahead.close)
        with ahead.client() as client:
            problem = self.assert_problem(client.send_event(self.event()), 503)
            self.assertEqual(problem["code"], "clock_suspect")
            self.assertIn("ahead of the clock of the PostgreSQL server", problem["detail"])
        self.accept(self.event())
        self.accept(self.event())
        [[newest]] = self.service.ledger().select(NEWEST_BLOCK, self.service.account.operator_id)
        self.assertLess(int(newest) / 1e6, time.time() + MINUTE)
        clock.shift(0)
        with ahead.client() as client:
            wait_until(lambda: client.send_event(self.event()).status == 202, "the node records again")


if __name__ == "__main__":
    unittest.main()
