"""Passwords, one-time codes, and the limits of log-in attempts."""

import re
import unittest
from concurrent.futures import ThreadPoolExecutor

from tests.support import program
from tests.support.accounts import PASSWORD, Users, by_admin, next_totp, person, totp
from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import compose

PIPELINED = 50


class Passwords(Users):
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
        code = next_totp(secret)
        answer = person(self).log_in("codes@totp.example", PASSWORD, totp=code)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.json()["user"]["recoveryCodesLeft"], len(recovery))
        # A code that was seen by another person cannot be used again.
        self.assertEqual(self.assert_problem(person(self).log_in("codes@totp.example", PASSWORD, totp=code), 401)["code"],
                         "invalid_totp")

    def test_the_code_that_confirmed_the_secret_opens_no_session(self):
        caller, _ = self.member("confirmed@totp.example", "viewer")
        secret = caller.call("POST", "/auth/totp/enable", {"password": PASSWORD}).json()["secret"]
        code = totp(secret)
        self.assertEqual(caller.call("POST", "/auth/totp/confirm", {"totp": code}).status, 200)
        problem = self.assert_problem(person(self).log_in("confirmed@totp.example", PASSWORD, totp=code), 401)
        self.assertEqual(problem["code"], "invalid_totp")

    def test_a_recovery_code_works_once(self):
        _, recovery = self.with_codes("lost@totp.example")
        self.assertEqual((len(set(recovery)), {len(code.replace("-", "")) for code in recovery}), (10, {16}))
        answer = person(self).log_in("lost@totp.example", PASSWORD, totp=recovery[3].lower())
        self.assertEqual(answer.json()["user"]["recoveryCodesLeft"], 9)
        self.assert_problem(person(self).log_in("lost@totp.example", PASSWORD, totp=recovery[3]), 401)

    def test_a_new_password_by_invitation_does_not_get_around_one_time_codes(self):
        self.with_codes("around@totp.example")
        user = self.client.api("GET", "/users?email=around@totp.example").json()["items"][0]
        self.assertTrue(user["totpEnabled"])
        token = self.by_admin("POST", f"/users/{user['id']}/invite").json()["token"]
        caller = person(self)
        self.assertEqual(self.assert_problem(caller.accept(token, "yet another password"), 401)["code"], "totp_required")
        self.assertIsNone(caller.token)

    def test_one_time_codes_are_switched_off_with_the_password(self):
        secret, _ = self.with_codes("off@totp.example")
        caller = person(self)
        self.assertEqual(caller.log_in("off@totp.example", PASSWORD, totp=next_totp(secret)).status, 200)
        self.assert_problem(caller.call("POST", "/auth/totp/disable", {"password": "wrong"}), 400)
        self.assertEqual(caller.call("POST", "/auth/totp/disable", {"password": PASSWORD}).status, 204)
        self.assertEqual(person(self).log_in("off@totp.example", PASSWORD).status, 200)


class PasswordsOnSqlite(Passwords, ServiceCase):
    pass


class PasswordsOnPostgres(Passwords, PostgresCase):
    pass


class ChangesMeanwhile(Users):
    """A password is changed while other passwords are checked, so their hashes have their true cost."""

    @classmethod
    def setUpClass(cls):
        cls.enterClassContext(program.true_passwords())
        super().setUpClass()

    def test_a_log_in_under_way_does_not_survive_a_changed_password(self):
        passwords = [PASSWORD, "a second long password", "a third long password"]
        caller, _ = self.member("underway@password.example", "viewer")
        for old, new in zip(passwords, passwords[1:]):
            others = [person(self) for _ in range(3)]
            with ThreadPoolExecutor(4) as pool:
                changed = pool.submit(caller.call, "POST", "/auth/password", {"currentPassword": old, "newPassword": new})
                for other in others:
                    pool.submit(other.log_in, "underway@password.example", old)
            self.assertEqual(changed.result().status, 204, changed.result().body)
            self.assertEqual([other.call("GET", "/auth/me").status for other in others], [401] * 3)

    def test_of_two_changes_at_the_same_time_one_is_stored(self):
        caller, _ = self.member("twice@password.example", "viewer")
        others = [caller] + [person(self) for _ in range(2)]
        for other in others[1:]:
            self.assertEqual(other.log_in("twice@password.example", PASSWORD).status, 200)
        wanted = [f"the new password {number}" for number in range(3)]
        with ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(lambda each: each[0].call("POST", "/auth/password", {
                "currentPassword": PASSWORD, "newPassword": each[1]}), zip(others, wanted)))
        statuses = [answer.status for answer in answers]
        # A request after the change may find that its session has ended.
        self.assertEqual((statuses.count(204), set(statuses) - {204, 400, 401}), (1, set()))
        self.assertEqual(person(self).log_in("twice@password.example", wanted[statuses.index(204)]).status, 200)


class ChangesMeanwhileOnSqlite(ChangesMeanwhile, ServiceCase):
    pass


class ChangesMeanwhileOnPostgres(ChangesMeanwhile, PostgresCase):
    pass


class Floods(ServiceCase):
    """Too many attempts for one account. All of them come from one address and stay below its limit."""

    @classmethod
    def prepare(cls):
        by_admin(cls.service, "GET", "/auth/me")  # Logs in before a test uses up the attempts.

    def test_guessing_the_password_of_an_account_is_limited(self):
        account = self.service.account
        for _ in range(10):
            self.assertEqual(person(self).log_in(account.admin_email, "wrong").status, 401)
        refused = person(self).log_in(account.admin_email, account.admin_password)
        self.assertEqual(self.assert_problem(refused, 429)["code"], "rate_limited")
        self.assertGreater(int(refused.header("Retry-After")), 0)

    def test_a_failed_log_in_keeps_the_existing_session(self):
        created = by_admin(self.service, "POST", "/users", {"email": "stays@flood.example"}).json()
        caller = person(self)
        caller.accept(created["inviteToken"], PASSWORD)
        self.assertEqual(caller.log_in("stays@flood.example", "wrong").status, 401)
        self.assertEqual(caller.call("GET", "/auth/me").status, 200)

    def test_a_user_who_forgets_the_password_blocks_no_other_user(self):
        people = []
        for name in ("clumsy", "careful"):
            created = by_admin(self.service, "POST", "/users", {"email": f"{name}@flood.example"}).json()
            people.append(person(self))
            people[-1].accept(created["inviteToken"], PASSWORD)
        wrong = {"currentPassword": "wrong", "newPassword": "a new long password"}
        statuses = [people[0].call("POST", "/auth/password", wrong).status for _ in range(12)]
        self.assertEqual((statuses[0], statuses[-1]), (400, 429))
        self.assertEqual(people[1].call("POST", "/auth/password", wrong | {"currentPassword": PASSWORD}).status, 204)


class FloodsFromOneAddress(ServiceCase):
    settings = Users.settings | {"trusted_proxies": "127.0.0.1/32"}

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

    def test_many_accounts_are_guessed_from_one_address_and_others_are_not_blocked(self):
        account = self.service.account
        statuses = self.flood("192.0.2.66", 51_000)
        self.assertEqual(statuses[:50] + statuses[-1:], [401] * 50 + [429])
        caller = person(self)
        log_in = {"email": account.admin_email, "password": account.admin_password}
        self.assertEqual(caller.call("POST", "/auth/login", log_in, **{"X-Forwarded-For": "192.0.2.66"}).status, 429)
        answer = caller.call("POST", "/auth/login", log_in, **{"X-Forwarded-For": "192.0.2.1"})
        self.assertEqual(answer.status, 200, answer.body)


if __name__ == "__main__":
    unittest.main()
