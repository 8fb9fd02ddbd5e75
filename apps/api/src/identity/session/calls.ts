/** Sign-up, sign-in, sessions and passwords (spec/sign-in#calls). */
import { readUser } from "../account/user.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { endSession, endSessions, holdSession } from "./end.ts";
import { allowSeveralDevices, setIdleMinutes } from "./life.ts";
import { listEvents, listSessions } from "./list.ts";
import { changePassword, recoverPassword } from "../credential/new-password.ts";
import { noteEvent } from "./note-event.ts";
import { signIn } from "../credential/sign-in.ts";
import { signUp } from "../credential/sign-up.ts";
import { deleteSession } from "./store.ts";
import { signInByTicket, ticketFor } from "../ticket/webauto.ts";

type SessionCalls = Pick<
  Handlers,
  | "signup"
  | "signin"
  | "signout"
  | "repwd"
  | "upPwd"
  | "moreLogin"
  | "upTokenCache"
  | "webauto"
  | "sessions"
  | "endSessions"
  | "loginLog"
>;

export function sessionCalls(services: Services): SessionCalls {
  const entered = async ({ token, accountId }: { token: string; accountId: string }) => ({
    session: token,
    user: await readUser(services, accountId),
  });
  return {
    signup: async (question, asker) => entered(await signUp(services, question, asker)),
    signin: async (question, asker) => entered(await signIn(services, question, asker)),

    async signout(_question, asker) {
      await transaction(services.db, async (tx) => {
        const { accountId, sessionId } = asker;
        if (await deleteSession(tx, accountId, sessionId))
          await noteEvent(services, tx, asker, { event: "signout" });
      });
      return {};
    },

    async repwd(question, asker) {
      await recoverPassword(services, asker, question);
      return {};
    },

    async upPwd(question, asker) {
      return { ended: await changePassword(services, asker, question) };
    },

    async moreLogin({ enabled }, asker) {
      await allowSeveralDevices(services, asker, enabled);
      return { multiDevice: enabled };
    },

    async upTokenCache({ minutes }, asker) {
      await setIdleMinutes(services, asker, minutes);
      return { loginMinutes: minutes };
    },

    async webauto({ ticket }, asker) {
      if (ticket === undefined) return ticketFor(services, asker);
      return entered(await signInByTicket(services, ticket, asker));
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

/** Ends one session, or all but the asker's; what ended stands in the log. */
function end(services: Services, asker: Asker, id: string | undefined): Promise<number> {
  const { accountId, sessionId } = asker;
  return transaction(services.db, async (tx) => {
    await holdSession(tx, { accountId, sessionId });
    if (id !== undefined) await endSession(tx, accountId, id);
    const ended = id === undefined ? await endSessions(tx, { accountId, except: sessionId }) : 1;
    if (ended > 0) await noteEvent(services, tx, asker, { event: "ended" });
    return ended;
  });
}
