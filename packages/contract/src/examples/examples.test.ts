import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Call } from "../call.ts";
import { type CallName, calls } from "../calls.ts";
import { lookupCalls } from "../lookup.ts";
import { extract } from "../extraction.ts";
import { files } from "../files.ts";
import { managerCalls } from "../manager.ts";
import { webhookData } from "../webhook-events.ts";
import { now, orders, user, walletCents } from "./customer.ts";
import { days } from "./statistics.ts";
import { webhookExamples } from "./webhook-events.ts";

interface AnyExample {
  request: Record<string, unknown>;
  response: unknown;
}
/** The examples by name of the call. */
type Examples = { [N in CallName]: (typeof calls)[N]["example"] };
const examples = Object.fromEntries(
  Object.entries(calls).map(([name, { example }]) => [name, example]),
) as Examples;
const all = Object.entries(calls).map(([name, call]) => ({
  name,
  call: call as unknown as Call,
  example: call.example as AnyExample,
}));
const services = [...Object.values(lookupCalls), ...Object.values(managerCalls)];
const told = JSON.stringify([
  examples,
  services.map(({ example }) => example),
  webhookExamples,
  [...Object.values(files), extract].map(({ example }) => example),
]);

describe("An example", () => {
  it.each(all)("of $name is a valid request and response of the call", ({ call, example }) => {
    const asked = call.request.strict().safeParse(example.request);
    expect(asked.error?.issues ?? []).toEqual([]);
    // Nothing that the answer's schema would drop appears in an example.
    expect(call.response.parse(example.response)).toEqual(example.response);
  });

  it("of a call that spends money has a requestId, different from all others", () => {
    const ids = all
      .filter(({ call }) => call.takesRequestId)
      .map(({ example }) => example.request.requestId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("of the lookup service, the manager or an event is valid too", () => {
    expect(services).toHaveLength(8);
    for (const { request, response, example } of services) {
      expect((request as z.ZodType).safeParse(example.request).error?.issues ?? []).toEqual([]);
      expect((response as z.ZodType).parse(example.response)).toEqual(example.response);
    }
    for (const [event, data] of Object.entries(webhookData)) {
      const body = webhookExamples[event as keyof typeof webhookData];
      expect(body.type).toBe(event);
      expect(data.parse(body.data)).toEqual(body.data);
    }
  });
});

describe("The customer in the examples", () => {
  it("has a balance of income minus spending", () => {
    const spent = Object.values(orders).reduce((sum, { amountCents }) => sum + amountCents, 0);
    const { payment, shareInfo, ledger } = examples;
    const came = payment.response.amountCents + payment.response.bonusCents;
    expect(came + shareInfo.response.cashedOutCents - spent).toBe(walletCents);
    const lines = ledger.response.items;
    expect(lines[0]?.balance).toBe(walletCents);
    for (const [n, line] of lines.slice(0, -1).entries())
      expect(line.balance - line.amount).toBe(lines[n + 1]?.balance);
  });

  it("has traffic used and remaining that add up to the traffic bought, over two sub-accounts", () => {
    const { subUsers, trafficInfo, statis, trafficStatisMonth } = examples;
    const sum = (key: "usedBytes" | "availableBytes") =>
      subUsers.response.items.reduce((total, one) => total + one[key], 0);
    expect(sum("usedBytes")).toBe(trafficInfo.response.usedBytes);
    expect(sum("availableBytes")).toBe(trafficInfo.response.balanceBytes);
    expect(sum("usedBytes") + sum("availableBytes")).toBe(orders.traffic.quantity * 1e9);
    expect(user.trafficBytes).toBe(trafficInfo.response.balanceBytes);
    expect(trafficStatisMonth.response.items.at(-1)?.bytes).toBe(trafficInfo.response.usedBytes);
    expect(statis.response.totalBytes).toBe(days.reduce((total, { bytes }) => total + bytes, 0));
    const today = subUsers.response.items.reduce((total, one) => total + one.dayUsedBytes, 0);
    expect(statis.response.todayBytes).toBe(today);
  });

  it("pays the listed prices", () => {
    for (const { sku, tiers } of examples.priceList.response.products) {
      const order = Object.values(orders).find((one) => one.sku === sku);
      const unit = tiers.findLast(({ fromQty }) => fromQty <= (order?.quantity ?? 0))?.unitMicros;
      expect(order?.amountCents).toBe(((unit ?? 0) * (order?.quantity ?? 0)) / 10_000);
    }
  });

  it("earned what the affiliate page shows", () => {
    const { shareInfo, profitList, invitations } = examples;
    const { items } = profitList.response;
    const profits = items.reduce((sum, { profitCents }) => sum + profitCents, 0);
    const { withdrawableCents, cashedOutCents, frozenCents } = shareInfo.response;
    expect(withdrawableCents + cashedOutCents + frozenCents).toBe(profits);
    for (const one of items)
      expect(one.profitCents).toBe((one.orderAmountCents * one.percent) / 100);
    const brought = invitations.response.items.reduce((sum, one) => sum + one.transactionCents, 0);
    expect(brought).toBe(shareInfo.response.transactionCents);
  });

  it("has only timestamps before the current time of the examples", () => {
    const past = [...told.matchAll(/"(createdAt|paidAt|startedAt|openedAt)":"([^"]+)"/g)];
    expect(past.length).toBeGreaterThan(50);
    expect(past.filter(([, , at = ""]) => at > now)).toEqual([]);
  });
});

describe("Nothing in the examples", () => {
  it("is a real person's or company's address, name or network", () => {
    const addresses = told.match(/\b\d{1,3}(\.\d{1,3}){3}\b/g) ?? [];
    expect(addresses.length).toBeGreaterThan(50);
    const documented = /^(192\.0\.2|198\.51\.100|203\.0\.113|127\.0\.0|10\.0\.0)\.\d+$/;
    expect(addresses.filter((one) => !documented.test(one))).toEqual([]);
    const mails = told.match(/[\w.*]+@[\w.-]+\w/g) ?? [];
    expect(mails.length).toBeGreaterThan(5);
    const reserved = /@(example\.(com|net|org)|proxies\.example|8000)$/;
    expect(mails.filter((one) => !reserved.test(one))).toEqual([]);
    const hosts = [...told.matchAll(/https?:\/\/([^/"?]+)/g)].map(([, host = ""]) => host);
    expect(hosts.filter((one) => !/(^|\.)example(\.(com|net|org))?$/.test(one))).toEqual([]);
  });

  it("looks like a real secret", () => {
    const shapes = [
      /\b(sk|pk|rk)_(live|test)_/,
      /\bAKIA[0-9A-Z]{16}/,
      /\bgh[pousr]_\w{20}/,
      /\beyJ[\w-]{10,}\./,
      /-----BEGIN/,
      /\bwhsec_(?!EXAMPLE)/,
    ];
    for (const shape of shapes) expect(told).not.toMatch(shape);
    const named = [
      ...told.matchAll(/"(session|accessKey|key|password|secret|ticket|proof)":"([^"]*)"/g),
    ];
    expect(named.length).toBeGreaterThan(20);
    // The secret that all texts about TOTP use (base32 of "Hello!").
    const marked = /example|^JBSWY3DPEHPK3PXP$/i;
    expect(named.filter(([, , value = ""]) => !marked.test(value))).toEqual([]);
    const random = told.match(/[A-Za-z0-9+/_]{24,}/g) ?? [];
    expect(
      random.filter((one) => /\d/.test(one) && /[a-z]/.test(one) && /[A-Z]/.test(one)),
    ).toEqual([]);
  });
});
