"""Users: log-ins, sessions, one-time codes, invitations and the permissions of each role."""

import contextlib
import re
import sqlite3
import threading
import unittest

from tests.support.accounts import person, totp
from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import compose
from tests.support.waiting import wait_until

PASSWORD = "a long enough password"
PIPELINED = 50


class Accounts:
    settings = {"session_idle_minutes": 60}

    def admin(self):
        account = self.service.account
        caller = person(self)
        self.assertEqual(caller.log_in(account.admin_email, account.admin_password).status, 200)
        return caller

    def invited(self, **members) -> dict:
        answer = self.client.api("POST", "/users", members)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def member(self, email: str, role: str, **members):
        """A new user who has accepted the invitation and is logged in."""
        created = self.invited(email=email, role=role, **members)
        caller = person(self)
        self.assertEqual(caller.accept(created["inviteToken"], PASSWORD).status, 200)
        return caller, created["id"]

    def affiliate(self, name: str) -> dict:
        answer = self.client.api("POST", "/affiliates", {"name": name, "email": f"{name}@affiliates.example"})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def with_codes(self, email: str) -> tuple[str, list[str]]:
        """A user with one-time codes. Returns the secret and the recovery codes."""
        caller, _ = self.member(email, "viewer")
        enabled = caller.call("POST", "/auth/totp/enable", {"password": PASSWORD})
        self.assertEqual(enabled.status, 200, enabled.body)
        secret = enabled.json()["secret"]
        # Log-ins need no code before the first code is confirmed.
        self.assertEqual(person(self).log_in(email, PASSWORD).status, 200)
        confirmed = caller.call("POST", "/auth/totp/confirm", {"totp": totp(secret)})
        self.assertEqual(confirmed.status, 200, confirmed.body)
        return secret, confirmed.json()["recoveryCodes"]

    # Log-in and session.

    def test_the_first_admin_logs_in(self):
        account = self.service.account
        caller = person(self)
        answer = caller.log_in(account.admin_email, account.admin_password)
        self.assertEqual(answer.status, 200, answer.body)
        me = answer.json()
        self.assertEqual((me["user"]["email"], me["user"]["role"]), (account.admin_email, "admin"))
        self.assertEqual(me["operator"]["id"], account.operator_id)
        cookie = answer.header("Set-Cookie")
        for part in ("HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(part, cookie)
        self.assertNotIn("Domain", cookie)
        self.assertEqual(caller.call("GET", "/auth/me").json(), me)

    def test_by_https_the_cookie_is_bound_to_the_host(self):
        account = self.service.account
        answer = self.open_client("").api(
            "POST", "/auth/login", {"email": account.admin_email, "password": account.admin_password},
            {"Host": "console.example", "Origin": "https://console.example"})
        self.assertTrue(answer.header("Set-Cookie").startswith("__Host-fairlead="), answer.headers)
        self.assertIn("Secure", answer.header("Set-Cookie"))

    def test_a_wrong_password_and_an_unknown_address_look_the_same(self):
        account = self.service.account
        wrong = self.assert_problem(person(self).log_in(account.admin_email, "wrong"), 401)
        unknown = self.assert_problem(person(self).log_in("nobody@nowhere.example", "wrong"), 401)
        self.assertEqual(wrong["code"], "invalid_credentials")
        self.assertEqual([wrong[m] for m in ("code", "title", "detail")], [unknown[m] for m in ("code", "title", "detail")])

    def test_a_request_without_a_session_is_refused(self):
        for path in ("/auth/me", "/operator", "/brands", "/users", "/health"):
            self.assertEqual(person(self).call("GET", path).status, 401, path)
        made_up = person(self)
        made_up.token = "0" * 96
        self.assertEqual(made_up.call("GET", "/brands").status, 401)

    def test_logging_out_ends_the_session(self):
        caller = self.admin()
        token = caller.token
        self.assertEqual(caller.call("POST", "/auth/logout").status, 204)
        self.assertIsNone(caller.token)
        caller.token = token
        self.assertEqual(caller.call("GET", "/auth/me").status, 401)

    def test_each_log_in_has_its_own_token_and_ends_the_previous_session(self):
        caller = self.admin()
        before = caller.token
        account = self.service.account
        self.assertEqual(caller.log_in(account.admin_email, account.admin_password).status, 200)
        self.assertNotEqual(caller.token, before)
        caller.token, after = before, caller.token
        self.eventually_401(caller)
        caller.token = after
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)

    def eventually_401(self, caller):
        wait_until(lambda: caller.call("GET", "/auth/me").status == 401, "the session ends")

    def test_a_session_survives_a_restart(self):
        caller = self.admin()
        token = caller.token
        self.service.stop()
        self.service.start()
        again = person(self)
        again.token = token
        self.assertEqual(again.call("GET", "/auth/me").status, 200)

    # Other sites.

    def test_changes_with_a_session_must_come_from_this_origin(self):
        caller = self.admin()
        brand = {"name": "From elsewhere"}
        for headers in ({"Origin": "https://evil.example"}, {"Origin": None}, {"Origin": "null"},
                        {"Origin": None, "Sec-Fetch-Site": "cross-site"}, {"Origin": None, "Sec-Fetch-Site": "same-site"},
                        {"Sec-Fetch-Site": "cross-site"}):
            answer = caller.call("POST", "/brands", brand, **headers)
            self.assertEqual(self.assert_problem(answer, 403)["code"], "forbidden", headers)
        self.assertEqual(caller.call("POST", "/brands", brand, Origin=None, **{"Sec-Fetch-Site": "same-origin"}).status, 201)
        # Reading needs no check of the origin, because other sites cannot read the response.
        self.assertEqual(caller.call("GET", "/brands", Origin="https://evil.example").status, 200)

    def test_other_sites_cannot_log_a_user_in(self):
        account = self.service.account
        answer = person(self).call("POST", "/auth/login",
                                   {"email": account.admin_email, "password": account.admin_password},
                                   Origin="https://evil.example")
        self.assert_problem(answer, 403)

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

    def test_a_viewer_only_reads(self):
        viewer, _ = self.member("viewer@roles.example", "viewer")
        for path in ("/operator", "/brands", "/affiliates", "/health", "/statements", "/audit-log"):
            self.assertEqual(viewer.call("GET", path).status, 200, path)
        report = {"groupKeys": ["date"], "metrics": ["click_count"], "startDate": "2026-01-01", "endDate": "2026-01-02"}
        self.assertEqual(viewer.call("POST", "/reports/query", report).status, 200)
        for method, path in (("POST", "/brands"), ("PATCH", "/operator"), ("POST", "/fx-rates"), ("POST", "/adjustments"),
                             ("POST", "/statements/close")):
            self.assert_problem(viewer.call(method, path, {}), 403)

    def test_users_of_affiliates_cannot_use_the_management_api(self):
        affiliate = self.affiliate("own-portal")
        invitation = self.client.api("POST", f"/affiliates/{affiliate['id']}/invite")
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
        self.assertEqual(self.client.api("PATCH", f"/users/{user}", {"status": "disabled"}).status, 200)
        self.assertEqual(caller.call("GET", "/auth/me").status, 401)
        self.assertEqual(person(self).log_in("leaver@roles.example", PASSWORD).status, 401)

    def test_the_last_admin_cannot_be_removed(self):
        admins = self.client.api("GET", "/users?role=admin&status=active").json()["items"]
        first = next(user for user in admins if user["email"] == self.service.account.admin_email)
        for other in admins:
            if other["id"] != first["id"]:
                self.assertEqual(self.client.api("PATCH", f"/users/{other['id']}", {"role": "viewer"}).status, 200)
        for change in ({"role": "viewer"}, {"status": "disabled"}):
            self.assert_problem(self.client.api("PATCH", f"/users/{first['id']}", change), 400)

    def test_a_user_who_is_enabled_again_needs_a_new_log_in(self):
        caller, user = self.member("back@roles.example", "viewer")
        for status in ("disabled", "active"):
            self.assertEqual(self.client.api("PATCH", f"/users/{user}", {"status": status}).status, 200)
        self.eventually_401(caller)
        self.assertEqual(person(self).log_in("back@roles.example", PASSWORD).status, 200)

    def test_an_admin_can_switch_off_lost_one_time_codes(self):
        self.with_codes("helpless@totp.example")
        user = self.client.api("GET", "/users?email=helpless@totp.example").json()["items"][0]
        changed = self.client.api("PATCH", f"/users/{user['id']}", {"totpEnabled": False})
        self.assertEqual((changed.status, changed.json()["totpEnabled"]), (200, False))
        self.assertEqual(person(self).log_in("helpless@totp.example", PASSWORD).status, 200)
        self.assert_problem(self.client.api("PATCH", f"/users/{user['id']}", {"totpEnabled": True}), 400)

    def test_an_email_address_ignores_case(self):
        self.member("capitals@users.example", "viewer")
        self.assertEqual(person(self).log_in("Capitals@Users.Example", PASSWORD).status, 200)
        self.assert_problem(self.client.api("POST", "/users", {"email": "CAPITALS@users.example"}), 400)

    def test_an_ended_session_does_not_come_back_while_it_is_being_used(self):
        """A request that runs while its session ends has read the session when it was still open."""
        for number in range(5):
            caller = self.admin()
            token = caller.token
            stop = threading.Event()
            busy = [threading.Thread(target=self.keep_asking, args=(token, stop)) for _ in range(3)]
            for thread in busy:
                thread.start()
            self.assertEqual(caller.call("POST", "/auth/logout").status, 204)
            caller.token = token
            self.assertEqual([caller.call("GET", "/auth/me").status for _ in range(5)], [401] * 5, number)
            stop.set()
            for thread in busy:
                thread.join()

    def keep_asking(self, token: str, stop: threading.Event):
        caller = person(self)
        caller.token = token
        while not stop.is_set():
            caller.call("GET", "/auth/me")

    # Invitations.

    def test_an_invitation_ends_when_the_account_changes(self):
        changes = {"another address": {"email": "right@end.example"}, "disabled": {"status": "disabled"}}
        for what, change in changes.items():
            created = self.invited(email=f"{what.replace(' ', '-')}@end.example", role="viewer")
            self.assertEqual(self.client.api("PATCH", f"/users/{created['id']}", change).status, 200)
            self.assert_problem(person(self).accept(created["inviteToken"], PASSWORD), 404)
        caller, user = self.member("changed@end.example", "viewer")
        token = self.client.api("POST", f"/users/{user}/invite").json()["token"]
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
        first = self.client.api("POST", f"/users/{user}/invite").json()
        second = self.client.api("POST", f"/users/{user}/invite").json()
        self.assert_problem(person(self).accept(first["token"], PASSWORD), 404)
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)
        self.assertEqual(person(self).accept(second["token"], "a new long password").status, 200)
        self.assertEqual(caller.call("GET", "/auth/me").status, 401)
        self.assertEqual(person(self).log_in("forgot@invite.example", PASSWORD).status, 401)

    def test_a_short_password_is_refused_and_the_invitation_stays(self):
        created = self.invited(email="short@invite.example", role="viewer")
        problem = self.assert_problem(person(self).accept(created["inviteToken"], "short"), 400)
        self.assertEqual(problem["errors"][0]["pointer"], "/password")
        self.assertEqual(person(self).accept(created["inviteToken"], PASSWORD).status, 200)

    def test_users_are_checked(self):
        self.invited(email="taken@users.example", role="viewer")
        affiliate = self.affiliate("checked")["id"]
        for body, pointer in (({"email": "taken@users.example"}, "/email"), ({"email": "nonsense"}, "/email"),
                              ({"email": "a@users.example", "role": "boss"}, "/role"),
                              ({"email": "a@users.example", "role": "affiliate"}, "/affiliateId"),
                              ({"email": "a@users.example", "role": "viewer", "affiliateId": affiliate}, "/affiliateId"),
                              ({"email": "a@users.example", "passwordHash": "x"}, "/passwordHash")):
            problem = self.assert_problem(self.client.api("POST", "/users", body), 400)
            self.assertEqual(problem["errors"][0]["pointer"], pointer, body)

    # Passwords and one-time codes.

    def test_a_changed_password_ends_the_other_sessions(self):
        caller, _ = self.member("change@password.example", "viewer")
        other = person(self)
        self.assertEqual(other.log_in("change@password.example", PASSWORD).status, 200)
        wrong = caller.call("POST", "/auth/password", {"currentPassword": "wrong", "newPassword": "a new long password"})
        self.assertEqual(self.assert_problem(wrong, 400)["errors"][0]["pointer"], "/currentPassword")
        done = caller.call("POST", "/auth/password", {"currentPassword": PASSWORD, "newPassword": "a new long password"})
        self.assertEqual(done.status, 204, done.body)
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)
        self.assertEqual(other.call("GET", "/auth/me").status, 401)

    def test_with_one_time_codes_a_password_is_not_enough(self):
        secret, recovery = self.with_codes("codes@totp.example")
        self.assertEqual(self.assert_problem(person(self).log_in("codes@totp.example", PASSWORD), 401)["code"], "totp_required")
        wrong = "000000" if totp(secret) != "000000" else "000001"
        self.assertEqual(self.assert_problem(person(self).log_in("codes@totp.example", PASSWORD, totp=wrong), 401)["code"],
                         "invalid_totp")
        code = totp(secret)
        answer = person(self).log_in("codes@totp.example", PASSWORD, totp=code)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.json()["user"]["recoveryCodesLeft"], len(recovery))
        # A code that was seen by another person cannot be used again.
        self.assertEqual(self.assert_problem(person(self).log_in("codes@totp.example", PASSWORD, totp=code), 401)["code"],
                         "invalid_totp")

    def test_a_recovery_code_works_once(self):
        _, recovery = self.with_codes("lost@totp.example")
        self.assertEqual(len(set(recovery)), 10)
        answer = person(self).log_in("lost@totp.example", PASSWORD, totp=recovery[3].lower())
        self.assertEqual(answer.json()["user"]["recoveryCodesLeft"], 9)
        self.assert_problem(person(self).log_in("lost@totp.example", PASSWORD, totp=recovery[3]), 401)

    def test_a_new_password_by_invitation_does_not_get_around_one_time_codes(self):
        self.with_codes("around@totp.example")
        user = self.client.api("GET", "/users?email=around@totp.example").json()["items"][0]
        self.assertTrue(user["totpEnabled"])
        token = self.client.api("POST", f"/users/{user['id']}/invite").json()["token"]
        caller = person(self)
        self.assertEqual(self.assert_problem(caller.accept(token, "yet another password"), 401)["code"], "totp_required")
        self.assertIsNone(caller.token)

    def test_one_time_codes_are_switched_off_with_the_password(self):
        secret, _ = self.with_codes("off@totp.example")
        caller = person(self)
        self.assertEqual(caller.log_in("off@totp.example", PASSWORD, totp=totp(secret)).status, 200)
        self.assert_problem(caller.call("POST", "/auth/totp/disable", {"password": "wrong"}), 400)
        self.assertEqual(caller.call("POST", "/auth/totp/disable", {"password": PASSWORD}).status, 204)
        self.assertEqual(person(self).log_in("off@totp.example", PASSWORD).status, 200)

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


