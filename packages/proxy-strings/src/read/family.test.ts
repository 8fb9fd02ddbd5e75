import { expect, test } from "vitest";
import { dialects } from "./dialects.ts";
import { only } from "./only-testing.ts";

/** Returns the parameters as `meaning=normal`, in the order of the text. */
const asked = (text: string) =>
  only(text)
    .parts.filter(({ meaning }) => !["protocol", "host", "port"].includes(meaning))
    .map(({ meaning, normal }) => `${meaning}=${normal}`)
    .join(" ");
test.each([
  [
    "brightdata",
    "brd-customer-hl1-zone-resi-country-us-state-ny-session-r4:pw@brd.superproxy.io:33335",
    "account=hl1 zone= country=US state=newyork session=r4 password=pw",
  ],
  [
    "brightdata",
    "zproxy.lum-superproxy.io:22225:lum-customer-c1-zone-z-country-de:pw",
    "account=c1 zone= country=DE password=pw",
  ],
  [
    "oxylabs",
    "customer-ac-cc-US-st-us_california-city-los_angeles-sessid-a1-sesstime-10:pw@pr.oxylabs.io:7777",
    "account=ac country=US state=california city=losangeles session=a1 minutes=10 password=pw",
  ],
  [
    "decodo",
    "gate.decodo.com:7000:user-ac-country-us-city-new_york-session-x1-sessionduration-30:pw",
    "account=ac country=US city=newyork session=x1 minutes=30 password=pw",
  ],
  [
    "iproyal",
    "geo.iproyal.com:12321:ac:pw_country-us_city-newyork_session-sgn34f3e_lifetime-2h_streaming-1",
    "account=ac password=pw country=US city=newyork session=sgn34f3e minutes=120 zone=",
  ],
  [
    "soax",
    "http://package-12-country-us-region-texas-isp-comcast-sessionid-x-sessionlength-301:pw@proxy.soax.com:5000",
    "account=12 country=US state=texas isp=comcast session=x minutes=6 password=pw",
  ],
  [
    "netnut",
    "ac-res-us-sid-123456:pw@gw.netnut.io:5959",
    "account=ac country=US session=123456 password=pw",
  ],
  ["webshare", "p.webshare.io:80:ac-US-rotate:pw", "account=ac country=US rotation= password=pw"],
  ["webshare", "p.webshare.io:80:ac-de-7:pw", "account=ac country=DE session=7 password=pw"],
  [
    "packetstream",
    "proxy.packetstream.io:31112:ac:KEY_country-UnitedStates_session-abc",
    "account=ac password=KEY country=US session=abc",
  ],
  [
    "luna",
    "user-ac-zone-custom-region-us-st-ohio-city-dayton-session-abc-sessTime-10:pw@pr.922s5.net:6300",
    "account=ac zone= country=US state=ohio city=dayton session=abc minutes=10 password=pw",
  ],
  [
    "rayobyte",
    "ac-country-GB-session-q9:pw@la.residential.rayobyte.com:8000",
    "account=ac country=GB session=q9 password=pw",
  ],
  ["infatica", "pool.infatica.io:10000:ac:pw", "account=ac password=pw"],
  [
    "proxycheap",
    "proxy-eu.proxy-cheap.com:5959:ac:pw_country-fr",
    "account=ac password=pw country=FR",
  ],
  [
    "nimble",
    "account-ac-pipeline-res-country-US-session-a1:pw@ip.nimbleway.com:7000",
    "account=ac zone= country=US session=a1 password=pw",
  ],
  [
    "geonode",
    "geo_1-type-residential-country-us-session-a1-lifetime-10:pw@proxy.geonode.io:9000",
    "account=geo_1 zone= country=US session=a1 minutes=10 password=pw",
  ],
  [
    "massive",
    "ac-country-US-session-37-sessionttl-30-sessionmode-norotate:pw@network.joinmassive.com:65534",
    "account=ac country=US session=37 minutes=30 strict=1 password=pw",
  ],
  [
    "dataimpulse",
    "http://ac__cr.us,gb;city.berlin;sessid.5;sessttl.10:pw@gw.dataimpulse.com:823",
    "account=ac country=US city=berlin session=5 minutes=10 password=pw",
  ],
  [
    "evomi",
    "rp.evomi.com:1000:ac:pw_country-US_city-new.york_hardsession-ABC",
    "account=ac password=pw country=US city=newyork session=ABC",
  ],
])("%s is parsed by its own grammar: %s", (family, text, parts) => {
  expect(asked(text)).toBe(parts);
  expect(only(text).family).toBe(family);
  // Without the host, the user name identifies the provider only if its form is unique.
  const { host } = only(text);
  const elsewhere = only(text.replace(host, "proxy.example.com"));
  expect([family, null]).toContain(elsewhere.family);
  expect(elsewhere.confidence).not.toBe("certain");
});

test("a family's hosts and their subdomains are certain; hosts that only end alike are unknown", () => {
  for (const { family, hosts } of dialects) {
    for (const host of hosts) {
      expect(only(`us.gate.${host}:80:a:b`)).toMatchObject({ family, confidence: "certain" });
      expect(only(`not${host}:80:a:b`).family).toBeNull();
    }
  }
});

test("our gateway is recognised as certain by its host, or as possible by our own keywords", () => {
  const text =
    "shopper1-region-US-st-texas-zip-75001-asn-7018-sid-a1-t-10-strict-1:pw@gw.own.net:7000";
  expect(only(text, ["gw.own.net"])).toMatchObject({ family: "ours", confidence: "certain" });
  expect(only(text)).toMatchObject({ family: "ours", confidence: "possible" });
  expect(asked(text)).toBe(
    "account=shopper1 country=US state=texas postal=75001 asn=7018 session=a1 minutes=10 strict=1 password=pw",
  );
});

test("unrecognised parameters are listed as unknown with their value, never guessed", () => {
  const { parts } = only("customer-ac-cc-US-quality-high-sessid-a1:pw@pr.oxylabs.io:7777");
  expect(parts.find(({ meaning }) => meaning === "unknown")?.value).toBe("quality-high");
  expect(asked("ac-region-us-t-5x-cc-de:pw@h.example.com:1")).toBe(
    "account=ac-region-us-t-5x country=DE password=pw",
  );
  expect(asked("my-own-name:pass_word-1@h.example.com:1")).toBe(
    "account=my-own-name password=pass_word-1",
  );
  const europe = only("geo.iproyal.com:12321:ac:pw_country-europe").parts.at(-1);
  expect(europe).toMatchObject({ meaning: "country", normal: "", note: "badValue" });
});
