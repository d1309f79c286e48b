"""Postbacks: what happens to a player reaches the affiliate's URL, at least once and accounted for."""

import time
import unittest
import uuid
from urllib.parse import urlsplit

from tests.support import program
from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.postback_case import ALL, LOOPBACK, PostbackCase
from tests.support.receiver import Receiver
from tests.support.system_certificates import system_trusts
from tests.support.tls_front import TlsFront
from tests.support.waiting import wait_until

MANY = 12
MACROS = ["click_id", "sub1", "sub2", "sub3", "sub4", "sub5", "event", "event_id", "player", "amount", "currency", "commission",
          "commission_currency", "country", "brand", "campaign", "link", "time", "timestamp", "promo_code", "reverses",
          "message_id"]


class Postbacks:
    def test_a_registration_and_a_deposit_reach_the_affiliate(self):
        postback = self.postback()
        player = self.bring(sub1="a%26b")
        deposit = self.pay(player)
        values = [each.values for each in self.received(5)]
        self.assertEqual(sorted(each["event"] for each in values),
                         sorted(["registration", "firstDeposit", "deposit", "qualified", "commission"]))
        first = next(each for each in values if each["event"] == "firstDeposit")
        self.assertEqual((first["event_id"], first["click"], first["sub1"], first["amount"], first["currency"]),
                         (deposit, self.click, "a&b", "20", "EUR"))
        self.assertEqual(first["commission"], "100")
        self.assertTrue(first["player"].startswith("Player "), first)
        self.assertNotIn(player, str(values))
        for item in self.when_delivered(destinationId=postback["id"]):
            self.assertEqual([attempt["status"] for attempt in item["attempts"]], [200], item)
            self.assertIn(item["id"], [each["message"] for each in values])

    def test_every_macro_has_its_value(self):
        campaign = self.campaign(name="Spring & Co/100%")
        link = self.link(affiliateId=self.affiliate_id, campaignId=campaign["id"])
        query = "&".join(f"{name}={{{name}}}" for name in MACROS)
        self.postback(triggers=["firstDeposit"], url=f"{self.receiver.url}/p/{{event}}?{query}#none")
        player = self.bring(link, "MT", sub1="a%26b", sub2="%C3%BC", sub3="c%20d", sub4="4", sub5="%3D")
        deposit = self.accept(self.event("first_deposit", player_external_ref=player, amount="20.5", currency="EUR",
                                         event_time="2026-03-10T12:00:00Z"))
        [sent] = self.received(1)
        brand = self.client.api("GET", "/brands/" + self.brand_id).json()["name"]
        self.assertTrue(sent.target.startswith("/p/firstDeposit?click_id="), sent.target)
        self.assertEqual(sent.values, {
            "click_id": self.click, "sub1": "a&b", "sub2": "ü", "sub3": "c d", "sub4": "4", "sub5": "=",
            "event": "firstDeposit", "event_id": deposit, "player": sent.values["player"], "amount": "20.5", "currency": "EUR",
            "commission": "100", "commission_currency": "EUR", "country": "MT", "brand": brand,
            "campaign": "Spring & Co/100%", "link": link["code"] or "", "time": "2026-03-10T12:00:00.000Z",
            "timestamp": "1773144000", "promo_code": "", "reverses": "", "message_id": sent.message})

    def test_the_operator_decides_what_affiliates_are_told(self):
        self.change("/operator", postbackAmounts=False, postbackCommission=False)
        self.addCleanup(self.change, "/operator", postbackAmounts=True, postbackCommission=True)
        self.postback(triggers=["firstDeposit"])
        self.pay(self.bring())
        [first] = [each.values for each in self.received(1)]
        self.assertEqual((first["amount"], first["currency"], first["commission"]), ("", "", ""))

    def test_a_refused_message_does_not_hold_back_others(self):
        self.postback(triggers=["registration"])
        self.receiver.answers = [400]
        self.bring()
        refused = self.received(1)[0].message
        self.receiver.refused[refused] = 400  # It is never accepted, so a message that waited for it would never come.
        self.bring()
        wait_until(lambda: [each for each in self.receiver.received if each.message != refused], "the other message comes")

    def test_a_message_that_waits_is_sent_at_once_when_it_is_replayed(self):
        postback = self.postback(triggers=["registration"])
        self.receiver.answers = [(503, {"Retry-After": "3600"})]
        self.bring()
        [item] = wait_until(lambda: [each for each in self.deliveries(destinationId=postback["id"]) if each["attempts"]],
                            "the first attempt is recorded")
        self.assertEqual(item["status"], "waiting")
        self.client.api("POST", f"/deliveries/{item['id']}/replay")
        self.when_delivered(destinationId=postback["id"])

    def replayed_during_its_attempt(self, answer) -> list[int]:
        """The statuses of the attempts of a message that is replayed before the receiver gives this answer."""
        postback = self.postback(triggers=["registration"])
        self.receiver.delay_seconds, self.receiver.answers = 5, [answer]
        self.bring()
        self.received(1)
        [item] = self.deliveries(destinationId=postback["id"])
        self.assertEqual(item["attempts"], [], "the attempt is under way")
        self.assertEqual(self.client.api("POST", f"/deliveries/{item['id']}/replay").status, 200)
        first, second = self.received(2)[:2]
        self.assertEqual(first.message, second.message)
        [item] = self.when_delivered(destinationId=postback["id"])
        return [attempt["status"] for attempt in item["attempts"]]

    def test_a_replay_during_an_attempt_that_fails_sends_the_message_at_once(self):
        self.assertEqual(self.replayed_during_its_attempt((503, {"Retry-After": "3600"})), [503, 200])

    def test_a_replay_during_an_attempt_that_succeeds_sends_the_message_again(self):
        self.assertEqual(self.replayed_during_its_attempt(200), [200, 200])

    def test_messages_of_one_player_come_in_order(self):
        self.postback(triggers=["registration", "deposit"])
        self.receiver.delay_seconds = 0.02
        player = self.bring()
        deposits = [self.pay(player, "deposit", str(n + 1)) for n in range(10)]
        values = [each.values for each in self.received(11)]
        self.assertEqual(values[0]["event"], "registration")
        self.assertEqual([each["event_id"] for each in values[1:]], deposits)

    def test_a_failed_attempt_is_repeated_with_the_same_id(self):
        postback = self.postback(triggers=["registration"])
        self.receiver.answers = [500]
        self.bring()
        first, second = self.received(2)[:2]
        self.assertEqual(first.message, second.message)
        self.assertGreater(second.at - first.at, 2)
        [item] = self.when_delivered(destinationId=postback["id"])
        self.assertEqual([attempt["status"] for attempt in item["attempts"]], [500, 200])

    def test_retry_after_is_honoured(self):
        self.postback(triggers=["registration"])
        self.receiver.answers = [(429, {"Retry-After": "7"})]
        self.bring()
        first, second = self.received(2)[:2]
        self.assertGreaterEqual(second.at - first.at, 6.9)

    def test_gone_pauses_the_postback_until_a_person_resumes_it(self):
        postback = self.postback(triggers=["registration"])
        path = "/postbacks/" + postback["id"]
        self.receiver.answers = [410]
        self.bring()
        paused = wait_until(lambda: next((each for each in [self.client.api("GET", path).json()]
                                          if each["status"] == "paused"), None), "it is paused")
        self.assertIn("410", paused["pauseReason"])
        self.assertIsNotNone(paused["pausedAt"])
        self.bring()
        time.sleep(1.5)
        self.assertEqual(len(self.receiver.received), 1)
        wait_until(lambda: {item["status"] for item in self.deliveries(destinationId=postback["id"])} == {"paused"},
                   "both messages wait for a person")
        resumed = self.change(path, status="active")
        self.assertEqual((resumed["pauseReason"], resumed["pausedAt"]), (None, None))
        self.assertEqual(len(self.when_delivered(destinationId=postback["id"])), 2)

    def test_a_dead_receiver_delays_nobody_else(self):
        dead = Receiver()
        self.addCleanup(dead.close)
        dead.delay_seconds = 300
        self.postback(triggers=["registration"], url=dead.url)
        self.postback(triggers=["registration"])
        started = time.monotonic()
        self.bring()
        wait_until(lambda: dead.received, "the dead receiver gets the first message")
        for _ in range(MANY - 1):
            self.bring()
        others = self.received(MANY)
        # Messages come while a request to the dead receiver is under way. It ends after eight seconds.
        self.assertTrue(any(0 < other.at - held.at < 7 for other in others for held in dead.received))
        # Each of them would wait for eight seconds until the service gives up on the dead receiver.
        self.assertLess(time.monotonic() - started, 6 * MANY)

    def test_a_chargeback_names_what_it_reverses(self):
        self.postback(triggers=["reversal"])
        player = self.bring()
        deposit = self.pay(player)
        self.pay(player, "chargeback")
        [charged] = self.received(1)
        self.assertEqual((charged.values["event"], charged.values["reverses"]), ("reversal", deposit))

    def test_an_accrual_that_is_reversed_by_hand_names_its_event(self):
        self.postback(triggers=["reversal"])
        deposit = self.pay(self.bring())
        [accrual] = self.client.api("GET", f"/accruals?affiliateId={self.affiliate_id}").json()["items"]
        reversed_now = self.client.api("POST", f"/accruals/{accrual['id']}/reverse", {"reason": "proof"})
        self.assertIn(reversed_now.status, (200, 201), reversed_now.body)
        [sent] = self.received(1)
        self.assertEqual((sent.values["event"], sent.values["reverses"], sent.values["commission"]),
                         ("reversal", deposit, "-100"))

    def test_a_reassigned_player_is_reversed_for_the_old_affiliate(self):
        self.postback(triggers=["reversal"])
        player = self.bring()
        deposit = self.pay(player)
        self.reassign(player, self.affiliate()["id"])
        values = [each.values for each in self.received(2)]
        self.assertIn(deposit, [each["reverses"] for each in values])
        self.assertTrue(all(each["reverses"] for each in values), values)

    def test_what_a_player_earned_is_taken_back_once_when_it_leaves(self):
        leads = self.deal(terms={"currency": "EUR", "cpl": {"amount": "7"}})
        self.change("/affiliates/" + self.affiliate_id, dealIds=[leads["id"]])
        self.postback(triggers=["reversal"])
        self.reassign(self.bring(), self.affiliate()["id"])
        values = [each.values for each in self.received(2)]
        self.assertEqual(sorted(each["commission"] for each in values), ["", "-7"])
        self.assertEqual(len({each["reverses"] for each in values}), 1)

    def test_the_messages_of_an_event_include_those_of_later_commission(self):
        share = self.deal(terms={"currency": "EUR", "revShare": {"rate": "10"}})
        self.change("/affiliates/" + self.affiliate_id, dealIds=[share["id"]])
        self.postback(triggers=["commission", "reversal"])
        event = self.accept(self.event("ngr_update", player_external_ref=self.bring(), amount="100", currency="XOF"))
        def types(**filters) -> list[str]:
            return sorted(item["type"] for item in self.deliveries(**filters))
        self.assertEqual(types(eventId=event), [])
        rate = self.client.api("POST", "/fx-rates", {"date": "2020-01-01", "from": "XOF", "to": "EUR", "rate": "0.5"})
        self.assertEqual(rate.status, 201, rate.body)
        wait_until(lambda: types(eventId=event) == ["commission"], "the rate has arrived")
        [commission] = self.deliveries(eventId=event)
        reversed_ = self.client.api("POST", f"/accruals/{commission['accrualId']}/reverse", {"reason": "proof"})
        self.assertEqual(reversed_.status, 201, reversed_.body)
        self.assertEqual(types(eventId=event), ["commission", "reversal"])
        past = {"from": "2020-01-01T00:00:00Z", "to": "2020-01-02T00:00:00Z"}
        self.assertEqual((types(eventId=event, **past), types(accrualId=commission["accrualId"], **past)), ([], []))

    def test_a_value_does_not_change_the_path(self):
        self.postback(triggers=["registration"], url=self.receiver.url + "/in/{sub1}/{event}")
        self.bring(sub1="..")
        self.assertEqual(self.received(1)[0].target, "/in/../registration")

    def test_a_player_that_comes_back_is_told_with_what_it_earns_once(self):
        self.postback(triggers=["firstDeposit"])
        player = self.bring()
        self.pay(player)
        self.received(1)
        for affiliate in (self.affiliate()["id"], self.affiliate_id):
            self.reassign(player, affiliate)
        values = [each.values for each in self.received(2)]
        self.assertEqual([each["commission"] for each in values], ["100", "100"])

    def test_the_messages_of_an_event_include_those_of_a_later_reassignment(self):
        ours = self.postback(triggers=["registration", "reversal"])
        player = self.bring()
        [message] = self.when_delivered(destinationId=ours["id"])
        taker, last = (self.affiliate()["id"] for _ in range(2))
        theirs, lasts = (self.postback(affiliateId=each, triggers=["registration", "reversal"]) for each in (taker, last))
        for affiliate in (taker, last):
            self.reassign(player, affiliate)
        self.bring()  # Messages of other events are not listed.
        def told(**filters) -> list[tuple]:
            return sorted((item["destinationId"], item["type"]) for item in self.deliveries(eventId=message["eventId"], **filters))
        everything = sorted([(ours["id"], "registration"), (ours["id"], "reversal"), (theirs["id"], "registration"),
                             (theirs["id"], "reversal"), (lasts["id"], "registration")])
        self.assertEqual(told(), everything)
        self.assertEqual(told(destinationId=theirs["id"]), [(theirs["id"], "registration"), (theirs["id"], "reversal")])

    def test_a_message_and_a_range_of_dates_are_replayed(self):
        postback = self.postback(triggers=["registration"])
        self.bring()
        [item] = self.when_delivered(destinationId=postback["id"])
        again = self.client.api("POST", f"/deliveries/{item['id']}/replay")
        self.assertEqual(again.status, 200, again.body)
        first, second = self.received(2)[:2]
        self.assertEqual(first.message, second.message)
        self.when_delivered(destinationId=postback["id"])
        day = {"destinationId": postback["id"], "from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}
        self.assertEqual(self.client.api("POST", "/deliveries/replay", day).json(), {"count": 1})
        self.received(3)
        self.assertEqual(self.client.api("POST", f"/deliveries/{uuid.uuid4()}/replay").status, 404)

    def test_a_test_shows_request_and_answer(self):
        postback = self.postback(url=self.receiver.url + "/t?token=abc&sub={sub2}")
        tested = self.client.api("POST", f"/postbacks/{postback['id']}/test").json()
        self.assertEqual(tested["request"]["url"], self.receiver.url + "/t?token=***&sub=test2")
        self.assertEqual((tested["response"]["status"], tested["response"]["answer"]), (200, "ok"))
        [sent] = self.receiver.received
        self.assertEqual(sent.target, "/t?token=abc&sub=test2")

    def test_a_test_has_a_sample_of_every_value(self):
        query = "&".join(f"{name}={{{name}}}" for name in MACROS)
        postback = self.postback(url=f"{self.receiver.url}/t?{query}", linkId=self.own_link["linkId"], triggers=["reversal"])
        self.assertEqual(self.client.api("POST", f"/postbacks/{postback['id']}/test").status, 200)
        [sent] = self.receiver.received
        self.assertEqual([name for name, value in sent.values.items() if not value], ["promo_code"])
        self.assertEqual((sent.values["event"], sent.values["link"]), ("reversal", self.own_link["code"]))

    def test_a_redirect_is_not_followed(self):
        """It could lead into a private network."""
        postback = self.postback(url=self.receiver.url + "/t")
        self.receiver.answers = [(302, {"Location": self.receiver.url + "/elsewhere"})]
        tested = self.client.api("POST", f"/postbacks/{postback['id']}/test").json()
        self.assertEqual(tested["response"]["status"], 302)
        self.assertEqual([sent.target for sent in self.receiver.received], ["/t"])

    def test_a_post_has_the_values_in_its_body(self):
        self.postback(method="POST", triggers=["registration"], url=self.receiver.url + "/p?event={event}")
        self.bring()
        [sent] = self.received(1)
        self.assertEqual((sent.method, sent.target, sent.body), ("POST", "/p?event=registration", "event=registration"))

    def test_an_unknown_macro_is_refused_with_its_position(self):
        answer = self.client.api("POST", "/postbacks", {"affiliateId": self.affiliate_id, "name": "x", "triggers": ALL,
                                                        "url": "https://t.example/?id={clickid}"})
        [error] = answer.json()["errors"]
        self.assertEqual(error["pointer"], "/url")
        self.assertIn("unknown macro {clickid} at position 23", error["detail"])

    def test_invalid_members_are_refused(self):
        path = "/postbacks/" + self.postback()["id"]
        least = {"affiliateId": self.affiliate_id, "name": "x", "triggers": ["deposit"], "url": "https://t.example/"}
        self.assert_every_refused(path, least, [
            ("triggers", []), ("triggers", ["click"], "/triggers/0"), ("triggers", "deposit"), ("url", "ftp://t.example/"),
            ("url", "https://{sub1}/"), ("url", "https://u:p@t.example/"), ("method", "PUT"), ("status", "paused"),
            ("linkId", self.link()["linkId"]), ("brandId", str(uuid.uuid4())), ("campaignId", "x"), ("name", "")])

    def test_the_scope_limits_the_messages(self):
        """By events and by accruals."""
        campaign, other_campaign = self.campaign()["id"], self.campaign(name="Summer")["id"]
        link = self.link(affiliateId=self.affiliate_id, campaignId=campaign)
        triggers = ["registration", "firstDeposit", "qualified", "commission"]
        here = [self.postback(triggers=triggers, **scope)["id"] for scope in (
            {}, {"brandId": self.brand_id}, {"campaignId": campaign}, {"linkId": link["linkId"]},
            {"brandId": self.brand_id, "campaignId": campaign, "linkId": link["linkId"]})]
        elsewhere = [self.postback(triggers=triggers, **scope)["id"] for scope in (
            {"brandId": self.brand()["id"]}, {"campaignId": other_campaign}, {"linkId": self.own_link["linkId"]})]
        self.pay(self.bring(link))
        for destination in here:
            self.assertEqual(sorted(item["type"] for item in self.when_delivered(destinationId=destination)), sorted(triggers))
        for destination in elsewhere:
            self.assertEqual(self.deliveries(destinationId=destination), [])

    def test_verify_compares_messages_with_their_causes(self):
        self.postback(triggers=["registration", "deposit"])
        self.pay(self.bring(), "deposit")
        self.received(2)
        self.service.stop()
        self.addCleanup(self.service.start)
        report = program.run_json("verify", *self.service.place())
        self.assertEqual((report["differences"], report["found"]), (0, []))
        self.assertGreaterEqual(report["messages"], 2)

    def test_verify_knows_no_origin_of_a_player_that_was_moved_since(self):
        campaign = self.campaign()["id"]
        first, second = self.link(affiliateId=self.affiliate_id, campaignId=campaign), self.link(affiliateId=self.affiliate_id)
        self.postback(triggers=["registration"], linkId=first["linkId"])
        self.postback(triggers=["registration"], linkId=second["linkId"])
        self.postback(triggers=["registration"], campaignId=campaign)
        moved, returned = self.bring(first), self.bring(first)
        self.reassign(moved, self.affiliate_id, linkId=second["linkId"])
        self.reassign(returned, self.affiliate()["id"])
        self.reassign(returned, self.affiliate_id)
        self.received(4)
        self.service.stop()
        self.addCleanup(self.service.start)
        report = program.run_json("verify", *self.service.place())
        self.assertEqual((report["differences"], report["found"]), (0, []))


class PostbacksOnSqlite(Postbacks, PostbackCase):
    def test_a_kill_between_commit_and_delivery_loses_nothing(self):
        postback = self.postback(triggers=["registration"])
        self.receiver.always = 503
        for _ in range(5):
            self.bring()
        self.service.kill()
        self.receiver.always = 200
        self.service.start()
        self.client = self.open_client()
        delivered = self.when_delivered(destinationId=postback["id"])
        self.assertEqual(len(delivered), 5)
        got = {each.message for each in self.receiver.received}
        self.assertEqual(got, {item["id"] for item in delivered})


class PostbacksOnPostgres(Postbacks, PostbackCase, CatalogueOnPostgres):
    settings = LOOPBACK


class ReceiversOverTls(PostbackCase):
    @classmethod
    def setUpClass(cls):
        cls.trusted_receiver = Receiver()
        cls.addClassCleanup(cls.trusted_receiver.close)
        cls.front = cls.front_of(cls.trusted_receiver)
        # The system of the service trusts the authority of this front, and of no other.
        cls.enterClassContext(system_trusts(cls.front.ca_file))
        super().setUpClass()

    @classmethod
    def front_of(cls, receiver: Receiver) -> TlsFront:
        front = TlsFront("127.0.0.1", urlsplit(receiver.url).port)
        cls.addClassCleanup(front.close)
        return front

    def answer_of(self, front: TlsFront) -> dict:
        postback = self.postback(url=f"https://127.0.0.1:{front.port}/t")
        return self.client.api("POST", f"/postbacks/{postback['id']}/test").json()["response"]

    def test_the_certificate_is_checked(self):
        self.assertEqual(self.answer_of(self.front)["status"], 200)
        refused = self.answer_of(self.front_of(self.receiver))
        self.assertIsNone(refused["status"])
        self.assertRegex(refused["error"], "(?i)certificate|SSL")
        self.assertEqual(self.receiver.received, [])

    def test_connections_are_kept_open(self):
        self.postback(triggers=["deposit"], url=f"https://127.0.0.1:{self.front.port}/p?id={{event_id}}")
        player, before, seen = self.bring(), self.front.connections, len(self.trusted_receiver.received)
        deposits = [self.event("deposit", player_external_ref=player, amount="1", currency="EUR") for _ in range(MANY)]
        answer = self.client.api("POST", "/events", {"events": deposits})
        self.assertEqual(answer.json()["summary"]["accepted"], MANY, answer.body)
        wait_until(lambda: len(self.trusted_receiver.received) >= seen + MANY, "all messages of the player, one after the other")
        self.assertLessEqual(self.front.connections - before, MANY // 3)


class PrivateNetworks(CatalogueCase):
    """Without the setting, nothing reaches an address of a private network."""

    def test_a_receiver_on_loopback_is_refused(self):
        receiver = Receiver()
        self.addCleanup(receiver.close)
        affiliate = self.affiliate()["id"]
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "127.1", "2130706433"):
            url = receiver.url.replace("127.0.0.1", host)
            with self.subTest(url=url):
                postback = self.make("/postbacks", affiliateId=affiliate, name="x", triggers=ALL, url=url + "/")
                tested = self.client.api("POST", f"/postbacks/{postback['id']}/test").json()
                self.assertIsNone(tested["response"]["status"])
                self.assertIn("private network", tested["response"]["error"])
        self.assertEqual(receiver.received, [])


if __name__ == "__main__":
    unittest.main()