class Floods(ServiceCase):
    """Too many attempts. Each test has its own service, because attempts are counted per address."""

    def test_guessing_the_password_of_an_account_is_limited(self):
        account = self.service.account
        for _ in range(10):
            self.assertEqual(person(self).log_in(account.admin_email, "wrong").status, 401)
        refused = person(self).log_in(account.admin_email, account.admin_password)
        self.assertEqual(self.assert_problem(refused, 429)["code"], "rate_limited")
        self.assertGreater(int(refused.header("Retry-After")), 0)

    def test_a_failed_log_in_keeps_the_existing_session(self):
        created = self.client.api("POST", "/users", {"email": "stays@flood.example"}).json()
        caller = person(self)
        caller.accept(created["inviteToken"], PASSWORD)
        self.assertEqual(caller.log_in("stays@flood.example", "wrong").status, 401)
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)

    def test_a_user_who_forgets_the_password_blocks_no_other_user(self):
        people = []
        for name in ("clumsy", "careful"):
            created = self.client.api("POST", "/users", {"email": f"{name}@flood.example"}).json()
            people.append(person(self))
            people[-1].accept(created["inviteToken"], PASSWORD)
        wrong = {"currentPassword": "wrong", "newPassword": "a new long password"}
        statuses = [people[0].call("POST", "/auth/password", wrong).status for _ in range(12)]
        self.assertEqual((statuses[0], statuses[-1]), (400, 429))
        self.assertEqual(people[1].call("POST", "/auth/password", wrong | {"currentPassword": PASSWORD}).status, 204)

    def test_guessing_many_accounts_from_one_address_is_limited(self):
        statuses = [person(self).log_in(f"user{number}@flood.example", "wrong").status for number in range(51)]
        self.assertEqual(statuses[-1], 429)


