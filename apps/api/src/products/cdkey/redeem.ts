/** Redeems CDKeys (spec/cdkeys#redeeming, spec/quality#l5). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import {
  type CdkeyKind,
  cdkeyAsset,
  cdkeyUnit,
  maskCdkey,
  readCdkey,
} from "@turnpike/rules/cdkey.ts";
import { refuseAtAnyGate } from "../../commerce/gate/gates.ts";
import type { Tx } from "../../platform/db/database.ts";
import { linesOfParts } from "../../ledger/lots.ts";
import { post } from "../../ledger/post.ts";
import type { Services } from "../../platform/services.ts";
import { guessLimit, refuseGuesses } from "../../identity/session/guess-limit.ts";
import { lookupsOf, sealedCode } from "./code.ts";
import { partsHeld } from "./parts.ts";
import { type FoundCdkey, findByLookup, markRedeemed, shownPool } from "./store.ts";

/**
 * Credits a CDKey's value to an account. Any account can redeem it, including its maker.
 * @throws Refusal cdkeyNotFound, cdkeyVoid, cdkeyUsed, identityNeeded, tooManyTries
 */
export async function redeemCdkey(
  services: Services,
  tx: Tx,
  accountId: string,
  typed: string,
): Promise<{ kind: CdkeyKind; amount: number; pool?: string }> {
  const { seal, world } = services;
  const { cdkey, code } = await findByTypedCode(services, tx, accountId, typed);
  const now = world.now();
  const redemption = {
    id: cdkey.id,
    redeemerId: accountId,
    now: new Date(now),
    code: sealedCode(seal, code),
  };
  const asset = cdkeyAsset(cdkey);
  const held = cdkey.amount * cdkeyUnit(cdkey.kind);
  if (cdkey.voided_at !== null) throw new Refusal("cdkeyVoid", { field: "code" });
  if (cdkey.used_at === null)
    await refuseAtAnyGate(services, tx, { accountId, asset, granted: held });
  if (cdkey.used_at !== null || !(await markRedeemed(tx, redemption))) {
    // It may have been voided since it was read.
    const latest = await findByLookup(tx, lookupsOf(seal, code));
    throw new Refusal(latest?.voided_at ? "cdkeyVoid" : "cdkeyUsed", { field: "code" });
  }
  const { kind, pool, amount } = cdkey;
  const parts = (await partsHeld(tx, [cdkey]))(cdkey);
  await post(tx, {
    key: `cdkey:${cdkey.id}`,
    kind: "cdkey",
    ref: maskCdkey(code),
    at: now,
    lines: [
      ...linesOfParts({ owner: accountId, asset, bucket: "main" }, parts),
      { owner: null, asset, bucket: "cdkeys", amount: -held },
    ],
  });
  return { kind, amount, ...shownPool(pool) };
}

/** Finds the CDKey with the typed code. 15 unknown ones an hour (spec/cdkeys#redeeming). */
async function findByTypedCode(
  services: Services,
  tx: Tx,
  accountId: string,
  typed: string,
): Promise<{ cdkey: FoundCdkey; code: string }> {
  const code = readCdkey(typed);
  const cdkey = code === null ? null : await findByLookup(tx, lookupsOf(services.seal, code));
  return refuseGuesses(services, [guessLimit(`cdkey ${accountId}`)], {
    db: tx,
    found: code === null || cdkey === null ? null : { cdkey, code },
    unknown: new Refusal("cdkeyNotFound", { field: "code" }),
  });
}
