"""Users: the permissions of each role, invitations, and the data that is stored about users."""

import unittest

from tests.support.accounts import PASSWORD, Users, person
from tests.support.case import PostgresCase, ServiceCase


class Accounts(Users):
    # Roles.

    def test_a_manager_may_do_everything_except_keys_users_and_payments(self):
        manager, _ = self.member("manager@roles.example", "manager")
        self.assertEqual(manager.call("POST", "/brands", {"name": "By a manager"}).status, 201)
        for method, path in (("GET", "/api-keys"), ("POST", "/api-keys"), ("GET", "/users"), ("POST", "/users"),
                             ("POST", f"/statements/{self.service.account.brand_id}/pay")):
            answer = manager.call(method, path, {} if method == "POST" else None)
            self.assertEqual(self.assert_problem(answer, 403)["code"], "forbidden", path)

    def test_a_manager_invites_affiliates_but_replaces_no_password(self):
        manager, _ = self.member("lets-in@roles.example", "manager")
        path = f"/affiliates/{self.affiliate('newcomer')['id']}/invite"
        manager.call("POST", path)
        invitation = manager.call("POST", path)
        self.assertEqual(invitation.status, 201, invitation.body)
        caller = person(self)
        self.assertEqual(caller.accept(invitation.json()["token"], PASSWORD).status, 200)
        self.assertEqual(self.assert_problem(manager.call("POST", path), 403)["code"], "forbidden")
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)
        self.assertEqual(self.admin().call("POST", path).status, 201)

    def test_only_admins_see_users_and_keys_in_the_audit_log(self):
        self.client.api("POST", "/brands", {"name": "Visible to all"})
        for role, visible in (("manager", False), ("viewer", False), ("admin", True)):
            caller, _ = self.member(f"{role}@audit.example", role)
            for action, is_visible in (("user.create", visible), ("brand.create", True)):
                entry = caller.call("GET", "/audit-log?limit=1&action=" + action).json()["items"][0]
                self.assertEqual(entry["after"] is not None, is_visible, (role, action))

    def test_every_role_reads_the_names_of_authors_and_no_addresses(self):
        author, author_id = self.member("anna.berg@names.example", "admin")
        brand = author.call("POST", "/brands", {"name": "Named"}).json()
        for role in ("manager", "finance", "viewer"):
            caller, _ = self.member(f"{role}@names.example", role)
            entry = caller.call("GET", "/audit-log?subject=brand/" + brand["id"]).json()["items"][0]
            self.assertEqual((entry["actor"], entry["actorName"], entry["subjectName"]), ("user/" + author_id, "anna.berg", None))
            answer = caller.call("GET", f"/audit-log?action=user.create&subject=user/{author_id}")
            created, = answer.json()["items"]
            self.assertEqual(created["subjectName"], "anna.berg")
            self.assertNotIn(b"@", answer.body)

    def test_authors_of_the_command_line_have_no_name(self):
        entry, = self.admin().call("GET", "/audit-log?action=operator.create").json()["items"]
        self.assertEqual((entry["actor"], entry["actorName"], entry["subjectName"]), ("commandLine", None, None))

    def test_a_viewer_only_reads(self):
        viewer, _ = self.member("viewer@roles.example", "viewer")
        for path in ("/operator", "/brands", "/affiliates", "/health", "/statements", "/audit-log"):
            self.assertEqual(viewer.call("GET", path).status, 200, path)
        report = {"groupKeys": ["date"], "metrics": ["click_count"], "startDate": "2026-01-01", "endDate": "2026-01-02"}
        self.assertEqual(viewer.call("POST", "/reports/query", report).status, 200)
        for method, path in (("POST", "/brands"), ("PATCH", "/operator"), ("POST", "/fx-rates"), ("POST", "/adjustments"),
                             ("POST", "/statements/close")):
            self.assert_problem(viewer.call(method, path, {}), 403)

    def test_finance_keeps_the_books_and_changes_nothing_else(self):
        finance, _ = self.member("finance@roles.example", "finance")
        affiliate = self.affiliate("held")
        nobody = self.service.account.brand_id
        for path in ("/operator", "/brands", "/affiliates", "/deals", "/health", "/statements", "/statements/checklist"):
            self.assertEqual(finance.call("GET", path).status, 200, path)
        rate = {"date": "2026-03-10", "from": "USD", "to": "EUR", "rate": "0.9"}
        adjustment = {"affiliateId": affiliate["id"], "amount": "5", "currency": "EUR", "reason": "Bonus"}
        payment = {"date": "2026-04-01", "method": "SEPA", "reference": "1"}
        for path, body, status in (("/fx-rates", rate, 201), ("/adjustments", adjustment, 201),
                                   ("/statements/close", {"period": "2999-01"}, 409),
                                   (f"/statements/{nobody}/pay", payment, 404), (f"/statements/{nobody}/approve", None, 404),
                                   ("/statements/bulk", {"step": "pay", "statementIds": [nobody]} | payment, 200)):
            self.assertEqual(finance.call("POST", path, body).status, status, path)
        for method, path in (("POST", "/brands"), ("PATCH", "/operator"), ("POST", "/affiliates"), ("POST", "/links"),
                             ("PATCH", f"/brands/{nobody}"), ("POST", "/deals"), ("GET", "/api-keys"), ("GET", "/users"),
                             ("POST", "/users"), ("POST", "/report-presets"), ("POST", f"/players/{nobody}/reassign"),
                             ("POST", f"/affiliates/{affiliate['id']}/invite")):
            answer = finance.call(method, path, None if method == "GET" else {})
            self.assertEqual(self.assert_problem(answer, 403)["code"], "forbidden", path)
        path = f"/affiliates/{affiliate['id']}"
        held = finance.call("PATCH", path, {"paymentHold": "Checking the invoices"})
        self.assertEqual((held.status, held.json()["paymentHold"]), (200, "Checking the invoices"))
        for change in ({"name": "Mine"}, {"status": "suspended"}, {"paymentHold": None, "minPayout": "5"}):
            refused = self.assert_problem(finance.call("PATCH", path, change), 403)
            self.assertIn("/" + list(change)[-1], [error["pointer"] for error in refused["errors"]])
        self.assertEqual(finance.call("PATCH", path, {"paymentHold": None}).json()["paymentHold"], None)

    def test_a_manager_steps_statements_together_but_pays_none(self):
        manager, _ = self.member("steps@roles.example", "manager")
        nobody = self.service.account.brand_id
        payment = {"step": "pay", "statementIds": [nobody], "date": "2026-04-01", "method": "SEPA", "reference": "1"}
        self.assert_problem(manager.call("POST", "/statements/bulk", payment), 403)
        self.assertEqual(manager.call("POST", "/statements/bulk", {"step": "approve", "statementIds": [nobody]}).status, 200)
        viewer, _ = self.member("looks@roles.example", "viewer")
        self.assert_problem(viewer.call("POST", "/statements/bulk", {"step": "approve", "statementIds": [nobody]}), 403)

    def test_users_of_affiliates_cannot_use_the_management_api(self):
        affiliate = self.affiliate("own-portal")
        invitation = self.by_admin("POST", f"/affiliates/{affiliate['id']}/invite")
        self.assertEqual(invitation.status, 201, invitation.body)
        self.assertIn("/portal/invite?token=" + invitation.json()["token"], invitation.json()["url"])
        caller = person(self)
        me = caller.accept(invitation.json()["token"], PASSWORD)
        self.assertEqual(me.status, 200, me.body)
        self.assertEqual((me.json()["user"]["role"], me.json()["user"]["affiliateId"]), ("affiliate", affiliate["id"]))
        for path in ("/operator", "/brands", "/affiliates", "/players", "/users"):
            self.assert_problem(caller.call("GET", path), 403)

    def test_disabling_a_user_ends_its_sessions_at_once(self):
        caller, user = self.member("leaver@roles.example", "viewer")
        self.assertEqual(self.by_admin("PATCH", f"/users/{user}", {"status": "disabled"}).status, 200)
        self.assertEqual(caller.call("GET", "/auth/me").status, 401)
        self.assertEqual(person(self).log_in("leaver@roles.example", PASSWORD).status, 401)

    def test_the_last_admin_cannot_be_removed(self):
        admins = self.client.api("GET", "/users?role=admin&status=active").json()["items"]
        first = next(user for user in admins if user["email"] == self.service.account.admin_email)
        for other in admins:
            if other["id"] != first["id"]:
                self.assertEqual(self.by_admin("PATCH", f"/users/{other['id']}", {"role": "viewer"}).status, 200)
        for change in ({"role": "viewer"}, {"status": "disabled"}):
            self.assert_problem(self.by_admin("PATCH", f"/users/{first['id']}", change), 400)

    def test_a_user_who_is_enabled_again_needs_a_new_log_in(self):
        caller, user = self.member("back@roles.example", "viewer")
        for status in ("disabled", "active"):
            self.assertEqual(self.by_admin("PATCH", f"/users/{user}", {"status": status}).status, 200)
        self.eventually_401(caller)
        self.assertEqual(person(self).log_in("back@roles.example", PASSWORD).status, 200)

    def test_an_admin_can_switch_off_lost_one_time_codes(self):
        self.with_codes("helpless@totp.example")
        user = self.client.api("GET", "/users?email=helpless@totp.example").json()["items"][0]
        changed = self.by_admin("PATCH", f"/users/{user['id']}", {"totpEnabled": False})
        self.assertEqual((changed.status, changed.json()["totpEnabled"]), (200, False))
        self.assertEqual(person(self).log_in("helpless@totp.example", PASSWORD).status, 200)
        self.assert_problem(self.by_admin("PATCH", f"/users/{user['id']}", {"totpEnabled": True}), 400)

    def test_an_email_address_ignores_case(self):
        self.member("capitals@users.example", "viewer")
        self.assertEqual(person(self).log_in("Capitals@Users.Example", PASSWORD).status, 200)
        self.assert_problem(self.by_admin("POST", "/users", {"email": "CAPITALS@users.example"}), 400)

    # Invitations.

    def test_an_invitation_ends_when_the_account_changes(self):
        changes = {"another address": {"email": "right@end.example"}, "disabled": {"status": "disabled"}}
        for what, change in changes.items():
            created = self.invited(email=f"{what.replace(' ', '-')}@end.example", role="viewer")
            self.assertEqual(self.by_admin("PATCH", f"/users/{created['id']}", change).status, 200)
            self.assert_problem(person(self).accept(created["inviteToken"], PASSWORD), 404)
        caller, user = self.member("changed@end.example", "viewer")
        token = self.by_admin("POST", f"/users/{user}/invite").json()["token"]
        new = {"currentPassword": PASSWORD, "newPassword": "a new long password"}
        self.assertEqual(caller.call("POST", "/auth/password", new).status, 204)
        self.assert_problem(person(self).accept(token, PASSWORD), 404)

    def test_an_invitation_works_once(self):
        created = self.invited(email="once@invite.example", role="manager")
        self.assertEqual(created["status"], "invited")
        shown = person(self).call("POST", "/auth/invite", {"token": created["inviteToken"]})
        self.assertEqual((shown.json()["email"], shown.json()["role"]), ("once@invite.example", "manager"))
        self.assertEqual(person(self).log_in("once@invite.example", PASSWORD).status, 401)
        self.assertEqual(person(self).accept(created["inviteToken"], PASSWORD).status, 200)
        self.assertEqual(person(self).log_in("once@invite.example", PASSWORD).status, 200)
        self.assert_problem(person(self).accept(created["inviteToken"], "another password"), 404)
        self.assert_problem(person(self).call("POST", "/auth/invite", {"token": created["inviteToken"]}), 404)

    def test_a_new_invitation_replaces_the_previous_one_and_ends_sessions(self):
        caller, user = self.member("forgot@invite.example", "viewer")
        first = self.by_admin("POST", f"/users/{user}/invite").json()
        second = self.by_admin("POST", f"/users/{user}/invite").json()
        self.assert_problem(person(self).accept(first["token"], PASSWORD), 404)
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)
        self.assertEqual(person(self).accept(second["token"], "a new long password").status, 200)
        self.assertEqual(caller.call("GET", "/auth/me").status, 401)
        self.assertEqual(person(self).log_in("forgot@invite.example", PASSWORD).status, 401)

    def test_a_bad_password_is_refused_and_the_invitation_stays(self):
        created = self.invited(email="short@invite.example", role="viewer")
        for password, why in (("eleven keys", "12 to 200 characters"), ("1QAZ2wsx3edc", "most common"),
                              ("a SHORT sentence", "e-mail address")):
            problem = self.assert_problem(person(self).accept(created["inviteToken"], password), 400)
            self.assertEqual(problem["errors"][0]["pointer"], "/password")
            self.assertIn(why, problem["errors"][0]["detail"])
        self.assertEqual(person(self).accept(created["inviteToken"], PASSWORD).status, 200)

    def test_a_new_password_follows_the_rule(self):
        caller, _ = self.member("rule@change.example", "viewer")
        for password in ("eleven keys", "123456789012", "to rule@change.example"):
            answer = caller.call("POST", "/auth/password", {"currentPassword": PASSWORD, "newPassword": password})
            self.assertEqual(self.assert_problem(answer, 400)["errors"][0]["pointer"], "/newPassword")
        self.assertEqual(person(self).log_in("rule@change.example", PASSWORD).status, 200)

    def test_users_are_checked(self):
        self.invited(email="taken@users.example", role="viewer")
        affiliate = self.affiliate("checked")["id"]
        for body, pointer in (({"email": "taken@users.example"}, "/email"), ({"email": "nonsense"}, "/email"),
                              ({"email": "a@users.example", "role": "boss"}, "/role"),
                              ({"email": "a@users.example", "role": "affiliate"}, "/affiliateId"),
                              ({"email": "a@users.example", "role": "viewer", "affiliateId": affiliate}, "/affiliateId"),
                              ({"email": "a@users.example", "passwordHash": "x"}, "/passwordHash")):
            problem = self.assert_problem(self.by_admin("POST", "/users", body), 400)
            self.assertEqual(problem["errors"][0]["pointer"], pointer, body)

    # Stored data.

    def test_the_audit_log_shows_who_did_what_and_no_secrets(self):
        caller = self.admin()
        made = caller.call("POST", "/brands", {"name": "By the admin"}).json()
        entry = self.client.api("GET", f"/audit-log?subject=brand/{made['id']}").json()["items"][0]
        self.assertEqual(entry["actor"], "user/" + caller.call("GET", "/auth/me").json()["user"]["id"])
        self.with_codes("secret@audit.example")
        log = self.client.api("GET", "/audit-log?limit=200").body
        for secret in (PASSWORD.encode(), b"Hash", b"hash", b"sealed", b"inviteToken", b"inviteUrl", b"argon2"):
            self.assertFalse(secret in log, secret)

    def test_no_secrets_are_in_the_log_or_the_ledger(self):
        created = self.invited(email="hidden@keeping.example", role="viewer")
        caller = person(self)
        caller.accept(created["inviteToken"], PASSWORD)
        for secret in (PASSWORD, created["inviteToken"], caller.token):
            self.assertFalse(secret.encode() in self.service.log_path.read_bytes())
            self.assertFalse(self.service.ledger().contains(secret))


class AccountsOnSqlite(Accounts, ServiceCase):
    pass


class AccountsOnPostgres(Accounts, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
