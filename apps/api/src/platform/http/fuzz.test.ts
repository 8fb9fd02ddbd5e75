import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { calls } from "@turnpike/contract/calls.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { give } from "../../products/cdkey/testing.ts";
import { startTestApi } from "../../../testing/api.ts";
import { isProtecting } from "./shares.ts";

const api = forTests(startTestApi);
let session: string;
/** The account's bandwidth plan, and the ports of its port plan. */
const unlimited = { planId: "", ports: [] as string[] };
/** Ids of the account's own objects, with which calls get further than with random ones. */
const own: string[] = [];
beforeAll(async () => {
  const { id, ...registered } = await api.register();
  ({ session } = registered);
  await give(api.services, id, { asset: "static30", amount: 20 });
  await give(api.services, id, { asset: "short1", amount: 20 });
  const place = { session, country: "DE", num: 3 };
  const { data: long } = await api.send("staticUse", { ...place, days: 30 });
  const { data: short } = await api.send("shortExtract", { ...place, days: 1 });
  own.push(...[...long.items, ...short.items].map((item) => item.id));
  await give(api.services, id, { asset: "wallet", amount: 100_000 });
  const plan = { kind: "port", region: "europe", quantity: 2, days: 30, method: "wallet" };
  const { data: ordered } = await api.send("orderUnlimit", { session, ...plan });
  const { data: listed } = await api.send("portOrder", {
    session,
    planId: ordered.planId ?? "",
  });
  unlimited.ports = listed.ports.map((port) => port.id);
  const wide = { ...plan, kind: "bandwidth", quantity: 100, days: 7 };
  const { data: wider } = await api.send("orderUnlimit", { session, ...wide });
  unlimited.planId = wider.planId ?? "";
  own.push(ordered.planId ?? "", ...unlimited.ports);
  const made = { session, account: "fuzzedOne", password: "secret123", trafficGb: 0, main: 0 };
  await api.send("addSubUser", made);
});

/** Values that pass first checks, and values that should not. */
const sane = ["1", "0", "7", "30", "100", "day", "hour", "wallet", "card", "traffic", "fuzzedOne"]
  .concat(["traffic-standard", "DE", "8.8.8.8", "1.1.1.1,2.2.2.2", "enabled", "a@example.com"])
  .concat(["cancel", "forgot", "google", "zh", "123456", "Passw0rd!x", "JBSWY3DPEHPK3PXP"])
  .concat(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-01-01", "secret123", "tcp"])
  .concat(["port", "bandwidth", "europe", "global", "port-europe-30", "{host}:{port}"]);
const hostile = ["", " ", "-1", "1e9", "0x10", "1.5", "NaN", "9007199254740993", "\u0000", "\ud800"]
  .concat(["' or 1=1 --", "%", "_", "\\", "${7*7}", "../../etc/passwd", "a".repeat(5_000), "🙂"])
  .concat(["::ffff:1.2.3.4", "1.2.3.4/0", "00000000-0000-0000-0000-000000000000", "\r\nx: y"]);
const known = fc.nat().map((n) => own[n % own.length] ?? "");
const some = [fc.constantFrom(...sane), fc.constantFrom(...hostile), fc.string(), known];
const text = fc.oneof(...some);
const anything = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const RUNS = sized(2, 500);
/** Calls that lock a thief out have a share of their own: some four a second of a session. */
const PACED_RUNS = sized(2, 50);
/** Event streams never end, so they are tested separately: live/live.test.ts. */
const open = Object.entries(calls).filter(([, call]) => !call.events);

it.each(open)(
  "any fields of any call (A11): %s returns its envelope and never fails",
  async (name, call) => {
    // Signing out ends the session it is tested with, so it gets a session of its own.
    const tried = name === "signout" ? (await api.register()).session : session;
    const names = Object.keys(call.request.shape);
    const fields = fc.record(Object.fromEntries(names.map((name) => [name, anything])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const answer = await fetch(api.url + call.path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...given, session: tried, lang: "en" }),
        });
        const { code, data } = (await answer.json()) as { code: number; data: object };
        expect([answer.status < 500, code < 500, typeof data]).toEqual([true, true, "object"]);
      }),
      { numRuns: isProtecting(call) ? PACED_RUNS : RUNS },
    );
    // The session is still valid, so no other call was tested without one.
    expect((await api.send("member", { session })).code).toBe(0);
  },
);

/** Arbitrary UTF-16, including lone surrogates and control characters. */
const units = fc
  .array(fc.oneof(fc.nat(0xffff), fc.nat(0x1f), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 5,
  })
  .map((codes) => String.fromCharCode(...codes));
const words = fc.oneof(text, units);
const inPort = {
  format: fc.oneof(
    words,
    words.map((word) => `{host}${word}`),
  ),
  remark: words,
  country: fc.oneof(fc.constantFrom("DE", "zz", ""), words),
  account: fc.oneof(fc.constantFrom("fuzzedPort1"), words),
  password: fc.oneof(fc.constantFrom("secret123"), words),
};
const inOrder = { quantity: anything, couponId: anything, requestId: words, region: words };

describe("arbitrary text in otherwise valid calls on own objects (A11)", () => {
  it.each([
    ["upport", "remark", "\ud800", "badField"],
    ["upport", "format", "{host}\ud800", "badTemplate"],
    ["upport", "format", "{host}\u0000", "badTemplate"],
    ["upbandwidth", "remark", "a\udc00", "badField"],
    ["upbandwidth", "format", "\udfff{host}", "badTemplate"],
    ["staticUpdate", "remark", "\ud800", "badField"],
    ["upwhite", "ips", null, "missingField"],
  ] as const)("%s with %s %j is refused as %s", async (name, field, value, reason) => {
    const { ports, planId } = unlimited;
    const right = { ids: ports, planId, id: own[0], rotationMinutes: 5, session };
    const answer = await fetch(api.url + calls[name].path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...right,
        ...(name === "staticUpdate" && { ids: [own[0]], id: undefined }),
        [field]: value,
      }),
    });
    expect(await answer.json()).toMatchObject({ code: 400, data: { reason, field } });
  });

  it.each([
    ["upport", () => ({ ids: unlimited.ports.join(), rotationMinutes: 5 }), inPort],
    ["upbandwidth", () => ({ planId: unlimited.planId, rotationMinutes: 5 }), inPort],
    [
      "orderUnlimit",
      () => ({ kind: "port", region: "europe", quantity: 1, days: 7, method: "wallet" }),
      inOrder,
    ],
  ] as const)("%s accepts or refuses it, as JSON and as a form", async (name, right, words) => {
    const fields = fc.record({ ...words } as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fields, fc.boolean(), async (given, isForm) => {
        const fields = { ...right(), ...given, session, lang: "en" };
        const type = isForm ? "x-www-form-urlencoded" : "json";
        const entries = Object.entries(fields).map(([key, value]) => [
          key,
          // Objects are serialized as JSON: their own `toString` may be invalid (`{ toString: 0
          // }`).
          typeof value === "object" ? JSON.stringify(value) : String(value),
        ]);
        const answer = await fetch(api.url + calls[name].path, {
          method: "POST",
          headers: { "content-type": `application/${type}` },
          body: isForm ? new URLSearchParams(entries).toString() : JSON.stringify(fields),
        });
        const { code } = (await answer.json()) as { code: number };
        // All other fields are valid: a refusal cannot be about the session or the ids.
        expect([
          answer.status < 500,
          code < 500,
          [300, 404].includes(code) && name !== "orderUnlimit",
        ]).toEqual([true, true, false]);
      }),
      { numRuns: RUNS * 4 },
    );
  });
});
