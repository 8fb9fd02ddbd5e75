/**
 * Voids unredeemed CDKeys: those that an account in arrears made since the payment that was
 * reversed, and those that the operator selects (spec/cdkeys#void).
 */
import { cdkeyAsset, cdkeyUnit } from "@turnpike/rules/cdkey.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { type Line, post } from "../../ledger/post.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { ArrearsListener } from "../../platform/arrears.ts";
import type { Services } from "../../platform/services.ts";
import { markVoid, type VoidReason, type VoidedCdkey } from "./store.ts";

export interface VoidOptions {
  /** The account that made them. */
  accountId: string;
  /** One CDKey by id, or all that were made at or after an instant. */
  which: { id: string } | { since: Date };
  reason: VoidReason;
}

/** Voids CDKeys and credits their value to their maker. Returns the CDKeys that became void. */
export async function voidCdkeys(
  services: Services,
  tx: Tx,
  { accountId, which, reason }: VoidOptions,
): Promise<VoidedCdkey[]> {
  const { world } = services;
  const [voidId, now] = [world.id(), new Date(world.now())];
  const voided = await markVoid(tx, { accountId, which, reason, voidId, now });
  if (voided.length === 0) return [];
  const account = await lockAccount(tx, accountId);
  const gone = !account || account.closed;
  await post(tx, {
    key: `cdkeyVoid:${voidId}`,
    kind: "cdkeyVoid",
    ref: `${voided.length}`,
    at: now.getTime(),
    lines: [...Map.groupBy(voided, cdkeyAsset)].flatMap(([asset, held]) =>
      linesOf(asset, { held, accountId, gone }),
    ),
  });
  return voided;
}

/** Moves voided value back to the CDKeys' maker, or to the operator if the account is closed. */
function linesOf(
  asset: Line["asset"],
  { held, accountId, gone }: { held: VoidedCdkey[]; accountId: string; gone: boolean },
): Line[] {
  const amount = held.reduce((sum, one) => sum + one.amount * cdkeyUnit(one.kind), 0);
  if (amount === 0) return [];
  const to = gone ? { owner: null, bucket: "forfeited" } : { owner: accountId, bucket: "main" };
  return [
    { ...to, asset, amount },
    { owner: null, asset, bucket: "cdkeys", amount: -amount },
  ];
}

/** Voids unused CDKeys made since the reversed payment: that payment may have paid for them. */
export const voidInArrears: ArrearsListener = async (services, tx, { accountId, paidAt }) => {
  if (paidAt === null) return;
  await voidCdkeys(services, tx, { accountId, which: { since: paidAt }, reason: "arrears" });
};
