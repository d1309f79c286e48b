"""Landing pages of brands over the management API, and the links that choose them."""

import unittest
import uuid

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.portal import PortalCase
from tests.support.tracking import CHROME

SITE = "https://casino.example"


class LandingPages:
    def setUp(self):
        super().setUp()
        self.brand_of_page = self.brand(websiteUrl=SITE + "/home")["id"]

    def page(self, **members) -> dict:
        return self.landing_page(**({"brandId": self.brand_of_page} | members))

    def link_to(self, page: dict, **members) -> dict:
        least = {"affiliateId": self.affiliate()["id"], "brandId": page["brandId"], "landingPageId": page["id"]}
        return self.make("/links", **(least | members))

    def destination(self, link: dict) -> str:
        """Where a visitor is redirected, without the id of the click."""
        answer = self.client.request("GET", f"/api/v1/track/click/{link['linkId']}", headers={"User-Agent": CHROME})
        self.assertEqual(answer.status, 302, answer.body)
        return answer.header("Location").split("?")[0]

    def test_a_landing_page_is_created_read_changed_and_listed(self):
        page = self.page()
        self.assertEqual(page, {"id": page["id"], "brandId": self.brand_of_page, "name": "Welcome", "url": SITE + "/welcome",
                                "status": "active"})
        changed = self.change("/landing-pages/" + page["id"], name="Spring", url=SITE + "/spring?a=1", status="inactive")
        self.assertEqual(changed, page | {"name": "Spring", "url": SITE + "/spring?a=1", "status": "inactive"})
        self.assertEqual(self.items("/landing-pages", "brandId=" + self.brand_of_page), [changed])
        self.assertEqual(self.items("/landing-pages", f"brandId={self.brand_of_page}&status=active"), [])
        self.assert_foreign("/landing-pages/" + page["id"], name="Mine now")

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        page = self.page()
        least = {"brandId": self.brand_of_page, "name": "x", "url": SITE}
        self.assert_every_refused("/landing-pages/" + page["id"], least, [
            ("brandId", str(uuid.uuid4())), ("brandId", self.rival_account.brand_id), ("name", ""), ("name", None), ("url", ""),
            ("url", None), ("url", "javascript:alert(1)"), ("url", "https://u:p@casino.example/"), ("status", "approved"),
            ("id", str(uuid.uuid4())), ("unknown", 1)])
        answer = self.client.api("POST", "/landing-pages", {})
        for member in ("/brandId", "/name", "/url"):
            self.assert_refused(answer, member)

    def test_a_page_must_be_on_a_host_of_its_brand(self):
        page = self.page()
        for url in ("https://other.example/welcome", "http://casino.example/welcome", "https://casino.example:8443/",
                    "https://casino.example.evil.example/"):
            with self.subTest(url):
                self.assert_refused(self.client.api("PATCH", "/landing-pages/" + page["id"], {"url": url}), "/url")
        self.link(brandId=self.brand_of_page, destinationUrl="https://other.example/promo")
        self.assertEqual(self.page(url="https://other.example/welcome")["url"], "https://other.example/welcome")
        bare = self.brand()["id"]
        answer = self.client.api("POST", "/landing-pages", {"brandId": bare, "name": "x", "url": SITE})
        self.assert_refused(answer, "/url")
        self.assertIn("websiteUrl", answer.json()["errors"][0]["detail"])

    def test_a_link_leads_to_its_landing_page_also_after_the_url_changes(self):
        page = self.page()
        link, other = self.link_to(page), self.link(brandId=self.brand_of_page, destinationUrl=page["url"])
        self.assertEqual((link["destinationUrl"], link["landingPageId"]), (page["url"], page["id"]))
        self.assertEqual(self.destination(link), page["url"])
        self.change("/landing-pages/" + page["id"], url=SITE + "/summer", status="inactive")
        self.assertEqual(self.destination(link), SITE + "/summer")
        self.assertEqual(self.client.api("GET", "/links/" + link["linkId"]).json()["destinationUrl"], SITE + "/summer")
        self.assertEqual(self.destination(other), page["url"], "a link without the page keeps its destination")
        self.assertEqual(self.items("/links", "landingPageId=" + page["id"])[0]["linkId"], link["linkId"])
        entries = self.items("/audit-log", "subject=link/" + link["linkId"])
        self.assertEqual([(entry["action"], entry["after"]["destinationUrl"]) for entry in entries],
                         [("link.update", SITE + "/summer"), ("link.create", page["url"])])

    def test_a_link_needs_a_destination_or_a_landing_page(self):
        least = {"affiliateId": self.affiliate()["id"], "brandId": self.brand_of_page}
        for more in ({}, {"landingPageId": None}):
            self.assert_refused(self.client.api("POST", "/links", least | more), "/destinationUrl")

    def test_a_link_chooses_only_an_active_page_of_its_brand(self):
        page, elsewhere = self.page(), self.landing_page()
        closed = self.page(status="inactive")
        least = {"affiliateId": self.affiliate()["id"], "brandId": self.brand_of_page}
        rival = self.landing_page(self.rival)["id"]
        for wrong in (elsewhere["id"], closed["id"], rival, str(uuid.uuid4()), "x"):
            with self.subTest(wrong):
                self.assert_refused(self.client.api("POST", "/links", least | {"landingPageId": wrong}), "/landingPageId")
        both = least | {"landingPageId": page["id"], "destinationUrl": SITE + "/other"}
        self.assert_refused(self.client.api("POST", "/links", both), "/destinationUrl")
        self.make("/links", **(both | {"destinationUrl": page["url"]}))

    def test_a_destination_of_its_own_takes_a_link_away_from_its_page(self):
        page, second = self.page(), self.page(name="Second", url=SITE + "/second")
        link = self.link_to(page)
        path = "/links/" + link["linkId"]
        self.assertEqual(self.change(path, name="Other", destinationUrl=page["url"])["landingPageId"], page["id"])
        moved = self.change(path, landingPageId=second["id"])
        self.assertEqual(moved["destinationUrl"], second["url"])
        own = self.change(path, destinationUrl=SITE + "/own")
        self.assertEqual((own["landingPageId"], own["destinationUrl"]), (None, SITE + "/own"))
        self.change(path, landingPageId=page["id"])
        cleared = self.change(path, landingPageId=None)
        self.assertEqual((cleared["landingPageId"], cleared["destinationUrl"]), (None, page["url"]))

    def test_a_page_with_links_stays_with_its_brand(self):
        page = self.page()
        self.link_to(page)
        other = self.brand(websiteUrl=SITE)["id"]
        self.assert_refused(self.client.api("PATCH", "/landing-pages/" + page["id"], {"brandId": other}), "/brandId")
        unused = self.page()
        self.assertEqual(self.change("/landing-pages/" + unused["id"], brandId=other)["brandId"], other)

    def test_a_landing_page_is_found_by_its_name_and_url(self):
        word = "w" + uuid.uuid4().hex[:10]
        page = self.page(name=f"Offer {word}", url=f"{SITE}/{word}-page")
        for text in (word, f"{word}-page", page["id"]):
            [group] = self.client.api("GET", f"/search?q={text}&types=landingPage").json()["groups"]
            self.assertEqual([item["id"] for item in group["items"]], [page["id"]])


