"""Retention: unused clicks are dropped, old blocks move to archive files, and no number changes."""

import random
import time
import unittest

from tests.support import program
from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key, hours_from_now
from tests.support.tracking import CHROME, FIREFOX, GOOGLEBOT, IPHONE, Tracking, impression_path
from tests.support.waiting import wait_until

# About a quarter of a second, in days. Blocks are archived when a whole span of this length has passed after them, so
# everything is old after two spans.
A_MOMENT_DAYS = 0.000003
A_MOMENT_SECONDS = 0.8
DROP = {"drop_clicks_after_days": A_MOMENT_DAYS}
ARCHIVE = {"archive_after_days": A_MOMENT_DAYS}

METRICS = ["click_count", "unique_click_count", "banner_view_count", "ctr", "registration_count", "deposit_count",
           "deposit_amount", "cpa_reward", "total_reward", "epc", "active_player_count"]
REPORTS = [["date"], ["hour", "link"], ["affiliate", "brand", "country"], ["device", "os", "browser"],
           ["sub1", "sub2", "sub3", "sub4", "sub5"], ["campaign", "creative", "source", "geoTarget"], ["player"]]
PAYLOAD_BYTES = "SELECT count(*), max(length(payload)), sum(click_count) FROM fact_blocks WHERE operator_id = {owner}"


