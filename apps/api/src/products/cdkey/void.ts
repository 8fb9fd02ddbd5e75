/**
 * Voids unredeemed CDKeys: those that an account in arrears made since the payment that was
 * reversed, and those that the operator selects (spec/cdkeys#void).
 */
import { cdkeyAsset } from "@turnpike/rules/cdkey.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { joinParts, type LotPart } from "@turnpike/rules/lots.ts";
import { linesOfParts } from "../../ledger/lots.ts";
import { type Line, post } from "../../ledger/post.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { ArrearsListener } from "../../platform/arrears.ts";
import type { Services } from "../../platform/services.ts";
import { partsHeld } from "./parts.ts";
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
  const parts = await partsHeld(
    tx,
    voided.map((one) => ({ ...one, account_id: accountId })),
  );
  const partsOf = (one: VoidedCdkey) => parts({ ...one, account_id: accountId });
  await post(tx, {
    key: `cdkeyVoid:${voidId}`,
    kind: "cdkeyVoid",
    ref: `${voided.length}`,
    at: now.getTime(),
    lines: [...Map.groupBy(voided, cdkeyAsset)].flatMap(([asset, held]) =>
      linesOf(asset, { parts: held.flatMap(partsOf), accountId, gone }),
    ),
  });
  return voided;
}

/** Moves voided value back to the CDKeys' maker, or to the operator if the account is closed. */
function linesOf(
  asset: Line["asset"],
  { parts, accountId, gone }: { parts: LotPart[]; accountId: string; gone: boolean },
): Line[] {
  const amount = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (amount === 0) return [];
  const own = { owner: accountId, asset, bucket: "main" };
  return [
    ...(gone
      ? [{ owner: null, asset, bucket: "forfeited", amount }]
      : linesOfParts(own, joinParts(parts))),
    { owner: null, asset, bucket: "cdkeys", amount: -amount },
  ];
}

/** Voids unused CDKeys made since the reversed payment: that payment may have paid for them. */
export const voidInArrears: ArrearsListener = async (services, tx, { accountId, paidAt }) => {
  if (paidAt === null) return;
  await voidCdkeys(services, tx, { accountId, which: { since: paidAt }, reason: "arrears" });
};
