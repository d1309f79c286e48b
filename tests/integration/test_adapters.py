"""Adapters: events in the formats of other systems, with the examples of their documentation."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.support import program
from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key
from tests.support.service import Service

# https://unibo.hc.ferndesk.com/consumer-api/unified/post-api-v1-events
UNIBO = {"items": [
    {"event": "gameround", "data": {
        "unique_id": "9cd823d3fe", "timestamp": "2025-01-15T12:00:00Z", "player_id": "StQ-1", "game_id": "GD8",
        "round_id": "f7ltidMBAwexDojlJBY", "amount": 0.5, "currency": "EUR", "is_win": False, "is_bonus": False}},
    {"event": "gameround", "data": {
        "unique_id": "9cd823d3ff", "timestamp": "2025-01-15T12:00:01Z", "player_id": "StQ-1", "game_id": "GD8",
        "round_id": "f7ltidMBAwexDojlJBY", "amount": 1.2, "currency": "EUR", "is_win": True, "is_bonus": False}},
    {"event": "deposit", "data": {
        "unique_id": "ab12cd34ef", "timestamp": "2025-01-15T12:01:00Z", "player_id": "StQ-1", "amount": 100,
        "currency": "EUR", "method": "Credit Card"}},
]}

# https://unibo.hc.ferndesk.com/consumer-api/fast-track/post-api-v1-integrations-fasttrack-bulk
FEED = [
    {"event": "realtime-casino", "data": {
        "unique_id": "9cd823d3fe", "user_id": "686", "timestamp": "2025-01-15T12:00:00Z", "game_id": "686",
        "round_id": "680", "type": "bet", "amount": 0.5, "currency": "EUR", "bonus_wager_amount": 0}},
    {"event": "realtime-casino", "data": {
        "unique_id": "9cd823d3ff", "user_id": "686", "timestamp": "2025-01-15T12:00:01Z", "game_id": "686",
        "round_id": "680", "type": "win", "amount": 1.2, "currency": "EUR", "bonus_wager_amount": 0}},
    {"event": "realtime-payment", "data": {
        "payment_id": "a1b2b3", "user_id": "686", "timestamp": "2025-01-15T12:01:00Z", "type": "credit",
        "status": "approved", "amount": 100, "currency": "EUR", "base_amount": 100, "vendor_name": "Credit Card"}},
]

# https://fast-track.gitbook.io/integration/real-time-data/payments
PAYMENT = {"amount": 32.76, "bonus_code": "CHRISTMAS2023", "currency": "USD", "exchange_rate": 0.91, "fee_amount": 2.34,
           "note": "string", "origin": "sub.example.com", "payment_id": "23541", "status": "Approved",
           "timestamp": "2015-03-02T8:27:58.721607Z", "type": "Debit", "user_id": "7865312321", "vendor_id": "562",
           "vendor_name": "Skrill"}
# The example's time is more than ten years ago, and not in the form that the documentation names (RFC 3339).
RECENT = {"timestamp": "2026-03-02T08:27:58.721607Z"}

# https://developer.optimove.com/docs/mandatory-properties-for-standard-events
OPTIMOVE = {"tenant": 567, "timestamp": "2024-05-27 10:30:00.000000 UTC", "event": "ootb_login", "customer": "customerId1"}
# https://developer.optimove.com/docs/standard-deposit
OPTIMOVE_DEPOSIT = OPTIMOVE | {"event": "ootb_deposit", "context": {
    "ootb_transaction_id": "11228836059", "ootb_deposit_timestamp": "2022-04-09T20:01:51.887000Z",
    "ootb_start_balance": 100.00, "ootb_deposit_amount": 50.00, "ootb_deposit_method": "credit_card",
    "ootb_deposit_status": "completed", "ootb_language": "en", "ootb_country": "US", "ootb_platform": "iOS",
    "ootb_channel": "mobile", "ootb_brand": "brand123", "ootb_license": "licenseXYZ"}}
# https://developer.optimove.com/docs/standard-withdrawal
OPTIMOVE_WITHDRAWAL = OPTIMOVE | {"event": "ootb_withdrawal", "context": {
    "ootb_transaction_id": "11228836059", "ootb_withdrawal_timestamp": "2022-04-09T20:01:51.887000Z",
    "ootb_start_balance": 200.00, "ootb_withdrawal_amount": 50.00, "ootb_withdrawal_method": "bank_transfer",
    "ootb_withdrawal_status": "pending", "ootb_language": "en", "ootb_country": "US", "ootb_platform": "iOS",
    "ootb_channel": "mobile", "ootb_brand": "skin123", "ootb_license": "licenseXYZ"}}
# https://developer.optimove.com/docs/registration
OPTIMOVE_REGISTRATION = OPTIMOVE | {"event": "ootb_registration", "context": {
    "ootb_mobile_number": "+1234567890", "ootb_status": "Completed", "ootb_registration_source": "product page",
    "ootb_date_of_birth": "1990-01-15", "ootb_allow_email": "Yes", "ootb_is_blocked": "No", "ootb_is_test": "No",
    "ootb_gender": "male", "ootb_country": "US", "ootb_city": "NYC", "ootb_first_name": "John", "ootb_last_name": "Doe",
    "ootb_currency": "USD", "ootb_brand": "", "ootb_affiliate_id": "", "ootb_promo_code": "WELCOME2024"}}


class Adapters:
    def send(self, name: str, body, query: str = "", client=None):
        path = f"/adapters/{name}/events?brandId={self.service.account.brand_id}{query}"
        return (client or self.client).api("POST", path, body)

    def events_of(self, player: str) -> list[tuple]:
        items = self.client.api("GET", f"/players?externalRef={player}").json()["items"]
        listed = self.client.api("GET", f"/players/{items[0]['id']}/events?limit=50").json()["items"]
        return sorted((one["eventType"], one.get("amount"), one.get("currency")) for one in listed)

    def test_the_example_of_unibo_becomes_a_wager_and_a_deposit(self):
        answer = self.send("unibo", UNIBO)
        self.assertEqual(answer.status, 202, answer.body)
        body = answer.json()
        self.assertEqual(body["summary"], {"total": 3, "accepted": 2, "duplicates": 0, "ignored": 1, "errors": 0})
        self.assertEqual([one["status"] for one in body["results"]], ["accepted", "ignored", "accepted"])
        self.assertEqual([one["idempotency_key"] for one in body["results"]],
                         ["unibo_9cd823d3fe", None, "unibo_ab12cd34ef"])
        self.assertEqual(self.events_of("StQ-1"), [("deposit", "100", "EUR"), ("wager_placed", "0.5", "EUR")])
        again = self.send("unibo", UNIBO)
        self.assertEqual((again.status, again.json()["summary"]["duplicates"]), (200, 2))

    def test_the_example_of_the_feed_of_fast_track(self):
        answer = self.send("fast-track-feed", FEED)
        self.assertEqual(answer.status, 202, answer.body)
        self.assertEqual([one["status"] for one in answer.json()["results"]], ["accepted", "ignored", "accepted"])
        self.assertEqual(self.events_of("686"), [("deposit", "100", "EUR"), ("wager_placed", "0.5", "EUR")])

    def test_the_example_payment_of_fast_track_is_a_withdrawal(self):
        old = self.send("fast-track", PAYMENT, "&type=PAYMENT")
        self.assert_refused(old, "/timestamp")
        answer = self.send("fast-track", PAYMENT | RECENT, "&type=PAYMENT")
        self.assertEqual(answer.status, 202, answer.body)
        self.assertEqual(answer.json()["result"]["idempotency_key"], "fast-track_payment_23541_approved")
        self.assertEqual(self.events_of("7865312321"), [("withdrawal", "32.76", "USD")])
        self.assertEqual(self.send("fast-track", PAYMENT | RECENT, "&type=PAYMENT").status, 200)

    def test_other_messages_of_fast_track(self):
        player = fresh_key()
        payment = PAYMENT | RECENT | {"user_id": player}
        for members, kind in (
                ({"type": "Credit", "payment_id": "1", "deposit_count": 1}, "first_deposit"),
                ({"type": "Credit", "payment_id": "2", "deposit_count": 32}, "deposit"),
                ({"type": "Credit", "payment_id": "2", "status": "Rollback"}, "chargeback")):
            members["payment_id"] = player + members["payment_id"]
            answer = self.send("fast-track", payment | members, "&type=PAYMENT")
            self.assertEqual(answer.status, 202, answer.body)
        requested = self.send("fast-track", payment | {"status": "Requested"}, "&type=PAYMENT")
        self.assertEqual((requested.status, requested.json()["result"]["status"]), (200, "ignored"))
        registration = {"user_id": player, "origin": "sub.example.com"} | RECENT
        self.assertEqual(self.send("fast-track", registration, "&type=USER_CREATE_V2").status, 202)
        bet = {"activity_id": player, "amount": 20, "currency": "EUR", "type": "Bet", "status": "Approved",
               "game_name": "Dead or Alive", "round_id": "2019020103308257480", "user_id": player} | RECENT
        self.assertEqual(self.send("fast-track", bet, "&type=CASINO").status, 202)
        self.assertEqual([one[0] for one in self.events_of(player)],
                         ["chargeback", "deposit", "first_deposit", "registration", "wager_placed"])

    def test_the_examples_of_optimove(self):
        initiated = OPTIMOVE_DEPOSIT | {"context": OPTIMOVE_DEPOSIT["context"] | {"ootb_deposit_status": "initiated"}}
        for body, status in ((OPTIMOVE, "ignored"), (OPTIMOVE_REGISTRATION, "accepted"), (initiated, "ignored"),
                             (OPTIMOVE_DEPOSIT, "accepted"), (OPTIMOVE_WITHDRAWAL, "ignored"), (OPTIMOVE_DEPOSIT, "duplicate")):
            answer = self.send("optimove", body, "&currency=USD")
            self.assertEqual(answer.json().get("result", {}).get("status"), status, answer.body)
        paid = OPTIMOVE_WITHDRAWAL | {"context": OPTIMOVE_WITHDRAWAL["context"] | {"ootb_withdrawal_status": "completed"}}
        self.assertEqual(self.send("optimove", paid, "&currency=USD").status, 202)
        self.assertEqual(self.events_of("customerId1"),
                         [("deposit", "50", "USD"), ("registration", None, None), ("withdrawal", "50", "USD")])
        player = self.client.api("GET", "/players?externalRef=customerId1").json()["items"][0]
        self.assertEqual((player["registeredAt"][:19], player["country"]), ("2024-05-27T10:30:00", "US"))

    def test_errors_in_messages_of_optimove(self):
        # A known key would be a duplicate.
        fresh = OPTIMOVE_DEPOSIT | {"context": OPTIMOVE_DEPOSIT["context"] | {"ootb_transaction_id": fresh_key()}}
        answer = self.send("optimove", fresh)
        self.assertEqual(answer.status, 400, answer.body)
        self.assertIn(b"the parameter currency of the URL is required", answer.body)
        self.assert_refused(self.send("optimove", OPTIMOVE | {"event": "ootb_rain"}), "/event")
        late = OPTIMOVE_REGISTRATION | {"customer": fresh_key(), "timestamp": "2024-05-27 10:30:00 CET"}
        self.assert_refused(self.send("optimove", late), "/timestamp")
        unknown = OPTIMOVE_DEPOSIT | {"context": {"ootb_deposit_status": "reversed"}}
        self.assert_refused(self.send("optimove", unknown, "&currency=USD"), "/context/ootb_deposit_status")

    def test_an_event_without_a_rule_names_the_value_that_is_not_known(self):
        answer = self.send("unibo", {"items": [{"event": "jackpot", "data": {}}]})
        self.assertEqual(answer.status, 400, answer.body)
        error = answer.json()["results"][0]["errors"][0]
        self.assertEqual(error["pointer"], "/event")
        self.assertIn("must be one of deposit, game, gameround, login, player, withdraw", error["detail"])
        self.assert_refused(self.send("fast-track", PAYMENT | {"status": "Maybe"}, "&type=PAYMENT"), "/status")
        listed = self.client.api("GET", "/refused-requests").json()["items"]
        self.assertIn("/status", json.dumps(listed))

    def test_errors_point_into_the_foreign_event(self):
        deposit = UNIBO["items"][2]["data"] | {"unique_id": fresh_key()}
        for members, pointer in (({"amount": -1}, "/data/amount"), ({"currency": "ZZZZ"}, "/data/currency"),
                                 ({"timestamp": "soon"}, "/data/timestamp"), ({"player_id": None}, "/data/player_id"),
                                 ({"unique_id": None}, "/data/unique_id"), ({"amount": [1]}, "/data/amount")):
            with self.subTest(pointer):
                answer = self.send("unibo", {"items": [{"event": "deposit", "data": deposit | members}]})
                self.assertEqual(answer.status, 400, answer.body)
                self.assertEqual([one["pointer"] for one in answer.json()["results"][0]["errors"]], [pointer])

    def test_the_rules_of_events_apply(self):
        item = {"event": "deposit", "data": UNIBO["items"][2]["data"] | {"unique_id": fresh_key()}}
        body = {"items": [item]}
        dry = self.send("unibo", body, "&dryRun=true")
        self.assertEqual((dry.status, dry.header("X-Dry-Run")), (202, "true"))
        answer = self.send("unibo", body)
        self.assertEqual(answer.status, 202)
        self.assertIsNotNone(answer.header("X-RateLimit-Remaining"))
        self.assert_problem(self.send("unibo", {"items": [item] * 101}), 400)
        self.assert_problem(self.send("unibo", {"items": []}), 400)
        self.assert_problem(self.send("unibo", {"events": []}), 400)
        self.assert_problem(self.send("unibo", [1]), 400)
        self.assert_problem(self.send("nothing", body), 404)
        self.assert_problem(self.client.request("POST", "/api/v1/adapters/unibo/events", "{", {}), 400)
        missing = self.client.api("POST", "/adapters/unibo/events", body)
        self.assertIn("brandId", missing.json()["results"][0]["errors"][0]["detail"])
        with self.service.stranger() as stranger:
            self.assert_problem(self.send("unibo", body, client=stranger), 401)
        reader = self.open_client(self.service.create_key(scopes=["reports"])["key"])
        self.assert_problem(self.send("unibo", body, client=reader), 403)


class AdaptersOnSqlite(Adapters, ServiceCase):
    pass


class AdaptersOnPostgres(Adapters, PostgresCase):
    pass


OWN = """title: Our platform
members:
  brand_id: {query: brandId}
  player_external_ref: {from: /player}
  event_time: {from: /at, as: milliseconds}
  idempotency_key: {template: 'own_{/id}'}
