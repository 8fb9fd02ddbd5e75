/** Helpers for tests of webhooks: a receiver on loopback that keeps what it receives. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Delivery, Webhook } from "@turnpike/contract/webhook.ts";
import { Webhook as Verifier } from "standardwebhooks";
import { type Customer, startShop, type TestShop } from "../../identity/session/testing.ts";
import { deliverWebhooks } from "./deliver.ts";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
  /** When it was received, by the monotonic clock. */
  atMs: number;
}
export type Responder = (answer: http.ServerResponse, received: Received) => void | Promise<void>;
export interface Receiver {
  port: number;
  /** All requests received, oldest first. */
  kept: Received[];
  /** Handlers by path prefix; other paths get status 204. */
  answer: Map<string, Responder>;
  to: (path: string) => Received[];
  stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const kept: Received[] = [];
  const answer: Receiver["answer"] = new Map();
  const take = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    response.on("error", () => {});
    const body = await text(request).catch(() => "");
    const path = request.url ?? "";
    const headers = request.headers as Record<string, string>;
    const json = JSON.parse(body || "{}") as Received["json"];
    const received = { path, headers, body, json, atMs: performance.now() };
    kept.push(received);
    const known = [...answer].find(([begin]) => path.startsWith(begin))?.[1];
    if (known) await known(response, received);
    else response.writeHead(204).end();
  };
  const server = http.createServer((request, response) => void take(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    kept,
    answer,
    to: (path) => kept.filter((one) => one.path === path),
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ""): Responder =>
  (answer) => {
    answer.writeHead(code, headers).end(body);
  };

export interface Bench {
  shop: TestShop;
  receiver: Receiver;
  /** The receiver's URL for a path. */
  at: (path: string) => string;
  /** A customer with a webhook at that path. */
  hooked: (path: string, events?: string) => Promise<Hooked>;
  /** Sends due deliveries. */
  run: () => Promise<void>;
  /** Sells traffic, and sends the delivery about it; returns the order's number. */
  sell: (customer: Customer) => Promise<string>;
  stop: () => Promise<void>;
}
export interface Hooked {
  customer: Customer;
  id: string;
  secret: string;
}

/** Starts a shop whose lab allows webhooks to the test's own receiver. */
export async function startBench(more: Record<string, string> = {}): Promise<Bench> {
  const receiver = await startReceiver();
  const shop = await startShop({ LAB_TARGETS: `127.0.0.1:${receiver.port}`, ...more });
  const at = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
  const bench: Bench = {
    shop,
    receiver,
    at,
    hooked: async (path, events = "") => {
      const customer = await shop.customer({ lasting: true });
      const { id, secret } = await customer.get("webhookAdd", { url: at(path), events });
      return { customer, id, secret };
    },
    run: () => deliverWebhooks(shop.services),
    sell: async (customer) => {
      const orderNo = await buy(bench, customer);
      await bench.run();
      return orderNo;
    },
    stop: async () => {
      await shop.stop();
      await receiver.stop();
    },
  };
  return bench;
}

/** Throws unless the signature is valid according to the Standard Webhooks library. */
export function verifyBody(secret: string, { body, headers }: Received): unknown {
  return new Verifier(secret).verify(body, headers);
}

/** Buys traffic for 5 dollars from a wallet that was funded without a payment. */
export async function buy({ shop }: Bench, { id, get }: Customer, quantity = 1): Promise<string> {
  await shop.fund(id, 10_000 * quantity);
  const bought = { sku: "traffic-standard", quantity, method: "wallet" };
  const { order } = await get("placeOrder", bought);
  return order.orderNo;
}

export const HOUR = 3_600;

/** All deliveries of a customer, sent or waiting, newest first. */
export async function deliveriesOf(
  who: Customer,
  more: Record<string, string> = {},
): Promise<Delivery[]> {
  return (await who.get("webhookDeliveries", { limit: 100, ...more })).items;
}

/** The customer's only delivery. */
export async function onlyDelivery(who: Customer): Promise<Delivery> {
  const [first, ...more] = await deliveriesOf(who);
  if (!first || more.length > 0) throw new Error(`${more.length + (first ? 1 : 0)} deliveries`);
  return first;
}

/** The customer's oldest webhook. */
export async function webhookOf(who: Customer): Promise<Webhook | undefined> {
  return (await who.get("webhooks")).items[0];
}

/** Moves the clock past the next retry, including its jitter, and runs the jobs. */
export function tryAgain({ shop }: Bench, seconds: number): Promise<void> {
  return shop.advance(Math.ceil(seconds * 1.1) + 1);
}
