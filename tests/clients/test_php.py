"""The PHP client against a real service, with the PSR-18 client of Debian's packages."""

import unittest

from tests.clients.case import CLIENTS, ClientCase


class PhpClient(ClientCase):
    def test_its_tests_pass(self):
        output = self.run_in(CLIENTS / "php", "php", "-d", "zend.assertions=1", "tests/run.php")
        self.assertRegex(output, r"\d+ tests, 0 failed")


if __name__ == "__main__":
    unittest.main()
