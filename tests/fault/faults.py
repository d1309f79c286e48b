"""The faults. Each strikes a busy service and returns the seconds from the end of its cause to the next response."""

import random
import threading
import time
from dataclasses import dataclass
from typing import Callable

from tests.fault.damage import DAMAGES
from tests.fault.rudeness import MALFORMED, flood_logins, is_refused, trickle
from tests.fault.stage import RECOVERY_SECONDS_MAX, Stage
from tests.support.postgres import query
from tests.support.postgres_pair import DATABASE
from tests.support.private_server import database_at
from tests.support.waiting import wait_until

# Long enough that visitors arrive while others already wait.
HANG_SECONDS = 3
RUDE_SECONDS = 2
# A frozen primary is left within this time after the standby was promoted: a few seconds on an idle machine.
# Connections that each wait for their own timeout need more than a minute.
LEFT_SECONDS_MAX = 60
# More than the time after which the service looks for a newer primary.
THAWED_SECONDS = 6
# For this time the primary acknowledges commits that the standby lacks when it is promoted.
LOST_SECONDS = 1
EVENTS = "SELECT count(*) FROM events"
EVENTS_AND_BLOCKS = "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM fact_blocks)"


class Finding(Exception):
    """A failure that the fault itself found. The torture continues."""


@dataclass(frozen=True)
class Fault:
    name: str
    strike: Callable[[Stage], float]
    suits: Callable[[Stage], bool] = lambda stage: True


def until(wait: Callable[[], None]) -> float:
    since = time.monotonic()
    wait()
    return time.monotonic() - since


def kill(stage: Stage) -> float:
    """kill -9 at a random moment, sometimes a second time while the node starts or catches up."""
    node = stage.any_node()
    time.sleep(stage.chance.uniform(0, 0.4))
    node.kill()
    if stage.chance.random() < 0.15:
        node.spawn()
        time.sleep(stage.chance.uniform(0, 0.1))
        node.kill()
    return until(lambda: (stage.start(node), stage.await_events()))


def terminate(stage: Stage) -> float:
    node = stage.any_node()
    time.sleep(stage.chance.uniform(0, 0.4))
    findings = stage.stop(node)
    seconds = until(lambda: (stage.start(node), stage.await_events()))
    if findings:
        raise Finding(findings[0])
    return seconds


def outage(stage: Stage, begin: Callable[[], None], during: Callable[[], None], end: Callable[[], None],
           journal_fails: bool = False) -> float:
    """The ledger becomes unavailable and comes back. The service keeps running. Visits wait in the journal, unless it
    fails too: then the service counts its losses."""
    processes, broken, lost = stage.processes, stage.broken_connections, stage.counted_losses()
    if journal_fails:
        stage.promises.no_journal.begin()
    try:
        begin()
        during()
        stage.await_visitors()
    finally:
        end()
    seconds = until(lambda: (stage.await_ready(200), stage.await_events()))
    stage.promises.no_journal.end()
    if stage.processes != processes:
        raise Finding("a node did not survive the outage")
    stage.lost += stage.counted_losses() - lost
    if stage.broken_connections > broken:
        raise Finding(f"{stage.broken_connections - broken} connections broke although the service kept running")
    return seconds


def crash_postgres(stage: Stage) -> float:
    """PostgreSQL crashes and starts again."""
    def felt():
        errors = stage.load.server_errors
        stage.await_ready(503)
        wait_until(lambda: stage.load.server_errors > errors, "an event fails", RECOVERY_SECONDS_MAX)

    return outage(stage, lambda: stage.postgres.stop("immediate"), felt, stage.postgres.start)


def hang_postgres(stage: Stage) -> float:
    """PostgreSQL hangs without closing connections, as behind a broken network. Visitors do not wait for it."""
    return outage(stage, stage.postgres.pause, lambda: time.sleep(HANG_SECONDS), stage.postgres.resume)


