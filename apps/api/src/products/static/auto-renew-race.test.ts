/** Two schedulers that renew static IPs concurrently (spec/static#auto-renew). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startApi } from "../../app.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { autoRenew } from "./auto-renew.ts";
import { withStatics } from "./renew-testing.ts";

const shop = forTests(startShop);

const has = (who: Customer) => bucketsOf(shop.services, who.id);
const run = () => autoRenew(shop.services);
const mails = async ({ email }: Customer, about: RegExp) =>
  (await mailsTo(shop, email)).filter(({ subject }) => about.test(subject));
const failedMails = (who: Customer) => mails(who, /^Auto-renew failed/);
const renewedMails = (who: Customer) => mails(who, /^Renewed automatically/);

/** A second scheduler: the services of another process on the same database. */
async function secondScheduler() {
  const { services, databaseUrl } = shop;
  const log = pino({ level: "silent" });
  return startApi({ env: services.env, databaseUrl, log, jobs: false });
}

describe("Two schedulers never renew twice", () => {
  it("Many IPs due at once, funds for half: credits before the wallet, no partial charge", async () => {
    const num = sized(40, 200);
    const [credits, byWallet] = [num * 0.2, num * 0.3];
    const given = { num, days: 7 as const, credits, cents: byWallet * 250 + 249 };
    const { customer, items } = await withStatics(shop, given);
    const { db } = shop.services;
    await sql`update static_ip set auto_renew = true where account_id = ${customer.id}`.execute(db);
    const second = await secondScheduler();
    // Moves the ends in the database instead of the lab clock, so that only these two runs renew.
    await sql`update static_ip set started_at = started_at - interval '145 hours',
      expires_at = expires_at - interval '145 hours'
      where account_id = ${customer.id}`.execute(db);
    await Promise.all([run(), autoRenew(second.services), run(), autoRenew(second.services)]);
    await second.stop();
    const { rows } = await sql<{ days: number; renewed: number; events: number; ips: number }>`
      select (extract(epoch from s.expires_at - s.started_at) / 86400)::int as days,
        (select count(*) from ledger_entry e where e.key like 'renewal:' || s.id || ':%')::int
          as renewed,
        (select count(*) from static_event v where v.static_id = s.id
          and v.action = 'autoRenewed')::int as events, count(*)::int as ips
      from static_ip s where s.account_id = ${customer.id} group by 1, 2, 3 order by 1`.execute(db);
    expect(rows).toEqual([
      { days: 7, renewed: 0, events: 0, ips: num / 2 },
      { days: 14, renewed: 1, events: 1, ips: num / 2 },
    ]);
    expect(await has(customer)).toEqual({ "wallet main": 249 });
    const { items: orders, total } = await customer.get("orderList", { limit: 100 });
    expect(total).toBe(byWallet);
    expect(orders.every((one) => one.renewal && one.amountCents === 250)).toBe(true);
    // All credits were used before the first payment from the wallet.
    const { rows: order } = await sql<{ kinds: string }>`
      select string_agg(case when kind = 'order' then 'o' else 'r' end, '' order by id) as kinds
      from ledger_entry e where kind in ('staticRenewed', 'order') and exists (
        select from ledger_posting p join ledger_account a on a.id = p.account_id
        where p.entry_id = e.id and a.owner = ${customer.id})`.execute(db);
    expect(order[0]?.kinds).toMatch(new RegExp(`^r{${credits}}[or]{${byWallet * 2}}$`));
    expect(await failedMails(customer)).toHaveLength(1);
    const renewalMails = await renewedMails(customer);
    const count = renewalMails.map(({ subject }) => Number(/: (\d+)/.exec(subject)?.[1]));
    expect(count.reduce((sum, one) => sum + one, 0)).toBe(num / 2);
    expect(renewalMails.length).toBeLessThanOrEqual(4);
    expect((await verifyAccounting(db)).difference).toBeNull();
    expect(items).toHaveLength(num);
  }, 120_000);

  it.runIf(isFull)(
    "one whose connections are closed midway leaves nothing half done; the next one continues",
    async () => {
      const { customer } = await withStatics(shop, {
        num: 60,
        days: 7,
        credits: 20,
        cents: 20 * 250,
        auto: true,
      });
      const { db } = shop.services;
      await sql`update static_ip set started_at = started_at - interval '145 hours',
      expires_at = expires_at - interval '145 hours'
      where account_id = ${customer.id}`.execute(db);
      const second = await secondScheduler();
      const dying = autoRenew(second.services).catch(() => undefined);
      let cut = 0;
      for (let n = 0; n < 6; n++) {
        await new Promise((resolve) => setTimeout(resolve, 25));
        // Kill every connection in a transaction, e.g. one that uses a credit.
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and xact_start is not null`.execute(db);
        cut += rows.length;
      }
      await dying;
      await second.stop();
      expect(cut).toBeGreaterThan(0);
      expect((await verifyAccounting(db)).difference).toBeNull();
      await run();
      expect(await has(customer)).toEqual({});
      const left = await sql<{ count: number }>`select count(*)::int as count from static_ip
      where account_id = ${customer.id} and expires_at - started_at < interval '8 days'`.execute(
        db,
      );
      expect(left.rows[0]?.count).toBe(20);
      expect(await failedMails(customer)).toHaveLength(1);
    },
    60_000,
  );
});
