"""Proves that a webhook's request comes from the provider (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

_TOLERANCE_SECONDS = 5 * 60
_MOST_SIGNATURES = 10


class WebhookForged(Exception):
    """The request is not from the provider, was changed on its way, or is too old."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    now: float | None = None,
) -> dict[str, Any]:
    """Checks signature and age, and returns what the request tells: `id`, `type`, `data`.

    `body` is what arrived, byte by byte. `secret` is `whsec_…`, or several. Raises WebhookForged.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        event = given["webhook-id"]
        timestamp = given["webhook-timestamp"]
        signatures = given["webhook-signature"]
    except KeyError as missing:
        raise WebhookForged("a header is missing") from missing
    age = abs((time.time() if now is None else now) - float(timestamp)) if timestamp.isdigit() else None
    if age is None or age > _TOLERANCE_SECONDS:
        raise WebhookForged("the timestamp is more than five minutes off")
    sent = body.encode() if isinstance(body, str) else body
    signed = f"{event}.{timestamp}.".encode() + sent
    secrets = [secret] if isinstance(secret, str) else secret
    if not any(_fits(signed, one, signatures) for one in secrets):
        raise WebhookForged("no signature fits")
    try:
        return {**json.loads(sent), "id": event}
    except (ValueError, TypeError) as error:
        raise WebhookForged("the body is not JSON") from error


def _fits(signed: bytes, secret: str, signatures: str) -> bool:
    """While a secret is renewed a request bears two signatures."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise ValueError("the secret is not a webhook's") from error
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(expected.encode(), one.encode())
        for one in signatures.split(" ")[:_MOST_SIGNATURES]
    )