class FloodsFromOneAddress(ServiceCase):
    settings = {"trusted_proxies": "127.0.0.1/32"}

    def flood(self, address: str, attempts: int) -> list[int]:
        """The statuses of log-ins with invented email addresses, which are sent without waiting for the responses."""
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        statuses = []
        with self.service.raw() as connection:
            while len(statuses) < attempts:
                bodies = [f'{{"email": "{len(statuses) + number}@x.example", "password": "wrong"}}' for number in range(PIPELINED)]
                connection.send(b"".join(compose("POST", "/api/v1/auth/login", headers, body.encode()) for body in bodies))
                statuses += self.read_statuses(connection, PIPELINED)
        return statuses

    def read_statuses(self, connection, count: int) -> list[int]:
        """Reads only the statuses, because parsing so many responses takes long."""
        received, found = b"", []
        while len(found) < count:
            piece = connection.socket.recv(1 << 16)
            self.assertTrue(piece, "the connection ended")
            received += piece
            found = re.findall(rb"HTTP/1\.1 (\d{3}) ", received)
        return [int(status) for status in found]

    def test_a_flood_does_not_block_other_addresses(self):
        account = self.service.account
        statuses = self.flood("192.0.2.66", 51_000)
        self.assertEqual(statuses[:50] + statuses[-1:], [401] * 50 + [429])
        caller = person(self)
        log_in = {"email": account.admin_email, "password": account.admin_password}
        self.assertEqual(caller.call("POST", "/auth/login", log_in, **{"X-Forwarded-For": "192.0.2.66"}).status, 429)
        answer = caller.call("POST", "/auth/login", log_in, **{"X-Forwarded-For": "192.0.2.1"})
        self.assertEqual(answer.status, 200, answer.body)


class ShortSessions(ServiceCase):
    settings = {"session_idle_minutes": 1, "session_max_minutes": 1}

    def test_a_session_ends_after_the_longest_duration(self):
        account = self.service.account
        caller = person(self)
        answer = caller.log_in(account.admin_email, account.admin_password)
        self.assertIn("Max-Age=60;", answer.header("Set-Cookie") + ";")
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)
        token = caller.token
        self.service.stop()
        with contextlib.closing(sqlite3.connect(self.service.data / "ledger.db")) as ledger:
            ledger.execute("UPDATE sessions SET created_at = created_at - 61000000, last_seen_at = last_seen_at - 61000000")
            ledger.commit()
        self.service.start()
        again = person(self)
        again.token = token
        self.assertEqual(again.call("GET", "/auth/me").status, 401)


if __name__ == "__main__":
    unittest.main()
