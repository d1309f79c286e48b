"""An operator can require one-time codes per role."""

import unittest

from tests.support.accounts import PASSWORD, Users, next_totp, person, totp
from tests.support.case import PostgresCase, ServiceCase

MEMBER = "requireSecondFactor"


class SecondFactor(Users):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.require, [])

    def require(self, roles: list[str]):
        answer = self.client.api("PATCH", "/operator", {MEMBER: roles})
        self.assertEqual((answer.status, answer.json().get(MEMBER)), (200, roles), answer.body)

    def assert_must_set_up(self, answer):
        self.assertEqual(self.assert_problem(answer, 403)["code"], "second_factor_required")

    def set_up(self, caller) -> str:
        enabled = caller.call("POST", "/auth/totp/enable", {"password": PASSWORD})
        self.assertEqual(enabled.status, 200, enabled.body)
        confirmed = caller.call("POST", "/auth/totp/confirm", {"totp": totp(enabled.json()["secret"])})
        self.assertEqual(confirmed.status, 200, confirmed.body)
        return enabled.json()["secret"]

    def test_a_user_without_codes_can_only_set_them_up(self):
        caller, _ = self.member("must@second.example", "manager")
        self.require(["manager"])
        for caller in (caller, person(self)):
            if caller.token is None:
                answer = caller.log_in("must@second.example", PASSWORD)
                self.assertEqual((answer.status, answer.json()["user"]["totpRequired"]), (200, True))
            for method, path in (("GET", "/brands"), ("POST", "/brands"), ("GET", "/operator"), ("GET", "/audit-log"),
                                 ("POST", "/auth/password"), ("POST", "/auth/totp/disable")):
                self.assert_must_set_up(caller.call(method, path, {} if method == "POST" else None))
            me = caller.call("GET", "/auth/me").json()["user"]
            self.assertEqual((me["totpRequired"], me["totpEnabled"]), (True, False))
        self.assertEqual(caller.call("POST", "/auth/logout").status, 204)

    def test_after_the_set_up_everything_works(self):
        caller, _ = self.member("does@second.example", "manager")
        self.require(["manager"])
        secret = self.set_up(caller)
        self.assertEqual(caller.call("GET", "/brands").status, 200)
        again = person(self)
        self.assertEqual(again.log_in("does@second.example", PASSWORD, totp=next_totp(secret)).status, 200)
        self.assertEqual(again.call("GET", "/brands").status, 200)

    def test_required_codes_cannot_be_switched_off(self):
        caller, _ = self.member("keeps@second.example", "viewer")
        self.require(["viewer"])
        self.set_up(caller)
        self.assert_must_set_up(caller.call("POST", "/auth/totp/disable", {"password": PASSWORD}))
        self.assertTrue(caller.call("GET", "/auth/me").json()["user"]["totpEnabled"])
        self.require([])
        self.assertEqual(caller.call("POST", "/auth/totp/disable", {"password": PASSWORD}).status, 204)

    def test_an_admin_can_reset_a_lost_device_and_the_user_sets_up_a_new_one(self):
        caller, user = self.member("lost@second.example", "viewer")
        self.require(["viewer"])
        self.set_up(caller)
        self.assertEqual(self.by_admin("PATCH", f"/users/{user}", {"totpEnabled": False}).status, 200)
        self.assert_must_set_up(caller.call("GET", "/brands"))
        self.set_up(caller)
        self.assertEqual(caller.call("GET", "/brands").status, 200)

    def test_the_portal_is_closed_too(self):
        affiliate = self.affiliate("second-factor")
        caller, _ = self.member("portal@second.example", "affiliate", affiliateId=affiliate["id"])
        self.require(["affiliate"])
        self.assert_must_set_up(caller.call("GET", "/portal/me"))
        self.set_up(caller)
        self.assertEqual(caller.call("GET", "/portal/me").status, 200)

    def test_other_roles_and_keys_are_not_affected(self):
        viewer, _ = self.member("free@second.example", "viewer")
        self.require(["manager", "admin", "affiliate"])
        self.assertEqual(viewer.call("GET", "/brands").status, 200)
        self.assertEqual(self.client.api("GET", "/brands").status, 200)

    def test_an_admin_without_codes_cannot_require_them_of_admins(self):
        admin, _ = self.member("boss@second.example", "admin")
        refused = self.assert_problem(admin.call("PATCH", "/operator", {MEMBER: ["admin", "viewer"]}), 400)
        self.assertEqual(refused["errors"][0]["pointer"], "/" + MEMBER)
        self.assertIn("your own account has no one-time codes", refused["errors"][0]["detail"])
        self.assertEqual(admin.call("PATCH", "/operator", {MEMBER: ["viewer"]}).status, 200)
        self.set_up(admin)
        self.assertEqual(admin.call("PATCH", "/operator", {MEMBER: ["admin"]}).status, 200)

    def test_only_admins_decide(self):
        manager, _ = self.member("lead@second.example", "manager")
        self.assert_problem(manager.call("PATCH", "/operator", {MEMBER: ["viewer"]}), 403)
        self.assertEqual(manager.call("PATCH", "/operator", {"twoPersonRule": False}).status, 200)

    def test_the_member_is_checked(self):
        for wrong in ("admin", ["boss"], ["viewer", "viewer"], [1]):
            self.assert_problem(self.client.api("PATCH", "/operator", {MEMBER: wrong}), 400)


class SecondFactorOnSqlite(SecondFactor, ServiceCase):
    pass


class SecondFactorOnPostgres(SecondFactor, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
