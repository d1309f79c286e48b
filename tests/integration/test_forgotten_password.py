"""Forgotten passwords: a link by mail sets a new one, once, for an hour, and says nothing about who has an account."""

import unittest

from tests.integration.test_mail import MailCase
from tests.support.accounts import PASSWORD, Users, next_totp, person
from tests.support.case import PostgresCase, ServiceCase
from tests.support.mail_case import fresh_address

OTHER = "another long enough password"


class ForgottenCase(MailCase):
    def ask(self, address: str, **headers):
        return person(self).call("POST", "/auth/forgotten-password", {"email": address}, **headers)

    def known(self, role: str = "viewer", **members):
        """The address of a new user who is logged in, and the user's client."""
        address = fresh_address()
        caller, _ = self.member(address, role, **members)
        return address, caller

    def link_for(self, address: str, count: int = 1):
        """The newest link to the address. `count` is the number of links so far."""
        self.assertEqual(self.ask(address).status, 204)
        return [mail for mail in self.mail.wait_for(address, 1 + count) if "/reset?" in mail.link][-1]

    def reset(self, token: str, password: str = OTHER, caller=None):
        return (caller or person(self)).call("POST", "/auth/reset-password", {"token": token, "password": password})

    def audit(self, action: str) -> list[dict]:
        return self.by_admin("GET", f"/audit-log?action={action}").json()["items"]


class ForgottenPasswords:
    def test_the_link_sets_a_new_password_and_logs_in(self):
        address, _ = self.known()
        mail = self.link_for(address)
        self.assertTrue(mail.link.startswith("http://fairlead.example/console/reset?token="), mail.link)
        shown = person(self).call("POST", "/auth/reset", {"token": mail.token})
        self.assertEqual((shown.status, shown.json()["email"]), (200, address))
        caller = person(self)
        self.assertEqual(self.reset(mail.token, caller=caller).status, 200)
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)
        self.assertEqual(person(self).log_in(address, PASSWORD).status, 401)
        self.assertEqual(person(self).log_in(address, OTHER).status, 200)

    def test_the_link_works_once(self):
        address, _ = self.known()
        token = self.link_for(address).token
        self.assertEqual(self.reset(token).status, 200)
        self.assert_problem(self.reset(token, "yet another long password"), 404)
        self.assert_problem(person(self).call("POST", "/auth/reset", {"token": token}), 404)

    def test_all_other_sessions_end(self):
        address, caller = self.known()
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)
        self.assertEqual(self.reset(self.link_for(address).token).status, 200)
        self.eventually_401(caller)

    def test_a_newer_link_replaces_the_older_one(self):
        address, _ = self.known()
        older, newer = self.link_for(address).token, self.link_for(address, 2).token
        self.assertNotEqual(older, newer)
        self.assert_problem(self.reset(older), 404)
        self.assertEqual(self.reset(newer).status, 200)

    def test_an_unknown_address_has_the_same_answer_and_gets_no_mail(self):
        address, unknown = self.known()[0], fresh_address()
        answers = [self.ask(one) for one in (unknown, address)]
        self.assertEqual([answer.status for answer in answers], [204, 204])
        self.assertEqual(answers[0].body, answers[1].body)
        self.assertEqual(*(sorted(answer.headers.keys()) for answer in answers))
        self.mail.wait_for(address, 2)
        self.assertEqual(self.mail.mails(unknown), [])

    def test_case_does_not_matter(self):
        address, _ = self.known()
        self.assertEqual(self.ask(address.upper()).status, 204)
        self.assertIn("/reset?token=", self.mail.wait_for(address, 2)[-1].link)

    def test_disabled_and_invited_users_get_no_link(self):
        address = fresh_address()
        _, user = self.member(address, "viewer")
        self.assertEqual(self.by_admin("PATCH", f"/users/{user}", {"status": "disabled"}).status, 200)
        invited = fresh_address()
        self.invited(email=invited, role="viewer")
        for one in (address, invited):
            self.assertEqual(self.ask(one).status, 204)
        known, _ = self.known()
        self.link_for(known)
        for one in (address, invited):
            self.mail.wait_for(one)
        self.assertEqual([len(self.mail.mails(one)) for one in (address, invited)], [1, 1])

    def test_a_change_that_makes_the_link_useless_ends_it(self):
        for change in ("disabled", "address", "password"):
            with self.subTest(change=change):
                address = fresh_address()
                caller, user = self.member(address, "viewer")
                token = self.link_for(address).token
                if change == "password":
                    done = caller.call("POST", "/auth/password", {"currentPassword": PASSWORD, "newPassword": OTHER})
                else:
                    changed = {"status": "disabled"} if change == "disabled" else {"email": fresh_address()}
                    done = self.by_admin("PATCH", f"/users/{user}", changed)
                self.assertIn(done.status, (200, 204), done.body)
                self.assert_problem(self.reset(token), 404)

    def test_a_wrong_token_is_refused(self):
        address, _ = self.known()
        token = self.link_for(address).token
        for wrong in ("", "x", token[:-1], token[:-1] + ("0" if token[-1] != "0" else "1"), token.upper() + "0"):
            self.assert_problem(self.reset(wrong), 404)
        self.assertEqual(self.reset(token).status, 200)

    def test_an_invitation_is_no_link_for_a_new_password(self):
        created = self.invited(email=fresh_address(), role="viewer")
        self.assert_problem(self.reset(created["inviteToken"]), 404)
        address, _ = self.known()
        self.assert_problem(person(self).accept(self.link_for(address).token, OTHER), 404)

    def test_the_rule_for_passwords_holds_and_the_link_stays(self):
        address, _ = self.known()
        token = self.link_for(address).token
        for wrong in ("short", "passwordpassword", address + "!"):
            self.assert_refused(self.reset(token, wrong), "/password")
        self.assertEqual(self.reset(token).status, 200)

    def test_one_time_codes_stay_on(self):
        address = fresh_address()
        secret, _ = self.with_codes(address)
        answer = self.reset(self.link_for(address).token)
        self.assertEqual(self.assert_problem(answer, 401)["code"], "totp_required")
        self.assertEqual(person(self).log_in(address, OTHER).json()["code"], "totp_required")
        self.assertEqual(person(self).log_in(address, OTHER, totp=next_totp(secret)).status, 200)

    def test_the_audit_log_says_who_asked_and_who_set_it(self):
        address, _ = self.known()
        self.assertEqual(self.reset(self.link_for(address).token).status, 200)
        user = person(self)
        subject = "user/" + user.log_in(address, OTHER).json()["user"]["id"]
        asked = next(one for one in self.audit("user.requestPasswordReset") if one["subject"] == subject)
        self.assertEqual((asked["actor"], asked["after"]), ("anonymous", {"address": "127.0.0.1"}))
        done = next(one for one in self.audit("user.resetPassword") if one["subject"] == subject)
        self.assertEqual(done["actor"], subject)

    def test_the_ledger_has_only_a_hash(self):
        address, _ = self.known()
        token = self.link_for(address).token
        self.assertFalse(self.service.ledger().contains(token))
        self.assertFalse(self.service.ledger().contains("reset?token"))
        self.assertNotIn(token, self.service.log_path.read_text())

    def test_an_affiliate_gets_a_link_to_the_portal(self):
        affiliate = self.affiliate(fresh_address().split("@")[0])
        address, _ = self.known("affiliate", affiliateId=affiliate["id"])
        mail = self.link_for(address)
        self.assertTrue(mail.link.startswith("http://fairlead.example/portal/reset?token="), mail.link)
        self.assertEqual(self.reset(mail.token).status, 200)

    def test_the_host_of_the_request_is_not_in_the_link(self):
        address, _ = self.known()
        self.assertEqual(self.ask(address, Host="evil.example", Origin=None).status, 204)
        self.assertTrue(self.mail.wait_for(address, 2)[-1].link.startswith("http://fairlead.example/"))

    def test_another_site_cannot_ask(self):
        self.assert_problem(self.ask(fresh_address(), Origin="https://evil.example"), 403)

    def test_bad_bodies_are_refused(self):
        caller = person(self)
        for body, pointer in (({}, "/email"), ({"email": 5}, "/email"), ({"email": "a" * 400}, "/email"),
                              ({"email": "a@b.example", "x": 1}, "/x")):
            self.assert_refused(caller.call("POST", "/auth/forgotten-password", body), pointer)


