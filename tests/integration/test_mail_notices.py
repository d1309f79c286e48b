"""People get mails about log-ins from new addresses, paused destinations and alarms."""

import tempfile
import unittest
from pathlib import Path

from tests.fault.small_disk import SmallDisk
from tests.support.accounts import PASSWORD, person
from tests.support.case import OwnPostgresCase
from tests.support.client import Client
from tests.support.events import hours_from_now, make_event
from tests.support.mail_case import PeopleCase, PeopleOnPostgres, fresh_address
from tests.support.mail_server import MailServer
from tests.support.receiver import Receiver
from tests.support.service import Service
from tests.support.waiting import wait_until


class NewLogIns:
    """The tests name the address of a client by X-Forwarded-For."""

    def log_in_from(self, address: str, email: str, password: str = PASSWORD):
        answer = person(self).call("POST", "/auth/login", {"email": email, "password": password},
                                   **{"X-Forwarded-For": address})
        self.assertEqual(answer.status, 200, answer.body)

    def new_log_ins(self, email: str) -> list:
        return [mail for mail in self.mail.mails(email) if mail.message["Subject"].startswith("New log-in")]

    def test_a_log_in_from_a_new_address_is_mailed_once(self):
        email = fresh_address()
        self.member(email, "viewer")  # The first log-in.
        self.log_in_from("198.51.100.7", email)
        mail = self.wait_for_subject(email, "New log-in to Harbour Gaming")
        self.assertIn("Address: 198.51.100.7", mail.text())
        self.assertIn("http://fairlead.example/console/profile", mail.text())
        self.assertIsNone(mail.message["List-Unsubscribe"])
        self.log_in_from("198.51.100.7", email)
        self.log_in_from("198.51.100.8", email)
        wait_until(lambda: len(self.new_log_ins(email)) == 2, "the second address is mailed")
        self.assertIn("198.51.100.8", self.new_log_ins(email)[-1].text())

    def test_the_first_log_in_and_known_addresses_send_nothing(self):
        email, other = fresh_address(), fresh_address()
        self.member(email, "viewer")
        self.assertEqual(person(self).log_in(email, PASSWORD).status, 200)
        # When a later mail has arrived, earlier ones would have arrived too.
        self.member(other, "viewer")
        self.mail.wait_for(other)
        self.mail.wait_for(email)
        self.assertEqual(self.subjects(email), ["Your invitation to Harbour Gaming"])

    def test_a_wrong_password_sends_nothing(self):
        email = fresh_address()
        self.member(email, "viewer")
        refused = person(self).call("POST", "/auth/login", {"email": email, "password": "wrong password"},
                                    **{"X-Forwarded-For": "203.0.113.77"})
        self.assertEqual(refused.status, 401)
        self.log_in_from("203.0.113.78", email)
        self.wait_for_subject(email, "New log-in")
        self.assertEqual(len(self.new_log_ins(email)), 1)

    def test_the_audit_log_marks_it(self):
        email = fresh_address()
        _, user = self.member(email, "viewer")
        self.log_in_from("198.51.100.9", email)
        newest, first = self.items("/audit-log", f"action=user.logIn&subject=user/{user}")
        self.assertEqual(newest["after"], {"address": "198.51.100.9", "secondFactor": "none", "newAddress": True})
        self.assertNotIn("newAddress", first["after"])


