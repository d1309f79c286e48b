"""GET /clicks: newest first, page by page, with filters, and only the operator's own clicks."""

import unittest
import uuid

from tests.support.case import PostgresCase, ServiceCase
from tests.support.tracking import Tracking, click_id_of, click_path, listed, make_link, moment, shifted


class ClicksRead(Tracking):
    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival Gaming")

    def ids(self, **filters) -> list[str]:
        return [click["clickId"] for click in self.clicks(**filters)]

    def test_the_newest_click_comes_first(self):
        link = self.link()
        clicked = [self.click(link) for _ in range(6)]
        self.assertEqual(self.ids(linkId=link["linkId"]), clicked[::-1])
        times = [moment(click["recordedAt"]) for click in self.clicks()]
        self.assertEqual(times, sorted(times, reverse=True))

    def test_a_list_is_read_page_by_page_and_every_click_comes_once(self):
        link, other = self.link(), self.link()
        clicked = []
        for _ in range(7):
            clicked.append(self.click(link))
            self.click(other)
        seen, cursor, pages = [], None, 0
        while pages == 0 or cursor:
            path = f"/clicks?limit=3&linkId={link['linkId']}" + (f"&cursor={cursor}" if cursor else "")
            page = self.client.api("GET", path).json()
            self.assertEqual(set(page), {"items", "nextCursor"})
            self.assertLessEqual(len(page["items"]), 3)
            seen += [click["clickId"] for click in page["items"]]
            cursor, pages = page["nextCursor"], pages + 1
            self.assertLess(pages, 10)
            self.click(link)  # A click that comes while a list is read changes no page.
        self.assertEqual(seen, clicked[::-1])

    def test_clicks_are_found_by_link_affiliate_brand_and_id(self):
        brand, affiliate = self.brand(), self.affiliate()["id"]
        first, second = self.link(brand, affiliate), self.link(brand, affiliate)
        third, fourth = self.link(brand), self.link(affiliate=affiliate)
        by_link = {link["linkId"]: self.click(link) for link in (first, second, third, fourth)}
        self.assertEqual(self.ids(linkId=first["linkId"]), [by_link[first["linkId"]]])
        self.assertEqual(set(self.ids(affiliateId=affiliate)),
                         {by_link[link["linkId"]] for link in (first, second, fourth)})
        self.assertEqual(set(self.ids(brandId=brand)), {by_link[link["linkId"]] for link in (first, second, third)})
        self.assertEqual(set(self.ids(brandId=brand, affiliateId=affiliate)),
                         {by_link[link["linkId"]] for link in (first, second)})
        click_id = by_link[third["linkId"]]
        self.assertEqual(self.ids(clickId=click_id), [click_id])
        self.assertEqual(self.ids(clickId=click_id, linkId=first["linkId"]), [])

    def test_clicks_are_found_by_their_time(self):
        link = self.link()
        first, second, third = (self.recorded(self.click(link)) for _ in range(3))
        found = self.ids(linkId=link["linkId"], **{"from": second["recordedAt"]})
        self.assertEqual(found, [third["clickId"], second["clickId"]])
        after = shifted(second["recordedAt"], microseconds=1)
        self.assertEqual(self.ids(linkId=link["linkId"], **{"from": after}), [third["clickId"]])
        self.assertEqual(self.ids(linkId=link["linkId"], to=shifted(first["recordedAt"], microseconds=1))[-1:],
                         [first["clickId"]])
        self.assertNotIn(third["clickId"], self.ids(linkId=link["linkId"], to=after))
        self.assertEqual(self.ids(linkId=link["linkId"], to=shifted(first["recordedAt"], days=-1)), [])
        self.assertEqual(self.ids(linkId=link["linkId"], **{"from": shifted(third["recordedAt"], days=1)}), [])

    def test_an_unknown_filter_finds_nothing(self):
        self.click(self.link())
        for name in ("linkId", "affiliateId", "brandId", "clickId"):
            with self.subTest(name):
                self.assertEqual(self.ids(**{name: str(uuid.uuid4())}), [])

    def test_an_unusual_query_gets_a_response(self):
        for query in ("clickId=x", "linkId=%00", "affiliateId=x", "clickId=ffffffff-ffff-7fff-bfff-ffffffffffff",
                      "clickId=00000000-0000-7000-8000-000000000000", "clickId=" + str(uuid.uuid4())):
            with self.subTest(query):
                answer = self.client.api("GET", "/clicks?" + query)
                self.assertIn(answer.status, (200, 400), answer.body)
                if answer.status == 200:
                    self.assertEqual(answer.json()["items"], [])
        for query in ("counted=maybe", "from=yesterday", "cursor=garbage", "limit=0", "limit=201"):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", "/clicks?" + query), 400)

    def test_clicks_are_read_only_and_need_a_key(self):
        self.assertEqual(self.client.api("POST", "/clicks", {}).status, 405)
        with self.service.stranger() as stranger:
            self.assert_problem(stranger.api("GET", "/clicks"), 401)

    def test_an_operator_sees_no_data_of_another(self):
        mine = self.click(self.link())
        with self.service.client(self.rival.api_key) as rival:
            link = make_link(rival, self.rival.brand_id)
            answer = self.visit(click_path(link["linkId"]))
            theirs = click_id_of(answer.header("Location"))
            self.assertEqual([click["clickId"] for click in listed(rival, "/clicks", clickId=theirs)], [theirs])
            self.assertEqual(listed(rival, "/clicks", clickId=mine), [])
            self.assertNotIn(mine, [click["clickId"] for click in listed(rival, "/clicks")])
        self.assertEqual(self.ids(clickId=theirs), [])
        self.assertEqual(self.ids(linkId=link["linkId"]), [])


class ClicksReadOnSqlite(ClicksRead, ServiceCase):
    pass


class ClicksReadOnPostgres(ClicksRead, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
