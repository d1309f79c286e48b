"""Fraud rules find signals once, can be tried before, and keep statements from being paid until a person decides."""

import datetime
import sqlite3
import time
import unittest

from tests.support import clickhouse, postgres, program
from tests.support.case import TwoNodes
from tests.support.commission import CommissionOnPostgres
from tests.support.events import fresh_key, hours_from_now
from tests.support.fraud import BURST, FraudCase
from tests.support.shifted_clock import DAY, ShiftedClock
from tests.support.waiting import keep_away_from_midnight, wait_until

PAYMENT = {"date": "2026-05-02", "method": "SEPA", "reference": "Run 5"}


class FraudRules:
    def setUp(self):
        keep_away_from_midnight()  # Rules count the clicks of a day.
        super().setUp()

    def test_a_rule_has_the_usual_numbers_and_is_off(self):
        rule = self.rule("oneAddress", name="Many clicks from one address")
        expected = {"name": "Many clicks from one address", "kind": "oneAddress", "status": "inactive", "holds": False,
                    "parameters": {"windowMinutes": 10, "clicksMax": 50}, "version": 1}
        self.assertEqual({name: rule[name] for name in expected}, expected)
        self.assertEqual(set(rule) - set(expected), {"id", "changedAt", "createdAt"})

    def test_each_change_is_a_version_and_old_ones_are_kept(self):
        one = "/fraud-rules/" + self.rule(parameters={"clicksMax": 60})["id"]
        changed = self.change(one, parameters={"clicksMax": 70})
        self.assertEqual((changed["version"], changed["parameters"]), (2, {"windowMinutes": 10, "clicksMax": 70}))
        self.assertEqual(self.change(one, parameters={"clicksMax": 70})["version"], 2)
        self.assertEqual(self.change(one, status="active", holds=True)["version"], 3)
        versions = self.items(one + "/versions")
        self.assertEqual([(each["version"], each["parameters"]["clicksMax"], each["status"], each["holds"])
                          for each in versions],
                         [(1, 60, "inactive", False), (2, 70, "inactive", False), (3, 70, "active", True)])
        page = self.client.api("GET", one + "/versions?limit=2").json()
        rest = self.client.api("GET", one + "/versions?cursor=" + page["nextCursor"]).json()
        self.assertEqual([each["version"] for each in page["items"] + rest["items"]], [1, 2, 3])
        [entry] = self.items("/audit-log", f"subject={one[1:].replace('fraud-rules', 'fraudRule')}&action=fraudRule.create")
        self.assertEqual(entry["after"]["parameters"]["clicksMax"], 60)
        self.change(one, status="inactive")

    def test_wrong_members_are_refused_with_their_pointers(self):
        one = "/fraud-rules/" + self.rule()["id"]
        self.assert_every_refused(one, {"name": "x", "kind": "clickBurst"}, [
            ("name", ""), ("kind", "nothing"), ("status", "on"), ("holds", "yes"), ("parameters", []),
            ("parameters", {"clicksMax": 0}, "/parameters/clicksMax"),
            ("parameters", {"clicksMax": "50"}, "/parameters/clicksMax"),
            ("parameters", {"windowMinutes": 1441}, "/parameters/windowMinutes"),
            ("parameters", {"weeks": 8}, "/parameters/weeks"), ("version", 5), ("other", 1)])
        self.assert_refused(self.client.api("POST", "/fraud-rules", {"name": "x"}), "/kind")
        self.assert_refused(self.client.api("PATCH", one, {"kind": "oneAgent"}), "/kind")

    def test_rules_and_signals_belong_to_one_operator(self):
        rule, signal = self.rule(), self.fast_signal()
        self.assert_foreign("/fraud-rules/" + rule["id"], name="Mine")
        self.assert_problem(self.rival.api("GET", f"/fraud-rules/{rule['id']}/versions"), 404)
        self.assertEqual(self.signals(client=self.rival), [])
        for path, body in (("", None), ("/release", {"reason": "x"}), ("/reverse", {"reason": "x"})):
            method = "POST" if body else "GET"
            self.assert_problem(self.rival.api(method, f"/fraud-signals/{signal['id']}{path}", body), 404)
        self.assertEqual(self.signals("ruleId=" + signal["ruleId"])[0]["state"], "open")

    def test_a_trial_finds_without_storing(self):
        link = self.link()
        self.clicks_on(link, 7)
        body = {"kind": "clickBurst", "parameters": BURST}
        trial = self.client.api("POST", "/fraud-rules/try", body)
        self.assertEqual(trial.status, 200, trial.body)
        [finding] = [each for each in trial.json()["findings"] if each["linkId"] == link["linkId"]]
        self.assertEqual((finding["value"], finding["allowed"]), ("7", "5"))
        self.assertEqual(finding["summary"], "7 clicks on one link in 3 minutes. The rule allows 5.")
        self.assertTrue(trial.json()["complete"])
        self.assertGreaterEqual(trial.json()["clicksRead"], 7)
        self.assertEqual(self.signals("affiliateId=" + link["affiliateId"]), [])
        loose = self.client.api("POST", "/fraud-rules/try", body | {"parameters": BURST | {"clicksMax": 500}}).json()
        self.assertEqual((loose["findingCount"], loose["affiliateCount"], loose["findings"]), (0, 0, []))

    def test_a_trial_is_checked(self):
        for body, pointer in (({}, "/kind"), ({"kind": "x"}, "/kind"), ({"kind": "oneAgent", "why": 1}, "/why"),
                              ({"kind": "clickBurst", "parameters": {"weeks": 8}}, "/parameters/weeks"),
                              ({"kind": "clickBurst", "startDate": "2026-13-01"}, "/startDate"),
                              ({"kind": "clickBurst", "startDate": "2026-01-01", "endDate": "2026-05-01"}, "/startDate"),
                              ({"kind": "clickBurst", "startDate": "2026-05-02", "endDate": "2026-05-01"}, "/endDate"),
                              ({"kind": "clickBurst", "endDate": "2999-01-01"}, "/endDate")):
            with self.subTest(body):
                self.assert_refused(self.client.api("POST", "/fraud-rules/try", body), pointer)

    # What rules find.

    def test_a_burst_of_clicks_is_one_signal(self):
        rule = self.rule(parameters=BURST, status="active")
        link = self.link()
        self.clicks_on(link, 7)
        signal = self.found_on(rule, link, "7")
        self.assertEqual((signal["ruleVersion"], signal["kind"], signal["state"]), (1, "clickBurst", "open"))
        self.assertEqual((signal["affiliateId"], signal["allowed"], signal["holds"]), (link["affiliateId"], "5", False))
        self.clicks_on(link, 2)
        self.assertEqual(self.found_on(rule, link, "9")["id"], signal["id"])
        self.assertEqual(self.found_on(rule, link)["id"], signal["id"])
        self.change("/fraud-rules/" + rule["id"], status="inactive")

    def test_a_released_signal_does_not_come_back(self):
        rule = self.rule(parameters=BURST, status="active")
        link = self.link()
        self.clicks_on(link, 7)
        signal = self.found_on(rule, link)
        released = self.decide(signal, "release", "A stream was live")
        self.assertEqual(released.status, 200, released.body)
        self.assertEqual((released.json()["state"], released.json()["reason"]), ("released", "A stream was live"))
        self.clicks_on(link, 3)
        # A changed rule looks at the whole day again, and so does a node that has just started.
        self.change("/fraud-rules/" + rule["id"], parameters={"clicksMax": 4})
        other = self.link()
        self.clicks_on(other, 7)
        self.found_on(rule, other)
        self.service.restart()
        self.client = self.open_client()
        time.sleep(2)
        self.assertEqual([(each["id"], each["state"]) for each in self.signals("ruleId=" + rule["id"])
                          if each["linkId"] == link["linkId"]], [(signal["id"], "released")])
        self.change("/fraud-rules/" + rule["id"], status="inactive")

    def test_one_address_is_found_and_never_shown(self):
        rule = self.rule("oneAddress", parameters=BURST, status="active")
        link = self.link()
        self.clicks_on(link, 7, "203.0.113.7")
        for number in range(7):
            self.clicks_on(link, 1, f"198.51.100.{number}")
        # The rule may have found six of them before the seventh came.
        [signal] = wait_until(lambda: [one for one in self.signals(f"ruleId={rule['id']}&affiliateId={link['affiliateId']}")
                                       if one["value"] != "6"], "it is found")
        self.assertRegex(signal["summary"], r"^7 clicks from one address \([0-9a-f]{12}\) in 3 minutes\. The rule allows 5\.$")
        self.assertNotIn("203.0.113.7", str(signal))
        self.change("/fraud-rules/" + rule["id"], status="inactive")

    def test_one_agent_is_found(self):
        rule = self.rule("oneAgent", parameters={"windowMinutes": 1440, "clicksMin": 10, "sharePercentMax": 80})
        link = self.link()
        self.clicks_on(link, 11)
        self.change("/fraud-rules/" + rule["id"], status="active")
        found = wait_until(lambda: self.signals(f"ruleId={rule['id']}&affiliateId={link['affiliateId']}"), "it is found")
        self.assertIn("Firefox", found[0]["summary"])
        self.assertIn("made 11 of 11 clicks, 100 %. The rule allows 80 %.", found[0]["summary"])
        self.change("/fraud-rules/" + rule["id"], status="inactive")

    def test_signals_are_listed_by_their_filters(self):
        signal = self.fast_signal()
        self.assertEqual(signal["playerId"], self.items("/accruals", "affiliateId=" + signal["affiliateId"])[0]["playerId"])
        for query, count in (("state=open", 1), ("state=released", 0), ("holds=false", 1), ("holds=true", 0),
                             ("playerId=" + signal["playerId"], 1), ("playerId=" + self.unknown_id(), 0)):
            with self.subTest(query):
                self.assertEqual(len(self.signals(f"affiliateId={signal['affiliateId']}&{query}")), count)
        self.assertEqual(self.client.api("GET", "/fraud-signals/" + signal["id"]).json(), signal)
        self.assert_problem(self.client.api("GET", "/fraud-signals?state=new"), 400)
        self.assert_problem(self.client.api("GET", "/fraud-signals?affiliate=x"), 400)
        ids = [each["id"] for each in self.signals()]
        page = self.client.api("GET", "/fraud-signals?limit=1").json()
        self.assertEqual(page["items"][0]["id"], ids[0])
        if page["nextCursor"]:
            after = self.client.api("GET", "/fraud-signals?limit=1&cursor=" + page["nextCursor"]).json()
            self.assertEqual(after["items"][0]["id"], ids[1])

    # Money.

    def held_statement(self) -> tuple[dict, dict]:
        """A closed statement whose affiliate has an open signal of a rule that holds."""
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        statement = self.close(affiliate, "2026-03")[0]
        return statement, self.fast_signal(affiliate, holds=True)

    def step(self, statement: dict, name: str, body: dict | None = None):
        return self.client.api("POST", f"/statements/{statement['id']}/{name}", body)

    def assert_verified(self):
        verified = program.run_json("verify", *self.service.place())
        self.assertEqual((verified["differences"], verified["found"]), (0, []))

    def test_a_statement_waits_until_the_signal_is_released(self):
        statement, signal = self.held_statement()
        refused = self.assert_problem(self.step(statement, "approve"), 409)
        self.assertEqual(refused["code"], "held_for_review")
        bulk = {"step": "approve", "statementIds": [statement["id"]]}
        [result] = self.client.api("POST", "/statements/bulk", bulk).json()["items"]
        self.assertEqual(result["error"]["code"], "held_for_review")
        self.assert_refused(self.decide(signal, "release", None), "/reason")
        self.assert_refused(self.decide(signal, "release", " "), "/reason")
        released = self.decide(signal, "release", "We know this player").json()
        self.assertEqual((released["state"], released["reason"]), ("released", "We know this player"))
        self.assertTrue(released["decidedBy"] and released["decidedByName"] and released["decidedAt"])
        [entry] = self.items("/audit-log", f"subject=fraudSignal/{signal['id']}")
        self.assertEqual((entry["action"], entry["after"]),
                         ("fraudSignal.release", {"state": "released", "reason": "We know this player"}))
        self.assertEqual(self.step(statement, "approve").status, 200)
        self.assertEqual(self.step(statement, "pay", PAYMENT).status, 200)
        self.assert_problem(self.decide(signal, "release"), 409)
        self.assert_problem(self.decide(signal, "reverse"), 409)
        self.assert_verified()

    def test_an_approved_statement_is_not_paid_while_a_signal_holds_it(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        statement = self.close(affiliate, "2026-03")[0]
        self.assertEqual(self.step(statement, "approve").status, 200)
        signal = self.fast_signal(affiliate, holds=True)
        self.assertEqual(self.assert_problem(self.step(statement, "pay", PAYMENT), 409)["code"], "held_for_review")
        self.assertEqual(self.step(statement, "hold", {"reason": "Looked at"}).status, 200)
        self.assertEqual(self.step(statement, "release").status, 200)
        self.decide(signal, "release")
        self.assertEqual(self.step(statement, "approve").status, 200)

    def test_a_rule_that_does_not_hold_leaves_statements_alone(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        statement = self.close(affiliate, "2026-03")[0]
        self.fast_signal(affiliate)
        self.assertEqual(self.step(statement, "approve").status, 200)

    def test_reversing_a_signal_reverses_the_commission_of_the_player(self):
        statement, signal = self.held_statement()
        affiliate = {"id": statement["affiliateId"]}
        self.assertEqual(self.amounts(affiliate), ["5", "5"])
        key = {"Idempotency-Key": fresh_key("request")}
        reversed_ = self.decide(signal, "reverse", "A script", headers=key)
        self.assertEqual(reversed_.status, 200, reversed_.body)
        self.assertEqual(reversed_.json()["state"], "reversed")
        self.assertEqual(self.amounts(affiliate), ["5", "5", "-5"])
        self.assertEqual(self.accruals(affiliate)[-1]["playerId"], signal["playerId"])
        again = self.decide(signal, "reverse", "A script", headers=key)
        self.assertEqual((again.status, again.json()), (200, reversed_.json()))
        self.assertEqual(self.amounts(affiliate), ["5", "5", "-5"])
        [entry] = self.items("/audit-log", f"subject=fraudSignal/{signal['id']}")
        self.assertEqual(entry["after"], {"state": "reversed", "reason": "A script", "accrualsReversed": 1})
        self.assertEqual(self.step(statement, "approve").status, 200)
        self.assert_verified()

    def test_reversing_a_burst_reverses_only_the_players_of_its_clicks(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        link = self.link(affiliateId=affiliate["id"])
        clicks = self.clicks_on(link, 7)
        self.accept(self.event("registration", player_external_ref=fresh_key("player"), event_time=hours_from_now(0),
                               click_id=clicks[3]))
        rule = self.rule(parameters=BURST, status="active")
        signal = self.found_on(rule, link)
        self.change("/fraud-rules/" + rule["id"], status="inactive")
        answer = self.decide(signal, "reverse", "Bought clicks")
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(self.amounts(affiliate), ["5", "5", "-5"])
        self.assert_verified()

    def test_a_signal_without_commission_cannot_be_reversed(self):
        signal = self.fast_signal(self.paid_affiliate({"cpa": {"amount": "50"}}))
        problem = self.assert_problem(self.decide(signal, "reverse"), 409)
        self.assertIn("no commission", problem["detail"])
        self.assertEqual(self.client.api("GET", "/fraud-signals/" + signal["id"]).json()["state"], "open")


class FraudRulesOnSqlite(FraudRules, FraudCase):
    def run_sql(self, statement: str):
        connection = sqlite3.connect(self.service.data / "ledger.db", isolation_level=None)
        connection.execute(statement)
        connection.close()

    def test_verify_finds_a_signal_that_was_changed_in_the_database(self):
        signal = self.fast_signal(holds=True)
        self.service.stop()
        self.run_sql("UPDATE fraud_signals SET holds = 0 WHERE holds = 1 AND state = 'open'")
        verified = program.run("verify", *self.service.place())
        self.run_sql("UPDATE fraud_signals SET holds = 1 WHERE holds = 0 AND rule_id IN "
                     "(SELECT rule_id FROM fraud_rules WHERE holds = 1)")
        self.service.start()
        self.assertEqual(verified.returncode, 1, verified.stdout)
        self.assertIn(signal["id"], verified.stdout)
        self.assert_verified()


REFUSE_REVERSALS = """
CREATE FUNCTION refuse_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM accrual_reversals) >= {limit} THEN RAISE EXCEPTION 'refused by the test'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER refuse_reversal BEFORE INSERT ON accrual_reversals FOR EACH ROW EXECUTE FUNCTION refuse_reversal();
"""
ALLOW_REVERSALS = "DROP TRIGGER refuse_reversal ON accrual_reversals; DROP FUNCTION refuse_reversal();"


class FraudRulesOnPostgres(FraudRules, FraudCase, CommissionOnPostgres):
    def run_sql(self, statement: str) -> list[str]:
        return postgres.query(self.service.ledger_url, statement)

    def test_a_reversal_that_stops_halfway_goes_on_when_it_is_repeated(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        link = self.link(affiliateId=affiliate["id"])
        clicks = self.clicks_on(link, 7)
        for click in clicks[:3]:
            self.accept(self.event("registration", player_external_ref=fresh_key("player"), event_time=hours_from_now(0),
                                   click_id=click))
        rule = self.rule(parameters=BURST, status="active")
        signal = self.found_on(rule, link)
        self.change("/fraud-rules/" + rule["id"], status="inactive")
        key = {"Idempotency-Key": fresh_key("request")}
        [before] = self.run_sql("SELECT count(*) FROM accrual_reversals")
        self.run_sql(REFUSE_REVERSALS.format(limit=int(before) + 1))
        try:
            stopped = self.decide(signal, "reverse", "Bought clicks", headers=key)
        finally:
            self.run_sql(ALLOW_REVERSALS)
        self.assertEqual(stopped.status, 500, stopped.body)
        self.assertEqual(sorted(self.amounts(affiliate)), ["-5", "5", "5", "5"])
        self.assertEqual(self.client.api("GET", "/fraud-signals/" + signal["id"]).json()["state"], "open")
        for _ in range(2):
            answer = self.decide(signal, "reverse", "Bought clicks", headers=key)
            self.assertEqual((answer.status, answer.json()["state"]), (200, "reversed"), answer.body)
            self.assertEqual(sorted(self.amounts(affiliate)), ["-5", "-5", "-5", "5", "5", "5"])
        self.assert_verified()


class SignalsOfTwoNodes(TwoNodes, FraudCase, CommissionOnPostgres):
    def test_two_nodes_make_one_signal(self):
        rule = self.rule(parameters=BURST, status="active")
        links = [self.link() for _ in range(5)]
        for link in links:
            self.clicks_on(link, 7)
        for link in links:
            self.found_on(rule, link)
        time.sleep(3)
        found = [each["linkId"] for each in self.signals("ruleId=" + rule["id"])]
        self.assertEqual(sorted(found), sorted(link["linkId"] for link in links))


class Habit:
    """The clock of the service passes six weeks, in which the affiliate's conversion is steady except in the last."""

    def setUp(self):
        super().setUp()
        self.clock = ShiftedClock(self.service.data.parent / "shift")
        self.service.stop()
        with self.clock.used():
            self.service.start()
        self.client = self.open_client()

    def week(self, number: int, link: dict, clicks: int, players: int):
        self.clock.shift(number * 7 * DAY)
        self.assertTrue(program.run_json("clock", "confirm", *self.service.place())["trusted"])
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=7 * number)
        for click in self.clicks_on(link, clicks)[:players]:
            self.accept(self.event("registration", player_external_ref=fresh_key("player"), click_id=click,
                                   event_time=now.strftime("%Y-%m-%dT%H:%M:%SZ")))

    def test_a_week_far_outside_the_habit_is_found(self):
        strange, steady = self.link(), self.link()
        for number in range(6):
            self.week(number, strange, 20, 12 if number == 5 else 1)
            self.week(number, steady, 20, 1)
        self.service.await_projection()
        rule = self.rule("unusualConversion", parameters={"weeks": 8, "clicksMin": 20, "spreadsMax": 4})
        body = {"kind": "unusualConversion", "parameters": rule["parameters"]}
        trial = self.client.api("POST", "/fraud-rules/try", body).json()
        self.assertEqual([each["affiliateId"] for each in trial["findings"]], [strange["affiliateId"]])
        self.change("/fraud-rules/" + rule["id"], status="active")
        [signal] = self.found(rule)
        self.assertEqual((signal["affiliateId"], signal["value"], signal["usual"]), (strange["affiliateId"], "60", "5"))
        self.assertIn("(12 of 20). The usual share is 5 % (median of 5 weeks", signal["summary"])


class HabitInDuckDb(Habit, FraudCase):
    pass


class HabitInClickHouse(Habit, FraudCase):
    @classmethod
    def setUpClass(cls):
        url = clickhouse.fresh_database()
        cls.addClassCleanup(clickhouse.drop_database, url)
        cls.settings = cls.settings | {"facts": url}
        super().setUpClass()


if __name__ == "__main__":
    unittest.main()
