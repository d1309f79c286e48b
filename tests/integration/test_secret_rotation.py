"""`fairlead secret rotate`: everything stays readable, and an interrupted rotation can be completed."""

import unittest

from tests.support import program
from tests.support.accounts import PASSWORD, Users, next_totp, person
from tests.support.service import Service

EMAIL = "codes@rotation.example"
REPORT = {"name": "Clicks", "groupKeys": ["brand"], "metrics": ["click_count"]}


class SecretRotation(Users):
    engine: str

    def setUp(self):
        self.service = Service.create(self.engine)
        self.addCleanup(self.service.close)
        self.secret = self.service.data / "secret.key"
        self.next = self.service.data / "secret.key.new"
        self.old = self.secret.read_text()

    def rotate(self):
        done = program.run("secret", "rotate", *self.service.place())
        self.assertEqual(done.returncode, 0, done.stderr)

    def assert_rotated(self):
        self.assertNotEqual(self.secret.read_text(), self.old)
        self.assertEqual(self.secret.stat().st_mode & 0o077, 0)
        self.assertFalse(self.next.exists())

    def test_codes_and_tokens_work_with_the_new_secret_alone(self):
        self.service.start()
        with self.service.client() as self.client:
            code_secret, _ = self.with_codes(EMAIL)
            url = self.client.api("POST", "/report-presets", REPORT).json()["apiUrl"]
        self.service.stop()
        self.rotate()
        self.assert_rotated()
        self.service.start()
        self.assertEqual(person(self).log_in(EMAIL, PASSWORD, totp=next_totp(code_secret)).status, 200)
        with self.service.client() as client:
            self.assertEqual(client.request("GET", url[url.index("/api/"):]).status, 200)
            self.assertEqual(client.api("GET", "/report-presets").json()["items"][0]["apiUrl"].rsplit("/", 1)[1],
                             url.rsplit("/", 1)[1])
        self.service.stop()
        new = self.secret.read_text()
        self.secret.write_text(self.old)
        done = program.run("key", "create", *self.service.place(), "--operator", self.service.account.operator_id,
                           "--name", "x")
        self.assertEqual(done.returncode, 1)
        self.assertIn("wrapped by another secret", done.stderr)
        self.secret.write_text(new)

    def test_a_rotation_that_was_killed_before_it_changed_the_ledger_is_completed(self):
        for torn in ("", "12ab"):
            self.next.write_text(torn)
            self.rotate()
            self.assert_rotated()
        prepared = self.old
        self.next.write_text(prepared)
        self.next.chmod(0o644)
        self.rotate()
        self.assertEqual(self.secret.read_text(), prepared)
        self.assertEqual(self.secret.stat().st_mode & 0o077, 0, "whatever mode the file had that was there before")
        self.service.start()

    def test_a_rotation_that_was_killed_after_it_changed_the_ledger_is_completed(self):
        self.rotate()
        self.secret.rename(self.next)
        self.secret.write_text(self.old)
        done = program.run("key", "create", *self.service.place(), "--operator", self.service.account.operator_id,
                           "--name", "x")
        self.assertIn("fairlead secret rotate", done.stderr)
        self.rotate()
        self.assert_rotated()
        self.service.start()


class SecretRotationOnSqlite(SecretRotation, unittest.TestCase):
    engine = "sqlite"

    def test_a_running_service_is_not_disturbed(self):
        self.service.start()
        done = program.run("secret", "rotate", *self.service.place())
        self.assertEqual(done.returncode, 1)
        self.assertIn("Stop it first", done.stderr)
        self.assertEqual(self.secret.read_text(), self.old)


class SecretRotationOnPostgres(SecretRotation, unittest.TestCase):
    engine = "postgres"


if __name__ == "__main__":
    unittest.main()
