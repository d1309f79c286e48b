"""Nodes that share a PostgreSQL and a ClickHouse: one of them projects, and another takes over when it stops."""

import unittest

from tests.support import clickhouse, program
from tests.support.activity import prepare, send_for
from tests.support.case import PostgresCase
from tests.support.facts import differences
from tests.support.metrics import MetricsListener
from tests.support.service import Service
from tests.support.waiting import wait_until

SEND_SECONDS = 0.5
TAKE_OVER_SECONDS_MAX = 120


class NodesOnClickHouse(PostgresCase):
    @classmethod
    def setUpClass(cls):
        url = clickhouse.fresh_database()
        cls.addClassCleanup(clickhouse.drop_database, url)
        cls.metrics = [MetricsListener(), MetricsListener()]
        cls.settings = {"facts": url, "metrics_listen": cls.metrics[0].listen}
        super().setUpClass()

    @classmethod
    def prepare(cls):
        cls.scene = prepare(cls.service)
        cls.second = cls.service.second_node(metrics_listen=cls.metrics[1].listen)
        cls.addClassCleanup(cls.second.close)

    def setUp(self):
        for node in (self.service, self.second):
            if not node.running:
                node.start()
        super().setUp()

    def send(self, node: Service):
        send_for(node, SEND_SECONDS, self.id(), self.scene)

    def projected(self) -> list[float]:
        return [metrics.sum("fairlead_facts_projected_total") for metrics in self.metrics]

    def active_and_other(self) -> tuple[Service, Service]:
        """The node that has projected since both run, and the other one."""
        before = self.projected()
        self.send(self.service)
        wait_until(lambda: self.projected() != before, "a node projects", TAKE_OVER_SECONDS_MAX)
        first_moved = self.projected()[0] > before[0]
        return (self.service, self.second) if first_moved else (self.second, self.service)

    def assert_whole(self, *running: Service):
        for node in running:
            node.await_projection(TAKE_OVER_SECONDS_MAX)
        self.assertEqual(differences(self.service), [])

    def test_one_node_projects_and_both_show_its_progress(self):
        before = self.projected()
        for node in (self.service, self.second):
            self.send(node)
        self.assert_whole(self.service, self.second)
        moved = [after > was for was, after in zip(before, self.projected())]
        self.assertEqual(sorted(moved), [False, True])

    def test_another_node_takes_over_from_one_that_was_killed(self):
        for _ in range(3):
            active, other = self.active_and_other()
            active.kill()
            self.send(other)
            self.assert_whole(other)
            active.start()

    def test_only_the_node_that_projects_can_rebuild(self):
        active, other = self.active_and_other()
        done = program.run("rebuild", *other.place(), "--secret-file", self.service.data / "secret.key")
        self.assertEqual(done.returncode, 1)
        self.assertIn("another process", done.stderr)
        done = program.run_json("rebuild", *active.place(), "--secret-file", self.service.data / "secret.key")
        self.assertGreater(done["facts"], 0)
        self.assert_whole(self.service, self.second)


if __name__ == "__main__":
    unittest.main()
