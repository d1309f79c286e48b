"""Support for tests of the report API: some activity on its own days, saved reports, and their URLs."""

from urllib.parse import urlencode, urlsplit

from tests.support.client import Client, Response
from tests.support.events import fresh_key
from tests.support.reports.asking import VISIBLE_SECONDS_MAX, ask, read_json
from tests.support.tracking import Tracking, made
from tests.support.waiting import wait_until

MARCH = {"startDate": "2026-03-01", "endDate": "2026-03-31"}


class ReportCalls(Tracking):
    """A mixin for a case with a service. Each test uses its own brands."""

    # Saved reports.

    def preset(self, client: Client | None = None, **members) -> dict:
        least = {"name": fresh_key("report"), "groupKeys": ["date"], "metrics": ["click_count"]}
        return made((client or self.client).api("POST", "/report-presets", least | members))

    def address(self, preset: dict, **query: str) -> str:
        """The URL of a saved report, as the console shows it."""
        return urlsplit(preset["apiUrl"]).path + ("?" + urlencode(query) if query else "")

    def fetch(self, preset: dict, method: str = "GET", **query: str) -> Response:
        """Fetches a report with nothing but its URL."""
        return self.visitor.request(method, self.address(preset, **query))

    def fetch_json(self, preset: dict, **query: str) -> dict:
        return read_json(self.fetch(preset, format="json", **query))

    # Queries.

    def query(self, **members) -> Response:
        return self.client.api("POST", "/reports/query", members)

    def report(self, *group_keys: str, metrics: list[str], **members) -> dict:
        """A successful query, for March 2026 unless other days are given."""
        days = {} if {"startDate", "endDate", "period"} & members.keys() else MARCH
        return ask(self.client, {"groupKeys": list(group_keys), "metrics": metrics} | days | members)

    def rows(self, *group_keys: str, metrics: list[str], **members) -> list[tuple]:
        """The names of the group, then the metrics, row by row."""
        report = self.report(*group_keys, metrics=metrics, **members)
        return [tuple(row["groupKeys"].values()) + tuple(row["metrics"].values()) for row in report["rows"]]

    def wait_for(self, expected, look, what: str = "the report shows what was sent"):
        """Waits until the report is as expected; after the deadline, shows the difference."""
        seen = []

        def arrived() -> bool:
            try:
                seen[:] = [look()]
            except AssertionError as refusal:  # A store that is still being opened answers with an error.
                seen[:] = [str(refusal)]
            return seen[0] == expected
        try:
            wait_until(arrived, what, VISIBLE_SECONDS_MAX, 0.05)
        except AssertionError:
            self.assertEqual(seen[0], expected)

    # Activity.

    def send(self, brand: str, player: str, event_type: str, at: str, amount: str | None = None, **members) -> str:
        money = {"amount": amount, "currency": "EUR"} if amount else {}
        return self.accept(self.event(event_type, brand_id=brand, player_external_ref=player, event_time=at,
                                      **(money | members)))

    def player_of(self, link: dict, at: str = "2026-03-05T12:00:00Z", **members) -> str:
        """Registers a player that this link brought."""
        player = fresh_key("player")
        self.send(link["brandId"], player, "registration", at, click_id=self.click(link), **members)
        return player
