#!/usr/bin/env python3
"""Packs the client libraries as they are published: for npm, PyPI, Composer and Maven. Uses no network.

Works on copies, so that nothing is written into clients/. The same sources give the same PHP and Java packages.

Usage: packaging/client_packages.py FOLDER [node|python|php|java ...]
Writes the packages into FOLDER and prints their paths. Needs the npm packages of web/ (for node), setuptools and wheel
(for python), and a JDK (for java).
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
CLIENTS = REPOSITORY / "clients"
NOT_PUBLISHED = shutil.ignore_patterns("tests", "test", "node_modules", "dist", "build", "__pycache__", "*.egg-info")
# Debian's Python has Debian's setuptools. Another one that comes first in the path may have none.
PYTHON = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
# The earliest time that a zip file can have.
NO_TIME = (1980, 1, 1, 0, 0, 0)


def run(*command: object, folder: Path) -> str:
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"client_packages: {' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def version() -> str:
    """The clients have the version of the program."""
    return (CLIENTS.parent / "VERSION").read_text().strip()


def copy_of(name: str, place: Path) -> Path:
    copy = place / name
    shutil.copytree(CLIENTS / name, copy, ignore=NOT_PUBLISHED)
    shutil.copy(REPOSITORY / "LICENSE", copy)
    return copy


def write_zip(archive: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            written.writestr(entry, content)
    return archive


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def pack_node(copy: Path, output: Path) -> list[Path]:
    """npm compiles before it packs. The compiler and the types of Node are those of web/."""
    os.symlink(REPOSITORY / "web/node_modules", copy / "node_modules")
    printed = run("npm", "pack", "--json", "--offline", "--pack-destination", output, folder=copy)
    # The script that compiles may print lines before the list.
    [packed] = json.loads(printed[re.search(r"^\[", printed, re.MULTILINE).start():])
    return [output / packed["filename"]]


def pack_python(copy: Path, output: Path) -> list[Path]:
    """Calls the build backend, as `python3 -m build` does, but without an environment of its own."""
    # The backend changes sys.argv.
    build = ("import sys, setuptools.build_meta as backend; folder = sys.argv[1]\n"
             "print(backend.build_sdist(folder), backend.build_wheel(folder), sep='\\n')")
    printed = run(PYTHON, "-c", build, output, folder=copy).splitlines()
    return [output / name for name in printed[-2:]]


def pack_php(copy: Path, output: Path) -> list[Path]:
    """An archive for a repository of the type `artifact`, which needs a version. Packagist takes it from the tag."""
    described = json.loads((copy / "composer.json").read_text())
    files = files_below(copy)
    files["composer.json"] = json.dumps(described | {"version": version()}, indent=4).encode() + b"\n"
    return [write_zip(output / f"fairlead-client-php-{version()}.zip", files)]


def pack_java(copy: Path, output: Path) -> list[Path]:
    sources = copy / "src/main/java"
    classes = copy / "classes"
    run("javac", "--release", "17", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", classes,
        *sorted(sources.rglob("*.java")), folder=copy)
    # Maven's central repository requires a package of the documentation.
    pages = copy / "pages"
    run("javadoc", "-quiet", "-Xdoclint:none", "-notimestamp", "-encoding", "UTF-8", "-d", pages,
        *sorted(sources.rglob("*.java")), folder=copy)
    pom = (copy / "pom.xml").read_bytes()
    group, artifact = "dev.fairlead", "fairlead-client"
    manifest = f"Manifest-Version: 1.0\r\nAutomatic-Module-Name: {group}\r\nImplementation-Version: {version()}\r\n\r\n"
    about = {"META-INF/MANIFEST.MF": manifest.encode(), "META-INF/LICENSE": (copy / "LICENSE").read_bytes()}
    maven = {f"META-INF/maven/{group}/{artifact}/pom.xml": pom,
             f"META-INF/maven/{group}/{artifact}/pom.properties":
                 f"groupId={group}\nartifactId={artifact}\nversion={version()}\n".encode()}
    described = output / f"{artifact}-{version()}.pom"
    described.write_bytes(pom)
    return [write_zip(output / f"{artifact}-{version()}.jar", about | maven | files_below(classes)),
            write_zip(output / f"{artifact}-{version()}-sources.jar", about | files_below(sources)),
            write_zip(output / f"{artifact}-{version()}-javadoc.jar", about | files_below(pages)), described]


PACKERS = {"node": pack_node, "python": pack_python, "php": pack_php, "java": pack_java}


def main() -> None:
    output = Path(sys.argv[1]).resolve()
    output.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or PACKERS:
        if name not in PACKERS:
            sys.exit(f"client_packages: {name} is not known. Use one of {', '.join(PACKERS)}")
        with tempfile.TemporaryDirectory(prefix="fairlead-clients-") as place:
            for packed in PACKERS[name](copy_of(name, Path(place)), output):
                print(packed)


if __name__ == "__main__":
    main()
