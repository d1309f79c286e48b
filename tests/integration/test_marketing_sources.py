"""Marketing sources over the management API."""

import unittest
import uuid

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres


class MarketingSources:
    def test_a_source_needs_no_more_than_an_affiliate_and_a_name(self):
        affiliate = self.affiliate()
        source = self.source(affiliateId=affiliate["id"], name="Blog")
        self.assertTrue(uuid.UUID(source.pop("id")))
        self.assertEqual(source, {"affiliateId": affiliate["id"], "name": "Blog", "type": None, "url": None})
        answer = self.client.api("POST", "/marketing-sources", {})
        self.assert_refused(answer, "/name")
        self.assert_refused(answer, "/affiliateId")

    def test_a_source_is_created_read_and_changed(self):
        source = self.source(name="Blog", type="website", url="https://blog.example/")
        path = "/marketing-sources/" + source["id"]
        self.assertEqual(self.client.api("GET", path).json(), source)
        other = self.affiliate()["id"]
        changed = self.change(path, name="News", type=None, url=None, affiliateId=other)
        self.assertEqual(changed, {"id": source["id"], "affiliateId": other, "name": "News", "type": None, "url": None})

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        affiliate = self.affiliate()["id"]
        path = "/marketing-sources/" + self.source()["id"]
        self.assert_every_refused(path, {"affiliateId": affiliate, "name": "x"}, [
            ("affiliateId", str(uuid.uuid4())), ("affiliateId", self.affiliate(self.rival)["id"]),
            ("affiliateId", None), ("affiliateId", "x"), ("name", ""), ("name", None), ("type", 5), ("url", "blog"),
            ("url", "ftp://blog.example"), ("url", 5), ("brandId", self.brand_id)])

    def test_a_source_that_links_use_stays_with_its_affiliate(self):
        source = self.source()
        self.link(affiliateId=source["affiliateId"], marketingSourceId=source["id"])
        answer = self.client.api("PATCH", "/marketing-sources/" + source["id"], {"affiliateId": self.affiliate()["id"]})
        self.assert_refused(answer, "/affiliateId")

    def test_sources_can_be_filtered_by_affiliate(self):
        source = self.source()
        self.source()
        self.assertEqual(self.items("/marketing-sources", "affiliateId=" + source["affiliateId"]), [source])

    def test_a_source_is_visible_only_to_its_operator(self):
        self.assert_foreign("/marketing-sources/" + self.source()["id"], name="Mine now")


class MarketingSourcesOnSqlite(MarketingSources, CatalogueCase):
    pass


class MarketingSourcesOnPostgres(MarketingSources, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
