"""What is published beside the program: files for containers, and the bill of materials."""

import importlib.util
import json
import platform
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

from tests.support import program

PACKAGING = program.REPOSITORY / "packaging"
VERSION = (program.REPOSITORY / "VERSION").read_text().strip()


class Containers(unittest.TestCase):
    def services(self, name: str) -> dict:
        return yaml.safe_load((PACKAGING / "container" / name).read_text())["services"]

    def test_compose_files_use_this_version_and_lock_the_container_down(self):
        nodes = [self.services("compose.yaml")["fairlead"]]
        cluster = self.services("compose.cluster.yaml")
        nodes += [cluster["node1"], cluster["node2"]]
        for node in nodes:
            self.assertEqual(node["image"], f"fairlead:{VERSION}")
            self.assertTrue(node["read_only"])
            self.assertEqual(node["cap_drop"], ["ALL"])

    def test_the_settings_of_the_nodes_exist(self):
        known = program.run("serve", "--help").stdout
        for name in self.services("compose.cluster.yaml")["node1"]["environment"]:
            self.assertIn("--" + name.removeprefix("FAIRLEAD_").lower().replace("_", "-"), known)


class Archive(unittest.TestCase):
    def setUp(self):
        found = importlib.util.spec_from_file_location("archive", PACKAGING / "archive.py")
        self.archive = importlib.util.module_from_spec(found)
        found.loader.exec_module(self.archive)

    def test_every_library_but_duckdb_is_of_debian_and_has_a_licence(self):
        others = []
        for library in self.archive.libraries(Path(program.binary())):
            package = self.archive.debian_package(library)
            if package is None:
                others.append(library.name)
            else:
                self.assertTrue(Path("/usr/share/doc", package, "copyright").exists(), package)
        self.assertEqual(others, ["libduckdb.so"])

    def test_the_needed_glibc_is_that_of_this_machine_or_older(self):
        needed = self.archive.glibc_needed([Path(program.binary())])
        self.assertLessEqual([int(part) for part in needed.split(".")],
                             [int(part) for part in platform.libc_ver()[1].split(".")])


class BillOfMaterials(unittest.TestCase):
    def test_it_lists_the_libraries_of_debian_and_of_npm(self):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "bom.json"
            subprocess.run([sys.executable, PACKAGING / "sbom.py", program.binary(), VERSION, output], check=True,
                           capture_output=True)
            bill = json.loads(output.read_text())
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.5"))
        names = {component["name"] for component in bill["components"]}
        self.assertLessEqual({"libpq5", "libcli11-dev", "libtomlplusplus-dev", "react", "sqlite", "uap-core"}, names)
        self.assertTrue(any(name.startswith("libboost") and name.endswith("-dev") for name in names))
        self.assertTrue(any(name.startswith("@duckdb/node-bindings") for name in names))
        # These packages only help to build the program.
        self.assertFalse({"libc6", "better-sqlite3", "node-addon-api", "typescript", "vite"} & names)
        for component in bill["components"]:
            self.assertTrue(component["purl"].startswith(("pkg:deb/debian/", "pkg:npm/", "pkg:generic/sqlite@")))

    def test_the_listed_sqlite_is_the_one_in_the_program(self):
        found = importlib.util.spec_from_file_location("packaging_copyright", PACKAGING / "copyright.py")
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        version = module.sqlite_version(program.REPOSITORY / "third_party/node_modules")
        self.assertIn(f"SQLite {version}", program.run("--version").stdout.splitlines())
        # Earlier versions can damage a database when the log is reset during a checkpoint.
        self.assertGreaterEqual([int(part) for part in version.split(".")], [3, 51, 3])


if __name__ == "__main__":
    unittest.main()
