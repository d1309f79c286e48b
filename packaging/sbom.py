#!/usr/bin/env python3
"""Writes the software bill of materials of the release in the CycloneDX format (JSON, version 1.5).

Lists the Debian packages of the libraries in the portable archive and the npm packages whose code or data is in the
program.

Usage: packaging/sbom.py PROGRAM VERSION OUTPUT
"""

import hashlib
import json
import subprocess
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from archive import REPOSITORY, libraries, run


def debian_component(library: Path) -> dict | None:
    """The package that a library comes from; nothing if Debian does not know it."""
    found = subprocess.run(["dpkg-query", "-S", str(library.resolve())], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        found = subprocess.run(["dpkg-query", "-S", "*/" + library.resolve().name], capture_output=True, text=True,
                               check=False)
    if found.returncode != 0:
        return None
    name = found.stdout.split(":")[0]
    version, architecture = run("dpkg-query", "-W", "-f", "${Version} ${Architecture}", name).split()
    return {"type": "library", "name": name, "version": version,
            "purl": f"pkg:deb/debian/{name}@{version}?arch={architecture}"}


def npm_components(lock: Path) -> list[dict]:
    """The packages of a lock file that are not only for development."""
    components = []
    for path, package in json.loads(lock.read_text())["packages"].items():
        if not path or package.get("dev"):
            continue
        name = path.rpartition("node_modules/")[2]
        component = {"type": "library", "name": name, "version": package["version"],
                     "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"}
        if isinstance(package.get("license"), str):
            component["licenses"] = [{"license": {"name": package["license"]}}]
        components.append(component)
    return components


def main() -> None:
    program, version, output = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    components = [component for library in libraries(program) if (component := debian_component(library))]
    for folder in ("third_party", "web"):
        components += npm_components(REPOSITORY / folder / "package-lock.json")
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
