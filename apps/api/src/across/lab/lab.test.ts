import { request } from "node:http";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";
import { mayUseLab } from "../../platform/http/lab-guard.ts";

const shop = forTests(startShop);

async function clock(body?: string | URLSearchParams, type?: string) {
  const sent = body === undefined ? {} : { method: "POST", body };
  const headers = type === undefined ? {} : { "content-type": type };
  const answer = await fetch(`${shop.url}/lab/clock`, { ...sent, headers });
  return { status: answer.status, body: (await answer.json()) as { now: string; code?: number } };
}

/** Sends a request with any Host header, which fetch does not allow. */
function asked(path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(shop.url + path, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.once("error", reject);
    sent.end();
  });
}

describe("The lab's clock (spec/lab#clock)", () => {
  it("returns a bare {now}, and moves forward by form or JSON", async () => {
    const { body: before } = await clock();
    expect(Object.keys(before)).toEqual(["now"]);
    const form = new URLSearchParams({ advanceSeconds: "3600" });
    const { body: hour } = await clock(form);
    const { body: day } = await clock('{"advanceSeconds":86400}', "application/json");
    const passed = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;
    expect(passed(before.now, hour.now)).toBeCloseTo(3600, -1);
    expect(passed(hour.now, day.now)).toBeCloseTo(86_400, -1);
    expect(shop.services.world.now()).toBeGreaterThanOrEqual(Date.parse(day.now));
  });

  it.each(["-1", "abc", "", "1e12", "NaN"])("rejects %j", async (advanceSeconds) => {
    const { body: before } = await clock();
    const { status } = await clock(new URLSearchParams({ advanceSeconds }));
    expect(status).toBe(400);
    const { body: after } = await clock();
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeLessThan(5000);
  });

  it("adds up concurrent moves and is stored in the database", async () => {
    const { body: before } = await clock();
    const move = () => clock(new URLSearchParams({ advanceSeconds: "600" }));
    await Promise.all([move(), move(), move()]);
    const { body: after } = await clock();
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(1_800_000);
    const { rows } = await sql`select offset_ms from lab_clock`.execute(shop.db);
    expect(rows).toEqual([{ offset_ms: shop.services.world.offsetMs() }]);
  });
});

describe("The lab answers only to a loopback Host and no foreign Origin (spec/lab#access)", () => {
  it.each([
    ["127.0.0.1:3000", undefined, undefined, "POST", true],
    ["localhost", "http://localhost", undefined, "POST", true],
    ["[::1]:3000", undefined, "none", "POST", true],
    ["evil.example", undefined, undefined, "GET", false],
    ["127.0.0.1.evil.example", undefined, undefined, "GET", false],
    [undefined, undefined, undefined, "GET", false],
    ["127.0.0.1:3000", "http://evil.example", undefined, "POST", false],
    ["127.0.0.1:3000", "http://127.0.0.1:4000", undefined, "POST", false],
    ["127.0.0.1:3000", "null", undefined, "POST", false],
    ["127.0.0.1:3000", undefined, "cross-site", "POST", false],
    ["127.0.0.1:3000", undefined, "cross-site", "GET", true],
  ] as const)("Host %s, Origin %s, site %s, %s: %s", (host, origin, site, method, may) =>
    expect(mayUseLab({ host, origin, site, method })).toBe(may),
  );

  it("on every path of the lab", async () => {
    const paths = ["/lab/clock", "/lab/mails", "/lab/outbox", "/lab/pay/x"];
    const foreign = paths.map((path) => asked(path, { host: "shop.example" }));
    expect(await Promise.all(foreign)).toEqual(paths.map(() => 403));
    const passedOn = ["x-forwarded-for", "x-real-ip", "via", "forwarded"].map((name) =>
      asked("/lab/mails", { host: "127.0.0.1:1", [name]: "203.0.113.7" }),
    );
    expect(await Promise.all(passedOn)).toEqual(passedOn.map(() => 403));
    const origin = "http://evil.example";
    const posts = ["/lab/clock", "/lab/pay/x/complete", "/lab/pay/x/refund"];
    const sent = posts.map((path) => asked(path, { origin, host: "127.0.0.1" }, "POST"));
    expect(await Promise.all(sent)).toEqual(posts.map(() => 403));
  });
});

it("The outbox (spec/lab#outbox) shows mails newest first, to one address or all, and escapes their text", async () => {
  const email = "o'neil+tag@example.com";
  const customer = await shop.customer({ email });
  const { payUrl } = await customer.get("recharge", { amountCents: 50_000, method: "card" });
  await shop.complete(payUrl, "paid");
  const url = `${shop.url}/lab/mails?to=${encodeURIComponent(email.toUpperCase())}`;
  const mails = (await (await fetch(url)).json()) as Record<string, string>[];
  expect(mails.map((mail) => mail.subject)).toEqual([
    "Your top-up of $500.00 has arrived",
    "Welcome to Turnpike",
  ]);
  expect(Object.keys(mails[0] ?? {})).toEqual(["to", "from", "subject", "text", "html", "at"]);
  expect(mails[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const html = await (await fetch(`${shop.url}/lab/outbox`)).text();
  expect(html).toContain("o&#39;neil+tag@example.com");
  expect(html).not.toContain("o'neil");
});

it("In production there is no lab, and no payment method without a provider (spec/lab)", async () => {
  const real = await startShop({ NODE_ENV: "production" });
  try {
    const paths = ["/lab/clock", "/lab/mails", "/lab/outbox", "/lab/pay/x"];
    const there = await Promise.all(paths.map((path) => fetch(real.url + path)));
    expect(there.map((answer) => answer.status)).toEqual(paths.map(() => 404));
    const { ask } = await real.customer();
    const response = await ask("recharge", { amountCents: 500, method: "card" });
    expect(response).toMatchObject({ code: 403, refused: { reason: "paymentMethodUnavailable" } });
  } finally {
    await real.stop();
  }
});
