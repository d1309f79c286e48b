"""A real SMTP server that stores the mails that it receives. It runs in a process of its own, with the Python of
Debian, which has Debian's aiosmtpd: /usr/bin/python3 -m tests.support.smtp_receiver SETTINGS, where SETTINGS is a JSON
document."""

import asyncio
import json
import ssl
import sys
import time
from collections import Counter
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Notes:
    """Writes each mail to a file of its own. The optional file `answers` in the folder has replies that
    refuse the commands RCPT and DATA, by command and address."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.count = 0
        self.held: Counter = Counter()  # The mails that are being held, by recipient.

    def _answer(self, command: str, address: str) -> str | None:
        file = self.folder / "answers"
        return json.loads(file.read_text()).get(f"{command} {address}") if file.exists() else None

    async def _hold(self, address: str):
        """Waits while the file `ADDRESS.held` exists. Adds a line to it first: how many mails to this address are held
        now."""
        file = self.folder / f"{address}.held"
        if not file.exists():
            return
        self.held[address] += 1
        try:
            with file.open("a") as noted:
                noted.write(f"{self.held[address]}\n")
            while file.exists():
                await asyncio.sleep(0.05)
        finally:
            self.held[address] -= 1

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        refused = self._answer("RCPT", address)
        if refused:
            return refused
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        refused = self._answer("DATA", envelope.rcpt_tos[0])
        if refused:
            return refused
        await self._hold(envelope.rcpt_tos[0])
        self.count += 1
        mail = {"from": envelope.mail_from, "to": envelope.rcpt_tos, "content": envelope.content.decode("ascii"),
                "encrypted": server.transport.get_extra_info("sslcontext") is not None, "user": getattr(session, "user", None), "at": time.time()}
        file = self.folder / f"{time.time_ns():020}-{self.count}.mail"
        file.with_suffix(".part").write_text(json.dumps(mail))
        file.with_suffix(".part").rename(file)
        return "250 OK"


def make_server(settings: dict) -> SMTP:
    context = None
    if settings["tls"] != "none":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(settings["certificate"], settings["key"])

    def check(_server, session, _envelope, _mechanism, given):
        known = isinstance(given, LoginPassword) and (given.login.decode(), given.password.decode()) == (
            settings["user"], settings["password"])
        session.user = settings["user"] if known else None
        # With handled=False, the server sends the answer itself.
        return AuthResult(success=known, handled=False)

    starts_tls = settings["tls"] == "starttls"
    options = {"tls_context": context, "require_starttls": True} if starts_tls else {}
    if settings["user"]:
        options |= {"authenticator": check, "auth_required": True, "auth_require_tls": starts_tls}
    return SMTP(Notes(Path(settings["folder"])), hostname="mail.example", **options)


async def serve(settings: dict):
    context = None
    if settings["tls"] == "tls":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(settings["certificate"], settings["key"])
    server = await asyncio.get_running_loop().create_server(
        lambda: make_server(settings), "127.0.0.1", settings["port"], ssl=context)
    # With port 0 the system chooses a free one.
    chosen = "" if settings["port"] else f" {server.sockets[0].getsockname()[1]}"
    print(f"ready{chosen}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(json.loads(sys.argv[1])))
