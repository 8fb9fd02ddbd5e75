/** Session settings, ending sessions, and the login log (spec/sign-in#sessions). */
import { transaction } from "../../platform/db/database.ts";
import { lockAccountRow } from "../account/account-lock.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
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
    async signout(_question, caller) {
      await transaction(services.db, async (tx) => {
        const { accountId, sessionId } = caller;
        // Money calls that this session has sent are done, or do not begin any more.
        await lockAccountRow(tx, accountId);
        const isMember = caller.person !== undefined && caller.person.memberId !== null;
        if ((await deleteSession(tx, accountId, sessionId)) && !isMember)
          await recordEvent(services, tx, caller, { event: "signout" });
      });
      return {};
    },

    async moreLogin({ enabled }, caller) {
      await allowSeveralDevices(services, caller, enabled);
      return { multiDevice: enabled };
    },

    async sessions(_question, caller) {
      return { items: await listSessions(services, caller) };
    },

    async endSessions({ id }, caller) {
      return { ended: await end(services, caller, id) };
    },

    loginLog: (question, caller) => listEvents(services, caller, question),
  };
}

/** Ends one session, or all but the caller's, and records it in the login log. */
function end(services: Services, caller: Caller, id: string | undefined): Promise<number> {
  const { accountId, sessionId } = caller;
  return transaction(services.db, async (tx) => {
    await lockSession(tx, { accountId, sessionId });
    if (id !== undefined) await endSession(tx, accountId, id);
    const ended = id === undefined ? await endSessions(tx, { accountId, except: sessionId }) : 1;
    if (ended > 0) await recordEvent(services, tx, caller, { event: "ended" });
    return ended;
  });
}
