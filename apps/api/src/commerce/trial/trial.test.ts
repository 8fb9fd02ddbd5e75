/** Trials: what a person gets once (spec/money#trials). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { perform } from "../../across/operator/acts/act.ts";
import { addProduct, setProduct } from "../../across/operator/acts/products.ts";
import { type Customer, startShop, verifyEmail } from "../../identity/session/testing.ts";
import { commandLine } from "../../platform/audit/audit.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
const other = { unit: "GB", min: 1, max: 1, step: 1, sort: 1, trial: true };
const trial = { ...other, sku: "trial-1", kind: "traffic", name: { en: "One GB to try" } };
const credit = { ...trial, sku: "trial-isp", kind: "static", unit: "IP", days: 30 };
const add = (file: object) =>
  perform(shop.services, addProduct, { actor: commandLine, input: { file } });

beforeAll(async () => {
  await add(trial);
  await add(credit);
});

const order = { sku: "trial-1", quantity: 1, method: "wallet" };
const ask = async (customer: Customer, more: object = {}) => {
  const { code, refused } = await customer.ask("placeOrder", { ...order, ...more });
  return code === 0 ? "given" : `${code} ${refused.reason}`;
};
const offered = async (customer: Customer) =>
  (await customer.get("priceList")).products.filter((product) => product.trial).length;

describe("A trial product (spec/money#trials)", () => {
  it("costs nothing, needs no prices in its file, and cannot be given one", async () => {
    const customer = await shop.customer();
    expect(await offered(customer)).toBe(2);
    const { order: placed } = await customer.get("placeOrder", order);
    expect(placed).toMatchObject({ amountCents: 0, status: "paid" });
    expect((await customer.get("member")).trafficBytes).toBe(1e9);
    expect(await offered(customer)).toBe(0);
    const priced = { tiers: [{ fromQty: 1, unitMicros: 5 }] };
    const set = (file: object) =>
      perform(shop.services, setProduct, {
        actor: commandLine,
        input: { sku: "trial-1", file },
      });
    await expect(set(priced)).rejects.toThrow(/tiers/);
    await expect(set({ trial: false })).rejects.toThrow(/tiers/);
    await expect(add({ ...trial, sku: "t2", kind: "port", days: 30 })).rejects.toThrow(/trial/);
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  });

  it("is no offer that others are compared with", async () => {
    const customer = await shop.customer();
    const kind = { sku: "static", days: 30, quantity: 1 };
    expect((await customer.get("quote", kind)).totalCents).toBeGreaterThan(0);
    const { plans } = await customer.get("cheapestPlan");
    expect(plans.filter(({ sku }) => sku.startsWith("trial"))).toEqual([]);
  });

  it("needs a verified address, and is one for an account, whichever product it is of", async () => {
    const customer = await shop.newcomer();
    expect(await ask(customer)).toBe("403 trialNeedsProof");
    await verifyEmail(shop.services, customer.id);
    expect(await ask(customer)).toBe("given");
    expect(await ask(customer)).toBe("409 trialUsed");
    expect(await ask(customer, { sku: "trial-isp" })).toBe("409 trialUsed");
  });

  it("is one for orders at once, also of several accounts with one mailbox", async () => {
    const one = await shop.customer();
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(one)));
    expect(all.filter((said) => said === "given")).toHaveLength(1);
    const emails = ["farm.er@gmail.com", "far.mer+1@gmail.com", "farmer+2@googlemail.com"];
    const accounts = await Promise.all(emails.map((email) => shop.customer({ email })));
    const said = await Promise.all(accounts.map((account) => ask(account)));
    expect(said.toSorted()).toEqual(["409 trialUsed", "409 trialUsed", "given"]);
  });

  it("is one for a card, saved or one that paid", async () => {
    const save = async (fingerprint: string) => {
      const customer = await shop.customer();
      const { url } = await customer.get("cardAdd");
      const body = new URLSearchParams({ outcome: "paid", fingerprint });
      await fetch(`${url}/complete`, { method: "POST", body });
      return customer;
    };
    expect(await ask(await save("same card"))).toBe("given");
    expect(await ask(await save("same card"))).toBe("409 trialUsed");
    expect(await ask(await save("another card"))).toBe("given");
    const payer = await shop.customer();
    const { payUrl } = await payer.get("recharge", { amountCents: 500, method: "card" });
    const body = new URLSearchParams({ outcome: "paid", payer: "same card" });
    await fetch(`${payUrl}/complete`, { method: "POST", body });
    expect(await ask(payer)).toBe("409 trialUsed");
  });

  it("is not given again to the address of a closed account", async () => {
    const email = "leaver@example.com";
    const customer = await shop.customer({ email });
    expect(await ask(customer)).toBe("given");
    expect((await closeCustomer(shop, customer)).code).toBe(0);
    await shop.advance(40 * 86_400);
    expect(await ask(await shop.customer({ email: "leaver+again@example.com" }))).toBe(
      "409 trialUsed",
    );
  });
});
