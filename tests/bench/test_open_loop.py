"""The quantiles of the open loop contain every request that was due, also those that h2load could not send on time."""

import tempfile
import unittest
from pathlib import Path

from bench.open_loop import Row, latencies_ms, quantile, read_log, summarize
from bench.result import AS_NGINX_AT_A_RATE
from bench.tracking import OpenLoop

RATE = 1000
EPOCH = 1_794_885_429_000_000
WARM_UP_SECONDS = 1


def sent(from_ms: int, to_ms: int, micros: int = 200) -> list[Row]:
    """One request in each of these milliseconds."""
    return [Row(EPOCH + ms * 1000, 302, micros) for ms in range(from_ms, to_ms)]


def measured(rows: list[Row], seconds: float = 1) -> list[float]:
    return latencies_ms(rows, RATE, WARM_UP_SECONDS, seconds)


def read(text: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "requests.log"
        log.write_text(text)
        return read_log(log)


class Quantiles(unittest.TestCase):
    def test_a_quantile_is_a_measured_value(self):
        found = summarize([float(value) for value in range(1000, 0, -1)])
        self.assertEqual((found.p50, found.p99, found.p999, found.maximum), (500, 990, 999, 1000))

    def test_one_slow_request_of_a_thousand_is_the_maximum_and_not_p999(self):
        found = summarize([1.0] * 999 + [80.0])
        self.assertEqual((found.p99, found.p999, found.maximum), (1, 1, 80))

    def test_few_requests_have_quantiles_too(self):
        self.assertEqual([quantile([3.0, 4.0], share) for share in (0.5, 0.99, 1)], [3, 4, 4])
        self.assertEqual(quantile([3.0], 0.001), 3)


class Log(unittest.TestCase):
    def test_a_line_is_start_status_and_duration(self):
        self.assertEqual(read(f"{EPOCH}\t302\t690\n"), [Row(EPOCH, 302, 690)])

    def test_further_columns_are_ignored(self):
        self.assertEqual(read(f"{EPOCH}\t302\t690\tnew\n"), [Row(EPOCH, 302, 690)])

    def test_requests_are_ordered_by_their_starts(self):
        """h2load orders them by the ends of their responses."""
        self.assertEqual([row.micros for row in read(f"{EPOCH + 5}\t302\t1\n{EPOCH}\t302\t9\n")], [9, 1])

    def test_a_failed_or_refused_request_is_an_error(self):
        for status in (-1, 404, 503, 200):
            with self.subTest(status), self.assertRaisesRegex(RuntimeError, f"1 requests .* status {status}"):
                read(f"{EPOCH}\t302\t690\n{EPOCH}\t{status}\t690\n")


class LatencyFromTheDueTime(unittest.TestCase):
    def test_a_request_on_time_has_the_latency_of_the_log(self):
        self.assertEqual(set(measured(sent(0, 2500))), {0.2})

    def test_the_warm_up_and_the_rest_are_not_measured(self):
        rows = sent(0, 1000, 900_000) + sent(1000, 2000) + sent(2000, 2500, 900_000)
        self.assertEqual(measured(rows), [0.2] * 1000)

    def test_a_slow_response_does_not_delay_the_next_request(self):
        rows = sent(0, 1500) + sent(1500, 1501, 300_000) + sent(1501, 2500)
        self.assertEqual(sorted(measured(rows))[-2:], [0.2, 300])

    def test_requests_that_started_late_count_from_the_time_when_they_were_due(self):
        """h2load stands still from 1500 to 1700 ms and then sends the 200 missing requests at once."""
        at_once = [Row(EPOCH + 1_700_000, 302, 200)] * 200
        found = sorted(measured(sent(0, 1500) + at_once + sent(1700, 2500)))
        self.assertEqual(found[-1], 200.2)
        # 200, 199 … 11 ms late. The other ten of them are within a tick.
        self.assertEqual(sum(latency > 10 for latency in found), 190)
        self.assertEqual(found[:810], [0.2] * 810)

    def test_a_rate_that_is_never_reached_shows_as_a_growing_wait(self):
        """Half of the rate is sent: the request that was due after 0.5 s starts after 1 s."""
        rows = [Row(EPOCH + number * 2000, 302, 200) for number in range(1600)]
        self.assertEqual(measured(rows)[500], 500.2)

    def test_missing_requests_are_an_error(self):
        with self.assertRaisesRegex(RuntimeError, "900 of 1000 requests"):
            measured(sent(0, 1900))


class Page(unittest.TestCase):
    def test_the_row_compares_p99_and_names_the_others(self):
        ours, nginx = summarize([1.0] * 98 + [6.0, 9.0]), summarize([0.5] * 98 + [3.0, 4.0])
        result = OpenLoop(20_000, ours, nginx, 1000, 150).result
        self.assertEqual((result.what, result.unit, result.ours, result.reference, result.ratio, result.aim),
                         ("redirects at 20,000/s, p99", "ms", 6, 3, 2, AS_NGINX_AT_A_RATE))
        self.assertTrue(result.reached)
        self.assertEqual(result.note, "p50 1.00 ms, nginx 0.50 ms; p99.9 9.00 ms, nginx 4.00 ms; "
                                      "maximum 9.00 ms, nginx 4.00 ms")


if __name__ == "__main__":
    unittest.main()