def promote_standby(stage: Stage) -> float:
    """The primary crashes, and its synchronous standby takes over. Nothing that was acknowledged is lost."""
    pair = stage.postgres
    return outage(stage, lambda: pair.stop("immediate"), lambda: (pair.promote(), stage.await_events()), pair.rejoin)


def thaw_primary(stage: Stage) -> float:
    """The primary freezes, the standby takes over, and the old primary wakes up and accepts writes again."""
    pair = stage.postgres

    def take_over():
        pair.promote()
        seconds = until(stage.await_events)
        if seconds > LEFT_SECONDS_MAX:
            raise Finding(f"a frozen primary was left after {seconds:.1f} s")
        pair.standby.resume()
        before = query(database_at(pair.standby.url, DATABASE), EVENTS_AND_BLOCKS)
        time.sleep(THAWED_SECONDS)
        stage.await_events()
        after = query(database_at(pair.standby.url, DATABASE), EVENTS_AND_BLOCKS)
        if before != after:
            raise Finding(f"the old primary was written to: {before} before and {after} after")

    return outage(stage, pair.pause, take_over, lambda: (pair.standby.resume(), pair.rejoin()))


def lose_a_second(stage: Stage) -> float:
    """An asynchronous standby is promoted that lacks the last second. The nodes continue with what it has. The senders
    send again what was acknowledged in that second."""
    pair, no_standby = stage.postgres, stage.promises.no_standby
    noticed = stage.moves_backwards()

    def fall_behind():
        no_standby.begin()
        stage.visitors.await_recording()
        pair.part()
        time.sleep(LOST_SECONDS)
        stage.await_events()

    def take_over():
        [had] = query(database_at(pair.primary.url, DATABASE), EVENTS)
        pair.stop("immediate")
        pair.standby.start()
        [has] = query(database_at(pair.standby.url, DATABASE), EVENTS)
        no_standby.end()
        pair.promote()
        if int(has) >= int(had):
            raise Finding(f"the standby lacks nothing: the primary had {had} events, the standby has {has}")
        stage.await_events()
        if any(now <= then for now, then in zip(stage.moves_backwards(), noticed)):
            raise Finding("a node did not notice that the ledger moved backwards")

    try:
        return outage(stage, fall_behind, take_over, pair.rejoin)
    finally:
        if no_standby.lasts:
            no_standby.end()


def fill_disk(stage: Stage) -> float:
    """The disk of the data folder fills up and is freed again."""
    def felt():
        errors = stage.load.server_errors
        wait_until(lambda: stage.disk.fill() or stage.load.server_errors > errors, "a request fails on the full disk",
                   RECOVERY_SECONDS_MAX)
        wait_until(lambda: stage.disk.fill() or stage.probe("/readyz") == {503}, "a full disk makes it not ready")
        if stage.probe("/healthz") != {200}:
            raise Finding("the service is not alive on a full disk")

    # A new log file of the ledger has no reserved space yet.
    stage.stop(stage.service)
    stage.start(stage.service)
    stage.await_events()
    return outage(stage, stage.disk.fill, felt, stage.disk.free, journal_fails=True)


def away_clickhouse(stage: Stage, end: Callable[[], None]) -> float:
    """Events and visitors continue; reports work again when ClickHouse does."""
    broken = stage.broken_connections
    end()
    try:
        time.sleep(stage.chance.uniform(0, 1.5))
        stage.await_events()
        stage.await_visitors()
    finally:
        stage.clickhouse.start()
    seconds = until(stage.await_report)
    if stage.broken_connections > broken:
        raise Finding("connections broke although only reports were affected")
    return seconds


def crash_clickhouse(stage: Stage) -> float:
    return away_clickhouse(stage, stage.clickhouse.kill)


def stop_clickhouse(stage: Stage) -> float:
    return away_clickhouse(stage, stage.clickhouse.stop)


