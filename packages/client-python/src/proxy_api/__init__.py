"""A typed client of a proxy provider's API: `Client`, `AsyncClient`."""

from .calls_gen import AsyncClient, Client
from .errors import ApiRefusal, ApiUnreachable
from .proxy import proxy_url, proxy_username
from .webhook import WebhookForged, verify_webhook

__all__ = [
    "ApiRefusal",
    "ApiUnreachable",
    "AsyncClient",
    "Client",
    "WebhookForged",
    "proxy_url",
    "proxy_username",
    "verify_webhook",
]
