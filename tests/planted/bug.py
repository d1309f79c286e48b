"""A fault that is planted on purpose: what it changes, why it would matter, and which test must fail because of it."""

from dataclasses import dataclass
from pathlib import Path


class DoesNotApply(Exception):
    """The sources no longer say what a bug wants to change."""


@dataclass(frozen=True)
class Edit:
    """One place: the text must stand there exactly once."""

    old: str
    new: str


@dataclass(frozen=True)
class Check:
    """Some tests of the suite: of a test program by a filter of GoogleTest's, of a Python module by a part of their names,
    or a comparison that is a program itself, by its arguments."""

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
    """`name` says what is wrong with the service that has it."""

    name: str
    why: str
    file: str
    edits: tuple[Edit, ...]
    caught_by: Check

    def patched(self, text: str) -> str:
        for edit in self.edits:
            count = text.count(edit.old)
            if count != 1:
                raise DoesNotApply(f"{self.name}: {self.file} has this {count} times, not once:\n{edit.old}")
            if edit.old == edit.new:
                raise DoesNotApply(f"{self.name}: an edit changes nothing")
            text = text.replace(edit.old, edit.new)
        return text

    def apply(self, root: Path):
        file = root / self.file
        if not file.exists():
            raise DoesNotApply(f"{self.name}: there is no {self.file}")
        file.write_text(self.patched(file.read_text()))
