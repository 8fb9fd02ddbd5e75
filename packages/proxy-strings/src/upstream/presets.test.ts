import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PlaceFilter } from "@turnpike/rules/username.ts";
import { readProxies } from "../read/proxy.ts";
import { exitRequestOf } from "../read/to-ours.ts";
import { presetOf, presets } from "./presets.ts";
import { render, type Rendered, type UpstreamRequest } from "./render.ts";
import { digitsOf, lettersOf } from "./session-token.ts";
import { notationOfPreset } from "./testing.ts";

/** How many requests are tried a day, and at full size. */
const sized = (everyDay: number, full: number) =>
  process.env["TURNPIKE_FULL"] === "1" ? full : everyDay;
const token = Uint8Array.from({ length: 32 }, (_, at) => at * 7 + 3);
/** `token` as eight letters and digits. */
const LETTERS = "3ahov29g";
const losAngeles: PlaceFilter = { country: "us", state: "california", city: "losangeles" };
/** The longest request that each can write, for 10 minutes, and what is sent. */
const golden: [string, PlaceFilter, user: string, password?: string][] = [
  [
    "brightdata",
    { ...losAngeles, postal: "90001", asn: 7018 },
    `brd-customer-hl77-zone-resi-country-us-state-ca-city-losangeles-zip-90001-asn-7018-session-${LETTERS}`,
  ],
  [
    "oxylabs",
    losAngeles,
    `customer-acme01-cc-US-st-us_california-city-los_angeles-sessid-${LETTERS}-sesstime-10`,
  ],
  [
    "decodo",
    { ...losAngeles, postal: "90001" },
    `user-acme01-country-us-state-us_california-city-los_angeles-zip-90001-session-${LETTERS}-sessionduration-10`,
  ],
  [
    "iproyal",
    losAngeles,
    "acme01",
    `Secret12_country-us_state-california_city-losangeles_session-${LETTERS}_lifetime-10m`,
  ],
  [
    "soax",
    { ...losAngeles, isp: "comcast" },
    `package-hl77-country-us-region-california-city-los+angeles-isp-comcast-sessionid-${LETTERS}-sessionlength-600`,
  ],
  ["netnut", losAngeles, "acme01-res_sc-US_california_los_angeles-sid-SESSION"],
  ["webshare", { country: "us" }, "acme01-US-SESSION"],
  ["packetstream", { country: "us" }, "acme01", `Secret12_country-UnitedStates_session-${LETTERS}`],
  ["infatica", losAngeles, `acme01_c_US_sd_california_city_los-angeles_s_${LETTERS}`],
  [
    "rayobyte",
    losAngeles,
    "acme01",
    `Secret12-country-US-region-california-city-los_angeles-session-${LETTERS}`,
  ],
  [
    "nimble",
    losAngeles,
    `account-hl77-pipeline-resi-country-US-state-california-city-los_angeles-session-${LETTERS}`,
  ],
  [
    "massive",
    { country: "us", state: "california", city: "sacramento" },
    `acme01-country-US-subdivision-ca-city-sacramento-session-${LETTERS}-sessionttl-10`,
  ],
  [
    "dataimpulse",
    { country: "us", state: "california", city: "sacramento", postal: "95814" },
    `acme01__cr.us;state.california;city.sacramento;zip.95814;sessid.${LETTERS};sessttl.10`,
  ],
  ["geonode", { country: "us" }, `acme01-country-US-session-${LETTERS}-lifetime-10`],
  ["evomi", { country: "us" }, "acme01", `Secret12_country-US_session-${LETTERS}_lifetime-10`],
  [
    "proxyseller",
    { ...losAngeles, isp: "comcast", asn: 7018 },
    `acme01_c_US_sd_5332921_city_los-angeles_isp_77_asn_7018_s_${LETTERS}_ttl_600s`,
  ],
  [
    "anyip",
    { country: "us", state: "california", city: "sacramento" },
    `user_hl77,type_residential,country_US,region_california,city_sacramento,session_${LETTERS},sesstime_10`,
  ],
  [
    "thordata",
    { country: "us", state: "california", city: "sacramento" },
    `td-customer-acme01-country-us-state-california-city-sacramento-sessid-${LETTERS}-sesstime-10`,
  ],
  [
    "luna",
    { country: "us", state: "california", city: "sacramento" },
    `user-acme01-region-US-st-california-city-sacramento-sessid-${LETTERS}-sesstime-10`,
  ],
  [
    "proxyempire",
    { ...losAngeles, isp: "comcast" },
    `acme01-session-${LETTERS}`,
    "wifi;us;comcast;california;los+angeles",
  ],
  [
    "nodemaven",
    { country: "us", state: "california", city: "sacramento" },
    `acme01-country-US-region-california-city-sacramento-sid-${LETTERS}`,
  ],
  ["proxiessx", { country: "us" }, `psx_hl77-peer-us-sid-${LETTERS}-rot-sticky-ttl-600`],
];
/** Only Proxy-Seller needs a file of places here: its states and networks are ids. */
const files: Record<string, string> = {
  proxyseller: "country,state,city,isp,token\nUS,California,,,5332921\nUS,,,Comcast,77\n",
};

