/**
 * The lifetime of an account's sessions: how many at a time, and how long they last
 * (spec/sign-in#sessions).
 */
import { setLoginMinutes, setMultiDevice } from "../account/settings.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { lockSession } from "./end.ts";
import { deleteIdleSessions, deleteOtherDevices } from "./store/session.ts";

/** Sets multi-device; if off, other sessions end now and at each later login (`openSession`). */
export async function allowSeveralDevices(
  { db }: Services,
  { accountId, sessionId }: Caller,
  enabled: boolean,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSession(tx, { accountId, sessionId });
    await setMultiDevice(tx, accountId, enabled);
    if (!enabled) await deleteOtherDevices(tx, accountId, sessionId);
  });
}

/** Sets the idle limit; first ends sessions over by the old one, so that none is revived. */
export async function setIdleMinutes(
  { db, world }: Services,
  { accountId, sessionId }: Caller,
  minutes: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { loginMinutes } = await lockSession(tx, { accountId, sessionId });
    if (loginMinutes > 0) {
      const before = new Date(world.now() - loginMinutes * 60_000);
      await deleteIdleSessions(tx, { accountId, keptId: sessionId, before });
    }
    await setLoginMinutes(tx, accountId, minutes);
  });
}
