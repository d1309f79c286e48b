"""`./dev check` names known vulnerabilities, and does not pass without answers. The unit limits
memory and restarts."""

import json
import re
import subprocess
import sys
import unittest

from tests.support import program
from tests.support.program import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "packaging"))
import security_state  # noqa: E402

UNIT = REPOSITORY / "packaging/fairlead.service"


class Npm(unittest.TestCase):
    def test_a_vulnerable_package_is_named(self):
        # As npm 9 answers (shortened).
        report = {"auditReportVersion": 2, "vulnerabilities": {
            "minimist": {"name": "minimist", "severity": "critical", "isDirect": True, "via": [], "effects": [],
                         "range": "<=0.2.3", "nodes": ["node_modules/minimist"], "fixAvailable": True}},
            "metadata": {"vulnerabilities": {"critical": 1, "total": 1}}}
        self.assertEqual(security_state.npm_findings(json.dumps(report)), ["minimist <=0.2.3: critical"])

    def test_no_vulnerability_is_no_finding(self):
        self.assertEqual(security_state.npm_findings('{"auditReportVersion": 2, "vulnerabilities": {}}'), [])

    def test_a_registry_that_does_not_answer_is_not_a_clean_state(self):
        for report in ('{"message": "405 Method Not Allowed", "statusCode": 405}', '{"error": {"summary": "offline"}}', "",
                       "npm ERR! network"):
            with self.subTest(report), self.assertRaises(security_state.NotAsked):
                security_state.npm_findings(report)


class Debian(unittest.TestCase):
    SIMULATED = ("Inst libpq5 [15.13-0+deb12u1] (15.14-0+deb12u1 Debian-Security:12/oldstable-security [arm64])\n"
                 "Inst tzdata [2025a-0+deb12u1] (2025b-0+deb12u1 Debian:12.11/stable [all])\n"
                 "Conf libpq5 (15.14-0+deb12u1 Debian-Security:12/oldstable-security [arm64])\n")

    def test_a_pending_security_update_is_named(self):
        self.assertEqual(security_state.pending_updates(self.SIMULATED),
                         ["libpq5 15.13-0+deb12u1: 15.14-0+deb12u1 is a security update"])

    def test_the_libraries_of_the_program_are_those_of_debian_packages(self):
        packages = {name.partition(":")[0] for name in security_state.packages_of(program.binary())}
        self.assertLessEqual({"libc6", "libpq5", "libstdc++6"}, packages)


class Check(unittest.TestCase):
    def test_the_security_state_is_part_of_the_check(self):
        script = (REPOSITORY / "dev").read_text()
        self.assertRegex(script, r"set -- format tidy asan tsan fuzz security\b")
        self.assertIn("security_state.py npm web third_party", script)
        self.assertIn("security_state.py debian build/release/fairlead", script)

    def test_a_wrong_question_is_refused(self):
        done = subprocess.run([sys.executable, REPOSITORY / "packaging/security_state.py", "nobody", "x"],
                              check=False, capture_output=True)
        self.assertEqual(done.returncode, 2)


class Unit(unittest.TestCase):
    def option(self, name: str) -> str:
        [value] = re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)
        return value

    def test_memory_has_a_limit(self):
        percent = re.fullmatch(r"(\d+)%", self.option("MemoryMax"))
        self.assertTrue(percent and 50 <= int(percent[1]) <= 95, self.option("MemoryMax"))

    def test_restarts_have_a_limit_that_survives_a_short_outage(self):
        burst, pause = int(self.option("StartLimitBurst")), int(self.option("RestartSec"))
        interval = int(self.option("StartLimitIntervalSec"))
        self.assertGreaterEqual(burst * pause, 15 * 60, "the service gives up too early during an outage of the ledger")
        self.assertLess(burst * pause, interval, "the limit would never be reached")


if __name__ == "__main__":
    unittest.main()
