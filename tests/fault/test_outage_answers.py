"""While PostgreSQL cannot be reached, every request is answered 503 with the time after which to try again."""

import unittest

from tests.support.accounts import person
from tests.support.case import OwnPostgresCase
from tests.support.events import make_event
from tests.support.waiting import wait_until


class OutageAnswers(OwnPostgresCase):
    def test_every_request_is_answered_with_a_time_to_wait(self):
        account = self.service.account
        event = make_event(account.brand_id)
        requests = {
            "an event": ("POST", "/events", event),
            "a batch": ("POST", "/events", {"events": [event]}),
            "a change": ("POST", "/brands", {"name": "Lighthouse"}),
            "players": ("GET", "/players", None),
            "accruals": ("GET", "/accruals", None),
            "statements": ("POST", "/statements/close", {"period": "2026-01"}),
            "exchange rates": ("POST", "/fx-rates", {"date": "2026-01-01", "from": "USD", "to": "EUR", "rate": "0.9"}),
        }
        with self.service.client() as client:
            self.assertEqual(client.send_event(make_event(account.brand_id)).status, 202)
            self.server.stop("immediate")
            for name, (method, path, document) in requests.items():
                with self.subTest(name):
                    answer = client.api(method, path, document)
                    self.assertEqual(answer.status, 503, answer.body)
                    self.assertGreaterEqual(int(answer.header("Retry-After")), 1)
            answer = person(self).log_in(account.admin_email, account.admin_password)
            self.assertEqual(answer.status, 503, answer.body)
            self.assertGreaterEqual(int(answer.header("Retry-After")), 1)
            self.server.start()
            wait_until(lambda: client.send_event(event).status in (200, 202), "it recovers")


if __name__ == "__main__":
    unittest.main()
