"""The packages of the client libraries: each is packed, installed into an empty folder, and used from there alone."""

import json
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from tests.support.program import REPOSITORY

CLIENTS = REPOSITORY / "clients"
SECONDS_MAX = 300
DEBIAN_PYTHON = "/usr/bin/python3"  # It has Debian's setuptools.
VECTOR = json.loads((CLIENTS / "webhook-vectors.json").read_text())["vectors"][0]

PYTHON = """
import json, sys
sys.path.insert(0, sys.argv[1])
import fairlead
one = json.load(open("vector.json"))
headers = {"webhook-" + name: one[name] for name in ("id", "timestamp", "signature")}
assert fairlead.__file__.startswith(sys.argv[1])
assert fairlead.verify_webhook(one["body"], headers, one["secrets"], now=one["now"]) == {"test": 2432232314}
try:
    fairlead.verify_webhook(one["body"] + " ", headers, one["secrets"], now=one["now"])
except fairlead.WebhookRefused:
    print("verified")
"""

NODE = """
import { readFileSync } from 'node:fs';
import { Client, verifyWebhook, WebhookRefused } from 'fairlead-client';
const one = JSON.parse(readFileSync('vector.json', 'utf8'));
const headers = { 'webhook-id': one.id, 'webhook-timestamp': one.timestamp, 'webhook-signature': one.signature };
new Client('http://127.0.0.1:1', 'key');
if (verifyWebhook(one.body, headers, one.secrets, { now: one.now }).test !== 2432232314) throw new Error('another message');
try {
    verifyWebhook(`${one.body} `, headers, one.secrets, { now: one.now });
} catch (error) {
    if (error instanceof WebhookRefused) console.log('verified');
}
"""

PHP = """<?php
$one = json_decode(file_get_contents('vector.json'), true);
$headers = ['webhook-id' => $one['id'], 'webhook-timestamp' => $one['timestamp'], 'webhook-signature' => $one['signature']];
$message = Fairlead\\Webhook::verify($one['body'], $headers, $one['secrets'], 300, $one['now']);
if ($message !== ['test' => 2432232314]) throw new Exception('another message');
try {
    Fairlead\\Webhook::verify($one['body'] . ' ', $headers, $one['secrets'], 300, $one['now']);
} catch (Fairlead\\WebhookRefused) {
    echo 'verified';
}
"""

# Loads classes by the composer.json of the package, as the autoloader of Composer does.
AUTOLOAD = """<?php
foreach (json_decode(file_get_contents('package/composer.json'), true)['autoload']['psr-4'] as $prefix => $folder) {
    spl_autoload_register(static function (string $class) use ($prefix, $folder): void {
        if (str_starts_with($class, $prefix)) {
            require 'package/' . $folder . str_replace('\\\\', '/', substr($class, strlen($prefix))) . '.php';
        }
    });
}
require 'check.php';
"""

