"""A ledger in which a wrong clock has dated a part of the record can be repaired: clicks keep their ids, attribution and
reports see the true times, and the record can still be verified."""

import time
import unittest

from tests.support import program
from tests.support.case import PostgresCase, ServiceCase
from tests.support.reports.asking import ask
from tests.support.shifted_clock import DAY, HOUR, MINUTE, YEAR, ShiftedClock
from tests.support.tracking import Tracking, moment

REPAIRED = "SELECT count(*) FROM audit_log WHERE operator_id = {owner} AND action = 'clock.repair'"
IN_THE_FUTURE = "SELECT count(*) FROM fact_blocks WHERE operator_id = {{owner}} AND recorded_at > {now}"


class ClockRepair(Tracking):
    ahead_seconds: int

    def setUp(self):
        super().setUp()
        self.clock = ShiftedClock(self.service.data.parent / "shift")
        self.serve()

    def serve(self):
        if self.service.running:
            self.service.stop()
        with self.clock.used():
            self.service.start()
        self.client = self.open_client()
        self.open_visitor()

    def number(self, sql: str) -> int:
        [[number]] = self.service.ledger().select(sql, self.service.account.operator_id)
        return int(number)

    def repair(self, *flags: str) -> dict:
        return program.run_json("repair", "clock", *self.service.place(), *flags)

    def verify(self) -> dict:
        return program.run_json("verify", *self.service.place())

    def poison(self, record):
        """Calls `record` while the clock is ahead, and somebody has confirmed that it is right."""
        self.clock.shift(self.ahead_seconds)
        self.assertTrue(program.run_json("clock", "confirm", *self.service.place())["trusted"])
        made = record()
        self.clock.shift(0)
        self.service.stop()
        return made

    def test_everything_is_as_if_the_clock_had_been_right(self):
        brand = self.brand()
        links = [self.link(brand) for _ in range(3)]
        before = [self.click(links[0]) for _ in range(3)]
        early = self.register(brand, click_id=before[0])
        ahead, named = self.poison(lambda: (
            [self.click(link) for link in links[:2] for _ in range(3)],
            self.register(brand, click_id=before[1], event_time=self.true_time())))

        self.serve()
        refused = self.assert_problem(self.client.send_event(self.event(brand_id=brand)), 503)
        self.assertIn("fairlead repair clock", refused["detail"])
        self.service.stop()

        proposed = self.repair()
        self.assertFalse(proposed["repaired"])
        self.assertEqual(proposed, self.repair(), "nothing was changed")
        [part] = self.repair("--yes")["operators"]
        self.assertEqual((part["clicks"], part["registrations"]), (len(ahead), 1))
        self.assertLess(abs(part["aheadSeconds"] - self.ahead_seconds), 5 * MINUTE)
        self.assertEqual(self.number(REPAIRED), 1)
        self.assertEqual(self.verify()["found"], [])
        self.assertEqual(self.repair("--yes")["operators"], [], "there is nothing left to repair")

        self.serve()
        direct = self.register(brand, click_id=ahead[0])
        self.assert_attributed(direct, "direct", ahead[0], links[0])
        guessed = self.register(brand)
        self.assert_attributed(guessed, "lastClick", ahead[-1], links[1])
        newer = self.click(links[2])
        self.assert_attributed(self.register(brand), "lastClick", newer, links[2])
        for player, click in ((early, before[0]), (named, before[1])):
            self.assertEqual(self.player(player["externalRef"], brand)["attribution"]["clickId"], click)
        self.assert_listed(brand, [*before, *ahead, newer])
        self.assertEqual(self.number(IN_THE_FUTURE.format(now=int(time.time() * 1e6) + MINUTE * 1_000_000)), 0)
        self.assert_reported(brand, len(before) + len(ahead) + 1)
        self.service.stop()
        self.assertEqual(self.verify()["found"], [])

    @staticmethod
    def true_time() -> str:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    def assert_listed(self, brand: str, clicks: list[str]):
        """The list of clicks, page by page, newest first."""
        items, cursor = [], ""
        while cursor is not None:
            page = self.client.api("GET", f"/clicks?brandId={brand}&limit=2" + (f"&cursor={cursor}" if cursor else ""))
            self.assertEqual(page.status, 200, page.body)
            items += page.json()["items"]
            cursor = page.json()["nextCursor"]
        self.assertEqual([item["clickId"] for item in items], list(reversed(clicks)))
        self.assertTrue(all(moment(item["recordedAt"]).timestamp() < time.time() + MINUTE for item in items), items)

    def assert_reported(self, brand: str, clicks: int):
        """No click is reported in the future."""
        self.service.await_projection()
        tomorrow = time.strftime("%Y-%m-%d", time.gmtime(time.time() + DAY))
        report = ask(self.client, {"groupKeys": ["date"], "metrics": ["click_count"], "startDate": "2026-01-01",
                                   "endDate": tomorrow, "filters": {"brand": [brand]}})
        self.assertEqual(int(report["totals"]["click_count"]), clicks, report)

    def test_a_running_service_prevents_the_repair(self):
        done = program.run("repair", "clock", *self.service.place(), "--yes")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, "another process uses the ledger|a service uses this ledger")


class ClockRepairOnSqlite(ClockRepair, ServiceCase):
    ahead_seconds = YEAR


class ClockRepairOnPostgres(ClockRepair, PostgresCase):
    ahead_seconds = 20 * HOUR
    settings = Tracking.settings | {"clock_difference_seconds": 86_400}


if __name__ == "__main__":
    unittest.main()
