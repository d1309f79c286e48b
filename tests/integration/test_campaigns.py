"""Campaigns over the management API."""

import unittest
import uuid

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres


class Campaigns:
    def test_a_campaign_needs_no_more_than_a_brand_and_a_name(self):
        campaign = self.campaign(name="Spring")
        self.assertTrue(uuid.UUID(campaign.pop("id")))
        self.assertEqual(campaign, {"brandId": self.brand_id, "name": "Spring", "status": "active"})
        answer = self.client.api("POST", "/campaigns", {})
        self.assert_refused(answer, "/name")
        self.assert_refused(answer, "/brandId")

    def test_a_campaign_is_created_read_and_changed(self):
        campaign = self.campaign(status="inactive")
        path = "/campaigns/" + campaign["id"]
        self.assertEqual(self.client.api("GET", path).json(), campaign)
        brand = self.brand()["id"]
        self.assertEqual(self.change(path, name="Summer", status="active", brandId=brand),
                         {"id": campaign["id"], "brandId": brand, "name": "Summer", "status": "active"})

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        path = "/campaigns/" + self.campaign()["id"]
        self.assert_every_refused(path, {"brandId": self.brand_id, "name": "x"}, [
            ("brandId", str(uuid.uuid4())), ("brandId", self.rival_account.brand_id), ("brandId", None),
            ("brandId", "x"), ("name", " "), ("name", "x" * 256), ("status", "approved"), ("status", None), ("id", "x")])

    def test_a_campaign_that_links_use_stays_with_its_brand(self):
        other = self.brand()["id"]
        used = self.campaign()
        self.link(campaignId=used["id"])
        self.assert_refused(self.client.api("PATCH", "/campaigns/" + used["id"], {"brandId": other}), "/brandId")
        shown = self.campaign()
        self.link(creativeId=self.creative(campaignId=shown["id"])["id"])
        self.assert_refused(self.client.api("PATCH", "/campaigns/" + shown["id"], {"brandId": other}), "/brandId")

    def test_campaigns_can_be_filtered_by_brand(self):
        brand = self.brand()["id"]
        campaign = self.campaign(brandId=brand)
        self.campaign()
        self.assertEqual(self.items("/campaigns", "brandId=" + brand), [campaign])

    def test_a_campaign_is_visible_only_to_its_operator(self):
        self.assert_foreign("/campaigns/" + self.campaign()["id"], name="Mine now")


class CampaignsOnSqlite(Campaigns, CatalogueCase):
    pass


class CampaignsOnPostgres(Campaigns, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
