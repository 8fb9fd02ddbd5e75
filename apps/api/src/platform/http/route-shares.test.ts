/** Every route takes part in the fair shares (spec/quality#n7). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { operateJson } from "../../across/operator/testing.ts";
import { createLookupServer } from "../../products/lookup/server.ts";
import { startShop } from "../../identity/session/testing.ts";
import { routesWithoutShare, sharesOf } from "./route-shares.ts";
import { makeServer } from "./server.ts";

const shop = forTests(() =>
  startShop({
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  }),
);

/** The paths with a share, apart from calls. */
async function pathsBy(share: string) {
  const app = await makeServer(shop.services, { maxConnections: 10 });
  await app.ready();
  const all = sharesOf(app).filter((route) => route.share === share);
  await app.close();
  return [...new Set(all.map(({ path }) => path))].toSorted();
}

describe("Every route", () => {
  it("passes the gate or counts for its client's network; the others are listed with a reason", async () => {
    const isCall = (path: string) => /^\/v[123]\//.test(path);
    const gated = await pathsBy("gate");
    expect(gated.filter((path) => !isCall(path))).toEqual(["/extract"]);
    expect(gated.length).toBeGreaterThan(100);
    // Those that take shares themselves: they wait for a provider, a hash or a reader.
    const own = await pathsBy("own");
    expect(own.filter((path) => !isCall(path))).toEqual([
      "/mcp",
      "/pay/:id",
      "/pay/card/:id",
      "/undo",
      "/webhooks/btcpay",
      "/webhooks/nowpayments",
      "/webhooks/paypal",
      "/webhooks/stripe",
    ]);
    expect(own.filter(isCall)).toContain("/v1/invoice");
    expect(await pathsBy("network")).toEqual([
      "/brand.json",
      "/brand/logo",
      "/brand/logo-dark",
      "/extract",
      "/favicon.ico",
      "/favicon.svg",
      "/head.js",
      "/legal/:kind",
      "/link/join",
      "/mcp",
      "/rotate",
      "/undo",
      "/v1/identityPart",
    ]);
    const listed = Object.keys(routesWithoutShare);
    for (const path of await pathsBy("none"))
      expect([path, listed.some((one) => path.startsWith(one.replace("*", "")))]).toEqual([
        path,
        true,
      ]);
    for (const reason of Object.values(routesWithoutShare)) expect(reason).not.toBe("");
  });

  it("of the lookup service passes the gate", async () => {
    const app = await createLookupServer(shop.services);
    await app.ready();
    expect(new Set(sharesOf(app).map(({ share }) => share))).toEqual(new Set(["gate"]));
    await app.close();
  });
});

const join = async (secret: string) => {
  const body = JSON.stringify({ secret, publicKey: Buffer.alloc(32, 7).toString("base64url") });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${shop.url}/link/join`, { method: "POST", headers, body });
  return { status: answer.status, data: (await answer.json()) as Record<string, unknown> };
};

it("A network that tries join lines (spec/nodes#joining) has 20 refused ones an hour; a right line joins all the same", async () => {
  const statuses = [];
  for (let n = 0; n < 22; n++) statuses.push((await join(`wrong-line-${n}`)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429, 429]);
  const { data } = await join("wrong-line-again");
  expect(data).toMatchObject({ reason: "tooManyTries" });
  expect(data.retryAfterSeconds).toBeGreaterThan(3_500);
  const place = ["--region", "europe", "--host", "192.0.2.7"];
  const { said } = await operateJson(shop.services, "node", "add", "behind-nat", ...place);
  const secret = String(said.join).split("/link/")[1] ?? "";
  expect(await join(secret)).toMatchObject({ status: 200, data: { name: "behind-nat" } });
  await shop.pass(3_600);
  expect((await join("wrong-line-later")).status).toBe(403);
});

it("A stranger's flood of pages keeps its network at a few hundred tries a second, and is told so by a status", async () => {
  const began = performance.now();
  const tries = 100;
  const answers = await Promise.all(
    Array.from({ length: tries }, () => fetch(`${shop.url}/undo?token=none`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([410]));
  // Four slots, each with a pause of 25 ms after a failed try.
  expect(performance.now() - began).toBeGreaterThanOrEqual((tries / 4 - 1) * 25);
});
