"""POST /deals/simulate: what other terms would have cost."""

import unittest

from tests.support import program
from tests.support.accounts import PASSWORD, Person, by_admin, person
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key
from tests.support.waiting import wait_until

REV_SHARE = {"currency": "EUR", "revShare": {"rate": "30"}}
DEALS = 40
# A simulation that kept all periods in memory would need more than twice as much.
MEMORY_MAX = 16 * 1024 * 1024
HYBRID = {"currency": "EUR", "cpa": {"amount": "80"}, "revShare": {"rate": "10"}}


class Simulations:
    def setUp(self):
        super().setUp()
        self.one, self.two = self.paid_affiliate(REV_SHARE), self.paid_affiliate(REV_SHARE)
        self.players = [self.player(self.one), self.player(self.two)]
        for player in self.players:
            self.send(player, "first_deposit", 100)
            self.send(player, "ngr_update", 1000)

    def simulate(self, terms: dict, **members):
        return self.client.api("POST", "/deals/simulate", {"terms": terms, "from": "2026-03", "to": "2026-03"} | members)

    def done(self, terms: dict, **members) -> dict:
        answer = self.simulate(terms, affiliateIds=[self.one["id"], self.two["id"]], **members)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.json()["status"], "done")
        return answer.json()

    def test_the_same_terms_cost_what_was_paid(self):
        found = self.done(REV_SHARE)
        self.assertEqual((found["total"]["actual"]["revShare"], found["total"]["simulated"]["revShare"]), ("600", "600"))
        self.assertEqual((found["total"]["difference"], found["players"], found["currency"]), ("0", [], "EUR"))

    def test_other_terms_are_compared_by_month_affiliate_and_player(self):
        found = self.done(HYBRID)
        self.assertEqual(found["total"]["simulated"]["cpa"], "160")
        self.assertEqual(found["total"]["simulated"]["commission"], "360")
        self.assertEqual(found["total"]["ngr"], "2000")
        self.assertEqual(found["total"]["simulated"]["profit"], "1640")
        self.assertEqual([month["period"] for month in found["months"]], ["2026-03"])
        self.assertEqual({one["affiliateId"] for one in found["affiliates"]}, {self.one["id"], self.two["id"]})
        self.assertEqual([player["difference"] for player in found["players"]], ["-120", "-120"])

    def test_a_scope_limits_the_deal(self):
        found = self.done({"currency": "EUR", "cpa": {"amount": "80"}}, scope={"countries": ["FR"]})
        self.assertEqual(found["total"]["simulated"]["commission"], "0")

    def test_nothing_is_written_and_the_result_can_be_read_again(self):
        before = self.accruals(self.one)
        found = self.done({"currency": "EUR", "cpl": {"amount": "5"}})
        self.assertEqual(self.accruals(self.one), before)
        again = self.client.api("GET", "/deals/simulate/" + found["id"])
        self.assertEqual((again.status, again.json()), (200, found))
        self.assertEqual(self.client.api("DELETE", "/deals/simulate/" + found["id"]).json()["status"], "done")
        rival = self.service.create_operator(fresh_key("Rival"))
        self.assert_problem(self.open_client(rival.api_key).api("GET", "/deals/simulate/" + found["id"]), 404)

    def colleague(self, role: str) -> Person:
        """A new user of the operator who is logged in."""
        made = by_admin(self.service, "POST", "/users", {"email": f"{fresh_key('user')}@people.example", "role": role})
        self.assertEqual(made.status, 201, made.body)
        colleague = person(self)
        self.assertEqual(colleague.accept(made.json()["inviteToken"], PASSWORD).status, 200)
        return colleague

    def test_a_reader_cannot_cancel_the_simulation_of_somebody_else(self):
        viewer, other, finance, manager = (self.colleague(role) for role in ("viewer", "viewer", "finance", "manager"))
        asked = {"terms": REV_SHARE, "from": "2026-03", "to": "2026-03"}
        started = viewer.call("POST", "/deals/simulate", asked)
        self.assertEqual(started.status, 200, started.body)
        path = "/deals/simulate/" + started.json()["id"]
        for reader in (other, finance):
            self.assertEqual(reader.call("GET", path).status, 200)
            self.assertIn("somebody else", self.assert_problem(reader.call("DELETE", path), 403)["detail"])
        for allowed in (viewer, manager):
            self.assertEqual(allowed.call("DELETE", path).status, 200)
        self.assertEqual(self.client.api("DELETE", path).status, 200)
        by_key = "/deals/simulate/" + self.done(REV_SHARE)["id"]
        self.assert_problem(viewer.call("DELETE", by_key), 403)

    def ask_about(self, found: dict, player_id: str):
        return self.client.api("GET", f"/deals/simulate/{found['id']}/players/{player_id}")

    def explained(self, found: dict, player: str) -> dict:
        """The explanation of a player under the simulated terms. A slow replay answers 202 first."""
        def answered() -> dict | None:
            answer = self.ask_about(found, self.player_id(player))
            self.assertIn(answer.status, (200, 202), answer.body)
            return answer.json() if answer.status == 200 else None
        explained = wait_until(answered, "the player is explained")
        self.assertEqual(explained["status"], "done", explained["failure"])
        return explained

    def test_a_player_is_explained_as_if_the_terms_were_its_own(self):
        same = self.paid_affiliate(HYBRID)
        player = self.player(same)
        for event_type, amount in (("first_deposit", 100), ("ngr_update", 1000)):
            self.send(player, event_type, amount)
        recorded = [self.explain(accrual) for accrual in self.accruals(same)[::-1]]
        before = self.accruals(self.one)
        found = self.done(HYBRID)
        explained = self.explained(found, self.players[0])
        self.assertEqual((explained["externalRef"], explained["affiliateId"]), (self.players[0], self.one["id"]))
        self.assertEqual((explained["actual"], explained["simulated"], explained["difference"]), ("300", "180", "-120"))
        self.assertEqual([(sum["component"], sum["amount"]) for sum in explained["sums"]],
                         [("cpa", "80"), ("revShare", "100")])
        self.assertEqual([(one["component"], one["amount"]) for one in explained["accruals"]],
                         [(one["accrual"]["component"], one["accrual"]["amount"]) for one in recorded])
        for one, other in zip(explained["accruals"], recorded, strict=True):
            self.assertEqual(one["calculation"], other["calculation"])
            rules = [step["rule"] for step in other["steps"]]
            self.assertEqual([step["rule"] for step in one["steps"]], rules[:rules.index("playerCredited")])
            self.assertEqual(one["sentences"], [step["text"] for step in one["steps"]])
            self.assertIn(self.players[0], one["sentences"][1])
            self.assertIn('Deal "Simulation"', one["sentences"][2])
        self.assertEqual((explained["components"], explained["accrualsLeftOut"]), ([], 0))
        self.assertEqual([deal["dealName"] for deal in explained["deals"]], ["Simulation"])
        self.assertEqual(self.accruals(self.one), before)

    def test_a_player_that_would_earn_nothing_says_what_is_missing(self):
        found = self.done({"currency": "EUR", "cpa": {"amount": "80", "minTotalDeposits": "150"}})
        explained = self.explained(found, self.players[1])
        self.assertEqual((explained["simulated"], explained["sums"], explained["accruals"]), ("0", [], []))
        [cpa] = explained["components"]
        self.assertEqual((cpa["component"], cpa["missing"][0]["condition"], cpa["missing"][0]["missing"]),
                         ("cpa", "minTotalDeposits", "50"))
        self.assertIn("50.00 EUR more", cpa["text"])

    def test_only_players_of_the_own_simulation_are_explained(self):
        other = self.player(self.one)
        found = self.done(HYBRID)
        self.explained(found, self.players[0])
        for unknown in (self.player_id(other), self.unknown_id(), "nobody"):
            self.assertIn("lists no such player", self.assert_problem(self.ask_about(found, unknown), 404)["detail"])
        rival = self.open_client(self.service.create_operator(fresh_key("Rival")).api_key)
        path = f"/deals/simulate/{found['id']}/players/{self.player_id(self.players[0])}"
        self.assertIn("no such simulation", self.assert_problem(rival.api("GET", path), 404)["detail"])

    def test_an_id_of_another_node_is_refused_with_the_reason(self):
        found = self.done(REV_SHARE)
        known_node = self.client.api("GET", "/deals/simulate/01900000-0000-7000-8000-000000" + found["id"][-6:])
        self.assertIn("no longer kept", self.assert_problem(known_node, 404)["detail"])
        mark = "000000" if found["id"][-6:] != "000000" else "000001"
        for method in ("GET", "DELETE"):
            answer = self.client.api(method, "/deals/simulate/" + found["id"][:-6] + mark)
            self.assertIn("kept by the node that started them", self.assert_problem(answer, 404)["detail"])

    def test_a_wrong_request_is_refused_with_pointers(self):
        self.assert_refused(self.simulate({"currency": "EUR"}), "/terms")
        self.assert_refused(self.simulate(REV_SHARE, to="2026-02"), "/to")
        self.assert_refused(self.simulate(REV_SHARE, **{"from": "2020-03", "to": "2026-02"}), "/to")
        self.assert_refused(self.simulate(REV_SHARE, **{"from": "March"}), "/from")
        self.assert_refused(self.simulate(REV_SHARE, affiliateIds=["01a1e8c3-f951-7add-a2ac-8b8c98e36049"]),
                            "/affiliateIds/0")
        self.assert_refused(self.simulate(REV_SHARE, isDefault=True), "/isDefault")

    def test_months_after_this_one_are_refused(self):
        """A simulation closes all periods up to its last month."""
        for month in ("2999-12", "9999-12"):
            refused = self.simulate(REV_SHARE, **{"from": month, "to": month})
            self.assert_refused(refused, "/to")
            self.assertIn("must not be after this month", refused.body.decode())


