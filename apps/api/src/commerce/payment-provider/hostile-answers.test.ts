/** What a payment provider, or whoever answers in its place, says without end. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { Environment } from "@turnpike/contract/environment.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { isTurnstileSolved } from "../../identity/captcha/turnstile.ts";
import type { Services } from "../../platform/services.ts";
import { stripeClient } from "./card/stripe-api.ts";
import { btcpayApi } from "./crypto/btcpay-api.ts";
import { nowpaymentsApi } from "./nowpayments/nowpayments-api.ts";
import { paypalApi } from "./paypal/paypal-api.ts";

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const packed = gzipSync(Buffer.concat([Buffer.from("null"), Buffer.alloc(64 * 1024 * 1024, " ")]));

/** Answers everything with JSON that is long, or with a small file that becomes long. */
async function startHostile() {
  const state = { how: "endless" as "endless" | "interim" | "packed", sent: 0 };
  const hints = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_000);
  const pourHints = (socket: Socket) => {
    state.sent += hints.length;
    if (state.sent > 100 * 1024 * 1024 || !socket.writable) return void socket.destroy();
    if (socket.write(hints)) setImmediate(pourHints, socket);
    else socket.once("drain", () => pourHints(socket));
  };
  const pour = (response: ServerResponse) => {
    const part = " ".repeat(64 * 1024);
    while (!response.destroyed && state.sent < 300 * 1024 * 1024) {
      state.sent += part.length;
      if (!response.write(part)) return void response.once("drain", () => pour(response));
    }
    response.end("null");
  };
  const server = createServer((request, response) => {
    if (state.how === "interim") return pourHints(request.socket);
    response.setHeader("content-type", "application/json");
    if (state.how === "endless") return pour(response);
    response.setHeader("content-encoding", "gzip");
    response.end(packed);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
const hostile = forTests(startHostile);

const asked: [string, (url: string) => Promise<unknown>][] = [
  ["BTCPay", (url) => btcpayApi({ url, apiKey: "k", storeId: "s", webhookSecret: "w" }).pulls()],
  ["NOWPayments", (url) => nowpaymentsApi({ url, apiKey: "k", ipnSecret: "s" }).deposit("1")],
  [
    "PayPal",
    (url) => {
      const keys = { PAYPAL_CLIENT_ID: "c", PAYPAL_SECRET: "s", PAYPAL_WEBHOOK_ID: "w" };
      return paypalApi({ ...keys, PAYPAL_API_URL: url } as Environment).order("1");
    },
  ],
  [
    "Stripe",
    async (url) => {
      const keys = { STRIPE_API_URL: url, STRIPE_SECRET_KEY: "sk_test_x" };
      return (await stripeClient(keys as Environment)).refunds.retrieve("re_1");
    },
  ],
];

it.each(asked)("an answer of %s without end is read up to 4 MiB", async (name, ask) => {
  const { state, url } = hostile;
  Object.assign(state, { how: "endless", sent: 0 });
  await expect(ask(url)).rejects.toThrow(
    name === "Stripe" ? /connection to Stripe/ : /longer than 4194304 bytes/,
  );
  // What was on the way comes on top.
  expect(megabytes(state.sent)).toBeLessThan(40);
});

it.each(asked)("a small answer of %s that unpacks to 64 MiB is not unpacked", async (name, ask) => {
  Object.assign(hostile.state, { how: "packed" });
  expect(megabytes(packed.length)).toBe(0);
  // Stripe's client unpacks nothing.
  const why = name === "Stripe" ? /JSON/ : /longer than 4194304 bytes/;
  await expect(ask(hostile.url)).rejects.toThrow(why);
});

it("interim answers of Stripe without end are read up to 4 MiB", async () => {
  const { state, url } = hostile;
  Object.assign(state, { how: "interim", sent: 0 });
  const stripe = asked.find(([name]) => name === "Stripe")?.[1];
  await expect(stripe?.(url)).rejects.toThrow(/connection to Stripe/);
  expect(megabytes(state.sent)).toBeLessThan(40);
});

it("Turnstile's as well", async () => {
  Object.assign(hostile.state, { how: "packed" });
  const heard: unknown[] = [];
  const services = {
    env: { TURNSTILE_URL: hostile.url },
    log: { warn: ({ err }: { err: unknown }) => heard.push(String(err)) },
  } as unknown as Services;
  const given = { purpose: "signup", ip: "203.0.113.1", answer: "x" } as const;
  await expect(isTurnstileSolved(services, given)).rejects.toThrow("notReady");
  expect(heard.join()).toContain("longer than");
});
