"""Settings come from the file, the environment and the flags, in this order, and an invalid one is refused."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.support import program


class SettingsCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairlead-test-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.folder / "data"

    def file(self, text: str) -> Path:
        path = self.folder / "fairlead.toml"
        path.write_text(text)
        return path


class Check(SettingsCase):
    def check(self, *arguments: object, env: dict | None = None) -> subprocess.CompletedProcess:
        return program.run("config", "check", *arguments, env=env)

    def assert_effective(self, done: subprocess.CompletedProcess, *texts: str):
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout)

    def assert_wrong(self, done: subprocess.CompletedProcess, text: str):
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn(text, done.stdout + done.stderr)

    def test_the_effective_settings_are_printed(self):
        done = self.check("--data", self.data)
        self.assert_effective(done, "listen", "127.0.0.1:8080", "request_timeout_ms", "30000", "max_connections",
                              "10000", "anonymous_requests_per_minute", "log_level", "info")

    def test_a_secret_that_others_can_read_is_a_warning(self):
        self.data.mkdir(mode=0o700)
        secret = self.data / "secret.key"
        secret.write_text("not read by the check")
        secret.chmod(0o600)
        self.assertEqual(self.check("--data", self.data).stderr, "")
        secret.chmod(0o644)
        done = self.check("--data", self.data)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"chmod 600 {secret}", done.stderr)

    def test_flags_override_the_environment_and_the_environment_overrides_the_file(self):
        config = self.file('listen = "127.0.0.2:1001"\nmax_connections = 111\nidle_timeout_ms = 11111\n')
        env = {"FAIRLEAD_LISTEN": "127.0.0.3:1002", "FAIRLEAD_MAX_CONNECTIONS": "222"}
        done = self.check("--config", config, "--data", self.data, "--listen", "127.0.0.4:1003", env=env)
        self.assert_effective(done, "127.0.0.4:1003", "222", "11111")
        for beaten in ("127.0.0.2:1001", "127.0.0.3:1002", "111\n"):
            self.assertNotIn(" " + beaten, done.stdout)

    def test_every_setting_can_come_from_each_place(self):
        values = {"log_level": "debug", "io_threads": "3", "max_connections": "77", "request_timeout_ms": "7001",
                  "idle_timeout_ms": "7002", "drain_timeout_ms": "7003", "anonymous_requests_per_minute": "7004",
                  "queue_events_max": "7005", "postgres_connections": "7", "metrics_listen": "127.0.0.1:7006",
                  "listen": "127.0.0.1:7007"}
        text = "".join(f"{name} = {value if value.isdigit() else repr(value)}\n" for name, value in values.items())
        environment = {"FAIRLEAD_" + name.upper(): value for name, value in values.items()}
        for done in (self.check("--data", self.data, "--config", self.file(text)),
                     self.check("--data", self.data, env=environment),
                     self.check("--data", self.data, *program.flags(values))):
            self.assert_effective(done, *values, *values.values())

    def test_lists_are_arrays_in_the_file_and_comma_separated_elsewhere(self):
        networks = ("192.0.2.0/24", "2001:db8::/32")
        config = self.file(f"trusted_proxies = {list(networks)}\n")
        self.assert_effective(self.check("--data", self.data, "--config", config), *networks)
        self.assert_effective(self.check("--data", self.data, "--trusted-proxies", ",".join(networks)), *networks)
        environment = {"FAIRLEAD_TRUSTED_PROXIES": ",".join(networks)}
        self.assert_effective(self.check("--data", self.data, env=environment), *networks)

    def test_an_unknown_setting_is_refused_by_name(self):
        self.assert_wrong(self.check("--data", self.data, "--config", self.file("colour = 'red'\n")), "colour")
        self.assert_wrong(self.check("--data", self.data, "--config", self.file("[tls]\ncolour = 'red'\n")), "tls")
        self.assert_wrong(self.check("--data", self.data, "--colour", "red"), "--colour")

    def test_an_unknown_variable_is_a_warning_by_name(self):
        env = {"FAIRLEAD_PORT": "tcp://10.0.0.1:80", "FAIRLEAD_LISTEN": "127.0.0.3:1002"}
        done = self.check("--data", self.data, env=env)
        self.assert_effective(done, "127.0.0.3:1002")
        self.assertIn("warning: the environment variable FAIRLEAD_PORT is not a setting", done.stderr)
        self.assertNotIn("10.0.0.1", done.stdout + done.stderr)
        self.assertNotIn("warning", self.check("--data", self.data).stderr)

    def test_an_invalid_value_is_refused_by_name(self):
        wrong = {"listen": "nowhere", "io_threads": "-1", "max_connections": "many", "request_timeout_ms": "0",
                 "log_level": "loud", "trusted_proxies": "10.0.0.0/99", "ledger": "oracle://x",
                 "postgres_connections": "0", "anonymous_requests_per_minute": "-5"}
        for name, value in wrong.items():
            with self.subTest(name):
                self.assert_wrong(self.check("--data", self.data, *program.flags({name: value})), "")
                done = self.check("--data", self.data, env={"FAIRLEAD_" + name.upper(): value})
                self.assert_wrong(done, "")
                self.assertRegex(done.stdout + done.stderr, f"(?i){name}|{name.replace('_', '-')}")

    def test_a_wrong_type_in_the_file_is_refused_by_name(self):
        for line in ("max_connections = 'x'", "listen = 5", "trusted_proxies = '10.0.0.0/8", "log_level = ['info']"):
            with self.subTest(line):
                self.assert_wrong(self.check("--data", self.data, "--config", self.file(line + "\n")), "")

    def test_a_missing_file_is_refused(self):
        self.assert_wrong(self.check("--data", self.data, "--config", self.folder / "absent.toml"), "absent.toml")

    def test_a_password_in_an_address_is_not_printed(self):
        done = self.check("--data", self.data, "--ledger", "postgresql://ledger:opensesame@127.0.0.1:5432/fairlead")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("opensesame", done.stdout + done.stderr)


class Serving(SettingsCase):
    def ready_line(self, *arguments: object, env: dict | None = None) -> str:
        command = [program.binary(), "serve", "--data", str(self.data), *map(str, arguments)]
        with open(os.devnull, "wb") as nowhere:
            process = subprocess.Popen(command, env=program.environment(**(env or {})), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=nowhere, text=True)
        try:
            return process.stdout.readline()
        finally:
            process.terminate()
            process.stdout.close()
            self.assertEqual(process.wait(180), 0)

    def test_the_service_listens_at_the_address_of_the_last_source(self):
        program.run_json("init", "--data", self.data, "--operator", "Harbour")
        config = self.file('listen = "127.0.0.2:0"\n')
        env = {"FAIRLEAD_LISTEN": "127.0.0.3:0"}
        self.assertIn("http://127.0.0.2:", self.ready_line("--config", config))
        self.assertIn("http://127.0.0.3:", self.ready_line("--config", config, env=env))
        self.assertIn("http://127.0.0.4:", self.ready_line("--config", config, "--listen", "127.0.0.4:0", env=env))

    def test_the_service_starts_with_the_variables_of_a_kubernetes_service(self):
        program.run_json("init", "--data", self.data, "--operator", "Harbour")
        env = {"FAIRLEAD_PORT": "tcp://10.0.0.1:80", "FAIRLEAD_SERVICE_HOST": "10.0.0.1", "FAIRLEAD_SERVICE_PORT": "80",
               "FAIRLEAD_PORT_80_TCP": "tcp://10.0.0.1:80"}
        self.assertIn("http://127.0.0.4:", self.ready_line("--listen", "127.0.0.4:0", env=env))

    def test_the_service_refuses_what_the_check_refuses(self):
        program.run_json("init", "--data", self.data, "--operator", "Harbour")
        for arguments, env in ((["--colour", "red"], {}), ([], {"FAIRLEAD_LOG_LEVEL": "loud"}),
                               (["--config", self.file("colour = 1\n")], {}), (["--log-level", "loud"], {})):
            with self.subTest(arguments, env=env):
                done = program.run("serve", "--data", self.data, "--listen", "127.0.0.1:0", *arguments, env=env)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
