/** The overview of business and machines (spec/console#overview). */
import path from "node:path";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { countExitClaims } from "../../../inventory/exit/store/owners.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { version } from "../../../platform/version.ts";
import { lastBackupAt } from "../../backup/series.ts";
import { textOfDay } from "./day-cache.ts";
import { attentionOf, type Waiting } from "./attention.ts";
import { nodeLines } from "./nodes.ts";
import { refusalsOfDay } from "./refusal-hours.ts";
import { refundedDays, soldDays } from "./revenue.ts";
import { stockOf } from "./exits.ts";
import { trafficDays } from "./traffic-days.ts";

const DAYS = 30;
const HOUR_MS = 3_600_000;
const MAX_REASONS = 20;

/** Returns everything on the console's first screen. */
export async function overviewOf(services: Services) {
  const { db, world, env, disk } = services;
  const now = world.now();
  const today = Math.floor(now / dayMs) * dayMs;
  const [revenue, customers, waiting, bitsPerSecond, exits, refusals, nodes, exitClaims] =
    await Promise.all([
      revenueDays(services, today, now),
      customersOf(services, today, now),
      waitingOf(services),
      rateOf(services, now),
      stockOf(db, new Date(now)),
      refusalsOfDay(services, now, MAX_REASONS),
      nodeLines(db),
      countExitClaims(db),
    ]);
  const backup = lastBackupAt(path.resolve(env.DATA_DIR));
  const state = disk();
  const facts = { waiting, nodes, exits, exitClaims, disk: state, backup, now, env };
  return {
    at: new Date(now),
    attention: attentionOf(facts),
    revenue,
    customers,
    traffic: { bytesToday: revenue.at(-1)?.bytes ?? 0, bitsPerSecond },
    exits: exits.map(({ country, product, total, offline, free }) => {
      return { country, product, total, offline, free };
    }),
    refusals,
    nodes: nodes.map(({ name, state: nodeState, workers }) => ({
      name,
      state: nodeState,
      workers,
    })),
    queues: {
      mails: waiting.mails,
      webhooks: waiting.webhooks,
      paymentsPending: waiting.paymentsPending,
      withdrawals: waiting.withdrawals.count,
      refundsDue: waiting.refundsDue.count,
      usageAside: waiting.usageAside,
      itemsAside: waiting.itemsAside,
    },
    disk: state,
    lastBackupAt: backup,
    version,
  };
}

async function revenueDays(services: Services, today: number, now: number) {
  const { db } = services;
  const first = today - (DAYS - 1) * dayMs;
  const span = { from: first, now };
  const [sold, refunded, created, bytes] = await Promise.all([
    soldDays(services, span),
    refundedDays(db, new Date(first)),
    createdDays(db, new Date(first)),
    trafficDays(services, span),
  ]);
  return Array.from({ length: DAYS }, (_, at) => {
    const day = textOfDay(first + at * dayMs);
    const { orders = 0, soldCents = 0 } = sold.get(day) ?? {};
    return {
      day,
      soldCents,
      refundedCents: refunded.get(day) ?? 0,
      orders,
      newCustomers: created.get(day) ?? 0,
      bytes: bytes.get(day) ?? 0,
    };
  });
}

async function createdDays(db: Db, from: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
    from account where created_at >= ${from} group by 1`.execute(db);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

interface Customers {
  total: number;
  newToday: number;
  active: number;
  inArrears: number;
  disabled: number;
}

async function customersOf({ db }: Services, today: number, now: number): Promise<Customers> {
  const { rows } = await sql<Customers>`
    select count(*) filter (where closed_at is null)::int as total,
      count(*) filter (where created_at >= ${new Date(today)})::int as "newToday",
      count(*) filter (where disabled_at is not null and closed_at is null)::int as disabled,
      (select count(*)::int from debt where asset = 'wallet' and cents > 0) as "inArrears",
      (select count(*)::int from (select distinct account_id from usage_hour
        where hour >= ${new Date(now - dayMs)}) used) as active
    from account`.execute(db);
  return rows[0] ?? { total: 0, newToday: 0, active: 0, inArrears: 0, disabled: 0 };
}

/** Average bits per second since the start of the previous hour. */
async function rateOf({ db }: Services, now: number): Promise<number> {
  const since = Math.floor(now / HOUR_MS) * HOUR_MS - HOUR_MS;
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(up_bytes + down_bytes), 0)::bigint as bytes from usage_hour
    where hour >= ${new Date(since)}`.execute(db);
  return Math.round(((rows[0]?.bytes ?? 0) * 8_000) / (now - since));
}

interface WaitingRow extends Omit<Waiting, "withdrawals" | "refundsDue" | "identities"> {
  withdrawalCount: number;
  withdrawalCents: number;
  withdrawalSince: Date | null;
  refundCount: number;
  refundCents: number;
  refundSince: Date | null;
  identityCount: number;
  identitySince: Date | null;
}

async function waitingOf({ db, world }: Services): Promise<Waiting> {
  const { rows } = await sql<WaitingRow>`
    select w.*, r.*, i.*,
      (select count(*)::int from dispute where state in ('inquiry', 'open')) as disputes,
      (select count(*)::int from payment where unclaimed_cents > 0
        and unclaimed_cents > coalesce((select sum(b.unclaimed_cents) from refund b
          where b.payment_id = payment.id and b.booked_at is not null
            and b.undone_at is null), 0)) as unclaimed,
      (select count(*)::int from usage_aside where decided_at is null) as "usageAside",
      (select count(*)::int from item_aside where state = 'waiting') as "itemsAside",
      (select count(*)::int from mail where sent_at is null) as mails,
      (select count(*)::int from mail where sent_at is null and tries > 3) as "mailsFailing",
      (select count(*)::int from webhook_delivery where status = 'waiting') as webhooks,
      (select count(*)::int from webhook where failing_since is not null) as "webhooksFailing",
      (select count(*)::int from payment where status = 'pending'
        and expires_at > ${new Date(world.now())}) as "paymentsPending"
    from (select count(*)::int as "withdrawalCount",
        coalesce(sum(amount_cents - fee_cents), 0)::bigint as "withdrawalCents",
        min(at) as "withdrawalSince" from withdrawal where status = 'pending') w
      cross join (select count(*)::int as "refundCount",
        coalesce(sum(cents), 0)::bigint as "refundCents", min(created_at) as "refundSince"
        from refund where due and sent_at is null and undone_at is null) r
      cross join (select count(*)::int as "identityCount", min(handed_in_at) as "identitySince"
        from identity_check where stage = 'pending') i`.execute(db);
  const row = rows[0];
  if (!row) throw new Error("counts are always answered");
  return {
    ...row,
    withdrawals: {
      count: row.withdrawalCount,
      cents: row.withdrawalCents,
      since: row.withdrawalSince,
    },
    identities: { count: row.identityCount, since: row.identitySince },
    refundsDue: { count: row.refundCount, cents: row.refundCents, since: row.refundSince },
  };
}
