"""Tracking links over the management API."""

import re
import unittest
import uuid
from urllib.parse import urlsplit

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.events import fresh_key
from tests.support.portal import PortalCase

MEMBERS = {"linkId", "code", "affiliateId", "brandId", "destinationUrl", "landingPageId", "name", "campaignId", "marketingSourceId",
           "creativeId", "geoTarget", "status", "trackingUrl", "shortUrl", "impressionUrl"}


class Links:
    def test_a_link_needs_affiliate_brand_and_destination(self):
        affiliate = self.affiliate()["id"]
        link = self.link(affiliateId=affiliate, destinationUrl="https://casino.example/join?x=1#top")
        self.assertEqual(set(link), MEMBERS)
        self.assertTrue(uuid.UUID(link["linkId"]))
        self.assertRegex(link["code"], "^[A-Za-z0-9_-]{10}$")
        expected = {"affiliateId": affiliate, "brandId": self.brand_id, "name": None, "campaignId": None, "landingPageId": None,
                    "destinationUrl": "https://casino.example/join?x=1#top", "marketingSourceId": None,
                    "creativeId": None, "geoTarget": None, "status": "active", "impressionUrl": None}
        self.assertEqual({member: link[member] for member in expected}, expected)
        answer = self.client.api("POST", "/links", {})
        for member in ("/affiliateId", "/brandId", "/destinationUrl"):
            self.assert_refused(answer, member)

    def whole(self) -> dict:
        source, creative = self.source(), self.creative()
        return self.link(affiliateId=source["affiliateId"], marketingSourceId=source["id"], creativeId=creative["id"],
                         campaignId=creative["campaignId"], geoTarget="de", name="Newsletter", status="inactive",
                         code="News-" + uuid.uuid4().hex[:12])

    def test_a_link_is_created_read_and_changed(self):
        link = self.whole()
        self.assertEqual(link["geoTarget"], "DE")
        path = "/links/" + link["linkId"]
        self.assertEqual(self.client.api("GET", path).json(), link)
        changed = self.change(path, destinationUrl="http://casino.example:8080/", name="Other", status="active",
                              geoTarget="mt")
        self.assertEqual(changed, link | {"destinationUrl": "http://casino.example:8080/", "name": "Other",
                                          "status": "active", "geoTarget": "MT"})

    def test_null_clears_an_optional_member(self):
        link = self.whole()
        nulls = dict.fromkeys(("name", "campaignId", "marketingSourceId", "creativeId", "geoTarget"))
        changed = self.change("/links/" + link["linkId"], **nulls)
        self.assertEqual(changed, link | nulls | {"impressionUrl": None})

    def test_a_link_shows_its_tracking_url(self):
        link = self.whole()
        host, port = self.service.address
        base = f"http://{host}:{port}/api/v1/track"
        self.assertEqual(link["trackingUrl"], f"{base}/click/{link['linkId']}")
        self.assertEqual(link["impressionUrl"],
                         f"{base}/impression/{link['creativeId']}?lid={link['linkId']}&aid={link['affiliateId']}")
        answer = self.client.request("GET", "/api/v1/links/" + link["linkId"], headers={"Host": "track.example"})
        self.assertEqual(answer.json()["trackingUrl"], f"http://track.example/api/v1/track/click/{link['linkId']}")

    def test_an_untrusted_client_cannot_claim_https(self):
        link = self.link()
        answer = self.client.request("GET", "/api/v1/links/" + link["linkId"], headers={"X-Forwarded-Proto": "https"})
        self.assertEqual(answer.json()["trackingUrl"], link["trackingUrl"])

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        least = {"affiliateId": self.affiliate()["id"], "brandId": self.brand_id,
                 "destinationUrl": "https://casino.example/"}
        self.assert_every_refused("/links/" + self.link()["linkId"], least, [
            ("affiliateId", str(uuid.uuid4())), ("affiliateId", self.affiliate(self.rival)["id"]), ("affiliateId", None),
            ("brandId", str(uuid.uuid4())), ("brandId", self.rival_account.brand_id), ("brandId", "x"),
            ("destinationUrl", ""), ("destinationUrl", None), ("destinationUrl", "casino.example"),
            ("destinationUrl", "ftp://casino.example/"), ("destinationUrl", "javascript:alert(1)"),
            ("destinationUrl", "https://"), ("destinationUrl", "https:///path"), ("destinationUrl", "//casino.example"),
            ("destinationUrl", "https://user@casino.example/"), ("destinationUrl", "https://u:p@casino.example/"),
            ("destinationUrl", "https://casino.example/\r\nX: y"), ("destinationUrl", "https://c.example/" + "a" * 2048),
            ("name", 5), ("campaignId", str(uuid.uuid4())), ("campaignId", self.campaign(self.rival)["id"]),
            ("marketingSourceId", str(uuid.uuid4())), ("marketingSourceId", self.source(self.rival)["id"]),
            ("creativeId", str(uuid.uuid4())), ("creativeId", self.creative(self.rival)["id"]), ("creativeId", "x"),
            ("geoTarget", "DEU"), ("geoTarget", "D1"), ("geoTarget", ""), ("geoTarget", 1), ("status", "approved"),
            ("linkId", str(uuid.uuid4())), ("id", "x"), ("trackingUrl", "https://x.example/"), ("impressionUrl", None)])

    def test_the_records_of_a_link_must_belong_to_its_affiliate_and_brand(self):
        source, creative = self.source(), self.creative()
        other_brand, other_campaign = self.brand()["id"], self.campaign()["id"]
        of_brand = self.campaign(brandId=other_brand)["id"]
        least = {"affiliateId": source["affiliateId"], "brandId": self.brand_id,
                 "destinationUrl": "https://casino.example/"}
        path = "/links/" + self.link(**least)["linkId"]
        for members, pointer in (
                ({"marketingSourceId": self.source()["id"]}, "/marketingSourceId"),
                ({"campaignId": of_brand}, "/campaignId"),
                ({"creativeId": self.creative(campaignId=of_brand)["id"]}, "/creativeId"),
                ({"creativeId": creative["id"], "campaignId": other_campaign}, "/creativeId")):
            with self.subTest(members):
                self.assert_refused(self.client.api("POST", "/links", least | members), pointer)
                self.assert_refused(self.client.api("PATCH", path, members), pointer)

    def test_a_change_is_checked_with_the_unchanged_members(self):
        link = self.whole()
        path = "/links/" + link["linkId"]
        self.assert_refused(self.client.api("PATCH", path, {"affiliateId": self.affiliate()["id"]}),
                            "/marketingSourceId")
        self.assert_refused(self.client.api("PATCH", path, {"brandId": self.brand()["id"]}), "/campaignId")
        self.assert_refused(self.client.api("PATCH", path, {"campaignId": self.campaign()["id"]}), "/creativeId")
        self.assertEqual(self.client.api("GET", path).json(), link)

    def test_a_code_belongs_to_its_link_for_ever(self):
        code = "Mine_" + uuid.uuid4().hex[:8]
        link = self.link(code=code)
        self.assertEqual(link["code"], code)
        self.assert_refused(self.client.api("PATCH", "/links/" + link["linkId"], {"code": "another"}), "/code")
        least = {"destinationUrl": "https://casino.example/", "code": code}
        details = set()
        for client, account in ((self.client, self.service.account), (self.rival, self.rival_account)):
            affiliate = self.affiliate(client)["id"]
            answer = client.api("POST", "/links", least | {"affiliateId": affiliate, "brandId": account.brand_id})
            problem = self.assert_problem(answer, 409)
            self.assertEqual([error["pointer"] for error in problem["errors"]], ["/code"])
            details.add(problem["errors"][0]["detail"])
        [detail] = details  # It does not say whose link has the code.
        self.assertIn("this code is not available", detail)
        self.link(code=code.swapcase())

    def test_an_invalid_code_is_refused(self):
        least = {"affiliateId": self.affiliate()["id"], "brandId": self.brand_id,
                 "destinationUrl": "https://casino.example/"}
        for code in ("", "ab", "x" * 65, "a b", "a/b", "a.b", "ä123", None, 12345, str(uuid.uuid4()),
                     str(uuid.uuid4()).upper()):
            with self.subTest(code):
                self.assert_refused(self.client.api("POST", "/links", least | {"code": code}), "/code")

    def test_each_generated_code_is_different(self):
        affiliate = self.affiliate()["id"]
        codes = {self.link(affiliateId=affiliate)["code"] for _ in range(50)}
        self.assertEqual(len(codes), 50)
        self.assertTrue(all(re.fullmatch("[A-Za-z0-9_-]{10}", code) for code in codes))

    def test_links_can_be_filtered_and_paged(self):
        source = self.source()
        made = [self.link(affiliateId=source["affiliateId"], geoTarget="DE" if i % 2 else None) for i in range(5)]
        ids = [link["linkId"] for link in made]
        query = "affiliateId=" + source["affiliateId"]
        self.assertEqual([link["linkId"] for link in self.items("/links", query)], ids)
        self.assertEqual(len(self.items("/links", query + "&geoTarget=DE")), 2)
        self.assertEqual(len(self.items("/links", query + "&geoTarget=null")), 3)
        self.assertEqual(self.items("/links", "code=" + made[2]["code"]), [made[2]])
        self.assertEqual(self.items("/links", "linkId=" + ids[3]), [made[3]])
        self.assertEqual(self.items("/links", query + "&marketingSourceId=" + source["id"]), [])
        page = self.client.api("GET", f"/links?{query}&limit=3").json()
        self.assertEqual(page["nextCursor"], ids[2])
        self.assertEqual([link["linkId"] for link in self.items("/links", f"{query}&cursor={ids[2]}")], ids[3:])

    def test_a_link_is_visible_only_to_its_operator(self):
        self.assert_foreign("/links/" + self.link()["linkId"], name="Mine now")

    def test_links_survive_a_restart(self):
        link = self.whole()
        self.service.restart()
        with self.service.client() as client:
            self.assertEqual(client.api("GET", "/links/" + link["linkId"]).json(), link)


