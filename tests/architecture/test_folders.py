"""Includes between the folders of src/ have one direction, and the check finds a cycle."""

import tempfile
import unittest
from pathlib import Path

from tests.architecture.folders import FILES_MAX, crowded, cycles

SRC = Path(__file__).resolve().parents[2] / "src"


class TheTree(unittest.TestCase):
    maxDiff = None

    def test_no_folders_include_each_other(self):
        self.assertEqual([], cycles(SRC))

    def test_no_folder_is_crowded(self):
        self.assertEqual([], crowded(SRC))


class TheCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, path: str, *includes: str):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f'#include "{header}"\n' for header in includes))

    def test_one_direction_is_fine(self):
        self.write("a/one.hpp", "b/two.hpp", "b/inner/three.hpp")
        self.write("b/two.hpp", "b/inner/three.hpp")
        self.write("b/inner/three.hpp")
        self.assertEqual([], cycles(self.root))

    def test_two_folders_that_include_each_other_are_named_with_the_files(self):
        self.write("a/one.hpp", "b/two.hpp")
        self.write("b/two.hpp", "a/other.hpp")
        self.write("a/other.hpp")
        [found] = cycles(self.root)
        self.assertEqual("a, b include each other: a/one.hpp includes b/two.hpp; b/two.hpp includes a/other.hpp", found)

    def test_a_cycle_over_three_folders_is_found(self):
        self.write("a/one.hpp", "b/two.hpp")
        self.write("b/two.hpp", "c/three.hpp")
        self.write("c/three.hpp", "a/one.hpp")
        [found] = cycles(self.root)
        self.assertTrue(found.startswith("a, b, c include each other"), found)

    def test_a_folder_and_the_folder_inside_it_are_two(self):
        self.write("a/one.hpp", "a/inner/two.hpp")
        self.write("a/inner/two.hpp", "a/one.hpp")
        self.assertEqual(1, len(cycles(self.root)))

    def test_tests_may_include_anything(self):
        self.write("a/one.hpp", "b/two.hpp")
        self.write("b/two.hpp")
        self.write("b/two_test.cpp", "a/one.hpp")
        self.assertEqual([], cycles(self.root))

    def test_a_crowded_folder_is_named(self):
        for number in range(FILES_MAX + 1):
            self.write(f"a/file_{number}.hpp")
        self.assertEqual([f"a: {FILES_MAX + 1} files, at most {FILES_MAX}"], crowded(self.root))


if __name__ == "__main__":
    unittest.main()
