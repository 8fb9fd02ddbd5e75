/** Load test of claiming due deliveries among many that wait. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { fillDatabase } from "../../../testing/load.ts";
import { claimDue } from "./store/due.ts";
import { startBench } from "./testing.ts";

const WEBHOOKS = 1_000;
const EACH = 200;

const bench = forTests(startBench);

const fill = () =>
  fillDatabase(bench.shop, async (db) => {
    await sql`
    insert into account (id, email, password_hash, invite_code, access_key_sealed,
      access_key_lookup, created_at)
    select gen_random_uuid(), 'many' || n || '@example.com', '', 'MANYX' || (100000 + n), '', 'many' || n, now()
    from generate_series(1, ${WEBHOOKS}::int) n`.execute(db);
    await sql`
    insert into webhook (id, account_id, url, sealed_secret, created_at)
    select gen_random_uuid(), id, 'https://example.com/', '', now() from account`.execute(db);
    await sql`
    insert into webhook_delivery (id, webhook_id, account_id, event_id, event, url, body,
      created_at, next_try_at)
    select gen_random_uuid(), w.id, w.account_id, 'msg_' || n, 'order.paid', w.url, '{}', now(),
      now() - n * interval '1 second'
    from webhook w, generate_series(1, ${EACH}::int) n`.execute(db);
  });

it("Claiming due deliveries among 200,000 takes less than 500 ms (median)", async () => {
  await fill();
  const { db, world } = bench.shop.services;
  const claim = { limit: 30, failingLimit: 15, leaseSeconds: 30 };
  const limits = { perAccount: 5, perWebhook: 2, perFailing: 1 };
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    const due = await claimDue(db, { now: new Date(world.now()), ...claim, ...limits });
    times.push(performance.now() - began);
    expect(due).toHaveLength(30);
  }
  const median = times.toSorted((a, b) => a - b)[10] ?? 0;
  process.stdout.write(`webhooks: 30 claimed of ${WEBHOOKS * EACH} in ${median.toFixed(0)} ms\n`);
  expect(median).toBeLessThan(500);
}, 180_000);
