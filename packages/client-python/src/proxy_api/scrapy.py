"""A downloader middleware for Scrapy: each request leaves through the provider's gateway."""

from __future__ import annotations

import secrets
from typing import Any

from scrapy import Request, Spider
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from twisted.internet.error import ConnectionLost, TimeoutError as NetworkTimeout
from twisted.web._newclient import ResponseFailed

from .proxy import proxy_url

# The gateway's answers that another exit may mend, and those that a person has to.
_PASSING = {502, 503, 504}
_LASTING = {402, 407}


class ProxyMiddleware:
    """Sets `meta["proxy"]`, and sends a request again through another exit where one failed."""

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        host, _, port = settings.get("PROXY_API_GATEWAY", "").rpartition(":")
        self.account = settings.get("PROXY_API_ACCOUNT", "")
        self.password = settings.get("PROXY_API_PASSWORD", "")
        if not (host and port.isdigit() and self.account and self.password):
            raise NotConfigured("PROXY_API_GATEWAY, PROXY_API_ACCOUNT and PROXY_API_PASSWORD are needed")
        self.host, self.port = host, int(port)
        self.country = settings.get("PROXY_API_COUNTRY")
        self.retries = settings.getint("PROXY_API_RETRIES", 3)
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ProxyMiddleware:
        return cls(crawler)

    def process_request(self, request: Request, spider: Spider) -> None:
        meta = request.meta
        meta["proxy"] = proxy_url(
            host=self.host,
            port=self.port,
            account=self.account,
            password=self.password,
            country=meta.get("proxy_country", self.country),
            state=meta.get("proxy_state"),
            city=meta.get("proxy_city"),
            sid=meta.get("proxy_session"),
            minutes=meta.get("proxy_minutes"),
        )

    def process_response(self, request: Request, response: Response, spider: Spider) -> Any:
        # Only the gateway's own answers have this field; a site's 502 is the site's.
        if b"proxy-status" not in {name.lower() for name in response.headers}:
            return response
        if response.status in _LASTING:
            return self._close(spider, response.text.strip())
        if response.status in _PASSING:
            return self._again(request, f"gateway {response.status}") or response
        return response

    def process_exception(self, request: Request, exception: Exception, spider: Spider) -> Any:
        # To https targets the gateway's answer is in the exception's text.
        if isinstance(exception, TunnelError):
            text = str(exception)
            if any(str(status) in text for status in _LASTING):
                return self._close(spider, text)
            return self._again(request, text)
        if isinstance(exception, (ConnectionLost, NetworkTimeout, ResponseFailed)):
            return self._again(request, str(exception))
        return None

    def _again(self, request: Request, why: str) -> Request | None:
        """The same request through another exit; None when that was tried often enough."""
        tries = request.meta.get("proxy_tries", 0)
        if tries >= self.retries:
            return None
        again = request.replace(dont_filter=True)
        again.meta["proxy_tries"] = tries + 1
        # A session would lead to the same exit again.
        if "proxy_session" in again.meta:
            again.meta["proxy_session"] = secrets.token_hex(8)
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value("proxy_api/retries")
        return again

    def _close(self, spider: Spider, why: str) -> None:
        """Ends the crawl: every further request would be refused, too."""
        engine = self.crawler.engine
        if engine is not None:
            engine.close_spider(spider, f"proxy refused: {why}")
        raise IgnoreRequest(why)


__all__ = ["ProxyMiddleware"]
