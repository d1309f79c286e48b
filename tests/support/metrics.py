"""Reads the metrics of a service from its metrics listener."""

import re

from tests.support.client import Client
from tests.support.ports import free_port

SAMPLE = re.compile(r"^(?P<name>[a-zA-Z_:]\w*)(?:\{(?P<labels>[^}]*)\})? (?P<value>\S+)", re.MULTILINE)


class MetricsListener:
    """A free port for the setting `metrics_listen`, and the metrics that the running service shows there."""

    def __init__(self):
        self.address = ("127.0.0.1", free_port())

    @property
    def listen(self) -> str:
        return "%s:%d" % self.address

    def sum(self, name: str, **labels: str) -> float:
        """The sum of a metric's samples with these labels. An unknown metric is an error."""
        with Client(self.address) as client:
            text = client.request("GET", "/metrics").body.decode()
        wanted = [f'{label}="{value}"' for label, value in labels.items()]
        values = [float(sample["value"]) for sample in SAMPLE.finditer(text)
                  if sample["name"] == name and all(pair in (sample["labels"] or "") for pair in wanted)]
        if not values:
            raise LookupError(f"The service has no metric {name} {labels}.")
        return sum(values)
