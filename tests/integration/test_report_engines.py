"""One ledger, two analytics stores: DuckDB and ClickHouse return the same bytes, before and after a rebuild."""

import unittest

from tests.support import clickhouse, program
from tests.support.reports.asking import bytes_of, settled
from tests.support.reports.case import BASE, ZONE, StreamCase
from tests.support.reports.naive import GROUP_KEYS
from tests.support.reports.stream import SUBS
from tests.support.waiting import wait_until

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
QUESTIONS_PER_ZONE = 15


def fresh_store(case: type[unittest.TestCase]) -> str:
    """The URL of an empty ClickHouse database, which is removed at the end."""
    url = clickhouse.fresh_database()
    case.addClassCleanup(clickhouse.drop_database, url)
    return url


class BothEngines(StreamCase):
    """Two nodes on one PostgreSQL. The first stores its facts in DuckDB, the second in ClickHouse."""

    engine = "postgres"
    seed = 2

    @classmethod
    def setUpClass(cls):
        store = fresh_store(cls)
        super().setUpClass()
        cls.second = cls.service.second_node(facts=store)
        cls.addClassCleanup(cls.second.close)
        cls.second.start()
        cls.second_client = cls.open_client(cls.second.client())
        cls.catch_up()

    @classmethod
    def catch_up(cls):
        """The tests find the errors. This only waits until no data is on its way."""
        for client in (cls.client, cls.second_client):
            settled(client, cls.naive(), cls.questions.whole(), seconds_max=180)

    def in_zone(self, zone: str):
        """Sets the time zone on both nodes until the end of the test."""
        self.set_operator(timeZone=zone)
        wait_until(lambda: self.second_client.api("GET", "/operator").json()["timeZone"] == zone,
                   "the second node knows the time zone")

    def assert_same(self, questions: list[dict], zone: str = ZONE):
        """Both engines return the same bytes, and they match the naive computation."""
        self.in_zone(zone)
        naive = self.naive(zone, BASE)
        for question in questions:
            with self.subTest(zone, **{name: question[name] for name in question if name != "metrics"}):
                self.assertEqual(bytes_of(self.client, question), bytes_of(self.second_client, question), question)
                self.assert_naive(question, naive)

    def test_every_group_key(self):
        self.assert_same([self.questions.whole(key) for key in GROUP_KEYS])

    def test_random_queries_in_every_zone(self):
        for zone in ZONES:
            self.assert_same([self.questions.random() for _ in range(QUESTIONS_PER_ZONE)], zone)

    def test_a_filter_finds_its_text_whatever_characters_it_has(self):
        texts = [*dict.fromkeys(sub[:255] for sub in SUBS), "'; DROP TABLE facts; --", "\\", "\\'", "%", "_"]
        self.assert_same([self.questions.whole("sub1", "sub2", metrics=["click_count", "ngr"], filters={"sub1": [text]})
                          for text in texts])

    def test_as_many_group_keys_as_there_may_be(self):
        keys = ("month", "brand", "affiliate", "campaign", "link", "country", "device", "sub1", "currency", "eventType")
        self.assert_same([self.questions.whole(*keys), self.questions.whole(*keys[::-1])])

    def test_rows_with_the_same_name_have_the_same_order(self):
        """Rows whose values do not order them still have the same order on both engines."""
        self.in_zone(ZONE)
        for keys in (["affiliate"], ["creative"], ["source"], ["player"], ["link", "affiliate"]):
            question = self.questions.whole(*keys, metrics=["click_count", "deposit_amount", "banner_view_count"])
            answers = {bytes_of(client, question) for client in (self.client, self.second_client) for _ in range(3)}
            self.assertEqual(len(answers), 1, keys)

    def test_rebuilt_stores_return_the_same(self):
        self.in_zone(ZONE)
        questions = [self.questions.whole(*keys) for keys in
                     ([], ["date"], ["affiliate", "currency"], ["sub1", "link"], ["player"], ["deal", "month"])]
        before = [bytes_of(self.client, question) for question in questions]
        for node in (self.service, self.second):
            done = program.run("rebuild", *node.place())
            self.assertEqual(done.returncode, 0, done.stderr)
        for client in (self.client, self.second_client):
            for question, expected in zip(questions, before):
                self.assertEqual(bytes_of(client, question), expected)
        self.assert_same(questions)


class ClickHouseBesideSqlite(StreamCase):
    seed = 3

    @classmethod
    def more_settings(cls) -> dict:
        return {"facts": fresh_store(cls)}

    def test_numbers_are_the_naive_ones(self):
        self.assert_all_naive([self.questions.whole(), self.questions.whole("affiliate", "currency"),
                               *(self.questions.random() for _ in range(20))])

    def test_numbers_are_the_naive_ones_after_a_restart_and_a_rebuild(self):
        question = self.questions.whole("month", "affiliate", "eventType")
        self.service.restart()
        type(self).client = self.open_client(self.service.client())
        self.assertEqual(settled(self.client, self.naive(), question), [])
        self.service.stop()
        done = program.run("rebuild", *self.service.place())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.service.start()
        type(self).client = self.open_client(self.service.client())
        self.assertEqual(settled(self.client, self.naive(), question), [])


if __name__ == "__main__":
    unittest.main()
