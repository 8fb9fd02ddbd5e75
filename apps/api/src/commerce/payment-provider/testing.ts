/** A shop whose payments go to a fake provider, and helpers that payment tests share. */
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { type Customer, startShop, type TestShop } from "../../identity/session/testing.ts";
import type { Peer } from "./testing-peer.ts";
import { seeded } from "@turnpike/net/testing/random.ts";

/** Starts the API with a fake provider for all tests of a file; its webhooks are sent to `path`. */
export function usePeer<P extends Peer>(start: () => Promise<P>, path: string) {
  const used = {} as { peer: P; shop: TestShop };
  beforeAll(async () => {
    used.peer = await start();
    used.shop = await startShop(used.peer.env);
    used.peer.webhookUrl = used.shop.url + path;
  });
  afterAll(async () => {
    await used.shop.stop();
    await used.peer.stop();
  });
  return used;
}

/** Requests a payment's page without following the redirect. */
export async function visit(payUrl: string) {
  const answer = await fetch(payUrl, { redirect: "manual" });
  const html = await answer.text();
  return { status: answer.status, to: answer.headers.get("location") ?? "", html };
}

/** A recharge, of 10 dollars unless told otherwise, whose page at the provider was opened. */
export async function begun(shop: TestShop, method: string, { amountCents = 1_000, of }: Recharge) {
  const customer = of ?? (await shop.customer({ lasting: true }));
  const { paymentId, payUrl } = await customer.get("recharge", { amountCents, method });
  const { to } = await visit(payUrl);
  return { customer, paymentId, payUrl, to, state: () => paymentState(customer, paymentId) };
}
export interface Recharge {
  amountCents?: number;
  /** A new customer by default. */
  of?: Customer;
}

/** A payment's state and the wallet, as the customer sees them. */
export async function paymentState(customer: Customer, paymentId: string) {
  const { status, receivedCents } = await customer.get("payment", { paymentId });
  const { walletCents } = await customer.get("member");
  return { status, receivedCents, walletCents };
}

/** The wallet's ledger as sorted "kind amount" strings. */
export async function walletLines(customer: Customer): Promise<string[]> {
  const { items } = await customer.get("ledger", { asset: "wallet", limit: 100 });
  return items.map(({ kind, amount }) => `${kind} ${amount}`).toSorted();
}

/** How much the shop has booked so far; equal before and after an event that books nothing. */
export async function bookings({ services: { db } }: TestShop) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from ledger_entry) as entries,
      (select count(*) from payment_event) as events,
      (select count(*) from refund) as refunds,
      (select count(*) from dispute) as disputes`.execute(db);
  return rows;
}

/** The last of some items, of which there is at least one. */
export function lastOf<T>(items: Iterable<T>): T {
  const last = [...items].at(-1);
  if (last === undefined) throw new Error("there is none");
  return last;
}

/** Delivers again while the product has no time, as providers do. */
export async function answered(deliver: () => Promise<number>): Promise<number> {
  for (let tries = 0; tries < 10; tries++) {
    const status = await deliver();
    if (status < 500) return status;
  }
  return deliver();
}

/** Shuffles items in an order determined by the seed. */
export const shuffled = <T>(items: T[], seed: number): T[] => seeded(seed).shuffled(items);
