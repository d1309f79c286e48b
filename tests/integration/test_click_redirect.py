"""The redirect of a click: to the link's destination with its click_id, and never to another place."""

import unittest
import uuid
from urllib.parse import parse_qsl, quote, urlsplit

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import API, Client, Response, compose
from tests.support.tracking import CHROME, Tracking, click_id_of, click_path
from tests.support.waiting import wait_until

DESTINATIONS = (
    "https://play.example/welcome",
    "https://play.example",
    "https://play.example/",
    "https://play.example/welcome/",
    "https://play.example:8443/welcome",
    "http://play.example/welcome",
    "https://play.example/welcome?lang=de&promo=spring",
    "https://play.example/?flag&empty=&twice=1&twice=2",
    "https://play.example?lang=de",
    "https://play.example/a%20b/%C3%A9?q=%26%3D%23+x&path=/a/b",
    "https://play.example/welcome#bonus",
    "https://play.example/welcome?lang=de#/route?x=1&click_id=old",
    "https://play.example/welcome?click_id=old",
    "https://play.example/welcome?a=1&click_id=old&b=2",
    "https://play.example/welcome?click_id=old&click_id=older#top",
    "https://play.example/welcome?xclick_id=kept&click_idx=kept",
    "https://192.0.2.10/welcome",
    "https://[2001:db8::1]:8443/welcome",
    "https://xn--mnchen-3ya.example/welcome",
    "https://play.example/welcome?click=click_id=1",
)

# After decoding, each breaks a rule: a forbidden character, an empty, `.` or `..` segment, or the length.
FORBIDDEN_PATHS = (
    "..", ".", "../admin", "a/../b", "a/..", "a/.", "./a", "a/./b", "%2e%2e", "%2E%2E/a", ".%2e/a", "a/%2e%2e/b",
    "%252e%252e", "%252e", "a%252fb", "%25", "a%2", "%", "%zz", "%u002e", "%c0%ae%c0%ae", "%e0%80%ae",
    "//", "//evil.example", "%2f%2fevil.example", "/%2fevil.example", "%2f/evil.example", "a//b", "a%2f%2fb", "a//",
    "///a", "/a//", "\\evil.example", "%5cevil.example", "/%5cevil.example", "%5c%5cevil.example", "a%5c..%5cb",
    "@evil.example", "%40evil.example", "user:secret@evil.example", ":80", ":8080/a", "https://evil.example",
    "https:evil.example", "https%3a%2f%2fevil.example", "javascript:alert(1)", "a:b", "a;b", "a%3bb",
    "a?b=c", "a%3fb=c", "%3fclick_id=mine", "a%23b", "%23", "a%26b", "a=b", "a%3db",
    "a%0d%0aSet-Cookie:x=1", "%0d%0aLocation:%20https://evil.example", "a%0ab", "a%0db", "a%00b", "%00", "a%09b",
    "a%20b", "a+b", "+", "%7f", "a%85b", "a~b", "a!b", "a$b", "a*b", "a(b)", "a,b", "a'b", "a%22b", "a%3cb%3e",
    "a%7cb", "a%5eb", "a%60b", "a%7bb%7d", "a[b]", "%c3%a9", "%e2%80%ae", "%ef%bc%8f", "%e3%80%82%e3%80%82", "%ff",
    "%ef%bc%8e%ef%bc%8e", "%ed%a0%80", "a" * 513, "%61" * 513, "a/" * 300,
)

ALLOWED_PATHS = {
    "promo": "promo",
    "promo/spring-2026/index.html": "promo/spring-2026/index.html",
    "/promo": "promo",
    "promo/": "promo/",
    "/promo/": "promo/",
    "a%2fb": "a/b",
    "%70romo": "promo",
    "A-Z_0.9": "A-Z_0.9",
    ".evil.example": ".evil.example",
    ".well-known/x": ".well-known/x",
    "...": "...",
    "a..b/c.": "a..b/c.",
    "-": "-",
    "evil.example": "evil.example",
    "/evil.example": "evil.example",
    "a" * 512: "a" * 512,
    "%61" * 512: "a" * 512,
}


