"""Faults under mixed load, and the proof that no acknowledged data was lost or counted twice.

python3 -m tests.fault.torture --kills 200
python3 -m tests.fault.torture --kills 20 --engines sqlite+duckdb --seed 7
"""

import argparse
import random
import sys
import time
import traceback
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Callable

from tests.fault.faults import FAULTS, KILL, Fault
from tests.fault.stage import Stage

ENGINES = ("sqlite+duckdb", "postgres+clickhouse")
# The number of kills for one service. Then comes the proof, and the next service starts with a new ledger.
KILLS_PER_ROUND = 40
FINDINGS_SHOWN_MAX = 20

Say = Callable[[str], None]


@dataclass
class Tally:
    """The results of one fault on one pair of engines."""

    times: int = 0
    longest_seconds: float = 0
    findings: list[str] = field(default_factory=list)


@dataclass
class Result:
    """The results of all rounds on one pair of engines."""

    engines: str
    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    proved: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def findings(self) -> list[str]:
        return [f"{fault} on {self.engines}: {finding}" for fault, tally in self.tallies.items()
                for finding in tally.findings]


def schedule(stage: Stage, kills: int, each: int) -> list[Fault]:
    """This number of kills, and `each` times every other suitable fault, in an order that depends on the seed."""
    others = [fault for fault in FAULTS if fault.suits(stage)]
    plan = [KILL] * kills + others * each
    stage.chance.shuffle(plan)
    return plan


def strike(stage: Stage, fault: Fault, tally: Tally):
    """A fault that does not complete is a finding too."""
    tally.times += 1
    try:
        tally.longest_seconds = max(tally.longest_seconds, fault.strike(stage))
    except Exception as error:
        traceback.print_exc()
        tally.findings.append(f"{type(error).__name__}: {error}")
        for node in stage.nodes:
            if not node.running:
                stage.start(node)


def count(stage: Stage) -> dict[str, int]:
    """What was acknowledged, lost and refused in this round."""
    return {"events": stage.load.acknowledged, "clicks": stage.visitors.clicks, "pixels": stage.visitors.pixels,
            "clicks lost": stage.visitors.missing, "clicks answered late": stage.visitors.late,
            "counted as lost": stage.lost.clicks + stage.lost.pixels,
            "events accepted again": stage.load.accepted_again,
            "clicks of lost seconds": stage.visitors.missing_at_risk,
            "reports": stage.office.reader.answered, "statements": len(stage.office.bookkeeper.statements),
            "sessions": len(stage.office.clerk.open) + len(stage.office.clerk.ended),
            "messages received": len(set(stage.way_out.receivers.accepted)),
            "messages received again": stage.way_out.receivers.repeats, "mails": len(stage.way_out.mails),
            "refused for now": stage.load.server_errors, "broken connections": stage.broken_connections}


def run_round(engines: str, seed: int, number: int, kills: int, each: int, result: Result, say: Say):
    """One service with its faults and its proof. Every second SQLite service uses a small disk."""
    ledger, facts = engines.split("+")
    with Stage(ledger, facts, seed + number, with_small_disk=ledger == "sqlite" and number % 2 == 0) as stage:
        with stage.crew:
            for fault in schedule(stage, kills, each):
                strike(stage, fault, result.tallies[fault.name])
        say(f"{engines}, round {number + 1}: proving")
        proof = result.tallies["the proof at the end"]
        proof.times += 1
        since = time.monotonic()
        proof.findings += stage.prove()
        proof.longest_seconds = max(proof.longest_seconds, time.monotonic() - since)
        for what, amount in count(stage).items():
            result.proved[what] += amount


def run(engines: str, seed: int, kills: int, each: int, minutes: float | None, say: Say) -> Result:
    """Runs rounds until the number of kills or the time is reached; at least one round."""
    result = Result(engines)
    deadline = time.monotonic() + minutes * 60 if minutes else None
    number = 0
    while number == 0 or (time.monotonic() < deadline if deadline else result.tallies[KILL.name].times < kills):
        left = kills - result.tallies[KILL.name].times
        share = KILLS_PER_ROUND if deadline else min(KILLS_PER_ROUND, left)
        try:
            run_round(engines, seed, number, share, each, result, say)
        except Exception as error:
            traceback.print_exc()
            result.tallies["the proof at the end"].findings.append(f"{type(error).__name__}: {error}")
            break
        number += 1
        say(f"{engines}, round {number}: {result.tallies[KILL.name].times} kills, {len(result.findings)} findings")
    return result


def table(results: list[Result]) -> str:
    lines = [f"{'fault':<24}{'engines':<22}{'times':>6}{'answered again after':>22}{'findings':>10}"]
    for result in results:
        lines += [f"{fault:<24}{result.engines:<22}{tally.times:>6}{tally.longest_seconds:>20.1f} s"
                  f"{len(tally.findings):>10}" for fault, tally in result.tallies.items()]
    for result in results:
        lines.append(f"{result.engines}: " + ", ".join(f"{amount} {what}" for what, amount in result.proved.items()))
    for result in results:
        lines += [f"  {finding[:2000]}" for finding in result.findings[:FINDINGS_SHOWN_MAX]]
    return "\n".join(lines)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.fault.torture", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200, help="how often the service is killed on each pair of engines")
    parser.add_argument("--each", type=int, default=3, help="how often every other fault strikes in a round")
    parser.add_argument("--minutes", type=float, help="run for this time on each pair of engines, whatever --kills is")
    parser.add_argument("--engines", action="append", help=f"LEDGER+FACTS; may be repeated (default: {ENGINES})",
                        choices=[f"{ledger}+{facts}" for ledger in ("sqlite", "postgres")
                                 for facts in ("duckdb", "clickhouse")])
    parser.add_argument("--seed", type=int, help="repeats the random choices of an earlier run")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    seed = options.seed if options.seed is not None else random.randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    results = [run(engines, seed, options.kills, options.each, options.minutes, lambda text: print(text, flush=True))
               for engines in options.engines or ENGINES]
    print(f"\n{table(results)}\nseed {seed}")
    findings = sum(len(result.findings) for result in results)
    print("clicks lost: " + ", ".join(f"{result.proved['clicks lost']} on {result.engines}" for result in results))
    print("no findings" if not findings else f"{findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
