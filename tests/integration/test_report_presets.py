"""Saved reports: their content, their days, and the URL, which can be copied again, switched off and replaced."""

import json
import re
import unittest

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.waiting import wait_until

LEAST = {"name": "Daily numbers", "groupKeys": ["date"], "metrics": ["click_count"]}
MEMBERS = {"id", "name", "groupKeys", "metrics", "filters", "startDate", "endDate", "period", "tokenActive", "apiUrl"}


class ReportPresets:
    settings = {"log_level": "debug"}

    def path(self, preset: dict) -> str:
        return "/report-presets/" + preset["id"]

    def token(self, preset: dict) -> str:
        return preset["apiUrl"].rsplit("/", 1)[1]

    def rotate(self, preset: dict) -> dict:
        answer = self.client.api("POST", self.path(preset) + "/rotate-token")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def test_a_preset_has_defaults_and_its_own_url(self):
        made, other = self.preset(), self.preset()
        self.assertEqual(set(made), MEMBERS)
        self.assertEqual((made["filters"], made["tokenActive"], made["period"]), ({}, True, "last30Days"))
        self.assertEqual((made["startDate"], made["endDate"]), (None, None))
        host, port = self.service.address
        self.assertRegex(made["apiUrl"], rf"^http://{re.escape(host)}:{port}/api/v1/reports/[0-9a-f]{{48}}$")
        self.assertNotEqual(made["apiUrl"], other["apiUrl"])

    def test_everything_is_stored_as_it_was_sent(self):
        given = {"name": "Über alles", "groupKeys": ["month", "affiliate", "sub1"],
                 "metrics": ["ngr", "click_count", "ctr", "active_player_count"],
                 "filters": {"country": ["DE", "AT"], "affiliate": ["(organic)"], "sub1": ["", "a,b\"c"]},
                 "period": "lastMonth", "tokenActive": False}
        made = self.preset(**given)
        self.assertEqual({name: made[name] for name in given}, given)
        self.assertEqual(self.client.api("GET", self.path(made)).json(), made)
        self.assertIn(made, self.items("/report-presets", "limit=200"))
        self.assertIn(made, self.items("/report-presets", "period=lastMonth&tokenActive=false"))
        self.assertNotIn(made, self.items("/report-presets", "tokenActive=true&limit=200"))

    def test_the_url_can_be_copied_again_after_a_restart(self):
        made = self.preset()
        self.service.restart()
        self.client = self.open_client()
        self.assertEqual(self.client.api("GET", self.path(made)).json(), made)

    def test_the_token_is_stored_only_encrypted(self):
        made = self.preset(name="Look for me 4712")
        self.assertTrue(self.service.ledger().contains("Look for me 4712"))
        self.assertFalse(self.service.ledger().contains(self.token(made)))

    def test_a_token_is_switched_off_and_on_and_stays_the_same(self):
        made = self.preset()
        off = self.change(self.path(made), tokenActive=False)
        self.assertEqual(off, made | {"tokenActive": False})
        self.assertEqual(self.change(self.path(made), tokenActive=True), made)

    def test_a_deleted_preset_is_gone_with_its_url(self):
        made, kept = self.preset(), self.preset()
        self.assertEqual(self.client.api("DELETE", self.path(made)).status, 204)
        self.assertEqual(self.status_of(made), 401)
        self.assertEqual(self.status_of(kept), 200)
        self.assert_problem(self.client.api("GET", self.path(made)), 404)
        self.assert_problem(self.client.api("DELETE", self.path(made)), 404)
        self.assertNotIn(made["id"], [one["id"] for one in self.items("/report-presets", "limit=200")])
        entry = self.items("/audit-log", "action=reportPreset.delete")[0]
        self.assertEqual((entry["before"]["name"], entry["after"]), (made["name"], None))
        self.service.restart()
        self.client = self.open_client()
        self.assert_problem(self.client.api("GET", self.path(made)), 404)

    def status_of(self, preset: dict) -> int:
        """The response to a program that knows nothing but the URL."""
        with self.service.stranger() as stranger:
            return stranger.api("GET", "/reports/" + self.token(preset)).status

    def test_a_token_opens_its_report_only_while_it_is_switched_on_and_not_replaced(self):
        made = self.preset()
        self.assertEqual(self.status_of(made), 200)
        self.change(self.path(made), tokenActive=False)
        self.assertEqual(self.status_of(made), 401)
        self.change(self.path(made), tokenActive=True)
        self.assertEqual(self.status_of(made), 200)
        rotated = self.rotate(made)
        self.assertEqual((self.status_of(made), self.status_of(rotated)), (401, 200))
        self.service.restart()
        self.client = self.open_client()
        self.assertEqual((self.status_of(made), self.status_of(rotated)), (401, 200))

    def test_rotating_creates_a_different_token(self):
        made = self.preset(tokenActive=False)
        rotated = self.rotate(made)
        self.assertNotEqual(self.token(rotated), self.token(made))
        self.assertEqual(rotated | {"apiUrl": ""}, made | {"apiUrl": ""}, "nothing else changes")
        self.assertEqual(self.client.api("GET", self.path(made)).json(), rotated)
        self.service.restart()
        self.client = self.open_client()
        self.assertEqual(self.client.api("GET", self.path(made)).json(), rotated)

    def test_rotating_takes_no_members(self):
        path = self.path(self.preset()) + "/rotate-token"
        self.assertEqual(self.client.api("POST", path, {}).status, 200)
        self.assert_refused(self.client.api("POST", path, {"token": "mine"}), "/token")
        self.assert_problem(self.client.request("POST", "/api/v1" + path, "nonsense"), 400)

    def test_the_group_keys_and_metrics_must_exist_once(self):
        path = self.path(self.preset())
        self.assert_every_refused(path, LEAST, [
            ("groupKeys", []), ("groupKeys", "date"), ("groupKeys", None), ("groupKeys", ["date", 5], "/groupKeys/1"),
            ("groupKeys", ["date", "colour"], "/groupKeys/1"), ("groupKeys", ["Date"], "/groupKeys/0"),
            ("groupKeys", ["date", "brand", "date"], "/groupKeys/2"), ("groupKeys", ["click_count"], "/groupKeys/0"),
            ("groupKeys", ["date", "hour", "week", "month", "brand", "affiliate", "campaign", "creative", "link",
                           "source", "country"]),
            ("metrics", []), ("metrics", {"ngr": 1}), ("metrics", ["ngr", "profits"], "/metrics/1"),
            ("metrics", ["ngr", "ngr"], "/metrics/1"), ("metrics", ["date"], "/metrics/0"), ("metrics", ["ngr"] * 41),
        ])
        for member in ("name", "groupKeys", "metrics"):
            body = {name: value for name, value in LEAST.items() if name != member}
            self.assert_refused(self.client.api("POST", "/report-presets", body), "/" + member)

    def test_filters_are_lists_of_texts_by_group_key(self):
        self.assert_every_refused(self.path(self.preset()), LEAST, [
            ("filters", []), ("filters", "DE"), ("filters", {"colour": ["red"]}, "/filters/colour"),
            ("filters", {"a/b~": ["x"]}, "/filters/a~1b~0"), ("filters", {"country": "DE"}, "/filters/country"),
            ("filters", {"country": []}, "/filters/country"), ("filters", {"country": ["DE", 5]}, "/filters/country/1"),
            ("filters", {"country": ["DE", None]}, "/filters/country/1"),
            ("filters", {"country": ["DE", "DE"]}, "/filters/country/1"),
            ("filters", {"sub1": ["ä" * 256]}, "/filters/sub1/0"), ("filters", {"sub1": ["a\n"]}, "/filters/sub1/0"),
            ("filters", {"player": [str(i) for i in range(1001)]}, "/filters/player"),
        ])
        many = {"player": [str(i) for i in range(1000)], "sub1": ["ä" * 255]}
        self.assertEqual(self.preset(filters=many)["filters"], many)

    def test_dates_come_in_pairs_and_in_order(self):
        dates = {"startDate": "2026-03-01", "endDate": "2026-03-31"}
        made = self.preset(**dates)
        self.assertEqual((made["startDate"], made["endDate"], made["period"]), (*dates.values(), None))
        self.assertEqual(self.preset(startDate="2026-03-10", endDate="2026-03-10")["endDate"], "2026-03-10")
        for wrong, pointer in (({"startDate": "2026-03-01"}, "/endDate"), ({"endDate": "2026-03-01"}, "/startDate"),
                               ({"startDate": "2026-03-02", "endDate": "2026-03-01"}, "/endDate"),
                               (dates | {"period": "today"}, "/period"), (dates | {"startDate": "2026-3-1"}, "/startDate"),
                               (dates | {"endDate": "2026-02-30"}, "/endDate"), (dates | {"endDate": 5}, "/endDate")):
            with self.subTest(wrong):
                self.assert_refused(self.client.api("POST", "/report-presets", LEAST | wrong), pointer)
                self.assert_refused(self.client.api("PATCH", self.path(self.preset()), wrong), pointer)
        for period in ("last30days", "", 5, "tomorrow"):
            with self.subTest(period):
                self.assert_refused(self.client.api("POST", "/report-presets", LEAST | {"period": period}), "/period")

    def test_a_period_replaces_dates_and_dates_replace_a_period(self):
        path = self.path(self.preset(period="today"))
        dated = self.change(path, startDate="2026-03-01", endDate="2026-03-31")
        self.assertEqual((dated["startDate"], dated["endDate"], dated["period"]), ("2026-03-01", "2026-03-31", None))
        self.assertEqual(self.change(path, name="Another"), dated | {"name": "Another"})
        self.assertEqual(self.change(path, endDate="2026-04-30")["startDate"], "2026-03-01")
        self.assert_refused(self.client.api("PATCH", path, {"startDate": "2026-05-01"}), "/endDate")
        self.assert_refused(self.client.api("PATCH", path, {"startDate": None}), "/startDate")
        moving = self.change(path, period="last7Days")
        self.assertEqual((moving["startDate"], moving["endDate"], moving["period"]), (None, None, "last7Days"))
        # A preset that was read can be sent back unchanged.
        self.assertEqual(self.change(path, startDate=None, endDate=None, period="last7Days"), moving)
        again = self.change(path, startDate="2026-01-01", endDate="2026-01-02", period=None)
        self.assertEqual((again["startDate"], again["period"]), ("2026-01-01", None))
        self.assertEqual(self.change(path, startDate=None, endDate=None)["period"], "last30Days")

    def test_a_filter_with_an_unknown_name_is_refused(self):
        for name, value in (("date", "2026-13-01"), ("hour", "x"), ("month", "2026"), ("eventType", "nope"),
                            ("affiliate", "Nobody")):
            self.assert_refused(self.client.api("POST", "/report-presets", LEAST | {"filters": {name: [value]}}),
                                f"/filters/{name}/0")
        right = {"date": ["2026-02-28"], "month": ["2026-02"], "eventType": ["deposit", ""], "sub1": ["anything"]}
        self.assertEqual(self.client.api("POST", "/report-presets", LEAST | {"filters": right}).status, 201)

    def test_read_only_members_cannot_be_set(self):
        self.assert_every_refused(self.path(self.preset()), LEAST, [
            ("apiUrl", "https://evil.example/"), ("id", "x"), ("token", "x"), ("tokenActive", "yes"), ("tokenActive", None)])

    def test_other_operators_neither_see_nor_rotate_it(self):
        made = self.preset()
        self.assert_foreign(self.path(made), name="Mine now")
        self.assert_problem(self.rival.api("POST", self.path(made) + "/rotate-token"), 404)
        self.assertEqual(self.client.api("GET", self.path(made)).json(), made)

    def test_every_change_is_in_the_audit_log_without_a_token(self):
        made = self.preset()
        self.change(self.path(made), tokenActive=False)
        rotated = self.rotate(made)
        entries = self.items("/audit-log", "subject=reportPreset/" + made["id"])
        self.assertEqual([entry["action"] for entry in reversed(entries)],
                         ["reportPreset.create", "reportPreset.update", "reportPreset.rotateToken"])
        self.assertEqual([entry["after"]["tokenActive"] for entry in reversed(entries)], [True, False, False])
        self.assertEqual(set(entries[-1]["after"]), MEMBERS - {"apiUrl"})
        written = json.dumps(entries)
        for preset in (made, rotated):
            self.assertNotIn(self.token(preset), written)

    def test_no_token_is_in_the_log(self):
        made = self.preset()
        self.client.api("GET", self.path(made))
        rotated = self.rotate(made)

        def is_logged() -> bool:
            lines = self.service.log_path.read_text().rpartition("\n")[0].splitlines()
            return any('"request"' in line and "rotate-token" in line for line in lines)

        wait_until(is_logged, "the last request is logged")
        for preset in (made, rotated):
            self.assertNotIn(self.token(preset), self.service.log_path.read_text())


class ReportPresetsOnSqlite(ReportPresets, CatalogueCase):
    pass


class ReportPresetsOnPostgres(ReportPresets, CatalogueOnPostgres):
    def test_every_node_shows_the_same_url(self):
        made = self.preset()
        other = self.second_node()
        other.start()
        with other.client(self.service.account.api_key) as client:
            shown = client.api("GET", self.path(made)).json()
        self.assertEqual(self.token(shown), self.token(made))


if __name__ == "__main__":
    unittest.main()
