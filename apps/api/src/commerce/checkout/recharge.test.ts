import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { applyEvent } from "./settle.ts";

/** L4 asks for 1,000; TURNPIKE_FULL=1 sends them all. */
const EVENTS = 1_000;

const shop = forTests(startShop);

async function start(customer: Customer, amountCents: number) {
  return customer.get("recharge", { amountCents, method: "card" });
}
const wallet = async (customer: Customer) => (await customer.get("member")).walletCents;

describe("A recharge (spec/money#recharge-bonus)", () => {
  it.each([
    [49_999, 0],
    [50_000, 2500],
    [199_999, 10_000],
    [200_000, 20_000],
  ])(
    "of %i cents earns a bonus of %i, as a separate ledger line (L4)",
    async (amountCents, bonus) => {
      const customer = await shop.customer();
      const { paymentId, payUrl } = await start(customer, amountCents);
      expect(new URL(payUrl).search).toBe("");
      expect((await customer.get("payment", { paymentId })).status).toBe("pending");
      expect(await wallet(customer)).toBe(0);
      expect(await shop.complete(payUrl, "paid")).toBe("paid");
      expect(await wallet(customer)).toBe(amountCents + bonus);
      const { items } = await customer.get("ledger", { asset: "wallet" });
      const kinds = items.map(({ kind, amount }) => [kind, amount]).reverse();
      const expected = [["recharge", amountCents], ...(bonus ? [["bonus", bonus]] : [])];
      expect(kinds).toEqual(expected);
      expect(await customer.get("rechargeList")).toMatchObject({
        bonusTiers: [
          { fromCents: 50_000, percent: 5 },
          { fromCents: 200_000, percent: 10 },
        ],
        total: 1,
        items: [{ id: paymentId, amountCents, bonusCents: bonus, status: "paid", method: "card" }],
      });
    },
  );

  it.each([
    [{ amountCents: 499 }, "badAmount"],
    [{ amountCents: 10_000_001 }, "badAmount"],
    [{ amountCents: 500.5 }, "badAmount"],
    [{ amountCents: "abc" }, "badAmount"],
    [{ method: "wallet" }, "badMethod"],
  ])("refuses %j as %s", async (wrong, reason) => {
    const { ask } = await shop.customer();
    const answer = await ask("recharge", { amountCents: 500, method: "card", ...wrong });
    expect(answer).toMatchObject({ code: 400, refused: { reason } });
  });

  it("is not visible to other customers (A3)", async () => {
    const [owner, other] = [await shop.customer(), await shop.customer()];
    const { paymentId } = await start(owner, 500);
    const answer = await other.ask("payment", { paymentId });
    expect(answer).toMatchObject({ code: 404, refused: { reason: "paymentNotFound" } });
    expect((await other.ask("payment", { paymentId: "junk" })).code).toBe(404);
  });

  it("mails a receipt in the account's language", async () => {
    const customer = await shop.customer({ lang: "fr" });
    await shop.complete((await start(customer, 50_000)).payUrl, "paid");
    const mails = await (await fetch(`${shop.url}/lab/mails?to=${customer.email}`)).json();
    expect(mails).toMatchObject([{ subject: expect.stringContaining("500,00") }, {}]);
  });
});

describe("The sandbox's outcomes (spec/lab#payments)", () => {
  it("failed credits nothing, partial stays pending, late pays as if on time", async () => {
    const customer = await shop.customer();
    const failed = await start(customer, 1000);
    expect(await shop.complete(failed.payUrl, "failed")).toBe("failed");
    const partial = await start(customer, 1000);
    expect(await shop.complete(partial.payUrl, "partial")).toBe("pending");
    expect(await wallet(customer)).toBe(0);
    const late = await start(customer, 50_000);
    await shop.advance(25 * 3600);
    const { paymentId } = late;
    expect((await customer.ask("payment", { paymentId })).code).toBe(300);
    expect(await shop.complete(late.payUrl, "late")).toBe("paid");
    const again = await shop.ask("signin", { ...customer, agree: 1, ask: "", get: "" });
    expect(again.data.user.walletCents).toBe(52_500);
  });

  it("over is credited once and the surplus is recorded", async () => {
    const customer = await shop.customer();
    const { paymentId, payUrl } = await start(customer, 1000);
    expect(await shop.complete(payUrl, "over")).toBe("paid");
    expect(await shop.complete(payUrl, "paid")).toBe("paid");
    expect(await wallet(customer)).toBe(1000);
    const { rows } = await sql`
      select amount_cents, received_cents from payment where id = ${paymentId}`.execute(shop.db);
    expect(rows).toEqual([{ amount_cents: 1000, received_cents: 2000 }]);
  });

  it("an unpaid payment expires after 24 hours", async () => {
    const customer = await shop.customer();
    const { paymentId } = await start(customer, 1000);
    await customer.get("member");
    await shop.advance(23 * 3600 + 3540);
    expect((await customer.get("payment", { paymentId })).status).toBe("pending");
    await shop.advance(120);
    expect((await customer.get("payment", { paymentId })).status).toBe("expired");
  });

  it("are offered on a page in the account's language that redirects back", async () => {
    const customer = await shop.customer({ lang: "de" });
    const { payUrl } = await start(customer, 200_000);
    const url = shop.url + new URL(payUrl).pathname;
    const page = await fetch(url);
    const html = await page.text();
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).toContain('lang="de"');
    expect(html).toContain("2.000,00");
    expect(html).toContain("200,00");
    const body = new URLSearchParams({ outcome: "paid", back: "1" });
    const paid = await fetch(`${url}/complete`, { method: "POST", body, redirect: "manual" });
    expect([paid.status, paid.headers.get("location")]).toEqual([303, "/cli/home"]);
    expect(await (await fetch(url)).text()).toContain("Bezahlt");
    const unknown = url.replace(/[^/]+$/, "00000000-0000-4000-8000-000000000000");
    expect((await fetch(unknown)).status).toBe(404);
    const nowhere = await fetch(`${unknown}/complete`, { method: "POST", body });
    expect(nowhere.status).toBe(404);
  });

  it("an unknown outcome is refused", async () => {
    const { payUrl } = await start(await shop.customer(), 1000);
    const url = `${shop.url}${new URL(payUrl).pathname}/complete`;
    const body = new URLSearchParams({ outcome: "stolen" });
    expect((await fetch(url, { method: "POST", body })).status).toBe(400);
  });
});

