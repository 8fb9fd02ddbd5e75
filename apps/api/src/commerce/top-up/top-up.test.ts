/** Saved cards and auto top-up (spec/money#auto-top-up), against a stand-in for Stripe. */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import type { Customer } from "../../identity/session/testing.ts";
import {
  type CardKind,
  startStripeCardsPeer,
} from "../payment-provider/card/testing-stripe-cards.ts";
import { usePeer, visit, walletLines } from "../payment-provider/testing.ts";
import { removeCards } from "../saved-card/remove.ts";
import { beginTopUp } from "./begin.ts";
import { topUpWallets } from "./job.ts";

const at = usePeer(startStripeCardsPeer, "/webhooks/stripe");

beforeEach(() => at.peer.charges.clear());

/** A customer with a saved card. */
async function withCard(kind: CardKind = "pays") {
  const customer = await at.shop.customer({ lasting: true });
  const { url } = await customer.get("cardAdd");
  const { to } = await visit(url);
  const { back } = at.peer.enter(to, kind);
  await visit(back);
  const { items } = await customer.get("cards");
  return { customer, cardId: items[0]?.id ?? "", url };
}
const plan = { enabled: 1, thresholdCents: 1_000, amountCents: 5_000, monthCents: 15_000 };
/** The same, whose wallet is kept full. */
async function covered(kind: CardKind = "pays", more: object = {}) {
  const { customer, cardId } = await withCard(kind);
  const proof = { password: customer.password };
  await customer.get("autoTopUp", { ...plan, cardId, ...more, ...proof });
  return { customer, cardId, proof };
}
const run = () => topUpWallets(at.shop.services);
/** Lets all that waits for a minute be tried again. */
const runLater = async (seconds = 61) => {
  await at.shop.pass(seconds);
  await run();
};
const wallet = async (customer: Customer) => (await customer.get("member")).walletCents;
async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${at.shop.url}/lab/mails?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as { subject: string; text: string }[];
}
const mailsOf = async (customer: Customer, subject: RegExp) =>
  (await mailsTo(customer.email)).filter((mail) => subject.test(mail.subject));

it("Saved cards (spec/money#saved-cards) are entered at the provider's page, listed without their number, and deleted at both ends", async () => {
  const { customer, cardId, url } = await withCard();
  expect(url.startsWith(`${at.shop.url}/pay/card/`)).toBe(true);
  const { items } = await customer.get("cards");
  expect(items).toMatchObject([{ id: cardId, brand: "visa", lastFour: "4242", expiryYear: 2031 }]);
  // Coming back twice saves it once.
  await visit(`${url}?returned=1`);
  expect((await customer.get("cards")).items).toHaveLength(1);
  const stranger = await at.shop.customer();
  expect((await stranger.ask("cardDel", { id: cardId })).code).toBe(404);
  await customer.get("cardDel", { id: cardId });
  expect((await customer.get("cards")).items).toEqual([]);
  await removeCards(at.shop.services);
  expect(at.peer.detached).toHaveLength(1);
  // Nor does coming back save it once more.
  await visit(`${url}?returned=1`);
  expect((await customer.get("cards")).items).toEqual([]);
});

