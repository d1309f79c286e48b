"""The service notifies systemd when it is ready and when it stops, by the protocol of sd_notify(3)."""

import configparser
import os
import re
import socket
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.support.program import REPOSITORY
from tests.support.service import Service

SECONDS_MAX = 180
PACKAGING = REPOSITORY / "packaging"


class SystemdNotifications(unittest.TestCase):
    def listen(self, address: str | bytes) -> socket.socket:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.settimeout(SECONDS_MAX)
        listener.bind(address)
        return listener

    def assert_notified(self, listener: socket.socket, named: str):
        with mock.patch.dict(os.environ, {"NOTIFY_SOCKET": named}), Service.create() as service:
            service.start()
            ready = listener.recv(4096).decode().splitlines()
            self.assertIn("READY=1", ready)
            self.assertIn("STATUS=Serving at http://%s:%d" % service.address, ready)
            # After the notification, the service accepts requests.
            with service.stranger() as stranger:
                self.assertEqual(stranger.request("GET", "/readyz").status, 200)
            self.assertEqual(service.stop(), 0)
            self.assertIn("STOPPING=1", listener.recv(4096).decode().splitlines())

    def test_through_a_socket_in_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "notify"))
            self.assert_notified(self.listen(path), path)

    def test_through_an_abstract_socket(self):
        name = f"fairlead-test-{os.getpid()}"
        self.assert_notified(self.listen(b"\0" + name.encode()), "@" + name)

    def test_a_missing_notify_socket_changes_nothing(self):
        with mock.patch.dict(os.environ, {"NOTIFY_SOCKET": "/nowhere/notify"}), Service.create() as service:
            service.start()
            self.assertEqual(service.stop(), 0)


class TheUnitOfThePackage(unittest.TestCase):
    """packaging/try-in-chroot tries the whole package with systemd."""

    def setUp(self):
        self.unit = configparser.ConfigParser(strict=False, interpolation=None)
        self.unit.read_string((PACKAGING / "fairlead.service").read_text())

    def test_waits_for_no_set_up(self):
        self.assertEqual([name for name in self.unit["Unit"] if name.startswith(("condition", "assert"))], [])
        self.assertEqual(self.unit["Service"]["Type"], "notify")

    def test_its_command_starts_on_an_empty_folder_and_prints_the_address_of_the_set_up(self):
        command = self.unit["Service"]["ExecStart"].split()
        self.assertEqual(command, ["/usr/bin/fairlead", "serve", "--config", "/etc/fairlead/fairlead.toml"])
        with tempfile.TemporaryDirectory() as folder:
            service = Service(Path(folder, "data"), metrics_listen="")
            self.addCleanup(service.close)
            service.start("--config", str(PACKAGING / "fairlead.toml"))
            # The installation prints a command that looks for this.
            wanted = re.search(r"journalctl -u fairlead \| grep (\S+) ", (PACKAGING / "debian/postinst").read_text())[1]
            addresses = [line for line in service.start_text.splitlines() if wanted in line]
            self.assertEqual(len(addresses), 1, service.start_text)
            self.assertRegex(addresses[0], r"^  http://\S+/console/setup#token=[0-9a-f]{48}$")
            self.assertEqual(service.stop(), 0)


if __name__ == "__main__":
    unittest.main()
