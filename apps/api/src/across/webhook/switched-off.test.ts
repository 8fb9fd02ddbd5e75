import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { mailsTo } from "../../identity/mfa/testing.ts";
import {
  HOUR,
  buy,
  deliveriesOf,
  webhookOf,
  onlyDelivery,
  startBench,
  status,
  tryAgain,
  verifyBody,
} from "./testing.ts";

const bench = forTests(startBench);

/** Mail programs make no link of an address that a customer typed (spec/operator#mails). */
const asShown = (url: string) => url.replace("://", ":\u200B//");

describe("A webhook", () => {
  it("that answers 410 is switched off at once, and its owner is notified", async () => {
    bench.receiver.answer.set("/gone", status(410));
    const { customer } = await bench.hooked("/gone");
    await bench.sell(customer);
    expect(await webhookOf(customer)).toMatchObject({
      enabled: false,
      disabledBy: "gone",
      waiting: 0,
    });
    expect(await onlyDelivery(customer)).toMatchObject({ status: "failed", tries: 1 });
    const [mail] = await mailsTo(bench.shop, customer.email);
    expect(mail?.subject).toBe("A webhook was switched off: its address is gone");
    expect(mail?.text).toContain(asShown(bench.at("/gone")));
    expect(mail?.text).toContain("/cli/setting?tab=developers");
    await buy(bench, customer);
    expect(await deliveriesOf(customer)).toHaveLength(1);
  });

  it("that fails for five days is switched off, and its owner is notified once in their language", async () => {
    bench.receiver.answer.set("/dead", status(502));
    const { customer } = await bench.hooked("/dead");
    await customer.get("upLang", { language: "de" });
    const ages = async () => {
      const since = (await webhookOf(customer))?.failingSince;
      return bench.shop.services.world.now() - Date.parse(since ?? "");
    };
    await bench.sell(customer);
    await bench.shop.advance(3 * 24 * HOUR);
    await bench.sell(customer);
    for (let n = 0; n < 4; n++) await tryAgain(bench, [5, 30, 300, 1_800][n] ?? 0);
    expect(await webhookOf(customer)).toMatchObject({ enabled: true, lastDelivered: false });
    // Each of the last attempts may come up to one step late.
    const maxDays = sized(6.2, 5.3);
    for (let n = 0; n < 60 && (await webhookOf(customer))?.enabled; n++) {
      expect(await ages()).toBeLessThan(maxDays * 86_400_000);
      await bench.shop.advance(sized(4, 1) * HOUR);
    }
    expect(await webhookOf(customer)).toMatchObject({ disabledBy: "failing", waiting: 0 });
    const mails = (await mailsTo(bench.shop, customer.email)).filter(({ subject }) =>
      subject.startsWith("Webhook ausgeschaltet"),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(asShown(bench.at("/dead")));
    // Enabling it again clears the failing state, and failed deliveries can be replayed.
    bench.receiver.answer.delete("/dead");
    const { id } = (await webhookOf(customer)) ?? { id: "" };
    expect((await customer.ask("webhookReplay", { webhookId: id })).refused.reason).toBe(
      "webhookDisabled",
    );
    const on = await customer.get("webhookUp", { id, enabled: 1 });
    expect(on).toMatchObject({ enabled: true, disabledBy: null, failingSince: null });
    expect(await customer.get("webhookReplay", { webhookId: id })).toEqual({ replayed: 2 });
    await bench.run();
    const states = (await deliveriesOf(customer)).map((one) => one.status);
    expect(states).toEqual(["delivered", "delivered"]);
  }, 30_000);

  it("that its owner switches off receives nothing, and its waiting deliveries fail", async () => {
    bench.receiver.answer.set("/paused", status(500));
    const { customer, id } = await bench.hooked("/paused");
    await bench.sell(customer);
    const off = await customer.get("webhookUp", { id, enabled: 0 });
    expect(off).toMatchObject({ enabled: false, disabledBy: "owner", waiting: 0 });
    await buy(bench, customer);
    await bench.shop.advance(HOUR);
    expect(bench.receiver.to("/paused")).toHaveLength(1);
    expect(await onlyDelivery(customer)).toMatchObject({ status: "failed" });
    const sent = await onlyDelivery(customer);
    const replay = await customer.ask("webhookReplay", { ids: sent.id });
    expect([replay.code, replay.refused.reason]).toEqual([409, "webhookDisabled"]);
  });

  it("whose URL changes receives its waiting deliveries at the new URL", async () => {
    bench.receiver.answer.set("/before", status(500));
    const { customer, id } = await bench.hooked("/before");
    await bench.sell(customer);
    await customer.get("webhookUp", { id, url: bench.at("/after") });
    expect((await webhookOf(customer))?.failingSince).toBeNull();
    await tryAgain(bench, 5);
    expect(bench.receiver.to("/after")).toHaveLength(1);
    expect(await onlyDelivery(customer)).toMatchObject({
      status: "delivered",
      url: bench.at("/after"),
    });
  });

  it("can be tested at once by a ping, switched off or not", async () => {
    const { customer, id, secret } = await bench.hooked("/ping", "wallet.low");
    const sent = await customer.get("webhookTest", { id });
    expect(sent).toMatchObject({ event: "ping", status: "delivered", tries: 1, webhookId: id });
    const [got] = bench.receiver.to("/ping");
    if (!got) throw new Error("nothing came");
    expect(verifyBody(secret, got)).toMatchObject({ type: "ping", data: { webhookId: id } });
    await customer.get("webhookUp", { id, enabled: 0 });
    bench.receiver.answer.set("/ping", status(500, {}, "not now"));
    expect(await customer.get("webhookTest", { id })).toMatchObject({
      status: "failed",
      attempts: [{ status: 500, error: "answered 500", answer: "not now" }],
    });
    await bench.shop.advance(2 * HOUR);
    expect(bench.receiver.to("/ping")).toHaveLength(2);
    // A failed test does not mark the webhook as failing.
    expect(await webhookOf(customer)).toMatchObject({ failingSince: null, lastDelivered: true });
    expect((await deliveriesOf(customer, { event: "ping" })).length).toBe(2);
    await customer.get("webhookUp", { id, enabled: 1 });
    expect(await customer.get("webhookReplay", { webhookId: id })).toEqual({ replayed: 0 });
  });

  it("that is failing is cleared by a successful test, not by a failed one", async () => {
    bench.receiver.answer.set("/fails", status(500));
    const { customer, id } = await bench.hooked("/fails");
    await bench.sell(customer);
    await customer.get("webhookTest", { id });
    const failing = { lastDelivered: false, failingSince: expect.stringMatching(/Z$/) as string };
    expect(await webhookOf(customer)).toMatchObject(failing);
    bench.receiver.answer.delete("/fails");
    await customer.get("webhookTest", { id });
    expect(await webhookOf(customer)).toMatchObject({ lastDelivered: true, failingSince: null });
  });

  it("can be tested at most twenty times a minute", async () => {
    const { customer, id } = await bench.hooked("/tested");
    const said = [];
    for (let n = 0; n < 21; n++) said.push(await customer.ask("webhookTest", { id }));
    expect(said.map(({ code }) => code)).toEqual([...Array(20).fill(0), 429]);
    expect(said.at(-1)?.refused).toMatchObject({ reason: "tooManyTries", retryAfterSeconds: 60 });
    await bench.shop.advance(61);
    expect((await customer.ask("webhookTest", { id })).code).toBe(0);
  });
});

describe("A replay", () => {
  it("sends the same event again, delivered or not, and keeps all its attempts", async () => {
    const { customer, secret } = await bench.hooked("/again");
    await bench.sell(customer);
    const { id } = await onlyDelivery(customer);
    bench.receiver.answer.set("/again", status(500));
    expect(await customer.get("webhookReplay", { ids: `${id},${id}` })).toEqual({ replayed: 1 });
    await bench.run();
    expect(await onlyDelivery(customer)).toMatchObject({ status: "waiting", tries: 2 });
    bench.receiver.answer.delete("/again");
    await tryAgain(bench, 5);
    const came = bench.receiver.to("/again");
    expect(new Set(came.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(came.map(({ body }) => body)).size).toBe(1);
    for (const one of came) expect(() => verifyBody(secret, one)).not.toThrow();
    expect((await onlyDelivery(customer)).attempts.map((one) => one.status)).toEqual([
      204, 500, 204,
    ]);
  });

  it("of a webhook resends what failed since a given time", async () => {
    bench.receiver.answer.set("/since", status(410));
    const { customer, id } = await bench.hooked("/since");
    const instants: string[] = [];
    for (let n = 0; n < 3; n++) {
      instants.push(new Date(bench.shop.services.world.now()).toISOString());
      await bench.sell(customer);
      await customer.get("webhookUp", { id, enabled: 1 });
      await bench.shop.advance(10);
    }
    bench.receiver.answer.delete("/since");
    const replay = (since: string | undefined) =>
      customer.get("webhookReplay", { webhookId: id, since });
    expect(await replay(instants[1])).toEqual({ replayed: 2 });
    await bench.run();
    expect(await replay(undefined)).toEqual({ replayed: 1 });
    expect(await replay(undefined)).toEqual({ replayed: 0 });
    const bare = await customer.ask("webhookReplay", {});
    expect([bare.code, bare.refused.reason]).toEqual([400, "selectRow"]);
  });
});
