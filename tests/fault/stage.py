"""A service on one pair of engines, with its workers, as the target of faults; and the proof at the end."""

import contextlib
import random
import tempfile
from pathlib import Path

from tests.fault.load import Load
from tests.fault.office import Office
from tests.fault.recount import report_differences, statement_differences, verify
from tests.fault.small_disk import SmallDisk
from tests.fault.visitors import SETTINGS, Ground, Visitors
from tests.fault.worker import Crew, Weather
from tests.support import clickhouse
from tests.support.clickhouse import PrivateClickHouse
from tests.support.facts import differences
from tests.support.journal import prove
from tests.support.metrics import MetricsListener
from tests.support.postgres_pair import PostgresPair
from tests.support.service import Service
from tests.support.tracking import made, make_affiliate, make_creative, make_link
from tests.support.visits import Lost
from tests.support.waiting import wait_until

RECOVERY_SECONDS_MAX = 120
# A killed node takes its share of a key's rate limit with it until the window ends, so that the key is used up.
STARTS_PER_KEY = 20

# By default, this server acknowledges commits seconds before they are on disk. The service must not rely on that.
LAZY = {"synchronous_commit": "off", "wal_writer_delay": "10s", "wal_writer_flush_after": "1GB"}

TERMS = {
    "hybrid": {"cpa": {"amount": "50", "minFirstDeposit": "20", "tiers": [{"from": 40, "amount": "60"}]},
               "revShare": {"rate": "20", "tiers": [{"from": "1000", "rate": "25"}], "tierMode": "whole",
                            "adminFeePercent": "10"}},
    "lead": {"cpl": {"amount": "5"}, "fixedMonthly": {"amount": "300"}},
    "parent": {"revShare": {"rate": "33.3333"}, "subAffiliate": {"percentOfCommission": "5"}},
}


class Stage:
    """Use as a context manager. The workers run inside `with stage.crew`."""

    def __init__(self, ledger: str, facts: str, seed: int, with_small_disk: bool):
        self.chance = random.Random(f"{seed}/{ledger}/{facts}")
        self.weather = Weather()
        self.lost = Lost()
        self.postgres: PostgresPair | None = None
        self.clickhouse: PrivateClickHouse | None = None
        self.disk: SmallDisk | None = None
        self._metrics = MetricsListener()
        self._open = contextlib.ExitStack()
        self._starts = 0
        try:
            self._build(ledger, facts, with_small_disk)
            self._people(seed)
        except BaseException:
            self._open.close()
            raise

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *_):
        self._open.close()

    def _build(self, ledger: str, facts: str, with_small_disk: bool):
        settings = SETTINGS | {"metrics_listen": self._metrics.listen}
        if facts == "clickhouse":
            self.clickhouse = self._open.enter_context(PrivateClickHouse())
            settings["facts"] = clickhouse.fresh_database(self.clickhouse.url)
        if ledger == "postgres":
            self.postgres = self._open.enter_context(PostgresPair(LAZY))
        if with_small_disk:
            self.disk = self._open.enter_context(SmallDisk())
        elsewhere = Path(self._open.enter_context(tempfile.TemporaryDirectory(prefix="fairlead-test-")))
        data = (self.disk.folder if self.disk else elsewhere) / "data"
        self.service = Service(data, self.postgres and self.postgres.url, log_path=elsewhere / "log", **settings)
        self.service.init("Harbour Gaming")
        self._open.enter_context(self.service)
        self.service.start()

    def _people(self, seed: int):
        with self.service.client() as client:
            deals = {name: made(client.api("POST", "/deals", {"name": name, "terms": {"currency": "EUR"} | terms}))["id"]
                     for name, terms in TERMS.items()}
            parent = make_affiliate(client, dealIds=[deals["parent"]])
            affiliates = [parent, make_affiliate(client, dealIds=[deals["lead"]]),
                          make_affiliate(client, dealIds=[deals["hybrid"]], parentAffiliateId=parent["id"]),
                          make_affiliate(client, dealIds=[deals["hybrid"]])]
            brand = made(client.api("POST", "/brands", {"name": "Torture"}))["id"]
            ground = Ground(brand, [make_link(client, brand, affiliate["id"]) for affiliate in affiliates],
                            [make_creative(client, brand)["id"] for _ in affiliates])
        self.visitors = Visitors(self.service, seed, ground, self.weather)
        self.load = Load(self.service, seed, self.visitors.name_click)
        self.office = Office(self.service, seed, [one["id"] for one in affiliates], lambda: self.visitors.clicks_sent)
        self.crew = Crew([*self.load.senders, *self.visitors.visitors, *self.office.workers])

    def start(self):
        """Starts the service again."""
        self.service.start()
        self._starts += 1
        if self._starts % STARTS_PER_KEY == 0:
            self.load.take_new_key()

    def probe(self, path: str) -> int:
        with self.service.stranger() as stranger:
            return stranger.request("GET", path).status

    def await_ready(self, status: int):
        wait_until(lambda: self.probe("/readyz") == status, f"/readyz answers {status}", RECOVERY_SECONDS_MAX)

    def await_events(self, count: int = 5):
        """Waits until more events are acknowledged."""
        before = self.load.acknowledged
        wait_until(lambda: self.load.acknowledged > before + count, "events are acknowledged", RECOVERY_SECONDS_MAX)

    def await_visitors(self):
        """Waits until more visitors get a response."""
        clicks, pixels = self.visitors.clicks, self.visitors.pixels
        wait_until(lambda: self.visitors.clicks > clicks + 2 and self.visitors.pixels > pixels + 2,
                   "visitors are answered", RECOVERY_SECONDS_MAX)

    def await_report(self):
        before = self.office.reader.answered
        wait_until(lambda: self.office.reader.answered > before, "a report gets a response", RECOVERY_SECONDS_MAX)

    def await_log_in(self):
        before = self.office.clerk.answered
        wait_until(lambda: self.office.clerk.answered > before, "a log-in gets a response", RECOVERY_SECONDS_MAX)

    def counted_losses(self) -> Lost:
        """The losses that this process of the service has counted."""
        return Lost(*(int(self._metrics.sum(name, status="lost"))
                      for name in ("fairlead_clicks_total", "fairlead_impressions_total")))

    @property
    def broken_connections(self) -> int:
        return self.load.broken_connections + self.visitors.broken_connections

    def facts_differences(self) -> list[str]:
        """Stops the service, which must have caught up, and compares its store with the ledger."""
        findings = self.stop()
        return findings + differences(self.service)

    def stop(self) -> list[str]:
        status = self.service.stop()
        return [] if status == 0 else [f"the service ended with {status} on SIGTERM"]

    def prove(self) -> list[str]:
        """Lets the senders finish. Compares the responses with the ledger, and the ledger with all its outputs."""
        service, operator_id = self.service, self.service.account.operator_id
        self.load.finish(RECOVERY_SECONDS_MAX)
        findings = self.visitors.prove(self.load.api_key, self.lost) + self.office.prove() + self.crew.findings
        service.await_projection(RECOVERY_SECONDS_MAX)
        findings += report_differences(service) + self.facts_differences()
        ledger = service.ledger()
        findings += prove([*self.load.journals, self.visitors.journal], ledger.events(operator_id))
        findings += statement_differences(ledger, operator_id, self.office.bookkeeper.statements)
        return findings + ledger.damage() + verify(service)