class LandingPagesOnSqlite(LandingPages, CatalogueCase):
    pass


class LandingPagesOnPostgres(LandingPages, CatalogueOnPostgres):
    pass


class LandingPagesInThePortal(PortalCase):
    def test_affiliates_choose_from_the_active_pages_of_active_brands(self):
        brand = self.brand(websiteUrl=SITE)["id"]
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        portal = self.portal_of(affiliate)
        pages = [self.landing_page(brandId=brand, name=name, url=f"{SITE}/{name}") for name in ("b", "a")]
        closed = self.landing_page(brandId=brand, name="closed", url=SITE + "/closed", status="inactive")
        me = portal.api("GET", "/portal/me").json()
        offered = [one for one in me["destinations"] if one["brandId"] == brand]
        self.assertEqual([(one["name"], one["landingPageId"], one["url"]) for one in offered],
                         [("a", pages[1]["id"], SITE + "/a"), ("b", pages[0]["id"], SITE + "/b"), (None, None, SITE)])
        made = portal.api("POST", "/portal/links", {"brandId": brand, "landingPageId": pages[0]["id"]})
        self.assertEqual((made.status, made.json()["destinationUrl"]), (201, SITE + "/b"), made.body)
        refused = portal.api("POST", "/portal/links", {"brandId": brand, "landingPageId": closed["id"]})
        self.assert_refused(refused, "/landingPageId")
        self.change("/brands/" + brand, status="inactive")
        me = portal.api("GET", "/portal/me").json()
        self.assertEqual([one for one in me["destinations"] if one["brandId"] == brand], [])


if __name__ == "__main__":
    unittest.main()