class ForgottenOnSqlite(ForgottenPasswords, ForgottenCase):
    # The tests ask more often than one address may.
    settings = ForgottenCase.settings | {"trusted_proxies": "127.0.0.1"}

    def ask(self, address: str, **headers):
        return super().ask(address, **({"X-Forwarded-For": f"198.51.100.{hash(address) % 250 + 1}"} | headers))

    def test_the_audit_log_says_who_asked_and_who_set_it(self):
        self.skipTest("the address of the request is made up here")


class ForgottenOnPostgres(ForgottenOnSqlite, PostgresCase):
    pass


class LimitsOfLinks(ForgottenCase):
    settings = ForgottenCase.settings | {"trusted_proxies": "127.0.0.1"}

    def test_one_account_and_one_address_have_limits(self):
        address, unknown = self.known()[0], fresh_address()
        for one in (address, unknown):
            with self.subTest(known=one == address):
                answers = [self.ask(one, **{"X-Forwarded-For": f"198.51.100.{n + 1}"}) for n in range(6)]
                self.assertEqual([answer.status for answer in answers], [204] * 5 + [429])
                self.assertGreater(int(answers[-1].header("Retry-After")), 60)
        self.mail.wait_for(address, 6)
        here = {"X-Forwarded-For": "203.0.113.9"}
        statuses = [self.ask(fresh_address(), **here).status for _ in range(21)]
        self.assertEqual(statuses, [204] * 20 + [429])
        self.assertEqual(len(self.mail.mails(address)), 6)

    def test_log_ins_are_counted_by_themselves(self):
        address, _ = self.known()
        for n in range(5):
            self.ask(address, **{"X-Forwarded-For": f"198.51.100.{n + 50}"})
        self.assertEqual(person(self).log_in(address, PASSWORD).status, 200)


class AuditOfLinks(ForgottenCase):
    def test_the_audit_log_says_who_asked_and_who_set_it(self):
        ForgottenPasswords.test_the_audit_log_says_who_asked_and_who_set_it(self)


class WithoutMails(Users, ServiceCase):
    def test_the_answer_says_that_there_are_no_mails(self):
        account = self.service.account
        for address in (account.admin_email, fresh_address()):
            answer = person(self).call("POST", "/auth/forgotten-password", {"email": address})
            self.assertIn("sends no mails", self.assert_problem(answer, 409)["detail"])


if __name__ == "__main__":
    unittest.main()
