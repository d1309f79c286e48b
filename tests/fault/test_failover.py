"""A primary and a standby of PostgreSQL: the service leaves a frozen primary, stays with the new one when the old one
wakes up, continues after a promotion that lost data, and acknowledges nothing that the standby has not confirmed."""

import shutil
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support import program
from tests.support.events import fresh_key, make_event
from tests.support.metrics import MetricsListener
from tests.support.postgres import PrivatePostgres, StandbyPostgres, any_of, query
from tests.support.private_server import database_at
from tests.support.service import Service
from tests.support.waiting import wait_until

DATABASE = "fairlead"
AT_ONCE = 8
# A few seconds on an idle machine. Connections that each wait for their own timeout need more than a minute.
LEFT_SECONDS_MAX = 60
# More than the time after which the service looks for a newer primary.
LOOKS_AGAIN_SECONDS = 7


class Pair(unittest.TestCase):
    """A primary, a standby that has all of it, and a service that knows both."""

    def setUp(self):
        self.primary = PrivatePostgres()
        self.addCleanup(self.primary.close)
        self.primary.start()
        query(self.primary.url, f"CREATE DATABASE {DATABASE}")
        self.standby = StandbyPostgres(self.primary)
        self.addCleanup(self.standby.close)
        self.standby.start()
        folder = Path(tempfile.mkdtemp(prefix="fairlead-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.metrics = MetricsListener()
        self.service = Service(folder / "data", any_of(DATABASE, self.primary, self.standby),
                               metrics_listen=self.metrics.listen)
        self.addCleanup(self.service.close)
        self.service.init("Harbour Gaming")
        self.service.start()
        self.acknowledged: set[str] = set()

    def send(self, node: Service | None = None) -> int:
        """Sends one new event once."""
        key = fresh_key("failover")
        event = make_event(self.service.account.brand_id, idempotency_key=key, player_external_ref=key)
        with (node or self.service).client() as client:
            status = client.send_event(event).status
        if status == 202:
            self.acknowledged.add(key)
        return status

    def send_many(self, count: int = 40) -> list[int]:
        with ThreadPoolExecutor(AT_ONCE) as people:
            return list(people.map(lambda _: self.send(), range(count)))

    def await_recording(self, node: Service | None = None):
        wait_until(lambda: self.send(node) == 202, "events are recorded", 300)

    def keys_in(self, server: PrivatePostgres) -> set[str]:
        return set(query(database_at(server.url, DATABASE), "SELECT idempotency_key FROM events"))

    def assert_sound(self):
        self.service.stop()
        verified = program.run("verify", *self.service.place())
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)


class FrozenPrimary(Pair):
    def test_it_is_left_for_the_new_primary_and_not_returned_to(self):
        self.assertEqual(set(self.send_many()), {202})
        self.standby.await_replay()
        self.primary.pause()
        self.addCleanup(lambda: self.primary.running and self.primary.resume())
        # Requests of every connection are under way when the standby is promoted.
        with ThreadPoolExecutor(AT_ONCE) as people:
            waiting = [people.submit(self.send) for _ in range(AT_ONCE)]
            self.standby.promote()
            since = time.monotonic()
            self.await_recording()
            self.assertLess(time.monotonic() - since, LEFT_SECONDS_MAX)
            self.assertLessEqual({sent.result() for sent in waiting}, {202, 503})
        self.assertEqual(set(self.send_many()), {202})
        self.primary.resume()
        frozen = self.keys_in(self.primary)
        until = time.monotonic() + LOOKS_AGAIN_SECONDS
        while time.monotonic() < until:
            self.assertEqual(set(self.send_many(8)), {202})
            time.sleep(0.2)  # The limit of the key is 1,000 events per minute.
        # New connections find two servers that accept writes.
        query(self.standby.url,
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fairlead'")
        self.await_recording()
        self.service.restart()
        self.assertEqual(set(self.send_many()), {202})
        self.assertEqual(self.keys_in(self.primary), frozen)
        self.assertLessEqual(self.acknowledged, self.keys_in(self.standby))
        self.primary.stop("immediate")
        self.assert_sound()

    def test_two_nodes_meet_on_the_new_primary(self):
        second = self.service.second_node()
        self.addCleanup(second.close)
        second.start()
        nodes = (self.service, second)
        self.assertEqual({self.send(node) for node in nodes}, {202})
        self.standby.await_replay()
        self.primary.pause()
        self.addCleanup(lambda: self.primary.running and self.primary.resume())
        self.standby.promote()
        since = time.monotonic()
        self.await_recording(second)
        self.assertLess(time.monotonic() - since, LEFT_SECONDS_MAX)
        self.primary.resume()
        frozen = self.keys_in(self.primary)
        # The first node was idle, and its connections to the old primary look alive.
        for node in nodes * 5:
            self.await_recording(node)
        self.assertEqual(self.keys_in(self.primary), frozen)
        self.assertLessEqual(self.acknowledged, self.keys_in(self.standby))

    def test_a_slow_statement_is_not_taken_for_a_dead_server(self):
        self.assertEqual(self.send(), 202)
        held = threading.Thread(target=query, args=(database_at(self.primary.url, DATABASE),
                                "BEGIN; SELECT 1 FROM operators FOR UPDATE; SELECT pg_sleep(8); COMMIT"))
        held.start()
        time.sleep(1)
        self.assertEqual(self.send(), 202)
        held.join()


class LostCommits(Pair):
    def test_the_service_continues_with_what_the_new_primary_has(self):
        self.assertEqual(set(self.send_many()), {202})
        self.standby.await_replay()
        kept = set(self.acknowledged)
        self.standby.stop()
        self.assertEqual(set(self.send_many()), {202})
        self.primary.stop("immediate")
        self.standby.start()
        self.standby.promote()
        self.await_recording()
        wait_until(lambda: self.metrics.sum("fairlead_ledger_moved_backwards_total") > 0, "the loss is counted")
        self.assertTrue(kept < self.acknowledged)
        self.assertLessEqual(kept, self.keys_in(self.standby))
        self.assert_sound()


class Unconfirmed(Pair):
    def weaken(self, synchronous_commit: str):
        """The server waits for a standby that is gone, and weakens commits by default."""
        self.service.stop()
        self.standby.stop()
        query(self.primary.url, f"ALTER DATABASE {DATABASE} SET synchronous_commit = '{synchronous_commit}'")
        query(self.primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        query(self.primary.url, "SELECT pg_reload_conf()")
        self.service.start()

    def waiting(self) -> list[str]:
        return query(self.primary.url, "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")

    def assert_not_acknowledged(self, synchronous_commit: str):
        self.weaken(synchronous_commit)
        with ThreadPoolExecutor(1) as people:
            sent = people.submit(self.send)

            def answered() -> bool:
                for process_id in self.waiting():
                    query(self.primary.url, f"SELECT pg_cancel_backend({process_id})")
                return sent.done()

            wait_until(answered, "the wait is cancelled")
            self.assertEqual(sent.result(), 503)
        query(self.primary.url, "ALTER SYSTEM RESET synchronous_standby_names")
        query(self.primary.url, "SELECT pg_reload_conf()")

    def test_a_cancelled_wait_is_not_acknowledged(self):
        self.assert_not_acknowledged("on")

    def test_local_commits_wait_for_the_standby_too(self):
        self.assert_not_acknowledged("local")


if __name__ == "__main__":
    unittest.main()
