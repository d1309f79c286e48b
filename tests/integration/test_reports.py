"""POST /reports/query: the group keys and metrics, and how fast reports show new data."""

import datetime
import unittest
from decimal import Decimal

from tests.support.case import PostgresCase, ServiceCase
from tests.support.first_settings import rewrite_first_settings
from tests.support.reports.asking import read_csv
from tests.support.reports.naive import GROUP_KEYS, METRICS
from tests.support.reports.saved import MARCH, ReportCalls
from tests.support.tracking import IPHONE, impression_path
from tests.support.waiting import keep_away_from_midnight

DAY = "2026-03-10T12:00:00Z"


class Reports(ReportCalls):
    def setUp(self):
        keep_away_from_midnight()  # Many reports are those of today.
        super().setUp()

    def three_brands(self) -> dict[str, str]:
        """Brands by name, with NGR of 30, 20 and 10."""
        brands = {}
        for amount in ("30", "20", "10"):
            brand = self.brand()
            brands[amount] = brand
            self.send(brand, "somebody", "registration", DAY)
            self.send(brand, "somebody", "ngr_update", DAY, amount)
        self.wait_for(Decimal(60), lambda: self.report(
            metrics=["ngr"], filters={"brand": list(brands.values())})["totals"]["ngr"])
        return brands

    def name(self, brand: str) -> str:
        return self.client.api("GET", "/brands/" + brand).json()["name"]

    # Group keys, metrics and errors.

    def test_the_dimensions_match_the_documents_and_have_descriptions(self):
        answer = self.client.api("GET", "/reports/dimensions")
        self.assertEqual(answer.status, 200)
        dimensions = answer.json()
        self.assertEqual(set(dimensions), {"groupKeys", "metrics"})
        self.assertEqual(sorted(key["name"] for key in dimensions["groupKeys"]), sorted(GROUP_KEYS))
        self.assertEqual([metric["name"] for metric in dimensions["metrics"]], list(METRICS))
        for key in dimensions["groupKeys"]:
            self.assertTrue(key["description"], key)
        for metric in dimensions["metrics"]:
            self.assertTrue(metric["description"] and metric["formula"], metric)
        formulas = {metric["name"]: metric["formula"] for metric in dimensions["metrics"]}
        self.assertEqual((formulas["epc"], formulas["ecpa"], formulas["player_value"]),
                         ("total_reward / click_count", "total_reward / ftd_count", "ngr / ftd_count"))

    def test_a_query_without_a_key_is_refused(self):
        for method, path in (("GET", "/reports/dimensions"), ("POST", "/reports/query")):
            self.assert_problem(self.visitor.api(method, path, {"metrics": ["ngr"]} if method == "POST" else None), 401)

    def test_an_invalid_query_is_refused_with_its_pointer(self):
        least = {"metrics": ["ngr"], "groupKeys": ["date"]} | MARCH
        for wrong, pointer in (
                ({"metrics": ...}, "/metrics"), ({"metrics": []}, "/metrics"), ({"metrics": "ngr"}, "/metrics"),
                ({"metrics": ["ngr", "profits"]}, "/metrics/1"), ({"metrics": ["ngr", "ngr"]}, "/metrics/1"),
                ({"metrics": [5]}, "/metrics/0"), ({"groupKeys": ["colour"]}, "/groupKeys/0"),
                ({"groupKeys": ["date", "date"]}, "/groupKeys/1"), ({"groupKeys": "date"}, "/groupKeys"),
                ({"startDate": "2026-3-1"}, "/startDate"), ({"endDate": "2026-02-30"}, "/endDate"),
                ({"startDate": 20260301}, "/startDate"), ({"endDate": "2026-02-28"}, "/endDate"),
                ({"sort": "profit"}, "/sort"), ({"sort": ["ngr"] * 51}, "/sort"),
                ({"sort": ["-ngr", "--ngr"]}, "/sort/1"), ({"sort": 5}, "/sort"),
                ({"limit": 0}, "/limit"), ({"limit": -1}, "/limit"), ({"limit": "5"}, "/limit"),
                ({"limit": 1.5}, "/limit"), ({"filters": []}, "/filters"),
                ({"filters": {"colour": ["red"]}}, "/filters/colour"),
                ({"filters": {"country": "DE"}}, "/filters/country"),
                ({"filters": {"country": [5]}}, "/filters/country/0"), ({"colour": "red"}, "/colour")):
            with self.subTest(wrong):
                body = {name: value for name, value in (least | wrong).items() if value is not ...}
                self.assert_refused(self.query(**body), pointer)

    def test_a_filter_with_an_unknown_name_is_refused_with_its_pointer(self):
        known = self.brand()
        rival = self.service.create_operator("Rival Gaming")
        for key, value in (("brand", "No such brand"), ("brand", rival.brand_id), ("affiliate", "(nobody)"),
                           ("campaign", "x"), ("creative", "x"), ("link", "x"), ("source", "x"), ("deal", "x"),
                           ("player", "nobody at all"), ("eventType", "jackpot"), ("date", "2026-02-30"),
                           ("hour", "2026-03-10T14"), ("week", "2026-W54"), ("month", "2026-13")):
            with self.subTest(key, value=value):
                self.assert_refused(self.query(metrics=["ngr"], filters={key: [value]}, **MARCH), f"/filters/{key}/0")
        self.assert_refused(self.query(metrics=["ngr"], filters={"brand": [known, "No such brand"]}, **MARCH),
                            "/filters/brand/1")

    def test_the_response_can_be_csv(self):
        brands = self.three_brands()
        question = {"groupKeys": ["brand"], "metrics": ["ngr"], "filters": {"brand": [brands["30"]]}} | MARCH
        answer = self.client.api("POST", "/reports/query?format=csv", question)
        self.assertEqual(answer.header("Content-Type").split(";")[0], "text/csv")
        self.assertEqual(read_csv(answer.body.decode()),
                         [["brand", "ngr"], [self.name(brands["30"]), "30"], ["Total", "30"]])
        self.assert_problem(self.client.api("POST", "/reports/query?format=xml", question), 400)

    # Filters, sorting and limits.

    def test_filters_take_ids_and_names(self):
        brands = self.three_brands()
        first, second = brands["30"], brands["20"]
        for values in ([first, second], [self.name(first), self.name(second)], [first, self.name(second)],
                       [first, self.name(first), second]):
            with self.subTest(values):
                report = self.report("brand", metrics=["ngr"], filters={"brand": values})
                self.assertEqual([row["groupKeys"]["brand"] for row in report["rows"]],
                                 sorted([self.name(first), self.name(second)], key=str.encode))
                self.assertEqual(report["totals"], {"ngr": 50})

    def test_all_filters_must_match(self):
        brands = self.three_brands()
        filters = {"brand": [brands["30"]], "eventType": ["ngr_update"], "affiliate": ["(organic)"]}
        self.assertEqual(self.report(metrics=["ngr"], filters=filters)["totals"], {"ngr": 30})
        for other in ({"affiliate": ["(unregistered)"]}, {"eventType": ["deposit"]}, {"country": ["DE"]},
                      {"date": ["2026-03-11"]}, {"sub1": ["x"]}):
            with self.subTest(other):
                self.assertEqual(self.report(metrics=["ngr"], filters=filters | other)["totals"], {"ngr": 0})

    def test_filters_by_time(self):
        brand = self.three_brands()["30"]
        for key, name in (("date", "2026-03-10"), ("hour", "2026-03-10T12+00:00"), ("week", "2026-W11"),
                          ("month", "2026-03")):
            with self.subTest(key):
                filters = {"brand": [brand], key: [name]}
                self.assertEqual(self.rows(key, metrics=["ngr"], filters=filters), [(name, 30)])

    def test_rows_are_sorted_as_requested(self):
        brands = self.three_brands()
        amounts = {self.name(brand): Decimal(amount) for amount, brand in brands.items()}
        names = sorted(amounts, key=str.encode)
        for sort, expected in ((None, names), ("brand", names), ("-brand", names[::-1]), (["-brand"], names[::-1]),
                               ("ngr", sorted(names, key=amounts.get)), ("-ngr", sorted(names, key=amounts.get)[::-1]),
                               (["registration_count", "-ngr"], sorted(names, key=amounts.get)[::-1]),
                               (["registration_count"], names)):
            with self.subTest(sort):
                members = {"sort": sort} if sort else {}
                rows = self.rows("brand", metrics=["ngr", "registration_count"],
                                 filters={"brand": list(brands.values())}, **members)
                self.assertEqual(rows, [(name, amounts[name], 1) for name in expected])

    def test_a_limit_applies_to_rows_and_not_to_totals(self):
        brands = self.three_brands()
        report = self.report("brand", metrics=["ngr", "active_player_count"], sort="-ngr", limit=2,
                             filters={"brand": list(brands.values())})
        self.assertEqual([row["metrics"]["ngr"] for row in report["rows"]], [30, 20])
        self.assertEqual(report["totals"], {"ngr": 60, "active_player_count": 3})
        whole = self.report("brand", metrics=["ngr"], limit=100, filters={"brand": list(brands.values())})
        self.assertEqual(len(whole["rows"]), 3)

    def test_without_group_keys_there_are_only_totals(self):
        brands = self.three_brands()
        for members in ({}, {"groupKeys": []}):
            answer = self.query(metrics=["ngr"], filters={"brand": list(brands.values())}, **MARCH, **members)
            report = answer.json()
            self.assertEqual((report["rows"], report["totals"]), ([], {"ngr": 60}))
        csv = self.client.api("POST", "/reports/query?format=csv",
                              {"metrics": ["ngr"], "filters": {"brand": list(brands.values())}} | MARCH)
        self.assertEqual(csv.body.decode(), "ngr\r\n60\r\n")

    def test_periods_that_follow_the_day(self):
        link = self.link(self.brand())
        self.click(link)
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        chosen = {"metrics": ["click_count"], "filters": {"link": [link["linkId"]]}}
        self.wait_for([(today, 1)], lambda: self.rows("date", period="today", **chosen))
        for period, clicks in (("yesterday", 0), ("last7Days", 1), ("last30Days", 1), ("thisMonth", 1),
                               ("lastMonth", 0)):
            with self.subTest(period):
                self.assertEqual(self.report(period=period, **chosen)["totals"], {"click_count": clicks})
        self.assert_refused(self.query(metrics=["ngr"], period="today", **MARCH), "/period")
        self.assert_refused(self.query(metrics=["ngr"], period="tomorrow"), "/period")

    # Names.

    def test_rows_are_grouped_by_id_and_not_by_name(self):
        brand = self.brand()
        twins = [self.affiliate(name="Twin") for _ in range(2)]
        for twin, clicks in zip(twins, (2, 1)):
            link = self.link(brand, twin["id"], name="Same")
            for _ in range(clicks):
                self.click(link)
        for key, name in (("affiliate", "Twin"), ("link", "Same")):
            self.wait_for([(name, 1), (name, 2)], lambda: sorted(self.rows(
                key, metrics=["click_count"], filters={"brand": [brand]}, period="today")))
        self.assertEqual(self.rows("brand", metrics=["click_count"], period="today",
                                   filters={"affiliate": ["Twin"], "brand": [brand]}), [(self.name(brand), 3)])

    def test_records_without_a_name_are_shown_too(self):
        brand = self.brand()
        creative = self.creative(brand)
        link = self.link(brand)
        self.send(brand, "unregistered", "deposit", DAY, "5")
        self.send(brand, "organic", "registration", DAY)
        self.click(link)
        self.visit(impression_path(creative["id"]))
        now = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        chosen = {"metrics": ["click_count", "banner_view_count", "registration_count", "deposit_count"],
                  "filters": {"brand": [brand]}, "startDate": "2026-03-01", "endDate": now}
        affiliate = self.client.api("GET", "/affiliates/" + link["affiliateId"]).json()["name"]
        self.wait_for(sorted([("", 0, 1, 0, 0), ("(organic)", 0, 0, 1, 0), ("(unregistered)", 0, 0, 0, 1),
                              (affiliate, 1, 0, 0, 0)]), lambda: sorted(self.rows("affiliate", **chosen)))
        self.assertEqual(self.rows("link", **chosen), [("", 0, 1, 1, 1), (link["code"], 1, 0, 0, 0)])

    def test_a_new_name_is_shown_for_earlier_data(self):
        brand = self.brand()
        link = self.link(brand, name="Old")
        self.click(link)
        chosen = {"metrics": ["click_count"], "filters": {"brand": [brand]}, "period": "today"}
        self.wait_for([("Old", 1)], lambda: self.rows("link", **chosen))
        self.change("/links/" + link["linkId"], name="New")
        self.assertEqual(self.rows("link", **chosen), [("New", 1)])

    def test_a_changed_link_counts_only_for_later_clicks(self):
        brand = self.brand()
        campaigns = [self.make("/campaigns", brandId=brand, name=name) for name in ("Spring", "Summer")]
        link = self.link(brand, campaignId=campaigns[0]["id"], geoTarget="DE")
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        player = self.player_of(link, now)
        self.change("/links/" + link["linkId"], campaignId=campaigns[1]["id"], geoTarget="AT")
        self.click(link)
        self.send(brand, player, "deposit", now, "5")
        chosen = {"metrics": ["click_count", "deposit_count"], "filters": {"brand": [brand]}, "period": "last7Days"}
        self.wait_for([("Spring", "DE", 1, 1), ("Summer", "AT", 1, 0)],
                      lambda: self.rows("campaign", "geoTarget", **chosen))

    # Freshness.

    def test_acknowledged_data_is_in_reports_within_seconds(self):
        brand = self.brand()
        link, creative = self.link(brand), self.creative(brand)
        metrics = ["click_count", "unique_click_count", "banner_view_count", "registration_count", "deposit_amount",
                   "ctr"]
        chosen = {"metrics": metrics, "filters": {"brand": [brand]}, "period": "last7Days"}
        for number in range(1, 4):
            self.visit(impression_path(creative["id"], lid=link["linkId"]))
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            self.send(brand, self.player_of(link, now), "deposit", now, "0.1")
            self.wait_for([number, 1, number, number, Decimal(number) / 10, 1],
                          lambda: list(self.report(**chosen)["totals"].values()))
        self.click(link, agent=IPHONE)
        self.wait_for([4, 2, 3, 3, Decimal("0.3"), Decimal("1.33333333")],
                      lambda: list(self.report(**chosen)["totals"].values()))

    def test_a_registration_moves_earlier_events_to_the_affiliate(self):
        brand = self.brand()
        link = self.link(brand, name="Bringer")
        chosen = {"metrics": ["deposit_amount", "active_player_count"], "filters": {"brand": [brand]}}
        self.send(brand, "early bird", "deposit", DAY, "7")
        self.wait_for([("(unregistered)", "", 7, 1)], lambda: self.rows("affiliate", "link", **chosen))
        self.send(brand, "early bird", "registration", DAY, click_id=self.click(link))
        affiliate = self.client.api("GET", "/affiliates/" + link["affiliateId"]).json()["name"]
        self.wait_for([(affiliate, "Bringer", 7, 1)], lambda: self.rows("affiliate", "link", **chosen))

    def test_a_reassigned_player_moves_everything_except_the_clicks(self):
        brand = self.brand()
        link, other = self.link(brand, name="First"), self.link(brand, name="Second")
        player = self.player_of(link, DAY)
        self.send(brand, player, "first_deposit", DAY, "20")
        now = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        chosen = {"metrics": ["click_count", "registration_count", "ftd_amount"], "filters": {"brand": [brand]},
                  "startDate": "2026-03-01", "endDate": now}
        self.wait_for([("First", 1, 1, 20)], lambda: self.rows("link", **chosen))
        body = {"affiliateId": other["affiliateId"], "linkId": other["linkId"], "reason": "A complaint"}
        answer = self.client.api("POST", f"/players/{self.player(player, brand)['id']}/reassign", body)
        self.assertEqual(answer.status, 200, answer.body)
        self.wait_for([("First", 1, 0, 0), ("Second", 0, 1, 20)], lambda: self.rows("link", **chosen))

    def test_a_player_that_is_reassigned_often_has_qualified_once(self):
        brand = self.brand()
        deal = self.make("/deals", name="CPA 100", terms={"currency": "EUR", "cpa": {"amount": "100"}})
        first, second = (self.affiliate(dealIds=[deal["id"]])["id"] for _ in range(2))
        link = self.link(brand, first, name="First")
        others = [self.link(brand, second, name=name) for name in ("Second", "Third")]
        player = self.player_of(link, DAY)
        self.send(brand, player, "first_deposit", DAY, "20")
        chosen = {"metrics": ["ftd_count", "qualified_count", "cpa_reward"], "filters": {"brand": [brand]}}
        self.wait_for([("First", 1, 1, 100)], lambda: self.rows("link", **chosen))
        path = f"/players/{self.player(player, brand)['id']}/reassign"
        for target, shown in ((None, ""), (others[0], "Second"), (others[1], "Third")):
            body = {"affiliateId": second, "linkId": target and target["linkId"], "reason": "A complaint"}
            self.assertEqual(self.client.api("POST", path, body).status, 200)
            self.wait_for([(shown, 1, 1, 100)], lambda: self.rows("link", **chosen))

    def test_the_commission_for_remaining_players_stays_after_a_reassignment(self):
        """The reassigned player also lowers the tier: 25 % of the remaining 200 are 50."""
        brand = self.brand()
        share = {"rate": "25", "tiers": [{"from": "1000", "rate": "30"}], "tierMode": "whole"}
        deal = self.make("/deals", name="Tiers", terms={"currency": "EUR", "revShare": share})
        link = self.link(brand, self.affiliate(dealIds=[deal["id"]])["id"], name="First")
        other = self.link(brand, self.affiliate()["id"], name="Second")
        players = [self.player_of(link, DAY) for _ in range(2)]
        for player, amount in zip(players, ("900", "200")):
            self.send(brand, player, "ngr_update", DAY, amount)
        chosen = {"metrics": ["ngr", "revshare_reward"], "filters": {"brand": [brand]}}
        self.wait_for([("First", 1100, 330)], lambda: self.rows("link", **chosen))
        path = f"/players/{self.player(players[0], brand)['id']}/reassign"
        for target, shown in ((None, ""), (other["linkId"], "Second")):
            body = {"affiliateId": other["affiliateId"], "linkId": target, "reason": "A complaint"}
            self.assertEqual(self.client.api("POST", path, body).status, 200)
            self.wait_for(sorted([("First", 200, 50), (shown, 900, 0)]), lambda: self.rows("link", **chosen))

    def test_a_rate_applies_as_soon_as_it_is_stored(self):
        brand = self.brand()
        self.send(brand, "somebody", "deposit", "2026-03-10T23:30:00Z", "100", currency="NZD")
        chosen = {"metrics": ["deposit_amount"], "filters": {"brand": [brand]}}
        self.wait_for([("NZD", 100)], lambda: self.rows("currency", **chosen))
        self.assertEqual(self.report("currency", **chosen)["totals"], {"deposit_amount": 0})
        self.assertEqual(self.rows("date", **chosen), [], "a row with only zeros is left out")
        for day, rate, expected in (("2026-03-11", "9", 0), ("2026-03-01", "0.5", 50), ("2026-03-10", "0.501", "50.1"),
                                    ("2026-03-10", "0.123456789012345678", "12.3456789")):
            self.make("/fx-rates", date=day, **{"from": "NZD", "to": "EUR"}, rate=rate)
            self.assertEqual(self.report(**chosen)["totals"], {"deposit_amount": Decimal(expected)})
        self.assertEqual(self.rows("currency", **chosen), [("NZD", 100)])

    def test_fractions_are_added_up_before_they_are_rounded(self):
        brand = self.brand()
        self.make("/fx-rates", date="2026-01-01", **{"from": "ISK", "to": "EUR"}, rate="0.000000004")
        for number in range(3):
            self.send(brand, f"player {number}", "deposit", DAY, "1", currency="ISK")
        chosen = {"metrics": ["deposit_amount"], "filters": {"brand": [brand]}}
        self.wait_for(3, lambda: self.report(metrics=["deposit_count"], filters={"brand": [brand]}
                                             )["totals"]["deposit_count"])
        # A single 0.000000004 rounds to zero at the eighth digit; three of them are 0.000000012.
        self.assertEqual(self.report(**chosen)["totals"], {"deposit_amount": Decimal("0.00000001")})
        self.assertEqual(self.rows("player", **chosen), [])


