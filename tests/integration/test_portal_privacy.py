"""Affiliates never see other affiliates, the operator's references of players, or the operator's own users."""

import json
import unittest

from tests.support.accounts import by_admin
from tests.support.events import fresh_key, hours_from_now
from tests.support.portal import PortalCase, PortalClient

SITE = "https://casino.example"
DATES = {"startDate": "2026-01-01", "endDate": "2027-12-31"}
UNKNOWN = "what only the backend knows"
REASON = "It was proved with screenshots"
NOTES = "They always ask for more"
TAG = "watch them closely"
HYBRID = {"cpa": {"amount": "50", "tiers": [{"from": 2, "amount": "60"}], "tierMode": "whole"},
          "revShare": {"rate": "20"}, "cpl": {"amount": "5"}}


class Side:
    """One affiliate with its data, which others must not find."""

    def __init__(self, case: "Privacy", name: str, terms: dict, **members):
        self.affiliate = case.paid_affiliate(terms, name=fresh_key(name), email=fresh_key(name) + "@bets.example",
                                             deal={"name": fresh_key("deal-of-" + name)}, notes=NOTES, tags=[TAG],
                                             accountManagerId=case.account_manager(), **members)
        self.id = self.affiliate["id"]
        self.source = case.source(affiliateId=self.id, name=fresh_key("source-of-" + name))
        self.link = case.link(affiliateId=self.id, name=fresh_key("link-of-" + name), marketingSourceId=self.source["id"],
                              destinationUrl=f"{SITE}/{fresh_key('page-of-' + name)}")
        case.postback(affiliateId=self.id, name=fresh_key("postback-of-" + name))
        self.clicks: list[str] = []
        self.sub = fresh_key("sub-of-" + name)

    def secrets(self, case: "Privacy") -> set[str]:
        """The texts that others must not read."""
        links = case.items("/links", "limit=200&affiliateId=" + self.id)
        found = {self.id, self.affiliate["name"], self.affiliate["email"], self.source["id"], self.source["name"], self.sub,
                 *self.affiliate["dealIds"], *self.clicks}
        found |= {value for link in links for value in (link["linkId"], link["code"], link["name"], link["destinationUrl"]) if value}
        found |= {deal["name"] for deal in case.items("/deals", "limit=200") if deal["id"] in self.affiliate["dealIds"]}
        found |= {accrual["id"] for accrual in case.accruals(self.affiliate)}
        found |= {statement["id"] for statement in case.items("/statements", "limit=200&affiliateId=" + self.id)}
        return found


