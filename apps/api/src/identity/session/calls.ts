/** Session settings, ending sessions, and the login log (spec/sign-in#sessions). */
import { transaction } from "../../platform/db/database.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import type { Asker, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { endSession, endSessions, lockSession } from "./end.ts";
import { allowSeveralDevices } from "./lifetime.ts";
import { listEvents, listSessions } from "./list.ts";
import { recordEvent } from "./record-event.ts";
import { deleteSession } from "./store/session.ts";

type SessionCalls = Pick<
  Handlers,
  "signout" | "moreLogin" | "sessions" | "endSessions" | "loginLog"
>;

export function sessionCalls(services: Services): SessionCalls {
  return {
    async signout(_question, asker) {
      await transaction(services.db, async (tx) => {
        const { accountId, sessionId } = asker;
        // Money calls that this session has sent are done, or do not begin any more.
        await lockAccountRow(tx, accountId);
        if (await deleteSession(tx, accountId, sessionId))
          await recordEvent(services, tx, asker, { event: "signout" });
      });
      return {};
    },

    async moreLogin({ enabled }, asker) {
      await allowSeveralDevices(services, asker, enabled);
      return { multiDevice: enabled };
    },

    async sessions(_question, asker) {
      return { items: await listSessions(services, asker) };
    },

    async endSessions({ id }, asker) {
      return { ended: await end(services, asker, id) };
    },

    loginLog: (question, asker) => listEvents(services, asker, question),
  };
}

/** Ends one session, or all but the asker's, and records it in the login log. */
function end(services: Services, asker: Asker, id: string | undefined): Promise<number> {
  const { accountId, sessionId } = asker;
  return transaction(services.db, async (tx) => {
    await lockSession(tx, { accountId, sessionId });
    if (id !== undefined) await endSession(tx, accountId, id);
    const ended = id === undefined ? await endSessions(tx, { accountId, except: sessionId }) : 1;
    if (ended > 0) await recordEvent(services, tx, asker, { event: "ended" });
    return ended;
  });
}
