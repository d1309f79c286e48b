"""Finds sources under src/ that break the rules of this project for files, functions and names."""

import re
from pathlib import Path

from tests.architecture.includes import sources

FILE_LINES_MAX = 450
FUNCTION_LINES_MAX = 70

KINDS_NOT_SUBJECTS = re.compile(r"(^|_)(utils?|helpers?|managers?|impl)(_|$)", re.IGNORECASE)
PROMISES = re.compile(r"\b(TODO|FIXME|XXX)\b")
TEST = re.compile(r"^\s*((TYPED_)?TEST(_F|_P)?|RC_GTEST_(FIXTURE_)?PROP)\s*\(", re.MULTILINE)

# Comments and literals, which are not code. Raw strings come first, because they may contain all the others.
NOT_CODE = re.compile(r'R"(?P<mark>[^(\s]{0,16})\(.*?\)(?P=mark)"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'
                      r"(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'", re.DOTALL)
# Preprocessor lines, access labels and alignment are not part of a function's header.
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|\b(?:public|private|protected)\s*:|\balignas\s*\([^)]*\)",
                       re.MULTILINE)
SCOPE = re.compile(r"\s*(template\s*<[^{]*>\s*)?(inline\s+)?(namespace|class|struct|union|enum)\b[^(]*$|\s*extern\s*$")


def faults(root: Path) -> list[str]:
    """Every broken rule under `root`, which has the structure of src/."""
    found = []
    for path in sorted(root.rglob("*")):
        place = path.relative_to(root)
        if KINDS_NOT_SUBJECTS.search(path.stem):
            found.append(f"{place}: the name describes a kind of thing, not a subject")
    for path in sources(root):
        place, text = path.relative_to(root), path.read_text()
        found += [f"{place}{fault}" for fault in _faults_of_file(path, text)]
    return found


def _faults_of_file(path: Path, text: str) -> list[str]:
    found = []
    if text.count("\n") > FILE_LINES_MAX:
        found.append(f": the file has {text.count(chr(10))} lines, the limit is {FILE_LINES_MAX}")
    if path.suffix in (".hpp", ".h") and not re.search(r"^#pragma once$", text, re.MULTILINE):
        found.append(": #pragma once is missing")
    if path.stem.endswith("_test") and path.suffix == ".cpp" and not TEST.search(text):
        found.append(": the test file contains no test")
    for match in PROMISES.finditer(text):
        found.append(f":{_line(text, match.start())}: {match[0]}")
    for line, lines in long_functions(text):
        found.append(f":{line}: the function has {lines} lines, the limit is {FUNCTION_LINES_MAX}")
    return found


def long_functions(text: str) -> list[tuple[int, int]]:
    """The first line and the length of every function over the limit. Functions are found by their braces."""
    code = DIRECTIVE.sub(_blank, NOT_CODE.sub(_blank, text))
    found, open_braces, header_start = [], [], 0
    for position, character in enumerate(code):
        if character == "{":
            header = code[header_start:position]
            open_braces.append((_kind(header, open_braces), header_start + len(header) - len(header.lstrip())))
            header_start = position + 1
        elif character == "}" and open_braces:
            kind, start = open_braces.pop()
            lines = _line(code, position) - _line(code, start) + 1
            # A brace in the member list of a constructor belongs to the header of the body.
            in_header = kind == "function" and code[position + 1:].lstrip()[:1] in (",", "{")
            if kind == "function" and not in_header and lines > FUNCTION_LINES_MAX:
                found.append((_line(code, start), lines))
            header_start = start if in_header else position + 1
        elif character == ";":
            header_start = position + 1
    return found


def _blank(match: re.Match) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _kind(header: str, open_braces: list[tuple[str, int]]) -> str:
    if any(kind != "scope" for kind, _ in open_braces):
        return "block"
    if SCOPE.match(header):
        return "scope"
    # A header that ends with one of these characters starts a list of values.
    return "function" if "(" in header and header.rstrip()[-1] not in "(,=[" else "block"


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
