"""Writes the proxy user name that asks the gateway for an exit."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

_SPELLED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_GREATEST_ASN = 4_294_967_295


def _token(text: str) -> str:
    """Places as the gateway compares them: `São Paulo` is `saopaulo`."""
    spelled = "".join(_SPELLED.get(letter, letter) for letter in text.lower())
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", spelled))


def _place(name: str, value: str | None) -> str:
    if not value:
        return ""
    written = _token(value)
    if written == "":
        raise ValueError(f'{name}: no letters or digits of ASCII in "{value}"')
    return written


def proxy_username(
    account: str,
    *,
    country: str | None = None,
    state: str | None = None,
    city: str | None = None,
    postal: str | None = None,
    isp: str | None = None,
    asn: int | None = None,
    sid: str | None = None,
    minutes: int | None = None,
    strict: bool = False,
) -> str:
    """The user name alone: `NAME-region-US-city-losangeles-sid-abc-t-10`.

    Raises ValueError where the gateway would refuse a value.
    """
    if not re.fullmatch(r"[A-Za-z0-9]{6,22}", account):
        raise ValueError("account: 6-22 letters and digits")
    if sid is not None and not re.fullmatch(r"[A-Za-z0-9]{1,32}", sid):
        raise ValueError("sid: 1-32 letters and digits")
    if minutes is not None and not 1 <= minutes <= 1440:
        raise ValueError("minutes: whole ones, 1-1440")
    if asn is not None and not 0 <= asn <= _GREATEST_ASN:
        raise ValueError(f"asn: a network's number, 0-{_GREATEST_ASN}")
    values = {
        "region": _place("country", country).upper(),
        "st": _place("state", state),
        "city": _place("city", city),
        "zip": _place("postal", postal),
        "isp": _place("isp", isp),
        "asn": "" if asn is None else str(asn),
        "sid": sid or "",
        "t": "" if minutes is None else str(minutes),
        "strict": "1" if strict else "",
    }
    given = [f"{name}-{value}" for name, value in values.items() if value != ""]
    return "-".join([account, *given])


def proxy_url(
    *,
    host: str,
    port: int,
    account: str,
    password: str,
    protocol: str = "http",
    country: str | None = None,
    state: str | None = None,
    city: str | None = None,
    postal: str | None = None,
    isp: str | None = None,
    asn: int | None = None,
    sid: str | None = None,
    minutes: int | None = None,
    strict: bool = False,
) -> str:
    """A proxy's address for requests, httpx, `HTTPS_PROXY`, Playwright and all others."""
    username = proxy_username(
        account,
        country=country,
        state=state,
        city=city,
        postal=postal,
        isp=isp,
        asn=asn,
        sid=sid,
        minutes=minutes,
        strict=strict,
    )
    scheme = "socks5h" if protocol == "socks5" else "http"
    where = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"{scheme}://{quote(username, safe='')}:{quote(password, safe='')}@{where}:{port}"
