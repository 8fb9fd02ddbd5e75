/** Creates CDKeys from a balance (spec/cdkeys#making: for the IP enterprise plan alone). */
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { isPool } from "../../platform/traffic-pools/pools.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { type CdkeyKind, cdkeyAsset, cdkeyUnit } from "@turnpike/rules/cdkey.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { post } from "../../ledger/post.ts";
import { requireMfaOnce } from "../../identity/mfa/require.ts";
import { enterpriseOf } from "../../commerce/order/enterprise.ts";
import type { Services } from "../../platform/services.ts";
import { newCode, sealedCode } from "./code.ts";
import { keyOfBatch } from "./parts.ts";
import { insertBatch } from "./store.ts";

export interface CdkeyBatchOptions {
  kind: CdkeyKind;
  /** The pool of the traffic; by default the first one. */
  pool?: string | undefined;
  /** IPs or GB per CDKey. */
  amount: number;
  count: number;
  mfaCode?: string | undefined;
}
export interface CdkeyBatch {
  at: Date;
  cdkeys: { id: string; code: string }[];
}

/**
 * Creates CDKeys and moves their value out of the account's free balance. Returns the new CDKeys.
 * @throws Refusal mfaNeeded, mfaWrong, cdkeyNeedsEnterprise, insufficientIps, insufficientTraffic
 */
export async function createCdkeys(
  services: Services,
  tx: Tx,
  caller: Caller,
  { kind, pool = firstPool, amount, count, mfaCode }: CdkeyBatchOptions,
): Promise<CdkeyBatch> {
  await requireMfaOnce(services, caller, mfaCode);
  const { accountId } = caller;
  const enterprise = await enterpriseOf(tx, accountId);
  if (!enterprise.ip) throw new Refusal("cdkeyNeedsEnterprise");
  const { world, seal } = services;
  const at = new Date(world.now());
  const isSold = kind === "traffic" ? await isPool(services, pool) : pool === firstPool;
  if (!isSold) throw new Refusal("badField", { field: "pool" });
  const batch = { id: world.id(), accountId, kind, pool, amount, at };
  // Post first: a request without enough balance fails before any code is generated.
  await postMade(tx, batch, count);
  const cdkeys = Array.from({ length: count }, () => ({ id: world.id(), code: newCode(world) }));
  const codes = cdkeys.map(({ id, code }) => ({ id, ...sealedCode(seal, code) }));
  await insertBatch(tx, { ...batch, codes });
  return { at, cdkeys };
}

/** Posts one entry for the batch, from the maker's free balance to the unused CDKeys' bucket. */
async function postMade(
  tx: Tx,
  batch: { id: string; accountId: string; kind: CdkeyKind; pool: string; amount: number; at: Date },
  count: number,
): Promise<void> {
  const { id, accountId, kind, amount } = batch;
  const asset = cdkeyAsset(batch);
  const total = amount * count * cdkeyUnit(kind);
  // More than any balance can hold.
  if (!Number.isSafeInteger(total)) throw new Refusal("insufficientTraffic", { short: kind });
  await post(tx, {
    key: keyOfBatch(id),
    kind: "cdkeyMake",
    ref: `${count} × ${amount}`,
    at: batch.at.getTime(),
    lines: [
      { owner: accountId, asset, bucket: "main", amount: -total },
      { owner: null, asset, bucket: "cdkeys", amount: total },
    ],
  });
}
