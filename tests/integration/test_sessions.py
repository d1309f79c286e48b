"""Sessions: log-in, log-out, cookies, requests of other sites, and the end of a session."""

import contextlib
import sqlite3
import threading
import unittest

from tests.support.accounts import Users, person
from tests.support.case import PostgresCase, ServiceCase


class Sessions(Users):
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
        plain = self.open_client("").api("POST", "/auth/login", {}, {"Host": "console.example", "Origin": "http://console.example"})
        self.assert_problem(plain, 403)

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

    # The end of a session.

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


class SessionsOnSqlite(Sessions, ServiceCase):
    pass


class SessionsOnPostgres(Sessions, PostgresCase):
    pass


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