describe("Auto top-up (spec/money#auto-top-up)", () => {
  it("needs a fresh proof to be switched on, and the account's own card", async () => {
    const { customer, cardId } = await withCard();
    const ask = (fields: object) => customer.ask("autoTopUp", { ...plan, cardId, ...fields });
    expect((await ask({})).refused).toMatchObject({ reason: "missingField", field: "password" });
    expect((await ask({ password: "wrong-Pass1" })).refused.reason).toBe("wrongPassword");
    const proof = { password: customer.password };
    const other = await withCard();
    expect((await ask({ ...proof, cardId: other.cardId })).refused.reason).toBe("cardNotFound");
    expect((await ask({ ...proof, monthCents: 4_999 })).refused).toMatchObject({
      reason: "badAmount",
      field: "monthCents",
    });
    expect((await ask(proof)).data).toMatchObject({ enabled: true, spentCents: 0 });
    expect((await customer.get("autoTopUp", { enabled: 0 })).enabled).toBe(false);
    await run();
    expect(at.peer.charges.size).toBe(0);
  });

  it("charges the card once when the wallet is below the threshold, as a recharge with its bonus", async () => {
    const more = { amountCents: 50_000, monthCents: 100_000 };
    const { customer } = await covered("pays", more);
    await run();
    await run();
    expect(await walletLines(customer)).toEqual(["bonus 2500", "recharge 50000"]);
    expect(at.peer.paid).toHaveLength(1);
    const { items } = await customer.get("rechargeList");
    expect(items).toMatchObject([{ method: "card", status: "paid", amountCents: 50_000 }]);
    expect(await customer.get("autoTopUp")).toMatchObject({ spentCents: 50_000, refusals: 0 });
    expect((await verifyAccounting(at.shop.db)).ok).toBe(true);
  });

  it("is one charge for 50 parallel orders, however many processes look (B5)", async () => {
    const { customer } = await covered();
    await at.shop.fund(customer.id, 17_500);
    const buy = { sku: "traffic-standard", quantity: 1, method: "wallet" };
    const orders = Array.from({ length: 50 }, () => customer.ask("placeOrder", buy));
    const looks = Array.from({ length: 20 }, async () => run());
    await Promise.all([...orders, ...looks]);
    await Promise.all(Array.from({ length: 10 }, async () => run()));
    await runLater();
    expect(at.peer.paid).toHaveLength(1);
    const recharges = (await walletLines(customer)).filter((line) => line === "recharge 5000");
    expect(recharges).toHaveLength(1);
  });

  it("keeps the month's limit to the cent, and goes on in the next month", async () => {
    const { customer } = await covered("pays", { monthCents: 10_000 });
    for (let times = 0; times < 4; times++) {
      await run();
      await at.shop.fund(customer.id, -(await wallet(customer)));
    }
    expect(at.peer.paid).toHaveLength(2);
    expect((await customer.get("autoTopUp")).spentCents).toBe(10_000);
    await runLater(32 * 86_400);
    expect(at.peer.paid).toHaveLength(3);
  });

  it("credits once when the process dies between the charge and the credit", async () => {
    const { customer } = await covered();
    at.peer.losesAnswers = 1;
    await run();
    expect([at.peer.paid.length, await wallet(customer)]).toEqual([1, 0]);
    await run();
    expect(at.peer.charges.size).toBe(1);
    await runLater();
    await runLater();
    expect([at.peer.charges.size, await wallet(customer)]).toEqual([1, 5_000]);
    // A day later Stripe has forgotten the key: the charge is looked for instead.
    const second = await covered();
    at.peer.losesAnswers = 1;
    await run();
    const [key] = [...at.peer.charges.keys()].slice(-1);
    const charge = at.peer.charges.get(key ?? "");
    at.peer.charges.delete(key ?? "");
    if (charge) at.peer.charges.set("forgotten", charge);
    await runLater(2 * 86_400);
    expect([at.peer.charges.size, await wallet(second.customer)]).toEqual([2, 5_000]);
    expect((await verifyAccounting(at.shop.db)).ok).toBe(true);
  });

  it("never loops on a refused card: ten minutes, an hour, then it is off, with a mail", async () => {
    const { customer, cardId, proof } = await covered("refuses");
    for (let times = 0; times < 5; times++) await runLater();
    expect(at.peer.charges.size).toBe(1);
    await runLater(600);
    for (let times = 0; times < 5; times++) await runLater();
    expect(at.peer.charges.size).toBe(2);
    await runLater(3_600);
    for (let times = 0; times < 3; times++) await runLater(86_400);
    expect(at.peer.charges.size).toBe(3);
    const state = await customer.get("autoTopUp");
    expect(state).toMatchObject({ enabled: false, refusals: 3, spentCents: 0 });
    expect(state.stoppedAt).not.toBeNull();
    expect(await mailsOf(customer, /top-up/i)).toHaveLength(1);
    // Saved again it begins anew.
    at.peer.become("pays");
    await customer.get("autoTopUp", { ...plan, cardId, ...proof });
    await run();
    expect(await wallet(customer)).toBe(5_000);
  });

  it("sends a link to a card's holder whom the bank wants, and charges nothing meanwhile", async () => {
    const { customer } = await covered("wantsPerson");
    for (let times = 0; times < 3; times++) await runLater();
    expect(at.peer.charges.size).toBe(1);
    const [mail] = await mailsOf(customer, /confirm/i);
    const link = /\/pay\/([0-9a-f-]{36})/.exec(mail?.text ?? "")?.[1] ?? "";
    await visit(`${at.shop.url}/pay/${link}`);
    const session = [...at.peer.sessions.values()].find(
      ({ metadata }) => metadata["paymentId"] === link,
    );
    await at.peer.pay(session?.id ?? "");
    expect(await wallet(customer)).toBe(5_000);
    await runLater();
    expect(await customer.get("autoTopUp")).toMatchObject({ refusals: 0, spentCents: 5_000 });
    const { rows } = await sql<{ state: string }>`
      select state from top_up where payment_id = ${link}`.execute(at.shop.db);
    expect(rows).toEqual([{ state: "paid" }]);
  });

  it("ends with its card, also if a charge has begun that nobody asked the provider for", async () => {
    const { customer, cardId } = await covered();
    await beginTopUp(at.shop.services, customer.id);
    await customer.get("cardDel", { id: cardId });
    await runLater();
    await run();
    expect(at.peer.charges.size).toBe(0);
    const state = await customer.get("autoTopUp");
    expect(state).toMatchObject({ enabled: false, cardId: null, spentCents: 0, refusals: 0 });
    expect((await customer.get("rechargeList")).items).toMatchObject([{ status: "failed" }]);
  });

  it("is not paid by hand while the card is asked, so that nobody pays twice", async () => {
    const { customer } = await covered();
    at.peer.losesAnswers = 1;
    await run();
    const { items } = await customer.get("rechargeList");
    const paymentId = items[0]?.id ?? "";
    const { to } = await visit(`${at.shop.url}/pay/${paymentId}`);
    expect(new URL(to).search).toBe(`?payment=${paymentId}`);
    // The webhook of the charge may come before we ask again: once all the same.
    await at.peer.tell(paymentId);
    await at.peer.tell(paymentId);
    await runLater();
    expect([at.peer.paid.length, await wallet(customer)]).toEqual([1, 5_000]);
    expect(await customer.get("autoTopUp")).toMatchObject({ spentCents: 5_000 });
  });
});
