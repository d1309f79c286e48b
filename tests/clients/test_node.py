"""The Node client against a real service."""

import tempfile
import unittest
from pathlib import Path

from tests.clients.case import CLIENTS, ClientCase
from tests.support.program import REPOSITORY

WEB = REPOSITORY / "web/node_modules"


class NodeClient(ClientCase):
    def test_it_compiles_and_its_tests_pass(self):
        """The compiler and the types of Node come from the packages of web/."""
        with tempfile.TemporaryDirectory(prefix="fairlead-node-") as built:
            Path(built, "package.json").write_text('{"type": "module"}')
            self.run_in(CLIENTS / "node", "node", str(WEB / "typescript-7/bin/tsc"), "-p", "tsconfig.test.json",
                        "--outDir", built, "--typeRoots", str(WEB / "@types"))
            output = self.run_in(CLIENTS / "node", "node", "--test", str(Path(built, "tests/client.test.js")))
        self.assertRegex(output, r"# fail 0|fail 0")


if __name__ == "__main__":
    unittest.main()
