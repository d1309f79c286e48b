"""The faults themselves. Each runs a load through it and returns what was found."""

import os
import random
import subprocess
import tempfile
import time
from pathlib import Path

from tests.fault.load import Load
from tests.fault.outcome import Outcome, Progress
from tests.fault.visitors import ONE_BY_ONE, SCATTERED, SETTINGS, Visitors
from tests.support.journal import prove
from tests.support.metrics import MetricsListener
from tests.support.postgres import PrivatePostgres
from tests.support.service import Service
from tests.support.visits import Lost
from tests.support.waiting import wait_until

RECOVERY_SECONDS_MAX = 90
# The ledger has a second; the rest is for a machine that is busy with the fault itself.
VISITOR_SECONDS_MAX = 1.8
# Long enough that visitors meet others who already wait.
HANG_SECONDS = 4
DISK_BYTES = 256 << 20  # More than SQLite's log may take before it is checkpointed.
# A killed node takes its share of a key's rate limit with it until the window ends, so a key wears out.
KILLS_PER_KEY = 20


def conclude(fault: str, rounds: int, service: Service, load: Load, visitors: Visitors,
             lost: Lost | None = None) -> Outcome:
    """Lets the senders finish, holds what was answered against the ledger, and stops the service."""
    load.finish()
    findings = visitors.prove(load.api_key, lost)
    status = service.stop()
    if status != 0:
        findings.append(f"the service ended with {status} on SIGTERM")
    findings += prove([*load.journals, visitors.journal], service.ledger().events(service.account.operator_id))
    findings += service.ledger().damage()
    return Outcome(fault, "postgres" if service.ledger_url else "sqlite", rounds, findings, load.acknowledged,
                   visitors.clicks, visitors.pixels, lost.clicks if lost else 0, load.server_errors,
                   load.broken_connections + visitors.broken_connections)


def kills(engine: str, count: int, seed: int, progress: Progress) -> Outcome:
    """kill -9 at random moments, now and then already while the service starts, and now and then a SIGTERM instead."""
    chance = random.Random(f"{seed}/kills/{engine}")
    with Service.create(engine, **SETTINGS) as service:
        service.start()
        load, visitors = Load(service, seed), Visitors(service, seed)
        with load, visitors:
            for number in range(1, count + 1):
                time.sleep(chance.uniform(0, 0.4))
                end_somehow(service, chance)
                if chance.random() < 0.1:
                    service.spawn()
                    time.sleep(chance.uniform(0, 0.1))
                    service.kill()
                service.start()
                if number % KILLS_PER_KEY == 0:
                    load.take_new_key()
                progress(f"kill -9 on {engine}", number, count)
        return conclude("kill -9", count, service, load, visitors)


def end_somehow(service: Service, chance: random.Random):
    if chance.random() < 0.9:
        service.kill()
    elif (status := service.stop()) != 0:
        raise AssertionError(f"The service ended with {status} on SIGTERM under load.")


def postgres_restarts(count: int, seed: int, progress: Progress) -> Outcome:
    """PostgreSQL goes down as in a crash and comes back, while the service stays up and keeps its manners."""
    chance = random.Random(f"{seed}/postgres")
    metrics = MetricsListener()
    with (PrivatePostgres() as server,
          Service.create("postgres", server.url, metrics_listen=metrics.listen, **SETTINGS) as service):
        service.start()
        load, visitors = Load(service, seed), Visitors(service, seed, ONE_BY_ONE)
        with load, visitors:
            for number in range(1, count + 1):
                time.sleep(chance.uniform(0.1, 0.6))
                server.stop("immediate")
                await_ready(service, 503)
                await_visitors(visitors)
                server.start()
                await_ready(service, 200)
                await_progress(load)
                progress("postgres restarts", number, count)
        outcome = conclude("postgres restart", count, service, load, visitors, losses(metrics))
    return must_have_stayed_up(outcome, visitors)


def postgres_hangs(count: int, seed: int, progress: Progress) -> Outcome:
    """PostgreSQL stands still without a word, as behind a broken network. Visitors do not wait for it."""
    metrics = MetricsListener()
    with (PrivatePostgres() as server,
          Service.create("postgres", server.url, metrics_listen=metrics.listen, **SETTINGS) as service):
        service.start()
        load, visitors = Load(service, seed), Visitors(service, seed, SCATTERED)
        with load, visitors:
            for number in range(1, count + 1):
                await_progress(load)
                server.pause()
                try:
                    time.sleep(HANG_SECONDS)
                    await_visitors(visitors)
                finally:
                    server.resume()
                progress("postgres hangs", number, count)
            await_progress(load)
        outcome = conclude("postgres hang", count, service, load, visitors, losses(metrics))
    return visitors_must_be_served(outcome, visitors)


