"""The page of results shows what was found, what was missed and what failed, whatever happened to single benchmarks."""

import datetime
import tempfile
import unittest
from pathlib import Path

from bench.machine import Machine
from bench.result import AS_BARE_SQL, AS_NGINX, Result
from bench.results_page import Outcome, Page, render
from bench.run import make_parser
from bench.suite import PARTS, run_parts

QUIET = Machine({"CPU": "Example 3000", "cores": "2"}, {"nginx": "1.22.1"}, 0.1)
BUSY = Machine({}, {}, 4.0)
PIXELS = Result("pixels", "/s", 50_000, 100_000, "nginx", AS_NGINX, 212.4, "p99 1.0 ms")
REDIRECTS = Result("redirects", "/s", 120_000, 100_000, "nginx", AS_NGINX)
REPORT = Result("a year | by date", "ms", 13.0, 10.0, "bare SQL", AS_BARE_SQL)
CLOSING = Result("closing", "s", 0.114)
MISSED = Result("at 20 million", "events/s", None, 90_000, "raw SQLite", AS_NGINX)


def page(*outcomes: Outcome, machine: Machine = QUIET) -> str:
    began = datetime.datetime(2026, 3, 10, 12, 30, tzinfo=datetime.timezone.utc)
    return render(Page(machine, "./dev bench", began, list(outcomes)))


def table_row(text: str, what: str) -> list[str]:
    [line] = [line for line in text.splitlines() if line.startswith(f"| {what}")]
    return [cell.strip() for cell in line.strip("|").split(" | ")]


class ResultsPage(unittest.TestCase):
    def test_a_ratio_below_the_aim_is_not_reached(self):
        cells = table_row(page(Outcome("./dev bench tracking", 60, [PIXELS])), "pixels")
        self.assertEqual(cells, ["pixels", "/s", "50,000", "100,000", "nginx", "0.50", "≥ 0.6", "**no**", "212",
                                 "p99 1.0 ms"])

    def test_a_ratio_above_the_aim_is_reached(self):
        self.assertEqual(table_row(page(Outcome("x", 1, [REDIRECTS])), "redirects")[5:8], ["1.20", "≥ 0.6", "yes"])

    def test_of_times_less_is_better_and_the_bound_counts_as_reached(self):
        text = page(Outcome("x", 1, [REPORT]))
        self.assertEqual(table_row(text, "a year \\| by date")[5:8], ["1.30", "≤ 1.3", "yes"])

    def test_what_has_no_reference_has_no_ratio(self):
        self.assertEqual(table_row(page(Outcome("x", 1, [CLOSING])), "closing")[2:8], ["0.11", "-", "", "-", "", ""])

    def test_what_was_not_measured_is_not_reached(self):
        self.assertEqual(table_row(page(Outcome("x", 1, [MISSED])), "at 20")[2:8],
                         ["-", "90,000", "raw SQLite", "-", "≥ 0.6", "**no**"])

    def test_the_aims_are_counted_over_all_benchmarks(self):
        text = page(Outcome("a", 1, [PIXELS, REDIRECTS]), Outcome("b", 1, [REPORT, CLOSING]))
        self.assertIn("**2 of 3 aims are reached.**", text)
        self.assertNotIn("failed", text)

    def test_a_failed_benchmark_stands_in_the_table_with_its_message(self):
        text = page(Outcome("./dev bench nodes", 3, failure="RuntimeError: 7 requests\nwere refused"),
                    Outcome("./dev bench tracking", 60, [PIXELS]))
        self.assertEqual(table_row(text, "`./dev bench nodes`")[7:], ["**failed**", "", "RuntimeError: 7 requests"])
        self.assertIn("**1 benchmark(s) failed.**", text)
        self.assertIn("RuntimeError: 7 requests\nwere refused", text)
        self.assertEqual(table_row(text, "pixels")[2], "50,000")

    def test_machine_commands_and_what_was_printed_are_there(self):
        text = page(Outcome("./dev bench tracking", 61.2, [PIXELS], printed="what  ours/s\n"))
        for part in ("- CPU: Example 3000", "nginx 1.22.1", "./dev bench tracking", "# 61 s", "what  ours/s"):
            self.assertIn(part, text)
        self.assertNotIn("busy", text)
        self.assertIn("busy with other work (load 4.0)", page(machine=BUSY))


class Suite(unittest.TestCase):
    def run_with(self, run) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.md"
            status = run_parts([["first"], ["second"]], "./dev bench", file, run)
            return status, file.read_text()

    def test_a_fault_in_one_benchmark_keeps_the_results_of_the_others(self):
        def run(arguments: list[str]) -> list[Result]:
            if arguments == ["first"]:
                raise RuntimeError("the ledger holds too little")
            return [PIXELS]

        status, text = self.run_with(run)
        self.assertEqual(status, 1)
        self.assertEqual(table_row(text, "`./dev bench first`")[9], "RuntimeError: the ledger holds too little")
        self.assertEqual(table_row(text, "pixels")[5], "0.50")

    def test_without_a_fault_the_status_is_that_of_success_even_if_an_aim_is_missed(self):
        status, text = self.run_with(lambda arguments: [PIXELS])
        self.assertEqual(status, 0)
        self.assertIn("**0 of 2 aims are reached.**", text)

    def test_every_part_of_the_run_is_a_command_that_exists(self):
        for part in PARTS:
            for arguments in (part.full, part.quick):
                self.assertTrue(make_parser().parse_args(arguments.split()).name)


if __name__ == "__main__":
    unittest.main()