const written = (name: string, request: UpstreamRequest) =>
  render(notationOfPreset(name, files[name]), request);
function sent(name: string, request: UpstreamRequest): Rendered {
  const rendered = written(name, request);
  if ("unwritable" in rendered) throw new Error(`${name} cannot write ${rendered.unwritable}`);
  return rendered;
}
/** Ids of places and networks mean nothing to a reader. */
const ids: Record<string, (keyof PlaceFilter)[]> = { proxyseller: ["state", "isp"] };

/** What our reader of other providers' proxy strings finds in it. */
function readBack({ host: at, port, user, password }: Rendered) {
  const host = at === "gate.example.net" ? "as.lunaproxy.net" : at;
  const [read] = readProxies(
    `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`,
  ).proxies;
  if (!read) throw new Error(`${user} is not read`);
  return { family: read.family, ...exitRequestOf(read) };
}

describe("What is sent to each wholesaler", () => {
  it("has an example for every preset, each with its source and date", () => {
    expect(golden.map(([name]) => name)).toEqual(presets.map(({ preset }) => preset));
    for (const { source, verifiedAt } of presets) {
      expect(source.length).toBeGreaterThan(10);
      expect(verifiedAt).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it.each(golden)("%s: as its documentation says", (name, filter, user, password = "Secret12") => {
    const rendered = sent(name, { filter, session: { token, minutes: 10 } });
    const range =
      name === "webshare" ? { first: 1, last: 99_999 } : { first: 10_000, last: 999_999_999 };
    expect(rendered).toMatchObject({
      user: user.replace("SESSION", digitsOf(token, range)),
      password,
    });
    const [host = "gate.example.net:12233"] = presetOf(name)?.hosts ?? [];
    expect(`${rendered.host}:${rendered.port}`).toBe(host);
  });

  it.each(golden)("%s: our own reader reads the same request from it", (name, filter) => {
    expectReadBack(name, { filter, session: { token, minutes: 10 } });
  });
});

/** `XX_bavaria_munich` cannot be told apart without a list of regions; of the USA there is one. */
const isAmbiguous = (name: string, { country, state }: PlaceFilter) =>
  name === "netnut" && state !== undefined && country !== "us";

function expectReadBack(name: string, request: UpstreamRequest): boolean {
  const rendered = written(name, request);
  if ("unwritable" in rendered || isAmbiguous(name, request.filter)) return false;
  const { family, asked, lost } = readBack(rendered);
  expect(family).toBe(name);
  const { filter, session } = request;
  const wanted = Object.entries({ ...filter, country: filter.country?.toUpperCase() });
  const known = wanted.filter(
    ([field, value]) => value !== undefined && !ids[name]?.includes(field as keyof PlaceFilter),
  );
  expect(Object.entries(asked.filter)).toEqual(
    expect.arrayContaining(known.map(([field, value]) => [field, value])),
  );
  const extra = Object.keys(asked.filter).filter(
    (field) => filter[field as keyof PlaceFilter] === undefined,
  );
  expect(extra).toEqual([]);
  const numbers = { first: 10_000, last: 999_999_999 };
  const form = name === "webshare" ? { first: 1, last: 99_999 } : numbers;
  const id =
    ["webshare", "netnut"].includes(name) && session ? digitsOf(session.token, form) : null;
  expect(asked.sid).toBe(session && (id ?? lettersOf(session.token, 8)));
  expect([null, session?.minutes]).toContain(asked.minutes);
  expect(lost.filter(({ why }) => why !== "zone")).toEqual([]);
  return true;
}

const place = fc
  .tuple(
    fc.constantFrom<PlaceFilter>(
      losAngeles,
      { country: "us", state: "newyork", city: "newyork" },
      { country: "us", state: "westvirginia", city: "charleston" },
      { country: "de", state: "bavaria", city: "munich" },
      { country: "gb", state: "england", city: "manchester" },
      { country: "br", state: "california", city: "nowhere" },
    ),
    fc.constantFrom<(keyof PlaceFilter)[]>(
      [],
      ["country"],
      ["country", "state"],
      ["country", "city"],
      ["country", "state", "city"],
      ["state"],
      ["city"],
    ),
  )
  .map(
    ([all, kept]): PlaceFilter =>
      Object.fromEntries(
        Object.entries(all).filter(([field]) => kept.includes(field as "country")),
      ),
  );
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3, nil: undefined });
const seldom = <T>(value: T) =>
  fc.integer({ min: 0, max: 9 }).map((one) => (one === 0 ? value : undefined));
const request: fc.Arbitrary<UpstreamRequest> = fc
  .record({
    place,
    postal: seldom("90001"),
    isp: seldom("comcast"),
    asn: seldom(4_294_967_295),
    session: sometimes(
      fc.record({
        token: fc.uint8Array({ minLength: 32, maxLength: 32 }),
        minutes: fc.integer({ min: 1, max: 1440 }),
      }),
    ),
  })
  .map(({ place: where, session = null, ...more }) => ({
    filter: { ...where, ...Object.fromEntries(Object.entries(more).filter(([, each]) => each)) },
    session,
  }));

describe("Any request", () => {
  it.each(presets.map(({ preset }) => preset))(
    "%s: is read back the same, or not written at all",
    (name) => {
      let count = 0;
      fc.assert(
        fc.property(request, (one) => {
          count += expectReadBack(name, one) ? 1 : 0;
        }),
        { numRuns: sized(150, 3000) },
      );
      expect(count).toBeGreaterThan(0);
    },
  );

  test("is never written without one of its filters: what cannot be said makes it unwritable", () => {
    const ask = (name: string, filter: PlaceFilter) => written(name, { filter, session: null });
    expect(ask("oxylabs", { country: "us", isp: "comcast" })).toEqual({ unwritable: "isp" });
    expect(ask("oxylabs", { country: "us", city: "nowhere" })).toEqual({ unwritable: "city" });
    expect(ask("netnut", { country: "us", state: "california" })).toEqual({ unwritable: "state" });
    expect(ask("netnut", { country: "gb" })).toMatchObject({ user: "acme01-res-UK" });
    expect(ask("netnut", {})).toMatchObject({ user: "acme01-res-any" });
    expect(ask("decodo", { country: "de", state: "bavaria" })).toEqual({ unwritable: "state" });
    expect(ask("proxyempire", { city: "berlin" })).toEqual({ unwritable: "fields" });
    expect(ask("geonode", { country: "de" })).toEqual({ unwritable: "fields" });
    expect(ask("webshare", { country: "de" })).toMatchObject({ user: "acme01-DE-rotate" });
  });

  test("is within the length of a SOCKS5 login, or not written", () => {
    const long = {
      ...notationOfPreset("oxylabs"),
      how: "socks5" as const,
      login: { login: "a".repeat(240), secret: "s" },
    };
    expect(render(long, { filter: {}, session: null })).toMatchObject({ port: 7777 });
    expect(render(long, { filter: losAngeles, session: null })).toEqual({ unwritable: "length" });
  });
});
