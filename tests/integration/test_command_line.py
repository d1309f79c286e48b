"""The command line: creating data folders, operators and keys, with and without a running service."""

import json
import os
import pty
import re
import stat
import subprocess
import tempfile
import unittest
import uuid
from pathlib import Path

from tests.support import program
from tests.support.accounts import PASSWORD, person
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

    def test_a_refused_value_is_named_by_its_option(self):
        owner = ("--operator", self.service.account.operator_id)
        for refused, option in (
                (("init", "--operator", ""), "--operator"), (("operator", "create", "--name", ""), "--name"),
                (("operator", "create", "--name", "X", "--admin-email", "nobody"), "--admin-email"),
                (("key", "create", *owner, "--name", "X", "--allowed-ips", "::1,here"), "--allowed-ips"),
                (("key", "create", *owner, "--name", "X", "--scopes", "all"), "--scopes"),
                (("user", "create", *owner, "--email", "someone", "--role", "viewer"), "--email"),
                (("user", "create", *owner, "--email", "some@one.test", "--role", "affiliate"), "--affiliate")):
            with self.subTest(option):
                done = program.run(*refused, *self.place())
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertTrue(done.stderr.startswith(f"fairlead: {option} "), done.stderr)

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
        made = self.make_key("--requests-per-minute", "77", "--allowed-ips", "127.0.0.0/8,::1", "--scopes", "events, reports")
        self.assert_works(made["key"], self.service.account.brand_id)
        with self.service.client() as client:
            kept = client.api("GET", "/api-keys/" + made["id"]).json()
        self.assertEqual((kept["requestsPerMinute"], kept["allowedIps"]), (77, ["127.0.0.0/8", "::1"]))
        self.assertEqual(kept["scopes"], ["events", "reports"])

    def test_a_key_needs_known_scopes(self):
        self.assertEqual(self.make_key()["scopes"], ["full"])
        owner = ["--operator", self.service.account.operator_id]
        for scopes in ("", "everything", "events,everything"):
            with self.subTest(scopes):
                done = program.run("key", "create", *self.place(), *owner, "--name", "x", "--scopes", scopes)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn("--scopes", done.stderr)

    def test_a_key_for_an_unknown_operator_is_refused(self):
        for running in (False, True):
            if running:
                self.service.start()
            with self.subTest(running=running):
                done = program.run("key", "create", *self.place(), "--operator", uuid.uuid4(), "--name", "x", "--json")
                self.assertEqual(done.returncode, 1)
                self.assertTrue(done.stderr)
                self.assertEqual(done.stdout, "")

    def test_lists_show_what_was_made_whether_the_service_runs_or_not(self):
        owner = ["--operator", self.service.account.operator_id]
        made = self.make_key()
        for running in (False, True):
            if running:
                self.service.start()
            with self.subTest(running=running):
                operators = program.run_json("operator", "list", *self.place())["items"]
                self.assertIn(self.service.account.operator_id, [each["id"] for each in operators])
                keys = program.run_json("key", "list", *self.place(), *owner)["items"]
                self.assertIn(made["id"], [each["id"] for each in keys])
                self.assertNotIn(made["key"], json.dumps(keys))
                users = program.run_json("user", "list", *self.place(), *owner)["items"]
                self.assertIn("admin", [each["role"] for each in users])
                self.assertNotIn("assword", json.dumps(users))
                table = program.run("key", "list", *self.place(), *owner).stdout.splitlines()
                self.assertEqual(table[0].split(), ["id", "name", "active", "scopes", "lastUsedAt"])
                self.assertEqual(len(table), 1 + len(keys))
                unknown = program.run("user", "list", *self.place(), "--operator", uuid.uuid4())
                self.assertEqual((unknown.returncode, unknown.stdout), (1, ""))
                self.assertIn("there is no operator", unknown.stderr)

    def create_user(self, email: str, *more: str, typed: str = "") -> subprocess.CompletedProcess:
        owner = ["--operator", self.service.account.operator_id]
        return program.run("user", "create", *self.place(), *owner, "--email", email, *more, "--json", typed=typed)

    def test_a_user_gets_the_password_of_standard_input_or_a_file(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(PASSWORD + "\n")
            file.flush()
            sources = {"typed@users.test": ["--password-stdin"], "file@users.test": ["--password-file", file.name]}
            for email, flags in sources.items():
                done = self.create_user(email, *flags, typed=PASSWORD + "\n")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotIn("password", json.loads(done.stdout))
        self.service.start()
        for email in sources:
            self.assertEqual(person(self).log_in(email, PASSWORD).status, 200)

    def test_a_password_that_breaks_the_rule_is_refused(self):
        for password in ("", "eleven keys", "123456789012", "my name is typed@users.test"):
            done = self.create_user("typed@users.test", "--password-stdin", typed=password + "\n")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("the password", done.stderr)

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

    def test_the_version_names_the_build_and_its_engines(self):
        version = (program.REPOSITORY / "VERSION").read_text().strip()
        done = program.run("--version")
        self.assertEqual(done.returncode, 0)
        first, commit, *engines = done.stdout.splitlines()
        self.assertEqual(first, f"fairlead {version}")
        self.assertRegex(commit, r"^commit ([0-9a-f]{12}|unknown)$")
        for engine, line in zip(("SQLite", "RocksDB", "DuckDB", "PostgreSQL client"), engines, strict=True):
            self.assertRegex(line, rf"^{engine} [0-9]+\.[0-9]+")

    def complete(self, *words: str) -> list[str]:
        """What bash offers for the last word."""
        script = program.run("completion", "bash").stdout
        setup = "\n".join([script, 'COMP_WORDS=("$@")', "COMP_CWORD=$(($# - 1))", "_fairlead", 'printf "%s\\n" "${COMPREPLY[@]}"'])
        done = subprocess.run(["bash", "-c", setup, "bash", "fairlead", *words], capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_commands_and_options(self):
        self.assertEqual(self.complete("ver"), ["verify"])
        self.assertEqual(self.complete("key", ""), ["create", "list", "--help"])
        self.assertEqual(self.complete("key", "create", "--sc"), ["--scopes"])
        self.assertNotIn("describe-api", self.complete(""))

    def test_other_shells_get_a_script_and_an_unknown_one_a_refusal(self):
        for shell in ("zsh", "fish"):
            done = program.run("completion", shell)
            self.assertEqual(done.returncode, 0)
            self.assertIn("simulate", done.stdout)
        done = program.run("completion", "tcsh")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("bash", done.stderr)

    def test_the_manual_page_describes_every_command(self):
        page = program.run("manual").stdout
        self.assertTrue(page.startswith(".TH FAIRLEAD 1 "))
        for command in ("serve", "key create", "key list", "backup", "repair clock", "completion"):
            self.assertIn(f"\n.SS {command}\n", page)
        self.assertNotIn("describe", page)

    def test_wrong_usage_ends_with_2_and_a_message(self):
        with tempfile.TemporaryDirectory() as folder:
            data = ["--data", folder + "/data"]
            for words in ([], ["fly"], ["init", *data], ["init", *data, "--operator", "x", "--fast"], ["key"],
                          ["operator", "create", *data], ["key", "create", *data, "--name", "x"]):
                with self.subTest(words):
                    done = program.run(*words)
                    self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                    self.assertTrue(done.stderr)

    def test_a_password_is_not_an_argument(self):
        words = ["user", "create", "--data", "x", "--operator", uuid.uuid4(), "--email", "a@users.test"]
        done = program.run(*words, "--password", PASSWORD)
        self.assertEqual(done.returncode, 2)
        for way in ("--password-file", "--password-stdin", "--password-prompt"):
            self.assertIn(way, done.stderr)
        self.assertNotIn(PASSWORD, done.stdout + done.stderr)
        self.assertEqual(program.run(*words, "--password-stdin", "--password-prompt").returncode, 2)

    def test_a_prompt_for_a_password_shows_nothing_of_it(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["user", "create", "--data", folder, "--operator", str(uuid.uuid4()), "--email", "a@users.test"]
            shown = self.answer_prompts([*words, "--password-prompt"], "correct horse battery", "another one of these")
        self.assertIn("Repeat the password", shown)
        self.assertIn("the passwords differ", shown)
        self.assertNotIn("horse", shown)

    def answer_prompts(self, words: list[str], *answers: str) -> str:
        """Runs the program on a terminal of its own. Returns everything that the terminal shows."""
        ours, theirs = pty.openpty()
        with open(ours, "r+b", buffering=0) as terminal:
            running = subprocess.Popen([program.binary(), *words], env=program.environment(), stdin=theirs, stdout=theirs,
                                       stderr=theirs)
            self.addCleanup(running.wait, program.COMMAND_SECONDS_MAX)
            self.addCleanup(running.kill)
            os.close(theirs)
            shown = b""
            for answer in answers:
                # Each prompt ends like this.
                while not shown.endswith(b"assword: "):
                    shown += terminal.read(1)
                terminal.write(answer.encode() + b"\n")
                shown += terminal.read(1)
            while piece := self.read_to_end(terminal):
                shown += piece
        return shown.decode()

    def read_to_end(self, terminal) -> bytes:
        """A terminal without a program on its other side ends with an error."""
        try:
            return terminal.read(1024)
        except OSError:
            return b""

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