rules:
  - when: {/kind: ngr}
    members: {event_type: ngr_update, amount: {from: /loss, as: negated}, currency: EUR}
"""


class OwnAdapters(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-adapters-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def test_a_folder_adds_and_replaces_adapters(self):
        (self.folder / "own.yaml").write_text(OWN)
        (self.folder / "unibo.yaml").write_text(OWN)
        with Service.launch(adapters=self.folder) as service, service.client() as client:
            for name in ("own", "unibo"):
                event = {"kind": "ngr", "player": 5, "at": 1767225600000, "id": name, "loss": "12.50"}
                answer = client.api("POST", f"/adapters/{name}/events?brandId={service.account.brand_id}", event)
                self.assertEqual(answer.status, 202, answer.body)
            listed = client.api("GET", "/events").json()["items"]
            self.assertEqual({(one["eventType"], one["amount"]) for one in listed}, {("ngr_update", "-12.5")})
            self.assertTrue(listed[0]["eventTime"].startswith("2026-01-01T00:00:00"), listed[0])

    def test_a_bad_file_refuses_the_start_with_its_line(self):
        for text, why in ((OWN.replace("/kind: ngr", "kind: ngr"), "own.yaml:8: kind must be a JSON Pointer"),
                          (OWN.replace("ngr_update", "rain"), "own.yaml:9: event_type must be one of"),
                          (OWN + "  - {", "own.yaml:11: is not valid YAML")):
            with self.subTest(why):
                (self.folder / "own.yaml").write_text(text)
                with tempfile.TemporaryDirectory() as data:
                    done = program.run("serve", "--data", data + "/data", "--listen", "127.0.0.1:0", "--adapters", self.folder)
                self.assertEqual(done.returncode, 1)
                self.assertIn(why, done.stderr)
        (self.folder / "own.yaml").rename(self.folder / "Own One.yaml")
        with tempfile.TemporaryDirectory() as data:
            done = program.run("serve", "--data", data + "/data", "--listen", "127.0.0.1:0", "--adapters", self.folder)
        self.assertIn("small letters, digits and dashes", done.stderr)


if __name__ == "__main__":
    unittest.main()
