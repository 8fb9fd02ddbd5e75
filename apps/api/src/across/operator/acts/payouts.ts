/** Acts on withdrawals and CDKeys. */
import { readCdkey } from "@turnpike/rules/cdkey.ts";
import {
  type Decision,
  decideWithdrawalIn,
} from "../../../commerce/affiliate/decide-withdrawal.ts";
import { lockAccount } from "../../../identity/account/account-lock.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { Services } from "../../../platform/services.ts";
import { lookupsOf } from "../../../products/cdkey/code.ts";
import { findById, findByLookup, type FoundCdkey } from "../../../products/cdkey/store.ts";
import { voidCdkeys } from "../../../products/cdkey/void.ts";
import { accountOf } from "./account-of.ts";
import { defineAct } from "./act.ts";

/** Marks a pending withdrawal as paid (the coins were sent before), or returns it to the profit. */
export const decide = defineAct<Decision, Awaited<ReturnType<typeof decideWithdrawalIn>>>({
  action: "withdrawal.decide",
  run: async (services, tx, decision) => {
    const decided = await decideWithdrawalIn(services, tx, decision);
    const { id, accountId, amountCents, feeCents, walletAddress, status } = decided;
    const logged = { status, amountCents, feeCents, walletAddress };
    return {
      result: decided,
      subject: id,
      accountId,
      before: { status: "pending" },
      after: logged,
    };
  },
});

/** Selects all unused CDKeys of a maker, or one by code or id. */
export type CdkeySelector = { maker: string } | { code: string } | { id: string };

export interface VoidedCdkeys {
  accountId: string;
  voided: number;
  ips: number;
  gb: number;
}

export const voidUnused = defineAct<CdkeySelector, VoidedCdkeys>({
  action: "cdkeys.void",
  run: async (services, tx, named) => {
    const target = await targetOf(services, tx, named);
    await lockAccount(tx, target.accountId);
    const voided = await voidCdkeys(services, tx, { ...target, reason: "operator" });
    const sum = (kind: string) =>
      voided.reduce((total, one) => total + (one.kind === kind ? one.amount : 0), 0);
    const { accountId } = target;
    const counts = { voided: voided.length, ips: sum("ip"), gb: sum("traffic") };
    const subject = "id" in target.which ? target.which.id : accountId;
    return { result: { accountId, ...counts }, subject, accountId, after: counts };
  },
});

async function targetOf(services: Services, tx: Tx, named: CdkeySelector) {
  if ("maker" in named) {
    const { id: accountId } = await accountOf({ db: tx }, named.maker);
    return { accountId, which: { since: new Date(0) } };
  }
  const found = await cdkeyOf(services, tx, named);
  if (!found) throw new ActRefused("no CDKey with this code", { reason: "cdkeyNotFound" });
  if (found.used_at)
    throw new ActRefused(`the CDKey was redeemed at ${found.used_at.toISOString()}`);
  if (found.voided_at)
    throw new ActRefused(`the CDKey is void since ${found.voided_at.toISOString()}`);
  return { accountId: found.account_id, which: { id: found.id } };
}

async function cdkeyOf(
  { seal }: Services,
  tx: Tx,
  named: { code: string } | { id: string },
): Promise<FoundCdkey | null> {
  if ("id" in named) return isUuid(named.id) ? findById(tx, named.id) : null;
  const typed = readCdkey(named.code);
  return typed ? findByLookup(tx, lookupsOf(seal, typed)) : null;
}
