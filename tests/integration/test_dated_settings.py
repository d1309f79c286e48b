"""A change of the time zone or the base currency has a date, says what it will do, and leaves the past as it was."""

import datetime
import unittest
from decimal import Decimal

from tests.support import clickhouse, program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.reports.asking import ask
from tests.support.shifted_clock import ShiftedClock
from tests.support.waiting import keep_away_from, keep_away_from_midnight, wait_until

# Zones without summer time: five and a half hours ahead of UTC, and five hours behind it.
EAST, WEST = "Asia/Kolkata", "America/Bogota"
EAST_OFFSET = datetime.timedelta(hours=5, minutes=30)


def first_of_month(months_ahead: int, offset: datetime.timedelta = datetime.timedelta()) -> datetime.date:
    """The first day of a later month, in a zone with this offset from UTC."""
    today = (datetime.datetime.now(datetime.timezone.utc) + offset).date()
    months = today.year * 12 + today.month - 1 + months_ahead
    return datetime.date(months // 12, months % 12 + 1, 1)


def utc(moment: datetime.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class SettingsCalls(CommissionCase):
    def own(self) -> dict:
        return self.client.api("GET", "/operator").json()

    def patch(self, query: str = "", **members):
        return self.client.api("PATCH", "/operator" + query, members)

    def dry_run(self, **members) -> dict:
        answer = self.patch("?dryRun=true", **members)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def about(self, preview: dict) -> list[str]:
        return [effect["about"] for effect in preview["effects"]]

    def operator(self) -> None:
        """A new operator without records."""
        account = self.service.create_operator("Dated Gaming")
        self.client = self.open_client(account.api_key)
        self.brand_id = account.brand_id

    def one_event(self, **members):
        """An event, which reports show."""
        body = self.event("deposit", brand_id=self.brand_id, **members)
        self.assertEqual(self.client.send_event(body).status, 202)
        question = {"metrics": ["deposit_count"], "startDate": "2026-03-01", "endDate": "2026-03-31"}
        wait_until(lambda: ask(self.client, question)["totals"]["deposit_count"] > 0, "the report shows the event")


class DatedSettings(SettingsCalls):
    later = first_of_month(2).isoformat()

    def setUp(self):
        keep_away_from_midnight()  # The month must not end during the test.
        super().setUp()
        self.operator()

    def test_an_operator_without_records_changes_at_once(self):
        preview = self.dry_run(timeZone=EAST, baseCurrency="GBP")
        self.assertEqual((preview["atOnce"], preview["effectiveFrom"]), (True, None))
        self.assertEqual(preview["timeZone"], {"from": "UTC", "to": EAST})
        self.assertEqual(self.own()["timeZone"], "UTC")
        changed = self.change("/operator", timeZone=EAST, baseCurrency="GBP")
        self.assertEqual((changed["timeZone"], changed["baseCurrency"], changed["pending"]), (EAST, "GBP", None))

    def test_with_an_event_a_change_needs_a_date(self):
        self.one_event()
        for members in ({"timeZone": EAST}, {"baseCurrency": "GBP"}, {"timeZone": EAST, "effectiveFrom": None}):
            for query in ("", "?dryRun=true"):
                problem = self.assert_problem(self.patch(query, **members), 409)
                self.assertEqual(problem["code"], "date_required")
                self.assertIn("effectiveFrom", problem["detail"])
        self.assertEqual((self.own()["timeZone"], self.own()["baseCurrency"]), ("UTC", "EUR"))
        # A setting that keeps its value needs no date.
        self.change("/operator", timeZone="UTC", baseCurrency="EUR", name="Dated Gaming Ltd.", minPayout="5")

    def test_an_adjustment_counts_as_a_record(self):
        affiliate = self.affiliate()
        self.make("/adjustments", affiliateId=affiliate["id"], amount="5", currency="EUR", reason="welcome")
        self.assertEqual(self.assert_problem(self.patch(timeZone=EAST), 409)["code"], "date_required")

    def test_the_day_is_the_first_of_a_future_month(self):
        self.one_event()
        this_month = first_of_month(0)
        for day in (this_month.isoformat(), (first_of_month(1) + datetime.timedelta(days=1)).isoformat(),
                    (first_of_month(2) - datetime.timedelta(days=1)).isoformat(), "2020-01-01",
                    first_of_month(30).isoformat(), "tomorrow", 5):
            for query in ("", "?dryRun=true"):
                self.assert_refused(self.patch(query, timeZone=EAST, effectiveFrom=day), "/effectiveFrom")
        self.assert_refused(self.patch(effectiveFrom=self.later), "/effectiveFrom")
        self.assert_refused(self.patch(pending={"timeZone": EAST}), "/pending")
        self.assert_refused(self.patch(timeZone="Europe/Atlantis", effectiveFrom=self.later), "/timeZone")
        self.assert_refused(self.patch(baseCurrency="ZZZ", effectiveFrom=self.later), "/baseCurrency")
        self.assert_problem(self.patch("?dryRun=maybe", timeZone=EAST), 400)
        self.assertIsNone(self.own()["pending"])

    def test_a_pending_change_is_shown_replaced_and_cancelled(self):
        self.one_event()
        planned = self.change("/operator", timeZone=EAST, effectiveFrom=self.later)
        self.assertEqual(planned["pending"], {"timeZone": EAST, "baseCurrency": "EUR", "effectiveFrom": self.later})
        self.assertEqual(planned["timeZone"], "UTC")
        self.assertNotIn("effectiveFrom", planned)
        self.assertEqual(self.own(), planned)
        self.assertEqual(self.change("/operator", name="Other")["pending"], planned["pending"])
        sooner = first_of_month(1).isoformat()
        preview = self.dry_run(timeZone=WEST, effectiveFrom=sooner)
        self.assertEqual((preview["replaces"], self.own()["pending"]), (planned["pending"], planned["pending"]))
        replaced = self.change("/operator", timeZone=WEST, effectiveFrom=sooner)
        self.assertEqual(replaced["pending"], {"timeZone": WEST, "baseCurrency": "EUR", "effectiveFrom": sooner})
        self.assertIsNone(self.change("/operator", pending=None)["pending"])
        audit = self.items("/audit-log", "action=operator.update")
        self.assertEqual((audit[0]["before"]["pending"], audit[0]["after"]["pending"]), (replaced["pending"], None))

    def test_a_base_currency_needs_the_rates_of_all_money(self):
        self.one_event(currency="EUR", amount=100)
        self.one_event(currency="SEK", amount=20)
        self.one_event(currency="USD", amount=7)
        self.change("/operator", minPayout="50")
        self.deal()
        wish = {"baseCurrency": "USD", "effectiveFrom": self.later}
        question = {"groupKeys": ["currency"], "metrics": ["deposit_count"], "startDate": "2026-03-01", "endDate": "2026-03-31"}
        wait_until(lambda: len(ask(self.client, question)["rows"]) == 3, "the report shows all currencies")
        missing = [{"from": "EUR", "to": "USD", "neededFor": "reports", "count": 1, "amount": "100"},
                   {"from": "SEK", "to": "USD", "neededFor": "reports", "count": 1, "amount": "20"},
                   {"from": "USD", "to": "EUR", "neededFor": "minPayout", "count": 1, "amount": None}]
        self.assertEqual(self.dry_run(**wish)["missingRates"], missing)
        problem = self.assert_problem(self.patch(**wish), 409)
        self.assertEqual((problem["code"], problem["missingRates"]), ("rates_missing", missing))
        self.assertIsNone(self.own()["pending"])
        # A rate that starts after the money does not help.
        self.store_rate("2026-03-20", "1.1", "EUR", "USD")
        self.store_rate("2026-01-01", "0.1", "SEK", "USD")
        self.store_rate("2026-03-20", "0.9", "USD", "EUR")
        self.assertEqual(self.assert_problem(self.patch(**wish), 409)["missingRates"], missing[:1])
        self.store_rate("2026-01-01", "1.2", "EUR", "USD")
        self.assertEqual(self.dry_run(**wish)["missingRates"], [])
        self.assertEqual(self.change("/operator", **wish)["pending"]["baseCurrency"], "USD")

    def test_a_dry_run_says_what_happens_to_figures(self):
        self.one_event(currency="USD")
        self.change("/operator", minPayout="50")
        self.affiliate(minPayout="80")
        preview = self.dry_run(baseCurrency="USD", timeZone=WEST, effectiveFrom=self.later)
        self.assertEqual(self.about(preview), ["reports", "statements", "minPayout", "days", "statements", "boundary"])
        self.assertEqual(preview["baseCurrency"], {"from": "EUR", "to": "USD"})
        self.assertEqual(preview["effectiveFrom"], self.later)
        texts = " ".join(effect["text"] for effect in preview["effects"])
        last = (datetime.date.fromisoformat(self.later) - datetime.timedelta(days=1)).isoformat()
        for part in ("50 EUR becomes 50 USD", f"From {self.later} on", f"The day {last} is longer by 300 minutes"):
            self.assertIn(part, texts)
        self.assertIsNone(self.own()["pending"])


class DatedSettingsOnSqlite(DatedSettings, CommissionCase):
    pass


class DatedSettingsOnPostgres(DatedSettings, CommissionOnPostgres):
    pass


class AfterTheDay(SettingsCalls):
    """The clock passes the day on which a change takes effect. PostgreSQL, whose clock cannot be shifted, has a test of
    its own in the contract suite."""

    def setUp(self):
        keep_away_from(datetime.datetime.combine(first_of_month(1, EAST_OFFSET), datetime.time(), datetime.timezone.utc)
                       - EAST_OFFSET, 300)
        super().setUp()
        self.clock = ShiftedClock(self.service.data.parent / "shift")
        self.service.stop()
        with self.clock.used():
            self.service.start()
        self.client = self.open_client()
        self.day = first_of_month(1, EAST_OFFSET)
        # Midnight in the first zone.
        self.change_time = datetime.datetime.combine(self.day, datetime.time(), datetime.timezone.utc) - EAST_OFFSET

    def pass_the_day(self):
        """Sets the clock to some days after the change."""
        until = self.change_time + datetime.timedelta(days=3) - datetime.datetime.now(datetime.timezone.utc)
        self.clock.shift(int(until.total_seconds()))
        self.assertTrue(program.run_json("clock", "confirm", *self.service.place())["trusted"])

    def at(self, hours: float) -> str:
        return utc(self.change_time + datetime.timedelta(hours=hours))

    def rows(self, *keys: str, metrics: list[str]) -> list[tuple]:
        days = {"startDate": (self.day - datetime.timedelta(days=3)).isoformat(),
                "endDate": (self.day + datetime.timedelta(days=2)).isoformat()}
        report = ask(self.client, {"groupKeys": list(keys), "metrics": metrics} | days)
        return [tuple(row["groupKeys"].values()) + tuple(row["metrics"].values()) for row in report["rows"]]

    def test_the_past_keeps_its_days_months_and_minimums(self):
        self.change("/operator", timeZone=EAST, minPayout="100")
        self.store_rate("2026-01-01", "2", "EUR", "USD")
        self.store_rate("2026-01-01", "0.5", "USD", "EUR")
        affiliate = self.paid_affiliate({"revShare": {"rate": "50"}})
        player = self.player(affiliate, at=self.at(-24 * 10) if self.at(-24 * 10) < utc(self.now()) else utc(self.now()))
        planned = self.change("/operator", timeZone=WEST, baseCurrency="USD", effectiveFrom=self.day.isoformat())
        self.assertEqual((planned["timeZone"], planned["baseCurrency"]), (EAST, "EUR"))
        self.pass_the_day()
        own = self.own()
        self.assertEqual((own["timeZone"], own["baseCurrency"], own["pending"]), (WEST, "USD", None))
        # The last day of the old zone goes on until midnight in the new one, ten and a half hours later.
        for hours in (-1, 1, 10.4, 10.6):
            self.send(player, "ngr_update", "60", at=self.at(hours))
        last = (self.day - datetime.timedelta(days=1)).isoformat()
        old, new = last[:7], self.day.isoformat()[:7]
        self.assertEqual([(one["period"], one["amount"]) for one in self.accruals(affiliate)],
                         [(old, "30"), (old, "30"), (old, "30"), (new, "30")])
        expected = [(last, 360), (self.day.isoformat(), 120)]
        wait_until(lambda: self.rows("date", metrics=["ngr"]) == expected, "reports have the days and the currency")
        self.assertEqual(self.rows("month", metrics=["ngr"]), [(old, 360), (new, 120)])
        self.assertEqual(self.rows("hour", metrics=["ngr"]),
                         [(f"{last}T23+05:30", 120), (f"{last}T14-05:00", 120), (f"{last}T23-05:00", 120),
                          (f"{self.day}T00-05:00", 120)])
        # The minimum of the old month is 100 euros, so its 90 euros are not paid and open the next month.
        closed = self.close_one(affiliate, old)
        self.assertEqual((closed["payable"], closed["period"]), ("0", old))
        # The minimum of the new month is 100 dollars, which are 50 euros: the carried 90 and 30 are paid.
        [preview] = [one for one in self.items("/statements", f"affiliateId={affiliate['id']}&period={new}")]
        self.assertEqual(Decimal(preview["payable"]), Decimal(120))
        verified = program.run_json("verify", *self.service.place())
        self.assertEqual((verified["differences"], verified["found"]), (0, []))

    @staticmethod
    def now() -> datetime.datetime:
        return datetime.datetime.now(datetime.timezone.utc)


class AfterTheDayOnSqlite(AfterTheDay, CommissionCase):
    pass


class AfterTheDayWithClickHouse(AfterTheDay, CommissionCase):
    @classmethod
    def setUpClass(cls):
        url = clickhouse.fresh_database()
        cls.addClassCleanup(clickhouse.drop_database, url)
        cls.settings = cls.settings | {"facts": url}
        super().setUpClass()


del SettingsCalls, DatedSettings, AfterTheDay


if __name__ == "__main__":
    unittest.main()