describe("A recharge's refund (spec/money#refunds)", () => {
  it("takes back amount and bonus once, and does nothing before the payment", async () => {
    const customer = await shop.customer();
    const { payUrl } = await start(customer, 50_000);
    expect(await shop.refund(payUrl)).toBe("pending");
    await shop.complete(payUrl, "paid");
    const refund = () => shop.refund(payUrl);
    const answers = await Promise.all(Array.from({ length: 10 }, refund));
    expect(new Set(answers)).toEqual(new Set(["refunded"]));
    expect(await wallet(customer)).toBe(0);
    const { items } = await customer.get("ledger", { asset: "wallet" });
    expect(items.filter((item) => item.kind === "refund")).toHaveLength(1);
    expect(await shop.complete(payUrl, "paid")).toBe("refunded");
    expect(await wallet(customer)).toBe(0);
  });

  it("takes at most what the wallet holds; the next recharges pay the remainder first", async () => {
    const customer = await shop.customer();
    const first = await start(customer, 10_000);
    await shop.complete(first.payUrl, "paid");
    await customer.get("placeOrder", { sku: "traffic-standard", quantity: 20, method: "wallet" });
    expect(await wallet(customer)).toBe(4000);
    await shop.refund(first.payUrl);
    expect(await wallet(customer)).toBe(0);
    await shop.complete((await start(customer, 5000)).payUrl, "paid");
    expect(await wallet(customer)).toBe(0);
    await shop.complete((await start(customer, 5000)).payUrl, "paid");
    expect(await wallet(customer)).toBe(4000);
  });

  it("is correct while the wallet is being spent", async () => {
    const customer = await shop.customer();
    const { payUrl } = await start(customer, 10_000);
    await shop.complete(payUrl, "paid");
    const buy = { sku: "traffic-standard", quantity: 1, method: "wallet" };
    const orders = Array.from({ length: 20 }, () => customer.ask("placeOrder", buy));
    const [status, ...said] = await Promise.all([shop.refund(payUrl), ...orders]);
    expect(status).toBe("refunded");
    expect(await wallet(customer)).toBe(0);
    const bought = said.filter((one) => one.code === 0).length;
    expect((await customer.get("member")).trafficBytes).toBe(bought * 1_000_000_000);
  });
});

it.runIf(isFull)(
  "Events shuffled over many connections cause one credit, one bonus and one reversal (L4)",
  async () => {
    const customer = await shop.customer();
    const { paymentId } = await start(customer, 50_000);
    const kinds = [
      { id: "paid", update: { what: "received", receivedCents: 50_000 } },
      { id: "half", update: { what: "received", receivedCents: 25_000 } },
      { id: "no", update: { what: "failed" } },
      {
        id: "back",
        update: {
          what: "refunded",
          refund: { ref: "r1", cents: null, kind: "refund", ours: null },
        },
      },
    ] as const;
    const events = Array.from({ length: EVENTS }, (_, index) => kinds[index % kinds.length])
      .filter((event) => event !== undefined)
      .map((event) => ({ event, place: Math.random() }))
      .toSorted((a, b) => a.place - b.place);
    const tellOne = async ({ event }: (typeof events)[number]) =>
      applyEvent(shop.services, { ...event, provider: "sandbox", paymentId });
    const lanes = Array.from({ length: 32 }, async (_, lane) => {
      for (let at = lane; at < events.length; at += 32) {
        const next = events[at];
        if (next) await tellOne(next);
      }
    });
    await Promise.all(lanes);
    const forged = { id: "forged", provider: "stranger", paymentId, update: kinds[0].update };
    expect(await applyEvent(shop.services, forged)).toBeNull();
    const { items } = await customer.get("ledger", { asset: "wallet" });
    const lines = items.map(({ kind, amount }) => `${kind} ${amount}`).toSorted();
    expect(lines).toEqual(["bonus 2500", "recharge 50000", "refund -52500"]);
    expect((await customer.get("payment", { paymentId })).status).toBe("refunded");
  },
);

it("A running promotion raises the bonus, is shown on home, and still applies to payments begun in it", async () => {
  const customer = await shop.customer();
  const { db, world } = shop.services;
  const ends = new Date(world.now() + 3.6e6);
  await sql`
    update promotion set enabled = true, starts_at = ${new Date(0)}, ends_at = ${ends}`.execute(db);
  const home = await customer.get("indexInit");
  expect(home.promotions).toHaveLength(3);
  expect(home.promotions[0]?.title).toContain("Halloween");
  expect(home.bonusTiers).toEqual([
    { fromCents: 20_000, percent: 5 },
    { fromCents: 50_000, percent: 10 },
    { fromCents: 200_000, percent: 15 },
  ]);
  const { payUrl } = await start(customer, 50_000);
  await sql`update promotion set enabled = false`.execute(db);
  await shop.complete(payUrl, "paid");
  expect(await wallet(customer)).toBe(55_000);
});
