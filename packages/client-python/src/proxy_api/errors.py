"""The two ways in which a call fails: it was refused, or nobody knows."""

from __future__ import annotations

from typing import Any, Literal

Fault = Literal["network", "timeout", "status", "badAnswer"]


class ApiRefusal(Exception):
    """The API answered, and said no: nothing was done. Only with codes 500 and 503 it cannot be sure."""

    def __init__(self, code: int, msg: str, data: dict[str, Any]) -> None:
        self.code = code
        """The family of the reason: 402 is "not enough", 409 "conflicts" and so on."""
        self.reason = str(data.get("reason", "unknown"))
        """The reason's stable name; a later version of the API may know more of them."""
        self.msg = msg
        self.field: str | None = data.get("field")
        self.short: str | None = data.get("short")
        self.retry_after_seconds: float | None = data.get("retryAfterSeconds")
        self.request_id: str | None = None
        """What to send again with a call that spends."""
        self.data = data
        super().__init__(msg or self.reason)


class ApiUnreachable(Exception):
    """No answer of the API came back: whether the call was done is not known.

    A call with a `requestId` can be made again with the same one; it is never done twice.
    """

    def __init__(self, fault: Fault, message: str, status: int | None = None) -> None:
        self.fault = fault
        self.status = status
        self.request_id: str | None = None
        """What to send again with a call that spends."""
        super().__init__(message)