JAVA = """
import dev.fairlead.*;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

public class Check {
    public static void main(String[] given) {
        Map<String, String> headers = Map.of("webhook-id", given[0], "webhook-timestamp", given[1], "webhook-signature", given[2]);
        Instant now = Instant.ofEpochSecond(Long.parseLong(given[1]));
        byte[] body = given[3].getBytes(StandardCharsets.UTF_8);
        Object test = SignedWebhook.verify(body, headers, List.of(given[4]), SignedWebhook.TOLERANCE, now).get("test");
        if (!test.equals(2432232314L)) throw new IllegalStateException("another message");
        try {
            SignedWebhook.verify(new byte[] {'{', '}'}, headers, List.of(given[4]), SignedWebhook.TOLERANCE, now);
        } catch (WebhookRefused refused) {
            System.out.println("verified");
        }
    }
}
"""


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairlead-packages-")
        self.addCleanup(folder.cleanup)
        self.packed, self.place = Path(folder.name, "packed"), Path(folder.name, "place")
        self.place.mkdir()
        (self.place / "vector.json").write_text(json.dumps(VECTOR))

    def run_in(self, folder: Path, *command: object) -> str:
        done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True,
                              timeout=SECONDS_MAX, check=False)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def pack(self, name: str) -> list[Path]:
        """Packs one library. Nothing is written into the repository."""
        before = sorted((CLIENTS / name).rglob("*"))
        printed = self.run_in(REPOSITORY, sys.executable, REPOSITORY / "packaging/client_packages.py", self.packed, name)
        self.assertEqual(sorted((CLIENTS / name).rglob("*")), before)
        return [Path(line) for line in printed.splitlines()]

    def test_all_have_the_version_of_the_program(self):
        pom = ElementTree.parse(CLIENTS / "java/pom.xml").findtext("{http://maven.apache.org/POM/4.0.0}version")
        project = re.search(r'^version = "(.+)"$', (CLIENTS / "python/pyproject.toml").read_text(), re.MULTILINE)[1]
        node = json.loads((CLIENTS / "node/package.json").read_text())["version"]
        version = (REPOSITORY / "VERSION").read_text().strip()
        self.assertEqual((pom, project, node), (version, version, version))

    def test_node(self):
        [package] = self.pack("node")
        with tarfile.open(package) as archive:
            names = set(archive.getnames())
        self.assertLessEqual({"package/LICENSE", "package/README.md", "package/dist/index.js", "package/dist/index.d.ts"}, names)
        self.assertEqual([name for name in names if "/src/" in name or "/tests/" in name], [])
        (self.place / "package.json").write_text('{"private": true}')
        self.run_in(self.place, "npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", package)
        (self.place / "check.mjs").write_text(NODE)
        self.assertIn("verified", self.run_in(self.place, "node", "check.mjs"))

    def test_python(self):
        source, wheel = self.pack("python")
        self.assertEqual((source.suffix, wheel.suffix), (".gz", ".whl"))
        with zipfile.ZipFile(wheel) as archive:
            self.assertIn("fairlead/py.typed", archive.namelist())
            self.assertTrue([name for name in archive.namelist() if name.endswith("/LICENSE")])
            archive.extractall(self.place / "wheel")
        # A wheel can be built from the source package alone, and has the same modules.
        self.run_in(self.place, "tar", "-xf", source)
        unpacked = self.place / source.name.removesuffix(".tar.gz")
        build = "import sys, setuptools.build_meta as backend; backend.build_wheel(sys.argv[1])"
        self.run_in(unpacked, DEBIAN_PYTHON, "-c", build, self.place)
        [again] = self.place.glob("*.whl")
        with zipfile.ZipFile(again) as one, zipfile.ZipFile(wheel) as other:
            self.assertEqual(sorted(one.namelist()), sorted(other.namelist()))
        (self.place / "check.py").write_text(PYTHON)
        self.assertIn("verified", self.run_in(self.place, sys.executable, "-I", "check.py", self.place / "wheel"))

    def test_php(self):
        [package] = self.pack("php")
        with zipfile.ZipFile(package) as archive:
            self.assertLessEqual({"composer.json", "LICENSE", "README.md", "src/Client.php"}, set(archive.namelist()))
            self.assertEqual([name for name in archive.namelist() if name.startswith("tests/")], [])
            archive.extractall(self.place / "package")
        (self.place / "check.php").write_text(PHP)
        (self.place / "start.php").write_text(AUTOLOAD)
        self.assertIn("verified", self.run_in(self.place, "php", "start.php"))

    def test_php_with_composer(self):
        self.pack("php")
        self.run_in(CLIENTS / "php", "composer", "validate", "--strict", "--no-check-lock")
        # The PSR interfaces are not needed to verify a webhook. Without a network they cannot be installed.
        provided = {"psr/http-client": "1.0", "psr/http-factory": "1.0", "psr/http-message": "1.0"}
        (self.place / "composer.json").write_text(json.dumps({
            "repositories": [{"type": "artifact", "url": str(self.packed)}, {"packagist.org": False}],
            "require": {"fairlead/client": "*"}, "provide": provided}))
        self.run_in(self.place, "composer", "install", "--no-interaction", "--no-plugins", "--no-scripts")
        (self.place / "check.php").write_text(PHP)
        (self.place / "start.php").write_text("<?php require 'vendor/autoload.php'; require 'check.php';")
        self.assertIn("verified", self.run_in(self.place, "php", "start.php"))

    def test_java_has_what_the_central_repository_of_maven_requires(self):
        pom = ElementTree.parse(CLIENTS / "java/pom.xml")
        for member in ("groupId", "artifactId", "version", "name", "description", "url", "licenses/license/name",
                       "licenses/license/url", "developers/developer/name", "scm/connection", "scm/url"):
            path = "/".join("{http://maven.apache.org/POM/4.0.0}" + name for name in member.split("/"))
            self.assertTrue(pom.findtext(path), member)

    def test_java(self):
        jar, sources, pages, pom = self.pack("java")
        with zipfile.ZipFile(jar) as archive:
            names = archive.namelist()
            self.assertEqual(names[0], "META-INF/MANIFEST.MF")
            self.assertIn("META-INF/LICENSE", names)
            self.assertEqual(archive.read("META-INF/maven/dev.fairlead/fairlead-client/pom.xml"), pom.read_bytes())
        with zipfile.ZipFile(sources) as archive:
            self.assertIn("dev/fairlead/Client.java", archive.namelist())
        with zipfile.ZipFile(pages) as archive:
            self.assertIn("dev/fairlead/Client.html", archive.namelist())
        (self.place / "Check.java").write_text(JAVA)
        printed = self.run_in(self.place, "java", "-XX:TieredStopAtLevel=1", "-cp", jar, "Check.java", VECTOR["id"],
                              VECTOR["timestamp"], VECTOR["signature"], VECTOR["body"], VECTOR["secrets"][0])
        self.assertIn("verified", printed)


if __name__ == "__main__":
    unittest.main()
