#!/usr/bin/env python3
"""Makes the portable archive: the program and every library that it needs except glibc, with relative paths.

The program runs on any Linux with glibc 2.36 or later if the archive is built on Debian 12. If it needs a newer glibc,
this script says so. The archive also has the documentation, the licences of everything in it, the manual page,
completions for shells and examples.

Usage: packaging/archive.py PROGRAM VERSION FOLDER
Writes FOLDER/fairlead-VERSION-linux-ARCH.tar.zst and prints its path.
"""

import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent

# These are parts of glibc. They must be those of the machine that runs the program.
GLIBC = re.compile(r"^(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|mvec))\.so")
GLIBC_PROMISED = [2, 36]
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "bench/README.md", "bench/RESULTS.md",
             "clients/README.md")
EXAMPLES = ("packaging/fairlead.service", "packaging/fairlead.toml", "packaging/nginx", "packaging/prometheus",
            "packaging/grafana")


def run(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def libraries(program: Path) -> list[Path]:
    """All libraries that the program loads, directly or not, except those of glibc."""
    found = []
    for line in run("ldd", program).splitlines():
        name, _, rest = line.strip().partition(" => ")
        if GLIBC.match(Path(name).name.split(" ")[0]):
            continue
        if not rest or "not found" in rest:
            sys.exit(f"archive: cannot find the library {line.strip()}")
        found.append(Path(rest.split(" (")[0]))
    return found


def debian_package(path: Path) -> str | None:
    """The package that a file comes from; nothing if Debian does not know it."""
    path = path.resolve()
    # Debian 12 knows some files by their names from before /lib became /usr/lib.
    for known in (str(path), "*/" + path.name):
        found = subprocess.run(["dpkg-query", "-S", known], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    return None


def glibc_needed(files: list[Path]) -> str:
    """The newest version of glibc that one of the files asks for."""
    versions = {match for file in files for match in re.findall(r"\bGLIBC_([0-9.]+)\b", run("objdump", "-T", file))}
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


def place_binaries(program: Path, top: Path) -> None:
    (top / "lib").mkdir(parents=True)
    for library in libraries(program):
        # The name under which the program asks for it, not the name of the file behind the link.
        target = top / "lib" / library.name
        shutil.copyfile(library.resolve(), target)
        run("strip", "--strip-unneeded", target)
        run("patchelf", "--set-rpath", "$ORIGIN", target)
        target.chmod(0o644)
    target = top / "fairlead"
    shutil.copyfile(program, target)
    run("strip", target)
    run("patchelf", "--set-rpath", "$ORIGIN/lib", target)
    target.chmod(0o755)
    needed = glibc_needed([target, *(top / "lib").iterdir()])
    if [int(part) for part in needed.split(".")] > GLIBC_PROMISED:
        print(f"archive: this archive needs glibc {needed}. Build it on Debian 12 for older systems.", file=sys.stderr)


def place_licences(program: Path, top: Path) -> None:
    """The licences of the libraries from Debian. COPYRIGHT has those of the other parts."""
    (top / "licences").mkdir()
    for package in sorted({name for library in libraries(program) if (name := debian_package(library))}):
        shutil.copyfile(Path("/usr/share/doc") / package / "copyright", top / "licences" / package)


def place_texts(top: Path) -> None:
    for name in DOCUMENTS:
        (top / name).parent.mkdir(exist_ok=True)
        shutil.copy(REPOSITORY / name, top / name)
    shutil.copytree(REPOSITORY / "docs", top / "docs")
    (top / "examples").mkdir()
    for name in EXAMPLES:
        source = REPOSITORY / name
        if source.is_dir():
            shutil.copytree(source, top / "examples" / source.name, ignore=shutil.ignore_patterns("*_test.yml"))
        else:
            shutil.copy(source, top / "examples")
    run(sys.executable, REPOSITORY / "packaging/copyright.py", REPOSITORY, top / "COPYRIGHT")
    (top / "share").mkdir()
    (top / "share/fairlead.1").write_text(run(top / "fairlead", "manual"))
    for shell in ("bash", "zsh", "fish"):
        (top / f"share/completion.{shell}").write_text(run(top / "fairlead", "completion", shell))


def main() -> None:
    program, version, folder = Path(sys.argv[1]).resolve(), sys.argv[2], Path(sys.argv[3]).resolve()
    name = f"fairlead-{version}-linux-{platform.machine()}"
    folder.mkdir(parents=True, exist_ok=True)
    top = folder / name
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir()
    place_binaries(program, top)
    place_licences(program, top)
    place_texts(top)
    archive = folder / f"{name}.tar.zst"
    # Same owner and order everywhere, so that the same files give the same archive.
    run("tar", "--directory", folder, "--sort=name", "--owner=0", "--group=0", "--numeric-owner",
        "--use-compress-program=zstd -19 -T0", "-cf", archive, name)
    shutil.rmtree(top)
    print(archive)


if __name__ == "__main__":
    main()
