/** Undoes changes of an account's credentials (spec/sign-in#undo). */
import { asLang, type Lang } from "@turnpike/contract/refusals.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import { addressesOf } from "../account/addresses.ts";
import { emailStatusOf, markEmailVerified } from "../account/verified-email.ts";
import { queueNotice } from "../account/notice.ts";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { recordEvent } from "../session/record-event.ts";
import { tokenHash } from "../session/token.ts";
import { accountOfLink, changesOf, deleteChangesOf, type StoredChange } from "./store.ts";
import { changeLine } from "./words.ts";

export interface UndoOffer {
  accountId: string;
  lang: Lang;
  /** The account's changes of the last 7 days, newest first. */
  changes: StoredChange[];
}

/** What a link would undo; null if it is unknown, used or expired. */
export async function readOffer(
  services: Services,
  token: string,
  db: Db | Tx = services.db,
): Promise<UndoOffer | null> {
  const hash = tokenHash(token);
  const now = new Date(services.world.now());
  const accountId = hash && (await accountOfLink(db, { tokenHash: hash, now }));
  if (!accountId) return null;
  const { lang } = await addressesOf(db, accountId);
  return { accountId, lang: asLang(lang), changes: await changesOf(db, { accountId, now }) };
}

/**
 * Undoes the account's changes of the last 7 days, before and after the link's: whoever made one
 * may have made the others. Replaces the password (undefined keeps it), as a thief may know it, and
 * ends sessions and keys, like a recovery. The link's user can read the account's mail: if nobody
 * had verified the e-mail before, removes everything that was set until then. Null if the link was
 * used.
 * @throws Refusal enterPassword, badSettingsPassword, commonPassword, tooManyTries
 */
export async function undo(
  services: Services,
  token: string,
  { password, ...from }: Pick<Caller, "ip" | "agent"> & { password: string | undefined },
): Promise<UndoOffer | null> {
  const { modules } = services;
  const before = await readOffer(services, token);
  if (!before) return null;
  const { accountId, lang } = before;
  const savePassword =
    password === undefined
      ? null
      : await modules.preparePassword(services, { accountId, password, ip: from.ip });
  return transaction(services.db, async (tx) => {
    await lockAccountRow(tx, accountId);
    // Checks again under the lock: of two concurrent calls, one undoes.
    const offered = await readOffer(services, token, tx);
    if (!offered) return null;
    await undoChanges(services, tx, offered);
    await savePassword?.(tx);
    const { verified, waived } = await emailStatusOf(tx, accountId);
    const isFirstProof = !verified && !waived;
    for (const { end, removeUnverified } of modules.recovery) {
      await end?.(services, tx, accountId);
      if (isFirstProof) await removeUnverified?.(services, tx, accountId);
    }
    if (isFirstProof) await markEmailVerified(services, tx, accountId);
    const caller = { ...from, accountId, sessionId: "", lang, ref: "" };
    await recordEvent(services, tx, caller, { event: "changeUndone" });
    const things = offered.changes.map((one) => changeLine(lang, one)).join("\n");
    await queueNotice(services, tx, accountId, "changeUndone", { things });
    return offered;
  });
}

async function undoChanges(services: Services, tx: Tx, { accountId, changes }: UndoOffer) {
  const { undo: undoers } = services.modules;
  for (const one of changes) {
    if (one.change === "login") await undoers.login?.(services, tx, one);
    if (one.change === "mfa") await undoers.mfa?.(services, tx, one);
  }
  // In one step: an address in between may belong to somebody else by now.
  const addresses = changes.flatMap((one) => (one.change === "secureMail" ? [one.details] : []));
  const [last] = addresses;
  const first = addresses.at(-1);
  const details = first && last && { was: first.was, is: last.is };
  if (details) await undoers.secureMail?.(services, tx, { accountId, details });
  await deleteChangesOf(tx, [accountId]);
}
