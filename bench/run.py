"""Measures the service on this machine and what it is compared with, in one run.

python3 -m bench.run [NAME], or simply ./dev bench (see README.md).
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from bench import closing, commission, events, floor, growth, nodes, pages, postgres, reports, suite, tracking
from bench.events import DATA
from bench.report import say
from bench.result import Result

# Each has a HELP, its options and `bench`, which returns its results.
BENCHES = {"events": events, "growth": growth, "tracking": tracking, "postgres": postgres, "nodes": nodes,
           "reports": reports, "commission": commission, "closing": closing, "pages": pages, "floor": floor}


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./dev bench", description="Measures the service beside its references. "
                                     "Without a name: all of them, and bench/RESULTS.md is written.")
    parser.add_argument("--quick", action="store_true", help="all of them with small sizes, in some five minutes; the "
                        "page goes to build/bench-quick.md")
    parser.add_argument("--results", type=Path, metavar="FILE", help="write the page of results there")
    names = parser.add_subparsers(dest="name", metavar="NAME")
    for name, module in BENCHES.items():
        one = names.add_parser(name, help=module.HELP)
        module.add_options(one)
        one.add_argument("--results", type=Path, metavar="FILE", default=argparse.SUPPRESS,
                         help="write a page of results there")
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
        say(f"This machine is busy with something else (load {load:.1f}): expect figures that are too low.")
    if options.name:
        return suite.run_parts([arguments], " ".join(["./dev bench", *arguments]), options.results, run_named)
    return suite.run_all(options.quick, options.results, run_named)


if __name__ == "__main__":
    sys.exit(main())
