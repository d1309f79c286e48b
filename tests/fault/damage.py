"""What can happen to the file of an analytics store while nobody has it open."""

import random
from pathlib import Path
from typing import Callable

Damage = Callable[[Path, random.Random], None]


def delete(file: Path, _: random.Random):
    file.unlink()


def truncate(file: Path, chance: random.Random):
    with open(file, "r+b") as opened:
        opened.truncate(chance.randrange(file.stat().st_size))


def overwrite(file: Path, chance: random.Random):
    with open(file, "r+b") as opened:
        opened.seek(chance.randrange(file.stat().st_size))
        opened.write(chance.randbytes(100_000))


def replace(file: Path, chance: random.Random):
    file.write_bytes(chance.randbytes(50_000))


def break_log(file: Path, _: random.Random):
    """The file is whole, but what was written last stands in a log that is none."""
    file.with_name(file.name + ".wal").write_bytes(b"no log")


DAMAGES: tuple[Damage, ...] = (delete, truncate, overwrite, replace, break_log)
