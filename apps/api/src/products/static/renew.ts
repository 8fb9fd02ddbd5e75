/** Renews static IPs that the caller has locked: all of them or none (spec/static#renewal). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { OutsideMethod } from "@turnpike/rules/payment-method.ts";
import { splitRenewal } from "@turnpike/rules/static-renewal.ts";
import { renewedUntil } from "@turnpike/rules/static-ip.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { post } from "../../ledger/post.ts";
import { customerLines } from "../../commerce/order/grant.ts";
import type { PlacedOrder } from "../../commerce/order/place-order.ts";
import type { Services } from "../../platform/services.ts";
import { emitStaticRenewed } from "./webhook-events.ts";
import { creditAsset, creditsUsedBucket, lockCredits } from "./credits.ts";
import { orderCredits } from "./order-credits.ts";
import { setRenewed } from "./store/due.ts";
import { recordEvents } from "./store/events.ts";
import { insertRenewals } from "./store/renewals.ts";
import type { StaticRow } from "./store/static-ips.ts";

export interface RenewStaticsOptions {
  /** All of one account and one term. */
  rows: StaticRow[];
  days: number;
  /** A quote whose price it keeps, if something is to be paid. */
  quoteId?: string | undefined;
}
export interface RenewStaticsResult {
  /** After the renewal. */
  rows: StaticRow[];
  creditsUsed: number;
  walletCents: number;
  placed: PlacedOrder | null;
}

/** The account and period that the rows have in common. */
function commonOf({ rows, days }: RenewStaticsOptions) {
  const [first] = rows;
  if (!first) throw new Refusal("selectRow", { field: "ids" });
  return { accountId: first.account_id, period: { term: first.term, days } };
}

/**
 * Uses credits of the period first; the wallet buys the missing ones in one order.
 * @throws Refusal insufficientBalance, unknownSku
 */
export async function renewByWallet(
  services: Services,
  tx: Tx,
  renewing: RenewStaticsOptions & { auto?: boolean },
): Promise<RenewStaticsResult> {
  const { rows, quoteId, auto = false } = renewing;
  const { accountId, period } = commonOf(renewing);
  const credits = await lockCredits(tx, { accountId, ...period });
  const { creditsUsed, bought } = splitRenewal(rows.length, credits);
  const options = { method: "wallet", renewal: true, receipt: !auto, quoteId } as const;
  const placed =
    bought > 0 ? await orderCredits(services, tx, { ...period, accountId, bought }, options) : null;
  const detail = placed?.order.orderNo ?? "";
  const now = await extendStatics(services, tx, { ...renewing, auto, detail });
  return { rows: now, creditsUsed, walletCents: placed?.order.amountCents ?? 0, placed };
}

/**
 * Orders the renewal of all rows. They are renewed when the payment arrives (`paid-renewal.ts`), or
 * at once if nothing is to be paid. Returns the rows as they are now.
 * @throws Refusal paymentMethodUnavailable, unknownSku
 */
export async function orderRenewal(
  services: Services,
  tx: Tx,
  renewing: RenewStaticsOptions & { method: OutsideMethod },
): Promise<{ placed: PlacedOrder; renewed: number; rows: StaticRow[] }> {
  const { rows, days, method, quoteId } = renewing;
  const { accountId, period } = commonOf(renewing);
  const wanted = { ...period, accountId, bought: rows.length };
  const placed = await orderCredits(services, tx, wanted, { method, renewal: true, quoteId });
  const { id: orderId, orderNo: detail, status } = placed.order;
  await insertRenewals(tx, { orderId, staticIds: rows.map(({ id }) => id), days });
  if (status !== "paid") return { placed, renewed: 0, rows };
  const now = await extendStatics(services, tx, { rows, days, auto: false, detail });
  return { placed, renewed: now.length, rows: now };
}

/**
 * Uses one credit per row and moves its end. The entry's key contains the previous end, so no IP is
 * renewed twice from the same end.
 */
export async function extendStatics(
  services: Services,
  tx: Tx,
  renewing: RenewStaticsOptions & { auto: boolean; detail: string },
): Promise<StaticRow[]> {
  const { rows, days, auto, detail } = renewing;
  const { accountId, period } = commonOf(renewing);
  const asset = creditAsset(period);
  const at = services.world.now();
  const renewed: StaticRow[] = [];
  for (const row of rows) {
    const end = row.expires_at.getTime();
    const { applied } = await post(tx, {
      key: `renewal:${row.id}:${end}`,
      kind: "staticRenewed",
      ref: row.ip,
      at,
      lines: customerLines(accountId, { asset, amount: -1, operatorBucket: creditsUsedBucket }),
    });
    if (!applied) throw new Error(`static IP ${row.id} was renewed from ${end} before`);
    const expiresAt = new Date(renewedUntil(end, days));
    renewed.push({ ...row, days, expires_at: expiresAt, renew_failed_for: null, swaps: 0 });
  }
  const ends = renewed.map(({ id, expires_at }) => ({ id, expiresAt: expires_at }));
  await setRenewed(tx, ends, days);
  const action = auto ? "autoRenewed" : "renewed";
  await recordEvents(services, tx, rows, { action, days, detail, notify: auto });
  await emitStaticRenewed(services, tx, { rows: renewed, auto, orderNo: detail || null });
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ kind: "staticIp", id })),
  );
  return renewed;
}
