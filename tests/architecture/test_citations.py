"""Code, tests and documents cite only documents and sections that exist."""

import re
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CITING = ("src", "tests", "api", "web/src", "docs", "bench", "fuzz", "packaging", "README.md", "ARCHITECTURE.md",
          "CONTRIBUTING.md", "CHANGELOG.md")
SUFFIXES = (".md", ".hpp", ".cpp", ".py", ".ts", ".tsx", ".yaml", ".sql")

# docs/commission.md §2.3, or [commission.md](commission.md) §2.3 inside docs.
SECTION = re.compile(r"\b(\w+\.md)\)?\s+§(\d+(?:\.\d+)*)")
DOCUMENT = re.compile(r"\bdocs/([\w./-]+\.md)\b")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
HEADING = re.compile(r"^##+ (\d+(?:\.\d+)*)\.? ", re.MULTILINE)


def citing_files() -> list[Path]:
    roots = [REPOSITORY / name for name in CITING]
    paths = [path for root in roots for path in ([root] if root.is_file() else sorted(root.rglob("*")))]
    return [path for path in paths if path.suffix in SUFFIXES and "node_modules" not in path.parts]


def sections(document: Path) -> set[str]:
    return set(HEADING.findall(document.read_text()))


def faults_of(path: Path, text: str) -> list[str]:
    """The cited documents and sections that do not exist."""
    place = path.relative_to(REPOSITORY)
    found = [f"{place} cites docs/{name}" for name in DOCUMENT.findall(text) if not (REPOSITORY / "docs" / name).exists()]
    for name, number in SECTION.findall(text):
        document = REPOSITORY / "docs" / name
        if not document.exists():
            found.append(f"{place} cites {name}, which is not in docs")
        elif number not in sections(document):
            found.append(f"{place} cites docs/{name} §{number}")
    if path.suffix == ".md":
        found += [f"{place} links to {name}" for name in LINK.findall(text) if not (path.parent / name).exists()]
    return found


class Citations(unittest.TestCase):
    def test_citations_exist(self):
        files = citing_files()
        self.assertGreater(len(files), 100)
        self.assertEqual([fault for path in files for fault in faults_of(path, path.read_text())], [])

    def test_the_rules_are_cited(self):
        """Shows that the test above finds citations."""
        cited = {name for path in citing_files() for name, _ in SECTION.findall(path.read_text())}
        self.assertLessEqual({"commission.md", "rules.md"}, cited)

    def test_a_wrong_citation_is_found(self):
        page = REPOSITORY / "docs" / "page.md"
        for text in ("docs/commission.md " + "§9.9", "docs/" + "nothing.md", "[x](nothing.md)", "NOTHING" + ".md §1",
                     "[commission.md](commission.md)\n" + "§2.99"):
            with self.subTest(text):
                self.assertEqual(len(faults_of(page, text)), 1)
        self.assertEqual(faults_of(page, "docs/commission.md §2.3 and [rules.md](rules.md) §1.4"), [])


if __name__ == "__main__":
    unittest.main()
