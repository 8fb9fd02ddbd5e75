/**
 * L2: random sequences of money commands over pools, bytes that end, promo codes and groups, taxed in all ways. `TURNPIKE_FULL=1` runs 3,000 of them, a quarter of an hour;
 * `L2_SEQUENCES=m` as many as wanted; `L2_SEED=n L2_SEQUENCES=m L2_CURRENCY=c` replays the ones that failed.
 */
import { sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { operateJson } from "../../across/operator/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop, type TestShop } from "../../identity/session/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { fundingOf } from "../refund/funding.ts";
import { findBookedRefunds } from "../refund/store/refunds.ts";
import { taxedAmounts } from "../order/store/amounts.ts";
import { randomScheme } from "../tax/testing.ts";
import { makeCatalogue } from "./catalogue-testing.ts";
import { begin, dice, step, type Story } from "./testing.ts";

const SEED = process.env.L2_SEED === undefined ? null : Number(process.env.L2_SEED);
const SEQUENCES = Number(process.env.L2_SEQUENCES ?? sized(2, 3_000));
const { L2_CURRENCY } = process.env;
const LONGEST = 60;
/** Sequences per database: checks read the whole books, which keep growing. */
const A_DATABASE = 100;
/**
 * Sequences that are told in turns, in one shop: the clock, whose jobs cost most of the time, moves
 * for all of them. The whole books are checked after each such group.
 */
const AT_ONCE = 25;
/** The seller's scheme changes about every so many commands. */
const SCHEME_EVERY = 60;

/** Queries for violated invariants, by name; `verify` checks the rest. */
const faults = {
  "something below 0": sql`
    select id from ledger_account where owner is not null and balance < 0
    union all select entry_id from ledger_posting where balance < 0`,
  "a payment credited other than once": sql`
    select p.id from payment p left join ledger_entry e
      on e.key in ('recharge:' || p.id, 'order:' || p.order_id, 'unclaimed:' || p.id)
    where p.status in ('paid', 'refunded') group by p.id having count(e.id) <> 1`,
  "something that a closed account has": sql`
    select a.id from ledger_account a join account c on c.id = a.owner
    where c.closed_at is not null and a.balance <> 0`,
  "more taken back than was granted": sql`
    select o.id from shop_order o join refund r on r.order_id = o.id
    where r.booked_at is not null and r.undone_at is null
    group by o.id having sum(r.taken) > o.granted`,
  "more given back than came": sql`
    select p.id from payment p join refund r on r.payment_id = p.id
    where r.booked_at is not null and r.undone_at is null
    group by p.id having sum(r.cents) > p.credited_cents`,
  "goods of a card's charge-back that were neither found nor owed": sql`
    select r.id from refund r join shop_order o on o.id = r.order_id
    where r.payment_id is not null and not r.due and r.booked_at is not null
      and r.undone_at is null and r.taken < r.due_amount
      and abs(r.goods_owed_cents - least(r.cents - r.surplus_cents - r.unclaimed_cents, greatest(0,
        r.cents - r.surplus_cents - r.unclaimed_cents - o.amount_cents::numeric * r.taken / o.granted)))
        > 0.5`,
  "goods owed that were found, or that the operator gave back": sql`
    select r.id from refund r join shop_order o on o.id = r.order_id
    where r.goods_owed_cents > 0 and (r.due or r.payment_id is null
      or r.taken >= r.due_amount and r.goods_owed_cents >= o.amount_cents::numeric / o.granted + 1)`,
  "a wallet with money beside a debt": sql`
    select d.account_id from debt d join ledger_account a on a.owner = d.account_id
      and a.asset = d.asset and a.bucket = 'main'
    where d.cents > 0 and a.balance > 0`,
};

/** The kinds of refunds that were booked. */
const refundKinds = sql<{ name: string }>`
  select 'goods owed' as name from refund where goods_owed_cents > 0
  union select 'wallet order refunded' from refund
    where payment_id is null and booked_at is not null
  union select 'refunded by the provider' from refund
    where payment_id is not null and kind = 'refund' and not due and booked_at is not null
  union select 'refund undone' from refund
    where kind = 'refund' and booked_at is not null and undone_at is not null`;

/**
 * Recomputes every wallet from its first entry: the result must equal the ledger's own sums, and no
 * inviter may keep profit from an amount that counts as unpaid.
 */
async function followWallets(shop: TestShop): Promise<string | null> {
  const { rows } = await sql<{ id: string; wallet: number; owed: number; profits: string }>`
    select a.id, coalesce((select balance from ledger_account l where l.owner = a.id
        and asset = 'wallet' and bucket = 'main'), 0) as wallet,
      coalesce((select cents from debt where account_id = a.id and asset = 'wallet'), 0) as owed,
      coalesce((select json_object_agg(f.order_id, f.reversed_cents) from profit f
        join account i on i.id = f.account_id where f.buyer_id = a.id and i.closed_at is null),
        '{}')::text as profits
    from account a`.execute(shop.db);
  for (const { id, wallet, owed, profits } of rows) {
    const own = await transaction(shop.db, async (tx) =>
      fundingOf(tx, id, await findBookedRefunds(tx, id)),
    );
    if (own.walletCents !== wallet || own.owedCents !== owed)
      return `wallet of ${id}: ${JSON.stringify({ wallet, owed, own })}`;
    const reversed = JSON.parse(profits) as Record<string, number>;
    const taxed = await taxedAmounts(shop.db, [...own.unpaid.keys()]);
    for (const [order, gross] of own.unpaid) {
      const { netCents, amountCents } = taxed.get(order) ?? { netCents: 1, amountCents: 1 };
      const cents = Math.floor((gross * netCents) / amountCents);
      if ((reversed[order] ?? cents) < cents) return `profit of order ${order}: ${cents} unpaid`;
    }
  }
  return null;
}

/** The tax that the ledger owes, by quarter and country, also where it is 0 by now. */
async function owedTax({ services: { db } }: TestShop): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; cents: number }>`
    select to_char(e.at at time zone 'UTC', 'YYYY"Q"Q') || substr(a.bucket, 4) as name,
      sum(p.amount)::bigint as cents
    from ledger_account a join ledger_posting p on p.account_id = a.id
    join ledger_entry e on e.id = p.entry_id
    where a.owner is null and a.bucket like 'tax:%' group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, cents }) => [name, cents]));
}

/** Where the operator's tax reports differ from the ledger; empty if nowhere. */
async function differingTax(shop: TestShop): Promise<string[]> {
  const owed = await owedTax(shop);
  const reported: Record<string, number> = {};
  for (const quarter of new Set(Object.keys(owed).map((name) => name.slice(0, 6)))) {
    const { said } = await operateJson(shop.services, "tax", "report", "--quarter", quarter);
    for (const { country, taxCents, creditTaxCents } of said.rows) {
      const name = `${quarter}:${country}`;
      reported[name] = (reported[name] ?? 0) + taxCents - creditTaxCents;
    }
  }
  return [...new Set([...Object.keys(owed), ...Object.keys(reported)])]
    .filter((name) => (owed[name] ?? 0) !== (reported[name] ?? 0))
    .map((name) => `${name}: ledger ${owed[name]}, report ${reported[name]}`);
}

/** The first fault found in the books; null if there is none. */
async function look({ services: { db } }: TestShop): Promise<string | null> {
  for (const [fault, query] of Object.entries(faults)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) return `${fault}: ${JSON.stringify(rows[0])}`;
  }
  return (await verifyAccounting(db)).difference;
}

const first = SEED ?? Math.floor(Math.random() * 2 ** 31);
/** The outcomes of all commands so far. */
const outcomes = new Set<string>();

/** Tells the stories of seeds in turns; returns what was done. */
async function tell(shop: TestShop, seeds: number[], replay: string): Promise<string[]> {
  const turn = dice((seeds[0] ?? 0) + 1);
  await randomScheme(shop, turn);
  const stories: { story: Story; left: number }[] = [];
  for (const seed of seeds) {
    const story = await begin(shop, seed, seeds.length);
    stories.push({ story, left: 1 + story.roll.upTo(LONGEST) });
  }
  for (let open = stories; open.length > 0; open = open.filter(({ left }) => left > 0)) {
    if (turn.upTo(SCHEME_EVERY) === 0) await randomScheme(shop, turn);
    const next = turn.of(open);
    if (!next) break;
    next.left -= 1;
    await step(next.story).catch((error: unknown) => {
      throw new Error(`${replay}: ${next.story.done.join(" ")}`, { cause: error });
    });
  }
  return stories.flatMap(({ story }) => story.done);
}

interface Part {
  currency: string;
  from: number;
  to: number;
}

async function play(shop: TestShop, { currency, from, to }: Part): Promise<void> {
  const begun = performance.now();
  for (let at = from; at < to; at += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, to - at) }, (_, more) => at + more);
    const replay = `replay with L2_SEED=${at} L2_SEQUENCES=${seeds.length} L2_CURRENCY=${currency}`;
    const done = await tell(shop, seeds, replay);
    for (const name of done) outcomes.add(name);
    expect(await look(shop), `${replay}: ${done.join(" ")}`).toBeNull();
  }
  const { rows: kinds } = await refundKinds.execute(shop.db);
  for (const { name } of kinds) outcomes.add(name);
  expect(await followWallets(shop), `replay with L2_SEED=${from}`).toBeNull();
  expect(await differingTax(shop), `replay with L2_SEED=${from}`).toEqual([]);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const sums = JSON.stringify((await verifyAccounting(shop.db)).checked);
  process.stdout.write(`L2: ${to - from} sequences from seed ${from} in ${seconds} s: ${sums}\n`);
}

describe(`After ${SEQUENCES} random sequences of money commands`, () => {
  const parts = Array.from({ length: Math.ceil(SEQUENCES / A_DATABASE) }, (_, at) => ({
    currency: L2_CURRENCY ?? (at < SEQUENCES / A_DATABASE / 2 ? "USD" : "EUR"),
    from: first + at * A_DATABASE,
    to: first + Math.min(SEQUENCES, (at + 1) * A_DATABASE),
  }));

  // A process has one currency: one after the other.
  describe.each([...new Set(parts.map(({ currency }) => currency))])("in %s", (currency) => {
    // The operator's commands have the environment of the process, as they do beside a product.
    beforeAll(() => void vi.stubEnv("CURRENCY", currency));
    afterAll(() => void vi.unstubAllEnvs());
    it.concurrent.each(parts.filter((part) => part.currency === currency))(
      "every balance is correct (L2): from seed $from",
      async (part) => {
        const shop = await startShop({ CURRENCY: currency });
        try {
          await makeCatalogue(shop);
          await play(shop, part);
        } catch (error) {
          // Others go on for hours, and only then Vitest tells of this one.
          process.stdout.write(`L2: ${String(error)}\n`);
          throw error;
        } finally {
          await shop.stop();
        }
      },
      120_000 + SEQUENCES * 6000,
    );
  });

  it("commands were played", () => {
    expect(outcomes.size).toBeGreaterThan(0);
  });

  // A few sequences may happen to have every purchase refused.
  const isMany = SEQUENCES >= 100;
  it.runIf(isMany)("accepted and refused commands and every kind of refund occurred", () => {
    const all = [
      "0",
      "402",
      "400",
      "closed",
      "refunded",
      "refused",
      "withdrawn",
      "redeemed",
      "dispute won",
      "dispute lost",
      "decided",
      "goods owed",
      "wallet order refunded",
      "refunded by the provider",
      "refund undone",
      "take",
      "renew",
      "plan",
      "renewPlan",
      "movePlan",
      "own product",
      "promo code",
    ];
    expect([...outcomes]).toEqual(expect.arrayContaining(all));
  });
});
