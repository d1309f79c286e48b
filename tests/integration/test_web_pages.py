"""The console, the portal and the documentation in browsers: headers, caching, encodings, hosts and domains."""

import gzip
import re
import unittest
import uuid

from api.document import DOCUMENT
from tests.support.accounts import by_admin
from tests.support.case import ServiceCase
from tests.support.client import Client, Response, compose

KEPT_FOR_EVER = "public, max-age=31536000, immutable"


class PagesCase(ServiceCase):
    def ask(self, path: str, method: str = "GET", host: str | None = None, **headers: str) -> Response:
        """Requests exactly this path, which a normal client would change."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        with self.service.raw() as raw:
            raw.send(compose(method, path, sent | ({"Host": host} if host else {})))
            return raw.read_response(to_head=method == "HEAD")

    def page(self, path: str, **options) -> str:
        answer = self.ask(path, **options)
        self.assertEqual(answer.status, 200, path)
        self.assertEqual(answer.header("Content-Type"), "text/html; charset=utf-8", path)
        return answer.body.decode()

    def title(self, path: str, **options) -> str:
        return re.search(r"<title>(.*?)</title>", self.page(path, **options))[1]

    def assets(self, page: str) -> list[str]:
        found = re.findall(r'"(/assets/[^"]+)"', self.page(page))
        self.assertTrue(found, f"{page} names no file")
        return found

    def large_asset(self) -> str:
        return next(path for path in self.assets("/console") if path.endswith(".js"))


class Pages(PagesCase):
    def test_each_page_is_served_at_all_its_paths(self):
        titles = {}
        for name in ("console", "portal", "docs"):
            titles[name] = self.title("/" + name)
            self.assertEqual(self.title(f"/{name}/"), titles[name])
        for name in ("console", "portal"):
            for below in ("affiliates", f"players/{uuid.uuid4()}", "a/b/c/d?x=1.2"):
                self.assertEqual(self.title(f"/{name}/{below}"), titles[name])
        self.assertEqual(len(set(titles.values())), 3)

    def test_the_root_leads_to_the_console(self):
        answer = self.ask("/")
        self.assertEqual((answer.status, answer.header("Location"), answer.body), (302, "/console", b""))

    def test_a_page_may_run_only_its_own_scripts(self):
        answer = self.ask("/console")
        policy = dict(rule.split(" ", 1) for rule in answer.header("Content-Security-Policy").split("; "))
        nonce = re.fullmatch(r"'self' 'nonce-([0-9a-f]{32})'", policy.pop("style-src"))[1]
        self.assertEqual(policy, {
            "default-src": "'none'", "script-src": "'self'", "img-src": "'self' data: https: http:", "font-src": "'self'",
            "connect-src": "'self'", "manifest-src": "'self'", "form-action": "'self'", "base-uri": "'none'",
            "frame-ancestors": "'none'"})
        self.assertIn(nonce, answer.body.decode())
        self.assertNotRegex(answer.body, rb"<script(?![^>]*\ssrc=)")
        self.assertNotRegex(answer.body, rb"__[A-Z_]+__")
        for name, value in (("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
                            ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin")):
            self.assertEqual(answer.header(name), value)
        self.assertIn("camera=()", answer.header("Permissions-Policy"))
        self.assertIsNone(answer.header("Strict-Transport-Security"))

    def test_every_response_has_its_own_nonce(self):
        policies = {self.ask("/portal").header("Content-Security-Policy") for _ in range(20)}
        self.assertEqual(len(policies), 20)

    def test_a_page_is_revalidated_each_time(self):
        answer = self.ask("/console", If_None_Match="*")
        self.assertEqual((answer.status, answer.header("Cache-Control"), answer.header("ETag")), (200, "no-cache", None))

    def test_head_is_get_without_the_body(self):
        for path in ("/console", "/portal/x", "/docs", "/openapi.yaml", self.large_asset()):
            whole, head = self.ask(path), self.ask(path, "HEAD")
            self.assertEqual((head.status, head.body), (200, b""), path)
            for name in ("Content-Length", "Content-Type", "Cache-Control", "ETag", "Vary"):
                self.assertEqual(head.header(name), whole.header(name), (path, name))
            self.assertEqual(int(head.header("Content-Length")), len(whole.body))

    def test_other_methods_get_the_allowed_ones(self):
        for path in ("/", "/console", "/console/x", "/portal", "/docs", "/openapi.yaml", self.large_asset()):
            for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
                answer = self.ask(path, method)
                self.assert_problem(answer, 405)
                self.assertEqual(answer.header("Allow"), "GET, HEAD")

    def test_an_unknown_file_is_not_a_page(self):
        for path in ("/assets", "/assets/", "/assets/nothing.js", "/assets/nothing", "/assets/x/y", "/console/app.js",
                     "/console/index.html", "/portal/index.html", "/docs/x", "/robots.txt", "/.env", "/consoles", "/Console",
                     "//console", "/api", "/api/v1", "/api/v1/nowhere", "/links", "/%63onsole"):
            with self.subTest(path):
                self.assert_problem(self.ask(path), 404)

    def test_no_path_leads_outside_the_served_files(self):
        name = self.large_asset().removeprefix("/assets/")
        for path in ("/assets/../openapi.yaml", "/assets/..%2fopenapi.yaml", "/assets/%2e%2e/openapi.yaml", "/../etc/passwd",
                     "/assets/../../../../etc/passwd", f"/assets//{name}", f"//assets/{name}", f"/assets/./{name}",
                     f"/assets/{name}%00", f"/assets/{name}/", f"/assets\\{name}", "/assets/..\\..\\etc\\passwd",
                     "/console/../../etc/passwd.txt", "/docs/../openapi.yaml"):
            with self.subTest(path):
                self.assert_problem(self.ask(path), 404)


class Files(PagesCase):
    def test_every_file_of_every_page_exists_and_is_cached_for_ever(self):
        kinds = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "woff2": "font/woff2",
                 "svg": "image/svg+xml"}
        for page in ("/console", "/portal", "/docs"):
            for path in self.assets(page):
                answer = self.ask(path)
                self.assertEqual(answer.status, 200, path)
                self.assertEqual(answer.header("Content-Type"), kinds[path.rpartition(".")[2]])
                self.assertEqual(answer.header("Cache-Control"), KEPT_FOR_EVER)
                self.assertEqual(answer.header("X-Content-Type-Options"), "nosniff")
                self.assertRegex(answer.header("ETag"), r'^"[^"]+"$')

    def test_the_client_chooses_the_encoding(self):
        path = self.large_asset()
        plain = self.ask(path)
        self.assertIsNone(plain.header("Content-Encoding"))
        zipped = self.ask(path, Accept_Encoding="gzip, deflate")
        self.assertEqual(zipped.header("Content-Encoding"), "gzip")
        self.assertEqual(gzip.decompress(zipped.body), plain.body)
        brotli = self.ask(path, Accept_Encoding="gzip, deflate, br, zstd")
        self.assertEqual(brotli.header("Content-Encoding"), "br")
        self.assertLess(len(brotli.body), len(zipped.body))
        self.assertLess(len(zipped.body), len(plain.body))
        self.assertEqual(len({answer.header("ETag") for answer in (plain, zipped, brotli)}), 3)
        for answer in (plain, zipped, brotli):
            self.assertEqual(answer.header("Vary"), "Accept-Encoding")

    def test_the_weights_of_the_encodings_count(self):
        path = self.large_asset()
        for accepted, encoding in (("br;q=0.5, gzip;q=0.9", "gzip"), ("br;q=0, gzip;q=0", None), ("br;q=0, *", "gzip"),
                                   ("identity, gzip;q=0.1", None), ("*;q=0.1", "br"), ("BR", "br")):
            self.assertEqual(self.ask(path, Accept_Encoding=accepted).header("Content-Encoding"), encoding, accepted)

    def test_a_cached_file_is_not_sent_again(self):
        path = self.large_asset()
        with self.service.raw() as raw:
            raw.send(compose("GET", path, {"Accept-Encoding": "br"}))
            first = raw.read_response()
            for known in (first.header("ETag"), "W/" + first.header("ETag"), '"x", ' + first.header("ETag")):
                raw.send(compose("GET", path, {"Accept-Encoding": "br", "If-None-Match": known}))
                again = raw.read_response()
                self.assertEqual((again.status, again.header("Content-Length"), again.header("ETag")),
                                 (304, None, first.header("ETag")))
                self.assertEqual(again.header("Cache-Control"), KEPT_FOR_EVER)
            # Another encoding is another content.
            raw.send(compose("GET", path, {"Accept-Encoding": "gzip", "If-None-Match": first.header("ETag")}))
            self.assertEqual(raw.read_response().status, 200)

    def test_the_document_is_served_as_it_is(self):
        answer = self.ask("/openapi.yaml")
        self.assertEqual(answer.body, DOCUMENT.read_bytes())
        self.assertEqual(answer.header("Content-Type"), "application/yaml")
        self.assertEqual(answer.header("Cache-Control"), "no-cache")
        self.assertEqual(self.ask("/openapi.yaml", If_None_Match=answer.header("ETag")).status, 304)

    def test_there_is_an_icon(self):
        for path in ("/favicon.svg", "/favicon.ico"):
            answer = self.ask(path)
            self.assertEqual((answer.status, answer.header("Content-Type")), (200, "image/svg+xml"))


class BehindAProxy(PagesCase):
    settings = {"trusted_proxies": "127.0.0.1/32"}

    def test_a_request_by_https_gets_strict_transport_security(self):
        for path in ("/console", self.large_asset()):
            self.assertEqual(self.ask(path, X_Forwarded_Proto="https").header("Strict-Transport-Security"), "max-age=31536000")
            self.assertIsNone(self.ask(path, X_Forwarded_Proto="http").header("Strict-Transport-Security"))


class PortalDomains(PagesCase):
    settings = {"public_url": "https://fairlead.test"}

    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival")

    def setUp(self):
        super().setUp()
        self.brand("Harbour Partners", "partners.harbour.example", logoUrl="https://cdn.example/l.svg", primaryColor="#1A2B3C")

    def brand(self, name: str | None, *domains: str, key: str | None = None, **members):
        portal = {"name": name, "domains": list(domains)} | members
        answer = self.open_client(key).api("PATCH", "/operator", {"portal": portal})
        self.assertEqual(answer.status, 200, answer.body)

    def branding(self, host: str) -> dict:
        answer = self.ask("/api/v1/portal/branding", host=host)
        self.assertEqual((answer.status, answer.header("Cache-Control")), (200, "no-store"))
        return answer.json()

    def base(self, path: str, host: str) -> str:
        page = self.page(path, host=host)
        return re.search(r'<meta name="portal-base" content="([^"]*)"', page)[1]

    def test_the_domain_of_a_portal_serves_it_at_the_root(self):
        for host in ("partners.harbour.example", "Partners.Harbour.EXAMPLE", "partners.harbour.example:8443",
                     "partners.harbour.example."):
            for path in ("/", "/links", "/statements/2026-11", "/invite?token=x.y", "/nowhere"):
                with self.subTest(host + path):
                    self.assertEqual(self.title(path, host=host), self.title("/portal"))
                    self.assertEqual(self.base(path, host), "/")

    def test_other_hosts_serve_the_portal_at_its_path(self):
        for host in ("fairlead.test", "127.0.0.1", "[::1]:80"):
            self.assertEqual(self.base("/portal/links", host), "/portal")
        self.assertEqual(self.base("/portal/links", "partners.harbour.example"), "/portal")

    def test_an_unknown_host_is_not_a_portal(self):
        for host in ("other.example", "harbour.example", "x.partners.harbour.example", "partners.harbour.example.evil",
                     "partners.harbour.example..", "[partners.harbour.example]"):
            with self.subTest(host):
                self.assertIn(self.ask("/links", host=host).status, (400, 404))
                self.assertIn(self.ask("/", host=host).header("Location"), ("/console", None))

    def test_a_portal_domain_serves_everything_except_the_console(self):
        host = "partners.harbour.example"
        for path in ("/console", "/console/affiliates"):
            answer = self.ask(path, host=host)
            self.assertEqual((answer.status, answer.header("Location")), (302, "/"))
        self.assertEqual(self.ask("/healthz", host=host).json(), {"status": "ok"})
        self.assertEqual(self.ask(self.large_asset(), host=host).status, 200)
        key = self.service.account.api_key
        self.assertEqual(self.ask("/api/v1/brands", host=host, X_API_Key=key).status, 200)
        for path in ("/api/v1/nowhere", "/api/v1/track/click/nothing", "/api", "/assets/nothing.js", "/assets/nothing",
                     "/assets/x/y", "/robots.txt", "/.well-known/security.txt", "/favicon.ico", "/favicon.svg"):
            with self.subTest(path):
                self.assert_problem(self.ask(path, host=host), 404)

    def test_the_branding_is_that_of_the_domain(self):
        self.brand(None, "affiliates.rival.example", key=self.rival.api_key)
        self.assertEqual(self.branding("PARTNERS.harbour.example:443"), {
            "name": "Harbour Partners", "logoUrl": "https://cdn.example/l.svg", "primaryColor": "#1a2b3c"})
        # A portal without a name uses the operator's name.
        self.assertEqual(self.branding("affiliates.rival.example"), {"name": "Rival", "logoUrl": None, "primaryColor": None})
        self.assertEqual(self.branding("fairlead.test"), {"name": "Fairlead", "logoUrl": None, "primaryColor": None})

    def at(self, host: str, method: str, path: str, body: dict | None = None, **headers: str) -> Response:
        sent = {"Host": host, "Origin": "https://" + host} | headers
        with Client(self.service.address) as client:
            return client.api(method, path, body, sent)

    def test_a_portal_domain_knows_only_users_of_its_operator(self):
        self.brand(None, "affiliates.rival.example", key=self.rival.api_key)
        own, foreign = "partners.harbour.example", "affiliates.rival.example"
        email = uuid.uuid4().hex + "@harbour.example"
        invited = by_admin(self.service, "POST", "/users", {"email": email, "role": "manager"}).json()
        token = {"token": invited["inviteToken"]}
        accepted = token | {"password": "long enough for anybody"}
        self.assert_problem(self.at(foreign, "POST", "/auth/invite", token), 404)
        self.assert_problem(self.at(foreign, "POST", "/auth/accept-invite", accepted), 404)
        self.assertEqual(self.at(own, "POST", "/auth/invite", token).json()["email"], email)
        answer = self.at(own, "POST", "/auth/accept-invite", accepted)
        self.assertEqual(answer.status, 200, answer.body)
        cookie = answer.header("Set-Cookie").split(";")[0]
        self.assert_problem(self.at(foreign, "GET", "/brands", Cookie=cookie), 401)
        for host in (own, "fairlead.test"):
            self.assertEqual(self.at(host, "GET", "/brands", Cookie=cookie).status, 200, host)

    def test_a_change_is_in_force_at_once(self):
        self.brand("Renamed", "new.harbour.example")
        self.assertEqual(self.branding("new.harbour.example")["name"], "Renamed")
        self.assertEqual(self.branding("partners.harbour.example")["name"], "Fairlead")
        self.assert_problem(self.ask("/links", host="partners.harbour.example"), 404)
        self.assertEqual(self.base("/links", "new.harbour.example"), "/")


class WithoutAPublicUrl(PagesCase):
    """Without `public_url`, a service with several operators does not know the address of its console."""

    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival")

    def log_in(self, host: str, email: str, password: str) -> int:
        answer = self.open_client("").api("POST", "/auth/login", {"email": email, "password": password}, {"Host": host})
        return answer.status

    def test_one_operator_cannot_take_the_console_from_the_others(self):
        account, host = self.service.account, "console.shared.example"
        taken = self.open_client(self.rival.api_key).api("PATCH", "/operator", {"portal": {"domains": [host]}})
        self.assertEqual(taken.status, 200, taken.body)
        self.assertEqual(self.title("/console", host=host), self.title("/console"))
        self.assertEqual(self.log_in(host, account.admin_email, account.admin_password), 200)


class TheOnlyOperator(PagesCase):
    def test_its_branding_is_everywhere(self):
        def branding() -> dict:
            return self.ask("/api/v1/portal/branding").json()

        self.assertEqual(branding(), {"name": "Harbour Gaming", "logoUrl": None, "primaryColor": None})
        self.assertEqual(self.client.api("PATCH", "/operator", {"portal": {"name": "Club"}}).status, 200)
        self.assertEqual(branding()["name"], "Club")


if __name__ == "__main__":
    unittest.main()
