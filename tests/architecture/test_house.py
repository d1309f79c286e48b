"""The sources follow the rules for files, functions and names, and the check finds violations."""

import tempfile
import unittest
from pathlib import Path

from tests.architecture.house import FILE_LINES_MAX, FUNCTION_LINES_MAX, faults

SRC = Path(__file__).resolve().parents[2] / "src"


class TheTree(unittest.TestCase):
    maxDiff = None

    def test_the_sources_follow_the_rules(self):
        self.assertEqual([], faults(SRC))


def judge(path: str, text: str) -> list[str]:
    """The faults of a tree with only this file."""
    with tempfile.TemporaryDirectory() as root:
        file = Path(root, path)
        file.parent.mkdir(parents=True)
        file.write_text(text)
        return faults(Path(root))


def function(header: str, lines: int) -> str:
    """A function with exactly this number of lines and with braces inside."""
    body = "\n".join(["    if (true) { Do(\"}\"); }  // {"] * (lines - 2))
    return f"{header} {{\n{body}\n}}\n"


class TheCheck(unittest.TestCase):
    def assert_fault(self, path: str, text: str, named: str):
        [found] = judge(path, text)
        self.assertTrue(found.startswith(path), found)
        self.assertIn(named, found)

    def test_a_correct_file_has_no_fault(self):
        self.assertEqual([], judge("base/time/time.hpp", "#pragma once\n\nint Now();\n"))

    def test_a_header_needs_pragma_once(self):
        self.assert_fault("base/time/time.hpp", "int Now();\n", "#pragma once")

    def test_a_long_file_is_reported(self):
        self.assertEqual([], judge("base/time/time.cpp", "\n" * FILE_LINES_MAX))
        self.assert_fault("base/time/time.cpp", "\n" * (FILE_LINES_MAX + 1), f"{FILE_LINES_MAX + 1} lines")

    def test_a_reminder_of_missing_work_is_reported_with_its_line(self):
        for word in ("TODO", "FIXME", "XXX"):
            with self.subTest(word=word):
                self.assert_fault("base/time/time.cpp", f"int a;\n// {word}: later\n", f":2: {word}")

    def test_a_test_file_needs_a_test(self):
        self.assert_fault("base/time/time_test.cpp", "int a;\n", "contains no test")
        for test in ("TEST(Time, Runs) {}\n", "TEST_F(Time, Runs) {}\n", "RC_GTEST_PROP(Time, Runs, ()) {}\n"):
            with self.subTest(test=test):
                self.assertEqual([], judge("base/time/time_test.cpp", test))

    def test_a_name_that_describes_a_kind_is_reported(self):
        for name in ("utils", "string_utils", "helper", "key_manager", "ledger_impl"):
            with self.subTest(name=name):
                self.assert_fault(f"base/{name}.cpp", "int a;\n", "not a subject")
        self.assertIn("base/utils: the name describes a kind of thing, not a subject", judge("base/utils/a.cpp", "int a;\n"))

    def test_a_name_that_only_contains_such_a_word_is_fine(self):
        self.assertEqual([], judge("base/simple.cpp", "int a;\n"))

    def test_a_long_function_is_reported_with_its_first_line(self):
        headers = ("int Long(int a)", "TEST(Long, Function)", "Result<std::vector<int>> Thing::Long() const noexcept",
                   "Thing::Thing(int a) : a_{a}, b_(a)", "auto Long() -> std::vector<int>")
        wrappings = ("{}", "namespace fairlead {{\nnamespace {{\n{}\n}}\n}}\n", "class Thing {{\npublic:\n{}}};\n",
                     "template <class T>\nstruct alignas(64) Thing : Base<T> {{\n{}}};\n")
        for header in headers:
            for wrapping in wrappings:
                with self.subTest(header=header, wrapping=wrapping):
                    self.assertEqual([], judge("base/a.cpp", wrapping.format(function(header, FUNCTION_LINES_MAX))))
                    self.assert_fault("base/a.cpp", wrapping.format(function(header, FUNCTION_LINES_MAX + 1)),
                                      f"the function has {FUNCTION_LINES_MAX + 1} lines")

    def test_a_long_table_or_class_is_not_a_function(self):
        rows = "    {1, F(2)},\n" * 100
        for text in (f"constexpr std::array kTable = {{\n{rows}}};\n",
                     f"const auto kTable = std::to_array<Row>({{\n{rows}}});\n",
                     "class Wide {\n" + "    int F(int a = 3) { return a; }\n" * 100 + "};\n",
                     'constexpr auto kSql = R"sql(\n' + "F() {\n" * 100 + ')sql";\n',
                     "#define LIST(X) \\\n" + "    X(a, {) \\\n" * 100 + "    X(b, {)\n"):
            with self.subTest(text=text[:40]):
                self.assertEqual([], judge("base/a.cpp", text))


if __name__ == "__main__":
    unittest.main()
