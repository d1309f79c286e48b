"""The response to a request with many errors lists a hundred of them and says that there are more."""

import json
import unittest

from tests.support.case import ServiceCase

LISTED = 100
LEFT_OUT = "only the first 100 errors are listed"
ANSWER_BYTES_MAX = 32 * 1024


class ManyErrors(ServiceCase):
    def assert_bounded(self, answer) -> dict:
        problem = self.assert_problem(answer, 400)
        self.assertEqual(len(problem["errors"]), LISTED)
        self.assertTrue(problem["detail"].endswith(LEFT_OUT), problem["detail"])
        self.assertLess(len(answer.body), ANSWER_BYTES_MAX)
        return problem

    def flood(self, members: int = 80_000) -> dict:
        """By default nearly as many members as fit into a body of 1 MiB."""
        return {f"{number:x}": 0 for number in range(members)}

    def test_unknown_members_of_a_request_without_a_key(self):
        with self.service.stranger() as stranger:
            # A body that anybody can send has at most 16 KiB.
            self.assert_bounded(stranger.api("POST", "/auth/login", self.flood(1500)))

    def test_unknown_members_of_every_kind_of_body(self):
        for method, path in (("POST", "/brands"), ("PATCH", f"/brands/{self.service.account.brand_id}"), ("POST", "/fx-rates"),
                             ("POST", "/adjustments"), ("POST", "/reports/query")):
            with self.subTest(path):
                self.assert_bounded(self.client.api(method, path, self.flood()))

    def test_unknown_members_deep_inside(self):
        terms = {"currency": "EUR", "cpa": {"amount": "1"} | self.flood()}
        problem = self.assert_bounded(self.client.api("POST", "/deals", {"name": "Deep", "terms": terms}))
        self.assertTrue(problem["errors"][0]["pointer"].startswith("/terms/cpa/"), problem["errors"][0])

    def test_a_list_of_invalid_values(self):
        problem = self.assert_bounded(self.client.api("POST", "/fx-rates", {"rates": [{}] * 1000}))
        self.assertEqual(problem["errors"][-1]["pointer"], "/rates/24/rate")

    def test_a_list_of_a_hundred_errors_is_complete(self):
        answer = self.client.api("POST", "/brands", {"name": "Fine"} | {f"x{number}": 0 for number in range(LISTED)})
        problem = self.assert_problem(answer, 400)
        self.assertEqual(len(problem["errors"]), LISTED)
        self.assertNotIn(LEFT_OUT, problem["detail"])

    def test_a_long_name_is_cut(self):
        with self.service.stranger() as stranger:
            answer = stranger.api("POST", "/auth/login", {"x" * 15_000: 0})
        problem = self.assert_problem(answer, 400)
        self.assertEqual(problem["errors"][0]["pointer"], "/" + "x" * 100 + "…")
        self.assertLess(len(answer.body), 1500)

    def repeated(self, times: int) -> str:
        """An event that repeats a member many times, which JSON libraries do not write."""
        return '{' + '"amount": 1,' * times + json.dumps(self.event("deposit"))[1:]

    def test_repeated_members_of_an_event(self):
        self.assert_bounded(self.client.send_body(self.repeated(50_000)))

    def test_each_event_of_a_batch_lists_twenty_errors(self):
        answer = self.client.send_body('{"events": [' + ",".join([self.repeated(500)] * 100) + "]}")
        self.assertEqual(answer.status, 400)
        results = answer.json()["results"]
        self.assertEqual([entry["error"]["field"] for entry in results], ["/amount"] * 100)
        self.assertEqual([len(entry["errors"]) for entry in results], [20] * 100)
        self.assertLess(len(answer.body), 256 * 1024)


if __name__ == "__main__":
    unittest.main()
