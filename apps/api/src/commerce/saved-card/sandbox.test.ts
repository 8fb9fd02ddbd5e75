/** Saved cards and auto top-up with the lab's sandbox (spec/lab#cards). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { visit } from "../payment-provider/testing.ts";
import { topUpWallets } from "../top-up/job.ts";

const shop = forTests(startShop);

const plan = { enabled: 1, thresholdCents: 1_000, amountCents: 2_500, monthCents: 10_000 };
const wallet = async (customer: Customer) => (await customer.get("member")).walletCents;

/** A customer whose wallet a card of the sandbox keeps full. */
async function covered(outcome: string) {
  const customer = await shop.customer();
  const { url } = await customer.get("cardAdd");
  expect(await shop.complete(url, outcome)).toBe("saved");
  const [card] = (await customer.get("cards")).items;
  const { password } = customer;
  const set = () => customer.get("autoTopUp", { ...plan, cardId: card?.id, password });
  await set();
  return { customer, url, set };
}

/** Lets an hour pass, with all jobs that look for wallets. */
async function hourLater() {
  await shop.pass(3_601);
  await topUpWallets(shop.services);
}

describe("The sandbox's cards (spec/lab#cards)", () => {
  it("are chosen at a page, which each setup has once", async () => {
    const customer = await shop.customer();
    const { url } = await customer.get("cardAdd");
    const { status, html } = await visit(url);
    expect([status, html.match(/name="outcome"/g)?.length]).toEqual([200, 3]);
    expect(await shop.complete(url, "paid")).toBe("saved");
    expect((await customer.get("cards")).items).toMatchObject([
      { brand: "visa", lastFour: "4242" },
    ]);
    expect((await visit(url)).to).toBe(`${shop.url}/cli/setting?tab=cards`);
    const again = await fetch(`${url}/complete`, { method: "POST" });
    expect(again.status).toBe(404);
  });

  it("pay: the wallet is filled once", async () => {
    const { customer } = await covered("paid");
    await topUpWallets(shop.services);
    await topUpWallets(shop.services);
    expect(await wallet(customer)).toBe(2_500);
  });

  it("are declined: three times, then it is off until it is set again", async () => {
    const { customer, set } = await covered("failed");
    for (let hours = 0; hours < 6; hours++) await hourLater();
    expect(await wallet(customer)).toBe(0);
    expect((await customer.get("rechargeList")).total).toBe(3);
    expect(await customer.get("autoTopUp")).toMatchObject({ enabled: false, refusals: 3 });
    await set();
    expect(await customer.get("autoTopUp")).toMatchObject({ enabled: true, refusals: 0 });
  });

  it("want a person: the mailed link leads to the payment", async () => {
    const { customer } = await covered("person");
    await topUpWallets(shop.services);
    const answer = await fetch(`${shop.url}/lab/mails?to=${encodeURIComponent(customer.email)}`);
    const mails = (await answer.json()) as { text: string }[];
    const link = /https?:\S*\/pay\/[0-9a-f-]{36}/.exec(mails[0]?.text ?? "")?.[0] ?? "";
    await shop.complete(link, "paid");
    expect(await wallet(customer)).toBe(2_500);
  });

  it("end with the account", async () => {
    const { customer } = await covered("paid");
    expect((await closeCustomer(shop, customer)).code).toBe(0);
    await hourLater();
    const { rows } = await sql`
      select from payment where account_id = ${customer.id}`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