class LinksOnSqlite(Links, CatalogueCase):
    pass


class LinksOnPostgres(Links, CatalogueOnPostgres):
    pass


class LinksBehindAProxy(CatalogueCase):
    settings = {"trusted_proxies": "127.0.0.0/8"}

    def test_a_trusted_proxy_names_the_scheme(self):
        link = self.link()["linkId"]
        for scheme, expected in (("https", "https"), ("HTTPS", "https"), ("http", "http"), ("gopher", "http")):
            with self.subTest(scheme):
                answer = self.client.request("GET", "/api/v1/links/" + link,
                                             headers={"Host": "track.example", "X-Forwarded-Proto": scheme})
                self.assertEqual(answer.json()["trackingUrl"],
                                 f"{expected}://track.example/api/v1/track/click/{link}")


class LinksUnderAPublicUrl(CatalogueCase):
    settings = {"public_url": "https://go.example"}

    def test_the_setting_decides_for_every_request(self):
        link = self.link(creativeId=self.creative()["id"])
        self.assertEqual(link["trackingUrl"], f"https://go.example/api/v1/track/click/{link['linkId']}")
        self.assertTrue(link["impressionUrl"].startswith("https://go.example/api/v1/track/impression/"))


class ShortUrlsWithAHostOfTheirOwn(PortalCase):
    settings = {"public_url": "https://app.example", "tracking_url": "https://go.example"}

    def test_only_short_urls_have_this_host_also_in_the_portal(self):
        affiliate = self.affiliate(email=fresh_key("short") + "@bets.example")
        link = self.link(affiliateId=affiliate["id"])
        self.assertEqual(link["shortUrl"], "https://go.example/r/" + link["code"])
        self.assertEqual(link["trackingUrl"], f"https://app.example/api/v1/track/click/{link['linkId']}")
        path = "/links/" + link["linkId"]
        self.assertEqual(self.client.api("GET", path).json(), link)
        self.assertEqual([one["shortUrl"] for one in self.items("/links", "code=" + link["code"])], [link["shortUrl"]])
        self.assertEqual(self.read(self.portal_of(affiliate), path)["shortUrl"], link["shortUrl"])

    def test_this_host_redirects_to_the_destination(self):
        link = self.link()
        url = urlsplit(link["shortUrl"])
        answer = self.client.request("GET", url.path, headers={"Host": url.netloc})
        self.assertEqual(answer.status, 302, answer.body)
        self.assertTrue(answer.header("Location").startswith(link["destinationUrl"] + "?click_id="))
        self.assertEqual(len(self.items("/clicks", "linkId=" + link["linkId"])), 1)


class ManyLinks(CatalogueCase):
    COUNT = 1100

    def test_each_link_is_on_one_page(self):
        affiliate = self.affiliate()["id"]
        made = {self.link(affiliateId=affiliate)["linkId"] for _ in range(self.COUNT)}
        seen, cursor = [], ""
        while cursor is not None:
            page = self.client.api("GET", f"/links?limit=200&affiliateId={affiliate}{cursor and '&cursor=' + cursor}").json()
            seen += [link["linkId"] for link in page["items"]]
            cursor = page["nextCursor"]
        self.assertEqual(len(seen), self.COUNT)
        self.assertEqual(set(seen), made)


if __name__ == "__main__":
    unittest.main()
