"""Log-ins: limits that all nodes share, known addresses, the audit log and the metrics."""

import unittest
from concurrent.futures import ThreadPoolExecutor

from tests.support import program
from tests.support.accounts import PASSWORD, Person, Users, by_admin, next_totp, person
from tests.support.case import PostgresCase, ServiceCase, TwoNodes
from tests.support.client import Client
from tests.support.metrics import MetricsListener
from tests.support.waiting import eventually, wait_until

ATTEMPTS_AT_ADDRESS = 10
ATTEMPTS_AT_ACCOUNT = 100
PROXY = Users.settings | {"trusted_proxies": "127.0.0.1/32"}


def log_in_from(caller: Person, address: str, email: str, password: str):
    return caller.call("POST", "/auth/login", {"email": email, "password": password}, **{"X-Forwarded-For": address})


class KnownAddresses(Users):
    settings = PROXY

    def owner(self, name: str, address: str) -> str:
        """A user who has logged in from the address."""
        email = f"{name}@known.example"
        created = self.invited(email=email, role="viewer")
        caller = person(self)
        answer = caller.call("POST", "/auth/accept-invite", {"token": created["inviteToken"], "password": PASSWORD},
                             **{"X-Forwarded-For": address})
        self.assertEqual(answer.status, 200, answer.body)
        return email

    def test_strangers_lock_an_account_but_not_its_owner(self):
        email, stranger = self.owner("owner", "192.0.2.1"), person(self)
        statuses = [log_in_from(stranger, f"198.51.100.{number // ATTEMPTS_AT_ADDRESS}", email, "wrong").status
                    for number in range(ATTEMPTS_AT_ACCOUNT)]
        self.assertEqual(set(statuses), {401})
        refused = log_in_from(stranger, "198.51.100.99", email, PASSWORD)
        self.assertEqual(self.assert_problem(refused, 429)["code"], "rate_limited")
        self.assertGreater(int(refused.header("Retry-After")), 600)
        answer = log_in_from(person(self), "192.0.2.1", email, PASSWORD)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(log_in_from(stranger, "198.51.100.99", email, PASSWORD).status, 429)

    def test_a_known_address_has_its_own_limit(self):
        email = self.owner("careless", "192.0.2.7")
        statuses = [log_in_from(person(self), "192.0.2.7", email, "wrong").status for _ in range(ATTEMPTS_AT_ADDRESS + 1)]
        self.assertEqual(statuses, [401] * ATTEMPTS_AT_ADDRESS + [429])
        self.assertEqual(log_in_from(person(self), "192.0.2.8", email, PASSWORD).status, 200)


class KnownAddressesOnSqlite(KnownAddresses, ServiceCase):
    pass


class KnownAddressesOnPostgres(KnownAddresses, PostgresCase):
    pass


class UsersOfTwoNodes(TwoNodes, Users):
    def there(self) -> Person:
        """A user at the second node."""
        host, port = self.second.address
        client = Client(self.second.address)
        self.addCleanup(client.close)
        return Person(client, f"http://{host}:{port}")

    def member(self, email: str, role: str, **members):
        """A new user that the second node knows, too."""
        caller, user = super().member(email, role, **members)
        with self.second.client() as client:
            wait_until(lambda: client.api("GET", f"/users/{user}").json().get("status") == "active", "the node knows the user")
        return caller, user


