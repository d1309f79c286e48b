"""The Python client against a real service."""

import sys
import unittest

from tests.clients.case import CLIENTS, ClientCase


class PythonClient(ClientCase):
    def test_its_tests_pass(self):
        output = self.run_in(CLIENTS / "python", sys.executable, "-m", "unittest", "discover", "-s", "tests", "-t", ".")
        self.assertIn("\nOK", output)


if __name__ == "__main__":
    unittest.main()