class OperatorsOwn(ReportCalls):
    """Tests that depend on the operator's settings, with no other operator on the service."""

    def setUp(self):
        super().setUp()
        self.settle(timeZone="UTC", baseCurrency="EUR")

    def settle(self, **members: str):
        current = self.client.api("GET", "/operator").json()
        if not members.items() <= current.items():
            rewrite_first_settings(self.service, self.client, **members)

    def test_days_follow_the_operators_time_zone(self):
        brand = self.brand()
        self.send(brand, "somebody", "deposit", "2026-03-10T23:30:00Z", "5")
        chosen = {"metrics": ["deposit_count"], "filters": {"brand": [brand]}}
        self.wait_for([("2026-03-10", "2026-03-10T23+00:00", 1)], lambda: self.rows("date", "hour", **chosen))
        for zone, date, hour in (("Europe/Berlin", "2026-03-11", "2026-03-11T00+01:00"),
                                 ("America/New_York", "2026-03-10", "2026-03-10T19-04:00"),
                                 ("Asia/Kathmandu", "2026-03-11", "2026-03-11T05+05:45"),
                                 ("Australia/Lord_Howe", "2026-03-11", "2026-03-11T10+11:00")):
            with self.subTest(zone):
                self.settle(timeZone=zone)
                self.assertEqual(self.rows("date", "hour", **chosen), [(date, hour, 1)])
                self.assertEqual(self.report(**chosen | {"startDate": date, "endDate": date})["totals"],
                                 {"deposit_count": 1})

    def test_hours_around_clock_changes_keep_their_names_and_order(self):
        brand = self.brand()
        self.settle(timeZone="Europe/Berlin")
        for time in ("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2025-10-26T00:30:00Z", "2025-10-26T01:30:00Z",
                     "2025-10-26T02:30:00Z"):
            self.send(brand, "somebody", "deposit", time, "5")
        chosen = {"metrics": ["deposit_count"], "filters": {"brand": [brand]}}
        self.wait_for([("2026-03-29T01+01:00", 1), ("2026-03-29T03+02:00", 1)],
                      lambda: self.rows("hour", **chosen | MARCH))
        self.wait_for([("2025-10-26T02+02:00", 1), ("2025-10-26T02+01:00", 1), ("2025-10-26T03+01:00", 1)],
                      lambda: self.rows("hour", **chosen, startDate="2025-10-26", endDate="2025-10-26"))
        # Each half hour on Lord Howe keeps its own name.
        self.settle(timeZone="Australia/Lord_Howe")
        for time in ("2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z", "2026-04-04T15:45:00Z"):
            self.send(brand, "somebody", "deposit", time, "5")
        self.wait_for([("2026-04-05T01+11:00", 1), ("2026-04-05T01+10:30", 1), ("2026-04-05T02+10:30", 1)],
                      lambda: self.rows("hour", **chosen, startDate="2026-04-05", endDate="2026-04-05"))

    def test_days_in_the_distant_past_have_names_too(self):
        brand = self.brand()
        self.change("/brands/" + brand, maxEventAgeYears=100)
        for time in ("1969-12-31T23:30:00Z", "1970-01-01T00:30:00Z", "2000-02-29T12:00:00Z"):
            self.send(brand, "somebody", "deposit", time, "5")
        chosen = {"metrics": ["deposit_count"], "filters": {"brand": [brand]}, "startDate": "1969-01-01",
                  "endDate": "2026-12-31"}
        keys = ("hour", "date", "week", "month")
        leap = ("2000-02-29", "2000-W09", "2000-02", 1)
        self.wait_for(3, lambda: self.report(**chosen)["totals"]["deposit_count"])
        for zone, expected in (
                ("UTC", [("1969-12-31T23+00:00", "1969-12-31", "1970-W01", "1969-12", 1),
                         ("1970-01-01T00+00:00", "1970-01-01", "1970-W01", "1970-01", 1),
                         ("2000-02-29T12+00:00", *leap)]),
                ("Europe/Berlin", [("1970-01-01T00+01:00", "1970-01-01", "1970-W01", "1970-01", 1),
                                   ("1970-01-01T01+01:00", "1970-01-01", "1970-W01", "1970-01", 1),
                                   ("2000-02-29T13+01:00", *leap)]),
                ("America/New_York", [("1969-12-31T18-05:00", "1969-12-31", "1970-W01", "1969-12", 1),
                                      ("1969-12-31T19-05:00", "1969-12-31", "1970-W01", "1969-12", 1),
                                      ("2000-02-29T07-05:00", *leap)])):
            with self.subTest(zone):
                self.settle(timeZone=zone)
                self.assertEqual(self.rows(*keys, **chosen), expected)

    def test_money_follows_the_operators_base_currency(self):
        brand = self.brand()
        self.make("/fx-rates", date="2026-03-01", **{"from": "EUR", "to": "CHF"}, rate="0.95")
        self.send(brand, "somebody", "deposit", DAY, "100")
        chosen = {"metrics": ["deposit_amount"], "filters": {"brand": [brand]}}
        self.wait_for({"deposit_amount": 100}, lambda: self.report(**chosen)["totals"])
        for currency, amount in (("CHF", 95), ("USD", 0), ("EUR", 100)):
            self.settle(baseCurrency=currency)
            self.assertEqual(self.report(**chosen)["totals"], {"deposit_amount": amount})
            self.assertEqual(self.rows("currency", **chosen), [("EUR", 100)])


class ReportsOnSqlite(Reports, ServiceCase):
    pass


class ReportsOnPostgres(Reports, PostgresCase):
    pass


class OperatorsOwnOnSqlite(OperatorsOwn, ServiceCase):
    pass


if __name__ == "__main__":
    unittest.main()