class SharedLimits(UsersOfTwoNodes, PostgresCase):
    def test_two_nodes_allow_as_many_attempts_as_one(self):
        _, user = self.member("shared@limits.example", "viewer")
        callers = [person(self), self.there()]
        statuses = [callers[number % 2].log_in("shared@limits.example", "wrong").status
                    for number in range(ATTEMPTS_AT_ADDRESS + 2)]
        self.assertEqual(statuses, [401] * ATTEMPTS_AT_ADDRESS + [429, 429])
        self.assertEqual([caller.log_in("shared@limits.example", PASSWORD).status for caller in callers], [429, 429])
        # The entry is written after the answer.
        query = f"/audit-log?action=user.lockOut&subject=user/{user}"
        lock_outs = wait_until(lambda: self.client.api("GET", query).json()["items"], "the lock-out is in the audit log")
        self.assertEqual([entry["after"]["limit"] for entry in lock_outs], ["accountAtAddress"], "once for both nodes")

    def test_right_passwords_use_up_nothing(self):
        self.member("often@limits.example", "viewer")
        callers = [person(self), self.there()]
        statuses = {callers[number % 2].log_in("often@limits.example", PASSWORD).status
                    for number in range(2 * ATTEMPTS_AT_ADDRESS)}
        self.assertEqual(statuses, {200})

    # A node decides on the users that it has in memory. The ledger decides whether they are still the same.

    def test_one_time_codes_are_required_at_the_other_node_at_once(self):
        for number in range(5):
            secret, _ = self.with_codes(f"at-once-{number}@nodes.example")
            refused = self.there().log_in(f"at-once-{number}@nodes.example", PASSWORD)
            self.assertEqual(self.assert_problem(refused, 401)["code"], "totp_required")
            self.assertEqual(self.there().log_in(f"at-once-{number}@nodes.example", PASSWORD, totp=next_totp(secret)).status, 200)

    def test_an_old_password_opens_no_session_at_the_other_node(self):
        caller, _ = self.member("old-password@nodes.example", "viewer")
        password = PASSWORD
        for number in range(5):
            wanted = f"{PASSWORD} {number}"
            changed = caller.call("POST", "/auth/password", {"currentPassword": password, "newPassword": wanted})
            self.assertEqual(changed.status, 204, changed.body)
            self.assertEqual(self.there().log_in("old-password@nodes.example", password).status, 401)
            password = wanted


class LogInsMeanwhile(UsersOfTwoNodes, PostgresCase):
    """Two nodes check passwords at the same time, so the hashes of passwords have their true cost."""

    @classmethod
    def setUpClass(cls):
        cls.enterClassContext(program.true_passwords())
        super().setUpClass()

    def test_a_one_time_code_opens_one_session_on_all_nodes(self):
        for number in range(5):
            email = f"one-code-{number}@nodes.example"
            secret, _ = self.with_codes(email)
            code = next_totp(secret)
            with ThreadPoolExecutor(2) as pool:
                answers = list(pool.map(lambda caller: caller.log_in(email, PASSWORD, totp=code), [person(self), self.there()]))
            self.assertEqual(sorted(answer.status for answer in answers), [200, 401])

    def test_of_two_new_passwords_one_is_stored(self):
        caller, _ = self.member("two-passwords@nodes.example", "viewer")
        other = self.there()
        self.assertEqual(other.log_in("two-passwords@nodes.example", PASSWORD).status, 200)
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda each: each[0].call("POST", "/auth/password", {
                "currentPassword": PASSWORD, "newPassword": each[1]}), [(caller, "the first new one"), (other, "the second new one")]))
        # A request after the change may find that its session has ended.
        self.assertIn(sorted(answer.status for answer in answers), ([204, 400], [204, 401]))


class Restarts(ServiceCase):
    def test_a_restart_does_not_allow_more_attempts(self):
        account = self.service.account
        for _ in range(ATTEMPTS_AT_ADDRESS):
            self.assertEqual(person(self).log_in(account.admin_email, "wrong").status, 401)
        self.service.stop()
        self.service.start()
        self.assertEqual(person(self).log_in(account.admin_email, account.admin_password).status, 429)


