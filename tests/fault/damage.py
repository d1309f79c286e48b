"""Ways to damage the file of an analytics store while no process has it open."""

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
    """The file is intact, but its write-ahead log is garbage."""
    file.with_name(file.name + ".wal").write_bytes(b"no log")


DAMAGES: tuple[Damage, ...] = (delete, truncate, overwrite, replace, break_log)
