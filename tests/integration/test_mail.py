"""Mails: invitations reach people through a real mail server, at least once and accounted for."""

import re
import unittest
import uuid

from tests.support import program
from tests.support.accounts import PASSWORD, Users, person
from tests.support.case import PostgresCase, ServiceCase
from tests.support.mail_case import SendsMails, fresh_address
from tests.support.mail_server import FROM, MailServer, USER
from tests.support.mail_server import PASSWORD as MAIL_PASSWORD
from tests.support.system_certificates import system_trusts
from tests.support.waiting import wait_until


class MailCase(SendsMails, Users, ServiceCase):
    def deliveries(self, **filters) -> list[dict]:
        query = "".join(f"&{name}={value}" for name, value in filters.items())
        answer = self.client.api("GET", "/deliveries?limit=200" + query)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["items"]

    def delivery(self, message: str, status: str) -> dict:
        """A message, when it has the status."""
        def found():
            one = self.client.api("GET", "/deliveries/" + message).json()
            return one if one.get("status") == status else None
        return wait_until(found, f"the message is {status}")


class Mails:
    def test_an_invitation_is_mailed_and_its_link_works(self):
        address = fresh_address()
        created = self.invited(email=address, role="viewer")
        self.assertIs(created["mailed"], True)
        mail, = self.mail.wait_for(address)
        self.assertEqual((mail.sender, mail.to, mail.encrypted, mail.user), (FROM, [address], True, USER))
        self.assertEqual(mail.link, created["inviteUrl"])
        self.assertTrue(mail.link.startswith("http://fairlead.example/console/invite?token="), mail.link)
        self.assertIn(created["inviteUrl"], mail.text("html"))
        self.assertEqual(person(self).accept(mail.token, PASSWORD).status, 200)

    def test_a_mail_has_the_headers_that_receivers_expect(self):
        address = fresh_address()
        self.invited(email=address, role="viewer")
        message = self.mail.wait_for(address)[0].message
        self.assertEqual(message["From"].addresses[0].display_name, "Harbour Gaming")
        self.assertEqual(message["From"].addresses[0].addr_spec, FROM)
        self.assertEqual(message["Subject"], "Your invitation to Harbour Gaming")
        self.assertEqual(message["Auto-Submitted"], "auto-generated")
        self.assertTrue(message["Message-ID"].endswith("@fairlead.example>"))
        self.assertIsNotNone(message["Date"].datetime)
        self.assertEqual([part.get_content_type() for part in message.iter_parts()], ["text/plain", "text/html"])

    def test_a_mail_is_listed_without_its_address_and_its_link(self):
        address = fresh_address()
        created = self.invited(email=address, role="viewer")
        mail, = self.mail.wait_for(address)
        listed = self.delivery(mail.id, "delivered")
        self.assertEqual((listed["kind"], listed["type"]), ("mail", "invitation"))
        self.assertEqual([attempt["status"] for attempt in listed["attempts"]], [250])
        self.assertEqual(listed["attempts"][0]["address"], address[0] + "***@people.example")
        for text in (address, created["inviteToken"]):
            self.assertNotIn(text, str(self.deliveries()))

    def test_the_ledger_has_neither_the_link_nor_the_text(self):
        address = fresh_address()
        created = self.invited(email=address, role="viewer")
        self.mail.wait_for(address)
        self.assertTrue(self.service.ledger().contains(address))  # As the address of the user.
        self.assertFalse(self.service.ledger().contains(created["inviteToken"]))
        self.assertFalse(self.service.ledger().contains("invite?token"))

    def test_an_affiliate_is_invited_to_the_portal(self):
        name = uuid.uuid4().hex
        affiliate = self.affiliate(name)
        answer = self.client.api("POST", f"/affiliates/{affiliate['id']}/invite")
        self.assertIs(answer.json()["mailed"], True)
        mail, = self.mail.wait_for(f"{name}@affiliates.example")
        self.assertEqual(mail.link, answer.json()["url"])
        self.assertIn("affiliate portal", mail.text())

    def test_a_refused_recipient_fails_at_once_and_delays_nobody(self):
        unknown, known = fresh_address(), fresh_address()
        self.mail.answer(**{f"RCPT {unknown}": "550 5.1.1 no such mailbox"})
        for address in (unknown, known):
            self.invited(email=address, role="viewer")
        self.mail.wait_for(known)
        failed, = wait_until(lambda: self.deliveries(status="failed"), "the mail to the unknown mailbox has failed")
        attempt, = failed["attempts"]
        self.assertEqual((attempt["status"], attempt["address"]), (550, unknown[0] + "***@people.example"))
        self.assertIn("no such mailbox", attempt["answer"])

    def test_a_mail_that_is_refused_for_now_is_sent_later_with_the_same_id(self):
        address = fresh_address()
        self.mail.answer(**{f"RCPT {address}": "451 4.7.1 try again later"})
        self.invited(email=address, role="viewer")
        waiting = wait_until(lambda: [one for one in self.deliveries(status="waiting") if one["attemptCount"]],
                             "the first attempt has failed")
        self.assertEqual(waiting[0]["attempts"][0]["status"], 451)
        self.mail.answer()
        mail, = self.mail.wait_for(address)
        self.assertEqual(mail.id, waiting[0]["id"])
        *refused, last = [attempt["status"] for attempt in self.delivery(mail.id, "delivered")["attempts"]]
        self.assertEqual((set(refused), last), ({451}, 250))

    def test_a_replayed_mail_has_the_same_message_id(self):
        address = fresh_address()
        self.invited(email=address, role="viewer")
        first, = self.mail.wait_for(address)
        self.delivery(first.id, "delivered")
        self.assertEqual(self.client.api("POST", f"/deliveries/{first.id}/replay").status, 200)
        self.assertEqual({mail.message["Message-ID"] for mail in self.mail.wait_for(address, 2)},
                         {first.message["Message-ID"]})

    def test_a_mail_shows_the_look_of_the_portal(self):
        look = {"name": "Harbour <Partners>", "logoUrl": "https://cdn.example/logo.png", "primaryColor": "#ffee00"}
        changed = self.by_admin("PATCH", "/operator", {"portal": look})
        self.assertEqual(changed.status, 200, changed.body)
        self.addCleanup(self.by_admin, "PATCH", "/operator", {"portal": None})
        address = fresh_address()
        self.invited(email=address, role="viewer")
        mail, = self.mail.wait_for(address)
        self.assertEqual(mail.message["From"].addresses[0].display_name, "Harbour <Partners>")
        for part in ("https://cdn.example/logo.png", "Harbour &lt;Partners&gt;", "background:#ffee00;color:#000000"):
            self.assertIn(part, mail.text("html"))
        self.assertIn("Harbour <Partners> invites you", mail.text())

    def test_the_service_says_that_it_sends_mails(self):
        self.assertEqual(self.client.api("GET", "/health").json()["mail"], {"enabled": True})

    def test_what_was_not_stored_is_not_mailed(self):
        address = fresh_address()
        self.invited(email=address, role="viewer")
        self.mail.wait_for(address)
        self.assert_refused(self.by_admin("POST", "/users", {"email": address, "role": "viewer"}), "/email")
        other = fresh_address()
        self.invited(email=other, role="viewer")
        self.mail.wait_for(other)
        self.assertEqual(len(self.mail.mails(address)), 1)


