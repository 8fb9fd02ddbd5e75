/** Refunds from before each had its own row stay correct after the upgrade (migration 0009). */
import type pg from "pg";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { startUpgraded } from "../../../testing/upgraded.ts";
import type { Db } from "../../platform/db/database.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";

const OWNER = "00000000-0000-4000-8000-000000000001";
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const lines = (owner: string | null, asset: string, bucket: string, amount: number) => ({
  owner,
  asset,
  bucket,
  amount,
});
/** Lines that move an amount from a bucket of the operator to the customer. */
const move = (asset: string, operatorBucket: string, amount: number) => [
  lines(OWNER, asset, "main", amount),
  lines(null, asset, operatorBucket, -amount),
];
const inside = (from: string, to: string, cents: number) => [
  lines(null, "wallet", from, -cents),
  lines(null, "wallet", to, cents),
];

let db: Db;
const upgraded = forTests(() => startUpgraded("0008_account_holder.sql", before));
beforeAll(() => {
  db = upgraded.db;
});

/** Orders and payments as the previous version wrote them. */
async function before(client: pg.Client): Promise<void> {
  const post = (key: string, kind: string, ref: string, all: ReturnType<typeof move>) =>
    client.query("select ledger_post($1, $2, $3, now(), $4)", [
      key,
      kind,
      ref,
      JSON.stringify(all),
    ]);
  await client.query(
    `insert into account (id, email, invite_code, access_key_sealed, access_key_lookup, created_at)
      values ($1, 'old@example.com', 'old00001', '', '', now())`,
    [OWNER],
  );
  const order = (n: number, status: string, refunded: number) =>
    client.query(
      `insert into shop_order (id, order_no, account_id, sku, kind, enterprise, quantity, list_cents,
        discount_cents, amount_cents, method, status, asset, granted, refunded_cents, created_at)
      values ($1, $2, $3, 'ip-standard', 'ip', false, 10, 150, 0, 150, 'card', $4, 'ip', 10, $5, now())`,
      [uuid(n), `TP-${n}`, OWNER, status, refunded],
    );
  const payment = (
    n: number,
    paid: { order?: number; status: string; cents: number; bonus: number },
  ) =>
    client.query(
      `insert into payment (id, account_id, order_id, method, provider, status, amount_cents,
        bonus_cents, received_cents, created_at, expires_at)
      values ($1, $2, $3, 'card', 'sandbox', $4, $5, $6, $5, now(), now())`,
      [uuid(n), OWNER, paid.order ? uuid(paid.order) : null, paid.status, paid.cents, paid.bonus],
    );
  // A recharge with a bonus, refunded after 400 of it were spent; another one not refunded.
  await payment(11, { status: "refunded", cents: 1000, bonus: 50 });
  await post(`recharge:${uuid(11)}`, "recharge", uuid(11), move("wallet", "payments", 1000));
  await post(`bonus:${uuid(11)}`, "bonus", uuid(11), move("wallet", "bonus", 50));
  await post("spent", "test", "", move("wallet", "sales", -400));
  await post(`refund:${uuid(11)}`, "refund", uuid(11), [
    lines(OWNER, "wallet", "main", -650),
    lines(null, "wallet", "payments", 1000),
    lines(null, "wallet", "bonus", 50),
    lines(null, "wallet", "debts", -400),
  ]);
  await client.query("insert into wallet_debt values ($1, 400)", [OWNER]);
  // A card order refunded after 3 of its 10 IPs were used, and one not refunded.
  await order(1, "refunded", 150);
  await payment(12, { order: 1, status: "refunded", cents: 150, bonus: 0 });
  const granted = [...inside("payments", "sales", 150), ...move("ip", "stock", 10)];
  await post(`order:${uuid(1)}`, "order", "TP-1", granted);
  await post("used", "test", "", move("ip", "stock", -3));
  const back = [...inside("sales", "payments", 150), ...move("ip", "stock", -7)];
  await post(`orderRefund:${uuid(1)}`, "refund", "TP-1", back);
  await order(2, "paid", 0);
  await payment(13, { order: 2, status: "paid", cents: 150, bonus: 0 });
  await post(`order:${uuid(2)}`, "order", "TP-2", granted);
  // Money for a closed account that was refunded.
  await payment(14, { status: "refunded", cents: 700, bonus: 0 });
  await post(`unclaimed:${uuid(14)}`, "unclaimed", uuid(14), inside("payments", "unclaimed", 700));
  await post(`refund:${uuid(14)}`, "refund", uuid(14), inside("unclaimed", "payments", 700));
}

it("The previous version's ledger is consistent after the migration", async () => {
  expect((await verifyAccounting(db)).difference).toBeNull();
  const { rows } = await sql`
    select cents, taken, bonus_cents, debt_cents, unclaimed_cents from refund
    order by cents`.execute(db);
  expect(rows).toEqual([
    { cents: 150, taken: 7, bonus_cents: 0, debt_cents: 0, unclaimed_cents: 0 },
    { cents: 700, taken: 0, bonus_cents: 0, debt_cents: 0, unclaimed_cents: 700 },
    { cents: 1000, taken: 650, bonus_cents: 50, debt_cents: 400, unclaimed_cents: 0 },
  ]);
});
