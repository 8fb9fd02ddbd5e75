"""One call over HTTP: sent, bounded in time, and sent again where that does no harm."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import datetime, timezone
from typing import Any

import httpx

from .errors import ApiRefusal, ApiUnreachable

LONGEST_WAIT_SECONDS = 10.0
FIRST_WAIT_SECONDS = 0.25
SILENT_SECONDS = 30.0
MOST_A_PAGE = 100

Repeats = str
Facts = tuple[str, Repeats]


def encoded(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that are given, as JSON has them: instants as text, `from_` as `from`."""
    return {
        name.removesuffix("_"): _instant(value) if isinstance(value, datetime) else value
        for name, value in fields.items()
        if value is not None
    }


def _instant(value: datetime) -> str:
    """A naive time is the machine's own, as everywhere in Python."""
    text = value.astimezone(timezone.utc).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def prepared(facts: Facts, fields: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
    """The body of all tries: what was bought by a try whose answer was lost is not bought again."""
    body = encoded(fields)
    if facts[1] != "once":
        return body, None
    body.setdefault("requestId", str(uuid.uuid4()))
    return body, body["requestId"]


def wait_before(error: Exception, repeats: Repeats, attempt: int) -> float | None:
    """Seconds before the next try; None where another one is of no use, or could do harm."""
    backoff = FIRST_WAIT_SECONDS * 2**attempt * random.uniform(0.75, 1.25)
    if isinstance(error, ApiRefusal):
        if error.code not in (429, 503):
            return None
        if error.retry_after_seconds is not None:
            wait = error.retry_after_seconds
            return wait if wait <= LONGEST_WAIT_SECONDS else None
        return backoff if error.code == 503 and repeats != "changes" else None
    if not isinstance(error, ApiUnreachable) or repeats == "changes":
        return None
    return None if error.fault == "badAnswer" else backoff


def read_envelope(response: httpx.Response) -> Any:
    """The `data` of an envelope. Raises ApiRefusal, or ApiUnreachable where there is none."""
    try:
        envelope = json.loads(response.content)
        code = envelope["code"]
    except (ValueError, TypeError, KeyError):
        code = None
    wait = _retry_after(response)
    if not isinstance(code, int):
        if response.status_code in (429, 503) and wait is not None:
            reason = "tooManyTries" if response.status_code == 429 else "notReady"
            data = {"reason": reason, "retryAfterSeconds": wait}
            raise ApiRefusal(response.status_code, "", data)
        if response.status_code < 400:
            raise ApiUnreachable("badAnswer", "the answer is not the API's", response.status_code)
        raise ApiUnreachable("status", f"HTTP status {response.status_code}", response.status_code)
    if code == 0:
        return envelope.get("data")
    data = dict(envelope.get("data") or {})
    if wait is not None:
        data.setdefault("retryAfterSeconds", wait)
    raise ApiRefusal(code, str(envelope.get("msg", "")), data)


def _retry_after(response: httpx.Response) -> int | None:
    text = response.headers.get("retry-after", "")
    return int(text) if text.isdigit() and len(text) < 10 else None


def as_fault(error: httpx.HTTPError) -> ApiUnreachable:
    """What httpx raised, as what it was."""
    fault = "timeout" if isinstance(error, httpx.TimeoutException) else "network"
    return ApiUnreachable(fault, f"cannot reach the API: {error}")


def _data_of(line: str) -> Any:
    """The event of a line of a stream; None for a comment, by which it tells that it lives."""
    return json.loads(line[5:]) if line.startswith("data:") else None


class Connection:
    """What both clients know: where the API is, and what each body bears."""

    def __init__(
        self,
        *,
        url: str,
        key: str | None = None,
        session: str | None = None,
        lang: str | None = None,
        timeout: float = 14.0,
        retries: int = 2,
    ) -> None:
        self._url = url.rstrip("/")
        credential = {"session": session} if session else {"key": key} if key else {}
        self._bearing = {**credential, **({"lang": lang} if lang else {})}
        self._timeout = timeout
        self._retries = retries

    def _body(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {**self._bearing, **fields}


class SyncConnection(Connection):
    """Makes calls with `httpx.Client`."""

    def __init__(self, *, http: httpx.Client | None = None, **options: Any) -> None:
        super().__init__(**options)
        # What bears a key goes to nobody else: redirects are not followed.
        self._http = http or httpx.Client(timeout=self._timeout, follow_redirects=False)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, facts: Facts, fields: dict[str, Any]) -> Any:
        body, request_id = prepared(facts, fields)
        attempt = 0
        while True:
            try:
                return self._try(facts[0], body)
            except (ApiRefusal, ApiUnreachable) as error:
                error.request_id = request_id
                wait = wait_before(error, facts[1], attempt) if attempt < self._retries else None
                if wait is None:
                    raise
                time.sleep(wait)
                attempt += 1

    def _try(self, path: str, body: dict[str, Any]) -> Any:
        try:
            response = self._http.post(self._url + path, json=self._body(body))
        except httpx.HTTPError as error:
            raise as_fault(error) from error
        return read_envelope(response)

    def _events(self, facts: Facts, fields: dict[str, Any]) -> Iterator[Any]:
        body, _ = prepared(facts, fields)
        timeout = httpx.Timeout(self._timeout, read=SILENT_SECONDS)
        target = self._url + facts[0]
        try:
            with self._http.stream("POST", target, json=self._body(body), timeout=timeout) as answer:
                if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                    answer.read()
                    read_envelope(answer)
                    return
                for line in answer.iter_lines():
                    event = _data_of(line)
                    if event is not None:
                        yield event
        except httpx.HTTPError as error:
            raise as_fault(error) from error

    def pages(self, method: Callable[..., Any], **fields: Any) -> Iterator[Any]:
        """Every item of a list, page after page: `client.pages(client.sub_users)`."""
        page = fields.pop("page", 1)
        limit = fields.pop("limit", MOST_A_PAGE)
        before: set[Any] = set()
        while True:
            answer = method(**fields, page=page, limit=limit)
            for item in answer["items"]:
                if "id" not in item or item["id"] not in before:
                    yield item
            if not answer["items"] or page * answer["limit"] >= answer["total"]:
                return
            # What the list gains meanwhile moves its items to later pages.
            before = {item["id"] for item in answer["items"] if "id" in item}
            page += 1


class AsyncConnection(Connection):
    """Makes calls with `httpx.AsyncClient`."""

    def __init__(self, *, http: httpx.AsyncClient | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._http = http or httpx.AsyncClient(timeout=self._timeout, follow_redirects=False)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(self, facts: Facts, fields: dict[str, Any]) -> Any:
        body, request_id = prepared(facts, fields)
        attempt = 0
        while True:
            try:
                return await self._try(facts[0], body)
            except (ApiRefusal, ApiUnreachable) as error:
                error.request_id = request_id
                wait = wait_before(error, facts[1], attempt) if attempt < self._retries else None
                if wait is None:
                    raise
                await asyncio.sleep(wait)
                attempt += 1

    async def _try(self, path: str, body: dict[str, Any]) -> Any:
        try:
            response = await self._http.post(self._url + path, json=self._body(body))
        except httpx.HTTPError as error:
            raise as_fault(error) from error
        return read_envelope(response)

    async def _events(self, facts: Facts, fields: dict[str, Any]) -> AsyncIterator[Any]:
        body, _ = prepared(facts, fields)
        timeout = httpx.Timeout(self._timeout, read=SILENT_SECONDS)
        target = self._url + facts[0]
        try:
            async with self._http.stream(
                "POST", target, json=self._body(body), timeout=timeout
            ) as answer:
                if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                    await answer.aread()
                    read_envelope(answer)
                    return
                async for line in answer.aiter_lines():
                    event = _data_of(line)
                    if event is not None:
                        yield event
        except httpx.HTTPError as error:
            raise as_fault(error) from error

    async def pages(
        self, method: Callable[..., Awaitable[Any]], **fields: Any
    ) -> AsyncIterator[Any]:
        """Every item of a list, page after page: `client.pages(client.sub_users)`."""
        page = fields.pop("page", 1)
        limit = fields.pop("limit", MOST_A_PAGE)
        before: set[Any] = set()
        while True:
            answer = await method(**fields, page=page, limit=limit)
            for item in answer["items"]:
                if "id" not in item or item["id"] not in before:
                    yield item
            if not answer["items"] or page * answer["limit"] >= answer["total"]:
                return
            before = {item["id"] for item in answer["items"] if "id" in item}
            page += 1
