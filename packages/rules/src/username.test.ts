import fc from "fast-check";
import { expect, test } from "vitest";
import {
  describeFault,
  type FaultyUsername,
  filterKey,
  formatUsername,
  parseUsername,
  type ReadUsername,
} from "./username.ts";

function read(text: string): ReadUsername {
  const parsed = parseUsername(text);
  if (!parsed.ok) throw new Error(describeFault(parsed));
  return parsed;
}

function faulty(text: string): FaultyUsername {
  const parsed = parseUsername(text);
  if (parsed.ok) throw new Error(`${text} was read`);
  return parsed;
}

test("The example of the grammar is parsed completely (spec/gateway#user-name)", () => {
  const place = "region-US-st-california-city-losangeles-zip-90001-isp-Comcast-asn-7018";
  expect(read(`acme01-${place}-sid-abc12345-t-10`)).toEqual({
    ok: true,
    name: "acme01",
    filter: {
      country: "us",
      state: "california",
      city: "losangeles",
      postal: "90001",
      isp: "comcast",
      asn: 7018,
    },
    sid: "abc12345",
    minutes: 10,
    minutesGiven: true,
    strict: false,
  });
});

test("A bare name requests any exit, 3 minutes, not strict", () => {
  const bare = { filter: {}, sid: null, minutes: 3, minutesGiven: false, strict: false };
  expect(read("Acme01")).toEqual({ ok: true, name: "acme01", ...bare });
});

test.each(["country", "cc", "region", "cr", "COUNTRY", "Region"])("%s means the country", (key) => {
  expect(read(`acme01-${key}-de`).filter).toEqual({ country: "de" });
});
test.each(["state", "st"])("%s means the state", (key) => {
  expect(read(`acme01-${key}-New_York`).filter).toEqual({ state: "newyork" });
});
test.each(["postal", "zip"])("%s means the postal code", (key) => {
  expect(read(`acme01-${key}-SW1A_1AA`).filter).toEqual({ postal: "sw1a1aa" });
});
test.each(["sid", "sessid", "session"])("%s means the session", (key) => {
  expect(read(`acme01-${key}-Ab1`).sid).toBe("ab1");
});
test.each(["t", "sesstime", "sessiontime", "lifetime", "ttl", "sess_time"])(
  "%s means the session's minutes",
  (key) => {
    expect(read(`acme01-${key}-1440`)).toMatchObject({ minutes: 1440, minutesGiven: true });
  },
);
test("A leading user- is ignored, in any case", () => {
  expect(read("user-acme01-cc-de")).toEqual(read("acme01-cc-de"));
  expect(read("USER-acme01")).toEqual(read("acme01"));
});
test("Values ignore case, and spaces may be omitted or written as _ (spec/gateway#user-name)", () => {
  const spelled = ["city-LosAngeles", "city-los_angeles", "city-Los Angeles", "CITY-LOSANGELES"];
  for (const one of spelled) expect(read(`acme01-${one}`).filter).toEqual({ city: "losangeles" });
});
test("An ASN may have the prefix AS", () => {
  expect(read("acme01-asn-AS7018").filter).toEqual({ asn: 7018 });
});
test("strict is 1 or 0", () => {
  expect(read("acme01-sid-a-strict-1").strict).toBe(true);
  expect(read("acme01-sid-a-strict-0").strict).toBe(false);
});

test.each([
  ["acme01-contry-US", "contry", "unknownParameter", "country"],
  ["acme01-region-US-citi-x", "citi", "unknownParameter", "city"],
  ["acme01-city-saint-denis", "denis", "unknownParameter", "asn"],
  ["acme01-region", "region", "missingValue", null],
  ["acme01-region--city-x", "region", "missingValue", null],
  ["acme01-", "", "unknownParameter", null],
  ["acme01-region-US-cc-DE", "cc", "givenTwice", null],
  ["acme01-sid-a-session-a", "session", "givenTwice", null],
  ["acme01-t-0", "t-0", "badValue", null],
  ["acme01-t-1441", "t-1441", "badValue", null],
  ["acme01-t-10m", "t-10m", "badValue", null],
  ["acme01-t-1.5", "t-1.5", "badValue", null],
  ["acme01-sid-a_b", "sid-a_b", "badValue", null],
  [`acme01-sid-${"a".repeat(33)}`, `sid-${"a".repeat(33)}`, "badValue", null],
  ["acme01-asn-abc", "asn-abc", "badValue", null],
  ["acme01-asn-4294967296", "asn-4294967296", "badValue", null],
  ["acme01-strict-yes", "strict-yes", "badValue", null],
  ["acme01-city-___", "city-___", "badValue", null],
  ["acme01-__proto__-x", "__proto__", "unknownParameter", null],
  ["acme01-constructor-x", "constructor", "unknownParameter", null],
] as const)("%s is refused, reporting %s", (text, token, why, nearest) => {
  const fault = faulty(text);
  expect(fault).toMatchObject({ name: "acme01", token, why });
  expect(nearest ?? fault.nearest).toBe(fault.nearest);
  expect(describeFault(fault)).toContain(token);
});

