/**
 * The monthly spending limit of a key (spec/accounts#spending): what the wallet pays in a call's
 * transaction counts against the calling key, in the same transaction.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { lockedAccountRow, lockOpenAccount } from "../account/account-lock.ts";
import { hasSession, isSessionOf } from "../session/store/session.ts";
import { addSpending, lockKey, spentIn } from "./store.ts";

interface SpendingKey {
  id: string;
  name: string;
  maxCents: number | null;
}

/** Keyed by transaction, so that code between a call and its payment need not pass the key on. */
const spendingKeys = new WeakMap<Tx, SpendingKey>();

/** The first day of an instant's calendar month (UTC). */
export const monthOf = (now: number): string => `${new Date(now).toISOString().slice(0, 7)}-01`;

/**
 * Keeps the account open and the caller's session or key valid until the transaction ends: once the
 * holder was told that a session or a key has ended, it buys nothing. Whatever ends them waits for
 * the account's lock, too.
 * @throws Refusal sessionInvalid, keyUnknown
 */
export async function lockCaller(
  tx: Tx,
  { accountId, sessionId, key, person }: Pick<Caller, "accountId" | "sessionId" | "key" | "person">,
): Promise<void> {
  if (!key) return lockBySession(tx, { accountId, sessionId, person });
  await lockOpenAccount(tx, accountId);
  if (!key.id) throw new Refusal("keyReadOnly");
  const lockedKey = await lockKey(tx, key.id);
  if (!lockedKey) throw new Refusal("keyUnknown");
  spendingKeys.set(tx, lockedKey);
}

async function lockBySession(
  tx: Tx,
  {
    accountId,
    sessionId,
    person,
  }: Pick<Caller, "accountId" | "sessionId"> & {
    person: Caller["person"] | undefined;
  },
): Promise<void> {
  // A member's session also ends with the own session that opened it, which waits for no account.
  if (person?.memberId !== undefined && person.memberId !== null) {
    await lockOpenAccount(tx, accountId);
    const locked = { accountId, sessionId, locked: true };
    if (!(await hasSession(tx, locked))) throw new Refusal("sessionInvalid");
    return;
  }
  await lockOpenAccount(tx, accountId, isSessionOf(sql.ref("account.id"), sessionId));
  if (!lockedAccountRow(tx, accountId)?.has_session) throw new Refusal("sessionInvalid");
}

/** The key of the call that runs in this transaction; null for a session's call. */
export function callingKey(tx: Tx): { id: string; name: string } | null {
  const key = spendingKeys.get(tx);
  return key ? { id: key.id, name: key.name } : null;
}

/**
 * Counts what the wallet is about to pay. Refunds do not lower the count: the limit is on what a
 * key initiates.
 * @throws Refusal keyLimit, with what is left
 */
export async function countSpending({ world }: Services, tx: Tx, cents: number): Promise<void> {
  const key = spendingKeys.get(tx);
  if (!key || cents === 0) return;
  const { id, maxCents } = key;
  const month = monthOf(world.now());
  const most = maxCents ?? Number.MAX_SAFE_INTEGER;
  if (await addSpending(tx, { id, month, cents, maxCents: most })) return;
  throw new Refusal("keyLimit", { leftCents: Math.max(0, most - (await spentIn(tx, id, month))) });
}
