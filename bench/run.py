"""Measures the service and its references on this machine, in one run.

python3 -m bench.run [NAME], or simply ./dev bench (see README.md).
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from bench import (closing, commission, events, floor, growth, nodes, outbox, pages, postgres, reports, search,
                   simulation, suite, tracking)
from bench.events import DATA
from bench.report import say
from bench.result import Result

# Each module has HELP, its options and `bench`, which returns the results.
BENCHES = {"events": events, "growth": growth, "tracking": tracking, "postgres": postgres, "nodes": nodes,
           "reports": reports, "commission": commission, "closing": closing, "simulation": simulation,
           "search": search, "outbox": outbox, "pages": pages, "floor": floor}


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./dev bench", description="Compares the service with its references. "
                                     "Without a name, runs all benchmarks and writes bench/RESULTS.md.")
    parser.add_argument("--quick", action="store_true", help="run all benchmarks with small sizes in some five minutes, "
                        "and write build/bench-quick.md")
    parser.add_argument("--results", type=Path, metavar="FILE", help="write the page of results to this file")
    names = parser.add_subparsers(dest="name", metavar="NAME")
    for name, module in BENCHES.items():
        one = names.add_parser(name, help=module.HELP)
        module.add_options(one)
        one.add_argument("--results", type=Path, metavar="FILE", default=argparse.SUPPRESS,
                         help="write a page of results to this file")
    return parser


def run_named(arguments: list[str]) -> list[Result]:
    options = make_parser().parse_args(arguments)
    try:
        return BENCHES[options.name].bench(options)
    finally:
        shutil.rmtree(DATA, ignore_errors=True)


def main() -> int:
    arguments = sys.argv[1:]
    options = make_parser().parse_args(arguments)
    load = os.getloadavg()[0]
    if load > 0.5:
        say(f"This machine is busy with other work (load {load:.1f}). The figures will be too low.")
    if options.name:
        return suite.run_parts([arguments], " ".join(["./dev bench", *arguments]), options.results, run_named)
    return suite.run_all(options.quick, options.results, run_named)


if __name__ == "__main__":
    sys.exit(main())
