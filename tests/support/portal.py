"""Users of affiliates in the portal: invited, logged in, and checked against the API document."""

from tests.support.accounts import by_admin
from tests.support.client import Response
from tests.support.commission import CommissionCase
from tests.support.openapi import CheckedClient, Document
from tests.support.receiver import Receiver

PASSWORD = "correct horse battery"
PAGES_MAX = 500


class PortalClient(CheckedClient):
    """Sends the session cookie and the origin of the page, as a browser does."""

    cookie = ""

    def __init__(self, document: Document, address: tuple[str, int], **options):
        super().__init__(document, address, **options)
        self.origin = f"http://{address[0]}:{address[1]}"
        self.bodies: list[str] = []  # The bodies of all responses.

    def request(self, method, path, body=None, headers=None) -> Response:
        own = {"Origin": self.origin} | ({"Cookie": self.cookie} if self.cookie else {})
        answer = super().request(method, path, body, own | (headers or {}))
        self.bodies.append(answer.body.decode())
        return answer

    def accept_invitation(self, token: str):
        self._start(self.api("POST", "/auth/accept-invite", {"token": token, "password": PASSWORD}))

    def log_in(self, email: str, password: str):
        self._start(self.api("POST", "/auth/login", {"email": email, "password": password}))

    def _start(self, answer: Response):
        assert answer.status == 200, answer.body
        self.cookie = answer.header("Set-Cookie").split(";")[0]


class PortalCase(CommissionCase):
    """Short methods for tests of the portal."""

    @classmethod
    def prepare(cls):
        super().prepare()
        cls.document = Document()

    def portal_of(self, affiliate: dict) -> PortalClient:
        """A user of the affiliate who is logged in."""
        answer = by_admin(self.service, "POST", f"/affiliates/{affiliate['id']}/invite")
        self.assertEqual(answer.status, 201, answer.body)
        client = PortalClient(self.document, self.service.address)
        self.addCleanup(client.close)
        client.accept_invitation(answer.json()["token"])
        return client

    def read(self, portal: PortalClient, path: str) -> dict:
        answer = portal.api("GET", "/portal" + path)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def listed(self, portal: PortalClient, path: str) -> list[dict]:
        """All items of a list, read two per page so that there are several pages."""
        items, cursor = [], None
        for _ in range(PAGES_MAX):
            page = self.read(portal, path + ("&" if "?" in path else "?") + "limit=2" + (f"&cursor={cursor}" if cursor else ""))
            items, cursor = items + page["items"], page["nextCursor"]
            if not cursor:
                return items
        self.fail(f"{path} does not end: {items[-2:]}")


class PortalWithReceiver(PortalCase):
    """A portal whose postbacks go to a receiver on loopback."""

    settings = {"outbox_allow_networks": "127.0.0.0/8"}

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)
