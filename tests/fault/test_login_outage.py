"""An outage of the ledger neither uses up attempts to log in nor allows more of them."""

import unittest

from tests.support.accounts import person
from tests.support.case import OwnPostgresCase
from tests.support.waiting import wait_until

# More attempts than an account allows from one address.
ATTEMPTS = 15
# The attempts that an account allows from one address.
LIMIT = 10


class LoginOutage(OwnPostgresCase):
    def test_the_right_password_works_when_the_ledger_is_back(self):
        admin, account = person(self), self.service.account
        self.server.stop("immediate")
        for _ in range(ATTEMPTS):
            self.assertIn(admin.log_in(account.admin_email, account.admin_password).status, (500, 503))
        self.server.start()
        wait_until(lambda: admin.call("GET", "/auth/me").status in (200, 401), "the ledger is available again")
        self.assertEqual(wait_until(lambda: (status := admin.log_in(account.admin_email, account.admin_password).status)
                                    not in (500, 503) and status, "log-ins are decided again"), 200)

    def test_a_wrong_password_is_counted_also_during_an_outage(self):
        guesser, account = person(self), self.service.account
        self.server.stop("immediate")
        statuses = {guesser.log_in(account.admin_email, "no such password").status for _ in range(ATTEMPTS)}
        self.server.start()
        self.assertEqual(statuses, {401, 429})

    def test_an_outage_does_not_open_the_guard(self):
        guesser, account = person(self), self.service.account
        for _ in range(LIMIT - 1):
            self.assertEqual(guesser.log_in(account.admin_email, "no such password").status, 401)
        self.server.stop("immediate")
        statuses = [guesser.log_in(account.admin_email, "no such password").status for _ in range(5)]
        self.server.start()
        self.assertEqual(statuses, [401] + [429] * 4)
        wait_until(lambda: guesser.call("GET", "/auth/me").status in (200, 401), "the ledger is available again")
        self.assertEqual(guesser.log_in(account.admin_email, account.admin_password).status, 429)


if __name__ == "__main__":
    unittest.main()
