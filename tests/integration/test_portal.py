"""The portal: what a user of an affiliate can read, create and change."""

import unittest

from tests.support.accounts import by_admin
from tests.support.events import fresh_key
from tests.support.portal import PortalCase

SITE = "https://casino.example"
CPA = {"cpa": {"amount": "100", "minFirstDeposit": "20"}, "revShare": {"rate": "25"}}


class Portal(PortalCase):
    def setUp(self):
        super().setUp()
        self.change("/brands/" + self.brand_id, websiteUrl=SITE)
        self.anna = self.paid_affiliate(CPA, email=fresh_key("anna") + "@bets.example")
        self.portal = self.portal_of(self.anna)

    def other_affiliate(self, **members) -> dict:
        return self.affiliate(name=fresh_key("other"), email=fresh_key("other") + "@bets.example", **members)

    def refused(self, method: str, path: str, body: dict, pointer: str):
        self.assert_refused(self.portal.api(method, "/portal" + path, body), pointer)

    def new_link(self, **members) -> dict:
        answer = self.portal.api("POST", "/portal/links", {"brandId": self.brand_id, "destinationUrl": SITE + "/join"} | members)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    # The user.

    def test_me_shows_the_affiliate_the_operator_and_the_deals_in_force(self):
        me = self.read(self.portal, "/me")
        self.assertEqual(me["user"]["email"], self.anna["email"])
        self.assertEqual(me["user"]["role"], "affiliate")
        self.assertEqual(me["affiliate"], {"id": self.anna["id"], "name": self.anna["name"], "email": self.anna["email"],
                                           "status": "approved", "paymentHold": None, "minPayout": None,
                                           "postbacksAllowed": False, "statementPeriod": "month"})
        self.assertEqual(set(me["operator"]), {"name", "timeZone", "baseCurrency", "portal"})
        self.assertIn({"id": self.brand_id, "name": self.client.api("GET", "/brands/" + self.brand_id).json()["name"],
                       "websiteUrl": SITE}, me["brands"])
        self.assertEqual([deal["id"] for deal in me["deals"]], self.anna["dealIds"])
        self.assertEqual(me["deals"][0]["terms"]["cpa"]["amount"], "100")
        self.assertEqual(me["deals"][0]["scope"], {"brandIds": [], "countries": []})

    def test_without_its_own_deal_an_affiliate_has_the_default_deal_and_minimum_payout(self):
        default = self.deal(name=fresh_key("default"), isDefault=True)
        self.change("/operator", minPayout="50")
        self.addCleanup(lambda: self.change("/operator", minPayout="0"))
        me = self.read(self.portal_of(self.other_affiliate()), "/me")
        self.assertEqual([deal["id"] for deal in me["deals"]], [default["id"]])
        self.assertEqual(me["affiliate"]["minPayout"], "50")

    def test_inactive_brands_are_not_shown(self):
        closed = self.brand(name=fresh_key("closed"), status="inactive")
        self.assertNotIn(closed["id"], [brand["id"] for brand in self.read(self.portal, "/me")["brands"]])

    def test_terms_that_start_later_are_beside_those_in_force(self):
        later = {"currency": "EUR", "cpa": {"amount": "900"}}
        deal = self.deal(name=fresh_key("later"), tierPool="VIP", lateEvents="ownMonth", binding="event")
        self.change("/deals/" + deal["id"], effectiveFrom="2099-01-01", terms=later)
        starting = self.deal(name=fresh_key("starting"), effectiveFrom="2099-02-01", terms=later)
        portal = self.portal_of(self.other_affiliate(dealIds=[deal["id"], starting["id"]]))
        me = self.read(portal, "/me")
        [current] = me["deals"]
        self.assertEqual((current["id"], current["version"], current["terms"]["cpa"]["amount"]), (deal["id"], 1, "100"))
        self.assertEqual((current["tierPool"], current["lateEvents"], current["binding"]), ("VIP", "ownMonth", "event"))
        [version] = current["upcoming"]
        self.assertEqual(set(version), {"version", "effectiveFrom", "terms"})
        self.assertEqual((version["version"], version["effectiveFrom"]), (2, "2099-01-01"))
        self.assertEqual(version["terms"]["cpa"]["amount"], "900")
        [next_one] = me["startingDeals"]
        self.assertEqual((next_one["id"], next_one["effectiveFrom"], next_one["upcoming"]), (starting["id"], "2099-02-01", []))
        self.assertEqual(self.client.api("POST", f"/deals/{deal['id']}/versions/2/withdraw", {}).status, 200)
        self.assertEqual(self.read(portal, "/me")["deals"][0]["upcoming"], [])

    def test_destinations_are_the_website_the_own_ones_and_shared_ones(self):
        first, second = self.other_affiliate(), self.other_affiliate()
        self.link(affiliateId=self.anna["id"], destinationUrl=SITE + "/mine")
        for other in (first, second):
            self.link(affiliateId=other["id"], destinationUrl=SITE + "/shared")
        self.link(affiliateId=first["id"], destinationUrl=SITE + "/only-theirs")
        urls = [one["url"] for one in self.read(self.portal, "/me")["destinations"]
                if one["brandId"] == self.brand_id and one["landingPageId"] is None]
        self.assertEqual(urls, sorted(set(urls)))
        self.assertLessEqual({SITE, SITE + "/mine", SITE + "/shared"}, set(urls))
        self.assertNotIn(SITE + "/only-theirs", urls)

    def test_the_profile_is_the_affiliates_name_and_address(self):
        self.assertEqual(self.read(self.portal, "/profile"), {"name": self.anna["name"], "email": self.anna["email"],
                                                                    "accountManager": None})
        answer = self.portal.api("PATCH", "/portal/profile", {"name": "New name", "email": "new@bets.example"})
        self.assertEqual((answer.status, answer.json()), (200, {"name": "New name", "email": "new@bets.example",
                                                               "accountManager": None}))
        after = self.client.api("GET", "/affiliates/" + self.anna["id"]).json()
        self.assertEqual((after["name"], after["email"]), ("New name", "new@bets.example"))
        self.assertEqual(self.read(self.portal, "/me")["user"]["email"], self.anna["email"])

    def test_the_account_manager_is_shown_if_the_operator_wants_it(self):
        email = fresh_key("manager").lower() + "@people.example"
        manager = by_admin(self.service, "POST", "/users", {"email": email, "role": "manager"}).json()
        self.change("/affiliates/" + self.anna["id"], accountManagerId=manager["id"], tags=["risky"])
        self.assertIsNone(self.read(self.portal, "/profile")["accountManager"])
        self.change("/operator", portal={"showAccountManager": True})
        self.addCleanup(lambda: self.change("/operator", portal={"showAccountManager": False}))
        self.assertEqual(self.read(self.portal, "/profile")["accountManager"], email)
        answer = self.portal.api("PATCH", "/portal/profile", {"name": self.anna["name"]})
        self.assertEqual(answer.json()["accountManager"], email)
        by_admin(self.service, "PATCH", "/users/" + manager["id"], {"status": "disabled"})
        self.assertIsNone(self.read(self.portal, "/profile")["accountManager"], "nobody reads the mails of one who has left")

    def test_an_affiliate_cannot_pass_for_another_or_for_a_value_of_reports(self):
        other = self.other_affiliate()
        for name in (other["name"], other["name"].upper() + " ", "(organic)", "total", "Best\u200bBets", "Best\u202eBets"):
            self.refused("PATCH", "/profile", {"name": name}, "/name")
        for name in ("(organic)", self.anna["name"]):  # The operator gives the names that it wants.
            self.change("/affiliates/" + other["id"], name=name)

    def test_nothing_else_of_the_affiliate_can_be_changed(self):
        for member, value in (("status", "approved"), ("dealIds", []), ("minPayout", "0"), ("notes", "x"),
                              ("parentAffiliateId", None), ("tags", []), ("accountManagerId", None)):
            with self.subTest(member):
                self.refused("PATCH", "/profile", {member: value}, "/" + member)
        self.refused("PATCH", "/profile", {"email": "no address"}, "/email")

    # Links.

    def test_a_link_is_made_read_listed_and_changed(self):
        source = self.portal.api("POST", "/portal/marketing-sources", {"name": "Blog", "type": "website"}).json()
        creative = self.creative()
        made = self.new_link(name="Spring", campaignId=creative["campaignId"], creativeId=creative["id"],
                             marketingSourceId=source["id"], geoTarget="de")
        self.assertNotIn("affiliateId", made)
        self.assertEqual((made["name"], made["geoTarget"], made["status"]), ("Spring", "DE", "active"))
        seen = self.client.api("GET", "/links/" + made["linkId"]).json()
        self.assertEqual(seen, made | {"affiliateId": self.anna["id"]})
        self.assertEqual(self.read(self.portal, "/links/" + made["linkId"]), made)
        changed = self.portal.api("PATCH", "/portal/links/" + made["linkId"], {"status": "inactive", "name": None})
        self.assertEqual((changed.status, changed.json()), (200, made | {"status": "inactive", "name": None}))
        others = [self.new_link() for _ in range(3)]
        listed = self.listed(self.portal, "/links")
        self.assertEqual([link["linkId"] for link in listed], sorted([made["linkId"]] + [one["linkId"] for one in others]))
        for query, expected in ((f"campaignId={creative['campaignId']}", [made["linkId"]]),
                                ("status=inactive", [made["linkId"]]), (f"search={made['code'].upper()}", [made["linkId"]]),
                                (f"brandId={self.unknown_id()}", [])):
            with self.subTest(query):
                self.assertEqual([link["linkId"] for link in self.listed(self.portal, "/links?" + query)], expected)

    def test_a_made_link_counts_clicks_for_the_affiliate(self):
        made = self.new_link()
        answer = self.client.request("GET", "/api/v1/track/click/" + made["code"])
        self.assertEqual(answer.status, 302)
        click = self.items("/clicks", "linkId=" + made["linkId"])[0]
        self.assertEqual(click["affiliateId"], self.anna["id"])

    def test_who_made_a_link_is_in_the_audit_log(self):
        user = self.read(self.portal, "/me")["user"]
        made = self.new_link()
        entry = self.items("/audit-log", "subject=link/" + made["linkId"])[0]
        self.assertEqual((entry["actor"], entry["action"]), ("user/" + user["id"], "link.create"))

    def test_a_link_cannot_be_created_for_another_affiliate(self):
        other = self.other_affiliate()
        least = {"brandId": self.brand_id, "destinationUrl": SITE}
        self.refused("POST", "/links", least | {"affiliateId": other["id"]}, "/affiliateId")
        self.refused("POST", "/links", least | {"affiliateId": self.anna["id"]}, "/affiliateId")
        made = self.new_link()
        self.refused("PATCH", "/links/" + made["linkId"], {"affiliateId": other["id"]}, "/affiliateId")
        answer = self.portal.api("GET", "/portal/links?affiliateId=" + other["id"])
        self.assert_problem(answer, 400)

    def test_links_lead_to_the_brands_website_or_a_destination_of_the_operator(self):
        for url in ("https://evil.example/join", "http://casino.example/join", "https://casino.example:8443/",
                    "https://casino.example.evil.example/", "https://sub.casino.example/"):
            with self.subTest(url):
                self.refused("POST", "/links", {"brandId": self.brand_id, "destinationUrl": url}, "/destinationUrl")
        self.new_link(destinationUrl="https://CASINO.example:443/anything?x=1")
        landing = self.brand(name=fresh_key("landing"))
        body = {"brandId": landing["id"], "destinationUrl": "https://landing.example/a"}
        self.refused("POST", "/links", body, "/destinationUrl")
        self.link(affiliateId=self.other_affiliate()["id"], brandId=landing["id"], destinationUrl="https://landing.example/b")
        self.assertEqual(self.portal.api("POST", "/portal/links", body).status, 201)
        made = self.new_link()
        self.refused("PATCH", "/links/" + made["linkId"], {"destinationUrl": "https://landing.example/a"}, "/destinationUrl")

    def test_a_link_with_an_operators_destination_can_still_be_renamed(self):
        link = self.link(affiliateId=self.anna["id"], brandId=self.brand(name=fresh_key("b"))["id"],
                         destinationUrl="https://partner.example/x")
        self.assertEqual(self.portal.api("PATCH", "/portal/links/" + link["linkId"], {"name": "Mine"}).status, 200)

    def test_links_refer_only_to_active_records_and_the_affiliates_own(self):
        theirs = self.source(affiliateId=self.other_affiliate()["id"])
        over = self.campaign(status="inactive")
        least = {"brandId": self.brand_id, "destinationUrl": SITE}
        foreign = self.portal.api("POST", "/portal/links", least | {"marketingSourceId": theirs["id"]})
        unknown = self.portal.api("POST", "/portal/links", least | {"marketingSourceId": self.unknown_id()})
        self.assert_refused(foreign, "/marketingSourceId")
        self.assertEqual(foreign.json()["errors"], unknown.json()["errors"])
        self.refused("POST", "/links", least | {"campaignId": over["id"]}, "/campaignId")
        self.refused("POST", "/links", least | {"creativeId": self.creative(campaignId=over["id"])["id"]}, "/creativeId")
        self.refused("POST", "/links", least | {"creativeId": self.creative(status="inactive")["id"]}, "/creativeId")
        closed = self.brand(name=fresh_key("closed"), status="inactive", websiteUrl=SITE)
        self.refused("POST", "/links", least | {"brandId": closed["id"]}, "/brandId")

    def test_a_code_that_is_taken_is_a_conflict(self):
        code = fresh_key("code")
        self.new_link(code=code)
        answer = self.portal.api("POST", "/portal/links", {"brandId": self.brand_id, "destinationUrl": SITE, "code": code})
        self.assert_problem(answer, 409)

    def test_an_unapproved_affiliate_cannot_create_or_change_links(self):
        made = self.new_link()
        for status in ("suspended", "pending"):
            with self.subTest(status):
                self.change("/affiliates/" + self.anna["id"], status=status)
                body = {"brandId": self.brand_id, "destinationUrl": SITE}
                self.assert_problem(self.portal.api("POST", "/portal/links", body), 409)
                self.assert_problem(self.portal.api("PATCH", "/portal/links/" + made["linkId"], {"name": "x"}), 409)
                self.assertEqual(self.read(self.portal, "/me")["affiliate"]["status"], status)
        self.assertEqual([link["linkId"] for link in self.listed(self.portal, "/links")], [made["linkId"]])

    # Material to publish.

    def test_only_active_campaigns_and_creatives_are_listed(self):
        closed = self.brand(name=fresh_key("closed"), status="inactive")
        over = self.campaign(name="Over", status="inactive")
        elsewhere = self.campaign(name="Elsewhere", brandId=closed["id"])
        campaigns = [self.campaign(name=fresh_key("campaign")) for _ in range(3)]
        shown = {one["id"]: one for one in self.listed(self.portal, "/campaigns?brandId=" + self.brand_id)}
        for campaign in campaigns:
            self.assertEqual(shown[campaign["id"]],
                             {"id": campaign["id"], "brandId": self.brand_id, "name": campaign["name"]})
        self.assertFalse({over["id"], elsewhere["id"]} & {one["id"] for one in self.listed(self.portal, "/campaigns")})

        banner = self.creative(campaignId=campaigns[0]["id"], imageUrl="https://cdn.example/a.png", width=728, height=90)
        hidden = [self.creative(campaignId=over["id"]), self.creative(campaignId=elsewhere["id"]),
                  self.creative(campaignId=campaigns[0]["id"], status="inactive")]
        text = self.creative(campaignId=campaigns[0]["id"], type="text")
        creatives = self.listed(self.portal, "/creatives?campaignId=" + campaigns[0]["id"])
        self.assertEqual([one["id"] for one in creatives], [banner["id"], text["id"]])
        self.assertEqual(creatives[0], {"id": banner["id"], "campaignId": campaigns[0]["id"],
                                        "campaignName": campaigns[0]["name"], "brandId": self.brand_id,
                                        "name": banner["name"], "type": "banner", "imageUrl": "https://cdn.example/a.png",
                                        "width": 728, "height": 90})
        narrowed = self.listed(self.portal, f"/creatives?type=text&brandId={self.brand_id}&campaignId={campaigns[0]['id']}")
        self.assertEqual([one["id"] for one in narrowed], [text["id"]])
        for one in hidden:
            answer = self.portal.api("GET", f"/portal/creatives/{one['id']}/embed?linkId=" + self.new_link()["linkId"])
            self.assert_problem(answer, 404)

    def test_a_creative_is_embedded_with_the_affiliates_own_link(self):
        creative, link = self.creative(imageUrl="https://cdn.example/a.png"), self.new_link()
        path = f"/creatives/{creative['id']}/embed"
        answer = self.portal.api("GET", f"/portal{path}?linkId={link['linkId']}")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.body, self.client.api("GET", f"{path}?linkId={link['linkId']}").body)
        self.assert_problem(self.portal.api("GET", "/portal" + path), 400)
        elsewhere = self.link(affiliateId=self.anna["id"], brandId=self.brand(name=fresh_key("b"))["id"])
        self.assert_problem(self.portal.api("GET", f"/portal{path}?linkId={elsewhere['linkId']}"), 400)

    def test_marketing_sources_are_made_listed_and_changed(self):
        made = self.portal.api("POST", "/portal/marketing-sources", {"name": "Blog"})
        self.assertEqual(made.status, 201, made.body)
        source = made.json()
        self.assertEqual(source, {"id": source["id"], "name": "Blog", "type": None, "url": None})
        self.assertEqual(self.client.api("GET", "/marketing-sources/" + source["id"]).json()["affiliateId"], self.anna["id"])
        changed = self.portal.api("PATCH", "/portal/marketing-sources/" + source["id"], {"url": "https://blog.example/"})
        self.assertEqual((changed.status, changed.json()["url"]), (200, "https://blog.example/"))
        self.assertEqual(self.read(self.portal, "/marketing-sources/" + source["id"]), changed.json())
        self.assertEqual(self.listed(self.portal, "/marketing-sources"), [changed.json()])
        self.refused("POST", "/marketing-sources", {"name": "Blog", "affiliateId": self.anna["id"]}, "/affiliateId")

    # Money.

    def earn(self):
        """One player that earns 100 for its first deposit and 25 % of 80 in March; 7.50 of it come in April."""
        player = self.player(self.anna)
        self.send(player, "first_deposit", "30")
        self.send(player, "ngr_update", "80")
        self.send(player, "ngr_update", "30", "2026-04-10T12:00:00Z")

    def test_the_summary_has_current_and_previous_figures_and_earnings(self):
        self.earn()
        statement = self.close_one(self.anna, "2026-03")
        self.assertEqual(statement["payable"], "120")
        self.service.await_projection()
        summary = self.read(self.portal, "/summary?startDate=2026-04-01&endDate=2026-04-30")
        self.assertEqual((summary["previousStartDate"], summary["previousEndDate"]), ("2026-03-02", "2026-03-31"))
        self.assertEqual((summary["current"]["ngr"], summary["current"]["total_reward"], summary["current"]["ftd_count"]),
                         (30, 7.5, 0))
        self.assertEqual((summary["previous"]["ngr"], summary["previous"]["total_reward"],
                          summary["previous"]["ftd_count"], summary["previous"]["deposit_amount"]), (80, 120, 1, 30))
        self.assertEqual(summary["currency"], "EUR")
        self.assertEqual(summary["earnings"], [{"currency": "EUR", "open": "7.5", "closed": "120", "paid": "0"}])
        self.assertEqual(summary["lastStatement"], {"id": statement["id"], "period": "2026-03", "currency": "EUR",
                                                    "status": "closed", "payable": "120"})
        for step, body in (("approve", None), ("pay", {"date": "2026-04-20", "method": "SEPA", "reference": "R1"})):
            self.assertEqual(self.client.api("POST", f"/statements/{statement['id']}/{step}", body).status, 200)
        summary = self.read(self.portal, "/summary")
        self.assertEqual(summary["current"]["click_count"], 1)
        self.assertEqual(summary["earnings"], [{"currency": "EUR", "open": "7.5", "closed": "0", "paid": "120"}])
        self.assertEqual(summary["lastStatement"]["status"], "paid")

    def test_the_affiliate_sees_why_money_is_on_hold(self):
        self.earn()
        statement, = self.close(self.anna, "2026-03")
        self.client.api("POST", f"/statements/{statement['id']}/hold", {"reason": "Invoice is missing"})
        seen = self.read(self.portal, "/statements/" + statement["id"])
        self.assertEqual((seen["status"], seen["holdReason"], seen["paymentHold"]), ("onHold", "Invoice is missing", None))
        self.assertEqual(seen["steps"][-1], seen["steps"][-1] | {"reason": "Invoice is missing"})
        for member in ("actor", "actorName"):
            self.assertNotIn(member, seen["steps"][-1])
        self.assertNotIn("closedByName", seen)
        self.change("/affiliates/" + self.anna["id"], paymentHold="Looking into the traffic")
        self.assertEqual(self.read(self.portal, "/me")["affiliate"]["paymentHold"], "Looking into the traffic")
        listed = self.read(self.portal, "/statements")["items"]
        self.assertEqual({one["paymentHold"] for one in listed}, {"Looking into the traffic"})
        refused = self.portal.api("PATCH", "/portal/profile", {"paymentHold": None})
        self.assert_refused(refused, "/paymentHold")

    def test_a_summary_is_right_to_the_last_digit(self):
        self.send(self.player(self.anna), "ngr_update", "123456789012345.12345678")
        self.service.await_projection()
        answer = self.portal.api("GET", "/portal/summary?startDate=2026-03-01&endDate=2026-03-31")
        self.assertIn(b'"ngr":123456789012345.12345678', answer.body)

    def test_a_summary_without_data_and_with_invalid_days(self):
        summary = self.read(self.portal, "/summary")
        self.assertEqual(set(summary["current"].values()), {0})
        self.assertEqual((summary["earnings"], summary["lastStatement"]), ([], None))
        for query in ("startDate=2026-04-02&endDate=2026-04-01", "startDate=x", "startDate=1900-01-01", "affiliateId=x"):
            with self.subTest(query):
                self.assert_problem(self.portal.api("GET", "/portal/summary?" + query), 400)

    def test_reports_count_only_the_affiliates_own_data(self):
        self.earn()
        other = self.paid_affiliate(CPA, email=fresh_key("other") + "@bets.example")
        self.send(self.player(other), "first_deposit", "500")
        self.service.await_projection()
        body = {"groupKeys": ["month"], "metrics": ["ftd_count", "deposit_amount", "total_reward"],
                "startDate": "2026-03-01", "endDate": "2026-04-30"}
        report = self.portal.api("POST", "/portal/reports/query", body).json()
        self.assertEqual([(row["groupKeys"]["month"], row["metrics"]["total_reward"]) for row in report["rows"]],
                         [("2026-03", 120), ("2026-04", 7.5)])
        self.assertEqual(report["totals"], {"ftd_count": 1, "deposit_amount": 30, "total_reward": 127.5})
        csv = self.portal.api("POST", "/portal/reports/query?format=csv", body)
        self.assertEqual(csv.body.decode().splitlines()[-1], "Total,1,30,127.5")
        narrowed = self.portal.api("POST", "/portal/reports/query", body | {"filters": {"month": ["2026-04"]}}).json()
        self.assertEqual(narrowed["totals"]["total_reward"], 7.5)

    def test_reports_have_no_affiliates_players_or_margins(self):
        shown = self.read(self.portal, "/reports/dimensions")
        everything = self.client.api("GET", "/reports/dimensions").json()
        names = {kind: [one["name"] for one in shown[kind]] for kind in shown}
        self.assertEqual(names["groupKeys"], [one["name"] for one in everything["groupKeys"]
                                              if one["name"] not in ("affiliate", "player")])
        self.assertEqual(names["metrics"], [one["name"] for one in everything["metrics"] if one["name"] != "profit"])
        query = {"metrics": ["ngr"]}
        self.refused("POST", "/reports/query", query | {"groupKeys": ["date", "affiliate"]}, "/groupKeys/1")
        self.refused("POST", "/reports/query", query | {"groupKeys": ["player"]}, "/groupKeys/0")
        self.refused("POST", "/reports/query", query | {"filters": {"player": ["x"]}}, "/filters/player")
        self.refused("POST", "/reports/query", query | {"filters": {"affiliate": [self.anna["id"]]}}, "/filters/affiliate")
        self.refused("POST", "/reports/query", {"metrics": ["ngr", "profit"]}, "/metrics/1")

    def test_statements_are_listed_and_read(self):
        self.earn()
        closed = self.close_one(self.anna, "2026-03")
        listed = self.listed(self.portal, "/statements")
        self.assertEqual([(one["period"], one["status"], one["payable"]) for one in listed],
                         [("2026-04", "open", "7.5"), ("2026-03", "closed", "120")])
        self.assertEqual(self.read(self.portal, "/statements/" + closed["id"]), listed[1])
        self.assertEqual([(line["component"], line["amount"]) for line in listed[1]["lines"]], self.lines(closed))
        self.assertEqual(listed[1]["contentHash"], closed["contentHash"])
        self.assertTrue(all(line["brandName"] and line["dealName"] for line in listed[1]["lines"]))
        self.assertEqual([one["id"] for one in self.listed(self.portal, "/statements?status=closed&currency=EUR")],
                         [closed["id"]])
        path = f"/statements/{closed['id']}?format=csv"
        self.assertEqual(self.portal.api("GET", "/portal" + path).body, self.client.api("GET", path).body)
        self.assert_problem(self.portal.api("GET", "/portal/statements?affiliateId=" + self.anna["id"]), 400)

    def test_a_line_opens_its_accruals_and_a_number_of_a_report_too(self):
        self.earn()
        line = next(line for line in self.listed(self.portal, "/statements?period=2026-03")[0]["lines"]
                    if line["component"] == "cpa")
        query = f"?period=2026-03&component=cpa&brandId={line['brandId']}&dealId={line['dealId']}&dealVersion={line['dealVersion']}"
        accruals = self.listed(self.portal, "/accruals" + query)
        self.assertEqual([(one["component"], one["amount"]) for one in accruals], [("cpa", "100")])
        self.assertRegex(accruals[0]["player"], "^Player [0-9a-f]{8}$")
        behind = self.listed(self.portal, "/accruals?metric=revshare_reward&month=2026-04")
        self.assertEqual([one["amount"] for one in behind], ["7.5"])
        self.assertEqual(behind[0]["player"], accruals[0]["player"])
        self.assertEqual(len(self.listed(self.portal, "/accruals")), 3)
        for query in ("player=x", "affiliate=x", "playerId=" + self.unknown_id(), "affiliateId=" + self.anna["id"]):
            with self.subTest(query):
                self.assert_problem(self.portal.api("GET", "/portal/accruals?" + query), 400)

    def test_an_accrual_is_explained_down_to_the_affiliates_own_click(self):
        self.earn()
        accrual = next(one for one in self.listed(self.portal, "/accruals") if one["component"] == "cpa")
        explained = self.read(self.portal, f"/accruals/{accrual['id']}/explain")
        whole = self.explain(accrual)
        self.assertEqual(explained["accrual"], accrual)
        self.assertEqual((explained["calculation"], explained["deal"], explained["conversion"]),
                         (whole["calculation"], whole["deal"], whole["conversion"]))
        self.assertEqual((explained["event"]["type"], explained["event"]["amount"], explained["event"]["eventId"]),
                         ("first_deposit", "30", whole["event"]["id"]))
        self.assertEqual(set(explained["event"]), {"eventId", "type", "eventTime", "amount", "currency", "country", "product",
                                              "game", "brand"})
        attribution = explained["attribution"]
        self.assertEqual((attribution["method"], attribution["stillCounts"], attribution["player"]),
                         ("direct", True, accrual["player"]))
        self.assertEqual(attribution["click"]["clickId"], whole["attribution"]["click"]["clickId"])
        self.assertEqual(attribution["click"]["link"]["linkId"], whole["attribution"]["click"]["linkId"])
        self.assertEqual(attribution["click"]["subs"], [None] * 5)
        self.assertIsNone(explained["subAffiliate"])
        self.assertEqual([step["text"] for step in explained["steps"]], explained["sentences"])
        steps = {step["rule"]: step for step in explained["steps"]}
        self.assertEqual((steps["event"]["playerRef"], steps["playerCredited"]["playerRef"]), (accrual["player"],) * 2)
        self.assertEqual((steps["playerCredited"]["because"]["rule"], steps["playerCredited"]["affiliate"]),
                         ("clickNamed", None))
        self.assertEqual(steps["clickCredited"]["clickId"], attribution["click"]["clickId"])

    def test_the_portal_says_why_a_player_has_not_paid(self):
        player = self.player(self.anna, at="2026-05-02T10:00:00Z")
        listed = self.listed(self.portal, "/players")[0]
        self.assertRegex(listed["player"], "^Player [0-9a-f]{8}$")
        explained = self.read(self.portal, f"/players/{listed['id']}/why")
        whole = self.client.api("GET", f"/players/{self.player_id(player)}/why").json()
        self.assertEqual((explained["components"], explained["deals"]), (whole["components"], whole["deals"]))
        self.assertEqual({name: explained[name] for name in listed}, listed)
        self.assertEqual((explained["because"]["rule"], explained["registeredAt"]), ("clickNamed", "2026-05-02T10:00:00.000Z"))
        self.assertTrue(explained["components"])

    def test_a_sub_affiliate_share_shows_the_percentage_and_the_amount(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "10"}}, email=fresh_key("p") + "@bets.example")
        self.change("/affiliates/" + self.anna["id"], parentAffiliateId=parent["id"])
        self.earn()
        portal = self.portal_of(parent)
        accrual = next(one for one in self.listed(portal, "/accruals") if one["amount"] == "10")
        self.assertEqual((accrual["component"], accrual["player"], accrual["eventId"], accrual["base"]),
                         ("subAffiliate", None, None, "100"))
        explained = self.read(portal, f"/accruals/{accrual['id']}/explain")
        self.assertEqual(explained["subAffiliate"], {"component": "cpa", "amount": "100", "currency": "EUR", "percent": "10"})
        self.assertEqual((explained["event"], explained["attribution"]), (None, None))
        self.assertIn("10 % of what a sub-affiliate got as CPA, 100.00 EUR, are 10.00 EUR.", explained["sentences"])


if __name__ == "__main__":
    unittest.main()
