"""Suites that play one random stream and query many reports about it."""

import shutil
import tempfile
import unittest
from pathlib import Path

from tests.support.client import Client
from tests.support.first_settings import rewrite_first_settings
from tests.support.reports.asking import disagreements, settled
from tests.support.reports.facts import Facts
from tests.support.reports.naive import Fact, Naive, Setting
from tests.support.reports.questions import Questions
from tests.support.reports.stream import Stream
from tests.support.reports.world import write_countries
from tests.support.service import Service

ZONE, BASE = "Europe/Berlin", "EUR"


def tracking_settings(case: type[unittest.TestCase]) -> dict:
    """Settings for visitors that come through a trusted proxy, and for the database of countries."""
    folder = Path(tempfile.mkdtemp(prefix="fairlead-test-"))
    case.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
    return {"trusted_proxies": "127.0.0.1/32", "country_database": write_countries(folder)}


class StreamCase(unittest.TestCase):
    """One service and one stream. A test that changes the operator changes it back."""

    engine = "sqlite"
    seed = 1
    maxDiff = 8000

    @classmethod
    def setUpClass(cls):
        cls.service = Service.create(cls.engine, **tracking_settings(cls), **cls.more_settings())
        cls.addClassCleanup(cls.service.close)
        cls.service.start()
        cls.client = cls.open_client(cls.service.client())
        cls.stream = Stream(cls.client, cls.open_client(cls.service.stranger()), cls.seed)
        cls.stream.play()
        cls.read_facts()
        cls.questions = Questions(cls.facts, cls.seed)
        # The tests find the errors. This only waits until no data is on its way.
        settled(cls.client, cls.naive(), cls.questions.whole())

    @classmethod
    def read_facts(cls):
        cls.facts: list[Fact] = Facts(cls.stream).all()
        cls.naives: dict[tuple[str, str], Naive] = {}

    @classmethod
    def more_settings(cls) -> dict:
        return {}

    @classmethod
    def open_client(cls, client: Client) -> Client:
        cls.addClassCleanup(client.close)
        return client

    @classmethod
    def naive(cls, zone: str = ZONE, base: str = BASE) -> Naive:
        """Computed once per clock; `read_facts` computes them again."""
        if (zone, base) not in cls.naives:
            cls.naives[zone, base] = Naive(cls.facts, Setting(zone, base, cls.stream.journal.rates))
        return cls.naives[zone, base]

    def set_operator(self, **members):
        """Changes the operator until the end of the test."""
        self.addCleanup(rewrite_first_settings, self.service, self.client, timeZone=ZONE, baseCurrency=BASE)
        rewrite_first_settings(self.service, self.client, **members)

    def assert_naive(self, question: dict, naive: Naive | None = None):
        self.assertEqual(disagreements(self.client, naive or self.naive(), question), [], question)

    def assert_all_naive(self, questions: list[dict], naive: Naive | None = None):
        for question in questions:
            with self.subTest(**{name: question[name] for name in question if name != "metrics"}):
                self.assert_naive(question, naive)
