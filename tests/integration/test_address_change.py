"""A person changes their e-mail address: nothing changes until the old and the new address have confirmed it."""

import unittest

from tests.support.accounts import PASSWORD, person
from tests.support.mail_case import PeopleCase, PeopleOnPostgres, fresh_address

OTHER = "another long password"


class AddressChanges:
    asked = 0

    def request(self, caller, **body):
        """Each request has another network address, because each address may ask only twenty times an hour."""
        AddressChanges.asked += 1
        return caller.call("POST", "/auth/address", body,
                           **{"X-Forwarded-For": f"198.51.100.{AddressChanges.asked % 250 + 1}"})

    def started(self, role: str = "viewer", **members):
        """A user who has asked for a new address: both addresses, the two links, and the client."""
        old, new = fresh_address(), fresh_address()
        caller, self.user = self.member(old, role, **members)
        to_old, to_new = self.ask(caller, old, new)
        return old, new, to_old, to_new, caller

    def ask(self, caller, old: str, new: str, password: str = PASSWORD):
        answer = self.request(caller, email=new, password=password)
        self.assertEqual(answer.status, 200, answer.body)
        change = answer.json()["change"]
        self.assertEqual((answer.json()["email"], change["email"], change["oldConfirmed"], change["newConfirmed"]),
                         (old, new, False, False))
        links = [self.wait_for_subject(address, "Confirm the new e-mail address") for address in (old, new)]
        for link in links:
            self.assertIsNone(link.message["List-Unsubscribe"])
            self.assertIn(f"from {old} to {new}", link.text())
        return links

    def confirm(self, mail):
        return person(self).call("POST", "/auth/confirm-address", {"token": mail.token})

    def email_of(self, caller) -> str:
        return caller.call("GET", "/auth/me").json()["user"]["email"]

    def test_it_changes_when_both_have_confirmed_in_any_order(self):
        for first in (0, 1):
            with self.subTest(first=("old", "new")[first]):
                old, new, *links, caller = self.started()
                answer = self.confirm(links[first])
                self.assertEqual((answer.status, answer.json()), (200, {"email": new, "changed": False}))
                self.assertEqual(self.email_of(caller), old)
                self.assertEqual(person(self).log_in(new, PASSWORD).status, 401)
                pending = caller.call("GET", "/auth/address").json()["change"]
                self.assertEqual((pending["oldConfirmed"], pending["newConfirmed"]), (first == 0, first == 1))
                answer = self.confirm(links[1 - first])
                self.assertEqual((answer.status, answer.json()), (200, {"email": new, "changed": True}))
                self.assertEqual(self.email_of(caller), new, "the session goes on")
                self.assertEqual(caller.call("GET", "/auth/address").json(), {"email": new, "change": None})
                self.assertEqual(person(self).log_in(new, PASSWORD).status, 200)
                self.assertEqual(person(self).log_in(old, PASSWORD).status, 401)

    def test_a_link_works_once(self):
        _, _, to_old, to_new, _ = self.started()
        self.assertEqual(self.confirm(to_old).status, 200)
        self.assert_problem(self.confirm(to_old), 404)
        self.assertEqual(self.confirm(to_new).json()["changed"], True)
        self.assert_problem(self.confirm(to_new), 404)

    def test_one_side_alone_never_changes_it(self):
        old, _, _, to_new, caller = self.started()
        for _ in range(3):
            self.confirm(to_new)
        self.assertEqual(self.email_of(caller), old)

    def test_a_new_request_replaces_the_links(self):
        old, new, to_old, to_new, caller = self.started()
        other = fresh_address()
        answer = self.request(caller, email=other, password=PASSWORD)
        self.assertEqual(answer.json()["change"]["email"], other)
        for link in (to_old, to_new):
            self.assert_problem(self.confirm(link), 404)

    def test_it_can_be_cancelled(self):
        old, _, to_old, _, caller = self.started()
        self.assertEqual(caller.call("DELETE", "/auth/address").status, 204)
        self.assertIsNone(caller.call("GET", "/auth/address").json()["change"])
        self.assert_problem(self.confirm(to_old), 404)
        self.assertEqual(caller.call("DELETE", "/auth/address").status, 204)

    def test_a_changed_password_ends_the_links(self):
        _, _, to_old, to_new, caller = self.started()
        body = {"currentPassword": PASSWORD, "newPassword": OTHER}
        self.assertEqual(caller.call("POST", "/auth/password", body).status, 204)
        for link in (to_old, to_new):
            self.assert_problem(self.confirm(link), 404)

    def test_a_disabled_user_cannot_confirm(self):
        _, _, to_old, _, _ = self.started()
        self.assertEqual(self.by_admin("PATCH", "/users/" + self.user, {"status": "disabled"}).status, 200)
        self.assert_problem(self.confirm(to_old), 404)

    def test_the_password_is_needed(self):
        old = fresh_address()
        caller, _ = self.member(old, "viewer")
        for body, pointer in (({"email": fresh_address(), "password": "wrong password"}, "/password"),
                              ({"email": old, "password": PASSWORD}, "/email"),
                              ({"email": "x", "password": PASSWORD}, "/email"),
                              ({"email": fresh_address()}, "/password")):
            self.assert_refused(self.request(caller, **body), pointer)
        self.wait_for_subject(old, "Your invitation")
        self.assertEqual(self.subjects(old), ["Your invitation to Harbour Gaming"])
        self.assert_problem(person(self).call("POST", "/auth/address", {}), 401)

    def test_an_address_of_another_user_is_refused_only_at_the_end(self):
        taken = fresh_address()
        self.member(taken, "viewer")
        old = fresh_address()
        caller, _ = self.member(old, "viewer")
        # The answer does not say who else has an account.
        to_old, to_new = self.ask(caller, old, taken)
        self.assertEqual(self.confirm(to_old).status, 200)
        self.assert_problem(self.confirm(to_new), 409)
        self.assertEqual(self.email_of(caller), old)

    def test_an_affiliate_confirms_in_the_portal(self):
        affiliate = self.affiliate()
        _, new, to_old, to_new, caller = self.started("affiliate", affiliateId=affiliate["id"])
        for link in (to_old, to_new):
            self.assertTrue(link.link.startswith("http://fairlead.example/portal/confirm-address?token="), link.link)
            self.assertEqual(self.confirm(link).status, 200)
        self.assertEqual(self.email_of(caller), new)

    def test_the_audit_log_has_every_step(self):
        old, new, to_old, to_new, _ = self.started()
        self.confirm(to_old)
        self.confirm(to_new)
        subject = "user/" + self.user
        entries = [one for one in self.items("/audit-log", f"limit=200&subject={subject}") if "ddress" in one["action"]]
        self.assertEqual([one["action"] for one in entries],
                         ["user.changeAddress", "user.confirmAddress", "user.requestAddressChange"])
        self.assertEqual({one["actor"] for one in entries}, {subject})
        self.assertEqual((entries[0]["before"]["email"], entries[0]["after"]["email"]), (old, new))
        self.assertEqual(entries[1]["after"], {"email": new, "side": "old"})
        self.assertEqual(entries[2]["after"], {"email": new})

    def test_the_ledger_has_only_hashes(self):
        _, _, to_old, to_new, _ = self.started()
        for link in (to_old, to_new):
            self.assertFalse(self.service.ledger().contains(link.token))
            self.assertNotIn(link.token, self.service.log_path.read_text())

    def test_another_site_cannot_confirm(self):
        _, _, to_old, _, _ = self.started()
        answer = person(self).call("POST", "/auth/confirm-address", {"token": to_old.token},
                                   Origin="https://evil.example")
        self.assert_problem(answer, 403)

    def test_requests_for_an_address_are_limited(self):
        caller, _ = self.member(fresh_address(), "viewer")
        body = {"email": fresh_address(), "password": PASSWORD}
        statuses = [self.request(caller, **body).status for _ in range(6)]
        self.assertEqual(statuses, [200] * 5 + [429])


class AddressChangesOnSqlite(AddressChanges, PeopleCase):
    settings = PeopleCase.settings | {"trusted_proxies": "127.0.0.1"}


class AddressChangesOnPostgres(AddressChanges, PeopleOnPostgres):
    settings = PeopleCase.settings | {"trusted_proxies": "127.0.0.1"}


if __name__ == "__main__":
    unittest.main()
