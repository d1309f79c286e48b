"""Statements are announced by mail to the people of the affiliate, and people choose which mails they get."""

import unittest
from urllib.parse import urlsplit

from tests.support.accounts import PASSWORD, person
from tests.support.client import Client
from tests.support.mail_case import PeopleCase, PeopleOnPostgres, SendsMails, fresh_address
from tests.support.waiting import wait_until

PAYMENT = {"date": "2026-05-01", "method": "SEPA", "reference": "r"}


class StatementMails:
    def earning(self) -> dict:
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        return affiliate

    def settle(self, affiliate: dict) -> dict:
        """Closes March, approves and pays it."""
        [statement] = self.close(affiliate, "2026-03")
        for step, body in (("approve", None), ("pay", PAYMENT)):
            answer = self.client.api("POST", f"/statements/{statement['id']}/{step}", body)
            self.assertEqual(answer.status, 200, answer.body)
        return statement

    def test_each_step_is_mailed_to_the_people_of_the_affiliate(self):
        affiliate = self.earning()
        first, _ = self.user_of(affiliate)
        second, _ = self.user_of(affiliate)
        stranger, _ = self.user_of(self.affiliate())
        statement = self.settle(affiliate)
        for address in (first, second):
            self.mail.wait_for(address, 4)
            self.assertEqual(self.subjects(address)[1:],
                             ["Your statement for 2026-03 is approved", "Your statement for 2026-03 is paid",
                              "Your statement for 2026-03 is ready"])
        mail = self.wait_for_subject(first, "ready")
        self.assertIn("Payable: 5.00 EUR", mail.text())
        self.assertIn("http://fairlead.example/portal/statements/" + statement["id"], mail.text())
        self.mail.wait_for(stranger)
        self.assertEqual(self.subjects(stranger), ["Your invitation to Harbour Gaming"])

    def test_a_statement_of_bulk_steps_is_mailed_too(self):
        affiliate = self.earning()
        address, _ = self.user_of(affiliate)
        [statement] = self.close(affiliate, "2026-03")
        answer = self.client.api("POST", "/statements/bulk", {"step": "approve", "statementIds": [statement["id"]]})
        self.assertEqual(answer.status, 200, answer.body)
        self.wait_for_subject(address, "is approved")

    def test_disabled_people_get_nothing(self):
        affiliate = self.earning()
        address = fresh_address()
        _, user = self.member(address, "affiliate", affiliateId=affiliate["id"])
        watched, _ = self.user_of(affiliate)
        self.assertEqual(self.by_admin("PATCH", "/users/" + user, {"status": "disabled"}).status, 200)
        self.settle(affiliate)
        self.mail.wait_for(watched, 4)
        self.mail.wait_for(address)
        self.assertEqual(self.subjects(address), ["Your invitation to Harbour Gaming"])

    def test_the_outbox_has_no_address(self):
        affiliate = self.earning()
        address, caller = self.user_of(affiliate)
        self.settle(affiliate)
        mail = self.wait_for_subject(address, "is paid")
        delivered = wait_until(lambda: next((one for one in self.mails_of_type("statementPaid")
                                             if one["id"] == mail.id and one["status"] == "delivered"), None),
                               "it is recorded")
        self.assertEqual(delivered["attempts"][0]["address"], address[0] + "***@people.example")
        self.assertNotIn(address, str(delivered))

    def test_a_mail_that_waits_is_sent_after_a_crash(self):
        affiliate = self.earning()
        address, _ = self.user_of(affiliate)
        self.mail.wait_for(address)
        self.mail.stop()
        try:
            self.settle(affiliate)
            self.crash()
        finally:
            self.mail.start()
        self.mail.wait_for(address, 4, seconds_max=300)
        self.assertEqual(len(self.subjects(address)), 4)


class Choices:
    def test_everybody_gets_everything_at_first(self):
        _, affiliate = self.user_of(self.affiliate())
        _, admin = self.admin_user()
        viewer, _ = self.member(fresh_address(), "viewer")
        for caller, wanted in ((affiliate, {"statements": True, "deliveries": True, "digest": True}),
                               (admin, {"deliveries": True, "alarms": True}), (viewer, {})):
            self.assertEqual(caller.call("GET", "/auth/mails").json(), {"sendsMails": True, "wanted": wanted})

    def test_a_person_who_does_not_want_a_topic_gets_no_such_mail(self):
        affiliate = self.earning()
        without, caller = self.user_of(affiliate)
        other, _ = self.user_of(affiliate)
        self.assertEqual(self.choose(caller, statements=False)["wanted"],
                         {"statements": False, "deliveries": True, "digest": True})
        self.settle(affiliate)
        self.mail.wait_for(other, 4)
        self.mail.wait_for(without)
        self.assertEqual(self.subjects(without), ["Your invitation to Harbour Gaming"])
        self.choose(caller, statements=True)
        self.assertEqual(caller.call("GET", "/auth/mails").json()["wanted"]["statements"], True)

    def test_a_mail_that_waits_is_not_sent_to_a_person_who_unsubscribes(self):
        affiliate = self.earning()
        address, caller = self.user_of(affiliate)
        self.mail.wait_for(address)
        self.mail.stop()
        try:
            self.close(affiliate, "2026-03")
            self.choose(caller, statements=False)
        finally:
            self.mail.start()
        failed = wait_until(lambda: next((one for one in self.mails_of_type("statementReady")
                                          if one["status"] == "failed"), None), "it is not sent", 300)
        self.assertIn("no longer wants", failed["attempts"][-1]["error"])
        self.assertEqual(len(self.subjects(address)), 1)

    def test_invalid_choices_are_refused(self):
        _, caller = self.user_of(self.affiliate())
        for body, pointer in (({"alarms": False}, "/alarms"), ({"statements": 1}, "/statements"), ({"x": True}, "/x")):
            self.assert_refused(caller.call("PATCH", "/auth/mails", body), pointer)
        self.assert_problem(person(self).call("GET", "/auth/mails"), 401)

    def test_the_audit_log_says_what_was_chosen_and_how(self):
        address = fresh_address()
        caller, user = self.member(address, "admin")
        self.choose(caller, alarms=False)
        self.choose(caller, alarms=False)
        entries = self.items("/audit-log", f"action=user.chooseMails&subject=user/{user}")
        self.assertEqual([(one["actor"], one["before"]["mails"]["alarms"], one["after"]) for one in entries],
                         [("user/" + user, True, {"mails": {"deliveries": True, "alarms": False}, "way": "settings"})])

    def test_choices_stay_after_a_restart(self):
        _, caller = self.user_of(self.affiliate())
        self.choose(caller, digest=False)
        self.again()
        token = caller.token
        caller = person(self)
        caller.token = token
        self.assertIs(caller.call("GET", "/auth/mails").json()["wanted"]["digest"], False)


