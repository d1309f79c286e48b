"""The ledger moves backwards under a running node: an earlier state of the database is brought back, as by a promoted
standby without the last commits. The node forgets what is lost and continues with what the ledger contains."""

import os
import signal
import time
import unittest
from typing import Callable

from tests.support import program
from tests.support.client import Client
from tests.support.events import fresh_key, hours_from_now, make_event
from tests.support.facts import differences
from tests.support.metrics import MetricsListener
from tests.support.postgres import PrivatePostgres
from tests.support.service import Service
from tests.support.tracking import CHROME, click_id_of, click_path, made, make_affiliate, make_link
from tests.support.waiting import wait_until

MOVED = "the ledger moved backwards: commits that this node has seen are missing"
SEEN_SECONDS = 6


def cpa(amount: str) -> dict:
    return {"currency": "EUR", "cpa": {"amount": amount}}


class MovedBackwards(unittest.TestCase):
    def setUp(self):
        self.server = PrivatePostgres()
        self.addCleanup(self.server.close)
        self.server.start()
        self.metrics = MetricsListener()
        self.service = Service.create("postgres", self.server.url, metrics_listen=self.metrics.listen)
        self.addCleanup(self.service.close)
        self.service.start()
        self.client = self.open_client(self.service)
        self.brand = self.service.account.brand_id
        self.deal = made(self.client.api("POST", "/deals", {"name": "CPA", "terms": cpa("50")}))
        self.affiliate = make_affiliate(self.client, dealIds=[self.deal["id"]])
        self.link = make_link(self.client, self.brand, self.affiliate["id"])
        self.register(fresh_key("player"))
        self.server.stop()
        self.saved = self.server.save()
        self.server.start()
        wait_until(lambda: self.client.api("GET", "/brands").status == 200 and self.ready(), "it serves again")

    def open_client(self, service: Service, key: str | None = None) -> Client:
        client = service.client(key)
        self.addCleanup(client.close)
        return client

    def ready(self) -> bool:
        with self.service.stranger() as stranger:
            return stranger.request("GET", "/readyz").status == 200

    def until_stored(self, make: Callable[[], dict]) -> dict:
        """Repeats a request that is answered 503: each connection of the node has to notice that the server is back."""
        def attempt() -> dict | None:
            try:
                return make()
            except AssertionError as error:
                if " 503: " not in str(error):
                    raise
                return None

        return wait_until(attempt, "it is stored")

    def send(self, client: Client, event_type: str, player: str, **members) -> int:
        """Sends an event until it is stored. The request that discovers the loss is answered 503, because its decision
        may have used lost data."""
        event = make_event(self.brand, event_type, player_external_ref=player, event_time=hours_from_now(0), **members)
        return wait_until(lambda: (status := client.send_event(event).status) in (200, 202) and status, "it is stored")

    def click(self, node: Service) -> str:
        with node.stranger() as visitor:
            answer = visitor.request("GET", click_path(self.link["linkId"]), headers={"User-Agent": CHROME})
        return click_id_of(answer.header("Location"))

    def register(self, player: str, client: Client | None = None):
        self.send(client or self.client, "registration", player, click_id=self.click(self.service))

    def deposit(self, player: str, client: Client | None = None):
        self.send(client or self.client, "first_deposit", player, amount="100")

    def move_backwards(self):
        self.server.stop("immediate")
        self.server.bring_back(self.saved)
        self.server.start()

    def amounts(self) -> list[str]:
        items = self.client.api("GET", f"/accruals?limit=200&affiliateId={self.affiliate['id']}").json()["items"]
        return [accrual["amount"] for accrual in items]

    def assert_noticed_and_sound(self):
        self.assertTrue(self.service.running)
        wait_until(lambda: self.metrics.sum("fairlead_ledger_moved_backwards_total") > 0, "the loss is counted")
        wait_until(lambda: MOVED in [line["message"] for line in self.service.log_lines()], "it is logged")
        self.service.await_projection()
        self.service.stop()
        self.assertEqual(differences(self.service), [], "reports show what the ledger has")
        verified = program.run("verify", *self.service.place())
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_lost_keys_and_reports_are_unknown(self):
        key = self.until_stored(self.service.create_key)
        report = {"name": "Lost", "groupKeys": ["date"], "metrics": ["click_count"]}
        preset = self.until_stored(lambda: made(self.client.api("POST", "/report-presets", report)))
        link = self.until_stored(lambda: make_link(self.client, self.brand, self.affiliate["id"]))
        token = preset["apiUrl"].rsplit("/", 1)[1]
        lost = self.open_client(self.service, key["key"])
        self.assertEqual(lost.api("GET", "/brands").status, 200)
        # The node reads the versions of catalogues every 400 ms. It notices a loss only if it has read the lost
        # version.
        time.sleep(SEEN_SECONDS)
        self.move_backwards()
        wait_until(lambda: lost.api("GET", "/brands").status == 401, "the lost key is unknown")
        with self.service.stranger() as stranger:
            self.assertEqual(stranger.api("GET", "/reports/" + token).status, 401)
            self.assertEqual(stranger.request("GET", click_path(link["linkId"])).status, 404)
        self.assertEqual(self.client.api("GET", "/brands").status, 200)
        self.assert_noticed_and_sound()

    def test_a_lost_version_of_a_deal_does_not_pay(self):
        change = {"terms": cpa("1000")}
        wait_until(lambda: self.client.api("PATCH", "/deals/" + self.deal["id"], change).status == 200, "it is changed")
        lost, later = fresh_key("player"), fresh_key("player")
        self.register(lost)
        self.deposit(lost)
        self.assertEqual(self.amounts(), ["1000"])
        self.move_backwards()
        # The first write after the loss notices it. The click of the next player must not be that write.
        self.send(self.client, "registration", fresh_key("player"))
        self.register(later)
        self.deposit(later)
        self.assertEqual(self.amounts(), ["50"])
        self.assert_noticed_and_sound()

    def test_an_event_of_a_lost_player_creates_the_player_again(self):
        player = fresh_key("player")
        self.register(player)
        self.move_backwards()
        self.deposit(player)
        [found] = self.client.api("GET", "/players?externalRef=" + player).json()["items"]
        self.assertEqual(self.client.api("GET", f"/players/{found['id']}").status, 200)
        self.assert_noticed_and_sound()

    def test_other_commits_with_the_same_numbers_are_noticed(self):
        """While this node sleeps, the ledger moves backwards and another node writes as much as was lost."""
        lost_key, lost = self.until_stored(self.service.create_key), fresh_key("player")
        client = self.open_client(self.service, lost_key["key"])
        self.register(lost, client)
        os.kill(self.service.process_id, signal.SIGSTOP)
        self.addCleanup(lambda: self.service.running and os.kill(self.service.process_id, signal.SIGCONT))
        self.move_backwards()
        other = self.service.second_node()
        self.addCleanup(other.close)
        other.start()
        new_key = other.create_key()
        there = self.open_client(other, new_key["key"])
        self.send(there, "registration", fresh_key("player"), click_id=self.click(other))
        os.kill(self.service.process_id, signal.SIGCONT)
        wait_until(lambda: self.open_client(self.service, new_key["key"]).api("GET", "/brands").status == 200,
                   "the new key is known")
        self.assertEqual(client.api("GET", "/brands").status, 401)
        self.deposit(lost)
        [found] = self.client.api("GET", "/players?externalRef=" + lost).json()["items"]
        self.assertIsNone(found.get("registeredAt"))
        other.stop()
        self.assert_noticed_and_sound()


if __name__ == "__main__":
    unittest.main()
