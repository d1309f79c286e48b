"""Compares engine and oracle on random histories: python3 -m tests.property.commission.run --histories 10000"""

import argparse
import json
import multiprocessing
import sys
import time

from tests.property.commission.compare import Comparison
from tests.property.commission.generate import generate
from tests.property.commission.history import CHANGED_RULES
from tests.property.commission.members import GROUPS

SHRUNK_MAX = 5
comparison = None
members = ()
rules = ()


def start_worker(chosen, changed):
    global comparison, members, rules
    comparison, members, rules = Comparison(in_any_order=bool(chosen)), chosen, changed


def seed_of(seed, number):
    return seed * 1_000_000_000 + number


def history_of(seed):
    return [step | {"changed": list(rules)} if step["do"] == "rules" else step for step in generate(seed, members)]


def differs(seed):
    """The seed of a history on which oracle and engine differ, or None."""
    return seed if comparison.difference(history_of(seed)) else None


def describe(seed):
    steps = comparison.smallest(history_of(seed))
    part, expected, found = comparison.difference(steps)
    told = "\n".join(f"  {json.dumps(step)}" for step in steps)
    return f"history {seed}, {part}:\n{told}\n  oracle: {json.dumps(expected)}\n  engine: {json.dumps(found)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--histories", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--members", default="", help="groups of members of §6, separated by commas, or all: " + ", ".join(GROUPS))
    parser.add_argument("--rules", default=",".join(CHANGED_RULES), help="the changed sections that apply, separated by commas")
    options = parser.parse_args()
    chosen = GROUPS if options.members == "all" else tuple(filter(None, options.members.split(",")))
    begun = time.monotonic()
    seeds = [seed_of(options.seed, number) for number in range(options.histories)]
    with multiprocessing.Pool(options.processes, start_worker, (chosen, tuple(options.rules.split(",")))) as pool:
        different = [seed for seed in pool.imap_unordered(differs, seeds, chunksize=50) if seed is not None]
        for text in pool.imap(describe, sorted(different)[:SHRUNK_MAX]):
            print(text)
    print(f"{options.histories} histories, {len(different)} different, {time.monotonic() - begun:.1f} s")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
