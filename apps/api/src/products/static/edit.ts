/** Changes the credentials, whitelist and remark of static IPs (spec/static#editing). */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { verifierOf } from "../sub-account/resources.ts";
import { judgeAddresses } from "../whitelist/judge.ts";
import { recordEvents } from "./store/events.ts";
import {
  changeStatics,
  type Credentials,
  lockAllOf,
  lockLiveOf,
  lockStatics,
  type StaticRow,
  setCredentials,
} from "./store/static-ips.ts";

/** The length of generated passwords. */
export const RANDOM_PASSWORD_LENGTH = 12;

export interface StaticEdit {
  account?: string | undefined;
  password?: string | undefined;
  /** Replaces the list; an empty array clears it. */
  whitelist?: string[] | undefined;
  remark?: string | undefined;
}

/**
 * Runs `work` on an account's static IPs. Locks the account first, then the rows in the order of
 * ids, before anything that moves the account's credits.
 * @throws Refusal staticNotFound if one of them is unknown or another account's
 */
export function withLockedStatics<T>(
  { db }: Services,
  caller: Caller,
  of: { term: StaticTerm; ids: string[] },
  work: (tx: Tx, rows: StaticRow[]) => Promise<T>,
): Promise<T> {
  const { accountId } = caller;
  return transaction(db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    const rows = await lockStatics(tx, { accountId, ...of });
    if (rows.length < of.ids.length) throw new Refusal("staticNotFound");
    return work(tx, rows);
  });
}

/**
 * Changes the given fields of one or more static IPs. Returns the changed rows.
 * @throws Refusal missingField, badIp, privateIp, mainlandChinaIp, staticNotFound
 */
export async function editStatics(
  services: Services,
  caller: Caller,
  of: { term: StaticTerm; ids: string[] },
  change: StaticEdit,
): Promise<StaticRow[]> {
  if (Object.values(change).every((value) => value === undefined)) {
    throw new Refusal("missingField", { field: "account" });
  }
  const whitelist =
    change.whitelist && (await judgeAddresses(services, change.whitelist, "whitelist"));
  return withLockedStatics(services, caller, of, (tx, rows) =>
    editRows(services, tx, rows, { ...change, whitelist }),
  );
}

/** Sets one name and password for all live long-term IPs of an account. Returns how many. */
export function editAll(
  services: Services,
  { accountId }: Caller,
  change: { account: string; password: string },
): Promise<number> {
  return transaction(services.db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    const rows = await lockLiveOf(tx, { accountId, term: "static" });
    return (await editRows(services, tx, rows, change)).length;
  });
}

/** Sets random passwords and empty whitelists after a recovery (spec/sign-in#recovery). */
export async function resetStaticAccess(
  services: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  for (const row of await lockAllOf(tx, [accountId])) {
    const password = randomText(services.world, LETTERS_AND_DIGITS, RANDOM_PASSWORD_LENGTH);
    await editRows(services, tx, [row], { password, whitelist: [] });
  }
}

async function editRows(
  services: Services,
  tx: Tx,
  rows: StaticRow[],
  { account, password, whitelist, remark }: StaticEdit,
): Promise<StaticRow[]> {
  const newCredentials = changedCredentials(services, rows, { account, password });
  await setCredentials(tx, newCredentials);
  const same = { ...(whitelist && { whitelist }), ...(remark !== undefined && { remark }) };
  const ids = rows.map(({ id }) => id);
  await changeStatics(tx, ids, same);
  const changed = rows.map((row, n) => ({ ...row, ...newCredentials[n], ...same }));
  const opened = changed.filter((row, n) => changesAccess(row, rows[n]));
  await recordEvents(services, tx, opened, { action: "credentials" });
  await recordChanges(
    tx,
    opened.map(({ id }) => ({ kind: "staticIp", id })),
  );
  return changed;
}

const changesAccess = (now: StaticRow, before: StaticRow | undefined) =>
  now.name !== before?.name ||
  now.verifier !== before.verifier ||
  now.whitelist.join() !== before.whitelist.join();

/** A verifier covers name and password, so a change of one also needs the other. */
export function changedCredentials(
  { seal }: Services,
  rows: Pick<Credentials, "id" | "name" | "sealed_password">[],
  { account, password }: Pick<StaticEdit, "account" | "password">,
): Credentials[] {
  if (account === undefined && password === undefined) return [];
  return rows.map((row) => {
    const name = account ?? row.name;
    const secret = password ?? seal.open(row.sealed_password);
    const sealed_password = password === undefined ? row.sealed_password : seal.seal(password);
    return { id: row.id, name, sealed_password, verifier: verifierOf(name, secret) };
  });
}
