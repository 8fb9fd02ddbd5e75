import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { dumpOf } from "../db/testing.ts";
import { startTestApi } from "../../../testing/api.ts";
import { codeMailedTo } from "../../identity/session/testing.ts";

const api = forTests(startTestApi);

interface ForeignRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
/** Sends a request that no browser would: any Host, any header, on a new connection. */
async function raw(path: string, { method = "POST", headers = {}, body = "" }: ForeignRequest) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const request = http.request(api.url + path, {
    method,
    headers: { ...type, ...headers },
    agent: false,
  });
  // A server that refuses a body as too long need not read all of it.
  request.on("error", () => undefined);
  const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
  request.end(body);
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

const all = Object.values(calls).filter((call) => !call.events);
const evil = "https://evil.example";
/** A URL of each kind, and the request to send to it. */
const places: [what: string, path: string, asked: ForeignRequest][] = [
  ["a call", "/v1/member", {}],
  ["a call for visitors", "/v1/signin", { body: "email=a@example.com&password=x&agree=1" }],
  ["a refusal of the transport", "/v1/member", { headers: { "content-type": "text/xml" } }],
  ["a body too long", "/v1/member", { body: "x".repeat(70_000) }],
  ["a broken body", "/v1/member", { headers: { "content-type": "application/json" }, body: "{" }],
  ["another method", "/v1/member", { method: "GET" }],
  ["an unknown call", "/v1/nothing", {}],
  ["an address that is none", "/v1/%ff", {}],
  ["the dashboard", "/index/login", { method: "GET" }],
  ["a file that is not there", "/assets/gone-1234.js", { method: "GET" }],
  ["the calls' page", "/docs", { method: "GET" }],
  ["the lab's outbox", "/lab/outbox", { method: "GET" }],
  ["health", "/healthz", { method: "GET" }],
];

describe("Browser security headers (A12)", () => {
  it.each(places)("are set on %s", async (_what, path, asked) => {
    const { headers } = await raw(path, asked);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*'unsafe/);
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers.server ?? headers["x-powered-by"]).toBeUndefined();
    const kept = headers["cache-control"];
    expect(path.startsWith("/v1") ? kept : "no-store").toBe("no-store");
  });

  it.each(places)("let no foreign page read %s", async (_what, path, asked) => {
    for (const origin of [evil, "null", `${api.url}.evil.example`, "http://localhost:9"]) {
      const answer = await raw(path, { ...asked, headers: { origin, ...asked.headers } });
      const names = Object.keys(answer.headers).filter((name) => name.startsWith("access-control"));
      expect([origin, names]).toEqual([origin, []]);
      expect(answer.text).not.toContain("evil.example");
    }
  });

  it("do not allow any preflight", async () => {
    for (const { path } of all) {
      const headers = { origin: evil, "access-control-request-method": "POST" };
      const { status, headers: said } = await raw(path, { method: "OPTIONS", headers });
      const allowed = Object.keys(said).filter((name) => name.startsWith("access-control"));
      expect([path, status, allowed]).toEqual([path, 405, []]);
    }
  });
});

