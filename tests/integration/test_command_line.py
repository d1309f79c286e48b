"""The command line: creating data folders, operators and keys, with and without a running service."""

import stat
import tempfile
import unittest
import uuid
from pathlib import Path

from tests.support import program
from tests.support.events import make_event
from tests.support.service import Account, Service
from tests.support.waiting import wait_until

ACCOUNT = {"operatorId", "brandId", "apiKey", "adminEmail", "adminPassword"}


class Commands:
    engine: str

    @classmethod
    def setUpClass(cls):
        cls.service = Service.create(cls.engine)
        cls.addClassCleanup(cls.service.close)

    def setUp(self):
        if self.service.running:
            self.service.stop()

    def place(self) -> list[str]:
        return self.service.place()

    def assert_works(self, api_key: str, brand_id: str):
        """A running service that shares a database may need a moment before it knows a new key."""
        def answered() -> bool:
            with self.service.client(api_key) as client:
                return client.send_event(make_event(brand_id)).status == 202
        wait_until(answered, "the new key works")

    def test_init_creates_an_operator_that_works(self):
        self.service.start()
        self.assert_works(self.service.account.api_key, self.service.account.brand_id)

    def test_init_creates_one_brand_and_one_key_and_nothing_else(self):
        account = self.service.init("Only One")
        self.service.start()
        with self.service.client(account.api_key) as client:
            self.assertEqual([b["id"] for b in client.api("GET", "/brands").json()["items"]], [account.brand_id])
            self.assertEqual(len(client.api("GET", "/api-keys").json()["items"]), 1)

    def test_a_second_init_adds_another_operator(self):
        printed = program.run_json("init", *self.place(), "--operator", "Second", "--admin-email", "admin@second.test")
        self.assertEqual(set(printed), ACCOUNT)
        self.assertEqual(printed["adminEmail"], "admin@second.test")
        second = Account.of(printed)
        self.assertNotEqual(second.operator_id, self.service.account.operator_id)
        self.service.start()
        self.assert_works(second.api_key, second.brand_id)
        self.assert_works(self.service.account.api_key, self.service.account.brand_id)

    def test_an_operator_can_be_made_while_the_service_is_down(self):
        printed = program.run_json("operator", "create", *self.place(), "--name", "Third")
        self.assertEqual(set(printed), ACCOUNT)
        self.service.start()
        self.assert_works(printed["apiKey"], printed["brandId"])

    def test_an_operator_can_be_made_while_the_service_runs(self):
        self.service.start()
        printed = program.run_json("operator", "create", *self.place(), "--name", "Fourth")
        self.assertEqual(set(printed), ACCOUNT)
        self.assert_works(printed["apiKey"], printed["brandId"])

    def make_key(self, *more: str) -> dict:
        owner = ["--operator", self.service.account.operator_id]
        return program.run_json("key", "create", *self.place(), *owner, "--name", "Cron", *more)

    def test_a_key_can_be_made_while_the_service_is_down(self):
        made = self.make_key()
        self.assertLessEqual({"id", "name", "prefix", "key"}, set(made))
        self.assertEqual(made["name"], "Cron")
        self.service.start()
        self.assert_works(made["key"], self.service.account.brand_id)

    def test_a_key_can_be_made_while_the_service_runs(self):
        self.service.start()
        made = self.make_key("--requests-per-minute", "77", "--allowed-ips", "127.0.0.0/8,::1")
        self.assert_works(made["key"], self.service.account.brand_id)
        with self.service.client() as client:
            kept = client.api("GET", "/api-keys/" + made["id"]).json()
        self.assertEqual((kept["requestsPerMinute"], kept["allowedIps"]), (77, ["127.0.0.0/8", "::1"]))

    def test_a_key_for_an_unknown_operator_is_refused(self):
        for running in (False, True):
            if running:
                self.service.start()
            with self.subTest(running=running):
                done = program.run("key", "create", *self.place(), "--operator", uuid.uuid4(), "--name", "x", "--json")
                self.assertEqual(done.returncode, 1)
                self.assertTrue(done.stderr)
                self.assertEqual(done.stdout, "")

    def test_without_json_a_person_can_read_the_key(self):
        owner = ["--operator", self.service.account.operator_id]
        done = program.run("key", "create", *self.place(), *owner, "--name", "Reader")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"fairlead_[0-9a-f]{64}")

    def test_the_secret_is_for_the_service_alone(self):
        mode = stat.S_IMODE((self.service.data / "secret.key").stat().st_mode)
        self.assertEqual(mode & 0o077, 0)

    def test_a_missing_secret_is_reported_and_not_replaced(self):
        secret = self.service.data / "secret.key"
        kept = secret.rename(secret.with_suffix(".away"))
        done = program.run("serve", *self.place(), "--listen", "127.0.0.1:0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("wrapped by another secret", done.stderr)
        self.assertFalse(secret.exists())
        kept.rename(secret)
        self.service.start()


class CommandsOnSqlite(Commands, unittest.TestCase):
    engine = "sqlite"

    def test_a_data_folder_has_one_service(self):
        self.service.start()
        done = program.run("serve", *self.place(), "--listen", "127.0.0.1:0")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        self.assertIn(str(self.service.data), done.stderr)
        self.assert_works(self.service.account.api_key, self.service.account.brand_id)

    def test_a_folder_is_free_again_after_a_kill(self):
        self.service.start()
        self.service.kill()
        made = self.make_key()
        self.service.start()
        self.assert_works(made["key"], self.service.account.brand_id)

    def test_init_beside_a_running_service_adds_an_operator_or_says_why_not(self):
        self.service.start()
        done = program.run("init", *self.place(), "--operator", "Beside", "--json")
        self.assertIn(done.returncode, (0, 1))
        self.assertTrue(done.stdout if done.returncode == 0 else done.stderr)
        self.assert_works(self.service.account.api_key, self.service.account.brand_id)


class CommandsOnPostgres(Commands, unittest.TestCase):
    engine = "postgres"

    def test_a_wrong_secret_is_not_accepted(self):
        with tempfile.TemporaryDirectory() as folder:
            place = ["--data", folder, "--ledger", self.service.ledger_url]
            done = program.run("serve", *place, "--listen", "127.0.0.1:0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("secret", done.stderr)


class Usage(unittest.TestCase):
    def test_help_ends_with_success(self):
        for words in (["--help"], ["serve", "--help"], ["init", "--help"], ["key", "create", "--help"]):
            with self.subTest(words):
                done = program.run(*words)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue(done.stdout)

    def test_wrong_usage_ends_with_2_and_a_message(self):
        with tempfile.TemporaryDirectory() as folder:
            data = ["--data", folder + "/data"]
            for words in ([], ["fly"], ["init", *data], ["init", *data, "--operator", "x", "--fast"], ["key"],
                          ["operator", "create", *data], ["key", "create", *data, "--name", "x"]):
                with self.subTest(words):
                    done = program.run(*words)
                    self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                    self.assertTrue(done.stderr)

    def test_invalid_names_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            data = ["--data", folder + "/data"]
            for words in (["init", *data, "--operator", ""], ["operator", "create", *data, "--name", ""],
                          ["key", "create", *data, "--operator", "x", "--name", "x"]):
                with self.subTest(words):
                    done = program.run(*words)
                    self.assertIn(done.returncode, (1, 2), done.stdout + done.stderr)
                    self.assertTrue(done.stderr)

    def test_a_folder_that_cannot_be_made_is_a_failure(self):
        with tempfile.NamedTemporaryFile() as file:
            done = program.run("init", "--data", Path(file.name) / "data", "--operator", "x")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr)

    def test_a_database_that_does_not_answer_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            nowhere = "postgresql://nobody@127.0.0.1:1/none"
            done = program.run("init", "--data", folder, "--operator", "x", "--ledger", nowhere)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr)


if __name__ == "__main__":
    unittest.main()
