"""Faults under load, and the proof that nothing acknowledged was lost and nothing was counted twice.

python3 -m tests.fault.torture --kills 200 --engine both
python3 -m tests.fault.torture --fault full-disk
"""

import argparse
import functools
import random
import sys
import traceback
from typing import Callable

from tests.fault import faults
from tests.fault.outcome import Outcome
from tests.fault.projection import clickhouse_kills, kills_while_projecting

ENGINES = ("sqlite", "postgres")
FAULTS = ("kill", "projection", "postgres-restart", "postgres-hang", "full-disk")
OUTAGES_DEFAULT = 8
PROJECTION_KILLS_DEFAULT = 100
FINDINGS_SHOWN_MAX = 20


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.fault.torture", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200, help="how often the service is killed on each engine")
    parser.add_argument("--projection-kills", type=int, default=PROJECTION_KILLS_DEFAULT,
                        help="how often it is killed while facts are on their way into the analytics store")
    parser.add_argument("--outages", type=int, default=OUTAGES_DEFAULT, help="how often the other faults strike")
    parser.add_argument("--engine", choices=(*ENGINES, "both"), default="both")
    parser.add_argument("--fault", choices=FAULTS, action="append", help="only this fault; may be repeated")
    parser.add_argument("--seed", type=int, default=None, help="repeats the random choices of an earlier run")
    return parser.parse_args(arguments)


def plan(options: argparse.Namespace, seed: int) -> list[tuple[str, str, Callable[[], Outcome]]]:
    """The trials that were asked for: fault, engine, and how to run it."""
    engines = ENGINES if options.engine == "both" else (options.engine,)
    chosen = options.fault or FAULTS
    trials = []
    if "kill" in chosen:
        trials += [("kill -9", e, functools.partial(faults.kills, e, options.kills, seed, show)) for e in engines]
    if "projection" in chosen:
        trials += [("projection", e, functools.partial(kills_while_projecting, e, options.projection_kills, seed, show))
                   for e in engines]
        trials.append(("projection", "clickhouse", lambda: clickhouse_kills(options.outages, seed, show)))
    if "postgres-restart" in chosen and "postgres" in engines:
        trials.append(("postgres restart", "postgres", lambda: faults.postgres_restarts(options.outages, seed, show)))
    if "postgres-hang" in chosen and "postgres" in engines:
        trials.append(("postgres hang", "postgres", lambda: faults.postgres_hangs(options.outages, seed, show)))
    if "full-disk" in chosen and "sqlite" in engines:
        trials.append(("full disk", "sqlite", lambda: faults.full_disk(options.outages, seed, show)))
    return trials


def show(what: str, number: int, count: int):
    if sys.stdout.isatty():
        print(f"\r{what}: {number} of {count} ", end="\n" if number == count else "", flush=True)
    elif number == count or number % 50 == 0:
        print(f"{what}: {number} of {count}", flush=True)


def attempt(fault: str, engine: str, trial: Callable[[], Outcome]) -> Outcome:
    """A trial that cannot be brought to its end is a finding as well."""
    try:
        return trial()
    except Exception as error:
        traceback.print_exc()
        return Outcome(fault, engine, 0, [f"{type(error).__name__}: {error}"])


def report(outcomes: list[Outcome]):
    print(f"\n{'fault':<18}{'engine':<10}{'rounds':>7}{'events':>9}{'clicks':>9}{'lost':>6}{'pixels':>9}{'5xx':>7}"
          f"{'broken':>8}{'findings':>10}")
    for o in outcomes:
        print(f"{o.fault:<18}{o.engine:<10}{o.rounds:>7}{o.acknowledged:>9}{o.clicks:>9}{o.lost_clicks:>6}"
              f"{o.pixels:>9}{o.server_errors:>7}{o.broken_connections:>8}{len(o.findings):>10}")
    for outcome in outcomes:
        for finding in outcome.findings[:FINDINGS_SHOWN_MAX]:
            print(f"  {outcome.fault} on {outcome.engine}: {finding}")
    failed = sum(1 for outcome in outcomes if outcome.findings)
    print(f"{len(outcomes) - failed} passed, {failed} failed")


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    seed = options.seed if options.seed is not None else random.randrange(1 << 31)
    trials = plan(options, seed)
    if not trials:
        print("The fault that was chosen does not concern the engine that was chosen.", file=sys.stderr)
        return 2
    print(f"seed {seed}", flush=True)
    outcomes = [attempt(*trial) for trial in trials]
    report(outcomes)
    return 1 if any(outcome.findings for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
