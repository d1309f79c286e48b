"""Finds names in unnamed namespaces that a unity build would declare twice in one translation unit.

A unity build compiles several sources of a library as one batch, and adding or moving a file changes the batches. So
such a name must be unique in its library, not only in its batch. The check reads the format of clang-format:
declarations in a namespace start in the first column.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

OPENING = re.compile(r"namespace (?:([\w:]+) )?\{")
CLOSING = "}  // namespace"
NOT_A_DECLARATION = re.compile(r"[\s}#/]|namespace |template|static_assert|using (?:namespace )?[\w:]+;|(?:TYPED_)?TEST|RC_GTEST|INSTANTIATE")
DECLARATION = re.compile(r"(?:class|struct|enum class|enum|union|using) (\w+)|.*?\b(\w+) *[({=;\[]")


def program_of(path: str) -> str:
    """The library or test program that the source belongs to."""
    folders = path.split("/")
    if "contract" in folders:
        return f"the contract tests of {folders[0]}"
    return "the unit tests" if path.endswith("_test.cpp") else folders[0]


def local_names(text: str) -> Iterator[tuple[str, str, int]]:
    """The namespace, name and line of each declaration in an unnamed namespace."""
    namespaces: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if opening := OPENING.match(line):
            namespaces.append(opening.group(1) or "")
        elif line.startswith(CLOSING) and namespaces:
            namespaces.pop()
        elif line and "" in namespaces and not NOT_A_DECLARATION.match(line):
            if declaration := DECLARATION.match(line):
                yield "::".join(namespaces), declaration.group(1) or declaration.group(2), number


def faults(src: Path) -> list[str]:
    places: dict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for file in sorted(src.rglob("*.cpp")):
        path = file.relative_to(src).as_posix()
        for namespace, name, line in local_names(file.read_text()):
            places[program_of(path), namespace, name].setdefault(path, line)
    return [f"{name} is declared in the unnamed namespaces of {' and '.join(f'{path}:{line}' for path, line in found.items())}: "
            f"give each a different name" for (_, _, name), found in places.items() if len(found) > 1]
