"""Texts use plain words and Markdown is wrapped, and the checks find violations."""

import re
import tempfile
import unittest
from pathlib import Path, PurePosixPath

from tests.architecture.plain_words import (FIXED, INSTEAD, MARKDOWN_COLUMNS_MAX, avoided_words, is_text, long_lines,
                                            markdown_faults, texts, word_faults)

REPOSITORY = Path(__file__).resolve().parents[2]


class TheRepository(unittest.TestCase):
    maxDiff = None

    def test_texts_use_plain_words(self):
        self.assertEqual([], word_faults(REPOSITORY))

    def test_markdown_is_wrapped(self):
        self.assertEqual([], markdown_faults(REPOSITORY))

    def test_all_kinds_of_texts_are_read(self):
        read = {path.suffix for path in texts(REPOSITORY)}
        self.assertLessEqual({".cpp", ".hpp", ".md", ".py", ".sql", ".ts", ".tsx", ".yaml", ".cmake", ""}, read)

    def test_fixed_texts_exist(self):
        for name in FIXED:
            with self.subTest(name):
                paths = list(REPOSITORY.glob(name))
                self.assertTrue(paths)
                self.assertFalse(any(is_text(PurePosixPath(path.relative_to(REPOSITORY))) for path in paths))


class Repository:
    """A folder with these files, for a `with` block."""

    def __init__(self, files: dict[str, str]):
        self._folder = tempfile.TemporaryDirectory()
        self.root = Path(self._folder.name)
        for name, text in files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)

    def __enter__(self) -> Path:
        return self.root

    def __exit__(self, *_):
        self._folder.cleanup()


class TheCheckOfWords(unittest.TestCase):
    def test_each_word_is_found_with_its_line_and_its_replacement(self):
        for phrase, instead in INSTEAD.items():
            # The simplest text that the pattern matches: the first of all alternatives, without optional parts.
            example = re.sub(r"\(\?!.*?\)", "", phrase)
            example = re.sub(r"\(\?:([^|()]*)[^)]*\)\??", r"\1", example.replace("(?:e|es|ing)", "e"))
            example = re.sub(r"\w\?", "", example).split("|")[0]
            with self.subTest(example):
                [fault] = avoided_words(f"int a;\n// This {example} it.\n")
                self.assertTrue(fault.startswith("2: "), fault)
                self.assertIn(instead, fault)

    def test_a_phrase_over_two_lines_is_found(self):
        for text in ("The file is told\nof it.", "    // It lies\n    // in the file.", "# It lies\n# in it.",
                     "-- It lies\n-- in it.", " * It lies\n * in it.", "It lies  in it."):
            with self.subTest(text):
                self.assertEqual(1, len(avoided_words(text)))

    def test_case_does_not_matter(self):
        self.assertEqual(1, len(avoided_words("Meanwhile it runs.")))

    def test_other_words_and_identifiers_are_not_found(self):
        for text in ("We recommend to amend it.", "It replies in time.", "test_made_anew", "the content is text",
                     "It stands in for the clock.", "forbearance", "content-type is content-length", "It moves away."):
            with self.subTest(text):
                self.assertEqual([], avoided_words(text))

    def test_a_file_is_named(self):
        with Repository({"src/base/a.cpp": "// Made anew.\n", "src/base/b.cpp": "// Rebuilt.\n"}) as root:
            [fault] = word_faults(root)
            self.assertTrue(fault.startswith("src/base/a.cpp:1: “anew”"), fault)

    def test_built_files_and_data_are_skipped(self):
        with Repository({"build/a.md": "Made anew.\n", "a.json": '"anew"',
                         "fuzz/corpus/a/b": "anew"}) as root:
            self.assertEqual([], word_faults(root))


class TheCheckOfMarkdown(unittest.TestCase):
    long = "word " * 30

    def test_a_long_line_is_found(self):
        self.assertEqual([f"2: 150 characters, at most {MARKDOWN_COLUMNS_MAX}"], long_lines(f"# A\n{self.long}\nb"))
        self.assertEqual([], long_lines("a " * (MARKDOWN_COLUMNS_MAX // 2)))

    def test_tables_code_and_single_words_may_be_long(self):
        for text in (f"| {self.long} |", f"```sh\n{self.long}\n```", f"  ```\n  {self.long}\n  ```", "h" * 200):
            with self.subTest(text[:10]):
                self.assertEqual([], long_lines(text))

    def test_text_after_code_is_checked_again(self):
        self.assertEqual(1, len(long_lines(f"```\n{self.long}\n```\n{self.long}")))

    def test_a_file_is_named(self):
        with Repository({"pages/a.md": f"{self.long}\n", "pages/a.txt": f"{self.long}\n"}) as root:
            [fault] = markdown_faults(root)
            self.assertTrue(fault.startswith("pages/a.md:1: "), fault)


if __name__ == "__main__":
    unittest.main()
