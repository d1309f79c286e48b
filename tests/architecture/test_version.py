"""Documents and files for containers name the version of the program, which the file VERSION holds."""

import re
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
VERSION = (REPOSITORY / "VERSION").read_text().strip()
# An archive, a package or an image: fairlead-1.2.3-linux-x86_64.tar.zst, fairlead_1.2.3-1+deb12_amd64.deb, fairlead:1.2.3.
NAMED = re.compile(r"\bfairlead[-_:](\d+\.\d+\.\d+)")


def texts() -> dict[str, str]:
    paths = [REPOSITORY / "README.md", *(REPOSITORY / "docs").rglob("*.md"), *(REPOSITORY / "packaging").rglob("*.yaml")]
    return {str(path.relative_to(REPOSITORY)): path.read_text() for path in sorted(paths)}


def other_versions(text: str) -> list[str]:
    return [version for version in NAMED.findall(text) if version != VERSION]


class Version(unittest.TestCase):
    def test_no_other_version_is_named(self):
        self.assertEqual({name: other_versions(text) for name, text in texts().items() if other_versions(text)}, {})

    def test_the_instructions_are_read(self):
        """Shows that the test above finds versions."""
        naming = {name for name, text in texts().items() if NAMED.search(text)}
        self.assertLessEqual({"docs/install.md", "docs/operations.md", "packaging/container/compose.yaml",
                              "packaging/container/compose.cluster.yaml"}, naming)

    def test_another_version_is_found(self):
        for name in ("fairlead-%s-linux-x86_64.tar.zst", "./fairlead_%s-1+deb12_amd64.deb", "image: fairlead:%s"):
            with self.subTest(name):
                self.assertEqual(other_versions(name % "0.0.1"), ["0.0.1"])
                self.assertEqual(other_versions(name % VERSION), [])


if __name__ == "__main__":
    unittest.main()
