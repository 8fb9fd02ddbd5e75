/**
 * A plan of 1,000 ports with a month of usage, among 10,000 plans of others: its lists are fast.
 * The limit is that of every read call (spec/quality#speed-and-size).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { limitHere } from "@turnpike/net/testing/machine-speed.ts";
import { beforeAll, expect, it } from "vitest";
import { fillDatabase, percentile, timed } from "../../../testing/load.ts";
import type { Db } from "../../platform/db/database.ts";
import { startShop } from "../../identity/session/testing.ts";
import { ticketOf } from "../../identity/ticket/testing.ts";
import { givePlan, type PlanWithPorts } from "./give-testing.ts";

const others = 10_000;
const boundMs = 50;

const shop = forTests(startShop);
const ada = forTests(() => shop.customer());
let plan: PlanWithPorts;
beforeAll(async () => {
  plan = await givePlan(shop.services, ada.id, { quantity: 1_000 });
  const small = await givePlan(shop.services, ada.id);
  await fillDatabase(shop, (db) => fill(db, small));
}, 180_000);

/** Inserts plans like the given one for another account, and a month of usage for all. */
async function fill(db: Db, like: PlanWithPorts): Promise<void> {
  const stranger = await shop.customer();
  await sql`
    insert into shop_order (id, order_no, account_id, sku, kind, enterprise, quantity, list_cents,
      discount_cents, amount_cents, method, status, asset, granted, created_at, paid_at)
    select gen_random_uuid(), 'L' || n, ${stranger.id}, sku, kind, enterprise, quantity, list_cents,
      discount_cents, amount_cents, method, status, asset, granted, created_at, paid_at
    from shop_order, generate_series(1, ${others}) n where id = ${like.order_id}`.execute(db);
  await sql`
    insert into unlimited_plan (id, account_id, kind, region, quantity, days, order_id, order_no,
      started_at, expires_at)
    select gen_random_uuid(), account_id, 'port', 'europe', 1, 30, id, order_no,
      now() - interval '20 days', now() + random() * interval '10 days' - interval '2 days'
    from shop_order where account_id = ${stranger.id}`.execute(db);
  await sql`
    insert into unlimited_port (id, plan_id, account_id, place, port, rotation_minutes,
      rotation_from, format, name, sealed_password, verifier)
    select gen_random_uuid(), id, account_id, 1, 30000 + row_number() over (), 10, started_at,
      '{host}', 'Stranger1', ${like.ports[0]?.sealed_password}, repeat('0', 64)
    from unlimited_plan where account_id = ${stranger.id}`.execute(db);
  await sql`
    insert into unlimited_usage_day (port_id, plan_id, account_id, day, up_bytes, down_bytes, requests)
    select id, plan_id, account_id, now()::date - ago, 1000, 100000, 10
    from unlimited_port, generate_series(0, 29) as ago`.execute(db);
}

it("a plan of 1,000 ports returns any page and search within 50 ms (p99)", async () => {
  const searches = [undefined, "26", "a", "germany", "nothing"];
  const pages = [1, 2, 10, 50].flatMap((page) => [20, 100].map((limit) => ({ page, limit })));
  const planId = plan.id;
  const asked = searches.flatMap((search) => pages.map((page) => ({ search, planId, ...page })));
  const took: number[] = [];
  for (const question of asked) await ada.get("portOrder", question);
  for (const question of asked) {
    took.push(await timed(() => ada.get("portOrder", question)));
    took.push(await timed(() => ada.get("portOrders", { page: 1, limit: question.limit })));
  }
  expect(percentile("a plan of 1,000 ports", took, 0.99)).toBeLessThan(await limitHere(boundMs));
}, 120_000);

it("exporting, editing and rotating all 1,000 ports takes at most a second each", async () => {
  const ticket = await ticketOf(ada, { what: "export" });
  const query = new URLSearchParams({ ticket, planId: plan.id }).toString();
  let lines = 0;
  const exported = await timed(async () => {
    const answer = await fetch(`${shop.url}/v1/unlimit/export?${query}`);
    lines = (await answer.text()).split("\n").length - 1;
  });
  expect(lines).toBe(1_000);
  const ids = plan.portIds.join();
  const edit = { ids, rotationMinutes: 5, password: "forAll777" };
  const edited = await timed(() => ada.get("upport", edit));
  const rotated = await timed(() => ada.get("rotateUnlimit", { ids }));
  const figures = [exported, edited, rotated].map((ms) => `${ms.toFixed(0)} ms`).join(", ");
  process.stdout.write(`1,000 ports exported, edited, rotated: ${figures}\n`);
  for (const ms of [exported, edited, rotated]) expect(ms).toBeLessThan(1_000);
}, 60_000);
