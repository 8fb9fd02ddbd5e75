import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { closeCustomer } from "../closure/testing.ts";
import { bindMfaOf } from "../../identity/mfa/testing.ts";
import type { Customer } from "../../identity/session/testing.ts";
import { buy, startBench } from "./testing.ts";

const bench = forTests(startBench);

const add = (who: Customer, path = "/hook", more = {}) =>
  who.get("webhookAdd", { url: bench.at(path), ...more });
const noted = async (who: Customer) =>
  (await who.get("loginLog")).items
    .map(({ event }) => event)
    .filter((one) => one.startsWith("web"));

describe("An account's webhooks", () => {
  it("are added, listed, changed and deleted", async () => {
    const customer = await bench.shop.customer();
    const first = await add(customer, "/a", { description: " Books ", events: "order.paid" });
    expect(first).toMatchObject({
      url: bench.at("/a"),
      description: "Books",
      events: ["order.paid"],
      enabled: true,
      disabledBy: null,
      lastAt: null,
      lastDelivered: null,
      failingSince: null,
      waiting: 0,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    });
    const second = await add(customer, "/b");
    expect(second.secret).not.toBe(first.secret);
    const { items, events } = await customer.get("webhooks");
    expect(items.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(items[0]).not.toHaveProperty("secret");
    expect(events).toContain("static.renewalFailed");
    const changes = { id: first.id, description: "", events: "" };
    expect(await customer.get("webhookUp", changes)).toMatchObject({
      url: bench.at("/a"),
      description: "",
      events: [],
    });
    const moved = { id: first.id, url: bench.at("/c"), events: "wallet.low,order.paid" };
    expect(await customer.get("webhookUp", moved)).toMatchObject({
      url: bench.at("/c"),
      events: ["wallet.low", "order.paid"],
    });
    expect(await customer.get("webhookDel", { ids: first.id })).toEqual({ deleted: 1 });
    expect((await customer.get("webhooks")).items.map(({ id }) => id)).toEqual([second.id]);
    expect(await noted(customer)).toEqual(["webhookMoved", "webhookAdded", "webhookAdded"]);
  });

  it("have deliveries that only their owner can request by id", async () => {
    const [owner, stranger] = [await bench.shop.customer(), await bench.shop.customer()];
    const { id } = await add(owner);
    const sent = [await owner.get("webhookTest", { id }), await owner.get("webhookTest", { id })];
    const found = async (who: Customer, wanted: string) => {
      const { items, total } = await who.get("webhookDeliveries", { id: wanted });
      return [total, ...items.map((each) => each.id)];
    };
    for (const one of sent) {
      expect(await found(owner, one.id)).toEqual([1, one.id]);
      expect(await found(stranger, one.id)).toEqual([0]);
    }
    expect(await found(owner, "nobody")).toEqual([0]);
  });

  it("are limited to ten, however many concurrent calls add them", async () => {
    const customer = await bench.shop.customer();
    const url = bench.at("/many");
    const all = await Promise.all(
      Array.from({ length: 13 }, () => customer.ask("webhookAdd", { url })),
    );
    expect(all.filter(({ code }) => code === 0)).toHaveLength(10);
    const refused = all.filter(({ code }) => code === 409).map((said) => said.refused.reason);
    expect(refused).toEqual(Array(3).fill("tooManyWebhooks"));
  });

  it.each([
    [{ url: "" }, "badWebhookUrl"],
    [{ url: "nonsense" }, "badWebhookUrl"],
    [{ url: "ftp://example.com/" }, "badWebhookUrl"],
    [{ url: "https://me:secret@example.com/" }, "badWebhookUrl"],
    [{ url: `https://example.com/${"x".repeat(500)}` }, "badWebhookUrl"],
    [{ url: "http://127.0.0.1:1/" }, "internalWebhookUrl"],
    [{ url: "https://localhost/" }, "internalWebhookUrl"],
    [{ url: "https://example.com/", events: "order.eaten" }, "badEvent"],
    [{ url: "https://example.com/", events: "ping" }, "badEvent"],
    [{ url: "https://example.com/", description: "x".repeat(101) }, "badField"],
  ])("are refused with %j", async (fields, reason) => {
    const customer = await bench.shop.customer();
    const answer = await customer.ask("webhookAdd", fields);
    expect([answer.code, answer.refused.reason]).toEqual([400, reason]);
    expect((await customer.get("webhooks")).items).toEqual([]);
  });

  it("require MFA to be added, to change the URL, and to show the secret", async () => {
    const customer = await bench.shop.customer();
    const { id } = await add(customer);
    const { fresh } = await bindMfaOf(bench.shop, customer);
    const url = bench.at("/other");
    const guarded = [
      ["webhookAdd", { url }],
      ["webhookUp", { id, url }],
      ["webhookSecret", { id }],
      ["webhookSecret", { id, renew: 1 }],
    ] as const;
    for (const [name, fields] of guarded) {
      const bare = await customer.ask(name, fields);
      const wrong = await customer.ask(name, { ...fields, mfaCode: "000000" });
      expect([name, bare.code, wrong.code]).toEqual([name, 460, 461]);
    }
    expect((await customer.get("webhooks")).items.map((one) => one.url)).toEqual([
      bench.at("/hook"),
    ]);
    const same = { id, url: bench.at("/hook"), events: "order.paid", enabled: 0 };
    expect(await customer.get("webhookUp", same)).toMatchObject({ enabled: false });
    for (const [name, fields] of guarded) {
      const answer = await customer.ask(name, { ...fields, mfaCode: await fresh() });
      expect([name, answer.code]).toEqual([name, 0]);
    }
    const changes = ["webhookSecretRenewed", "webhookMoved", "webhookAdded", "webhookAdded"];
    expect(await noted(customer)).toEqual(changes);
  });

  it("are not found by other accounts", async () => {
    const { customer: owner, id } = await bench.hooked("/owner");
    await bench.sell(owner);
    const [sent] = (await owner.get("webhookDeliveries")).items;
    const stranger = await bench.shop.customer();
    await add(stranger);
    const before = JSON.stringify(await owner.get("webhooks"));
    const tries = [
      ["webhookUp", { id, enabled: 0 }],
      ["webhookUp", { id, url: bench.at("/stolen") }],
      ["webhookDel", { ids: id }],
      ["webhookSecret", { id }],
      ["webhookSecret", { id, renew: 1 }],
      ["webhookTest", { id }],
      ["webhookDeliveries", { webhookId: id }],
      ["webhookReplay", { webhookId: id }],
      ["webhookReplay", { ids: sent?.id }],
      ["webhookUp", { id: "no-such" }],
      ["webhookReplay", { ids: "no-such" }],
    ] as const;
    for (const [name, fields] of tries) {
      expect([name, (await stranger.ask(name, fields)).code]).toEqual([name, 404]);
    }
    expect((await stranger.get("webhookDeliveries")).items).toEqual([]);
    expect(JSON.stringify(await owner.get("webhooks"))).toBe(before);
  });

  const names = [
    "webhooks",
    "webhookAdd",
    "webhookUp",
    "webhookDel",
    "webhookSecret",
    "webhookTest",
    "webhookDeliveries",
    "webhookReplay",
  ] as const;
  it.each(names)("%s requires a session; an access key can only read", async (name) => {
    const { customer, id } = await bench.hooked("/access");
    const { accessKey } = await customer.get("upAccessKey");
    const fields = { id, ids: id, url: bench.at("/access") };
    for (const session of [undefined, "junk"]) {
      expect((await bench.shop.ask(name, { ...fields, session })).code).toBe(300);
    }
    const byKey = await bench.shop.ask(name, { ...fields, key: accessKey });
    const reads = calls[name].access === "read";
    expect(byKey.code).toBe(reads ? 0 : 403);
    expect(reads).toBe(name === "webhooks" || name === "webhookDeliveries");
  });

  it("are deleted with their account, and so are their deliveries", async () => {
    const { customer, id } = await bench.hooked("/closed");
    await buy(bench, customer);
    await closeCustomer(bench.shop, customer);
    await bench.run();
    expect(bench.receiver.to("/closed")).toEqual([]);
    const { rows } = await sql`select id from webhook where id = ${id}
      union all select id from webhook_delivery where webhook_id = ${id}`.execute(bench.shop.db);
    expect(rows).toEqual([]);
  });

  it("store their secrets encrypted", async () => {
    const { id, secret } = await bench.hooked("/sealed");
    const { rows } = await sql<{ sealed_secret: string }>`
      select * from webhook where id = ${id}`.execute(bench.shop.db);
    expect(JSON.stringify(rows)).not.toContain(secret.slice("whsec_".length));
    expect(bench.shop.services.seal.open(rows[0]?.sealed_secret ?? "")).toBe(secret);
  });
});