class Privacy(PortalCase):
    # The connection of the operator waits while every affiliate reads everything.
    settings = {"trusted_proxies": "127.0.0.1/32", "idle_timeout_ms": 3_600_000}
    is_recorded = False

    def setUp(self):
        super().setUp()
        if not self.is_recorded:
            type(self).is_recorded = True
            type(self).world = self.record_story()
        self.parent, self.anna, self.bert = self.world

    def account_manager(self) -> str:
        """A user whose address the operator does not show to affiliates."""
        return self.client.api("GET", "/account-managers").json()["items"][0]["id"]

    # The story.

    def record_story(self) -> tuple[Side, Side, Side]:
        cls = type(self)
        cls.refs, cls.keys = [], []
        self.change("/brands/" + self.brand_id, websiteUrl=SITE)
        parent = Side(self, "parent", {"subAffiliate": {"percentOfCommission": "10"}, "cpl": {"amount": "1"}})
        anna = Side(self, "anna", HYBRID, parentAffiliateId=parent.id)
        bert = Side(self, "bert", HYBRID | {"currency": "USD"})
        self.store_rate("2026-01-01", "2", "EUR", "USD")
        self.creative(imageUrl="https://cdn.example/a.png")
        for side in (parent, anna, bert):
            for at in ("2026-03-01T10:00:00Z", "2026-04-01T10:00:00Z"):
                self.play(self.join(side, at, click=self.click_on(side)), at)
        self.weigh_both(anna, bert)
        self.weigh_both(bert, anna)
        for side, other in ((anna, bert), (bert, anna)):
            moved = self.join(side, "2026-03-05T10:00:00Z", click=self.click_on(side))
            self.play(moved, "2026-03-06T10:00:00Z")
            self.reassign(moved, other, side is anna)
        # One month is closed and paid. Another one is closed, and later accruals change it.
        late = self.join(anna, "2026-03-07T10:00:00Z", click=self.click_on(anna))
        self.play(late, "2026-03-08T10:00:00Z")
        for side in (parent, anna, bert):
            self.adjust(side)
            self.settle(self.close(side.affiliate, "2026-03")[0])
        self.reassign(late, bert, True)
        # There is no exchange rate for this currency, so the accrual is unpriced.
        self.send_noted(late, "ngr_update", "2026-04-03T10:00:00Z", currency="GBP")
        self.send_noted(self.join(anna, "2026-04-05T10:00:00Z", click=self.click_on(anna)), "ngr_update",
                        "2026-04-06T10:00:00Z", currency="GBP")
        self.move_link(anna, bert)
        self.service.await_projection()
        return parent, anna, bert

    def click_on(self, side: Side, link: dict | None = None, address: str = "203.0.113.7") -> str:
        path = f"/api/v1/track/click/{(link or side.link)['linkId']}?sub1={side.sub}"
        answer = self.client.request("GET", path, headers={"X-Forwarded-For": address, "User-Agent": "Mozilla/5.0 Firefox/128.0"})
        self.assertEqual(answer.status, 302, answer.body)
        click = answer.header("Location").split("click_id=")[1].split("&")[0]
        side.clicks.append(click)
        return click

    def note(self, event: dict):
        self.keys.append(event["idempotency_key"])
        self.accept(event | {"vip_host": UNKNOWN})

    def join(self, side: Side, at: str, click: str | None = None) -> str:
        player = fresh_key("ref-of-player")
        self.refs.append(player)
        named = {"click_id": click} if click else {}
        self.note(self.event("registration", player_external_ref=player, event_time=at, country="DE", **named))
        return player

    def send_noted(self, player: str, event_type: str, at: str, currency: str = "EUR"):
        self.note(self.event(event_type, player_external_ref=player, event_time=at, amount="40", currency=currency,
                             product="casino", game="Book"))

    def play(self, player: str, at: str):
        for event_type in ("first_deposit", "ngr_update", "chargeback"):
            self.send_noted(player, event_type, at)

    def weigh_both(self, loser: Side, winner: Side):
        """A player that clicked links of both affiliates. Both clicks are candidates; the last one wins."""
        self.click_on(loser)
        self.click_on(winner)
        self.play(self.join(winner, hours_from_now(0.02)), hours_from_now(0.03))

    def reassign(self, player: str, to: Side, with_link: bool):
        body = {"affiliateId": to.id, "reason": REASON} | ({"linkId": to.link["linkId"]} if with_link else {})
        answer = self.client.api("POST", f"/players/{self.player_id(player)}/reassign", body)
        self.assertEqual(answer.status, 200, answer.body)

    def adjust(self, side: Side):
        body = {"affiliateId": side.id, "amount": "5", "currency": "EUR", "reason": "A bonus"}
        self.assertEqual(self.client.api("POST", "/adjustments", body).status, 201)

    def settle(self, statement: dict):
        for step, body in (("approve", None), ("pay", {"date": "2026-04-20", "method": "SEPA", "reference": "R1"})):
            answer = self.client.api("POST", f"/statements/{statement['id']}/{step}", body)
            self.assertEqual(answer.status, 200, answer.body)

    def move_link(self, giver: Side, taker: Side):
        """A link that was clicked is moved to another affiliate, which renames it."""
        link = self.link(affiliateId=giver.id, name=fresh_key("given"))
        self.click_on(giver, link)
        self.change("/links/" + link["linkId"], affiliateId=taker.id, name=fresh_key("taken"))

    # The responses of the portal.

    def walk(self, portal: PortalClient):
        """Requests everything that the portal can return, page by page and row by row."""
        for path in ("/me", "/summary", "/summary?startDate=2026-03-01&endDate=2026-04-30", "/profile", "/reports/dimensions"):
            self.read(portal, path)
        for path in ("/links", "/marketing-sources"):
            for item in self.listed(portal, path):
                self.read(portal, f"{path}/{item.get('linkId') or item['id']}")
        for postback in self.listed(portal, "/postbacks"):
            self.read(portal, f"/postbacks/{postback['id']}")
        self.listed(portal, "/deliveries")
        link = self.listed(portal, "/links")[0]
        self.listed(portal, "/campaigns")
        for creative in self.listed(portal, "/creatives"):
            portal.api("GET", f"/portal/creatives/{creative['id']}/embed?linkId={link['linkId']}")
        for statement in self.listed(portal, "/statements"):
            for form in ("json", "csv"):
                portal.api("GET", f"/portal/statements/{statement['id']}?format={form}")
        for accrual in self.listed(portal, "/accruals"):
            self.read(portal, f"/accruals/{accrual['id']}/explain")
        for player in self.listed(portal, "/players"):
            self.read(portal, f"/players/{player['id']}/why")
        self.ask_reports(portal)

    def ask_reports(self, portal: PortalClient):
        dimensions = self.read(portal, "/reports/dimensions")
        metrics = [metric["name"] for metric in dimensions["metrics"]]
        for key in dimensions["groupKeys"]:
            for form in ("json", "csv"):
                body = {"groupKeys": [key["name"]], "metrics": metrics} | DATES
                answer = portal.api("POST", "/portal/reports/query?format=" + form, body)
                self.assertEqual(answer.status, 200, answer.body)
        for metric in metrics:
            answer = portal.api("POST", "/portal/reports/explain-change", {"metric": metric} | DATES)
            self.assertEqual(answer.status, 200, answer.body)

    def common_secrets(self) -> set[str]:
        """The texts that no affiliate may read."""
        actors = {entry["actor"].split("/")[-1] for entry in self.items("/audit-log", "limit=200")
                  if entry["actor"].startswith("apiKey/")}
        users = {value for user in self.items("/users", "limit=200") if user["role"] != "affiliate"
                 for value in (user["id"], user["email"])}
        players = {player["id"] for ref in self.refs for player in self.items("/players", "externalRef=" + ref)}
        self.assertTrue(actors and users and len(players) == len(self.refs))
        return {UNKNOWN, REASON, NOTES, TAG, self.service.account.api_key, *self.refs, *self.keys, *players, *actors, *users}

    def test_no_affiliate_reads_data_of_another_or_references_of_players(self):
        sides = (self.parent, self.anna, self.bert)
        secrets = {side.id: side.secrets(self) for side in sides}
        for side in sides:
            portal = self.portal_of(side.affiliate)
            self.walk(portal)
            read = "\n".join(portal.bodies)
            own = secrets[side.id]
            # Proves that the walk works: it finds the reader's own data.
            self.assertEqual({one for one in own if one not in read} - self.unseen(side), set())
            for other in sides:
                if other is side:
                    continue
                with self.subTest(reader=side.affiliate["name"], of=other.affiliate["name"]):
                    self.assertEqual({one for one in secrets[other.id] - own if one in read}, set())
            with self.subTest(reader=side.affiliate["name"]):
                self.assertEqual({one for one in self.common_secrets() if one in read}, set())
            asked = {name for name, _ in portal.answered}
            everything = {one.name for one in self.document.operations
                          if one.path.startswith("/api/v1/portal/") and one.method == "GET" and not one.public}
            self.assertEqual(everything - asked, set())

    def unseen(self, side: Side) -> set[str]:
        """Clicks that brought no player are only counted."""
        return set(side.clicks)

    def test_the_operator_sees_in_the_same_accruals_what_affiliates_do_not(self):
        read = "\n".join(json.dumps(self.explain(accrual)) for side in self.world for accrual in self.accruals(side.affiliate))
        for secret in (UNKNOWN, REASON, self.refs[0], self.keys[0], self.anna.clicks[0], self.bert.clicks[0],
                       self.bert.affiliate["name"]):
            self.assertIn(secret, read)
        weighed = [self.explain(accrual) for accrual in self.accruals(self.anna.affiliate)]
        candidates = {candidate["affiliateId"] for one in weighed if one["attribution"]
                      for decision in one["attribution"]["decisions"] for candidate in decision["candidates"]}
        self.assertLessEqual({self.anna.id, self.bert.id}, candidates)

    def test_a_parent_reads_no_players_events_or_clicks_of_its_sub_affiliate(self):
        portal = self.portal_of(self.parent.affiliate)
        self.walk(portal)
        read = "\n".join(portal.bodies)
        children = [self.explain(accrual) for accrual in self.accruals(self.anna.affiliate)]
        events = {one["event"]["id"] for one in children if one["event"]}
        self.assertTrue(events)
        self.assertEqual({event for event in events if event in read}, set())

    def test_a_player_has_another_name_for_each_affiliate(self):
        named = {}
        for side in (self.anna, self.bert):
            portal = self.portal_of(side.affiliate)
            named[side.id] = {one["player"] for one in self.listed(portal, "/accruals") if one["player"]}
            # There are as many names as players, so each player has its own name.
            self.assertEqual(len(named[side.id]), len({one["playerId"] for one in self.accruals(side.affiliate)} - {None}))
        self.assertFalse(named[self.anna.id] & named[self.bert.id])

    def test_why_works_only_for_the_affiliates_own_players(self):
        for side in (self.anna, self.bert):
            portal = self.portal_of(side.affiliate)
            listed = self.listed(portal, "/players")
            own = self.items("/players", "limit=200&affiliateId=" + side.id)
            self.assertEqual(sorted(one["registeredAt"] for one in listed), sorted(one["registeredAt"] for one in own))
            aliases = {one["player"] for one in self.listed(portal, "/accruals") if one["player"]}
            self.assertTrue(aliases & {one["player"] for one in listed})
            for player in listed:
                explained = self.read(portal, f"/players/{player['id']}/why")
                self.assertEqual(explained["player"], player["player"])
                self.assertEqual((explained["because"]["namedClick"], explained["because"]["note"]), (None, None))
                self.assertEqual({deal["deal"] for deal in explained["deals"]}, set(side.affiliate["dealIds"]))
            # The pages contain the same players.
            first = self.read(portal, "/players?limit=1")
            second = self.read(portal, "/players?limit=1&cursor=" + first["nextCursor"])
            self.assertEqual([first["items"][0], second["items"][0]], listed[:2])
            self.assert_problem(portal.api("GET", "/portal/players?cursor=" + self.player_id(self.refs[0])), 400)

    def test_why_no_longer_works_for_a_player_that_was_reassigned(self):
        portal = self.portal_of(self.anna.affiliate)
        player = self.join(self.anna, "2026-04-09T10:00:00Z", click=self.click_on(self.anna))
        mine = self.listed(portal, "/players")[0]["id"]
        self.read(portal, f"/players/{mine}/why")
        self.reassign(player, self.bert, False)
        self.assert_problem(portal.api("GET", f"/portal/players/{mine}/why"), 404)
        self.assertNotIn(mine, [one["id"] for one in self.listed(portal, "/players")])

    def test_a_reassigned_player_is_marked_without_its_new_affiliate(self):
        portal = self.portal_of(self.anna.affiliate)
        taken = [one for one in self.listed(portal, "/accruals") if one["reversesAccrualId"]]
        self.assertTrue(taken)
        explained = self.read(portal, f"/accruals/{taken[0]['id']}/explain")
        self.assertFalse(explained["attribution"]["stillCounts"])
        self.assertEqual(explained["attribution"]["click"]["link"]["linkId"], self.anna.link["linkId"])
        got = self.portal_of(self.bert.affiliate)
        every = [self.read(got, f"/accruals/{one['id']}/explain") for one in self.listed(got, "/accruals") if one["player"]]
        manual = [explained for explained in every if explained["attribution"]["method"] == "manual"]
        self.assertTrue(manual)
        for explained in manual:
            self.assertIsNone(explained["attribution"]["click"])
            self.assertEqual(explained["attribution"]["explanation"], "The operator has given the player to this affiliate by hand.")

    # Ids of others.

    def test_ids_of_others_look_like_unknown_ids(self):
        portal = self.portal_of(self.anna.affiliate)
        creative = self.creative()
        statement = self.items("/statements", "affiliateId=" + self.bert.id)[0]["id"]
        accrual = self.accruals(self.bert.affiliate)[0]["id"]
        player = self.listed(self.portal_of(self.bert.affiliate), "/players")[0]["id"]
        paths = [("GET", "/links/" + self.bert.link["linkId"]), ("PATCH", "/links/" + self.bert.link["linkId"]),
                 ("GET", "/marketing-sources/" + self.bert.source["id"]),
                 ("PATCH", "/marketing-sources/" + self.bert.source["id"]),
                 ("GET", f"/creatives/{creative['id']}/embed?linkId={self.bert.link['linkId']}"),
                 ("GET", "/statements/" + statement), ("GET", f"/statements/{statement}?format=csv"),
                 ("GET", f"/accruals/{accrual}/explain"), ("GET", f"/players/{player}/why"),
                 ("GET", f"/players/{self.player_id(self.refs[0])}/why"), ("GET", "/players/nonsense/why")]
        for method, path in paths:
            with self.subTest(path, method=method):
                body = {"name": "Mine now"} if method == "PATCH" else None
                answer = portal.api(method, "/portal" + path, body)
                self.assert_problem(answer, 404)
                unknown = path.replace(self.bert.link["linkId"], self.unknown_id()).replace(statement, self.unknown_id())
                unknown = unknown.replace(accrual, self.unknown_id()).replace(self.bert.source["id"], self.unknown_id())
                missing = portal.api(method, "/portal" + unknown, body)
                self.assertEqual((missing.status, missing.json()["detail"]), (404, answer.json()["detail"]))
        self.assertNotIn("Mine now", json.dumps([self.items("/links"), self.items("/marketing-sources")]))

    def test_filters_by_ids_of_others_look_like_filters_by_unknown_ids(self):
        portal = self.portal_of(self.anna.affiliate)
        for key, value in (("link", self.bert.link["name"]), ("link", self.bert.link["linkId"]),
                           ("source", self.bert.source["name"]), ("link", "unknown"), ("source", "unknown"),
                           ("deal", self.bert.affiliate["dealIds"][0]), ("deal", "unknown")):
            with self.subTest(key, value=value):
                body = {"groupKeys": [key], "metrics": ["click_count", "total_reward"], "filters": {key: [value]}} | DATES
                answer = portal.api("POST", "/portal/reports/query", body)
                self.assertEqual((answer.status, answer.json()["rows"]), (200, []))
                self.assertEqual(self.listed(portal, f"/accruals?{key}={value.replace(' ', '%20')}"), [])
        own = {"groupKeys": ["link"], "metrics": ["click_count"], "filters": {"link": [self.anna.link["name"]]}} | DATES
        self.assertEqual(len(portal.api("POST", "/portal/reports/query", own).json()["rows"]), 1)
        self.assertTrue(self.listed(portal, "/accruals?link=" + self.anna.link["name"]))

    # Access to the portal, and access of portal users to other APIs.

    def test_the_portal_is_only_for_affiliates_and_they_may_use_nothing_else(self):
        portal = self.portal_of(self.anna.affiliate)
        staff = self.log_in()
        for operation in self.document.operations:
            path = operation.path.replace("{id}", self.unknown_id()).replace("{token}", "x")
            body = "{}" if "requestBody" in operation.details else None
            if operation.path.startswith("/api/v1/portal/") and not operation.public:
                with self.subTest(operation.name):
                    self.assert_problem(staff.request(operation.method, path, body), 403)
                    self.assert_problem(self.client.request(operation.method, path, body), 401)
                    with self.service.stranger() as stranger:
                        self.assert_problem(stranger.request(operation.method, path, body), 401)
            elif not operation.public and not operation.path.startswith("/api/v1/auth/"):
                with self.subTest(operation.name):
                    self.assertIn(portal.request(operation.method, path, body).status, (401, 403))

    def test_another_site_cannot_make_changes_through_the_browser(self):
        portal = self.portal_of(self.anna.affiliate)
        body = {"brandId": self.brand_id, "destinationUrl": SITE}
        answer = portal.api("POST", "/portal/links", body, {"Origin": "https://evil.example"})
        self.assert_problem(answer, 403)

    def log_in(self) -> PortalClient:
        """An admin of the operator, who may do everything there."""
        email = fresh_key("staff") + "@operator.example"
        token = by_admin(self.service, "POST", "/users", {"email": email, "role": "admin"}).json()["inviteToken"]
        client = PortalClient(self.document, self.service.address)
        self.addCleanup(client.close)
        client.accept_invitation(token)
        return client


if __name__ == "__main__":
    unittest.main()
