"""nginx with the example of packaging/nginx, in front of a running service."""

import shutil
import ssl
import subprocess
import tempfile
from pathlib import Path

from tests.support.ports import free_port
from tests.support.program import REPOSITORY
from tests.support.service import Service
from tests.support.waiting import wait_until

EXAMPLE = REPOSITORY / "packaging/nginx/fairlead.conf"
# Debian installs it where a user's PATH does not look.
SEARCHED = "/usr/sbin:/usr/local/sbin"
HOST = "localhost"
STOP_SECONDS_MAX = 60

# The parts of a configuration that the example does not contain.
AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/start.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    access_log off;
    include {folder}/fairlead.conf;
}}
"""


def find_nginx() -> str:
    program = shutil.which("nginx") or shutil.which("nginx", path=SEARCHED)
    if program is None:
        raise RuntimeError("nginx is missing. Install Debian's package nginx-light.")
    return program


class ExampleProxy:
    """The example as it is, except for names, ports, certificates and the places of its logs."""

    def __init__(self, service: Service):
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-nginx-"))
        self.port, plain_port = free_port(), free_port()
        self._write(service, plain_port)
        with (self.folder / "output").open("wb") as output:
            self._process = subprocess.Popen([find_nginx(), "-c", self.folder / "nginx.conf", "-p", self.folder],
                                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=output)
        wait_until(lambda: (self.folder / "pid").exists() or self._process.poll() is not None, "nginx has started")
        if self._process.poll() is not None:
            raise RuntimeError("nginx has ended: " + (self.folder / "output").read_text())

    def _write(self, service: Service, plain_port: int):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-days", "1",
                        "-keyout", self.folder / "key.pem", "-out", self.folder / "certificate.pem"],
                       check=True, stderr=subprocess.DEVNULL)
        text = EXAMPLE.read_text()
        for old, new in (("server 127.0.0.1:8080;", "server %s:%d;" % service.address),
                         ("listen 80;", f"listen 127.0.0.1:{plain_port};"), ("    listen [::]:80;\n", ""),
                         ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port} ssl http2;"),
                         ("    listen [::]:443 ssl http2;\n", ""),
                         ("server_name partners.example.com affiliates.brand.example;", f"server_name {HOST};"),
                         ("/etc/ssl/fairlead/fullchain.pem", f"{self.folder}/certificate.pem"),
                         ("/etc/ssl/fairlead/privkey.pem", f"{self.folder}/key.pem"), ("/var/log/nginx", str(self.folder))):
            if old not in text:
                raise RuntimeError(f"The example does not contain {old!r}.")
            text = text.replace(old, new)
        (self.folder / "fairlead.conf").write_text(text)
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder))

    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "certificate.pem"))

    def logs(self) -> str:
        """Everything that nginx has logged."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def close(self):
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS_MAX)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
