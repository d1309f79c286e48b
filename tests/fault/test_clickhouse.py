"""Faults of ClickHouse while facts are appended: every fact is stored exactly once."""

import os
import random
import socket
import subprocess
import threading
import time
import unittest
from urllib.parse import urlencode, urlsplit
from xml.sax.saxutils import escape

from tests.support import clickhouse
from tests.support.ports import free_port
from tests.support.program import REPOSITORY
from tests.support.waiting import wait_until

KILLS = 12
ROWS = 60_000
# The server begins with an INSERT when its first buffer, of 1 MiB, is full.
FIRST_ROWS = ("1\t" + 100 * "x" + "\n") * 30_000


def driver() -> str:
    path = REPOSITORY / os.environ.get("FAIRLEAD_FACTS_DRIVER", "build/release/facts_driver")
    if not path.exists():
        raise FileNotFoundError(f"There is no program at {path}. Build it, or set FAIRLEAD_FACTS_DRIVER to its path.")
    return str(path)


class Projector:
    """Appends blocks. After every failure it reads the marks, as the port requires, and nothing else."""

    def __init__(self, url: str, append_seconds_max: int = 20):
        self._process = subprocess.Popen([driver(), url, str(append_seconds_max)], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)

    def ask(self, line: str) -> str:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def mark(self) -> int:
        """Waits until the store returns the mark."""
        said = wait_until(lambda: (answer := self.ask("marks")).startswith("marks") and answer, "the marks are known")
        return int(said.split()[1])

    def kill(self):
        self._process.kill()
        self.close()

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


class ClickHouseFaults(unittest.TestCase):
    def setUp(self):
        self.seed = random.randrange(1 << 31)
        self.random = random.Random(self.seed)
        self.server = clickhouse.PrivateClickHouse()
        self.addCleanup(self.server.close)
        self.server.start()
        self.url = clickhouse.fresh_database(self.server.url)
        self.projector = Projector(self.url)
        self.addCleanup(lambda: self.projector.close())

    def append(self, block: int) -> bool:
        return self.projector.ask(f"append {block} {ROWS}") == "ok"

    def append_timed(self, block: int):
        """An append without a fault. It measures how long an append takes here."""
        before = time.monotonic()
        self.assertTrue(self.append(block))
        self.append_seconds = time.monotonic() - before

    def later(self, action):
        """Runs the action during an append."""
        timer = threading.Timer(self.random.uniform(0, self.append_seconds), action)
        timer.start()
        self.addCleanup(timer.join)
        return timer

    def assert_all_is_there_once(self, mark: int):
        self.assertEqual(self.projector.ask("sum"), f"sum {mark * ROWS} {ROWS * mark * (mark + 1) // 2}",
                         f"seed {self.seed}")

    def test_a_killed_server_has_an_append_completely_or_not_at_all(self):
        self.append_timed(1)
        mark = 1
        failures = 0
        # On a fast machine, many appends end before the kill. The loop continues until one was hit.
        for kills in range(10 * KILLS):
            if kills >= KILLS and failures > 0:
                break
            timer = self.later(self.server.kill)
            if self.append(mark + 1):
                mark += 1  # It was acknowledged, so it is stored.
            else:
                failures += 1
            timer.join()
            self.server.start()
            found = self.projector.mark()
            self.assertIn(found, (mark, mark + 1), f"seed {self.seed}")
            mark = found
            self.assert_all_is_there_once(mark)
        self.assertGreater(failures, 0, f"no append was hit, seed {self.seed}")

    def test_a_server_that_hangs_and_continues_has_it_once(self):
        self.assertEqual(self.projector.mark(), 0)
        self.server.pause()
        before = time.monotonic()
        self.assertFalse(self.append(1))
        self.assertLess(time.monotonic() - before, 80)
        self.server.resume()
        found = self.projector.mark()
        self.assertIn(found, (0, 1))
        if found == 0:
            self.assertTrue(self.append(1))
        self.assertEqual(self.projector.mark(), 1)
        self.assert_all_is_there_once(1)

    def test_a_projector_continues_where_a_killed_one_ended(self):
        self.append_timed(1)
        mark = self.projector.mark()
        for _ in range(KILLS):
            old = self.projector
            timer = self.later(old.kill)
            if self.append(mark + 1):
                mark += 1
            timer.join()
            self.projector = Projector(self.url)
            found = self.projector.mark()
            self.assertIn(found, (mark, mark + 1), f"seed {self.seed}")
            mark = found
            self.assert_all_is_there_once(mark)

    def test_an_unavailable_server_is_reported_at_once_and_found_again(self):
        self.assertTrue(self.append(1))
        self.server.stop()
        before = time.monotonic()
        for command in ("sum", "marks", f"append 2 {ROWS}"):
            self.assertEqual(self.projector.ask(command), "error facts_failed")
        self.assertLess(time.monotonic() - before, 20, "less than the time limit of one command")
        self.server.start()
        self.assertEqual(self.projector.mark(), 1)
        self.assertTrue(self.append(2))
        self.assert_all_is_there_once(2)


