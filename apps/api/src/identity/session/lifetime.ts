/**
 * How an account's sessions live: side by side or one alone, and for how long
 * (spec/sign-in#sessions).
 */
import { setLoginMinutes, setMultiDevice } from "../account/settings.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { endSessions, lockSession } from "./end.ts";
import { deleteIdle } from "./store/session.ts";

/** Off: the other sessions end now, and with each later login (`openSession`). */
export async function allowSeveralDevices(
  { db }: Services,
  { accountId, sessionId }: Asker,
  enabled: boolean,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSession(tx, { accountId, sessionId });
    await setMultiDevice(tx, accountId, enabled);
    if (!enabled) await endSessions(tx, { accountId, except: sessionId });
  });
}

/** Sessions that ran out by the old time end for good: a longer one brings none of them back. */
export async function setIdleMinutes(
  { db, world }: Services,
  { accountId, sessionId }: Asker,
  minutes: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { loginMinutes } = await lockSession(tx, { accountId, sessionId });
    if (loginMinutes > 0) {
      const before = new Date(world.now() - loginMinutes * 60_000);
      await deleteIdle(tx, { accountId, keptId: sessionId, before });
    }
    await setLoginMinutes(tx, accountId, minutes);
  });
}
