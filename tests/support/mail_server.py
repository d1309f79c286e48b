"""A real mail server on loopback with a certificate of its own authority."""

import email
import email.policy
import json
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from tests.support.ports import free_port
from tests.support.program import REPOSITORY
from tests.support.waiting import SECONDS_MAX, wait_until

USER, PASSWORD = "fairlead", "open sesame 7"
FROM = "no-reply@fairlead.example"
STOP_SECONDS_MAX = 60
LINK = re.compile(r"https?://\S+")


@dataclass(frozen=True)
class ReceivedMail:
    """A mail that the server has accepted."""

    sender: str
    to: list[str]
    encrypted: bool
    user: str | None
    message: EmailMessage
    raw: str

    def text(self, kind: str = "plain") -> str:
        return self.message.get_body((kind,)).get_content()

    @property
    def id(self) -> str:
        """The part of the Message-ID before the host."""
        return self.message["Message-ID"].strip("<>").split("@")[0]

    @property
    def link(self) -> str:
        return LINK.search(self.text()).group()

    @property
    def token(self) -> str:
        return self.link.split("token=")[1]


def make_certificates(folder: Path):
    """An authority (ca.pem) and a certificate for 127.0.0.1 that it has signed."""
    def openssl(*words: object):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *key, "-days", "2", "-subj", "/CN=Test authority", "-keyout", folder / "ca.key", "-out",
            folder / "ca.pem")
    openssl("req", *key, "-subj", "/CN=127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "request.pem")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
    openssl("x509", "-req", "-in", folder / "request.pem", "-CA", folder / "ca.pem", "-CAkey", folder / "ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", folder / "names", "-out", folder / "certificate.pem")


class MailServer:
    """Accepts mails by STARTTLS with a password, unless told otherwise. It can stop and start again on its port."""

    def __init__(self, tls: str = "starttls", user: str = USER):
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-mail-"))
        self.tls, self.user, self.port = tls, user, free_port()
        make_certificates(self.folder)
        self.password_file = self.folder / "password"
        self.password_file.write_text(PASSWORD + "\n")
        self.password_file.chmod(0o600)
        self._process = None
        self.start()

    def settings(self) -> dict:
        """The settings of a service that uses this server."""
        login = {"mail_user": self.user, "mail_password_file": self.password_file} if self.user else {}
        trust = {} if self.tls == "none" else {"mail_ca_file": self.folder / "ca.pem"}
        return {"mail_host": "127.0.0.1", "mail_port": self.port, "mail_tls": self.tls, "mail_from": FROM,
                "public_url": "http://fairlead.example"} | login | trust

    def start(self):
        settings = {"folder": str(self.folder), "port": self.port, "tls": self.tls, "user": self.user,
                    "password": PASSWORD, "certificate": str(self.folder / "certificate.pem"),
                    "key": str(self.folder / "key.pem")}
        self._process = subprocess.Popen(
            ["/usr/bin/python3", "-W", "ignore", "-m", "tests.support.smtp_receiver", json.dumps(settings)],
            cwd=REPOSITORY, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if self._process.stdout.readline() != "ready\n":
            raise RuntimeError("The mail server has not started. Install Debian's package python3-aiosmtpd.")

    def stop(self):
        self._process.terminate()
        self._process.wait(STOP_SECONDS_MAX)
        self._process.stdout.close()

    def close(self):
        if self._process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def answer(self, **replies: str):
        """Sets the replies from now on, by command and address: answer(**{"RCPT a@b.example": "550 unknown"})."""
        part = self.folder / "answers.part"
        part.write_text(json.dumps(replies))
        part.rename(self.folder / "answers")

    def hold(self, address: str):
        """From now on, mails to this address are not answered until `let_go`."""
        (self.folder / f"{address}.held").touch()

    def held(self, address: str) -> list[int]:
        """For each mail that was held: how many mails to this address were held at that time, including this one."""
        return [int(line) for line in (self.folder / f"{address}.held").read_text().splitlines()]

    def let_go(self, address: str):
        (self.folder / f"{address}.held").unlink()

    def mails(self, to: str | None = None) -> list[ReceivedMail]:
        received = []
        for file in sorted(self.folder.glob("*.mail")):
            noted = json.loads(file.read_text())
            if to is None or to in noted["to"]:
                received.append(ReceivedMail(noted["from"], noted["to"], noted["encrypted"], noted["user"],
                                             email.message_from_string(noted["content"], policy=email.policy.default),
                                             noted["content"]))
        return received

    def wait_for(self, to: str, count: int = 1, seconds_max: float = SECONDS_MAX) -> list[ReceivedMail]:
        """The mails to this address, as soon as there are `count`."""
        return wait_until(lambda: self.mails(to) if len(self.mails(to)) >= count else None,
                          f"{count} mails to {to}", seconds_max)
