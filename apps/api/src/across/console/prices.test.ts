import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAudit } from "../../platform/audit/audit.ts";
import { sumExitUsage } from "../request-log/store/exit-usage.ts";
import { operate, operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

let session: string;
const api = forTests(startTestConsole);
const replica = forTests(() => api.startAnother({ console: { host: "127.0.0.1", port: 0 } }));
const owner = forTests(() => api.person("owner"));
beforeAll(async () => {
  ({ session } = await api.register());
  await api.topUp(session, 10_000);
});

const HOUR = 3_600_000;
const sku = "traffic-standard";
const inHours = (hours: number) => new Date(api.services.world.now() + hours * HOUR).toISOString();
/** Moves the clocks of both processes forward. */
function wait(ms: number): void {
  for (const { world } of [api.services, replica.services]) world.setOffset(world.offsetMs() + ms);
}
/** The unit price at a quantity, as each process shows it to visitors. */
async function shown(of = sku, quantity = 1): Promise<(number | undefined)[]> {
  const read = async (url: string) => {
    const answer = await fetch(`${url}/v2/priceList`, { method: "POST" });
    const { data } = (await answer.json()) as {
      data: { products: { sku: string; tiers: { fromQty: number; unitMicros: number }[] }[] };
    };
    const product = data.products.find((one) => one.sku === of);
    return product?.tiers.find(({ fromQty }) => fromQty === quantity)?.unitMicros;
  };
  return [await read(api.url), await read(replica.url)];
}
const quoted = async (quantity: number) =>
  (await api.send("quote", { session, sku, quantity })).data.totalCents;

it("A price is never nothing, at once, later and for a group: only a trial costs nothing", async () => {
  await owner.get("groupAdd", { name: "Free" });
  const free = { sku, fromQty: 1, unitMicros: 0 };
  const refused = { code: 409, data: { detail: expect.stringContaining("only a trial") } };
  for (const more of [{}, { group: "Free" }, { from: inHours(2) }]) {
    expect(await owner.ask("priceSet", { ...free, ...more })).toMatchObject(refused);
    expect(await owner.ask("pricePreview", { ...free, ...more })).toMatchObject(refused);
  }
  expect(await operate(api.services, "prices", "set", sku, "1", "0")).toMatchObject({ code: 1 });
});

describe("a scheduled price (spec/money#prices)", () => {
  it("takes effect on time for all readers of both processes, without a job", async () => {
    const [before = 0] = await shown();
    const unitMicros = before + 1_000_000;
    const change = { sku, fromQty: 1, unitMicros, from: inHours(2) };
    const preview = await owner.get("pricePreview", change);
    expect(preview.items[0]).toEqual({
      quantity: 1,
      beforeCents: before / 10_000,
      afterCents: unitMicros / 10_000,
    });
    expect(preview.typical).toBeNull();
    const { product, scheduled } = await owner.get("priceSet", { ...change, reason: "costs" });
    expect(product.tiers[0]?.unitMicros).toBe(before);
    expect((await owner.get("priceSchedule")).items).toEqual([scheduled]);
    expect((await owner.get("auditList")).items[0]).toMatchObject({
      action: "price.schedule",
      subject: sku,
      after: { fromQty: 1, unitMicros },
      reason: "costs",
    });
    wait(2 * HOUR - 60_000);
    expect(await shown()).toEqual([before, before]);
    wait(61_000);
    expect(await shown()).toEqual([unitMicros, unitMicros]);
    expect(await quoted(1)).toBe(unitMicros / 10_000);
    const { order } = (
      await api.send("placeOrder", { session, sku, quantity: 1, method: "wallet" })
    ).data;
    expect(order.amountCents).toBe(unitMicros / 10_000);
    expect((await owner.get("priceSchedule")).items).toEqual([]);
    const { typical } = await owner.get("pricePreview", { ...change, from: inHours(1) });
    expect(typical).toMatchObject({ quantity: 1, orders: 1, beforeCents: unitMicros / 10_000 });
    // A price set afterwards takes effect at once, and the scheduled change does not override it.
    await owner.get("priceSet", { sku, fromQty: 1, unitMicros: before });
    wait(HOUR);
    expect(await shown()).toEqual([before, before]);
  });

  it("can be cancelled unless a later change needs it, and cannot leave an order unpriced", async () => {
    const { items } = await owner.get("productList");
    const { minQty = 0, tiers = [] } = items.find((one) => one.sku === sku) ?? {};
    const removal = { sku, fromQty: minQty, from: inHours(5) };
    expect((await owner.ask("priceSet", removal)).refused.detail).toContain("needs a price");
    expect(
      (await owner.ask("priceSet", { ...removal, from: inHours(-1) })).refused.detail,
    ).toContain("in the future");
    const added = { sku, fromQty: 7, unitMicros: 1_000_000, from: inHours(3) };
    const first = (await owner.get("priceSet", added)).scheduled;
    const second = (await owner.get("priceSet", { sku, fromQty: 7, from: inHours(4) })).scheduled;
    const early = await owner.ask("priceCancel", { id: first?.id });
    expect(early.refused).toMatchObject({ reason: "actRefused" });
    await owner.get("priceCancel", { id: second?.id });
    expect((await owner.get("priceCancel", { id: first?.id })).cancelled).toEqual(first);
    expect((await owner.ask("priceCancel", { id: first?.id })).refused.reason).toBe("notFound");
    wait(6 * HOUR);
    const now = (await owner.get("productList")).items.find((one) => one.sku === sku);
    expect(now?.tiers).toEqual(tiers);
  });

  it("can be set and cancelled on the command line too", async () => {
    const at = inHours(24);
    const set = ["prices", "set", "static-7", "1", "9000000", "--at", at];
    const preview = await operate(api.services, ...set, "--preview");
    expect(preview.out).toContain("$9.00");
    expect((await operateJson(api.services, ...set)).said).toMatchObject({ price: "$9.000000" });
    const listed = (await operateJson(api.services, "prices", "scheduled")).said;
    expect(listed).toMatchObject([{ sku: "static-7", from: at, createdBy: "cli" }]);
    const shownBy = (await owner.get("priceSchedule", { sku: "static-7" })).items;
    expect(shownBy).toMatchObject([{ unitMicros: 9_000_000, from: at }]);
    expect((await operate(api.services, "prices", "cancel", listed[0].id)).code).toBe(0);
    expect((await owner.get("priceSchedule")).items).toEqual([]);
    const bad = await operate(api.services, ...set.slice(0, -1), "tomorrow");
    expect(bad.code).toBe(2);
    expect((await verifyAudit(api.services)).ok).toBe(true);
  });
});

it("the cost of upstreams (spec/console#margin) is deducted from revenue by product, country and exit, to the cent", async () => {
  const { services } = api;
  const { db } = services;
  const csv = [
    "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance",
    ...["203.0.113.7", "203.0.113.8"].map(
      (ip) => `${ip},http,up.example.com,8080,u,p,FR,Paris,Paris,75001,Net One,64500,pool,deal`,
    ),
  ].join("\n");
  await owner.get("exitImport", { csv });
  await api.send("placeOrder", { session, sku, quantity: 1, method: "wallet" });
  const now = new Date(services.world.now());
  const day = now.toISOString().slice(0, 10);
  const { id } = await api.register();
  const carried = (ip: string, gb: number) => sql`
      insert into connection_trace (id, at, account_id, sub_account_id, product, target, protocol,
        exit_ip, country, up_bytes, down_bytes, ms, outcome, reason, detail, gateway)
      values (${`${ip}-${gb}`}, ${now}, ${id}, ${id}, 'traffic', 'example.com:443', 'connect',
        ${ip}::inet, 'FR', ${gb * 500_000_000}, ${gb * 500_000_000}, 5, 'ok', '', '', 'local-1')`;
  await carried("203.0.113.7", 2).execute(db);
  await carried("203.0.113.8", 1).execute(db);
  await sumExitUsage(services);
  await sumExitUsage(services);
  const span = { from: day, to: day };
  const sold = (await owner.get("revenue", { ...span, by: "product" })).items;
  const traffic = sold.find(({ group }) => group === "traffic")?.netCents ?? 0;
  expect(traffic).toBeGreaterThan(0);
  const finance = await api.person("finance");
  const cost = { scope: "upstream", name: "up.example.com", from: day };
  await finance.get("costSet", { ...cost, perGbMicros: 500_000, reason: "contract" });
  const own = { scope: "exit", name: "203.0.113.8", from: day };
  await finance.get("costSet", { ...own, perGbMicros: 10_000 });
  const lines = async (by: string) => (await finance.get("margin", { ...span, by })).items;
  const products = await finance.get("margin", { ...span, by: "product" });
  expect(products.items.find(({ group }) => group === "traffic")).toMatchObject({
    bytes: 3_000_000_000,
    revenueCents: traffic,
    costCents: 101,
    marginCents: traffic - 101,
  });
  const france = (await lines("country")).find(({ group }) => group === "FR");
  expect(france).toMatchObject({ revenueCents: traffic, costCents: 101 });
  const exits = await lines("exit");
  const shareOf = (ip: string) => exits.find(({ group }) => group === ip);
  expect(shareOf("203.0.113.7")).toMatchObject({ costCents: 100 });
  expect(shareOf("203.0.113.8")).toMatchObject({ costCents: 1 });
  const parts = ["203.0.113.7", "203.0.113.8"].map((ip) => shareOf(ip)?.revenueCents ?? 0);
  expect(parts[0]).toBe(Math.round((traffic * 2) / 3));
  expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBe(traffic);
  const command = ["margin", "--from", day, "--to", day];
  expect((await operateJson(services, ...command)).said).toEqual(products);
  // The command line doubles the price per GB and removes the exit's own price.
  const set = ["costs", "set", "upstream", "up.example.com", day, "--per-gb", "1000000"];
  expect((await operate(services, ...set)).code).toBe(0);
  expect((await operate(services, "costs", "remove", "exit", own.name, day)).code).toBe(0);
  expect((await finance.get("margin", { ...span, by: "exit" })).total.costCents).toBe(300);
  expect((await finance.get("costList")).items).toMatchObject([
    { ...cost, perGbMicros: 1_000_000, createdBy: "cli" },
  ]);
  const unknown = { ...cost, name: "nobody.example.com" };
  expect((await finance.ask("costSet", unknown)).refused.detail).toContain("no exit has");
});

it("news in several languages (spec/console#shop) is shown in its translation, otherwise in the default text, and is removed as a whole", async () => {
  const body = "The pool now has exits in Reykjavik.";
  const german = { lang: "de", title: "Ausgänge in Island", body: "Der Pool ist nun dort." };
  const given = { title: "Exits in Iceland", body, translations: [german] };
  const { news } = await owner.get("newsAdd", given);
  expect(news.translations).toHaveLength(6);
  const read = async (lang: string) =>
    (await api.send("indexInit", { session, lang })).data.news[0];
  expect(await read("de")).toMatchObject({ title: german.title, body: german.body });
  expect(await read("fr")).toMatchObject({ title: given.title, body });
  const [listed] = (await owner.get("newsList")).items;
  expect(listed).toMatchObject({ id: news.id, title: given.title, lang: null });
  expect(listed?.translations.find(({ lang }) => lang === "de")).toEqual(german);
  const both = await owner.ask("newsAdd", { ...given, lang: "en" });
  expect(both.refused.reason).toBe("badField");
  await owner.get("newsRemove", { id: news.id });
  for (const lang of ["en", "de", "fr"]) expect((await read(lang))?.title).not.toContain("Iceland");
});

it("refusals in the overview (spec/console#overview) cover the last 24 hours and count each past hour once", async () => {
  const { services } = api;
  const { id } = await api.register();
  // Rows of hours to come: a process counts the past ones by itself some time after its start.
  const ahead = 30 * HOUR;
  const hour = Math.floor((services.world.now() + ahead) / HOUR) * HOUR;
  const refuse = (hoursAgo: number, reason: string) =>
    sql`
      insert into request_log (id, account_id, sub_account_id, at, client, target, protocol,
        exit_ip, country, up_bytes, down_bytes, ms, outcome, reason, detail)
      values (gen_random_uuid()::text, ${id}, ${id}, ${new Date(hour - hoursAgo * HOUR + 1)}, '',
        'example.com:25', 'connect', '', '', 0, 0, 1, 'refused', ${reason}, '')`.execute(
      services.db,
    );
  for (const [hours, reason] of [
    [0, "portBlocked"],
    [5, "portBlocked"],
    [23, "noExit"],
    [24, "noExit"],
  ] as const)
    await refuse(hours, reason);
  wait(ahead);
  const staff = await api.person("owner");
  const counted = async () => (await staff.get("overview")).refusals;
  const first = [
    { reason: "portBlocked", count: 2 },
    { reason: "noExit", count: 1 },
  ];
  expect(await counted()).toEqual(first);
  // Refusals that arrive for an hour long past are not counted.
  await refuse(5, "portBlocked");
  await refuse(1, "noExit");
  expect(await counted()).toEqual([
    { reason: "noExit", count: 2 },
    { reason: "portBlocked", count: 2 },
  ]);
});
