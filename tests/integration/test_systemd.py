"""The service notifies systemd when it is ready and when it stops, by the protocol of sd_notify(3)."""

import os
import socket
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.support.service import Service

SECONDS_MAX = 180


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


if __name__ == "__main__":
    unittest.main()
