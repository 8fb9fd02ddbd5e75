/**
 * Claims a contested address (spec/traffic-plan#contested-addresses): it belongs to the account
 * that calls from it.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { claimIntervalSeconds } from "@turnpike/rules/whitelist.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { queueNotice } from "../../identity/account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, type RateLimit } from "../../identity/session/rate-limit.ts";
import { defaultSubAccount, lockLiveSubAccount } from "../sub-account/find.ts";
import { lockRemainingEntries } from "./add.ts";
import { insertEntries, lockEntryAt, removeEntries } from "./store.ts";

/**
 * Limits claims per address, so that accounts that share one (NAT) do not keep taking it from each
 * other. No limit in the lab (spec/lab#limits).
 */
const rateLimitOf = (ip: string): RateLimit => ({
  key: `whitelist claim ${ip}`,
  tries: 1,
  windowSeconds: claimIntervalSeconds,
});

/** The result of a claim; "own" and "nobody's" change nothing. */
export type ClaimResult = "claimed" | "own" | "nobody's";

/**
 * Moves another account's entry for the caller's own address to the caller's account. The other
 * account gets a mail, and its connections from there end. `ip` must be the connection's source
 * address, never an address from the request.
 * @throws Refusal subAccountNotFound, tooMany, tooManyTries
 */
export async function claimAddress(
  services: Services,
  { accountId }: Caller,
  ip: string,
): Promise<ClaimResult> {
  const { db, env, world } = services;
  const notFound = new Refusal("subAccountNotFound");
  const sub = await defaultSubAccount(db, accountId);
  if (sub === null) throw notFound;
  return transaction(db, async (tx) => {
    const now = new Date(world.now());
    if (!(await lockLiveSubAccount(tx, sub.id))) throw notFound;
    const before = await lockEntryAt(tx, ip, now);
    if (before === null) return "nobody's";
    if (before.account_id === accountId) return "own";
    await lockRemainingEntries(tx, accountId, now);
    if (!env.lab) await countTry({ ...services, db: services.autocommitDb }, [rateLimitOf(ip)]);
    await removeEntries(tx, before.account_id, [before.id]);
    const entry = {
      id: world.id(),
      account_id: accountId,
      sub_account_id: sub.id,
      ip,
      description: "",
      created_at: now,
      expires_at: null,
    };
    await insertEntries(tx, [entry]);
    await recordChanges(tx, [
      { kind: "whitelist", id: before.id },
      { kind: "whitelist", id: entry.id },
    ]);
    await queueNotice(services, tx, before.account_id, "whitelistClaimed", {
      ip,
      url: `${env.publicUrl}/cli/white-manage`,
    });
    return "claimed";
  });
}