class LogOfLogIns(Users):
    @classmethod
    def prepare(cls):
        by_admin(cls.service, "GET", "/auth/me")

    def entries(self, user: str, action: str) -> list[dict]:
        return self.client.api("GET", f"/audit-log?action={action}&subject=user/{user}").json()["items"]

    def test_a_log_in_is_in_the_audit_log(self):
        _, user = self.member("logged@audit.example", "viewer")
        self.assertEqual(person(self).log_in("logged@audit.example", PASSWORD).status, 200)
        newest = self.entries(user, "user.logIn")[0]
        self.assertEqual((newest["actor"], newest["after"]),
                         (f"user/{user}", {"address": "127.0.0.1", "secondFactor": "none"}))

    def test_the_second_factor_of_a_log_in_is_named(self):
        secret, recovery = self.with_codes("factor@audit.example")
        self.assertEqual(person(self).log_in("factor@audit.example", PASSWORD, totp=next_totp(secret)).status, 200)
        self.assertEqual(person(self).log_in("factor@audit.example", PASSWORD, totp=recovery[0]).status, 200)
        user = self.client.api("GET", "/users?email=factor@audit.example").json()["items"][0]["id"]
        factors = [entry["after"]["secondFactor"] for entry in self.entries(user, "user.logIn")]
        self.assertEqual(factors[:2], ["recoveryCode", "oneTimeCode"])

    def test_failures_and_lock_outs_are_in_the_audit_log_a_few_times(self):
        _, user = self.member("failed@audit.example", "viewer")
        for _ in range(ATTEMPTS_AT_ADDRESS + 5):
            person(self).log_in("failed@audit.example", "wrong")
        # The entries are written after the answers.
        lock_outs = wait_until(lambda: self.entries(user, "user.lockOut"), "the lock-out is in the audit log")
        failures = wait_until(lambda: self.entries(user, "user.logInFailed"), "the failure is in the audit log")
        self.assertEqual([(entry["actor"], entry["after"]) for entry in failures],
                         [("anonymous", {"address": "127.0.0.1", "reason": "invalid_credentials"})])
        self.assertEqual([entry["after"] for entry in lock_outs], [{"address": "127.0.0.1", "limit": "accountAtAddress"}])

    def test_only_admins_see_addresses(self):
        viewer, user = self.member("sees@audit.example", "viewer")
        items = viewer.call("GET", f"/audit-log?subject=user/{user}").json()["items"]
        self.assertTrue(items)
        self.assertEqual({entry["after"] for entry in items}, {None})


class LogOfLogInsOnSqlite(LogOfLogIns, ServiceCase):
    pass


class LogOfLogInsOnPostgres(LogOfLogIns, PostgresCase):
    pass


class Sums(Users, ServiceCase):
    def test_the_end_of_the_service_writes_the_sum_of_failures(self):
        self.member("sum@audit.example", "viewer")
        for _ in range(6):
            person(self).log_in("sum@audit.example", "wrong")
        self.service.stop()
        self.service.start()
        with self.service.client() as client:
            sums = client.api("GET", "/audit-log?action=user.logInFailures").json()["items"]
        self.assertEqual([(entry["after"]["failures"], entry["after"]["lockOuts"]) for entry in sums], [(5, 0)])


class MetricsOfLogIns(Users, ServiceCase):
    metrics = MetricsListener()
    settings = PROXY | {"metrics_listen": metrics.listen}

    def test_log_ins_are_counted_by_result(self):
        self.member("counted@metrics.example", "viewer")

        def counts() -> dict:
            return {result: self.metrics.sum("fairlead_log_ins_total", result=result)
                    for result in ("succeeded", "failed", "code_required", "refused", "unchecked")}

        before = counts()
        locked = self.metrics.sum("fairlead_log_in_lock_outs_total", limit="account_at_address")
        statuses = [log_in_from(person(self), "192.0.2.9", "counted@metrics.example", password).status
                    for password in [PASSWORD] + ["wrong"] * ATTEMPTS_AT_ADDRESS + [PASSWORD]]
        self.assertEqual((statuses[0], statuses[-2], statuses[-1]), (200, 401, 429))
        expected = {"succeeded": 1, "failed": ATTEMPTS_AT_ADDRESS, "code_required": 0, "refused": 1, "unchecked": 0}
        eventually(lambda: self.assertEqual({result: count - before[result] for result, count in counts().items()}, expected))
        wait_until(lambda: self.metrics.sum("fairlead_log_in_lock_outs_total", limit="account_at_address") == locked + 1,
                   "the lock-out is counted")


if __name__ == "__main__":
    unittest.main()
