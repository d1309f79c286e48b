"""GET /reports/{token}, exactly as the interface defines it: CSV and JSON, dates, tokens, and responses of any size."""

import contextlib
import re
import unittest
from urllib.parse import quote

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import API, compose
from tests.support.reports.asking import read_csv
from tests.support.reports.saved import MARCH, ReportCalls
from tests.support.tracking import CHROME
from tests.support.waiting import keep_away_from_midnight

METRICS = ["click_count", "ftd_count", "ngr", "total_reward", "banner_view_count"]
ROWS = 6000
CONNECTIONS = 30
AT_ONCE = 20 * CONNECTIONS
NASTY = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", '"quoted"', "a,b", "Total", "😀", "trailing ", " leading", "'"]


class ReportInterface(ReportCalls):
    def two_days(self) -> dict:
        """A report of two days of one brand: a first deposit, and NGR with a RevShare of 20 %."""
        brand = self.brand()
        deal = self.make("/deals", name="A fifth", terms={"currency": "EUR", "revShare": {"rate": "20"}})
        campaign = self.make("/campaigns", brandId=brand, name="Spring")
        link = self.link(brand, self.affiliate(dealIds=[deal["id"]])["id"], campaignId=campaign["id"])
        player = self.player_of(link)
        self.send(brand, player, "first_deposit", "2026-03-10T12:00:00Z", "100")
        self.send(brand, player, "ngr_update", "2026-03-11T12:00:00Z", "-40.5")
        preset = self.preset(groupKeys=["date", "campaign"], metrics=METRICS, filters={"brand": [brand]}, **MARCH)
        self.wait_for(2, lambda: len(self.fetch_json(preset)["rows"]))
        return preset

    # The two formats.

    def test_csv_is_the_default_and_a_download(self):
        preset = self.two_days()
        answer = self.fetch(preset)
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.header("Content-Type").split(";")[0].strip(), "text/csv")
        self.assertRegex(answer.header("Content-Disposition"), r'^attachment; filename="[^"\\/]+\.csv"$')
        self.assertEqual(answer.body.decode().split("\r\n"), [
            "date,campaign,click_count,ftd_count,ngr,total_reward,banner_view_count",
            "2026-03-10,Spring,0,1,0,0,0",
            "2026-03-11,Spring,0,0,-40.5,-8.1,0",
            "Total,,0,1,-40.5,-8.1,0",
            ""])
        self.assertEqual(self.fetch(preset, format="csv").body, answer.body)

    def test_json_has_exactly_the_shape_of_the_interface(self):
        preset = self.two_days()
        answer = self.fetch(preset, format="json")
        self.assertEqual(answer.header("Content-Type").split(";")[0].strip(), "application/json")
        report = answer.json()
        self.assertRegex(report.pop("generatedAt"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(report, {
            "rows": [
                {"groupKeys": {"date": "2026-03-10", "campaign": "Spring"},
                 "metrics": {"click_count": 0, "ftd_count": 1, "ngr": 0, "total_reward": 0, "banner_view_count": 0}},
                {"groupKeys": {"date": "2026-03-11", "campaign": "Spring"},
                 "metrics": {"click_count": 0, "ftd_count": 0, "ngr": -40.5, "total_reward": -8.1,
                             "banner_view_count": 0}},
            ],
            "totals": {"click_count": 0, "ftd_count": 1, "ngr": -40.5, "total_reward": -8.1, "banner_view_count": 0},
        })
        # Every JSON library can read the numbers.
        self.assertNotRegex(answer.body.decode(), r":-?\d*\.?\d*[eE]")

    def test_an_empty_report_has_column_names_and_totals(self):
        preset = self.preset(filters={"brand": [self.brand()]}, groupKeys=["date", "link"], metrics=METRICS, **MARCH)
        self.assertEqual(self.fetch(preset).body.decode(),
                         "date,link,click_count,ftd_count,ngr,total_reward,banner_view_count\r\nTotal,,0,0,0,0,0\r\n")
        report = self.fetch_json(preset)
        self.assertEqual((report["rows"], set(report["totals"].values())), ([], {0}))

    def test_texts_in_csv_are_quoted_and_harmless(self):
        link = self.link(self.brand())
        for text in NASTY:
            self.click(link, query={"sub1": text})
        preset = self.preset(groupKeys=["sub1"], metrics=["click_count"], filters={"link": [link["linkId"]]},
                             period="last7Days")
        self.wait_for(len(NASTY), lambda: len(self.fetch_json(preset)["rows"]))
        self.assertEqual([row["groupKeys"]["sub1"] for row in self.fetch_json(preset)["rows"]],
                         sorted(NASTY, key=str.encode))
        text = self.fetch(preset).body.decode()
        self.assertIn('"""quoted""",1\r\n', text)
        self.assertIn('"a,b",1\r\n', text)
        head, *rows, total = read_csv(text)
        self.assertEqual((head, total), (["sub1", "click_count"], ["Total", str(len(NASTY))]))
        guarded = ["'" + one if one[0] in "=+-@" else one for one in sorted(NASTY, key=str.encode)]
        self.assertEqual(rows, [[one, "1"] for one in guarded])

    # Days.

    def test_dates_in_the_url_replace_the_saved_dates(self):
        preset = self.two_days()
        for query, days in (({}, ["2026-03-10", "2026-03-11"]), ({"startDate": "2026-03-11"}, ["2026-03-11"]),
                            ({"endDate": "2026-03-10"}, ["2026-03-10"]),
                            ({"startDate": "2026-03-10", "endDate": "2026-03-10"}, ["2026-03-10"]),
                            ({"startDate": "2026-04-01", "endDate": "2026-04-30"}, [])):
            with self.subTest(query):
                report = self.fetch_json(preset, **query)
                self.assertEqual([row["groupKeys"]["date"] for row in report["rows"]], days)
                self.assertEqual(report["totals"]["ftd_count"], int("2026-03-10" in days))

    def test_a_bad_date_a_start_after_the_end_and_another_format_are_refused(self):
        preset = self.preset(**MARCH)
        for name, value in (("startDate", "2026-13-01"), ("startDate", "2026-3-1"), ("endDate", "2026-02-30"),
                            ("endDate", "yesterday"), ("startDate", ""), ("startDate", "2026-03-01T00:00:00Z"),
                            ("startDate", "2026-04-01"), ("endDate", "2026-02-28"), ("format", "xml"),
                            ("format", "CSV"), ("format", "")):
            with self.subTest(**{name: value}):
                self.assert_problem(self.fetch(preset, **{name: value}), 400)

    def test_a_period_follows_the_day_in_the_operators_time_zone(self):
        keep_away_from_midnight()
        link = self.link(self.brand())
        self.click(link)
        shown = {period: self.preset(period=period, filters={"link": [link["linkId"]]})
                 for period in ("today", "yesterday", "last7Days", "last30Days", "thisMonth", "lastMonth")}
        self.wait_for(1, lambda: self.fetch_json(shown["today"])["totals"]["click_count"])
        self.assertEqual({period: int(self.fetch_json(preset)["totals"]["click_count"])
                          for period, preset in shown.items()},
                         {"today": 1, "yesterday": 0, "last7Days": 1, "last30Days": 1, "thisMonth": 1, "lastMonth": 0})

    # Tokens.

    def test_every_invalid_token_gets_the_same_refusal(self):
        off = self.preset(tokenActive=False)
        rotated = self.preset()
        self.assertEqual(self.client.api("POST", f"/report-presets/{rotated['id']}/rotate-token").status, 200)
        token = self.preset()["apiUrl"].rsplit("/", 1)[1]
        problems = []
        for path in (self.address(off), self.address(rotated), f"{API}/reports/{'0' * len(token)}",
                     f"{API}/reports/x", f"{API}/reports/{token.upper()}", f"{API}/reports/{token}0",
                     f"{API}/reports/{quote(token + ' ')}", f"{API}/reports/{'a' * 3000}",
                     f"{self.address(off)}?format=xml&startDate=nonsense"):
            with self.subTest(path[:100]):
                for client in (self.visitor, self.client):
                    problem = self.assert_problem(client.request("GET", path), 401)
                    del problem["requestId"]
                    problems.append(problem)
        self.assertEqual(problems, [problems[0]] * len(problems))

    def test_a_token_can_be_switched_off_at_once_and_on_again(self):
        preset = self.preset()
        for active, status in ((True, 200), (False, 401), (True, 200)):
            self.change("/report-presets/" + preset["id"], tokenActive=active)
            self.assertEqual(self.fetch(preset).status, status)

    def test_a_rotated_token_replaces_the_old_one(self):
        preset = self.preset()
        rotated = self.client.api("POST", f"/report-presets/{preset['id']}/rotate-token").json()
        self.assertEqual((self.fetch(preset).status, self.fetch(rotated).status), (401, 200))

    def test_a_token_shows_its_own_operators_numbers_and_no_others(self):
        link = self.link(self.brand())
        self.click(link)
        everything = {"groupKeys": ["link"], "metrics": ["click_count"], "period": "last7Days"}
        own = self.preset(**everything)
        self.wait_for(True, lambda: self.fetch_json(own)["totals"]["click_count"] > 0)
        rival = self.service.create_operator("Rival Gaming")
        with self.service.client(rival.api_key) as client:
            foreign = self.preset(client, **everything)
            self.assert_problem(client.api("GET", "/report-presets/" + own["id"]), 404)
        report = self.fetch_json(foreign)
        self.assertEqual((report["rows"], report["totals"]), ([], {"click_count": 0}))

    def test_no_header_is_needed_and_a_foreign_key_is_ignored(self):
        preset = self.two_days()
        with self.service.client("fairlead_" + "0" * 64) as stranger:
            self.assertEqual(stranger.request("GET", self.address(preset)).body, self.fetch(preset).body)

    def test_a_changed_preset_is_used_at_once(self):
        preset = self.two_days()
        self.change("/report-presets/" + preset["id"], groupKeys=["month"], metrics=["ngr", "ftd_count"])
        self.assertEqual(self.fetch(preset).body.decode(),
                         "month,ngr,ftd_count\r\n2026-03,-40.5,1\r\nTotal,-40.5,1\r\n")

    def test_a_filter_with_a_name_that_no_longer_exists_matches_nothing(self):
        brand = self.make("/brands", name="Soon renamed")
        link = self.link(brand["id"])
        self.click(link)
        preset = self.preset(groupKeys=["brand"], filters={"brand": ["Soon renamed"]}, period="last7Days")
        self.wait_for(1, lambda: self.fetch_json(preset)["totals"]["click_count"])
        self.change("/brands/" + brand["id"], name="Renamed")
        report = self.fetch_json(preset)
        self.assertEqual((report["rows"], report["totals"]), ([], {"click_count": 0}))

    # Responses of any size.

    def test_a_head_request_has_the_headers_of_the_report(self):
        preset = self.two_days()
        for query in ({}, {"format": "json"}):
            whole = self.fetch(preset, **query)
            with self.service.raw() as raw:
                raw.send(compose("HEAD", self.address(preset, **query), {"Connection": "close"}))
                head = raw.read_response(to_head=True)
                self.assertEqual(raw.rest(), b"")
            self.assertEqual((head.status, head.header("Content-Type"), head.header("Content-Disposition")),
                             (200, whole.header("Content-Type"), whole.header("Content-Disposition")))

    def test_a_large_report_is_streamed_and_complete(self):
        link = self.link(self.brand())
        subs = [f"{number:05}" + "x" * 180 for number in range(ROWS)]
        self.click_many(link, subs)
        preset = self.preset(groupKeys=["sub1"], metrics=["click_count", "unique_click_count"], period="last7Days",
                             filters={"link": [link["linkId"]]})
        self.wait_for(ROWS, lambda: self.report(metrics=["click_count"], filters={"link": [link["linkId"]]},
                                                period="last7Days")["totals"]["click_count"])
        once = {"click_count": 1, "unique_click_count": 1}
        expected = [{"groupKeys": {"sub1": sub}, "metrics": once} for sub in subs]
        answer = self.fetch(preset, format="json")
        self.assertEqual((answer.header("Transfer-Encoding"), answer.header("Content-Length")), ("chunked", None))
        report = answer.json()
        self.assertEqual(len(report["rows"]), ROWS)
        self.assertTrue(report["rows"] == expected)
        # There is one visitor, so each link has one unique click per day.
        self.assertEqual(report["totals"]["click_count"], ROWS)
        self.assertIn(report["totals"]["unique_click_count"], (1, 2))
        self.assert_large_csv(preset, subs, int(report["totals"]["unique_click_count"]))

    def assert_large_csv(self, preset: dict, subs: list[str], unique: int):
        expected = "".join(f"{sub},1,1\r\n" for sub in subs)
        text = f"sub1,click_count,unique_click_count\r\n{expected}Total,{len(subs)},{unique}\r\n"
        answer = self.fetch(preset)
        self.assertEqual(answer.header("Transfer-Encoding"), "chunked")
        self.assertTrue(answer.body.decode() == text)
        # The next response follows on the same connection.
        self.assertEqual(self.fetch(preset, startDate="2026-03-01", endDate="2026-03-01").body.decode(),
                         "sub1,click_count,unique_click_count\r\nTotal,0,0\r\n")
        # HTTP/1.0 has no chunks: the end of the connection is the end of the report.
        with self.service.raw() as raw:
            raw.send(f"GET {self.address(preset)} HTTP/1.0\r\nHost: fairlead.test\r\n\r\n".encode())
            head, _, body = raw.rest().partition(b"\r\n\r\n")
        self.assertRegex(head.decode(), r"^HTTP/1\.[01] 200 ")
        self.assertIsNone(re.search(rb"(?i)\r\ntransfer-encoding:|\r\ncontent-length:", head))
        self.assertTrue(body.decode() == text)

    def click_many(self, link: dict, subs: list[str]):
        """Sends requests on many connections, some on each, before it reads their responses."""
        with contextlib.ExitStack() as stack:
            connections = [stack.enter_context(self.service.raw()) for _ in range(CONNECTIONS)]
            for first in range(0, len(subs), AT_ONCE):
                together = subs[first:first + AT_ONCE]
                for number, connection in enumerate(connections):
                    connection.send(b"".join(
                        compose("GET", f"{API}/track/click/{link['linkId']}?sub1={sub}", {"User-Agent": CHROME})
                        for sub in together[number::CONNECTIONS]))
                for number, connection in enumerate(connections):
                    answers = b""
                    while answers.count(b"HTTP/1.1 302 ") < len(together[number::CONNECTIONS]):
                        piece = connection.socket.recv(1 << 16)
                        self.assertTrue(piece, "a connection ended early")
                        answers += piece


class ReportInterfaceOnSqlite(ReportInterface, ServiceCase):
    pass


class ReportInterfaceOnPostgres(ReportInterface, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
