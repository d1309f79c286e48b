"""Finds the fairlead program and runs its commands."""

import json
import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# Generous, because sanitizer builds on a shared machine are slow. A healthy run takes much less time.
COMMAND_SECONDS_MAX = 600

# A library that makes hashes of passwords cheap (quick_passwords.cpp). Without it they have their true cost.
_quick_passwords = os.environ.get("FAIRLEAD_QUICK_PASSWORDS", "")


@contextmanager
def true_passwords():
    """Programs that are started inside hash passwords at their true cost, for tests that act while one is hashed."""
    global _quick_passwords
    before, _quick_passwords = _quick_passwords, ""
    try:
        yield
    finally:
        _quick_passwords = before


def binary() -> str:
    named = os.environ.get("FAIRLEAD_BIN")
    path = (REPOSITORY / named) if named else REPOSITORY / "build/release/fairlead"
    if not path.exists():
        raise FileNotFoundError(f"There is no program at {path}. Build it, or set FAIRLEAD_BIN to its path.")
    return str(path)


def is_sanitized() -> bool:
    """Whether the program has a sanitizer, which keeps freed memory, so that the resident memory says nothing."""
    return Path(binary()).parent.name in ("asan", "tsan")


def environment(**extra: str) -> dict[str, str]:
    """The environment of the program, without the FAIRLEAD_* variables of the suite, which are unknown settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FAIRLEAD_")}
    loaded = [library for library in (inherited.get("LD_PRELOAD"), _quick_passwords) if library]
    return inherited | ({"LD_PRELOAD": " ".join(loaded)} if loaded else {}) | extra


def flags(settings: dict[str, object]) -> list[str]:
    """Settings as command-line flags: request_timeout_ms=5 becomes --request-timeout-ms 5."""
    words = []
    for name, value in settings.items():
        words += ["--" + name.replace("_", "-"), str(value)]
    return words


def run(*arguments: object, env: dict[str, str] | None = None, typed: str = "") -> subprocess.CompletedProcess:
    """Runs a command. `typed` is its standard input."""
    return subprocess.run(
        [binary(), *map(str, arguments)],
        env=environment(**(env or {})),
        input=typed,
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS_MAX,
        check=False,
    )


def run_json(*arguments: object) -> dict:
    """Runs a command that must succeed, and returns the JSON that it prints."""
    done = run(*arguments, "--json")
    if done.returncode != 0:
        raise RuntimeError(f"fairlead {' '.join(map(str, arguments))} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)
