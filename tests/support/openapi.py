"""Reads api/openapi.yaml, and provides a client that checks the service against it."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from api.document import read_document
from tests.support.client import Client, Response
from tests.support.json_schema import Schemas

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    """One method at one path, with its documentation."""

    method: str
    path: str  # The path that the program routes, with the base path: "/api/v1/brands/{id}".
    public: bool
    by_session: bool  # Only users with a session can call it.
    details: dict

    @property
    def name(self) -> str:
        return self.details["operationId"]

    @property
    def takes_request_key(self) -> bool:
        """True for a POST that creates or moves something."""
        return {"$ref": "#/components/parameters/idempotencyKey"} in self.details.get("parameters", [])

    @property
    def takes_json(self) -> bool:
        """False for an operation whose body is a file."""
        return "application/octet-stream" not in self.details.get("requestBody", {}).get("content", {})

    def matches(self, method: str, path: str) -> bool:
        mine, given = self.path.split("/"), path.split("/")
        return self.method == method and len(mine) == len(given) and all(
            segment == other or segment.startswith("{") for segment, other in zip(mine, given))


class Document:
    def __init__(self):
        self.tree = read_document()
        self.schemas = Schemas(self.tree)
        self.operations = [self._operation(path, method) for path, item in self.tree["paths"].items()
                           for method in METHODS if method in item]

    def _operation(self, path: str, method: str) -> Operation:
        item = self.tree["paths"][path]
        base = item.get("servers", self.tree["servers"])[0]["url"].rstrip("/")
        security = item[method].get("security", self.tree["security"])
        return Operation(method.upper(), base + path, security == [], security == [{"session": []}],
                         item[method])

    def find(self, method: str, path: str) -> Operation:
        fitting = [one for one in self.operations if one.matches(method, path)]
        # A path without parameters must match before a path whose parameter would match it too.
        fitting.sort(key=lambda one: one.path.count("{"))
        if not fitting:
            raise AssertionError(f"{method} {path} is not in the document")
        return fitting[0]

    def contents(self) -> Iterator[tuple[str, dict]]:
        """Every body that the document describes, with its place."""
        for operation in self.operations:
            described = {"body": operation.details.get("requestBody", {}), **operation.details["responses"]}
            for name, one in described.items():
                for kind, content in self.schemas.resolve(one).get("content", {}).items():
                    yield f"{operation.name}, {name}, {kind}", content

    def faults_of_answer(self, operation: Operation, answer: Response) -> list[str]:
        responses = operation.details["responses"]
        if str(answer.status) not in responses and not (answer.status >= 400 and "default" in responses):
            return [f"the status {answer.status} is not documented"]
        documented = self.schemas.resolve(responses.get(str(answer.status)) or responses["default"])
        found = self._faults_of_headers(documented, answer)
        kind = (answer.header("Content-Type") or "").split(";")[0]
        contents = documented.get("content", {})
        if kind not in contents:
            return found + ([f"the content type {kind!r} is not documented"] if answer.body else [])
        if kind.endswith("json"):
            found += self.schemas.faults(answer.json(), contents[kind]["schema"])
        return found

    def _faults_of_headers(self, documented: dict, answer: Response) -> list[str]:
        headers = documented.get("headers", {})
        return [f"the header {name} is missing" for name, header in headers.items()
                if header.get("required", True) and answer.header(name) is None]

    def faults_of_body(self, operation: Operation, body) -> list[str]:
        if "requestBody" not in operation.details:
            return ["no body is documented"] if body is not None else []
        return self.schemas.faults(body, operation.details["requestBody"]["content"]["application/json"]["schema"])


class CheckedClient(Client):
    """A client that fails if a response does not match the document. Records the responses."""

    def __init__(self, document: Document, *arguments, **options):
        super().__init__(*arguments, **options)
        self.document = document
        self.answered: set[tuple[str, int]] = set()

    def request(self, method, path, body=None, headers=None) -> Response:
        answer = super().request(method, path, body, headers)
        operation = self.document.find(method, urlsplit(path).path)
        found = self.document.faults_of_answer(operation, answer)
        if answer.status < 300 and body is not None and operation.takes_json:
            found += self.document.faults_of_body(operation, json.loads(body))
        if found:
            raise AssertionError(f"{method} {path} answered {answer.status}: {found}\n{answer.body[:2000]!r}")
        self.answered.add((operation.name, answer.status))
        return answer


class KeyedClient(CheckedClient):
    """The same, with an API key that may create brands. It gives an Idempotency-Key to the first success of every
    operation that takes one, and checks that the operation has used it."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.used_keys: set[str] = set()  # The operations that have used their key.

    def request(self, method, path, body=None, headers=None) -> Response:
        operation = self.document.find(method, urlsplit(path).path)
        if not operation.takes_request_key or operation.name in self.used_keys:
            return super().request(method, path, body, headers)
        key = {"Idempotency-Key": str(uuid.uuid4())}
        answer = super().request(method, path, body, (headers or {}) | key)
        if answer.status < 300:
            self.used_keys.add(operation.name)
            self._check_use(operation, key)
        return answer

    def _check_use(self, operation: Operation, key: dict):
        """A key that was used is refused for another request."""
        other = json.dumps({"name": "Another request"})
        refused = super().request("POST", "/api/v1/brands", other, {"Content-Type": "application/json"} | key)
        if refused.status != 409 or refused.json()["code"] != "idempotency_key_reused":
            raise AssertionError(f"{operation.name} has not used its Idempotency-Key: {refused.status} {refused.body!r}")
