"""The Java client against a real service. The compiler of the JDK is enough to build it."""

import tempfile
import unittest

from tests.clients.case import CLIENTS, ClientCase


class JavaClient(ClientCase):
    def test_it_compiles_and_its_tests_pass(self):
        folder = CLIENTS / "java"
        sources = sorted(str(path) for path in (folder / "src").rglob("*.java"))
        with tempfile.TemporaryDirectory(prefix="fairlead-java-") as built:
            self.run_in(folder, "javac", "--release", "17", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", built, *sources)
            output = self.run_in(folder, "java", "-XX:TieredStopAtLevel=1", "-cp", built, "dev.fairlead.ClientTests")
        self.assertRegex(output, r"\d+ tests, 0 failed")


if __name__ == "__main__":
    unittest.main()