def damage_facts(stage: Stage) -> float:
    """Damages DuckDB's file. Its content is compared first, because the node rebuilds the store."""
    node = stage.any_node()
    with stage.crew.paused():
        for one in stage.nodes:
            one.await_projection(RECOVERY_SECONDS_MAX)
        findings = stage.facts_differences(node)
        damage = stage.chance.choice(DAMAGES)
        damage(node.facts_file, stage.chance)
        stage.start(node)
    seconds = until(stage.await_report)
    stage.await_events()
    if findings:
        raise Finding(f"before {damage.__name__}: {findings}")
    return seconds


def rudely(stage: Stage, work: Callable[[], None]) -> float:
    """A rude client runs for some seconds and must not affect others. Returns the seconds that others waited."""
    broken = stage.broken_connections
    failures: list[str] = []

    def guarded():
        try:
            work()
        except Exception as error:
            failures.append(f"{type(error).__name__}: {error}")

    rude = threading.Thread(target=guarded, daemon=True)
    rude.start()
    seconds = until(lambda: (stage.await_events(), stage.await_visitors(), stage.await_log_in()))
    rude.join()
    if failures:
        raise Finding(failures[0])
    if stage.broken_connections > broken:
        raise Finding("connections of others broke")
    return seconds


def slow_requests(stage: Stage) -> float:
    return rudely(stage, lambda: trickle(stage.service, RUDE_SECONDS, random.Random(stage.chance.random())))


def malformed_requests(stage: Stage) -> float:
    def send():
        for request in stage.chance.sample(MALFORMED, len(MALFORMED)):
            said = is_refused(stage.service, request)
            if said:
                raise Finding(said)

    return rudely(stage, send)


def login_flood(stage: Stage) -> float:
    return rudely(stage, lambda: flood_logins(stage.service, RUDE_SECONDS))


def upset_receivers(stage: Stage) -> float:
    """Receivers hang, refuse, answer late and close in the middle. Another one still gets its messages."""
    receivers, steady = stage.way_out.receivers, stage.way_out.steady
    moods = list(receivers.MOODS)
    stage.chance.shuffle(moods)
    before = receivers.count(steady)
    receivers.upset(moods)
    try:
        time.sleep(HANG_SECONDS)
        wait_until(lambda: receivers.count(steady) > before, "the steady receiver gets messages", RECOVERY_SECONDS_MAX)
    finally:
        receivers.calm()
    counts = [receivers.count(number) for number in range(len(moods))]
    return until(lambda: wait_until(
        lambda: all(receivers.count(number) > count for number, count in enumerate(counts)),
        "every receiver gets messages again", RECOVERY_SECONDS_MAX))


def stop_mail(stage: Stage) -> float:
    """The mail server stops. Invitations that are made in this time arrive when it runs again."""
    stage.mail.stop()
    try:
        time.sleep(HANG_SECONDS)
    finally:
        stage.mail.start()
    before = len(stage.way_out.mails)
    return until(lambda: wait_until(lambda: len(stage.way_out.mails) > before, "a mail comes", RECOVERY_SECONDS_MAX))


FAULTS = (
    Fault("SIGTERM", terminate),
    Fault("PostgreSQL crashes", crash_postgres, lambda stage: stage.postgres),
    Fault("PostgreSQL hangs", hang_postgres, lambda stage: stage.postgres),
    Fault("standby promoted", promote_standby, lambda stage: stage.postgres),
    Fault("old primary thawed", thaw_primary, lambda stage: stage.postgres),
    Fault("asynchronous standby", lose_a_second, lambda stage: stage.postgres),
    Fault("ClickHouse crashes", crash_clickhouse, lambda stage: stage.clickhouse),
    Fault("ClickHouse stops", stop_clickhouse, lambda stage: stage.clickhouse),
    Fault("disk full", fill_disk, lambda stage: stage.disk),
    Fault("DuckDB file damaged", damage_facts, lambda stage: not stage.clickhouse),
    Fault("slow requests", slow_requests),
    Fault("malformed requests", malformed_requests),
    Fault("flood of log-ins", login_flood),
    Fault("receivers fail", upset_receivers),
    Fault("mail server stops", stop_mail),
)
KILL = Fault("kill -9", kill)
