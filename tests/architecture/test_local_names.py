"""Every library can be compiled as one translation unit, and the check finds repeated names."""

import tempfile
import unittest
from pathlib import Path

from tests.architecture.local_names import faults

SRC = Path(__file__).resolve().parents[2] / "src"


class TheTree(unittest.TestCase):
    maxDiff = None

    def test_a_local_name_is_unique_in_its_library(self):
        self.assertEqual([], faults(SRC))


def source(declaration: str, namespace: str = "fairlead::app") -> str:
    return f"namespace {namespace} {{\nnamespace {{\n\n{declaration}\n\n}}  // namespace\n}}  // namespace {namespace}\n"


class TheCheck(unittest.TestCase):
    def judge(self, **sources: str) -> list[str]:
        with tempfile.TemporaryDirectory() as root:
            for path, text in sources.items():
                file = Path(root, path.replace("__", "/") + ".cpp")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return faults(Path(root))

    def test_a_repeated_name_is_reported_with_both_places(self):
        for declaration in ("int Read(const char* text) {\n    return 1;\n}", "constexpr int Read = 1;", "struct Read {\n};",
                            "using Read = int;", "constexpr Sql Read(\n    \"SELECT 1\");", "const std::array<int, 2> Read{1, 2};"):
            with self.subTest(declaration=declaration):
                [found] = self.judge(app__a=source(declaration), app__deep__b=source(declaration))
                self.assertTrue(found.startswith("Read "), found)
                self.assertIn("app/a.cpp:4 and app/deep/b.cpp:4", found)

    def test_an_overload_in_another_file_counts(self):
        self.assertEqual(1, len(self.judge(app__a=source("int Read(int);"), app__b=source("int Read(char);"))))

    def test_an_overload_in_the_same_file_does_not_count(self):
        self.assertEqual([], self.judge(app__a=source("int Read(int);\nint Read(char);")))

    def test_other_libraries_programs_and_namespaces_do_not_count(self):
        declaration = "int Read(int);"
        self.assertEqual([], self.judge(
            app__a=source(declaration), http__a=source(declaration), app__a_test=source(declaration),
            app__contract__a=source(declaration), app__b=source(declaration, "fairlead::access")))

    def test_names_for_every_file_do_not_count(self):
        self.assertEqual([], self.judge(app__a=source("using app::Page;\nnamespace json = boost::json;"),
                                        app__b=source("using app::Page;\nnamespace json = boost::json;")))
        declared = "namespace fairlead::app {\n\nint Read(int);\n\n}  // namespace fairlead::app\n"
        self.assertEqual([], self.judge(app__a=declared, app__b=declared))