class Redirect(Tracking):
    def follow(self, path: str, method: str = "GET") -> str:
        answer = self.visit(path, method)
        self.assertEqual(answer.status, 302, (path, answer.body))
        return answer.header("Location")

    def send(self, target: bytes) -> Response:
        """A request with a target that a normal client does not send."""
        with self.service.raw() as raw:
            raw.send(compose("GET", "/", {"User-Agent": CHROME}).replace(b"GET / ", b"GET " + target + b" ", 1))
            return raw.read_response()

    def assert_same_place(self, location: str, destination: str, appended: str = ""):
        """Checks that the location is the destination with a path below it and one click_id, and nothing else."""
        there, meant = urlsplit(location), urlsplit(destination)
        self.assertEqual((there.scheme, there.netloc, there.fragment), (meant.scheme, meant.netloc, meant.fragment))
        if appended:
            self.assertEqual(there.path, meant.path.rstrip("/") + "/" + appended)
        else:
            self.assertEqual(there.path or "/", meant.path or "/")
        kept = [pair for pair in meant.query.split("&") if pair and not pair.startswith("click_id=")]
        self.assertEqual([pair for pair in there.query.split("&") if not pair.startswith("click_id=")], kept)
        self.assertEqual(len([1 for name, _ in parse_qsl(there.query) if name == "click_id"]), 1, location)
        self.assert_uuid7(click_id_of(location))

    def test_a_visitor_reaches_the_destination_with_a_click_id(self):
        for destination in DESTINATIONS:
            with self.subTest(destination):
                link = self.link(destinationUrl=destination)
                self.assert_same_place(self.follow(click_path(link["linkId"])), destination)

    def test_a_link_is_known_by_its_id_and_by_its_code(self):
        link = self.link()
        ids = {click_id_of(self.follow(click_path(name))) for name in (link["linkId"], link["code"])}
        self.assertEqual({click["clickId"] for click in self.clicks(linkId=link["linkId"])}, ids)
        self.assertEqual(len(ids), 2)

    def test_a_slash_at_the_end_does_not_matter(self):
        link = self.link()
        for name in (link["linkId"], link["code"]):
            self.assert_same_place(self.follow(click_path(name + "/")), link["destinationUrl"])
        self.follow(click_path(link["linkId"] + "/", sub1="kept"))
        self.assertEqual([click["sub1"] for click in self.clicks(linkId=link["linkId"]) if click["sub1"]], ["kept"])
        for path in ("//", "/x", "/x/"):
            self.assertEqual(self.visit(click_path(link["linkId"] + path)).status, 404)

    def test_a_links_tracking_url_leads_to_it(self):
        link = self.link()
        target = urlsplit(link["trackingUrl"])
        self.assertTrue(target.path.startswith(API + "/track/click/"), target)
        self.assert_same_place(self.follow(target.path), link["destinationUrl"])

    def test_a_links_short_url_leads_to_it(self):
        link = self.link()
        target = urlsplit(link["shortUrl"])
        self.assertEqual(target.path, "/r/" + link["code"])
        self.assert_same_place(self.follow(target.path + "?sub1=short"), link["destinationUrl"])
        self.assert_same_place(self.follow(target.path + "/"), link["destinationUrl"])
        self.assertEqual(sorted(click["sub1"] or "" for click in self.clicks(linkId=link["linkId"])), ["", "short"])
        self.assert_problem(self.visit("/r/nothing"), 404)

    def test_every_click_has_its_own_id(self):
        link = self.link()
        ids = [click_id_of(self.follow(click_path(link["linkId"]))) for _ in range(50)]
        self.assertEqual(len(set(ids)), 50)
        self.assertEqual(ids, sorted(ids))

    def test_a_redirect_is_not_cached_and_sets_no_cookie(self):
        link = self.link()
        for method in ("GET", "HEAD"):
            answer = self.visit(click_path(link["linkId"]), method)
            self.assertEqual(answer.status, 302)
            self.assertIn("no-store", answer.header("Cache-Control"))
            self.assertIsNone(answer.header("Set-Cookie"))
            self.assertEqual(len(answer.headers.get_all("Location")), 1)

    def test_a_change_of_the_destination_is_in_force_at_once(self):
        link = self.link()
        for number in range(10):
            destination = f"https://play.example/landing-{number}?n={number}"
            self.change("/links/" + link["linkId"], destinationUrl=destination)
            self.assert_same_place(self.follow(click_path(link["linkId"])), destination)

    def test_an_unknown_link_is_not_found_and_does_not_redirect(self):
        link = self.link()
        known, code = link["linkId"], link["code"]
        unknown = (str(uuid.uuid4()), uuid.uuid4().hex, known[:-1], known + "0", code + "x", code[:-1],
                   "{" + known + "}", "0", "-", "_", ".", "..", "...", "%2e%2e", "%00", known + "%00", code + "%00",
                   "%20" + code, code + "%20", "%0d%0aLocation:x", "a%2fb", "%2f", "%5c", "%25", "%", "%zz",
                   "%ff%fe", "%c3%a9", "%f0%9f%8e%b0", "'%20OR%201=1--", "%3cscript%3e", "*", "null", "a" * 200,
                   "a" * 4000, "a/b", known + "//", known + "/x", "", "https://evil.example", "@evil.example", ";x=1")
        for name in unknown:
            with self.subTest(name):
                answer = self.send(f"{API}/track/click/{name}".encode())
                self.assert_problem(answer, 404)
                self.assertIsNone(answer.header("Location"))
        self.assertEqual(self.clicks(linkId=known), [])

    def test_only_get_and_head_record_a_click(self):
        link = self.link()
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            with self.subTest(method):
                answer = self.visit(click_path(link["linkId"]), method)
                self.assert_problem(answer, 405)
                self.assertIsNone(answer.header("Location"))
        self.assertEqual(self.clicks(linkId=link["linkId"]), [])

    def test_a_relative_path_is_appended_below_the_destination(self):
        for destination in ("https://play.example", "https://play.example/", "https://play.example/en",
                            "https://play.example/en/?a=1&click_id=x#top", "https://play.example:8443?a=1",
                            "https://play.example/en#top"):
            link = self.link(destinationUrl=destination)
            for given, appended in ALLOWED_PATHS.items():
                with self.subTest(destination, given=given[:40]):
                    location = self.follow(f"{click_path(link['linkId'])}?relativepath={given}")
                    self.assert_same_place(location, destination, appended)

    def test_an_empty_relative_path_is_ignored(self):
        link = self.link(destinationUrl="https://play.example/en?a=1")
        for query in ("relativepath=", "relativepath", "sub1=x&relativepath=&sub2=y", "relativepath=&relativepath=.."):
            with self.subTest(query):
                self.assert_same_place(self.follow(f"{click_path(link['linkId'])}?{query}"), link["destinationUrl"])

    def test_the_first_of_repeated_relative_paths_counts(self):
        link = self.link(destinationUrl="https://play.example/en")
        path = click_path(link["linkId"])
        for query in ("relativepath=a&relativepath=b", "relativepath=a&relativepath=..",
                      "relativepath=a&relativepath="):
            with self.subTest(query):
                self.assert_same_place(self.follow(f"{path}?{query}"), "https://play.example/en", "a")
        self.assertEqual(self.visit(f"{path}?relativepath=..&relativepath=a").status, 400)

    def test_a_forbidden_relative_path_is_refused_and_records_no_click(self):
        links = [self.link(destinationUrl=destination) for destination in
                 ("https://play.example", "https://play.example/en/?a=1#top")]
        for link in links:
            for given in FORBIDDEN_PATHS:
                with self.subTest(link["destinationUrl"], given=given[:40]):
                    answer = self.send(f"{click_path(link['linkId'])}?relativepath={given}".encode())
                    self.assert_problem(answer, 400)
                    self.assertIsNone(answer.header("Location"))
                    self.assertIsNone(answer.header("Set-Cookie"))
            self.assertEqual(self.clicks(linkId=link["linkId"]), [])

    def test_a_relative_path_in_raw_bytes_is_refused_too(self):
        link = self.link()
        path = click_path(link["linkId"]).encode()
        for raw in (b"\xc3\xa9", b"\xff", b"a\xc0\xafb", b"a\\b", b'a"b', b"a|b", b"a<b>"):
            with self.subTest(raw):
                answer = self.send(path + b"?relativepath=" + raw)
                self.assertEqual(answer.status, 400)
                self.assertIsNone(answer.header("Location"))
        self.assertEqual(self.clicks(linkId=link["linkId"]), [])

    def test_a_path_under_a_disguised_name_changes_nothing(self):
        link = self.link(destinationUrl="https://play.example/en")
        for query in ("relative%70ath=..", "RelativePath=..", "relativepath[]=..", "xrelativepath=..",
                      "%20relativepath=.."):
            with self.subTest(query):
                answer = self.visit(f"{click_path(link['linkId'])}?{query}")
                if answer.status != 400:
                    self.assertEqual(answer.status, 302)
                    self.assert_same_place(answer.header("Location"), "https://play.example/en")

    def test_parameters_of_the_click_do_not_reach_the_destination(self):
        link = self.link(destinationUrl="https://play.example/en?a=1")
        location = self.follow(f"{click_path(link['linkId'])}?sub1=x&click_id=mine&b=2&relativepath=p")
        self.assert_same_place(location, link["destinationUrl"], "p")
        self.assertNotEqual(click_id_of(location), "mine")

    def test_a_malformed_query_loses_no_visitor(self):
        link = self.link()
        path = click_path(link["linkId"]).encode()
        for query in (b"?", b"?&", b"?=", b"?&&=&=&", b"?%", b"?%zz=%zz", b"?sub1", b"?sub1=%", b"?sub1=%f",
                      b"?=x&sub1=a",
                      b"?sub1=a=b=c", b"?sub6=x", b"?sub1=%00", b"?\xff\xfe=\xff", b"?sub1=\xc3", b"?sub1=a;sub2=b",
                      b"??sub1=x", b"?a[b]=c", b"?" + b"&".join(b"p%d=x" % n for n in range(700)),
                      b"?sub1=" + b"x" * 6000):
            with self.subTest(query[:40]):
                answer = self.send(path + query)
                self.assertEqual(answer.status, 302, answer.body)
                self.assert_same_place(answer.header("Location"), link["destinationUrl"])


