/** The report of a quarter and the evidence of buyers' places, by command and console. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyAccounting, verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { drivenPayment, refundOf } from "../../commerce/refund/testing.ts";
import { buyerIn, setScheme } from "../../commerce/tax/testing.ts";
import { operate, operateJson } from "./testing.ts";

const shop = forTests(() => startShop({ TRUSTED_PROXIES: "127.0.0.1" }));
beforeAll(async () => {
  await setScheme(shop, oss);
});
verifyAfterEach(shop);

const oss = { scheme: "oss", sellerCountry: "DE" } as const;
const two = { sku: "traffic-standard", quantity: 2 };
const [german, french, american] = ["91.64.0.1", "90.0.0.1", "8.8.8.8"];

/** Buys from an address. */
async function buyFrom(ip: string | undefined, { session }: Customer, method: string) {
  const answer = await fetch(`${shop.url}/v1/order`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": ip ?? "" },
    body: JSON.stringify({ ...two, method, session }),
  });
  type Bought = { order: { orderNo: string }; paymentId?: string; payUrl?: string };
  const { data } = (await answer.json()) as { data: Bought };
  return { ...data, orderNo: data.order.orderNo, paymentId: data.paymentId ?? "" };
}

async function payWithCard(payUrl: string | undefined, cardCountry: string) {
  const body = new URLSearchParams({ outcome: "paid", payer: "card", cardCountry });
  const { pathname } = new URL(payUrl ?? "");
  await fetch(`${shop.url}${pathname}/complete`, { method: "POST", body });
}

const conflicts = async (...more: string[]) =>
  (await operateJson(shop.services, "tax", "evidence", ...more)).said as Record<string, unknown>[];

it("Evidence of a sale's place (spec/tax#evidence) is what the title, the network and the card say, and conflicts are listed", async () => {
  const agreeing = await buyerIn(shop, "FR");
  const first = await buyFrom(french, agreeing, "wallet");
  const card = await buyFrom(american, agreeing, "card");
  await payWithCard(card.payUrl, "fr");
  const odd = await buyerIn(shop, "IT");
  const alone = await buyFrom(german, odd, "wallet");
  // Who claims a country of less tax has network and card in his own.
  const claims = await buyerIn(shop, "LU");
  const claimed = await buyFrom(french, claims, "card");
  await payWithCard(claimed.payUrl, "fr");
  const abroad = await buyerIn(shop, "US");
  const outside = await buyFrom(undefined, abroad, "wallet");
  const places = (await conflicts()).map(({ orderNo, billing, network, card }) => ({
    orderNo,
    billing,
    network,
    card,
  }));
  expect(places).toEqual([
    { orderNo: outside.orderNo, billing: "US", network: null, card: null },
    { orderNo: claimed.orderNo, billing: "LU", network: "FR", card: "FR" },
    { orderNo: alone.orderNo, billing: "IT", network: "DE", card: null },
    { orderNo: card.orderNo, billing: "FR", network: "US", card: "FR" },
    { orderNo: first.orderNo, billing: "FR", network: "FR", card: null },
  ]);
  const listed = (await conflicts("--conflicts")).map(({ orderNo }) => orderNo);
  expect(listed).toEqual([claimed.orderNo, alone.orderNo]);
});

describe("The report of a quarter (spec/tax#report)", () => {
  it("sums sales and refunds by country, rate and treatment", async () => {
    await shop.pass(92 * 86_400);
    const now = new Date(shop.services.world.now());
    const quarter = `${now.getUTCFullYear()}Q${Math.floor(now.getUTCMonth() / 3) + 1}`;
    const buyers = await Promise.all(["FR", "FR", "US"].map((country) => buyerIn(shop, country)));
    const orders = [];
    for (const buyer of buyers) orders.push(await buyFrom(french, buyer, "wallet"));
    await refundOf(shop, orders[0]?.orderNo ?? "", 350);
    const disputed = await buyFrom(french, buyers[1] as Customer, "card");
    await payWithCard(disputed.payUrl, "FR");
    const { tell, giveBack } = drivenPayment(shop, disputed.paymentId);
    const ref = await giveBack(null, { kind: "dispute" });
    await tell({ what: "refundUndone", ref });
    const france = {
      country: "FR",
      percent: 20,
      treatment: "oss",
      netCents: 583 * 3,
      taxCents: 117 * 3,
      orders: 3,
      creditNotes: 1,
      creditNetCents: 291,
      creditTaxCents: 59,
    };
    const none = { taxCents: 0, creditNotes: 0, creditNetCents: 0, creditTaxCents: 0 };
    const states = { country: "US", percent: 0, treatment: "outside", ...none };
    const rows = [france, { ...states, netCents: 700, orders: 1 }];
    const { said } = await operateJson(shop.services, "tax", "report", "--quarter", quarter);
    expect(said).toEqual({ quarter, rows });
    const csv = await operate(shop.services, "tax", "report", "--quarter", quarter, "--csv");
    expect(csv.out.replaceAll("\r", "")).toBe(
      "country,percent,treatment,netCents,taxCents,orders,creditNotes,creditNetCents,creditTaxCents\n" +
        "FR,20,oss,1749,351,3,1,291,59\nUS,0,outside,700,0,1,0,0,0",
    );
  });

  it("counts money for the wallet where tax is due with it, and what goes back of it", async () => {
    await shop.pass(92 * 86_400);
    await setScheme(shop, { ...oss, point: "recharge", prices: "net" });
    const buyer = await buyerIn(shop, "FI", { cents: 0 });
    const asked = { amountCents: 10_000, method: "card" };
    const { paymentId, payUrl } = await buyer.get("recharge", asked);
    await payWithCard(payUrl, "FI");
    await buyer.get("placeOrder", { ...two, method: "wallet" });
    await refundOf(shop, paymentId, 1_255);
    const now = new Date(shop.services.world.now());
    const quarter = `${now.getUTCFullYear()}Q${Math.floor(now.getUTCMonth() / 3) + 1}`;
    const { said } = await operateJson(shop.services, "tax", "report", "--quarter", quarter);
    expect(said.rows).toEqual([
      {
        country: "FI",
        percent: 25.5,
        treatment: "oss",
        netCents: 10_000,
        taxCents: 2_550,
        orders: 1,
        creditNotes: 1,
        creditNetCents: 1_000,
        creditTaxCents: 255,
      },
    ]);
    await setScheme(shop, oss);
  });

  it("is not of what is no quarter", async () => {
    const { code, error } = await operate(shop.services, "tax", "report", "--quarter", "2026Q5");
    expect(code).toBe(2);
    expect(error).toContain("--quarter must be a quarter, such as 2026Q4");
  });

  it("that differs from the ledger is named by verify, with its quarter", async () => {
    const { db } = shop.services;
    const wrong = sql.raw("update shop_order set paid_at = paid_at - interval '92 days'");
    await wrong.execute(db);
    const { difference } = await verifyAccounting(db);
    await sql`update shop_order set paid_at = paid_at + interval '92 days'`.execute(db);
    expect(difference).toMatch(/a country's tax differs .*: tax of FR in 20\d\dQ\d: sales /);
  });
});