describe("Host poisoning (A12)", () => {
  const poisons: Record<string, string>[] = [
    { host: "evil.example" },
    { host: "evil.example:80", "x-forwarded-host": "evil.example" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    { forwarded: "host=evil.example;proto=https", "x-original-url": "https://evil.example/" },
    { origin: evil, referer: `${evil}/x`, "x-host": "evil.example" },
  ];

  it.each(poisons.slice(0, sized(2, poisons.length)))(
    "leaves no trace in links, responses, mails or rows: %o",
    async (headers) => {
      let session = "";
      const password = "Passw0rd!x";
      const email = `host${Math.random().toString(36).slice(2)}@example.com`;
      const said: string[] = [];
      const ask = async (path: string, fields: Record<string, string>) => {
        const body = new URLSearchParams({ session, ...fields }).toString();
        const answer = await raw(path, { headers, body });
        said.push(answer.text, JSON.stringify(answer.headers));
        const { code, data } = JSON.parse(answer.text) as {
          code: number;
          data: { session: string };
        };
        expect([path, code]).toEqual([path, 0]);
        return data;
      };
      ({ session } = await ask("/v1/signup", { email, password, agree: "1" }));
      await ask("/v1/verifyMail", { code: await codeMailedTo(api.url, email) });
      await ask("/v1/recharge", { amountCents: "5000", method: "card" });
      await ask("/v1/webauto", {});
      await ask("/v1/loginOptions", {});
      await ask("/v1/mailCode", { scene: "forgot", email });
      await ask("/v1/mailCode", { scene: "cancel" });
      await ask("/v1/mfaSecret", {});
      await ask("/v1/upAccessKey", {});
      await ask("/v1/upPwd", { oldPassword: password, newPassword: "Orchard-7x" });
      await ask("/v2/indexInit", {});
      const links = said.join("\n").match(/https?:\/\/[^"\\ ]+/g) ?? [];
      const { publicUrl } = api.services.env;
      expect(links.filter((link) => link.startsWith(publicUrl)).length).toBeGreaterThan(2);

      const mails = await (await fetch(`${api.url}/lab/mails?to=${email}`)).text();
      expect(mails).toContain(`${publicUrl}/cli/`);
      const rows = [...(await dumpOf(api.db)).values()].flat().join("\n");
      for (const kept of [...said, mails, rows]) expect(kept).not.toContain("evil.example");
    },
  );
});

describe("Oversized and hostile bodies (A11)", () => {
  const large = Buffer.alloc(2_000_000, "a=1&");
  it("are refused with 413 by every call, however they are sent", async () => {
    for (const { path } of all) {
      const whole = await raw(path, { body: large });
      expect([path, whole.status, JSON.parse(whole.text).code]).toEqual([path, 413, 413]);
    }
    const chunked = await raw("/v1/signin", {
      headers: { "transfer-encoding": "chunked" },
      body: large,
    });
    expect(chunked.status).toBe(413);
    const json = { "content-type": "application/json" };
    const deep = await raw("/v1/signin", {
      headers: json,
      body: `{"a":"${"x".repeat(2_000_000)}"}`,
    });
    expect(deep.status).toBe(413);
    // Compressed bodies are not decompressed.
    const packed = await raw("/v1/signin", { headers: { "content-encoding": "gzip" }, body: "x" });
    expect(packed.status).toBeLessThan(500);
  });

  it("change no field that the schema does not name", async () => {
    const { session } = await api.register();
    const { data: before } = await api.send("member", { session });
    const wished = {
      walletCents: "999",
      wallet_cents: "999",
      email: "thief@example.com",
      secureEmail: "thief@example.com",
      id: "00000000-0000-4000-8000-000000000000",
      account_id: "00000000-0000-4000-8000-000000000000",
      disabled_at: "",
      loginMinutes: "0",
      login_minutes: "0",
      multi_device: "0",
      inviteCode: "STOLEN1",
      password_hash: "x",
      "__proto__[admin]": "1",
      "constructor[prototype][admin]": "1",
    };
    for (const [path, own] of [
      ["/v1/upLang", { language: before.lang }],
      ["/v1/upTokenCache", { minutes: String(before.loginMinutes) }],
      ["/v1/moreLogin", { enabled: "1" }],
      ["/v1/member", {}],
    ] as const) {
      const body = new URLSearchParams({ ...wished, ...own, session }).toString();
      expect(JSON.parse((await raw(path, { body })).text).code).toBe(0);
    }
    const json = JSON.stringify({ ...wished, language: before.lang, session, __proto__: null });
    const type = { "content-type": "application/json" };
    const poisoned = json.replace("{", '{"__proto__":{"session":"x","admin":true},');
    expect(JSON.parse((await raw("/v1/upLang", { headers: type, body: poisoned })).text).code).toBe(
      0,
    );
    expect((await api.send("member", { session })).data).toEqual(before);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});
