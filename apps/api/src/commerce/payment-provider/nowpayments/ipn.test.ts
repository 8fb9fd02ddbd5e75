import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { ipnWebhook } from "./ipn.ts";
import type { NowpaymentsApi } from "./nowpayments-api.ts";

const secret = "example-secret";
const webhook = ipnWebhook({} as NowpaymentsApi, secret);
const prove = (body: string, signature = "0".repeat(128)) =>
  webhook.event({ headers: { "x-nowpayments-sig": signature }, body: Buffer.from(body) });
const signed = (text: string) => createHmac("sha512", secret).update(text).digest("hex");

it("A stranger's delivery takes the API no longer to refuse than its length, whatever it repeats (spec/quality#n7)", async () => {
  const names = Array.from({ length: 6_000 }, (_, each) => [`k${each.toString(36)}`, 0]);
  const fields = {
    ...Object.fromEntries(names),
    inner: Array.from({ length: 12_000 }, () => ({})),
  };
  const before = process.threadCpuUsage();
  expect(await prove(JSON.stringify(fields))).toBeNull();
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(500);
});

it("A delivery of half a megabyte, longer than any of theirs, is refused unread", async () => {
  const names = Array.from({ length: 50_000 }, (_, at) => [`k${(at * 7_919) % 50_000}`, 1]);
  const text = JSON.stringify(Object.fromEntries(names));
  const before = process.threadCpuUsage();
  expect(await prove(text)).toBeNull();
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(50);
});

it("Both forms of the signature are read, with objects in lists", async () => {
  const fields = { b: 1, a: { z: 2, b: 3, a: [{ c: 4, b: 5 }] }, order_id: "x" };
  const text = JSON.stringify(fields);
  const shallow = JSON.stringify(fields, Object.keys(fields).toSorted());
  expect(shallow).toBe('{"a":{"a":[{"b":5}],"b":3},"b":1,"order_id":"x"}');
  expect(await prove(text, signed(shallow))).not.toBeNull();
  const deep = '{"a":{"a":[{"c":4,"b":5}],"b":3,"z":2},"b":1,"order_id":"x"}';
  expect(await prove(text, signed(deep))).not.toBeNull();
  expect(await prove(text, signed(text))).toBeNull();
});