class SimulationsOnSqlite(Simulations, CommissionCase):
    pass


class SimulationsOnPostgres(Simulations, CommissionOnPostgres):
    pass


class LongHistories(CommissionCase):
    """The old events of one brand make thousands of periods that nobody has closed."""

    def test_a_century_of_open_weeks_needs_little_memory(self):
        brand = self.brand(name="History", maxEventAgeYears=100)["id"]
        monthly = {"currency": "EUR", "fixedMonthly": {"amount": "10"}, "revShare": {"rate": "20"}}
        deals = [self.deal(name=fresh_key("deal"), terms=monthly)["id"] for _ in range(DEALS)]
        affiliate = self.affiliate(name=fresh_key("affiliate"), dealIds=deals, statementPeriod="week")
        player = self.player(affiliate, at="1927-01-05T12:00:00Z", brand_id=brand)
        self.send(player, "ngr_update", "100", at="1927-01-06T12:00:00Z", brand_id=brand)
        before = self.service.resident_bytes()
        answer = self.client.api("POST", "/deals/simulate", {"terms": REV_SHARE, "from": "2026-10", "to": "2026-10"})
        self.assertIn(answer.status, (200, 202), answer.body)
        path = "/deals/simulate/" + answer.json()["id"]
        found = wait_until(lambda: (state := self.client.api("GET", path).json())["status"] != "running" and state, "it ends")
        self.assertEqual((found["status"], found["total"]["actual"]["fixedMonthly"]), ("done", str(10 * DEALS)))
        if not program.is_sanitized():
            self.assertLess(self.service.resident_bytes() - before, MEMORY_MAX)


if __name__ == "__main__":
    unittest.main()
