"""Brands over the management API, and the behaviour that all its resources share."""

import unittest
import uuid
from urllib.parse import quote

from tests.support.case import PostgresCase, ServiceCase

MEMBERS = {"id", "name", "websiteUrl", "attributionWindowDays", "attributionFallback", "ngrMode", "maxEventAgeYears",
           "status"}


class Brands:
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service.stop()
        cls.rival = cls.service.init("Rival Gaming")
        cls.service.start()

    def create(self, **members) -> dict:
        answer = self.client.api("POST", "/brands", {"name": "Lighthouse"} | members)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def items(self, query: str) -> list[dict]:
        answer = self.client.api("GET", "/brands?" + query)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(set(answer.json()), {"items", "nextCursor"})
        return answer.json()["items"]

    def test_a_brand_has_defaults(self):
        brand = self.create(name="Plain")
        self.assertLessEqual(MEMBERS, set(brand))
        self.assertTrue(uuid.UUID(brand["id"]))
        del brand["id"]
        expected = {"name": "Plain", "websiteUrl": None, "attributionWindowDays": 30,
                    "attributionFallback": "lastClick", "ngrMode": "delta", "maxEventAgeYears": 10, "status": "active"}
        self.assertEqual({member: brand[member] for member in expected}, expected)

    def test_a_brand_is_created_read_and_changed(self):
        brand = self.create(name="Whole", websiteUrl="https://whole.example", attributionWindowDays=45,
                            attributionFallback="evidence", ngrMode="dailyTotal", maxEventAgeYears=3, status="inactive")
        path = "/brands/" + brand["id"]
        self.assertEqual(self.client.api("GET", path).json(), brand)
        changed = self.client.api("PATCH", path, {"name": "Changed", "attributionFallback": "off", "status": "active"})
        self.assertEqual(changed.status, 200, changed.body)
        expected = brand | {"name": "Changed", "attributionFallback": "off", "status": "active"}
        self.assertEqual({m: changed.json()[m] for m in MEMBERS}, {m: expected[m] for m in MEMBERS})
        self.assertEqual(self.client.api("GET", path).json(), changed.json())

    def test_a_change_survives_a_restart(self):
        brand = self.create(name="Lasting", ngrMode="lifetimeTotal")
        self.client.api("PATCH", "/brands/" + brand["id"], {"attributionWindowDays": 7, "maxEventAgeYears": 2})
        self.service.restart()
        self.client = self.open_client()
        kept = self.client.api("GET", "/brands/" + brand["id"]).json()
        expected = {"name": "Lasting", "ngrMode": "lifetimeTotal", "attributionWindowDays": 7,
                    "maxEventAgeYears": 2}
        self.assertLessEqual(expected.items(), kept.items())

    def test_an_empty_change_changes_nothing(self):
        brand = self.create()
        answer = self.client.api("PATCH", "/brands/" + brand["id"], {})
        self.assertEqual((answer.status, answer.json()), (200, brand))

    def test_events_of_a_new_brand_are_accepted_at_once(self):
        self.accept(self.event(brand_id=self.create()["id"]))

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        wrong = (("name", ""), ("name", 5), ("name", None), ("websiteUrl", 5), ("attributionWindowDays", -1),
                 ("attributionWindowDays", "30"), ("attributionWindowDays", 1.5), ("attributionFallback", "guess"),
                 ("ngrMode", "weekly"), ("ngrMode", 1), ("maxEventAgeYears", 0), ("maxEventAgeYears", 101), ("maxEventAgeYears", "10"),
                 ("status", "sleeping"), ("status", True), ("colour", "red"))
        path = "/brands/" + self.create()["id"]
        for member, value in wrong:
            with self.subTest(member, value=value):
                self.assert_refused(self.client.api("POST", "/brands", {"name": "x"} | {member: value}), "/" + member)
                self.assert_refused(self.client.api("PATCH", path, {member: value}), "/" + member)

    def test_an_unknown_member_is_named_by_its_json_pointer(self):
        self.assert_refused(self.client.api("POST", "/brands", {"name": "x", "a/b~c": 1}), "/a~1b~0c")

    def test_a_brand_needs_a_name(self):
        self.assert_refused(self.client.api("POST", "/brands", {}), "/name")

    def test_a_body_that_is_not_a_json_object_is_refused(self):
        for body in ("", "{", "[]", "1", '{"name": "x", "name": "y"}'):
            with self.subTest(body):
                self.assert_problem(self.client.request("POST", "/api/v1/brands", body), 400)

    def test_an_unknown_brand_is_not_found(self):
        for brand_id in (str(uuid.uuid4()), "x", "1", "%00", self.rival.brand_id):
            with self.subTest(brand_id):
                self.assert_problem(self.client.api("GET", "/brands/" + brand_id), 404)
                self.assert_problem(self.client.api("PATCH", "/brands/" + brand_id, {"name": "Mine now"}), 404)
        with self.service.client(self.rival.api_key) as rival:
            self.assertNotEqual(rival.api("GET", "/brands/" + self.rival.brand_id).json()["name"], "Mine now")

    def test_the_list_has_only_the_operators_own_brands(self):
        self.create()
        ids = {brand["id"] for brand in self.items("limit=200")}
        self.assertIn(self.service.account.brand_id, ids)
        self.assertNotIn(self.rival.brand_id, ids)
        with self.service.client(self.rival.api_key) as rival:
            self.assertEqual([b["id"] for b in rival.api("GET", "/brands").json()["items"]], [self.rival.brand_id])

    def test_a_list_is_read_page_by_page_and_every_brand_comes_once(self):
        name = "Paged " + uuid.uuid4().hex
        created = {self.create(name=name)["id"] for _ in range(7)}
        seen, cursor, pages = [], None, 0
        while pages == 0 or cursor:
            query = f"/brands?limit=3&name={quote(name)}" + (f"&cursor={quote(cursor)}" if cursor else "")
            page = self.client.api("GET", query).json()
            seen += [brand["id"] for brand in page["items"]]
            self.assertLessEqual(len(page["items"]), 3)
            cursor, pages = page["nextCursor"], pages + 1
        self.assertEqual(sorted(seen), sorted(created))
        self.assertEqual(pages, 3)

    def test_new_brands_do_not_change_a_list_while_it_is_read(self):
        name = "Moving " + uuid.uuid4().hex
        created = {self.create(name=name)["id"] for _ in range(4)}
        first = self.client.api("GET", f"/brands?limit=2&name={quote(name)}").json()
        self.create(name=name)
        rest = f"/brands?limit=200&name={quote(name)}&cursor={quote(first['nextCursor'])}"
        second = self.client.api("GET", rest).json()
        seen = [brand["id"] for brand in first["items"] + second["items"]]
        self.assertEqual(len(seen), len(set(seen)))
        self.assertLessEqual(created, set(seen))

    def test_a_list_has_exact_filters_by_member_name(self):
        mark = uuid.uuid4().hex
        self.create(name=mark, ngrMode="delta", status="inactive")
        daily = self.create(name=mark, ngrMode="dailyTotal")
        self.create(name=mark + " and more", ngrMode="dailyTotal")
        self.assertEqual([b["id"] for b in self.items(f"name={mark}&ngrMode=dailyTotal")], [daily["id"]])
        self.assertEqual(len(self.items(f"name={mark}&status=inactive")), 1)
        self.assertEqual(self.items(f"name={mark.upper()}X"), [])

    def test_an_empty_list_has_no_next_page(self):
        answer = self.client.api("GET", "/brands?name=nobody").json()
        self.assertEqual(answer, {"items": [], "nextCursor": None})

    def test_a_page_has_between_1_and_200_entries(self):
        for limit in ("0", "-1", "201", "x", "", "1e2", "99999999999999999999"):
            with self.subTest(limit):
                self.assert_problem(self.client.api("GET", "/brands?limit=" + limit), 400)
        self.assertEqual(len(self.items("limit=1")), 1)

    def test_an_unusual_query_gets_a_response(self):
        for query in ("", "&", "=", "&&=&", "name", "name=", "limit=+5", "%", "%zz", "name=%ff", "a" * 4000):
            with self.subTest(query):
                self.assertIn(self.client.api("GET", "/brands?" + query).status, (200, 400))
        self.assertEqual(self.items("name=" + quote("Harbour Gaming")), self.items("name=Harbour+Gaming"))

    def test_an_unknown_cursor_is_refused(self):
        self.assert_problem(self.client.api("GET", "/brands?cursor=%00garbage%ff"), 400)

    def test_every_change_is_in_the_audit_log(self):
        before, after = "Before " + uuid.uuid4().hex, "After " + uuid.uuid4().hex
        rows = self.service.ledger().count("audit_log")
        brand = self.create(name=before)
        self.client.api("PATCH", "/brands/" + brand["id"], {"name": after})
        self.assertEqual(self.service.ledger().count("audit_log"), rows + 2)


class BrandsOnSqlite(Brands, ServiceCase):
    pass


class BrandsOnPostgres(Brands, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
