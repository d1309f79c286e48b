"""Every number of reports on a random stream is compared with a naive computation from the sent data."""

import itertools
import unittest
from decimal import Decimal

from tests.support.reports.asking import VISIBLE_SECONDS_MAX, ask, read_csv, settled, table_of
from tests.support.reports.case import StreamCase
from tests.support.reports.clock import TIMES
from tests.support.reports.naive import GROUP_KEYS, METRICS

PAIRED = ("date", "hour", "affiliate", "link", "sub1", "country", "player", "deal", "currency", "eventType")
ZONES = ("America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")
# The days of both clock changes of every zone that has them, with one day before and after.
SWITCHES = (("2025-10-03", "2025-10-06"), ("2025-10-25", "2025-10-27"), ("2025-11-01", "2025-11-03"),
            ("2026-03-07", "2026-03-09"), ("2026-03-28", "2026-03-30"), ("2026-04-03", "2026-04-06"))
RANDOM_QUESTIONS = 60


def unguarded(cell: str) -> str:
    """Removes the prefix that prevents spreadsheets from reading a text as a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in tuple("=+-@") else cell


class ReportNumbers(StreamCase):
    def test_the_stream_covers_every_case(self):
        """Otherwise the comparisons below prove little."""
        totals = self.naive().answer(self.questions.whole())["totals"]
        self.assertEqual([name for name, total in zip(METRICS, totals) if not total], [])
        for key in GROUP_KEYS:
            rows = self.naive().answer(self.questions.whole(key))["rows"]
            self.assertGreater(len(rows), 2, key)
        affiliates = {names[0] for names, _ in self.naive().answer(self.questions.whole("affiliate"))["rows"]}
        self.assertLessEqual({"", "(organic)", "(unregistered)", "Twin Bets"}, affiliates)

    def test_totals_alone(self):
        self.assert_naive(self.questions.whole())

    def test_every_group_key_alone(self):
        self.assert_all_naive([self.questions.whole(key) for key in GROUP_KEYS])

    def test_pairs_of_group_keys(self):
        self.assert_all_naive([self.questions.whole(*pair) for pair in itertools.combinations(PAIRED, 2)])

    def test_every_metric_alone_leaves_out_rows_where_it_is_zero(self):
        self.assert_all_naive([self.questions.whole("affiliate", "month", metrics=[metric]) for metric in METRICS])

    def test_local_times_in_every_zone(self):
        for zone in ZONES:
            self.set_operator(timeZone=zone)
            whole = [self.questions.whole(key) for key in TIMES]
            switches = [self.questions.whole(key, startDate=first, endDate=last)
                        for first, last in SWITCHES for key in ("hour", "date")]
            with self.subTest(zone):
                self.assert_all_naive(whole + switches, self.naive(zone))

    def test_single_days_around_clock_changes(self):
        days = sorted({day for switch in SWITCHES for day in switch})
        for zone in ("Europe/Berlin", "Australia/Lord_Howe"):
            self.set_operator(timeZone=zone)
            with self.subTest(zone):
                self.assert_all_naive([self.questions.whole(startDate=day, endDate=day) for day in days],
                                      self.naive(zone))

    def test_another_base_currency(self):
        self.set_operator(baseCurrency="USD")
        self.assert_all_naive([self.questions.whole(), self.questions.whole("affiliate"),
                               self.questions.whole("currency"), self.questions.whole("month", "currency")],
                              self.naive(base="USD"))

    def test_csv_and_json_have_the_same_numbers(self):
        for key in GROUP_KEYS:
            question = self.questions.whole(key, "affiliate") if key != "affiliate" else self.questions.whole(key)
            with self.subTest(key):
                table = table_of(ask(self.client, question), question)
                answer = self.client.api("POST", "/reports/query?format=csv", question)
                head, *rows, total = read_csv(answer.body.decode())
                self.assertEqual(head, question["groupKeys"] + question["metrics"])
                width = len(question["groupKeys"])
                self.assertEqual([(tuple(map(unguarded, row[:width])), tuple(map(Decimal, row[width:])))
                                  for row in rows], table["rows"])
                self.assertEqual(total[:width], ["Total", ""][:width])
                self.assertEqual(tuple(map(Decimal, total[width:])), table["totals"])

    def test_random_queries(self):
        self.assert_all_naive([self.questions.random() for _ in range(RANDOM_QUESTIONS)])

    def test_a_late_rate_corrects_earlier_reports(self):
        """Commission that waited for the rate appears too, so the facts are read again."""
        question = self.questions.whole("currency", "affiliate")
        before = self.naive().answer(self.questions.whole())["totals"]
        self.stream.tell_rates((("2025-10-01", "SEK", "EUR", "0.0871"), ("2025-11-01", "SEK", "EUR", "0.09"),
                                ("2025-10-27", "USD", "EUR", "0.777777777777777777")))
        self.read_facts()
        self.assertNotEqual(self.naive().answer(self.questions.whole())["totals"], before)
        self.assertEqual(settled(self.client, self.naive(), self.questions.whole(), VISIBLE_SECONDS_MAX), [])
        self.assert_all_naive([question, self.questions.whole("date")])


if __name__ == "__main__":
    unittest.main()