class MailsOnSqlite(Mails, MailCase):
    pass


class MailsOnPostgres(Mails, MailCase, PostgresCase):
    pass


class OutagesOfTheMailServer(MailCase):
    def test_mails_wait_for_the_server_also_over_a_crash(self):
        self.mail.stop()
        address = fresh_address()
        created = self.invited(email=address, role="viewer")
        waiting = wait_until(lambda: [one for one in self.deliveries(status="waiting") if one["attemptCount"]],
                             "an attempt has failed")
        self.assertIsNone(waiting[0]["attempts"][0]["status"])
        self.assertTrue(waiting[0]["attempts"][0]["error"])
        self.service.kill()
        self.service.start()
        self.client = self.open_client()
        self.mail.start()
        mail, = self.mail.wait_for(address, seconds_max=300)
        self.assertEqual((mail.id, mail.token), (waiting[0]["id"], created["inviteToken"]))
        self.assertEqual(self.delivery(mail.id, "delivered")["attempts"][-1]["status"], 250)
        self.assertEqual(len(self.mail.mails(address)), 1)

    def test_the_password_of_the_server_is_nowhere(self):
        self.assertNotIn(MAIL_PASSWORD, self.service.log_path.read_text())
        self.assertFalse(self.service.ledger().contains(MAIL_PASSWORD))


class WithoutAMailServer(Users, ServiceCase):
    def test_invitations_are_links_to_copy(self):
        created = self.invited(email=fresh_address(), role="viewer")
        self.assertIs(created["mailed"], False)
        self.assertEqual(person(self).accept(created["inviteToken"], PASSWORD).status, 200)
        self.assertEqual([one for one in self.client.api("GET", "/deliveries").json()["items"] if one["kind"] == "mail"], [])
        self.assertEqual(self.client.api("GET", "/health").json()["mail"], {"enabled": False})


