/** Two of the staff who answer the same request must not both give for it. */
import { minuteText } from "../../../identity/account/notice.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Actor } from "../../../platform/audit/audit.ts";
import { lastOfSubject, lockSubject } from "../../../platform/audit/store.ts";
import type { Tx } from "../../../platform/db/database.ts";

/** How long after an act nobody else does the same. */
const AGAIN_MS = 3_600_000;

/**
 * Refuses an act that somebody else has done in the last hour with the same values; whoever did it
 * may do it again.
 * @throws ActRefused
 */
export async function refuseAgain(
  tx: Tx,
  act: { action: string; subject: string; accountId: string; now: number },
  { actor, same }: { actor: Actor; same: Record<string, unknown> },
): Promise<void> {
  // Who does it at this moment has no entry yet.
  await lockSubject(tx, act);
  const last = await lastOfSubject(tx, act);
  if (!last || last.actor === actor.name || act.now - last.at.getTime() >= AGAIN_MS) return;
  const after = JSON.parse(last.after ?? "{}") as Record<string, unknown>;
  if (Object.entries(same).some(([name, value]) => after[name] !== value)) return;
  throw new ActRefused(
    `${last.actor} did the same at ${minuteText(last.at.getTime())}: it can be done again an hour after that, or by ${last.actor}`,
  );
}