test.each([
  "",
  "-",
  "user",
  "user-",
  "abc",
  "a".repeat(23),
  "acme_1",
  "acme01\r\n",
  "ácme01",
  "user-user-acme01",
])("%j contains no account name, so its credentials are invalid", (text) => {
  expect(faulty(text)).toMatchObject({ name: null, why: "badName" });
});
test("A user name over 512 characters is refused, but its account name is still returned", () => {
  const fault = faulty(`acme01-city-${"a".repeat(600)}`);
  expect(fault).toMatchObject({ name: "acme01", why: "tooLong" });
});

const word = fc.string({
  unit: fc.constantFrom(..."abcdefghij0123456789"),
  minLength: 1,
  maxLength: 12,
});
const someParts = fc.record(
  {
    name: fc.string({ unit: fc.constantFrom(..."abcxyz0189"), minLength: 6, maxLength: 22 }),
    filter: fc.record(
      {
        country: word,
        state: word,
        city: word,
        postal: word,
        isp: word,
        asn: fc.integer({ min: 0, max: 4_294_967_295 }),
      },
      { requiredKeys: [] },
    ),
    sid: word,
    minutes: fc.integer({ min: 1, max: 1440 }),
    strict: fc.constant(true),
  },
  { requiredKeys: ["name"] },
);
test("A formatted user name can be parsed again", () => {
  fc.assert(
    fc.property(someParts, (parts) => {
      const { name, filter = {}, sid = null, minutes = 3, strict = false } = parts;
      const minutesGiven = parts.minutes !== undefined;
      const whole = { ok: true, name, filter, sid, minutes, minutesGiven, strict };
      expect(parseUsername(formatUsername(parts))).toEqual(whole);
    }),
    { numRuns: 2000 },
  );
});
test("A formatted user name follows the grammar's order and capitalisation", () => {
  const filter = { country: "us", city: "Los Angeles", asn: 7018 };
  const text = formatUsername({ name: "acme01", filter, sid: "a1", minutes: 10, strict: true });
  expect(text).toBe("acme01-region-US-city-losangeles-asn-7018-sid-a1-t-10-strict-1");
});

test("100,000 fuzzed user names raise no exception (G12)", { timeout: 60_000 }, () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "user",
      "acme01",
      "region",
      "US",
      "city",
      "t",
      "10",
      "sid",
      "strict",
      "asn",
      "-",
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("-"));
  let count = 0;
  fc.assert(
    fc.property(text, (given) => {
      count += 1;
      const parsed = parseUsername(given);
      if (!parsed.ok) {
        describeFault(parsed);
        return;
      }
      if (!/^[a-z0-9]{6,22}$/.test(parsed.name)) throw new Error(`name ${parsed.name}`);
      if (parsed.sid !== null && !/^[a-z0-9]{1,32}$/.test(parsed.sid)) throw new Error("sid");
      if (!(parsed.minutes >= 1 && parsed.minutes <= 1440)) throw new Error("minutes");
    }),
    { numRuns: 100_000 },
  );
  expect(count).toBe(100_000);
});

test("Equal filters have equal keys, different filters different keys", () => {
  expect(filterKey({ country: "us", asn: 1 })).toBe(filterKey({ asn: 1, country: "us" }));
  expect(filterKey({ country: "us" })).not.toBe(filterKey({ state: "us" }));
  expect(filterKey({})).toBe("|||||");
});
