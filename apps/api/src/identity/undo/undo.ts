/** Undoes changes of what guards an account (spec/sign-in#undo). */
import { asLang, type Lang } from "@turnpike/contract/refusals.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import { addressesOf } from "../account/addresses.ts";
import { queueNotice } from "../account/notice.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { recordEvent } from "../session/record-event.ts";
import { tokenHash } from "../session/token.ts";
import { deleteChanges, findChanges, type StoredChange } from "./store.ts";
import { changeLine } from "./words.ts";

export interface Offered {
  accountId: string;
  lang: Lang;
  /** The change of the link and all later ones, the newest first. */
  changes: StoredChange[];
}

/** What a link would undo; null where it is unknown, used or too old. */
export async function readOffer(services: Services, token: string): Promise<Offered | null> {
  const hash = tokenHash(token);
  const now = new Date(services.world.now());
  const changes = hash ? await findChanges(services.db, { tokenHash: hash, now }) : [];
  const [newest] = changes;
  if (!newest) return null;
  const { lang } = await addressesOf(services.db, newest.accountId);
  return { accountId: newest.accountId, lang: asLang(lang), changes };
}

/**
 * Undoes the change of a link and all later ones: whoever made it may have made those too. Ends
 * sessions and keys, as a recovery does. False where the link was used meanwhile.
 */
export function undo(
  services: Services,
  token: string,
  from: Pick<Asker, "ip" | "agent">,
): Promise<Offered | null> {
  return transaction(services.db, async (tx) => {
    const offered = await readOffer(services, token);
    if (!offered) return null;
    const { accountId, lang } = offered;
    await lockAccountRow(tx, accountId);
    // Again under the lock: of two at once one undoes.
    const hash = tokenHash(token);
    const now = new Date(services.world.now());
    const changes = hash ? await findChanges(tx, { tokenHash: hash, now }) : [];
    if (changes.length === 0) return null;
    const told = changes.map((one) => changeLine(lang, one)).join("\n");
    for (const one of changes) await undoOne(services, tx, one);
    const positions = changes.map(({ position }) => position);
    await deleteChanges(tx, { accountId, from: Math.min(...positions) });
    for (const { end } of services.modules.recovery) await end?.(services, tx, accountId);
    const asker = { ...from, accountId, sessionId: "", lang, ref: "" };
    await recordEvent(services, tx, asker, { event: "changeUndone" });
    const forgotUrl = `${services.env.publicUrl}/index/forgot`;
    await queueNotice(services, tx, accountId, "changeUndone", { things: told, forgotUrl });
    return { ...offered, changes };
  });
}

async function undoOne(services: Services, tx: Tx, one: StoredChange): Promise<void> {
  const { accountId } = one;
  const { undo: undoers } = services.modules;
  switch (one.change) {
    case "secureMail":
      return undoers.secureMail?.(services, tx, { accountId, details: one.details });
    case "login":
      return undoers.login?.(services, tx, { accountId, details: one.details });
    case "mfa":
      return undoers.mfa?.(services, tx, { accountId, details: one.details });
  }
}
