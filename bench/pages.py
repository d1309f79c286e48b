"""Measures how long the pages of console and portal take to show a year of the demo, in Chromium on loopback."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.floor import REPOSITORY
from bench.report import print_table, say
from bench.result import Aim, Result

HELP = "time until pages show their data, in Chromium"
MOST_MS = 300
AIM = Aim(1.0, at_most=True)


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--rounds", type=int, default=5, help="number of times that every page is opened")
    parser.add_argument("--only", default="", metavar="TEXT", help="only pages whose address contains this text")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="folder of the demo's data, which is kept; default: new data")


def bench(options: argparse.Namespace) -> list[Result]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pages.json"
        environment = os.environ | {"NODE_PATH": str(REPOSITORY / "web/node_modules"), "BENCH_RESULTS": str(file),
                                    "BENCH_ROUNDS": str(options.rounds), "BENCH_ONLY": options.only,
                                    # The browser that people use, not the lighter one of the tests.
                                    "CHROMIUM": os.environ.get("CHROMIUM", "/usr/bin/chromium")}
        if options.data:
            environment["BENCH_DATA"] = str(options.data.resolve())
        say(f"every page, {options.rounds} rounds; the first round fills the browser's cache and does not count")
        subprocess.run(["npx", "playwright", "test", "--config", "../bench/browser"], cwd=REPOSITORY / "web",
                       env=environment, stdout=sys.stderr, timeout=3600, check=True)
        found = json.loads(file.read_text())
    pages = found["pages"]
    print_table(["page", "opened, ms", "entered, ms", "least", "most"],
                [[one["page"], *(f"{one[name]:.0f}" for name in ("opened", "entered", "least", "most"))] for one in pages])
    print(f"load at the end: {found['load']:.1f}")
    return [Result(f"the slowest page of {len(pages)}, {words}: {slowest['page']}", "ms", slowest[name], MOST_MS, "what is asked for",
                   AIM) for name, words in (("opened", "opened"), ("entered", "entered from another"))
            for slowest in [max(pages, key=lambda one: one[name])]]
