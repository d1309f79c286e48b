"""The dashboard and the alerts use metrics that a running service exports, and the docs describe every alert."""

import json
import re
import unittest

import yaml

from tests.support.case import ServiceCase
from tests.support.client import Client
from tests.support.metrics import SAMPLE, MetricsListener
from tests.support.program import REPOSITORY

ALERTS = REPOSITORY / "packaging/prometheus/alerts.yml"
DASHBOARD = REPOSITORY / "packaging/grafana/fairlead.json"
OPERATIONS = REPOSITORY / "docs/operations.md"

# A metric of the service in an expression, with its required labels.
ASKED = re.compile(r"\b(?P<name>fairlead_\w+)(?:\{(?P<labels>[^}]*)\})?")
WANTED_LABEL = re.compile(r'(?P<label>\w+)="(?P<value>[^"$]*)"')
# The labels that Prometheus adds to every sample.
LABELS_OF_PROMETHEUS = {"job", "instance"}


def alerts() -> list[dict]:
    return [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]


def dashboard_expressions() -> list[str]:
    dashboard = json.loads(DASHBOARD.read_text())
    variables = [variable["query"]["query"] for variable in dashboard["templating"]["list"] if variable["type"] == "query"]
    return variables + [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]


class Monitoring(ServiceCase):
    @classmethod
    def setUpClass(cls):
        listener = MetricsListener()
        cls.settings = {"metrics_listen": listener.listen}
        super().setUpClass()
        with Client(listener.address) as client:
            text = client.request("GET", "/metrics").body.decode()
        cls.served = [(sample["name"], sample["labels"] or "") for sample in SAMPLE.finditer(text)]

    def is_served(self, name: str, labels: str) -> bool:
        wanted = [found[0] for found in WANTED_LABEL.finditer(labels) if found["label"] not in LABELS_OF_PROMETHEUS]
        return any(served == name and all(label in had for label in wanted) for served, had in self.served)

    def assert_all_served(self, expressions: list[str]):
        asked = {(found["name"], found["labels"] or "") for text in expressions for found in ASKED.finditer(text)}
        self.assertTrue(asked)
        self.assertEqual([], [pair for pair in sorted(asked) if not self.is_served(*pair)])

    def test_alerts_use_existing_metrics(self):
        self.assert_all_served([alert["expr"] for alert in alerts()])

    def test_the_dashboard_uses_existing_metrics(self):
        self.assert_all_served(dashboard_expressions())

    def test_an_unknown_metric_or_label_is_found(self):
        self.assertFalse(self.is_served("fairlead_event_total", ""))
        self.assertFalse(self.is_served("fairlead_events_total", 'status="forgotten"'))
        self.assertTrue(self.is_served("fairlead_events_total", 'job="$job", status="failed"'))

    def test_the_dashboard_shows_every_metric(self):
        shown = {found["name"] for text in dashboard_expressions() for found in ASKED.finditer(text)}
        stems = {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown}
        missing = {re.sub(r"_(bucket|sum|count)$", "", name) for name, _ in self.served} - stems
        self.assertEqual(set(), missing)


class Alerts(unittest.TestCase):
    def test_each_alert_has_a_severity_a_summary_and_a_description(self):
        for alert in alerts():
            with self.subTest(alert["alert"]):
                self.assertIn(alert["labels"]["severity"], ("critical", "warning", "info"))
                self.assertTrue(alert["annotations"]["summary"] and alert["annotations"]["description"])

    def test_names_are_unique(self):
        names = [alert["alert"] for alert in alerts()]
        self.assertEqual(len(names), len(set(names)))

    def test_the_docs_describe_each_alert(self):
        document = OPERATIONS.read_text()
        self.assertEqual([], [alert["alert"] for alert in alerts() if f"`{alert['alert']}`" not in document])


if __name__ == "__main__":
    unittest.main()
