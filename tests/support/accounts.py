"""Users who log in: a client with a session cookie, and the codes of an authenticator app."""

import base64
import hmac
import time
from http.cookies import SimpleCookie

from tests.support.client import Client, Response

STEP_SECONDS = 30
LOOPBACK_COOKIE = "fairlead"


class Person:
    """A browser without pages. It keeps the session cookie and sends the origin of its requests."""

    def __init__(self, client: Client, origin: str):
        self._client = client
        self._origin = origin
        self.token: str | None = None

    def call(self, method: str, path: str, document=None, **headers) -> Response:
        sent = {"Origin": self._origin} | headers
        if self.token:
            sent["Cookie"] = f"{LOOPBACK_COOKIE}={self.token}"
        answer = self._client.api(method, path, document, {name: value for name, value in sent.items() if value})
        cookie = SimpleCookie(answer.header("Set-Cookie") or "").get(LOOPBACK_COOKIE)
        if cookie is not None:
            self.token = cookie.value or None
        return answer

    def log_in(self, email: str, password: str, **more) -> Response:
        return self.call("POST", "/auth/login", {"email": email, "password": password} | more)

    def accept(self, token: str, password: str) -> Response:
        return self.call("POST", "/auth/accept-invite", {"token": token, "password": password})


def person(case) -> Person:
    """A user of the service under test who is not logged in."""
    host, port = case.service.address
    client = Client(case.service.address)
    case.addCleanup(client.close)
    return Person(client, f"http://{host}:{port}")


def totp(secret: str, shift: int = 0) -> str:
    """The one-time code for now, or for `steps` time steps from now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    step = int(time.time()) // STEP_SECONDS + shift
    mac = hmac.new(key, step.to_bytes(8, "big"), "sha1").digest()
    at = mac[19] & 15
    return f"{(int.from_bytes(mac[at:at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"
