import { lookupCalls } from "@turnpike/contract/lookup.ts";
import fc from "fast-check";
import pino from "pino";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { sized } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { maxPerMinute } from "./rate-limiter.ts";
import { startLookup } from "./listen.ts";
import { createLookupServer } from "./server.ts";
import { callLookup, testLookup } from "./testing.ts";

const api = forTests(startTestApi);
const lookup = forTests(() => testLookup(api.services));

const formType = "application/x-www-form-urlencoded";

describe("the lookup service's envelope (spec/api#envelope, spec/lookup#calls)", () => {
  it("returns the right status for unknown paths, methods, bodies and content types", async () => {
    const asked = async (path: string, init: RequestInit) => {
      const { status, code, msg, data, headers } = await callLookup(lookup.url + path, init);
      expect([path, msg === ""]).toEqual([path, false]);
      return [status, code, data.reason, headers.get("allow")];
    };
    const post = (type: string, body: string) => ({
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect(await asked("/", {})).toEqual([404, 404, "unknownPath", null]);
    expect(await asked("/v1/ip/list", post(formType, ""))).toEqual([404, 404, "unknownPath", null]);
    expect(await asked("/%", {})).toEqual([404, 404, "unknownPath", null]);
    expect(await asked("/getIp", {})).toEqual([405, 405, "methodNotAllowed", "POST"]);
    expect(await asked("/online", { method: "PUT" })).toEqual([
      405,
      405,
      "methodNotAllowed",
      "GET",
    ]);
    const large = post(formType, `ip=${"1".repeat(70_000)}`);
    expect(await asked("/getIp", large)).toEqual([413, 413, "bodyTooLarge", null]);
    expect(await asked("/getIp", post("text/xml", "<a/>"))).toEqual([
      415,
      415,
      "badContentType",
      null,
    ]);
    const json = "application/json";
    const empty = `{"ip":[${"{},".repeat(5_000)}{}]}`;
    for (const body of ["{", "[]", "1", "null", empty])
      expect(await asked("/getIp", post(json, body))).toEqual([400, 400, "badBody", null]);
  });

  it("uses the requested language for refusals", async () => {
    const german = await lookup.post("/getIp", { ip: "x", lang: "de" });
    const english = await lookup.post("/getIp", { ip: "x", lang: "xx" });
    expect(german.msg).not.toBe(english.msg);
    expect((await lookup.get("/online", { key: "x", lang: "fr" })).msg).not.toBe(
      (await lookup.get("/online", { key: "x" })).msg,
    );
  });

  it("cannot be read by other sites, and is not cached", async () => {
    const { headers } = await callLookup(`${lookup.url}/getIp`, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": formType },
      body: "ip=8.8.8.8",
    });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const preflight = await fetch(`${lookup.url}/getIp`, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      405,
      null,
    ]);
  });
});

it("the lookup service's log contains the path of a request, but no key", async () => {
  let written = "";
  const log = pino({ level: "trace" }, { write: (line: string) => (written += line) });
  const own = await testLookup({ ...api.services, log });
  const { session } = await api.register();
  const { accessKey: key } = (await api.send("upAccessKey", { session })).data;
  await own.get("/online", { key });
  await own.get("/start", { key, hours: 9 });
  await own.post("/start", { key, hours: 9 });
  await own.get("/nowhere", { key });
  await own.stop();
  expect(written).toContain('"path":"/online"');
  expect(written).toContain('"path":"/nowhere"');
  expect(written).not.toContain(key);
});

