"""The nginx example keeps host and port, logs no tokens and limits requests."""

import http.client
import json
import unittest

from tests.support.case import ServiceCase
from tests.support.client import API, TIMEOUT_SECONDS
from tests.support.nginx import HOST, ExampleProxy
from tests.support.tracking import make_link
from tests.support.waiting import wait_until

LOG_IN_BURST = 20


class NginxExample(ServiceCase):
    settings = {"trusted_proxies": "127.0.0.1"}

    @classmethod
    def prepare(cls):
        cls.proxy = ExampleProxy(cls.service)
        cls.addClassCleanup(cls.proxy.close)

    def connection(self) -> http.client.HTTPSConnection:
        connection = http.client.HTTPSConnection(HOST, self.proxy.port, context=self.proxy.tls(), timeout=TIMEOUT_SECONDS)
        self.addCleanup(connection.close)
        return connection

    def ask(self, method: str, path: str, document=None, **headers: str) -> http.client.HTTPResponse:
        """One request by a client of the proxy. The response has been read."""
        connection = self.connection()
        body = None if document is None else json.dumps(document)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        answer.content = answer.read()
        return answer

    def log_in(self, origin: str) -> http.client.HTTPResponse:
        account = self.service.account
        return self.ask("POST", API + "/auth/login",
                        {"email": account.admin_email, "password": account.admin_password}, Origin=origin)

    def preset(self) -> dict:
        answer = self.client.api("POST", "/report-presets",
                                 {"name": "Clicks", "groupKeys": ["date"], "metrics": ["click_count"]})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def test_host_and_port_reach_the_service(self):
        answer = self.log_in(f"https://{HOST}:{self.proxy.port}")
        self.assertEqual(answer.status, 200, answer.content)
        # The proxy reports https, so the cookie is for this host only.
        self.assertIn("__Host-fairlead=", answer.getheader("Set-Cookie"))
        self.assertEqual(self.log_in(f"https://{HOST}:1").status, 403)
        link = make_link(self.client, self.service.account.brand_id)
        shown = self.ask("GET", API + f"/links/{link['linkId']}", X_API_Key=self.service.account.api_key)
        self.assertTrue(json.loads(shown.content)["trackingUrl"].startswith(f"https://{HOST}:{self.proxy.port}/"))

    def test_no_token_is_logged(self):
        token = self.preset()["apiUrl"].rpartition("/")[2]
        self.assertEqual(self.ask("GET", API + "/reports/" + token).status, 200)
        self.ask("GET", "/console/invite?token=invitation-of-nobody", Referer=f"https://{HOST}/?token=referred")
        self.ask("GET", API + "/reports/" + "guessed" * 5)
        wait_until(lambda: "/console/invite" in self.proxy.logs(), "the requests are logged")
        for secret in (token, "invitation-of-nobody", "referred", "guessed"):
            self.assertNotIn(secret, self.proxy.logs())
        self.assertIn("GET /api/v1/reports/- 200", self.proxy.logs())

    def test_requests_of_one_address_are_limited(self):
        # The connections are open before the first request, so that a slow machine sends fast enough, too.
        connections = [self.connection() for _ in range(3 * LOG_IN_BURST)]
        for connection in connections:
            connection.connect()
        for connection in connections:
            connection.request("POST", API + "/auth/login", "{}")
        statuses = [connection.getresponse().status for connection in connections]
        self.assertEqual(set(statuses), {400, 429})
        self.assertGreaterEqual(statuses.count(400), LOG_IN_BURST)
        self.assertEqual(self.ask("GET", "/healthz").status, 200)
        self.assertNotIn("limiting", self.proxy.logs())

    def test_a_client_cannot_choose_its_address(self):
        for allowed, status in (("192.0.2.77", 401), ("127.0.0.1", 200)):
            key = self.service.create_key(allowedIps=[allowed])["key"]
            answer = self.ask("GET", API + "/brands", X_API_Key=key, X_Forwarded_For="192.0.2.77")
            self.assertEqual(answer.status, status)


if __name__ == "__main__":
    unittest.main()
