#!/usr/bin/env python3
"""Writes the software bill of materials of the release in the CycloneDX format (JSON, version 1.5).

Lists the Debian packages of the libraries in the portable archive and of the headers that are compiled into the program,
the npm packages whose code or data is in the program, and SQLite, which is compiled from sources in an npm package.

Usage: packaging/sbom.py PROGRAM VERSION OUTPUT
"""

import hashlib
import json
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from archive import REPOSITORY, debian_package, libraries, run
from copyright import CARRIED, DUCKDB, sqlite_version

# Libraries without a file of their own. Their headers show their packages.
COMPILED_IN = ("/usr/include/boost/version.hpp", "/usr/include/CLI/CLI.hpp", "/usr/include/toml++/toml.h")


def debian_component(file: Path) -> dict | None:
    """The package that a file comes from; nothing if Debian does not know it."""
    name = debian_package(file)
    if name is None:
        return None
    version, architecture = run("dpkg-query", "-W", "-f", "${Version} ${Architecture}", name).split()
    return {"type": "library", "name": name, "version": version,
            "purl": f"pkg:deb/debian/{name}@{version}?arch={architecture}"}


def is_in_program(folder: str, name: str, package: dict) -> bool:
    if folder == "third_party":
        return name in CARRIED or name == DUCKDB
    return not package.get("dev") and not package.get("optional") and not name.startswith("@types/")


def npm_components(folder: str) -> list[dict]:
    components = []
    lock = REPOSITORY / folder / "package-lock.json"
    for path, package in json.loads(lock.read_text())["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if not path or not is_in_program(folder, name, package):
            continue
        component = {"type": "library", "name": name, "version": package["version"],
                     "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"}
        if isinstance(package.get("license"), str):
            component["licenses"] = [{"license": {"name": package["license"]}}]
        components.append(component)
    return components


def sqlite_component() -> dict:
    version = sqlite_version(REPOSITORY / "third_party/node_modules")
    return {"type": "library", "name": "sqlite", "version": version, "purl": f"pkg:generic/sqlite@{version}",
            "cpe": f"cpe:2.3:a:sqlite:sqlite:{version}:*:*:*:*:*:*:*", "licenses": [{"license": {"id": "blessing"}}]}


def main() -> None:
    program, version, output = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    files = libraries(program) + [Path(header) for header in COMPILED_IN]
    components = [component for file in files if (component := debian_component(file))]
    components += [sqlite_component(), *npm_components("third_party"), *npm_components("web")]
    unique = {component["purl"]: component | {"bom-ref": component["purl"]} for component in components}
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    output.write_text(json.dumps({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": "fairlead", "name": "fairlead", "version": version,
                          "hashes": [{"alg": "SHA-256", "content": digest}]},
        },
        "components": [unique[purl] for purl in sorted(unique)],
    }, indent=2) + "\n")
    print(output)


if __name__ == "__main__":
    main()