class Unsubscribing:
    def announced(self):
        """A mail about a statement, and the client of the person who got it."""
        affiliate = self.earning()
        address, caller = self.user_of(affiliate)
        self.close(affiliate, "2026-03")
        return self.wait_for_subject(address, "is ready"), caller

    def path_of(self, mail) -> str:
        url = urlsplit(mail.message["List-Unsubscribe"].strip("<> "))
        self.assertEqual((url.scheme, url.netloc), ("http", "fairlead.example"))
        return f"{url.path}?{url.query}"

    def open_link(self, method: str, path: str, body: str | None = None, **headers):
        with Client(self.service.address) as stranger:
            return stranger.request(method, path, body, headers)

    def wants_statements(self, caller) -> bool:
        return caller.call("GET", "/auth/mails").json()["wanted"]["statements"]

    def test_one_click_unsubscribes_without_a_log_in(self):
        mail, caller = self.announced()
        self.assertEqual(mail.message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        # As RFC 8058 says.
        answer = self.open_link("POST", self.path_of(mail), "List-Unsubscribe=One-Click",
                                **{"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual((answer.status, answer.json()), (200, {"topic": "statements"}), answer.body)
        self.assertFalse(self.wants_statements(caller))
        self.assertTrue(caller.call("GET", "/auth/mails").json()["wanted"]["digest"])

    def test_looking_at_the_link_changes_nothing(self):
        mail, caller = self.announced()
        answer = self.open_link("GET", self.path_of(mail))
        self.assertEqual(answer.status, 302, answer.body)
        self.assertTrue(answer.header("Location").startswith("http://fairlead.example/portal/unsubscribe?token="))
        self.assertIn(answer.header("Location"), mail.text())
        self.assertIn(answer.header("Location"), mail.text("html"))
        self.assertTrue(self.wants_statements(caller))

    def test_a_changed_link_is_refused(self):
        mail, caller = self.announced()
        path = self.path_of(mail)
        other = path.replace("statements", "digest")
        for wrong in (other, path[:-1], path + "x", path.split("?")[0], path + "&more=1", path.replace("token", "t")):
            for method in ("GET", "POST"):
                self.assert_problem(self.open_link(method, wrong), 404)
        wanted = caller.call("GET", "/auth/mails").json()["wanted"]
        self.assertEqual(wanted, {"statements": True, "deliveries": True, "digest": True})

    def test_the_audit_log_says_that_it_was_a_link(self):
        mail, caller = self.announced()
        user = caller.call("GET", "/auth/me").json()["user"]["id"]
        self.assertEqual(self.open_link("POST", self.path_of(mail)).status, 200)
        [entry] = self.items("/audit-log", f"action=user.chooseMails&subject=user/{user}")
        self.assertEqual(entry["after"]["way"], "link")

    def test_essential_mails_have_no_such_link(self):
        address, _ = self.user_of(self.affiliate())
        [mail] = self.mail.wait_for(address)
        for header in ("List-Unsubscribe", "List-Unsubscribe-Post"):
            self.assertIsNone(mail.message[header])
        self.assertNotIn("unsubscribe", mail.text())


class MailChoices(StatementMails, Choices, Unsubscribing):
    pass


class MailChoicesOnSqlite(MailChoices, PeopleCase):
    pass


class MailChoicesOnPostgres(MailChoices, PeopleOnPostgres):
    pass


class WithoutAMailServer(PeopleCase):
    @classmethod
    def setUpClass(cls):
        super(SendsMails, cls).setUpClass()

    def test_nothing_waits_and_the_profile_says_so(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        _, caller = self.user_of(affiliate)
        self.assertIs(caller.call("GET", "/auth/mails").json()["sendsMails"], False)
        self.close(affiliate, "2026-03")
        self.assertEqual([one for one in self.items("/deliveries", "limit=200") if one["kind"] == "mail"], [])
        self.assertIs(self.choose(caller, statements=False)["wanted"]["statements"], False)
        answer = caller.call("POST", "/auth/address", {"email": fresh_address(), "password": PASSWORD})
        self.assertIn("sends no mails", self.assert_problem(answer, 409)["detail"])


if __name__ == "__main__":
    unittest.main()