class Retention(Tracking):
    def tearDown(self):
        """Every test starts with a service that drops nothing."""
        for setting in DROP | ARCHIVE:
            self.service.settings.pop(setting, None)
        self.restart()
        super().tearDown()

    # The data.

    def a_little_of_everything(self) -> dict:
        """Clicks of all kinds, players that some of them brought, and which clicks are used."""
        brand = self.brand(attributionWindowDays=1)
        links = [self.link(brand), self.link(brand, geoTarget="DE"), self.link(brand)]
        creative = self.creative(brand)
        for i in range(30):
            self.click(links[i % 3], query={"sub1": f"a{i % 4}", "sub5": "ß" * (i % 2)},
                       agent=(CHROME, FIREFOX, IPHONE, GOOGLEBOT)[i % 4], address=f"198.51.100.{i % 7}")
            self.visit(impression_path(creative["id"], lid=links[i % 3]["linkId"]))
        named = self.click(links[0], address="203.0.113.7")
        direct = self.register(brand, click_id=named)
        for _ in range(7):
            self.click(links[1])
        guessed = self.register(brand)
        lost = self.click(links[2], agent=FIREFOX)
        organic = self.register(brand, event_time=hours_from_now(-500))
        for player in (direct, guessed, organic):
            self.accept(self.event("deposit", brand_id=brand, player_external_ref=player["externalRef"], amount="25",
                                   currency="EUR"))
        self.change("/brands/" + brand, attributionWindowDays=0)
        self.change("/brands/" + self.service.account.brand_id, attributionWindowDays=0)
        players = (direct, guessed, organic)
        used = {candidate["clickId"] for player in players
                for decision in self.why(player)["decisions"] for candidate in decision["candidates"]}
        return {"brand": brand, "players": players, "used": used, "named": named, "lost": lost}

    def reports(self) -> list[bytes]:
        self.service.await_projection()
        answers = []
        for keys in REPORTS:
            query = {"groupKeys": keys, "metrics": METRICS, "startDate": "2020-01-01", "endDate": "2099-12-31"}
            answer = self.client.api("POST", "/reports/query?format=csv", query)
            self.assertEqual(answer.status, 200, answer.body)
            answers.append(answer.body)
        return answers

    def found(self) -> set[str]:
        return {click["clickId"] for click in self.clicks()}

    def reasons(self, players) -> list[dict]:
        return [self.why(player) for player in players]

    def payloads(self) -> tuple[int, int, int]:
        [row] = self.service.ledger().select(PAYLOAD_BYTES, self.service.account.operator_id)
        return tuple(int(value) for value in row)

    # Retention.

    def retain(self, **settings):
        """Restarts the service with the retention settings, and waits until it has applied them."""
        time.sleep(A_MOMENT_SECONDS)
        self.service.settings.update(settings)
        self.restart()
        wait_until(lambda: self.metrics.sum("fairlead_retention_runs_total") > 0, "retention has run")
        self.assertEqual(self.metrics.sum("fairlead_retention_failures_total"), 0)
        self.assertEqual(self.metrics.sum("fairlead_archive_errors_total"), 0)

    def rebuild_facts(self):
        self.service.stop()
        for file in self.service.data.glob("facts.duckdb*"):
            file.unlink()
        self.service.start()
        self.client = self.open_client()
        self.open_visitor()

    def archive_files(self) -> list:
        return sorted(self.service.data.glob(f"archive/{self.service.account.operator_id}/*.facts"))

    def assert_verified(self):
        report = program.run_json("verify", *self.service.place())
        self.assertEqual((report["differences"], report["found"]), (0, []))

    def test_unused_clicks_are_dropped_and_no_report_changes(self):
        there = self.a_little_of_everything()
        reports, reasons, total = self.reports(), self.reasons(there["players"]), self.tracked()
        self.assertRegex(reports[0].decode(), r"(?m)^\d{4}-\d\d-\d\d,[1-9]\d+,[1-9]")  # The report is not empty.
        self.assertIn(there["lost"], self.found())
        self.assertGreater(len(there["used"]), 2)
        self.retain(**DROP)
        self.assertGreater(self.metrics.sum("fairlead_clicks_dropped_total"), 20)
        self.assertLessEqual(there["used"], self.found())
        self.assertNotIn(there["lost"], self.found())
        self.assertEqual(self.clicks(clickId=there["lost"]), [])
        self.assertEqual(self.recorded(there["named"])["clickId"], there["named"])
        self.assertEqual(self.reports(), reports)
        self.assertEqual(self.reasons(there["players"]), reasons)
        self.assertEqual(self.tracked(), total)
        self.assert_verified()
        with self.subTest("a report from a rebuilt store"):
            self.rebuild_facts()
            self.assertEqual(self.reports(), reports)
        with self.subTest("a registration that names one of them"):
            self.assert_organic(self.register(there["brand"], click_id=there["lost"]))
            self.assert_verified()

    def test_old_blocks_move_to_files_and_are_read_from_there(self):
        there = self.a_little_of_everything()
        reports, found = self.reports(), self.found()
        self.retain(**ARCHIVE)
        self.assertGreater(self.metrics.sum("fairlead_blocks_archived_total"), 5)
        self.assertTrue(self.archive_files())
        self.assertLess(self.payloads()[1], 100)
        self.assertEqual(self.found(), found)
        self.assert_verified()
        with self.subTest("a report from a rebuilt store"):
            self.rebuild_facts()
            self.assertEqual(self.reports(), reports)
        with self.subTest("clicks that are dropped only now"):
            self.retain(**DROP | ARCHIVE)
            self.assertNotIn(there["lost"], self.found())
            self.assertLessEqual(there["used"], self.found())
            self.assertLess(self.payloads()[1], 100)
            self.rebuild_facts()
            self.assertEqual(self.reports(), reports)
            self.assert_verified()

    def test_a_kill_at_any_moment_loses_nothing(self):
        there = self.a_little_of_everything()
        link = self.link(there["brand"])
        for _ in range(300):
            self.click(link, query={"sub1": fresh_key("sub")})
        self.service.settings.update(DROP | ARCHIVE)
        chance = random.Random(2026)
        for attempt in range(6):
            # Clicks before one start are old at the next start.
            reports = self.reports()
            time.sleep(A_MOMENT_SECONDS)
            self.service.kill()
            files = self.archive_files()
            self.service.spawn()
            if attempt % 2 == 0:
                wait_until(lambda seen=files: self.archive_files() != seen, "a file is written", pause_seconds=0.001)
            time.sleep(chance.uniform(0, 0.05 if attempt % 2 == 0 else 0.5))
            self.service.kill()
            self.service.start()
            self.restart()
            self.assertEqual(self.reports(), reports)
            for _ in range(40):
                self.click(link, query={"sub1": fresh_key("sub")})
        reports = self.reports()
        self.retain()
        self.assertEqual(self.service.ledger().damage(), [])
        self.assertNotIn(there["lost"], self.found())
        self.assertLessEqual(there["used"], self.found())
        self.rebuild_facts()
        self.assertEqual(self.reports(), reports)
        self.assert_verified()

    def test_a_missing_file_is_logged_and_counted(self):
        there = self.a_little_of_everything()
        self.retain(**ARCHIVE)
        hidden = [(file, file.with_suffix(".hidden")) for file in self.archive_files()]
        for file, away in hidden:
            file.rename(away)
        try:
            self.assertEqual(self.clicks(clickId=there["named"]), [])
            self.assertGreater(self.metrics.sum("fairlead_archive_errors_total"), 0)
            self.rebuild_facts()
            self.service.await_projection()
            self.assertGreater(self.metrics.sum("fairlead_fact_blocks_damaged_total"), 0)
            wait_until(lambda: hidden[0][0].name in self.service.log_path.read_text(), "the missing file is logged")
        finally:
            for file, away in hidden:
                away.rename(file)
        self.assertEqual(self.recorded(there["named"])["clickId"], there["named"])
        self.rebuild_facts()


class RetentionSqlite(Retention, ServiceCase):
    pass


class RetentionPostgres(Retention, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
