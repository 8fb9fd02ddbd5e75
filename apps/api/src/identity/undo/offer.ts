/** Links that undo a change of what guards an account (spec/sign-in#undo). */
import type { UndoableChange } from "../../platform/module.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { newToken, tokenHash } from "../session/token.ts";
import { insertUndo } from "./store.ts";

export const UNDO_PATH = "/undo";
const LIFE_MS = 7 * 86_400_000;

/** Makes a link that undoes a change for 7 days; it may be mailed to the account's e-mail alone. */
export async function offerUndo(
  { world, env }: Services,
  tx: Tx,
  change: UndoableChange & { accountId: string },
): Promise<string> {
  const token = newToken(world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("a fresh token has to be a token");
  const at = new Date(world.now());
  const endsAt = new Date(at.getTime() + LIFE_MS);
  await insertUndo(tx, { ...change, tokenHash: hash, at, endsAt });
  // In the query, which no log of ours keeps.
  return `${env.publicUrl}${UNDO_PATH}?token=${token}`;
}
