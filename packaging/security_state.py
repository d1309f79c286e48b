"""Known vulnerabilities of what the program is made of: npm packages, and Debian's libraries that it loads.

python3 packaging/security_state.py npm FOLDER…         asks npm's registry about the lock file of each folder
python3 packaging/security_state.py debian PROGRAM      looks for pending security updates of the program's libraries

Exit status: 0 no vulnerability or update is known, 1 one is known, 3 the check was not possible.
"""

import json
import re
import subprocess
import sys

FOUND, NOT_ASKED = 1, 3
LIBRARY = re.compile(r"=> (?P<path>/\S+) \(")
PENDING = re.compile(r"^Inst (?P<package>\S+) \[(?P<installed>[^\]]+)\] \((?P<update>\S+) (?P<archives>[^)]*)\)", re.MULTILINE)


class NotAsked(Exception):
    """Nobody answered, so nothing is known."""


def npm_findings(report: str) -> list[str]:
    """One line per vulnerable package in the answer of `npm audit --json`."""
    try:
        answer = json.loads(report)
    except ValueError as error:
        raise NotAsked(f"npm audit did not answer with JSON: {report[:200]!r}") from error
    if "vulnerabilities" not in answer:
        raise NotAsked(answer.get("message") or answer.get("error", {}).get("summary") or "npm audit has no answer")
    return [f"{name} {found['range']}: {found['severity']}" for name, found in sorted(answer["vulnerabilities"].items())]


def libraries(listed: str) -> list[str]:
    """The files in the output of ldd that are not part of this build."""
    return sorted({found["path"] for found in LIBRARY.finditer(listed)})


def pending_updates(simulated: str) -> list[str]:
    """One line per security update in the output of `apt-get --simulate install --only-upgrade`."""
    return [f"{found['package']} {found['installed']}: {found['update']} is a security update"
            for found in PENDING.finditer(simulated) if "security" in found["archives"].lower()]


def output_of(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def ask_npm(folder: str) -> list[str]:
    asked = output_of("npm", "audit", "--prefix", folder, "--package-lock-only", "--json")
    return [f"{folder}: {line}" for line in npm_findings(asked.stdout)]


def packages_of(program: str) -> list[str]:
    packages = set()
    for path in libraries(output_of("ldd", program).stdout):
        # Debian lists some files under /usr/lib and some under /lib, which are the same folder.
        for name in (path, path.removeprefix("/usr"), "/usr" + path):
            owner = output_of("dpkg", "--search", name)
            if owner.returncode == 0:
                packages.add(owner.stdout.partition(": ")[0])
                break
    return sorted(packages)


def ask_debian(program: str) -> list[str]:
    packages = packages_of(program)
    if not packages:
        raise NotAsked(f"{program} loads no library of a Debian package")
    simulated = output_of("apt-get", "--simulate", "install", "--only-upgrade", *packages)
    if simulated.returncode != 0:
        raise NotAsked(simulated.stderr.strip() or "apt-get has no answer")
    return pending_updates(simulated.stdout)


def main(arguments: list[str]) -> int:
    asks = {"npm": ask_npm, "debian": ask_debian}
    if len(arguments) < 2 or arguments[0] not in asks:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        findings = [line for subject in arguments[1:] for line in asks[arguments[0]](subject)]
    except NotAsked as reason:
        print(f"not asked: {reason}", file=sys.stderr)
        return NOT_ASKED
    for line in findings:
        print(line)
    return FOUND if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
