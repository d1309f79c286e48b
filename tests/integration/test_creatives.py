"""Creatives over the management API, and the HTML that affiliates put on their pages."""

import unittest
import uuid
from html.parser import HTMLParser

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres


class Elements(HTMLParser):
    """The elements of an HTML fragment with their attributes, and its text."""

    def __init__(self, html: str):
        super().__init__()
        self.open, self.found, self.text = [], [], ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes), list(self.open)))
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.open.remove(tag)

    def handle_data(self, data):
        self.text += data


class Creatives:
    def embed(self, creative: dict, link: dict, **headers) -> Elements:
        answer = self.client.request("GET", f"/api/v1/creatives/{creative['id']}/embed?linkId={link['linkId']}",
                                     headers={name.replace("_", "-"): value for name, value in headers.items()})
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.header("Content-Type"), "text/html; charset=utf-8")
        return Elements(answer.body.decode())

    def test_a_creative_needs_no_more_than_a_campaign_and_a_name(self):
        campaign = self.campaign()
        creative = self.creative(campaignId=campaign["id"], name="Leaderboard")
        self.assertTrue(uuid.UUID(creative.pop("id")))
        self.assertEqual(creative, {"campaignId": campaign["id"], "name": "Leaderboard", "type": "banner",
                                    "imageUrl": None, "imageId": None, "width": None, "height": None,
                                    "status": "active"})
        answer = self.client.api("POST", "/creatives", {})
        self.assert_refused(answer, "/name")
        self.assert_refused(answer, "/campaignId")

    def test_a_creative_is_created_read_and_changed(self):
        creative = self.creative(type="text", imageUrl="https://cdn.example/a.png", width=728, height=90,
                                 status="inactive")
        path = "/creatives/" + creative["id"]
        self.assertEqual(self.client.api("GET", path).json(), creative)
        campaign = self.campaign()["id"]
        changed = self.change(path, campaignId=campaign, type="banner", imageUrl=None, width=None, height=None,
                              status="active", name="Other")
        self.assertEqual(changed, {"id": creative["id"], "campaignId": campaign, "name": "Other", "type": "banner",
                                   "imageUrl": None, "imageId": None, "width": None, "height": None, "status": "active"})

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        path = "/creatives/" + self.creative()["id"]
        self.assert_every_refused(path, {"campaignId": self.campaign()["id"], "name": "x"}, [
            ("campaignId", str(uuid.uuid4())), ("campaignId", self.campaign(self.rival)["id"]), ("campaignId", None),
            ("name", ""), ("type", "video"), ("type", None), ("imageUrl", "a.png"), ("imageUrl", "javascript:alert(1)"),
            ("width", 0), ("width", "728"), ("width", 10001), ("height", -1), ("height", 1.5), ("status", "x")])

    def test_a_creative_that_links_use_stays_with_its_campaign(self):
        creative = self.creative()
        self.link(creativeId=creative["id"], campaignId=creative["campaignId"])
        path = "/creatives/" + creative["id"]
        self.assert_refused(self.client.api("PATCH", path, {"campaignId": self.campaign()["id"]}), "/campaignId")

    def test_a_creative_is_visible_only_to_its_operator(self):
        self.assert_foreign("/creatives/" + self.creative()["id"], name="Mine now")

    def test_a_banner_is_embedded_as_an_anchor_around_image_and_pixel(self):
        creative = self.creative(imageUrl="https://cdn.example/a.png?x=1&y=2", width=728, height=90)
        link = self.link(creativeId=creative["id"])
        (anchor, image, pixel) = self.embed(creative, link).found
        self.assertEqual((anchor[0], anchor[1]["href"]), ("a", link["trackingUrl"]))
        self.assertEqual((image[0], image[2]), ("img", ["a"]))
        self.assertLessEqual({"src": "https://cdn.example/a.png?x=1&y=2", "width": "728", "height": "90",
                              "alt": "Leaderboard"}.items(), image[1].items())
        self.assertEqual((pixel[0], pixel[2]), ("img", ["a"]))
        self.assertLessEqual({"src": link["impressionUrl"], "width": "1", "height": "1"}.items(), pixel[1].items())
        self.assertIn(f"/api/v1/track/impression/{creative['id']}?lid={link['linkId']}&aid={link['affiliateId']}",
                      pixel[1]["src"])

    def test_any_link_of_the_brand_can_show_a_creative(self):
        creative = self.creative(imageUrl="https://cdn.example/a.png")
        (anchor, _, pixel) = self.embed(creative, self.link()).found
        self.assertIn("/track/click/", anchor[1]["href"])
        self.assertIn("/track/impression/" + creative["id"], pixel[1]["src"])

    def test_a_text_is_embedded_without_becoming_html(self):
        name = "<script>alert('1')</script> & \"more\""
        creative = self.creative(type="text", name=name)
        elements = self.embed(creative, self.link())
        self.assertEqual([tag for tag, _, _ in elements.found], ["a", "img"])
        self.assertEqual(elements.text.strip(), name)

    def test_a_banner_whose_name_is_html_stays_a_banner(self):
        creative = self.creative(name="\"><script>alert(1)</script>", imageUrl="https://cdn.example/'a.png")
        elements = self.embed(creative, self.link())
        self.assertEqual([tag for tag, _, _ in elements.found], ["a", "img", "img"])
        self.assertEqual(elements.found[1][1]["alt"], creative["name"])

    def test_an_invalid_host_header_is_not_used_in_the_html(self):
        path = f"/api/v1/creatives/{self.creative(type='text')['id']}/embed?linkId={self.link()['linkId']}"
        answer = self.client.request("GET", path, headers={"Host": "evil.example/\"><script>"})
        self.assert_problem(answer, 400)
        self.assertNotIn(b"evil", answer.body)

    def test_an_embed_needs_a_link_of_the_same_operator_and_brand(self):
        creative = self.creative()
        other_brand = self.link(brandId=self.brand()["id"])
        path = f"/creatives/{creative['id']}/embed"
        for query in ("", "?linkId=", "?linkId=x", f"?linkId={uuid.uuid4()}", "?linkId=" + self.link(self.rival)["linkId"],
                      "?linkId=" + other_brand["linkId"], "?linkid=" + self.link()["linkId"]):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", path + query), 400)

    def test_an_embed_of_an_unknown_creative_is_not_found(self):
        link = self.link()["linkId"]
        for creative_id in (str(uuid.uuid4()), "x", self.creative(self.rival)["id"]):
            with self.subTest(creative_id):
                self.assert_problem(self.client.api("GET", f"/creatives/{creative_id}/embed?linkId={link}"), 404)


class CreativesOnSqlite(Creatives, CatalogueCase):
    pass


class CreativesOnPostgres(Creatives, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