class RedirectOnSqlite(Redirect, ServiceCase):
    pass


class RedirectOnPostgres(Tracking, PostgresCase):
    def test_a_click_is_redirected_and_recorded(self):
        link = self.link(destinationUrl="https://play.example/en?a=1#top")
        answer = self.visit(f"{click_path(link['code'])}?relativepath=promo&sub1={quote('über')}")
        self.assertEqual(answer.status, 302, answer.body)
        click_id = click_id_of(answer.header("Location"))
        self.assertEqual(answer.header("Location"), f"https://play.example/en/promo?a=1&click_id={click_id}#top")
        self.assertEqual(self.recorded(click_id)["sub1"], "über")

    def test_a_link_made_on_one_node_is_known_to_the_other_within_a_second(self):
        second = self.second_node()
        second.start()
        link = self.link()
        with second.stranger() as visitor:
            click_id = wait_until(lambda: self.redirect(visitor, link), "the other node knows the link")
        wait_until(lambda: self.clicks(clickId=click_id), "the ledger has taken the click over")
        self.assertEqual(self.recorded(click_id)["linkId"], link["linkId"])

    @staticmethod
    def redirect(visitor: Client, link: dict) -> str | None:
        answer = visitor.request("GET", click_path(link["linkId"]))
        return click_id_of(answer.header("Location")) if answer.status == 302 else None


if __name__ == "__main__":
    unittest.main()
