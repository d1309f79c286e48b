"""The reference of the tracking benchmark: nginx answers and logs the same requests, but records nothing."""

import shutil
import socket
import subprocess
from pathlib import Path

from tests.support.client import API
from tests.support.ports import free_port
from tests.support.waiting import wait_until

# Tuned as nginx's documentation recommends: one worker per core with its own socket, and a buffered log. The second
# server differs only in its log, which is not buffered.
CONFIGURATION = """
daemon off;
master_process on;
worker_processes auto;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 16384; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    default_type text/html;
    tcp_nodelay on;
    keepalive_timeout 1h;
    keepalive_requests 1000000000;
    server {{
        listen 127.0.0.1:{buffered} reuseport backlog=4096;
        access_log {folder}/buffered.log combined buffer=64k flush=1s;
        location {api}/track/click/ {{ return 302 {location}; }}
        location {api}/track/impression/ {{ empty_gif; }}
    }}
    server {{
        listen 127.0.0.1:{unbuffered} reuseport backlog=4096;
        access_log {folder}/unbuffered.log combined;
        location {api}/track/click/ {{ return 302 {location}; }}
        location {api}/track/impression/ {{ empty_gif; }}
    }}
}}
"""


class Nginx:
    """A private server on loopback with its own folder. `location` is the destination of all clicks."""

    def __init__(self, folder: Path, location: str):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self._folder = folder
        self.buffered = ("127.0.0.1", free_port())
        self.unbuffered = ("127.0.0.1", free_port())
        (folder / "nginx.conf").write_text(CONFIGURATION.format(
            folder=folder, api=API, location=location, buffered=self.buffered[1], unbuffered=self.unbuffered[1]))

    def __enter__(self) -> "Nginx":
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        with open(self._folder / "output", "wb") as output:
            self._process = subprocess.Popen([program, "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")],
                                             stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        wait_until(self._answers, "nginx listens", 10)
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(30)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError(f"nginx did not start: {(self._folder / 'output').read_text()}")
        try:
            socket.create_connection(self.unbuffered, timeout=1).close()
            return True
        except OSError:
            return False

    def forget(self):
        """Truncates the logs, so that they do not fill the disk."""
        for log in self._folder.glob("*buffered.log"):
            log.write_bytes(b"")
