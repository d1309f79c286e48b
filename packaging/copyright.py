"""Writes the copyright file of the package: our licence and the licences of everything that the package contains.

Usage: copyright.py REPOSITORY OUTPUT
"""

import json
import platform
import re
import sys
from pathlib import Path

LICENCE_FILE = re.compile(r"^(licen[sc]e|copying|ofl)(\.|-|$)", re.IGNORECASE)

# The packages of third_party that are part of the program. All others are only used to build it.
CARRIED = {
    "crawler-user-agents": "patterns within the program",
    "uap-core": "patterns within the program",
    "dinero.js": "list of currencies within the program",
    "@zxcvbn-ts/language-common": "list of common passwords within the program",
}
# The library of DuckDB for this machine.
DUCKDB = "@duckdb/node-bindings-linux-" + {"aarch64": "arm64", "x86_64": "x64"}.get(platform.machine(), "")

SQLITE = """\
SQLite {version} (public domain), within the program

    The authors of SQLite disclaim copyright to its source code. In place of a legal notice, here is a blessing:
    May you do good and not evil. May you find forgiveness for yourself and forgive others. May you share freely,
    never taking more than you give.
"""

HEAD = """\
Fairlead is under the Apache License, version 2.0, whose text is in /usr/share/common-licenses/Apache-2.0 on Debian.

The following components are part of the program or of this package. Each is listed with its licence.
"""


def licence_text(folder: Path) -> str:
    texts = [path.read_text(errors="replace") for path in sorted(folder.iterdir())
             if path.is_file() and LICENCE_FILE.match(path.name)]
    return "\n".join(texts).strip() or "The package names its licence but does not contain its text."


def section(folder: Path, where: str) -> str:
    package = json.loads((folder / "package.json").read_text())
    licence = package.get("license") or "see below"
    if isinstance(licence, dict):
        licence = licence["type"]
    lines = [f"{package['name']} {package['version']} ({licence}), {where}", ""]
    return "\n".join(lines + ["    " + line.rstrip() for line in licence_text(folder).splitlines()]).rstrip() + "\n"


def sqlite_version(third_party: Path) -> str:
    """The version of the sources that are compiled into the program."""
    header = (third_party / "better-sqlite3/deps/sqlite3/sqlite3.h").read_text()
    return re.search(r'^#define SQLITE_VERSION\s+"([0-9.]+)"', header, re.MULTILINE)[1]


def page_packages(web: Path) -> list[Path]:
    """The packages that the pages may contain: all except those that are only used to build or test them."""
    lock = json.loads((web / "package-lock.json").read_text())
    names = [name for name, entry in lock["packages"].items()
             if name and "/@types/" not in name and not entry.get("dev") and not entry.get("optional")]
    return [web / name for name in sorted(names) if (web / name / "package.json").exists()]


def main(repository: Path, output: Path):
    third_party = repository / "third_party/node_modules"
    carried = CARRIED | {DUCKDB: "usr/lib/fairlead/libduckdb.so"}
    sections = [section(third_party / name, where) for name, where in carried.items()]
    sections.append(SQLITE.format(version=sqlite_version(third_party)))
    sections += [section(folder, "pages within the program") for folder in page_packages(repository / "web")]
    output.write_text(HEAD + "\n" + "\n".join(sections))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
