import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { startTestApi } from "../../../testing/api.ts";

type Data = Record<string, unknown> & { reason?: string };

const api = forTests(startTestApi);

const post = async (path: string, body: string, type = "application/x-www-form-urlencoded") => {
  const answer = await fetch(api.url + path, {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
  const envelope = (await answer.json()) as { code: number; msg: string; data: Data };
  return { status: answer.status, headers: answer.headers, ...envelope };
};
const all = Object.entries(calls);

describe("the envelope (spec/api#envelope)", () => {
  it("checks the transport first, then the session, then the fields", async () => {
    expect(await post("/v1/nothing", "")).toMatchObject({ status: 404, code: 404 });
    expect(await post("/v1/member", "<a/>", "text/xml")).toMatchObject({ status: 415, code: 415 });
    expect(await post("/v1/member", `a=${"x".repeat(70_000)}`)).toMatchObject({
      status: 413,
      code: 413,
    });
    expect(await post("/v1/recharge", "amountCents=x")).toMatchObject({ status: 200, code: 300 });
    const { session } = await api.register();
    const refused = await post("/v1/recharge", `session=${session}&amountCents=x&method=card`);
    expect(refused).toMatchObject({ status: 200, code: 400, data: { field: "amountCents" } });
    const got = await fetch(`${api.url}/v1/member`);
    expect(got.status).toBe(405);
    const patched = await fetch(`${api.url}/v2/none`, { method: "PATCH" });
    expect(patched.status).toBe(404);
    expect(await patched.json()).toMatchObject({ code: 404 });
  });

  it("returns refusals in the requested language, with a stable reason", async () => {
    const english = await post("/v1/member", "");
    const german = await post("/v1/member", "lang=de");
    expect(english.data.reason).toBe("sessionInvalid");
    expect(german.data.reason).toBe("sessionInvalid");
    expect(german.msg).not.toBe(english.msg);
    expect(await post("/v1/signin", "email=nobody&agree=1&password=x")).toMatchObject({
      code: 400,
      data: { reason: "badEmail", field: "email" },
    });
  });

  it("accepts JSON as well as forms", async () => {
    const { session, email } = await api.register();
    const body = JSON.stringify({ session, lang: "fr" });
    expect(await post("/v1/member", body, "application/json")).toMatchObject({
      code: 0,
      data: { email },
    });
    expect((await post("/v1/member", "{", "application/json")).status).toBe(400);
  });

  it("lets an access key read, and nothing else", async () => {
    const { session } = await api.register();
    const { data } = await api.send("member", { session });
    expect(await api.send("member", { key: data.accessKey })).toMatchObject({ code: 0 });
    const recharge = { key: data.accessKey, amountCents: 500, method: "card" };
    const readOnly = { code: 403, data: { reason: "keyReadOnly" } };
    expect(await api.send("recharge", recharge)).toMatchObject(readOnly);
    // Invalid fields are reported first (spec/api#refusal-order).
    expect(await api.send("recharge", { ...recharge, method: "gold" })).toMatchObject({
      code: 400,
      data: { reason: "badMethod", field: "method" },
    });
    expect((await api.send("member", { key: "0000000000000000" })).code).toBe(300);
  });

  it("sets the security headers on responses (A12)", async () => {
    const { headers } = await post("/v1/member", "");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("describes every call in OpenAPI 3.1 and on a page", async () => {
    const answer = await fetch(`${api.url}/openapi.json`);
    const document = (await answer.json()) as { paths: Record<string, unknown> };
    const files = ["/v1/invoice", "/v1/statement", "/v1/static/export", "/v1/staticShort/export"];
    files.push("/extract", "/v1/whitePort/export", "/v1/unlimit/export");
    const described = [...all.map(([, { path }]) => path), ...files].sort();
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(described));
    expect(document.paths["/v1/invoice"]).toHaveProperty("get.responses.403");
    const page = await (await fetch(`${api.url}/docs/api`)).text();
    for (const path of described) expect(page).toContain(path);
  });
});

describe("fields (spec/api#refusal-order)", () => {
  it("are checked for missing ones first, then for invalid ones, then for ones that cannot match", async () => {
    const { session } = await api.register();
    const oldPassword = "x".repeat(201);
    const both = await api.send("upPwd", { session, oldPassword, newPassword: "short" });
    expect([both.code, both.data]).toEqual([
      400,
      { reason: "badSettingsPassword", field: "newPassword" },
    ]);
    const missing = await api.send("bindMFa", { session });
    expect(missing.data).toEqual({ reason: "missingField", field: "code" });
  });

  it("a second factor is checked after the password, and only if it is bound", async () => {
    const { email } = await api.register();
    const mfaCode = "1".repeat(60);
    const input = { email, password: "wrong", agree: 1, mfaCode };
    expect((await api.send("signin", input)).code).toBe(401);
    expect((await api.send("signin", { ...input, password: "Passw0rd!x" })).code).toBe(0);
  });
});

describe("hostile bodies (A11)", () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `k${i}=1`)
    .join("&")
    .slice(0, 60_000);
  const bodies: [string, string, string][] = [
    [
      "duplicate keys",
      "page=1&page=2&id=a&id=b&ids=1&ids=2&account=a&account=b&sku=x&sku=y",
      "form",
    ],
    ["__proto__", "__proto__[x]=1&constructor[prototype][y]=2&__proto__=3&toString=4", "form"],
    ["arrays", "page[]=1&id[]=x&ids[]=1&email[]=a&password[]=b&agree[]=1", "form"],
    ["10,000 keys", many, "form"],
    ["broken encoding", "page=%ff%fe&id=%00&ids=%&account=\ud800", "form"],
    [
      "wrong types",
      '{"page":{},"limit":[],"id":{"a":1},"ids":[{}],"email":5,"quantity":1e400,"days":null}',
      "json",
    ],
    ["deep", `{"id":${"[".repeat(5000)}${"]".repeat(5000)}}`, "json"],
    ["prototype", '{"__proto__":{"admin":1},"constructor":1,"hasOwnProperty":1}', "json"],
    [
      "numbers",
      '{"page":-1,"limit":1e308,"amountCents":1e21,"trafficGb":-0.5,"quantity":9007199254740993}',
      "json",
    ],
  ];
  // In daily runs each call gets one of them, in rotation.
  const turns = sized(bodies.length, 1);
  it.each(bodies)("never make a call fail: %s", async (title, body, kind) => {
    const turn = bodies.findIndex(([one]) => one === title) % turns;
    const { session } = await api.register();
    const type = kind === "json" ? "application/json" : "application/x-www-form-urlencoded";
    const signed =
      kind === "json"
        ? body.replace("{", `{"session":"${session}",`)
        : `session=${session}&${body}`;
    for (const [at, [name, { path, events }]] of [...all].entries()) {
      if (name === "signout" || events || at % turns !== turn) continue;
      const { status, code, data } = await post(path, signed, type);
      expect([name, status < 500 && code < 500, data?.reason]).toEqual([name, true, data?.reason]);
    }
    const { data } = await api.send("member", { session });
    expect([data.walletCents, data.trafficBytes]).toEqual([0, 0]);
  });
});

describe("URL paths (spec/api#paths)", () => {
  it.each(["/v1/%ff", "/v2/%", "/v3", "/v1/member/", "/v1/member/x", "/V1/member"])(
    "answers %s as an unknown path, in the envelope",
    async (path) => {
      expect(await post(path, "")).toMatchObject({
        status: 404,
        code: 404,
        data: { reason: "unknownPath" },
      });
    },
  );

  it("does not serve the page for a missing asset of an older build", async () => {
    const answer = await fetch(`${api.url}/assets/gone-1234.js`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/plain"]);
  });

  it("allows no foreign origin (A12)", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const asked = await fetch(`${api.url}/v1/member`, { method: "OPTIONS", headers });
    const names = [...asked.headers.keys()].filter((name) => name.startsWith("access-control"));
    expect([asked.status, names]).toEqual([405, []]);
  });
});
