/** Links that undo changes of an account's credentials (spec/sign-in#undo). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { UndoableChange } from "../../platform/module.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { newToken, tokenHash } from "../session/token.ts";
import { changesOf, insertAnotherLink, insertUndo } from "./store.ts";
import { changeLine } from "./words.ts";

export const UNDO_PATH = "/undo";
const LIFE_MS = 7 * 86_400_000;

/**
 * Creates a link that undoes a change for 7 days; only mail it to the account's e-mail. `proved` is
 * whether more than a session was proved.
 */
export async function offerUndo(
  { world, env }: Services,
  tx: Tx,
  change: UndoableChange & { accountId: string; proved: boolean },
): Promise<string> {
  const { url, hash } = newLink({ world, env });
  const at = new Date(world.now());
  const endsAt = new Date(at.getTime() + LIFE_MS);
  await insertUndo(tx, { ...change, tokenHash: hash, at, endsAt });
  return url;
}

/**
 * Another link that undoes an account's changes of the last 7 days, with a line for each; null if
 * there are none. Only mail it to the account's e-mail.
 */
export async function offerUndoAgain(
  { world, env }: Services,
  tx: Tx,
  { accountId, lang }: { accountId: string; lang: Lang },
): Promise<{ lines: string; url: string } | null> {
  const now = new Date(world.now());
  const changes = await changesOf(tx, { accountId, now });
  if (changes.length === 0) return null;
  const { url, hash } = newLink({ world, env });
  await insertAnotherLink(tx, { accountId, tokenHash: hash, now });
  return { lines: changes.map((one) => changeLine(lang, one)).join("\n"), url };
}

function newLink({ world, env }: Pick<Services, "world" | "env">): { url: string; hash: Buffer } {
  const token = newToken(world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("the new token has no valid hash");
  // In the query string, which none of our logs contains.
  return { url: `${env.publicUrl}${UNDO_PATH}?token=${token}`, hash };
}
