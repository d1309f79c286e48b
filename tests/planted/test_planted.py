"""Every planted bug still applies to the sources, and the test that must catch it exists."""

import re
import unittest

from tests.planted.bug import Bug, Check, DoesNotApply, Edit
from tests.planted.run import BUGS
from tests.support.program import REPOSITORY


def sources_of(check: Check) -> str:
    """The sources that can contain the named tests."""
    if check.is_python:
        return (REPOSITORY / (check.suite.replace(".", "/") + ".py")).read_text()
    return "\n".join(path.read_text() for path in (REPOSITORY / "src").rglob("*.cpp")
                     if path.name.endswith(("_test.cpp", "_contract.cpp")))


class Planted(unittest.TestCase):
    def test_every_bug_applies(self):
        for bug in BUGS:
            with self.subTest(bug.name):
                text = (REPOSITORY / bug.file).read_text()
                self.assertNotEqual(bug.patched(text), text)

    def test_names_are_unique_and_reasons_are_given(self):
        self.assertEqual(len({bug.name for bug in BUGS}), len(BUGS))
        for bug in BUGS:
            self.assertTrue(bug.why.endswith("."), bug.name)

    def test_the_named_tests_exist(self):
        for bug in (bug for bug in BUGS if not bug.caught_by.is_comparison):
            for words in bug.caught_by.tests.split(":"):
                with self.subTest(f"{bug.name}: {words}"):
                    for word in re.findall(r"\w+", words):
                        self.assertIn(word, sources_of(bug.caught_by))

    def test_a_changed_source_is_reported(self):
        for text in ("nothing", "twice twice"):
            with self.assertRaises(DoesNotApply):
                Bug("a bug", "No reason.", "file", (Edit("twice", "once"),), Check("unit_tests")).patched(text)


if __name__ == "__main__":
    unittest.main()
