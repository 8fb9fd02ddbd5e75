/** A shop whose payments go to a peer, and the ways that tests of payments share. */
import { afterAll, beforeAll } from "vitest";
import { type Customer, startShop, type TestShop } from "../../identity/session/testing.ts";
import type { Peer } from "./testing-peer.ts";

/** The API whose payments go to a peer, for all tests of a file; its webhooks come in at `path`. */
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

/** Where a payment's page leads, without going there. */
export async function visit(payUrl: string) {
  const answer = await fetch(payUrl, { redirect: "manual" });
  const html = await answer.text();
  return { status: answer.status, to: answer.headers.get("location") ?? "", html };
}

/** What a customer sees of a payment and their wallet. */
export async function paymentState(customer: Customer, paymentId: string) {
  const { status, receivedCents } = await customer.get("payment", { paymentId });
  const { walletCents } = await customer.get("member");
  return { status, receivedCents, walletCents };
}

/** The wallet's ledger, as "kind amount", sorted. */
export async function walletLines(customer: Customer): Promise<string[]> {
  const { items } = await customer.get("ledger", { asset: "wallet", limit: 100 });
  return items.map(({ kind, amount }) => `${kind} ${amount}`).toSorted();
}

/** Runs `work` on each of `items`, over so many lanes at once. */
export async function inLanes<T>(items: T[], lanes: number, work: (item: T) => Promise<unknown>) {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** A shuffle that a seed replays (mulberry32). */
export function shuffled<T>(items: T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const placed = items.map((item) => ({ item, place: random() }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
