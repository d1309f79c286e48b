"""ARCHITECTURE.md names every folder and the order of the ledger's folders, and only files that exist."""

import re
import tempfile
import unittest
from pathlib import Path

from tests.architecture.includes import INCLUDE, is_test, sources

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCES = REPOSITORY / "src"
# The folders whose own folders the document lists, each in a part that begins with these words.
LISTED = ("domain", "app", "ledger", "http")
CITED = re.compile(r"`([\w/]+\.(?:cpp|hpp|py|html|yaml))`")


def part_about(text: str, folder: str) -> str:
    """From "Inside `src/FOLDER`" up to the next such part or heading."""
    end = r"(?=^Inside `src/|^Direction|^## |\Z)"
    found = re.search(rf"^Inside `src/{folder}`(.*?){end}", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def folders_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_dir() and any(path.rglob("*.[ch]pp"))}


def unnamed(text: str, names: set[str]) -> set[str]:
    return {name for name in names if f"`{name}`" not in text}


def listed_order(part: str) -> list[str]:
    """The folders of a table, from its first column."""
    return [name for row in re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]


def upward(root: Path, order: list[str]) -> list[str]:
    """The includes from a folder of this order to a later one. Tests and contracts may include anything."""
    found = []
    for path in sources(root):
        place = path.relative_to(root)
        if len(place.parts) < 2 or is_test(place) or "contract" in place.parts:
            continue
        for match in INCLUDE.finditer(path.read_text()):
            layer, _, rest = (match["quoted"] or "").partition("/")
            folder = rest.split("/")[0]
            if layer == root.name and "/" in rest and order.index(folder) > order.index(place.parts[0]):
                found.append(f"{place} includes {match['quoted']}")
    return found


def missing_files(text: str, files: list[str]) -> set[str]:
    """The cited files that none of these paths ends with."""
    known = {path[at + 1:] for path in ["/" + path for path in files] for at, one in enumerate(path) if one == "/"}
    return {name for name in CITED.findall(text) if name not in known}


class Document(unittest.TestCase):
    def setUp(self):
        self.text = (REPOSITORY / "ARCHITECTURE.md").read_text()

    def test_every_folder_is_named(self):
        self.assertEqual(unnamed(self.text, {f"src/{name}" for name in folders_in(SOURCES)}), set())
        for folder in LISTED:
            with self.subTest(folder):
                self.assertEqual(unnamed(part_about(self.text, folder), folders_in(SOURCES / folder)), set())

    def test_folders_of_the_ledger_include_only_those_before_them(self):
        self.assertEqual(upward(SOURCES / "ledger", listed_order(part_about(self.text, "ledger"))), [])

    def test_the_cited_files_exist(self):
        files = [path.relative_to(REPOSITORY).as_posix() for top in ("src", "tests", "api", "fuzz")
                 for path in (REPOSITORY / top).rglob("*.*")]
        self.assertEqual(missing_files(self.text, files), set())


class TheCheck(unittest.TestCase):
    text = "Inside `src/app`: `events` (see `app/events/take.cpp`).\n\nInside `src/http`: `pages`.\n"

    def test_a_folder_that_is_not_named_is_found(self):
        self.assertEqual(unnamed(part_about(self.text, "app"), {"events", "pages"}), {"pages"})
        self.assertEqual(unnamed(part_about(self.text, "ledger"), {"sql"}), {"sql"})

    def test_an_include_of_a_later_folder_is_found(self):
        order = listed_order("| Folder | Contents |\n|---|---|\n| `sql` | values |\n| `record`, `index` | `tables` |\n")
        self.assertEqual(order, ["sql", "record", "index"])
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, "ledger")
            for place, header in (("sql/a.cpp", "ledger/record/b.hpp"), ("index/c.cpp", "ledger/sql/a.hpp"),
                                  ("sql/a_test.cpp", "ledger/index/c.hpp"), ("all.cpp", "ledger/index/c.hpp")):
                (root / place).parent.mkdir(parents=True, exist_ok=True)
                (root / place).write_text(f'#include "{header}"\n')
            self.assertEqual(upward(root, order), ["sql/a.cpp includes ledger/record/b.hpp"])

    def test_a_file_that_does_not_exist_is_found(self):
        self.assertEqual(missing_files(self.text, ["src/app/events/take.cpp"]), set())
        self.assertEqual(missing_files(self.text, ["src/app/events/mistake.cpp"]), {"app/events/take.cpp"})


if __name__ == "__main__":
    unittest.main()
