"""A bug that is planted on purpose: the change, why it matters, and the test that must fail because of it."""

from dataclasses import dataclass
from pathlib import Path


class DoesNotApply(Exception):
    """The source no longer contains the text that a bug replaces."""


@dataclass(frozen=True)
class Edit:
    """One replacement. The old text must occur exactly once."""

    old: str
    new: str


@dataclass(frozen=True)
class Check:
    """The tests that catch a bug: a GoogleTest filter for a test program, a part of their names for a Python module, or
    the arguments of a comparison program."""

    suite: str
    tests: str = ""

    @property
    def is_comparison(self) -> bool:
        return self.suite.endswith(".run")

    @property
    def is_python(self) -> bool:
        return self.suite.startswith("tests.")

    def __str__(self) -> str:
        return f"{self.suite} {self.tests}".strip()


@dataclass(frozen=True)
class Bug:
    """`name` says what is wrong with a service that has the bug."""

    name: str
    why: str
    file: str
    edits: tuple[Edit, ...]
    caught_by: Check

    def patched(self, text: str) -> str:
        for edit in self.edits:
            count = text.count(edit.old)
            if count != 1:
                raise DoesNotApply(f"{self.name}: {self.file} contains this {count} times instead of once:\n{edit.old}")
            if edit.old == edit.new:
                raise DoesNotApply(f"{self.name}: an edit changes nothing")
            text = text.replace(edit.old, edit.new)
        return text

    def apply(self, root: Path):
        file = root / self.file
        if not file.exists():
            raise DoesNotApply(f"{self.name}: there is no {self.file}")
        file.write_text(self.patched(file.read_text()))
