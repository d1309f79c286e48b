"""Reads the sources of the ledger and finds columns of results that are counted by hand instead of named."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.house import NOT_CODE

# The readers of a cell, with the place of the column among their arguments.
METHOD = re.compile(r"(?:\.|->)(?:Text|String|Integer|Time|IsNull|Identifier<[^;(){}]*>)\(")
FUNCTION = re.compile(r"(?<![\w.>])Read\w*(?:<[\w:]+>)?\((?=\*?rows,)")
# Only names make columns; see ledger/sql/column.hpp.
MADE = re.compile(r"\bColumn(?: \w+)?[({]\s*\d")
NUMBER = re.compile(r"(?:\w+\s*[-+]\s*)?\d+")
MAKER = "sql/column.hpp"


def arguments(code: str, start: int) -> list[str]:
    """The arguments of a call; `start` is behind its opening parenthesis."""
    found, depth, begin = [], 0, start
    for position in range(start, len(code)):
        character = code[position]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            if depth == 0:
                return found + [code[begin:position].strip()]
            depth -= 1
        elif character == "," and depth == 0:
            found.append(code[begin:position].strip())
            begin = position + 1
    return found


def counted(text: str) -> Iterator[tuple[int, str]]:
    """Line and call of every column that is a number."""
    code = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", "_", match[0]), text)
    for pattern, place in ((METHOD, 1), (FUNCTION, 2)):
        for match in pattern.finditer(code):
            given = arguments(code, match.end())
            if len(given) > place and NUMBER.fullmatch(given[place]):
                yield code.count("\n", 0, match.start()) + 1, f"{match[0].lstrip('.->')}{', '.join(given)})"


def faults(ledger: Path) -> list[str]:
    found = []
    for file in sorted([*ledger.rglob("*.cpp"), *ledger.rglob("*.hpp")]):
        path, text = file.relative_to(ledger).as_posix(), file.read_text()
        found += [f"{path}:{line}: {call} counts columns: name the column, such as kSelectBrands[\"name\"]"
                  for line, call in sorted(counted(text))]
        if path != MAKER:
            found += [f"{path}:{text.count(chr(10), 0, match.start()) + 1}: a column is made from a number"
                      for match in MADE.finditer(text)]
    return found