def full_disk(count: int, seed: int, progress: Progress) -> Outcome:
    """The data folder's disk fills up and is freed again. At the end a kill, so that only what is on disk counts."""
    metrics = MetricsListener()
    with small_disk() as folder, tempfile.TemporaryDirectory(prefix="fairlead-test-") as elsewhere:
        service = Service(Path(folder) / "data", log_path=Path(elsewhere) / "log", metrics_listen=metrics.listen,
                          **SETTINGS)
        service.init("Harbour Gaming")
        with service:
            service.start()
            process_id = service.process_id
            load = Load(service, seed, senders=2, pause_seconds=0.005)
            visitors = Visitors(service, seed, ONE_BY_ONE)
            with load, visitors:
                for number in range(1, count + 1):
                    fill_and_free(service, load, visitors, Path(folder) / "ballast")
                    progress("full disk", number, count)
            same_process = service.running and service.process_id == process_id
            lost = losses(metrics)
            service.kill()
            service.start()
            outcome = conclude("full disk", count, service, load, visitors, lost)
    if not same_process:
        outcome.findings.append("the service did not live through the full disk")
    return must_have_stayed_up(outcome, visitors)


def losses(metrics: MetricsListener) -> Lost:
    return Lost(*(int(metrics.sum(name, status="lost"))
                  for name in ("fairlead_clicks_total", "fairlead_impressions_total")))


def must_have_stayed_up(outcome: Outcome, visitors: Visitors) -> Outcome:
    if outcome.broken_connections:
        outcome.findings.append(f"{outcome.broken_connections} connections broke though the service was to stay up")
    if not outcome.server_errors:
        outcome.findings.append("no request met the fault, so nothing was tested")
    return visitors_must_be_served(outcome, visitors)


def visitors_must_be_served(outcome: Outcome, visitors: Visitors) -> Outcome:
    if not outcome.lost_clicks:
        outcome.findings.append("no visitor met the fault, or the loss was not counted")
    if visitors.slowest_seconds > VISITOR_SECONDS_MAX:
        outcome.findings.append(f"a visitor waited {visitors.slowest_seconds:.1f} s")
    return outcome


def fill_and_free(service: Service, load: Load, visitors: Visitors, ballast: Path):
    errors = load.server_errors
    await_progress(load)
    try:
        wait_until(lambda: fill(ballast) or load.server_errors > errors, "a full disk is felt", RECOVERY_SECONDS_MAX)
        wait_until(lambda: fill(ballast) or probe(service, "/readyz") == 503, "a full disk makes the service unready")
        if probe(service, "/healthz") != 200:
            raise AssertionError("The service is not alive on a full disk.")
        await_visitors(visitors)
    finally:
        ballast.unlink(missing_ok=True)
    await_ready(service, 200)
    await_progress(load)


def fill(ballast: Path):
    """Takes all the room that is left on the disk of this file."""
    with open(ballast, "ab", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                continue


def probe(service: Service, path: str) -> int:
    with service.stranger() as stranger:
        return stranger.request("GET", path).status


def await_ready(service: Service, status: int):
    wait_until(lambda: probe(service, "/readyz") == status, f"/readyz answers {status}", RECOVERY_SECONDS_MAX)


def await_progress(load: Load):
    """Waits until more is acknowledged than now: the service works again without being restarted."""
    before = load.acknowledged
    wait_until(lambda: load.acknowledged > before + 20, "events are acknowledged again", RECOVERY_SECONDS_MAX)


def await_visitors(visitors: Visitors):
    """Waits until more visitors were served than now: nobody stands before a closed door while the ledger is away."""
    clicks, pixels = visitors.clicks, visitors.pixels
    wait_until(lambda: visitors.clicks + unnamed(visitors) > clicks + 2 and visitors.pixels > pixels + 2,
               "visitors are served without the ledger", RECOVERY_SECONDS_MAX)


def unnamed(visitors: Visitors) -> int:
    return sum(one.clicks_without_id for one in visitors.visits)


class small_disk:
    """A folder on a small disk of its own, in memory. Mounting one needs root."""

    def __enter__(self) -> str:
        if os.geteuid() != 0:
            raise PermissionError("A full disk can only be tried as root, because a small tmpfs has to be mounted.")
        self._folder = tempfile.mkdtemp(prefix="fairlead-disk-")
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", self._folder], check=True)
        return self._folder

    def __exit__(self, *_):
        subprocess.run(["umount", self._folder], check=True)
        os.rmdir(self._folder)