class Cluster:
    """Two servers that know each other. They share no data; a request can reach either of them."""

    NAME = "both"

    def __init__(self):
        ports = [free_port(), free_port()]
        shards = "".join(self._shard(port) for port in ports)
        known = f"<remote_servers><{self.NAME}>{shards}</{self.NAME}></remote_servers>"
        self.servers = [clickhouse.PrivateClickHouse(f"<tcp_port>{port}</tcp_port>{known}") for port in ports]

    @staticmethod
    def _shard(port: int) -> str:
        return (f"<shard><replica><host>127.0.0.1</host><port>{port}</port><user>{clickhouse.USER}</user>"
                f"<password>{escape(clickhouse.PASSWORD)}</password></replica></shard>")

    def start(self):
        for server in self.servers:
            server.start()

    def close(self):
        for server in self.servers:
            server.close()


class UnfinishedAppend:
    """An INSERT of which the server has received only the beginning, as from a node that hangs."""

    def __init__(self, url: str, database: str):
        parts = urlsplit(url)
        target = urlencode({"query": f"INSERT INTO {database}.facts_2 (kind, country) FORMAT TabSeparated",
                            "query_id": f"fairlead-append-{database}-other"})
        self._socket = socket.create_connection((parts.hostname, parts.port))
        self._socket.sendall((f"POST /?{target} HTTP/1.1\r\nHost: test\r\nX-ClickHouse-User: {clickhouse.USER}\r\n"
                              f"X-ClickHouse-Key: {clickhouse.PASSWORD}\r\nContent-Length: {2 * len(FIRST_ROWS)}\r\n\r\n"
                              + FIRST_ROWS).encode())
        wait_until(lambda: clickhouse.query(url, "SELECT count() FROM system.processes"
                                                 " WHERE startsWith(query_id, 'fairlead-append-')") == ["1"],
                   "the server has begun with the append")

    def close(self):
        self._socket.close()


class ClickHouseCluster(unittest.TestCase):
    def setUp(self):
        self.cluster = Cluster()
        self.addCleanup(self.cluster.close)
        self.cluster.start()
        one, other = self.cluster.servers
        self.database = clickhouse.fresh_name()
        for server in (one, other):
            clickhouse.query(server.url, f"CREATE DATABASE {self.database}")
        self.one = clickhouse.database_at(one.url, self.database)
        self.other = clickhouse.database_at(other.url, self.database)

    def projector(self, url: str, append_seconds_max: int = 20) -> Projector:
        projector = Projector(url, append_seconds_max)
        self.addCleanup(projector.close)
        return projector

    def test_marks_wait_for_an_append_on_another_server_of_the_cluster(self):
        for url in (self.one, self.other):
            self.assertEqual(self.projector(url).mark(), 0)  # Creates the table.
        append = UnfinishedAppend(self.one, self.database)
        self.addCleanup(append.close)
        impatient = self.projector(f"{self.other}?cluster={Cluster.NAME}", append_seconds_max=1)
        self.assertEqual(impatient.ask("marks"), "error timed_out")
        append.close()
        self.assertEqual(impatient.mark(), 0)

    def test_marks_are_unknown_while_a_server_of_the_cluster_is_away(self):
        self.assertEqual(self.projector(self.other).mark(), 0)
        projector = self.projector(f"{self.other}?cluster={Cluster.NAME}")
        self.cluster.servers[0].kill()
        self.assertEqual(projector.ask("marks"), "error facts_failed")
        self.cluster.servers[0].start()
        self.assertEqual(projector.mark(), 0)

    def test_a_missing_table_is_not_created_on_one_server_alone(self):
        done = subprocess.run([driver(), f"{self.other}?cluster={Cluster.NAME}"], input="marks\n", capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no table on its cluster", done.stderr)
        self.assertEqual(clickhouse.query(self.other, f"SELECT count() FROM system.tables WHERE database = '{self.database}'"),
                         ["0"])


if __name__ == "__main__":
    unittest.main()