class TestMails(unittest.TestCase):
    """`fairlead mail test`."""

    def server(self, *options: str) -> MailServer:
        server = MailServer(*options)
        self.addCleanup(server.close)
        return server

    def run_test(self, settings: dict, address: str = "anna@people.example"):
        return program.run("mail", "test", address, *program.flags(settings))

    def test_every_kind_of_encryption(self):
        for tls, user in (("starttls", USER), ("tls", USER), ("none", "")):
            with self.subTest(tls=tls):
                server = self.server(tls, user)
                done = self.run_test(server.settings())
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                mail, = server.wait_for("anna@people.example")
                self.assertEqual((mail.encrypted, mail.user), (tls != "none", user or None))
                self.assertEqual(mail.message["Subject"], "Test mail from Fairlead")

    def test_a_certificate_of_another_authority_is_refused(self):
        for tls in ("starttls", "tls"):
            with self.subTest(tls=tls):
                server = self.server(tls)
                settings = server.settings()
                del settings["mail_ca_file"]
                done = self.run_test(settings)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, "(?i)certificate|SSL")
                self.assertEqual(server.mails(), [])

    def test_the_file_of_an_authority_replaces_those_of_the_system(self):
        server = self.server()
        settings = server.settings()
        with system_trusts(settings.pop("mail_ca_file")) as other:
            refused = self.run_test(settings | {"mail_ca_file": other})
            self.assertEqual(refused.returncode, 1, refused.stdout)
            self.assertEqual(server.mails(), [])
            trusted = self.run_test(settings)
            self.assertEqual((trusted.returncode, trusted.stderr), (0, ""))

    def test_a_server_without_encryption_gets_neither_password_nor_mail(self):
        server = self.server("none", "")
        done = self.run_test(server.settings() | {"mail_tls": "starttls", "mail_user": USER,
                                                  "mail_password_file": server.password_file})
        self.assertEqual(done.returncode, 1)
        self.assertEqual(server.mails(), [])

    def test_a_wrong_password_is_reported_and_not_shown(self):
        server = self.server()
        server.password_file.write_text("not the password")
        done = self.run_test(server.settings())
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "(?i)login denied|authentication")
        self.assertNotIn("not the password", done.stderr + done.stdout)

    def test_a_refused_recipient_is_reported(self):
        server = self.server()
        server.answer(**{"RCPT anna@people.example": "550 5.1.1 no such mailbox"})
        done = self.run_test(server.settings())
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such mailbox", done.stderr)

    def test_an_address_cannot_contain_commands(self):
        server = self.server()
        for address in ("anna@people.example>\r\nRCPT TO:<eve@people.example", "a b@people.example", "<a@b.example>"):
            done = self.run_test(server.settings(), address)
            self.assertEqual(done.returncode, 1, address)
            self.assertIn("cannot be sent to this address", done.stderr)
        self.assertEqual(server.mails(), [])

    def test_without_a_server_it_says_what_is_missing(self):
        done = self.run_test({})
        self.assertEqual(done.returncode, 1)
        self.assertIn("mail_host", done.stderr)


class MailSettings(unittest.TestCase):
    LEAST = {"mail_host": "smtp.example", "mail_from": FROM, "public_url": "https://fairlead.example"}

    def check(self, settings: dict, env: dict | None = None):
        return program.run("config", "check", *program.flags(settings), env=env)

    def test_the_password_is_masked(self):
        done = self.check(self.LEAST | {"mail_user": USER}, {"FAIRLEAD_MAIL_PASSWORD": MAIL_PASSWORD})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('mail_password = "***"', done.stdout)
        self.assertNotIn(MAIL_PASSWORD, done.stdout + done.stderr)

    def test_the_password_is_no_flag(self):
        self.assertEqual(self.check(self.LEAST | {"mail_password": "x"}).returncode, 2)

    def test_what_does_not_fit_together_is_refused(self):
        for changed, named in (({"mail_from": ""}, "mail_from"), ({"mail_from": "x"}, "mail_from"),
                               ({"mail_from": "a@b\r\nBcc: c@d"}, "mail_from"), ({"public_url": ""}, "public_url"),
                               ({"mail_tls": "ssl"}, "mail_tls"), ({"mail_tls": "none"}, "mail_tls"),
                               ({"mail_user": "x"}, "mail_user"), ({"mail_host": "a b"}, "mail_host"),
                               ({"mail_port": "70000"}, "mail_port"),
                               ({"mail_password_file": "/nowhere"}, "mail_password_file")):
            with self.subTest(changed=changed):
                done = self.check(self.LEAST | changed)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(named, done.stderr)

    def test_a_server_on_this_machine_needs_no_encryption(self):
        for host in ("127.0.0.1", "::1", "localhost"):
            self.assertEqual(self.check(self.LEAST | {"mail_host": host, "mail_tls": "none"}).returncode, 0, host)

    def test_a_password_file_that_others_can_read_is_reported(self):
        server = MailServer()
        self.addCleanup(server.close)
        self.assertNotIn("mail server", self.check(server.settings()).stderr)
        server.password_file.chmod(0o644)
        self.assertRegex(self.check(server.settings()).stderr, re.escape(str(server.password_file)))


if __name__ == "__main__":
    unittest.main()
