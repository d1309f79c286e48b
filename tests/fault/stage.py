"""A service on one pair of engines, with its workers, as the target of faults; and the proof at the end. On PostgreSQL
the service has two nodes."""

import contextlib
import random
import tempfile
import time
from pathlib import Path

from tests.fault.load import Load
from tests.fault.office import Office
from tests.fault.receivers import SETTINGS as OPEN_NETWORK
from tests.fault.receivers import Inviter, Receivers, WayOut
from tests.fault.recount import (NAMED_CLICKS, attribution_differences, report_differences, statement_differences,
                                 verify)
from tests.fault.small_disk import SmallDisk
from tests.fault.visitors import SETTINGS, Ground, Visitors
from tests.fault.worker import Crew, Promises
from tests.support import clickhouse
from tests.support.clickhouse import PrivateClickHouse
from tests.support.facts import differences
from tests.support.journal import prove
from tests.support.mail_server import MailServer
from tests.support.metrics import MetricsListener
from tests.support.postgres_pair import PostgresPair
from tests.support.service import Service
from tests.support.tracking import made, make_affiliate, make_creative, make_link
from tests.support.visits import Lost
from tests.support.waiting import wait_until

RECOVERY_SECONDS_MAX = 300
LATE_CLICK_SECONDS_MAX = 180
# A killed node has taken a share of a key's rate limit that no node can use until the window ends. After this number of
# starts the senders get a new key, before the old one is used up.
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
        self.promises = Promises()
        self.lost = Lost()
        self.postgres: PostgresPair | None = None
        self.clickhouse: PrivateClickHouse | None = None
        self.disk: SmallDisk | None = None
        self.nodes: list[Service] = []
        self._metrics: list[MetricsListener] = []
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
        self.mail = MailServer()
        self._open.callback(self.mail.close)
        settings = SETTINGS | OPEN_NETWORK | self.mail.settings()
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
        self._add_node(self.service)

    def _add_node(self, node: Service):
        self._metrics.append(MetricsListener())
        node.settings["metrics_listen"] = self._metrics[-1].listen
        self.nodes.append(self._open.enter_context(node))
        node.start()

    def _people(self, seed: int):
        with self.service.client() as client:
            deals = {name: made(client.api("POST", "/deals", {"name": name, "terms": {"currency": "EUR"} | terms}))["id"]
                     for name, terms in TERMS.items()}
            parent = make_affiliate(client, dealIds=[deals["parent"]])
            affiliates = [parent, make_affiliate(client, dealIds=[deals["lead"]]),
                          make_affiliate(client, dealIds=[deals["hybrid"]], parentAffiliateId=parent["id"]),
                          make_affiliate(client, dealIds=[deals["hybrid"]])]
            receivers = self._open.enter_context(Receivers(len(affiliates) + 1))
            self.way_out = WayOut([one["id"] for one in affiliates], self.mail, receivers)
            self.way_out.subscribe(client)
            brand = made(client.api("POST", "/brands", {"name": "Torture"}))["id"]
            ground = Ground(brand, [make_link(client, brand, affiliate["id"]) for affiliate in affiliates],
                            [make_creative(client, brand)["id"] for _ in affiliates])
        if self.postgres:
            self._add_node(self.service.second_node())
        no_standby = self.promises.no_standby
        self.visitors = Visitors(self.nodes, seed, ground, self.promises)
        self.load = Load(self.service, seed, self.visitors.name_click, others=self.nodes[1:], no_standby=no_standby)
        self.office = Office(self.service, seed, [one["id"] for one in affiliates], lambda: self.visitors.clicks_sent,
                             no_standby)
        self.way_out.inviter = Inviter(self.service, f"{seed}/inviter", no_standby)
        self.crew = Crew([*self.load.senders, *self.visitors.visitors, *self.office.workers, self.way_out.inviter])

    def any_node(self) -> Service:
        return self.chance.choice(self.nodes)

    def start(self, node: Service):
        """Starts a node again."""
        node.start()
        self._starts += 1
        if self._starts % STARTS_PER_KEY == 0:
            self.load.take_new_key()

    def probe(self, path: str) -> set[int]:
        """The answers of the nodes."""
        return {self._probe(node, path) for node in self.nodes}

    def _probe(self, node: Service, path: str) -> int:
        with node.stranger() as stranger:
            return stranger.request("GET", path).status

    def await_ready(self, status: int):
        wait_until(lambda: self.probe("/readyz") == {status}, f"/readyz answers {status}", RECOVERY_SECONDS_MAX)

    def await_events(self, count: int = 3):
        """Waits until every node has acknowledged more requests of the senders."""
        enough = [answered + count for answered in self.load.answered]
        wait_until(lambda: all(now > then for now, then in zip(self.load.answered, enough)), "events are acknowledged",
                   RECOVERY_SECONDS_MAX)

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
        """The losses that the running nodes have counted."""
        return Lost(*(sum(int(metrics.sum(name, status="lost")) for metrics in self._metrics)
                      for name in ("fairlead_clicks_total", "fairlead_impressions_total")))

    def moves_backwards(self) -> list[float]:
        """How often each running node has noticed that the ledger moved backwards."""
        return [metrics.sum("fairlead_ledger_moved_backwards_total") for metrics in self._metrics]

    @property
    def processes(self) -> list[int | None]:
        """The process of each node, None if it has ended."""
        return [node.process_id if node.running else None for node in self.nodes]

    @property
    def broken_connections(self) -> int:
        return self.load.broken_connections + self.visitors.broken_connections

    def facts_differences(self, node: Service) -> list[str]:
        """Stops a node, which must have caught up, and compares its store with the ledger."""
        findings = self.stop(node)
        return findings + differences(node)

    def stop(self, node: Service) -> list[str]:
        status = node.stop()
        return [] if status == 0 else [f"a node ended with {status} on SIGTERM"]

    def _await_late_clicks(self) -> list[str]:
        """Every click that a registration names is recorded in the end. Until then, the registration waits for it."""
        for node in self.nodes:
            node.lag()  # The ledger takes the click journal over before this is answered.
        deadline = time.monotonic() + LATE_CLICK_SECONDS_MAX
        while (waiting := self.service.ledger().count("waiting_registrations")) and time.monotonic() < deadline:
            time.sleep(0.1)
        return [f"{waiting} registrations still wait for the clicks that they named"] if waiting else []

    def prove(self) -> list[str]:
        """Lets the senders finish. Compares the responses with the ledger, and the ledger with all its outputs."""
        service, operator_id = self.service, self.service.account.operator_id
        self.load.finish(RECOVERY_SECONDS_MAX)
        findings = self._await_late_clicks()
        findings += self.visitors.prove(self.load.api_key, self.lost) + self.office.prove() + self.crew.findings
        with service.client() as client:
            findings += self.way_out.prove(client, self.promises.no_standby.ended)
        for node in self.nodes:
            node.await_projection(RECOVERY_SECONDS_MAX)
        findings += report_differences(service)
        if self.postgres and self.visitors.missing > self.visitors.late:
            findings.append(f"{self.visitors.missing} clicks were lost although the disks of the nodes never failed")
        for node in reversed(self.nodes):
            findings += self.facts_differences(node)
        ledger = service.ledger()
        findings += prove([*self.load.journals, self.visitors.journal], ledger.events(operator_id))
        findings += attribution_differences(ledger.select(NAMED_CLICKS, operator_id))
        findings += statement_differences(ledger, operator_id, self.office.bookkeeper.statements)
        return findings + ledger.damage() + verify(service)
