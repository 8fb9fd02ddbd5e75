import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it, vi } from "vitest";
import {
  HOUR,
  deliveriesOf,
  webhookOf,
  onlyDelivery,
  startBench,
  status,
  tryAgain,
  verifyBody,
} from "./testing.ts";
import type { Customer } from "../../identity/session/testing.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const bench = forTests(startBench);

describe("A delivery", () => {
  it("is signed according to Standard Webhooks", async () => {
    const { customer, secret } = await bench.hooked("/signed");
    const orderNo = await bench.sell(customer);
    const [got, ...more] = bench.receiver.to("/signed");
    if (!got) throw new Error("nothing came");
    expect(more).toEqual([]);
    expect(got.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Turnpike-Webhooks/1",
      "webhook-id": expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    expect(verifyBody(secret, got)).toEqual(got.json);
    expect(got.json).toMatchObject({ type: "order.paid", data: { orderNo, quantity: 1 } });
    const forged = [
      { ...got, body: got.body.replace(orderNo, "TP000000-AAAAAAAA") },
      { ...got, headers: { ...got.headers, "webhook-id": "msg_other" } },
      { ...got, headers: { ...got.headers, "webhook-timestamp": "1700000000" } },
    ];
    for (const one of forged)
      expect(() => verifyBody(secret, one)).toThrow(/signature|timestamp|too old/i);
    const other = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    expect(() => verifyBody(other, got)).toThrow(/signature/i);
    expect(await onlyDelivery(customer)).toMatchObject({
      event: "order.paid",
      eventId: got.headers["webhook-id"],
      status: "delivered",
      body: got.body,
      url: bench.at("/signed"),
      tries: 1,
      nextTryAt: null,
      attempts: [{ status: 204, error: "", answer: "" }],
    });
    expect(await webhookOf(customer)).toMatchObject({ lastDelivered: true, failingSince: null });
  });

  it("still verifies after the lab's clock was moved", async () => {
    await bench.shop.advance(40 * HOUR);
    const { customer, secret } = await bench.hooked("/moved");
    await bench.sell(customer);
    expect(() => bench.receiver.to("/moved").map((one) => verifyBody(secret, one))).not.toThrow();
    expect(bench.receiver.to("/moved")).toHaveLength(1);
  });

  it("goes to all enabled webhooks subscribed to the event, with the same id", async () => {
    const { customer } = await bench.hooked("/all");
    const add = (path: string, events: string) =>
      customer.get("webhookAdd", { url: bench.at(path), events });
    await add("/wants", "wallet.low,order.paid");
    await add("/others", "wallet.low,recharge.paid");
    const off = await add("/off", "");
    await customer.get("webhookUp", { id: off.id, enabled: 0 });
    await bench.sell(customer);
    const came = ["/all", "/wants", "/others", "/off"].map((path) => bench.receiver.to(path));
    expect(came.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
    expect(came[0]?.[0]?.headers["webhook-id"]).toBe(came[1]?.[0]?.headers["webhook-id"]);
  });

  it("is also signed with the old secret for a day after a renewal", async () => {
    const { customer, id, secret: old } = await bench.hooked("/renewed");
    const { secret, previousUntil } = await customer.get("webhookSecret", { id, renew: 1 });
    expect([secret === old, Date.parse(previousUntil ?? "") > 0]).toEqual([false, true]);
    expect(await customer.get("webhookSecret", { id })).toEqual({ secret, previousUntil });
    await bench.sell(customer);
    const [both] = bench.receiver.to("/renewed");
    expect(both?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const one of [secret, old]) if (both) verifyBody(one, both);
    await bench.shop.advance(24 * HOUR + 1);
    expect((await customer.get("webhookSecret", { id })).previousUntil).toBeNull();
    await bench.sell(customer);
    const last = bench.receiver.to("/renewed").at(-1);
    if (!last) throw new Error("nothing came");
    verifyBody(secret, last);
    expect(() => verifyBody(old, last)).toThrow(/signature/i);
  });

  it.runIf(isFull)("is tried ten times over two days with the same id, then fails", async () => {
    bench.receiver.answer.set("/broken", status(500, {}, "Sorry:\u0000 \u{1F600}"));
    const { customer } = await bench.hooked("/broken");
    await bench.sell(customer);
    expect(await onlyDelivery(customer)).toMatchObject({
      status: "waiting",
      tries: 1,
      attempts: [{ status: 500, error: "answered 500", answer: "Sorry:  \u{1F600}" }],
    });
    await bench.run();
    expect(bench.receiver.to("/broken")).toHaveLength(1);
    const waits = [5, 30, 300, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR];
    for (const [at, wait] of waits.entries()) {
      const { nextTryAt } = await onlyDelivery(customer);
      const inSeconds = (Date.parse(nextTryAt ?? "") - bench.shop.services.world.now()) / 1_000;
      expect(inSeconds).toBeLessThanOrEqual(wait * 1.1);
      await bench.shop.advance(Math.max(0, Math.floor(wait * 0.9) - 3));
      expect(bench.receiver.to("/broken")).toHaveLength(at + 1);
      await bench.shop.advance(Math.ceil(wait * 0.2) + 5);
      expect(bench.receiver.to("/broken")).toHaveLength(at + 2);
    }
    const failed = await onlyDelivery(customer);
    expect(failed).toMatchObject({ status: "failed", tries: 10, nextTryAt: null });
    expect(failed.attempts).toHaveLength(10);
    const ids = bench.receiver.to("/broken").map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    await bench.shop.advance(48 * HOUR);
    expect(bench.receiver.to("/broken")).toHaveLength(10);
    expect(await webhookOf(customer)).toMatchObject({ enabled: true, lastDelivered: false });
  });

  it("succeeds on a later try, which clears the failing state", async () => {
    let tries = 0;
    bench.receiver.answer.set("/later", (answer) => {
      answer.writeHead(++tries < 3 ? 503 : 200).end();
    });
    const { customer } = await bench.hooked("/later");
    await bench.sell(customer);
    expect((await webhookOf(customer))?.failingSince).toMatch(/Z$/);
    await tryAgain(bench, 5);
    await tryAgain(bench, 30);
    expect(await onlyDelivery(customer)).toMatchObject({ status: "delivered", tries: 3 });
    expect((await onlyDelivery(customer)).attempts.map((one) => one.status)).toEqual([
      200, 503, 503,
    ]);
    expect(await webhookOf(customer)).toMatchObject({ lastDelivered: true, failingSince: null });
  });

  it.each([
    ["redirected", 302, "answered 302: redirects are not followed"],
    ["moved for good", 308, "answered 308: redirects are not followed"],
    ["told that nothing changed", 304, "answered 304: redirects are not followed"],
    ["refused", 401, "answered 401"],
  ])("that is %s fails and is not sent elsewhere", async (_how, code, error) => {
    bench.receiver.answer.set(`/code${code}`, status(code, { location: bench.at("/elsewhere") }));
    const { customer } = await bench.hooked(`/code${code}`);
    await bench.sell(customer);
    expect((await onlyDelivery(customer)).attempts).toMatchObject([{ status: code, error }]);
    expect(bench.receiver.to("/elsewhere")).toEqual([]);
  });

  it("fails at once on a broken response, and keeps only the start of a long one", async () => {
    bench.receiver.answer.set("/endless", async (answer) => {
      answer.writeHead(200);
      while (!answer.destroyed) {
        answer.write("x".repeat(10_000));
        await sleep(5);
      }
    });
    bench.receiver.answer.set("/drop", (answer) => void answer.destroy());
    bench.receiver.answer.set("/headers", (answer) => {
      answer.writeHead(200, { "x-long": "x".repeat(40_000) }).end();
    });
    bench.receiver.answer.set("/garbage", (answer) => {
      answer.socket?.end("220 mail.example ESMTP\r\n");
    });
    const { customer } = await bench.hooked("/endless");
    for (const path of ["/drop", "/headers", "/garbage"])
      await customer.get("webhookAdd", { url: bench.at(path) });
    await bench.sell(customer);
    const of = await triedOf(customer, 4);
    expect(of("/endless")).toMatchObject({ status: 200, error: "", answer: "x".repeat(500) });
    expect(of("/endless")?.ms).toBeLessThan(timeLimit(2_500));
    expect(of("/drop")).toMatchObject({
      status: 0,
      error: "the connection was closed before an answer",
    });
    expect(of("/headers")).toMatchObject({ status: 0, error: "the answer's headers are too long" });
    expect(of("/garbage")).toMatchObject({ status: 0, error: "the answer is not HTTP" });
  }, 30_000);

  it.runIf(isFull)(
    "waits ten seconds for a response",
    async () => {
      bench.receiver.answer.set("/silent", () => {});
      const { customer } = await bench.hooked("/silent");
      await bench.sell(customer);
      const silent = (await triedOf(customer, 1))("/silent");
      expect(silent).toMatchObject({ status: 0, error: "no answer within 10 s" });
      expect(silent?.ms).toBeGreaterThan(9_900);
    },
    30_000,
  );
});

/** The last attempt of each webhook, by path, once `count` deliveries were attempted. */
async function triedOf(customer: Customer, count: number) {
  const tried = await vi.waitFor(
    async () => {
      const all = await deliveriesOf(customer);
      expect(all.map(({ attempts }) => attempts.length >= 1)).toEqual(Array(count).fill(true));
      return all;
    },
    { timeout: 13_000, interval: 100 },
  );
  return (path: string) => tried.find(({ url }) => url === bench.at(path))?.attempts.at(-1);
}
