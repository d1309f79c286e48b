"""The clients and their README have the version of the program, which the file VERSION holds."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What repeats the version. Tools and package registries read it there, and people in the README.
PLACES = {
    "clients/README.md": r"fairlead[-_]client(?:-php)?-(\d+\.\d+\.\d+)",
    "clients/node/package.json": r'^    "version": "(.+)",$',
    "clients/node/src/client.ts": r"^const version = '(.+)';$",
    "clients/python/pyproject.toml": r'^version = "(.+)"$',
    "clients/python/fairlead/client.py": r'^VERSION = "(.+)"$',
    "clients/php/src/Client.php": r"^    private const VERSION = '(.+)';$",
    "clients/java/pom.xml": r"^    <version>(.+)</version>$",
    "clients/java/src/main/java/dev/fairlead/Client.java": r'^    private static final String VERSION = "(.+)";$',
}


def version() -> str:
    return (ROOT / "VERSION").read_text().strip()


def files() -> dict[str, str]:
    """The files of PLACES with the version of the program. Each of them must repeat it."""
    found: dict[str, str] = {}
    for place, pattern in PLACES.items():
        text = (ROOT / place).read_text()
        matches = list(re.finditer(pattern, text, re.MULTILINE))
        if not matches:
            raise ValueError(f"{place} does not repeat the version")
        for match in reversed(matches):
            text = text[:match.start(1)] + version() + text[match.end(1):]
        found[place] = text
    return found