class PausedDestinations:
    def gone(self) -> Receiver:
        receiver = Receiver()
        self.addCleanup(receiver.close)
        receiver.always = 410
        return receiver

    def test_a_paused_postback_is_mailed_to_the_people_of_its_affiliate(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        address, _ = self.user_of(affiliate)
        admin, _ = self.admin_user()
        self.postback(affiliateId=affiliate["id"], name="My tracker", triggers=["registration"], url=self.gone().url)
        self.player(affiliate)
        mail = self.wait_for_subject(address, "The postback My tracker is paused")
        self.assertIn("410", mail.text())
        self.assertIn("http://fairlead.example/portal/postbacks", mail.text())
        self.assertIn("deliveries", mail.message["List-Unsubscribe"])
        self.mail.wait_for(admin)
        self.assertEqual(self.subjects(admin), ["Your invitation to Harbour Gaming"])

    def test_admins_are_told_if_nobody_of_the_affiliate_is(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        admin, _ = self.admin_user()
        self.postback(affiliateId=affiliate["id"], name="Lonely", triggers=["registration"], url=self.gone().url)
        self.player(affiliate)
        mail = self.wait_for_subject(admin, "The postback Lonely is paused")
        self.assertIn("http://fairlead.example/console/postbacks", mail.text())

    def test_a_paused_webhook_is_mailed_to_the_admins_who_want_it(self):
        admin, _ = self.admin_user()
        without, caller = self.admin_user()
        self.choose(caller, deliveries=False)
        viewer = fresh_address()
        self.member(viewer, "viewer")
        gone = self.gone()
        hook = self.webhook(url=gone.url + "/secret-path", types=["affiliate.approved"])
        self.affiliate()
        mail = self.wait_for_subject(admin, "The webhook 127.0.0.1")
        self.assertNotIn("secret-path", mail.text())
        self.assertIn("http://fairlead.example/console/settings/webhooks", mail.text())
        for address in (without, viewer):
            self.mail.wait_for(address)
            self.assertEqual(self.subjects(address), ["Your invitation to Harbour Gaming"])
        self.change("/webhooks/" + hook["id"], status="inactive")


class Alarms:
    def test_a_silent_feed_is_mailed_to_admins_once(self):
        brand = self.brand(name="Quiet Casino")
        admin, _ = self.admin_user()
        self.accept(self.event("registration") | {"brand_id": brand["id"]})
        mail = self.wait_for_subject(admin, "The brand Quiet Casino sends no events")
        self.assertIn("alarms", mail.message["List-Unsubscribe"])
        self.again()
        late, _ = self.admin_user()
        self.accept(self.event("registration"))
        wait_until(lambda: any("Quiet" not in subject and "sends no events" in subject
                               for subject in self.subjects(late)), "another silence is mailed")
        self.assertEqual(len([one for one in self.subjects(admin) if "Quiet Casino" in one]), 1)

    def test_types_that_are_rare_by_nature_are_no_feed_to_watch(self):
        rare, daily = self.brand(name="Rare Casino"), self.brand(name="Daily Casino")
        self.accept(self.event("chargeback") | {"brand_id": rare["id"]})
        self.accept(self.event("registration") | {"brand_id": daily["id"]})
        # The rare brand has the smaller id, and the service checks brands in the order of their ids.
        silent = lambda brand: self.items("/audit-log", "action=feed.silent&subject=brand/" + brand["id"])
        wait_until(lambda: silent(daily), "the silence is reported", 60)
        self.assertEqual(silent(rare), [])

    def test_amounts_that_wait_for_a_rate_are_mailed_once(self):
        admin, _ = self.admin_user()
        affiliate = self.paid_affiliate({"revShare": {"rate": "50"}})
        player = self.player(affiliate, at=hours_from_now(-80))
        self.send(player, "ngr_update", "10", at=hours_from_now(-50), currency="SEK")
        self.send(player, "ngr_update", "10", at=hours_from_now(-1), currency="NOK")
        mail = self.wait_for_subject(admin, "The exchange rate from SEK to EUR is missing")
        self.assertIn("http://fairlead.example/console/settings/exchange-rates", mail.text())
        self.again()
        late, _ = self.admin_user()
        self.send(player, "ngr_update", "10", at=hours_from_now(-49), currency="DKK")
        self.wait_for_subject(late, "from DKK to EUR")
        self.assertEqual(len([one for one in self.subjects(admin) if "SEK" in one]), 1)
        self.assertFalse([one for one in self.subjects(admin) if "NOK" in one], "it waits for less than a day")


class NoticesOnSqlite(NewLogIns, PausedDestinations, PeopleCase):
    settings = PeopleCase.settings | {"trusted_proxies": "127.0.0.1"}


class NoticesOnPostgres(NewLogIns, PausedDestinations, PeopleOnPostgres):
    settings = PeopleCase.settings | {"trusted_proxies": "127.0.0.1"}


class AlarmsOnSqlite(Alarms, PeopleCase):
    # A silence of three seconds is reported.
    settings = PeopleCase.settings | {"feed_silent_minutes": "0.05"}


class AlarmsOnPostgres(Alarms, PeopleOnPostgres):
    settings = PeopleCase.settings | {"feed_silent_minutes": "0.05"}


class LedgerAlarms:
    """The outbox is in the ledger, so this alarm is given to the mail server at once."""

    def alarms(self) -> list:
        return [mail for mail in self.mail.mails(self.service.account.admin_email)
                if "cannot write its ledger" in mail.message["Subject"]]

    def check_alarm(self, mail):
        self.assertIn("http://fairlead.example", mail.text())
        self.assertIn("alarms", mail.message["List-Unsubscribe"])

    def check_recovery(self):
        """The service works again, and there was one alarm."""
        def works():
            with Client(self.service.address) as client:
                return client.request("GET", "/readyz").status == 200
        wait_until(works, "the service works again")
        self.assertEqual(len(self.alarms()), 1)
        self.assertNotIn(self.service.account.admin_email, self.service.log_path.read_text())


class LedgerNotWritable(LedgerAlarms, OwnPostgresCase):
    def setUp(self):
        self.mail = MailServer()
        self.addCleanup(self.mail.close)
        super().setUp()
        self.service.stop()
        self.service.settings |= self.mail.settings()
        self.service.start()

    def test_admins_are_told_once_while_the_server_is_away(self):
        self.server.stop()
        [mail] = wait_until(self.alarms, "the alarm is mailed", 300)
        self.check_alarm(mail)
        self.server.start()
        self.check_recovery()


class LedgerOnAFullDisk(LedgerAlarms, unittest.TestCase):
    def setUp(self):
        self.disk = self.enterContext(SmallDisk())
        elsewhere = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="fairlead-test-")))
        self.mail = MailServer()
        self.addCleanup(self.mail.close)
        self.service = Service(self.disk.folder / "data", log_path=elsewhere / "log", **self.mail.settings())
        self.service.init("Harbour Gaming")
        self.addCleanup(self.service.close)
        self.service.start()
        self.addCleanup(self.disk.free)  # On a full disk, the service could not stop gracefully.

    def send_events(self) -> int:
        """Sends more than fits into space that was freed in the meantime, and returns the highest status."""
        with self.service.client() as client:
            return max(client.send_batch([make_event(self.service.account.brand_id) for _ in range(100)]).status
                       for _ in range(5))

    def test_admins_are_told_once_while_the_disk_is_full(self):
        self.assertEqual(self.send_events(), 202)
        def told():
            self.disk.fill()
            self.send_events()
            return self.alarms()
        [mail] = wait_until(told, "the alarm is mailed", 300, 0.2)
        self.check_alarm(mail)
        self.disk.free()
        self.check_recovery()
        wait_until(lambda: self.send_events() == 202, "events are accepted again")


if __name__ == "__main__":
    unittest.main()
