"""Users who log in: a client with a session cookie, the codes of an authenticator app, and users of a test case."""

import base64
import hmac
import time
from http.cookies import SimpleCookie

from tests.support.client import Client, Response
from tests.support.waiting import wait_until

PASSWORD = "a long enough password"
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


def by_admin(service, method: str, path: str, document=None, **headers) -> Response:
    """Calls as the first operator's admin, who logs in when it is necessary: no API key may create or change people."""
    host, port = service.address
    with Client(service.address) as client:
        admin = Person(client, f"http://{host}:{port}")
        admin.token = service.admin_session
        answer = admin.call(method, path, document, **headers) if admin.token else None
        if answer is not None and answer.status != 401:
            return answer
        logged_in = admin.log_in(service.account.admin_email, service.account.admin_password)
        if logged_in.status != 200:
            raise AssertionError(f"The admin cannot log in: {logged_in.body!r}")
        service.admin_session = admin.token
        return admin.call(method, path, document, **headers)


def totp(secret: str, shift: int = 0) -> str:
    """The one-time code for now, or for `shift` time steps from now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    step = int(time.time()) // STEP_SECONDS + shift
    mac = hmac.new(key, step.to_bytes(8, "big"), "sha1").digest()
    at = mac[19] & 15
    return f"{(int.from_bytes(mac[at:at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def next_totp(secret: str) -> str:
    """A code that was not used yet: the current one confirmed the secret. The service accepts the next one, too."""
    return totp(secret, 1)


class Users:
    """The users of a test case: invited, logged in, or with one-time codes."""

    # On a slow machine a password takes seconds, and several wait for their turn.
    settings = {"session_idle_minutes": 60, "request_timeout_ms": 100_000}

    def admin(self):
        account = self.service.account
        caller = person(self)
        self.assertEqual(caller.log_in(account.admin_email, account.admin_password).status, 200)
        return caller

    def setUp(self):
        super().setUp()
        self.by_admin("GET", "/auth/me")  # Logs in before a test can use up the attempts.

    def by_admin(self, method: str, path: str, document=None):
        return by_admin(self.service, method, path, document)

    def invited(self, **members) -> dict:
        answer = self.by_admin("POST", "/users", members)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def member(self, email: str, role: str, **members):
        """A new user who has accepted the invitation and is logged in."""
        created = self.invited(email=email, role=role, **members)
        caller = person(self)
        self.assertEqual(caller.accept(created["inviteToken"], PASSWORD).status, 200)
        return caller, created["id"]

    def affiliate(self, name: str) -> dict:
        answer = self.client.api("POST", "/affiliates", {"name": name, "email": f"{name}@affiliates.example"})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def with_codes(self, email: str) -> tuple[str, list[str]]:
        """A user with one-time codes. Returns the secret and the recovery codes."""
        caller, _ = self.member(email, "viewer")
        enabled = caller.call("POST", "/auth/totp/enable", {"password": PASSWORD})
        self.assertEqual(enabled.status, 200, enabled.body)
        secret = enabled.json()["secret"]
        # Log-ins need no code before the first code is confirmed.
        self.assertEqual(person(self).log_in(email, PASSWORD).status, 200)
        confirmed = caller.call("POST", "/auth/totp/confirm", {"totp": totp(secret)})
        self.assertEqual(confirmed.status, 200, confirmed.body)
        return secret, confirmed.json()["recoveryCodes"]

    def eventually_401(self, caller):
        wait_until(lambda: caller.call("GET", "/auth/me").status == 401, "the session ends")
