"""Webhooks: what happens reaches the operator's URL, signed after the Standard Webhooks specification."""

import base64
import hashlib
import hmac
import json
import os
import re
import subprocess
import tempfile
import time
import unittest
import uuid
from pathlib import Path

from tests.support.accounts import PASSWORD, by_admin, person
from api.document import read_document
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.program import REPOSITORY
from tests.support.receiver import Receiver
from tests.support.waiting import wait_until

TYPES = ["affiliate.applied", "affiliate.approved", "affiliate.suspended", "player.attributed", "accrual.created",
         "accrual.reversed", "statement.closed", "statement.approved", "statement.paid", "feed.silent", "key.deactivated",
         "delivery.paused"]
LIBRARY = Path(__file__).resolve().parents[1] / "support" / "verify_webhook.cjs"
EXAMPLES = {name: item["post"]["requestBody"]["content"]["application/json"]["example"]
            for name, item in read_document()["webhooks"].items()}
SETTINGS = {"outbox_allow_networks": "127.0.0.0/8", "feed_silent_minutes": "0.05"}


def signatures(secret: str, message) -> str:
    """The signature of the specification, computed with Python's own HMAC."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    headers = message.lowered
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{message.body}"
    return "v1," + base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()


def verified(secret: str, message, body: str | None = None) -> subprocess.CompletedProcess:
    """What the library of Standard Webhooks says about a message."""
    told = {"secret": secret, "body": message.body if body is None else body, "headers": message.lowered}
    return subprocess.run(["node", str(LIBRARY)], input=json.dumps(told), capture_output=True, text=True, check=False)


class Webhooks:
    settings = SETTINGS

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)

    def hook(self, *types: str, **members) -> dict:
        return self.webhook(url=self.receiver.url + "/hook", types=list(types), **members)

    def bodies(self, count: int) -> list[dict]:
        wait_until(lambda: len(self.receiver.received) >= count, f"{count} messages")
        bodies = [json.loads(each.body) for each in self.receiver.received]
        for body in bodies:
            self.assert_documented(body)
        return bodies

    def assert_documented(self, body: dict):
        """The body has the members of the example in the API document."""
        example = EXAMPLES[body["type"]]
        self.assertEqual((set(body), set(body["data"])), (set(example), set(example["data"])), body)

    def test_every_type_is_documented_and_can_be_chosen(self):
        self.assertEqual(list(EXAMPLES), TYPES)
        self.assertEqual(self.hook(*TYPES)["types"], TYPES)

    def test_a_message_is_signed_as_the_specification_says(self):
        hook = self.hook("affiliate.approved")
        self.assertRegex(hook["secret"], "^whsec_[A-Za-z0-9+/]{43}=$")
        affiliate = self.affiliate()
        [body] = self.bodies(1)
        [sent] = self.receiver.received
        self.assertEqual((sent.method, sent.target, sent.headers["Content-Type"]), ("POST", "/hook", "application/json"))
        self.assertEqual(sent.lowered["webhook-signature"], signatures(hook["secret"], sent))
        self.assertLess(abs(int(sent.lowered["webhook-timestamp"]) - time.time()), 600)
        self.assertEqual((body["type"], body["data"]["affiliateId"], body["data"]["status"]),
                         ("affiliate.approved", affiliate["id"], "approved"))
        [delivery] = self.items("/deliveries", "destinationId=" + hook["id"])
        self.assertEqual((delivery["id"], delivery["kind"], delivery["type"]),
                         (sent.lowered["webhook-id"], "webhook", "affiliate.approved"))

    def test_a_late_message_names_the_affiliate_of_its_time(self):
        self.receiver.always = 410
        hook = self.hook("player.attributed")
        first, second = (self.paid_affiliate({"cpl": {"amount": "7"}}) for _ in range(2))
        moved, lost = self.player(first), self.player(first)
        path = "/webhooks/" + hook["id"]
        wait_until(lambda: self.client.api("GET", path).json()["status"] == "paused", "it is paused")
        for player, affiliate_id in ((moved, second["id"]), (lost, None)):
            wanted = {"affiliateId": affiliate_id, "reason": "proof"}
            self.assertEqual(self.client.api("POST", f"/players/{self.player_id(player)}/reassign", wanted).status, 200)
        self.receiver.received.clear()
        self.receiver.always = 200
        self.change(path, status="active")
        wait_until(lambda: len(self.receiver.received) >= 3, "three decisions arrived")
        sent = [json.loads(each.body)["data"] for each in self.receiver.received]
        self.assertEqual(sorted((one["playerExternalRef"], one["affiliateId"]) for one in sent),
                         sorted([(moved, first["id"]), (moved, second["id"]), (lost, first["id"])]))
        self.assertEqual(["clickId" in one for one in sent if one["affiliateId"] == first["id"]], [True, True])

    def test_only_who_may_read_webhooks_sees_their_urls(self):
        hook = self.webhook(url=self.receiver.url + "/services/T0/XyZ?room=1", types=["affiliate.approved"])
        self.affiliate()
        path = "/deliveries?destinationId=" + hook["id"]
        [sent] = wait_until(lambda: [one for one in self.client.api("GET", path).json()["items"] if one["attempts"]], "it is sent")
        self.assertEqual(sent["attempts"][0]["address"], self.receiver.url + "/services/T0/XyZ?room=1")
        invited = by_admin(self.service, "POST", "/users", {"email": f"{uuid.uuid4().hex}@people.example", "role": "manager"})
        manager = person(self)
        self.assertEqual(manager.accept(invited.json()["inviteToken"], PASSWORD).status, 200)
        self.assertEqual(manager.call("GET", "/webhooks/" + hook["id"]).status, 403)
        tracker = self.open_client(self.service.create_key(scopes=["tracking"])["key"])
        for answer in (manager.call("GET", path), tracker.api("GET", path)):
            self.assertEqual([one["attempts"][0]["address"] for one in answer.json()["items"]], [self.receiver.url + "/***"])
        for answer in (tracker.api("GET", "/deliveries/" + sent["id"]), tracker.api("POST", f"/deliveries/{sent['id']}/replay")):
            self.assertEqual(answer.json()["attempts"][0]["address"], self.receiver.url + "/***")
        shown = by_admin(self.service, "GET", path).json()["items"][0]["attempts"][0]["address"]
        self.assertEqual(shown, self.receiver.url + "/services/T0/XyZ?room=1")

    def test_the_library_of_the_specification_accepts_it(self):
        hook = self.hook("affiliate.approved")
        self.affiliate()
        [body] = self.bodies(1)
        [sent] = self.receiver.received
        accepted = verified(hook["secret"], sent)
        self.assertEqual(json.loads(accepted.stdout or "null"), body, accepted.stderr)
        self.assertNotEqual(verified(hook["secret"], sent, sent.body + " ").returncode, 0)
        self.assertNotEqual(verified("whsec_" + base64.b64encode(b"x" * 32).decode(), sent).returncode, 0)

    def test_the_secret_is_shown_once(self):
        hook = self.hook("statement.paid")
        for shown in (self.client.api("GET", "/webhooks/" + hook["id"]), self.client.api("GET", "/webhooks"),
                      self.client.api("GET", "/audit-log"), self.client.api("PATCH", "/webhooks/" + hook["id"], {})):
            self.assertNotIn("whsec_", shown.body.decode())
        self.assertNotIn(hook["secret"], self.service.log_path.read_text())

    def test_two_secrets_are_valid_after_a_rotation(self):
        hook = self.hook("affiliate.approved")
        rotated = self.client.api("POST", f"/webhooks/{hook['id']}/rotate-secret").json()
        self.assertNotEqual(rotated["secret"], hook["secret"])
        self.assertIsNotNone(rotated["previousSecretUntil"])
        self.affiliate()
        self.bodies(1)
        [sent] = self.receiver.received
        self.assertEqual(sent.lowered["webhook-signature"].split(" "),
                         [signatures(rotated["secret"], sent), signatures(hook["secret"], sent)])

    def test_affiliates_keys_and_statements_are_reported(self):
        self.hook(*(each for each in TYPES if each != "feed.silent"))
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, status="pending")
        path = "/affiliates/" + affiliate["id"]
        self.change(path, status="approved")
        self.player(affiliate, country="MT")
        key = self.service.create_key()
        self.change("/api-keys/" + key["id"], active=False)
        [statement] = self.close(affiliate, "2026-03")
        self.assertEqual(self.client.api("POST", f"/statements/{statement['id']}/approve").status, 200)
        paid = {"date": "2026-05-01", "method": "SEPA", "reference": "r"}
        self.assertEqual(self.client.api("POST", f"/statements/{statement['id']}/pay", paid).status, 200)
        self.change(path, status="suspended")
        by_type = {body["type"]: body["data"] for body in self.bodies(9)}
        self.assertEqual(set(by_type), {"affiliate.applied", "affiliate.approved", "affiliate.suspended",
                                        "player.attributed", "accrual.created", "key.deactivated", "statement.closed",
                                        "statement.approved", "statement.paid"})
        self.assertEqual(by_type["key.deactivated"]["apiKeyId"], key["id"])
        self.assertEqual(by_type["statement.paid"] | {"payable": None},
                         {"statementId": statement["id"], "affiliateId": affiliate["id"], "period": "2026-03",
                          "currency": "EUR", "payable": None})
        self.assertEqual((by_type["accrual.created"]["affiliateId"], by_type["accrual.created"]["amount"],
                          by_type["accrual.created"]["component"]), (affiliate["id"], "5", "cpl"))
        self.assertEqual(by_type["player.attributed"]["affiliateId"], affiliate["id"])

    def test_a_reversed_accrual_is_reported(self):
        self.hook("accrual.reversed")
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        [accrual] = self.accruals(affiliate)
        self.client.api("POST", f"/accruals/{accrual['id']}/reverse", {"reason": "x"})
        [body] = self.bodies(1)
        self.assertEqual((body["type"], body["data"]["amount"]), ("accrual.reversed", "-5"))

    def test_a_paused_destination_is_reported_to_the_others(self):
        watching = self.hook("delivery.paused")
        gone = Receiver()
        self.addCleanup(gone.close)
        gone.always = 410
        dead = self.webhook(url=gone.url, types=["affiliate.approved"])
        self.affiliate()
        [body] = self.bodies(1)
        self.assertEqual(body["data"]["destinationId"], dead["id"])
        self.assertIn("410", body["data"]["reason"])
        health = self.client.api("GET", "/health").json()["outbox"]
        self.assertIn({"destinationId": dead["id"], "kind": "webhook"}, health["paused"])
        self.assertGreaterEqual(health["waiting"], 1)
        self.assertNotIn(watching["id"], [each["destinationId"] for each in health["paused"]])

    def test_a_silent_feed_is_reported_once(self):
        self.hook("feed.silent")
        brand = self.brand()["id"]  # The brands of other tests fall silent, too.
        self.accept(self.event("registration", brand_id=brand))
        brands = lambda: [json.loads(each.body)["data"]["brandId"] for each in self.receiver.received]
        wait_until(lambda: brand in brands(), "the silence is reported")
        silent = self.client.api("GET", "/health").json()["silentBrands"]
        self.assertEqual(silent["afterMinutes"], 0.05)
        self.assertIn(brand, [each["brandId"] for each in silent["items"]])
        self.bodies(1)
        time.sleep(7)
        self.assertEqual(brands().count(brand), 1)

    def test_a_test_is_signed(self):
        hook = self.hook("statement.paid")
        tested = self.client.api("POST", f"/webhooks/{hook['id']}/test").json()
        self.assertEqual(tested["response"]["status"], 200)
        [sent] = self.receiver.received
        self.assertEqual(sent.lowered["webhook-signature"], signatures(hook["secret"], sent))
        self.assertEqual(json.loads(sent.body)["data"], {"test": True})

    def test_invalid_members_are_refused(self):
        path = "/webhooks/" + self.hook("statement.paid")["id"]
        least = {"url": "https://o.example/", "types": ["statement.paid"]}
        self.assert_every_refused(path, least, [
            ("types", []), ("types", ["click"], "/types/0"), ("types", "statement.paid"), ("url", "ftp://o.example/"),
            ("url", "https://u:p@o.example/"), ("status", "paused"), ("status", "x"), ("id", str(uuid.uuid4())),
            ("secret", "whsec_x")])


class WebhooksOnSqlite(Webhooks, CommissionCase):
    def guide_receiver(self, secret: str) -> str:
        """Runs the receiver of docs/webhooks.md on a free port, and returns its URL."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "node_modules").symlink_to(REPOSITORY / "web" / "node_modules")
        guide = (REPOSITORY / "docs" / "webhooks.md").read_text()
        [source] = re.findall(r"```js\n(.*?)```", guide, re.DOTALL)
        self.assertIn(".listen(8000)", source)
        port = ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })"
        (folder / "receiver.mjs").write_text(source.replace(".listen(8000)", port))
        environment = os.environ | {"FAIRLEAD_WEBHOOK_SECRET": secret}
        node = self.enterContext(subprocess.Popen(["node", "receiver.mjs"], cwd=folder, env=environment, stdout=subprocess.PIPE))
        self.addCleanup(node.kill)
        return f"http://127.0.0.1:{int(node.stdout.readline())}/"

    def test_the_receiver_of_the_guide_works(self):
        hook, other = self.hook("statement.paid"), self.hook("statement.paid")
        url = self.guide_receiver(hook["secret"])
        for each, status in ((hook, 204), (other, 400)):  # The other one has another secret.
            self.change("/webhooks/" + each["id"], url=url)
            tested = self.client.api("POST", f"/webhooks/{each['id']}/test").json()
            self.assertEqual(tested["response"]["status"], status, tested)


class WebhooksOnPostgres(Webhooks, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
