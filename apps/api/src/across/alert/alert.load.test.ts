/** Load test of the alert job with 100,000 accounts that have thresholds. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { fillDatabase, timed } from "../../../testing/load.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { startShop } from "../../identity/session/testing.ts";
import { alertJobs } from "./jobs.ts";
import { accountsToNotify } from "./store.ts";

const ACCOUNTS = 100_000;
const LOW = 200;

const shop = forTests(startShop);

const fill = () =>
  fillDatabase(shop, async (db) => {
    await sql`
    insert into account (id, email, password_hash, invite_code, access_key_sealed,
      access_key_lookup, created_at)
    select gen_random_uuid(), 'many' || n || '@example.com', '', 'MANYX' || (100000 + n), '', 'many' || n, now()
    from generate_series(1, ${ACCOUNTS}::int) n`.execute(db);
    await sql`
    insert into ledger_holding (owner, asset, balance)
    select id, asset, case when invite_code like 'MANYX%' and substr(invite_code, 6)::int <= 100000 + ${LOW}
      then 1 else 1000000 end
    from account, unnest(array['wallet', 'traffic']) asset`.execute(db);
    await sql`
    insert into alert_setting select id, true, 1000, 1000, 7 from account`.execute(db);
    await sql`
    insert into coupon (id, account_id, kind, percent, created_at, expires_at)
    select gen_random_uuid(), id, 'discount', 5, now(), now() + interval '1 year'
    from account`.execute(db);
  });

it("The alert jobs take less than 3 s for 100,000 accounts when nothing changed", async () => {
  await fill();
  const run = () => Promise.all(alertJobs.map((job) => job.run(shop.services)));
  const first = await timed(run);
  const quiet = await timed(run);
  const [told, none] = [first.toFixed(0), quiet.toFixed(0)];
  process.stdout.write(`alerts: ${LOW} accounts told in ${told} ms; nobody in ${none} ms\n`);
  const fields = { now: new Date(shop.services.world.now()), after: nilUuid, limit: 1 };
  expect(await accountsToNotify(shop.services, fields)).toEqual([]);
  const { rows } = await sql<{ n: number }>`select count(*) as n from alert`.execute(shop.db);
  expect(rows[0]?.n).toBe(2 * LOW);
  expect(quiet).toBeLessThan(3_000);
}, 120_000);
