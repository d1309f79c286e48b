"""Finds words that the project no longer uses, and lines of Markdown that are too long."""

import os
import re
from pathlib import Path, PurePosixPath

MARKDOWN_COLUMNS_MAX = 120

# Each word or phrase, as a regular expression, and what to write instead. Only words without a legitimate use are
# here: the list cannot judge sentences. docs/glossary.md has the words of the business.
INSTEAD = {
    "anew": "again; rebuild",
    "told of": "reported; notified of",
    "tells? of": "reports; describes",
    "(?:is|are|was|be|stays?|remains?) content": "passes; finds no difference",
    "mend(?:s|ed|ing)?": "fix",
    "lies? in|lay in": "is in; is stored in",
    "stands in(?! for)": "is in; is listed in",
    "stands? beside": "is beside; is compared with",
    "(?:is|was|are|were|be) away(?! from)": "cannot be reached",
    "the one before": "the previous one",
    "hears? of|heard of": "learns of; receives",
    "(?:sees|seen) to(?! be)": "handles; is done",
    "bears?": "has; contains",
    "hangs? together": "works together; is connected",
    "in vain": "without effect",
    "dearer": "more expensive; slower",
    "lately": "recently",
    "meanwhile": "at the same time; in the meantime; during this",
    "(?:no|some|any)body's": "no user's; another affiliate's (name the owner)",
    "(?:com(?:e|es|ing)|came) into being": "is created",
    "put(?:s|ting)? right": "fix; correct",
    "whom(?:so)?ever|whosoever": "the person that; any user that",
    "thereby|thereof|therein|therewith|thereupon|thence|hereby|hitherto|henceforth": "so; of it; in it; then",
    "whereby|wherein|whereupon|whence": "by which; in which; where",
    "whilst|amongst|betwixt": "while; among; between",
    "albeit|lest|nought|aught": "although; so that … not; nothing",
    "for want of": "because … is missing",
    "deeds?": "command; action",
    "keepsakes?": "state",
}

# Texts that cannot be changed: licences, released migrations, what a benchmark printed, and this check itself.
FIXED = ("LICENSE", "third_party/duckdb/LICENSE", "bench/RESULTS.md", "tests/architecture/plain_words.py",
         "tests/architecture/test_plain_words.py",
         *(f"src/ledger/migrations/000{number}_*/*.sql" for number in range(1, 10)))

# Programs without a suffix are texts, too.
SUFFIXES = ("", ".md", ".hpp", ".cpp", ".py", ".ts", ".tsx", ".css", ".html", ".js", ".mjs", ".lua", ".sql", ".yaml",
            ".yml", ".cmake", ".txt", ".toml", ".sh", ".service", ".conf",
            ".php", ".java")
DATA = ("fuzz/corpus", "tests/integration/first_release", "tests/integration/ninth_schema")
# Folders that builds, installations and tools create.
NOT_OURS = {".git", ".cache", ".idea", ".vscode", "__pycache__", "build", "node_modules", "shots", "test-results"}

# A phrase may continue on the next line, behind the mark of a comment.
GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*(?:(?://+|#|\*|--|>)[ \t]*)?)"
AVOIDED = [(re.compile(f"(?:{phrase.replace(' ', GAP)})" + r"(?![\w-])"), instead)
           for phrase, instead in INSTEAD.items()]
WORD_BEFORE = re.compile(r"[\w-]")
FENCE = re.compile(r"^\s*(```|~~~)")


def texts(root: Path) -> list[PurePosixPath]:
    """The files of the repository that people write and read, relative to its root."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in NOT_OURS]
        found += [PurePosixPath(folder, name).relative_to(PurePosixPath(root)) for name in names]
    return sorted(path for path in found if is_text(path))


def is_text(path: PurePosixPath) -> bool:
    return (path.suffix in SUFFIXES and not any(PurePosixPath("/", path).match("/" + fixed) for fixed in FIXED)
            and not any(path.is_relative_to(folder) for folder in DATA))


def avoided_words(text: str) -> list[str]:
    """Every word to avoid in the text, with its line and what to write instead."""
    found, lower = [], text.lower()
    for pattern, instead in AVOIDED:
        for match in pattern.finditer(lower):
            # A look-behind in the pattern would make the search of all texts several times slower.
            if match.start() and WORD_BEFORE.match(lower, match.start() - 1):
                continue
            words = re.sub(GAP, " ", match[0])
            found.append((lower.count("\n", 0, match.start()) + 1, f"“{words}”: write {instead}"))
    return [f"{line}: {fault}" for line, fault in sorted(found)]


def long_lines(text: str) -> list[str]:
    """Lines of Markdown over the limit, outside tables and fenced code. A line without a space cannot be broken."""
    found, fenced = [], False
    for number, line in enumerate(text.split("\n"), start=1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.lstrip().startswith("|") and len(line) > MARKDOWN_COLUMNS_MAX:
            if " " in line.strip():
                found.append(f"{number}: {len(line)} characters, at most {MARKDOWN_COLUMNS_MAX}")
    return found


def word_faults(root: Path) -> list[str]:
    return [f"{path}:{fault}" for path in texts(root) for fault in avoided_words((root / path).read_text())]


def markdown_faults(root: Path) -> list[str]:
    return [f"{path}:{fault}" for path in texts(root) if path.suffix == ".md"
            for fault in long_lines((root / path).read_text())]
