/** Adds addresses to a whitelist (spec/traffic-plan#whitelist, spec/limits#caps). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import { Refusal, type RefusalReason } from "@turnpike/contract/refusals.ts";
import type { addTrafficWhite } from "@turnpike/contract/whitelist.ts";
import { maxWhitelistEntries } from "@turnpike/rules/whitelist.ts";
import { remainingUnderCap } from "../../identity/account/cap.ts";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { defaultSubAccount, lockLiveSubAccount, liveSubAccount } from "../sub-account/find.ts";
import { judgeAddress } from "./judge.ts";
import {
  countEntriesUpTo,
  type EntryRow,
  insertEntries,
  removeExpired,
  existingAmong,
} from "./store.ts";

export type AddEntriesRequest = CallRequest<typeof addTrafficWhite>;
export interface AddEntriesResult {
  added: EntryRow[];
  /** As entered by the caller. */
  refused: { ip: string; why: RefusalReason }[];
}
const dayMs = 24 * 3_600_000;

/** When new entries expire: after `days` or at `expiresAt`, not both; null: never. */
function expiryOf({ days, expiresAt }: AddEntriesRequest, now: number): Date | null {
  if (expiresAt === undefined) return days === undefined ? null : new Date(now + days * dayMs);
  if (days !== undefined || Date.parse(expiresAt) <= now)
    throw new Refusal("badField", { field: "expiresAt" });
  return new Date(expiresAt);
}

/** The number of an account's unexpired entries; stops at the cap. */
const entriesOf = (db: Db | Tx, accountId: string, now: Date) =>
  countEntriesUpTo(db, { accountId, now, most: maxWhitelistEntries });

/**
 * How many more entries the account may have, guaranteed until the transaction ends.
 * @throws Refusal tooMany
 */
export function lockRemainingEntries(tx: Tx, accountId: string, now: Date): Promise<number> {
  const count = () => entriesOf(tx, accountId, now);
  const limit = maxWhitelistEntries;
  return remainingUnderCap(tx, { accountId, of: "whitelist entries", limit, count });
}

/**
 * Adds the allowed addresses while there is room; returns the others with a reason each.
 * @throws Refusal badField, subAccountNotFound, tooMany (no room at all)
 */
export async function addEntries(
  services: Services,
  question: AddEntriesRequest,
  accountId: string,
): Promise<AddEntriesResult> {
  const { db, world } = services;
  const now = new Date(world.now());
  const expiresAt = expiryOf(question, now.getTime());
  const sub =
    question.account === undefined
      ? await defaultSubAccount(db, accountId)
      : await liveSubAccount(db, accountId, question.account);
  const notFound = new Refusal("subAccountNotFound", { field: "account" });
  if (sub === null) throw notFound;
  // An account at its cap must not trigger the checks of 200 addresses over and over.
  if ((await entriesOf(db, accountId, now)) >= maxWhitelistEntries)
    throw new Refusal("tooMany", { limit: maxWhitelistEntries });
  const { taken, refused } = await checkAddresses(services, question.ips);
  const { added, beyond } = await transaction(db, async (tx) => {
    if (!(await lockLiveSubAccount(tx, sub.id))) throw notFound;
    const room = await lockRemainingEntries(tx, accountId, now);
    const freed = await removeExpired(tx, now, [...taken.keys()]);
    const { ips, beyond } = await splitByRoom(tx, [...taken.keys()], room);
    const entries = ips.map((ip) => ({
      id: world.id(),
      account_id: accountId,
      sub_account_id: sub.id,
      ip,
      description: question.description ?? "",
      created_at: now,
      expires_at: expiresAt,
    }));
    const made = await insertEntries(tx, entries);
    const changed = [...freed, ...made.map((entry) => entry.id)];
    await recordChanges(
      tx,
      changed.map((id) => ({ kind: "whitelist", id })),
    );
    return { added: made, beyond };
  });
  const inserted = new Set(added.map((entry) => entry.ip));
  for (const [ip, text] of taken)
    if (!inserted.has(ip)) refused.push({ ip: text, why: beyond.has(ip) ? "tooMany" : "ipTaken" });
  return { added, refused };
}

/** The allowed addresses by canonical form, and the refused ones. */
async function checkAddresses(services: Services, texts: string[]) {
  const refused: AddEntriesResult["refused"] = [];
  const taken = new Map<string, string>();
  for (const text of texts) {
    const verdict = await judgeAddress(services, text);
    if (verdict.take) taken.set(verdict.ip, text);
    else refused.push({ ip: text, why: verdict.why });
  }
  return { taken, refused };
}

/** Splits the addresses not yet on any whitelist into those that fit and those beyond `room`. */
async function splitByRoom(tx: Tx, ips: string[], room: number) {
  if (ips.length <= room) return { ips, beyond: new Set<string>() };
  const existing = await existingAmong(tx, ips);
  const fresh = ips.filter((ip) => !existing.has(ip));
  return { ips: fresh.slice(0, room), beyond: new Set(fresh.slice(room)) };
}
