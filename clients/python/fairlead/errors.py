"""What can go wrong. Every error is a FairleadError."""

from __future__ import annotations

from typing import Any


class FairleadError(Exception):
    """The base of all errors of this library."""


class ApiError(FairleadError):
    """The service refused the request. Sending it again does not help."""

    def __init__(self, status: int, problem: dict[str, Any]):
        self.status = status
        self.code: str = problem.get("code", "")
        self.detail: str = problem.get("detail", "")
        self.request_id: str = problem.get("requestId", "")
        self.problem = problem
        super().__init__(f"{status} {self.code}: {self.detail}")


class InvalidRequest(ApiError):
    """The request has errors (400). `errors` lists them as {pointer, code, detail}."""

    @property
    def errors(self) -> list[dict[str, str]]:
        return self.problem.get("errors", [])


class Unavailable(FairleadError):
    """The service could not be reached or asked to wait, and all attempts are used up. Send the same request later."""

    def __init__(self, reason: str, status: int | None = None, retry_after: float | None = None):
        self.status = status
        self.retry_after = retry_after  # Seconds, if the service named them.
        super().__init__(reason)


class SpoolFull(FairleadError):
    """The spool file has reached its limit. The event was not kept."""


class WebhookRefused(FairleadError):
    """The signature of a webhook is not valid. Answer 400 and do not use its body."""
