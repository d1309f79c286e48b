"""Verification of webhooks by the rules of Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

from fairlead.errors import WebhookRefused


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secrets: str | Iterable[str], *,
                   tolerance_seconds: int = 300, now: float | None = None) -> Any:
    """Returns the JSON of a webhook whose signature is valid; else raises WebhookRefused.

    `body` must be the body as it was received: another spelling of the same JSON has another signature. `secrets` may
    have several, while a secret is being rotated. A message can arrive more than once: remember `webhook-id`.
    """
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at, signatures = (given.get("webhook-" + name, "") for name in ("id", "timestamp", "signature"))
    if not message_id or not signatures:
        raise WebhookRefused("the headers webhook-id, webhook-timestamp and webhook-signature are required")
    _check_time(sent_at, tolerance_seconds, time.time() if now is None else now)
    signed = f"{message_id}.{sent_at}.".encode() + raw
    expected = [hmac.new(_key(secret), signed, hashlib.sha256).digest()
                for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not any(hmac.compare_digest(one, given_one) for given_one in _signatures(signatures) for one in expected):
        raise WebhookRefused("no signature matches")
    return json.loads(raw)


def _check_time(sent_at: str, tolerance_seconds: int, now: float):
    if not sent_at.isascii() or not sent_at.isdigit():
        raise WebhookRefused("webhook-timestamp is not a number of seconds")
    if abs(now - int(sent_at)) > tolerance_seconds:
        raise WebhookRefused("webhook-timestamp is too old or too far ahead")


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise ValueError("a secret is whsec_ and base64") from error


def _signatures(header: str) -> list[bytes]:
    """The signatures of version 1. Others are of later versions."""
    found = []
    for one in header.split(" "):
        version, _, text = one.partition(",")
        if version == "v1":
            try:
                found.append(base64.b64decode(text, validate=True))
            except binascii.Error:
                continue
    return found
