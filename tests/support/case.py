"""Base classes of the test suites. Each class has one service, on the engine that the class names."""

import unittest
import uuid

from tests.support.client import Client, Response
from tests.support.events import make_event
from tests.support.postgres import PrivatePostgres
from tests.support.service import Service


class ServiceCase(unittest.TestCase):
    """Starts one service for all tests of the class. Subclasses choose `engine` and `settings`."""

    engine = "sqlite"
    settings: dict = {}
    service: Service

    @classmethod
    def setUpClass(cls):
        cls.service = Service.create(cls.engine, **cls.settings)
        cls.addClassCleanup(cls.service.close)
        cls.service.start()
        cls.prepare()

    @classmethod
    def prepare(cls):
        """Prepares data that all tests of the class share. Subclasses override it."""

    def setUp(self):
        self.client = self.open_client()

    def open_client(self, api_key: str | None = None, **options) -> Client:
        client = self.service.client(api_key, **options)
        self.addCleanup(client.close)
        return client

    def second_node(self, **settings) -> Service:
        """Another node on the same PostgreSQL, until the end of the test. It is not started."""
        node = self.service.second_node(**settings)
        self.addCleanup(node.close)
        return node

    def event(self, event_type: str = "registration", /, **members) -> dict:
        return make_event(self.service.account.brand_id, event_type, **members)

    def accept(self, event: dict) -> str:
        """Sends an event that must be accepted, and returns its id."""
        answer = self.client.send_event(event)
        self.assertEqual(answer.status, 202, answer.body)
        result = answer.json()["result"]
        self.assertEqual(result["status"], "accepted")
        self.assertEqual(result["idempotency_key"], event["idempotency_key"])
        return str(uuid.UUID(result["event_id"]))

    def assert_problem(self, answer: Response, status: int) -> dict:
        """Checks that an error has the form of RFC 9457 and names the request."""
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(answer.header("Content-Type").split(";")[0], "application/problem+json")
        problem = answer.json()
        self.assertEqual(problem["status"], status)
        for member in ("type", "title", "detail", "code", "requestId"):
            self.assertIsInstance(problem[member], str, member)
            self.assertTrue(problem[member], member)
        self.assertEqual(problem["requestId"], answer.header("X-Request-Id"))
        return problem

    def assert_refused(self, answer: Response, pointer: str):
        """Checks that a validation error names the invalid member."""
        problem = self.assert_problem(answer, 400)
        for error in problem["errors"]:
            self.assertTrue(error["code"] and error["detail"], error)
        self.assertIn(pointer, [error["pointer"] for error in problem["errors"]])


class PostgresCase(ServiceCase):
    engine = "postgres"


class TwoNodes:
    """Starts a second node for all tests of the class. For subclasses of PostgresCase, before them in the list of bases."""

    second: Service
    second_settings: dict = {}

    @classmethod
    def prepare(cls):
        super().prepare()
        cls.second = cls.service.second_node(**cls.second_settings)
        cls.addClassCleanup(cls.second.close)
        cls.second.start()


class OwnPostgresCase(unittest.TestCase):
    """Starts a service for each test, on its own PostgreSQL server that the test may stop."""

    def setUp(self):
        self.server = PrivatePostgres()
        self.addCleanup(self.server.close)
        self.server.start()
        self.service = Service.create("postgres", self.server.url)
        self.addCleanup(self.service.close)
        self.service.start()