describe("any fields of any of its calls (A11)", () => {
  const sane = ["8.8.8.8", "127.1.0.1", "DE", "berlin", "10115", "7018", "1", "5", "en"];
  const hostile = [
    "",
    " ",
    "-1",
    "1e9",
    "NaN",
    "\u0000",
    "\ud800",
    "' or 1=1 --",
    "%",
    "🙂",
  ].concat([
    "::ffff:1.2.3.4",
    "a".repeat(5_000),
    "00000000-0000-0000-0000-000000000000",
    "\r\nx: y",
  ]);
  const text = fc.oneof(fc.constantFrom(...sane), fc.constantFrom(...hostile), fc.string());
  const anything = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.array(text, { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
  const RUNS = sized(15, 500);
  let key: string;
  beforeAll(async () => {
    const { session } = await api.register();
    key = (await api.send("upAccessKey", { session })).data.accessKey;
  });

  it.each(Object.entries(lookupCalls))(
    "%s returns its envelope and never fails",
    async (_name, call) => {
      const names = [...Object.keys(call.request.shape), "lang"].filter((name) => name !== "key");
      const fields = fc.record(Object.fromEntries(names.map((name) => [name, anything])), {
        requiredKeys: [],
      });
      await fc.assert(
        fc.asyncProperty(fields, async (given) => {
          const asText = Object.entries({ ...given, key }).map(([name, value]) => [
            name,
            // A non-string value may not convert to text: `{ toString: 0 }`.
            typeof value === "object" ? JSON.stringify(value) : String(value),
          ]);
          const query = new URLSearchParams(asText).toString();
          const body = JSON.stringify({ ...given, key });
          const headers = { "content-type": "application/json" };
          const answer =
            call.method === "GET"
              ? await callLookup(`${lookup.url}${call.path}?${query.slice(0, 8_000)}`, {})
              : await callLookup(lookup.url + call.path, { method: "POST", headers, body });
          expect([answer.status < 500, answer.code < 500, typeof answer.data]).toEqual([
            true,
            true,
            "object",
          ]);
        }),
        { numRuns: RUNS },
      );
    },
  );
});

describe("a flood of requests", () => {
  it("outside the lab is refused for the rest of the minute, for its own network only", async () => {
    const env = { ...api.services.env, lab: false };
    let now = 1_000_000;
    const world = { ...api.services.world, now: () => now };
    const app = await createLookupServer({ ...api.services, env, world });
    const ask = async (remoteAddress: string, ips?: string[]) => {
      const fields = ips
        ? ({ method: "POST", url: "/ipList", payload: { ips }, remoteAddress } as const)
        : ({ method: "POST", url: "/getIp", remoteAddress } as const);
      const { statusCode, headers, body } = await app.inject(fields);
      const { code } = JSON.parse(body) as { code: number };
      return [statusCode, code, headers["retry-after"]];
    };
    // Addresses of one request count singly. Every day the first hundreds are asked for like that.
    const ips = Array.from({ length: 100 }, (_, n) => `8.8.8.${n}`);
    for (let asked = 0; asked < maxPerMinute; asked += sized(100, 1))
      expect(await ask("203.0.113.9", sized(ips, undefined))).toEqual([200, 0, undefined]);
    now += 20_000;
    expect(await ask("203.0.113.9")).toEqual([429, 429, "40"]);
    expect(await ask("203.0.113.10")).toEqual([200, 0, undefined]);
    // A household usually has an IPv6 /64.
    for (let asked = 0; asked < maxPerMinute; asked += sized(100, 1))
      await ask(`2a00:1450:1:2::${asked}`, sized(ips, undefined));
    expect((await ask("2a00:1450:1:2:3:4:5:6"))[0]).toBe(429);
    now += 40_000;
    expect((await ask("203.0.113.9"))[0]).toBe(200);
    await app.close();
  });

  it("is counted by requested addresses; a refused request costs nothing", async () => {
    const env = { ...api.services.env, lab: false };
    const world = { ...api.services.world, now: () => 1_000_000 };
    const app = await createLookupServer({ ...api.services, env, world });
    const status = async (ips: string[], key?: string) => {
      const payload = { ips, key };
      const fields = {
        method: "POST",
        url: "/ipList",
        payload,
        remoteAddress: "203.0.113.8",
      } as const;
      const { statusCode, headers } = await app.inject(fields);
      return [statusCode, headers["retry-after"]];
    };
    const hundred = Array.from({ length: 100 }, (_, n) => `8.8.8.${n}`);
    for (let asked = 0; asked < maxPerMinute / 100 - 1; asked++)
      expect(await status(hundred)).toEqual([200, undefined]);
    expect(await status(hundred.slice(0, 98))).toEqual([200, undefined]);
    expect(await status(hundred.slice(0, 3))).toEqual([429, "60"]);
    expect(await status(hundred.slice(0, 1))).toEqual([200, undefined]);
    expect(await status([])).toEqual([429, "60"]);
    await app.close();
  });

  it("in the lab is not limited", async () => {
    const ips = Array.from({ length: 100 }, (_, n) => `8.8.8.${n}`);
    const each = sized(100, 1);
    const answers = await Promise.all(
      Array.from({ length: maxPerMinute / each + sized(1, 20) }, () =>
        each === 1 ? lookup.post("/getIp") : lookup.post("/ipList", { ips }, "json"),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("the lookup port", () => {
  it("only causes a warning if it is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const warned: unknown[] = [];
    const warn = (...said: unknown[]) => warned.push(said);
    const log = Object.assign(Object.create(api.services.log) as typeof api.services.log, { warn });
    const none = await startLookup({ ...api.services, log }, port);
    expect([none.url, warned.length]).toEqual(["", 1]);
    await none.stop();
    await new Promise((resolve) => other.close(resolve));
  });

  it("is LOOKUP_PORT, opened and closed with the API", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => free.once("listening", resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const whole = await startTestApi({}, { LOOKUP_PORT: String(port) });
    const url = `http://127.0.0.1:${port}/getIp`;
    try {
      expect((await callLookup(url, { method: "POST" })).data.ip).toBe("127.0.0.1");
    } finally {
      await whole.stop();
    }
    await expect(fetch(url, { method: "POST" })).rejects.toThrow("fetch failed");
  });
});
