"""docs/security.md lists every item of the ASVS once, and names only tests that exist."""

import re
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
DOCUMENT = REPOSITORY / "docs/security.md"
# The number of items of levels 1 and 2 of ASVS 5.0.0.
ITEM_COUNT = 253
ROW = re.compile(r"^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| (.+) \| (.+) \|$", re.MULTILINE)
NAMED = re.compile(r"`([\w.-]+\.(?:py|cpp|ts))`")


def rows(text: str) -> list[tuple[list[str], str, str]]:
    return [(items.split(", "), how, test) for items, how, test in ROW.findall(text)]


def existing() -> set[str]:
    return {path.name for folder in ("src", "tests", "fuzz") for path in (REPOSITORY / folder).rglob("*.*")
            if "node_modules" not in path.parts}


def is_explained(how: str, test: str) -> bool:
    """Whether a row names a test, or says why it has none."""
    return bool(NAMED.search(test)) or len(how) > 20


def unknown_tests(text: str) -> set[str]:
    return {name for _, _, test in rows(text) for name in NAMED.findall(test)} - existing()


class SecurityDocument(unittest.TestCase):
    def setUp(self):
        self.text = DOCUMENT.read_text()

    def test_every_item_is_listed_once(self):
        items = [item for listed, _, _ in rows(self.text) for item in listed]
        self.assertEqual(len(items), ITEM_COUNT)
        self.assertEqual(len(set(items)), ITEM_COUNT)

    def test_every_item_has_a_test_or_a_reason(self):
        self.assertEqual([items for items, how, test in rows(self.text) if not is_explained(how, test)], [])

    def test_the_named_tests_exist(self):
        self.assertEqual(unknown_tests(self.text), set())

    def test_an_unknown_test_is_found(self):
        self.assertEqual(unknown_tests("| 1.1.1 | How | `test_of_nothing.py`, `test_sessions.py` |"), {"test_of_nothing.py"})


if __name__ == "__main__":
    unittest.main()
