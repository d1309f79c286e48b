"""Facts are copied into the analytics store, and the store can be rebuilt at any time."""

import unittest

from tests.support import program
from tests.support.activity import Scene, prepare, send_for
from tests.support.case import PostgresCase, ServiceCase
from tests.support.facts import differences, recorded, stored
from tests.support.metrics import MetricsListener
from tests.support.service import Service
from tests.support.waiting import wait_until

SEND_SECONDS = 0.4
# Acknowledged data is in reports within five seconds, and later on a slow machine with much to do.
VISIBLE_SECONDS_MAX = 60


class Projection:
    scene: Scene

    @classmethod
    def prepare(cls):
        cls.scene = prepare(cls.service)

    def setUp(self):
        if not self.service.running:
            self.service.start()
        super().setUp()

    def send(self):
        send_for(self.service, SEND_SECONDS, self.id(), self.scene)

    def assert_whole(self, service: Service | None = None):
        """Checks that the store of a service matches its ledger. The service is stopped for the check."""
        service = service or self.service
        if service.running:
            service.await_projection()
            self.assertEqual(service.stop(), 0)
        self.assertEqual(differences(service), [])

    def rebuild(self) -> dict:
        return program.run_json("rebuild", *self.service.place())

    def blocks(self) -> int:
        return len(self.service.ledger().blocks(self.service.account.operator_id))

    def test_recorded_data_is_in_the_store_soon(self):
        self.send()
        self.service.await_projection(VISIBLE_SECONDS_MAX)
        self.assert_whole()
        kinds = {kind for kind, _ in recorded(self.service.ledger(), self.service.account.operator_id)}
        self.assertLessEqual({"click", "impression", "registration", "deposit", "cpa", "revShare"}, kinds)

    def test_the_projector_continues_after_a_restart(self):
        self.send()
        self.service.restart()
        self.send()
        self.assert_whole()

    def test_a_missing_store_is_rebuilt(self):
        self.send()
        self.assertEqual(self.service.stop(), 0)
        self.service.facts_file.unlink()
        self.service.start()
        self.assert_whole()

    def test_the_store_can_be_rebuilt_beside_the_running_service(self):
        self.send()
        self.service.await_projection()
        done = self.rebuild()
        self.assertEqual((done["operators"], done["blocks"]), (1, self.blocks()))
        self.assertGreater(done["facts"], 0)
        self.send()
        self.assert_whole()

    def test_the_store_can_be_rebuilt_while_the_service_is_stopped(self):
        self.send()
        self.assertEqual(self.service.stop(), 0)
        self.service.facts_file.write_bytes(b"no store at all" * 1000)
        done = self.rebuild()
        self.assertEqual((done["operators"], done["blocks"]), (1, self.blocks()))
        self.assert_whole()

    def test_one_process_owns_the_folder(self):
        done = program.run("serve", *self.service.place(), "--listen", "127.0.0.1:0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("another process is using the data folder", done.stderr)

    def test_metrics_show_the_progress(self):
        self.send()
        self.assertEqual(self.service.stop(), 0)
        metrics = MetricsListener()
        watched = Service(self.service.data, self.service.ledger_url, metrics_listen=metrics.listen)
        watched.account = self.service.account
        with watched:
            watched.start()
            watched.await_projection()
            before = metrics.sum("fairlead_facts_projected_total")
            send_for(watched, SEND_SECONDS, self.id(), self.scene)
            watched.await_projection()
            self.assertGreater(metrics.sum("fairlead_facts_projected_total"), before)
            self.assertEqual(metrics.sum("fairlead_fact_blocks_damaged_total"), 0)
            for lag in ("fairlead_projector_blocks_behind", "fairlead_projector_lag_seconds"):
                wait_until(lambda: metrics.sum(lag) == 0, lag + " is 0")
            self.assertEqual(metrics.sum("fairlead_projector_failures_total"), 0)
            watched.stop()


class ProjectionOnSqlite(Projection, ServiceCase):
    pass


class ProjectionOnPostgres(Projection, PostgresCase):
    def test_every_node_has_its_own_file(self):
        second = self.second_node()
        second.start()
        self.send()
        self.service.await_projection()  # The ledger has taken over the journal of this node.
        second.await_projection()
        self.assertEqual(second.stop(), 0)
        self.assert_whole()
        self.assertEqual(stored(second), stored(self.service))


class Rebuild(unittest.TestCase):
    def test_without_data_there_is_nothing_to_rebuild(self):
        done = program.run("rebuild", "--data", "/nonexistent")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no data folder", done.stderr)


if __name__ == "__main__":
    unittest.main()
