"""TLS in front of a server on loopback that has none: decrypts, and passes the bytes on."""

import select
import shutil
import socket
import ssl
import tempfile
import threading
from pathlib import Path

from tests.support.mail_server import make_certificates

PIECE = 65_536


class TlsFront:
    """Listens on a port of its own with a certificate for 127.0.0.1 that the authority in `ca_file` has signed."""

    def __init__(self, host: str, port: int):
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-tls-"))
        make_certificates(self.folder)
        self.connections = 0
        self._target = (host, port)
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.load_cert_chain(self.folder / "certificate.pem", self.folder / "key.pem")
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return self._listener.getsockname()[1]

    @property
    def ca_file(self) -> Path:
        return self.folder / "ca.pem"

    def close(self):
        self._listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _accept(self):
        while True:
            try:
                plain, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(plain,), daemon=True).start()

    def _serve(self, plain: socket.socket):
        try:
            with self._context.wrap_socket(plain, server_side=True) as outside, socket.create_connection(self._target) as inside:
                self.connections += 1
                while self._pass_on(outside, inside):
                    pass
        except OSError:
            plain.close()

    @staticmethod
    def _pass_on(outside: ssl.SSLSocket, inside: socket.socket) -> bool:
        """One piece from either side, in one thread: TLS cannot be read and written at the same time."""
        ready = [outside] if outside.pending() else select.select([outside, inside], [], [])[0]
        for source in ready:
            piece = source.recv(PIECE)
            if not piece:
                return False
            (inside if source is outside else outside).sendall(piece)
        return True
