"""What is published beside the program: files for containers, and the bill of materials."""

import json
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


class BillOfMaterials(unittest.TestCase):
    def test_it_lists_the_libraries_of_debian_and_of_npm(self):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "bom.json"
            subprocess.run([sys.executable, PACKAGING / "sbom.py", program.binary(), VERSION, output], check=True,
                           capture_output=True)
            bill = json.loads(output.read_text())
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.5"))
        names = {component["name"] for component in bill["components"]}
        self.assertLessEqual({"libsqlite3-0", "libpq5", "react"}, names)
        self.assertNotIn("libc6", names)
        self.assertTrue(any("duckdb" in name for name in names))
        for component in bill["components"]:
            self.assertTrue(component["purl"].startswith(("pkg:deb/debian/", "pkg:npm/")))


if __name__ == "__main__":
    unittest.main()
