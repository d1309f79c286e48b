"""Writes the copyright file of the package: our licence, and those of what the program carries or comes with.

Usage: copyright.py REPOSITORY OUTPUT
"""

import json
import re
import sys
from pathlib import Path

LICENCE_FILE = re.compile(r"^(licen[sc]e|copying|ofl)(\.|-|$)", re.IGNORECASE)

# What of third_party goes into the program, and what for; everything else there is only used to build it.
CARRIED = {
    "crawler-user-agents": "patterns within the program",
    "uap-core": "patterns within the program",
    "duckdb": "usr/lib/fairlead/libduckdb.so",
}

HEAD = """\
Fairlead is under the Apache License, version 2.0, whose text is in /usr/share/common-licenses/Apache-2.0 on Debian.

What follows names what else is within the program or comes with it, each with its licence.
"""


def licence_text(folder: Path) -> str:
    texts = [path.read_text(errors="replace") for path in sorted(folder.iterdir())
             if path.is_file() and LICENCE_FILE.match(path.name)]
    return "\n".join(texts).strip() or "The package names its licence and has no text of it."


def section(folder: Path, where: str) -> str:
    package = json.loads((folder / "package.json").read_text())
    licence = package.get("license") or "see below"
    if isinstance(licence, dict):
        licence = licence["type"]
    lines = [f"{package['name']} {package['version']} ({licence}), {where}", ""]
    return "\n".join(lines + ["    " + line.rstrip() for line in licence_text(folder).splitlines()]).rstrip() + "\n"


def page_packages(web: Path) -> list[Path]:
    """What the pages may contain: every package that is not only there to build or to test them."""
    lock = json.loads((web / "package-lock.json").read_text())
    names = [name for name, entry in lock["packages"].items()
             if name and "/@types/" not in name and not entry.get("dev") and not entry.get("optional")]
    return [web / name for name in sorted(names) if (web / name / "package.json").exists()]


def main(repository: Path, output: Path):
    third_party = repository / "third_party/node_modules"
    sections = [section(third_party / name, where) for name, where in CARRIED.items()]
    sections += [section(folder, "pages within the program") for folder in page_packages(repository / "web")]
    output.write_text(HEAD + "\n" + "\n".join(sections))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
