"""The built program has the protections against memory errors that cmake/hardening.cmake asks for."""

import re
import subprocess
import unittest

from tests.support import program


def readelf(*flags: str) -> str:
    return subprocess.run(["readelf", "--wide", *flags, program.binary()], check=True, capture_output=True,
                          text=True).stdout


class Hardening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.header = readelf("--file-header")
        cls.segments = readelf("--program-headers")
        cls.dynamic = readelf("--dynamic")
        # The functions that the program takes from shared libraries.
        cls.imported = set(re.findall(r" UND (\w+)", readelf("--dyn-syms")))

    def segment(self, kind: str) -> str:
        [line] = [line for line in self.segments.splitlines() if line.strip().startswith(kind)]
        return line

    def test_the_machine_is_one_that_the_test_knows(self):
        self.assertRegex(self.header, r"Machine:\s+(AArch64|Advanced Micro Devices X86-64)")

    def test_the_program_is_loaded_at_a_random_address(self):
        self.assertRegex(self.header, r"Type:\s+DYN")
        self.assertRegex(self.dynamic, r"\(FLAGS_1\).*\bPIE\b")
        self.assertNotIn("TEXTREL", self.dynamic)

    def test_addresses_of_symbols_are_found_at_the_start_and_then_read_only(self):
        self.assertTrue(self.segment("GNU_RELRO"))
        self.assertRegex(self.dynamic, r"\(FLAGS\).*\bBIND_NOW\b|\(FLAGS_1\).*\bNOW\b|\(BIND_NOW\)")

    def test_the_stack_holds_no_code(self):
        self.assertNotIn("E", self.segment("GNU_STACK").split()[6])

    def test_the_stack_is_protected(self):
        self.assertIn("__stack_chk_fail", self.imported)

    def test_the_standard_library_checks_indices(self):
        # libstdc++ calls this when an assertion of its containers fails.
        self.assertTrue(any("__glibcxx_assert_fail" in name for name in self.imported))

    def test_the_c_library_checks_buffers(self):
        checked = [name for name in self.imported if re.fullmatch(r"__\w+_chk", name) and name != "__stack_chk_fail"]
        # Sanitizers check more, and replace these functions.
        sanitizer = [name for name in self.imported if re.match(r"__[at]san_init", name)]
        self.assertTrue(checked or sanitizer)


if __name__ == "__main__":
    unittest.main()
