/** Handlers for signing in and out, and for the second factor (spec/console#sign-in). */
import { firstOwner, readLink } from "../../identity/staff/links.ts";
import { confirmStaffMfa, proveAgain, startStaffMfa } from "../../identity/staff/mfa.ts";
import { presentMe } from "../../identity/staff/present.ts";
import { setStaffPassword, signInStaff } from "../../identity/staff/sign-in.ts";
import { deleteStaffSession } from "../../identity/staff/store/session.ts";
import { staffById } from "../../identity/staff/store/staff.ts";
import type { Services } from "../../platform/services.ts";
import { type ConsoleCaller, type ConsoleHandlers, sessionOf } from "./caller.ts";

type Names =
  | "linkInfo"
  | "setPassword"
  | "signIn"
  | "signOut"
  | "whoAmI"
  | "mfaStart"
  | "mfaConfirm"
  | "mfaProve";

export function sessionHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, env, world } = services;
  const now = () => new Date(world.now()).toISOString();
  /** Gives the session to the browser: as a cookie that scripts cannot read, if it takes any. */
  const openSession = (
    token: string,
    { cookieless }: { cookieless: boolean },
    caller: ConsoleCaller,
  ) => {
    if (cookieless) return { now: now(), token };
    caller.setToken(token);
    return { now: now() };
  };
  const meOf = async (staffId: string) => {
    const row = await staffById(db, staffId);
    if (!row) throw new Error("who is signed in is of the staff");
    return presentMe(env, row);
  };
  return {
    async linkInfo({ link }) {
      const { row, expiresAt } = await readLink(services, link);
      const needsEmail = row.email === firstOwner;
      const email = needsEmail ? "" : row.email;
      return { email, needsEmail, role: row.role, expiresAt: expiresAt.toISOString() };
    },

    async setPassword(question, caller) {
      const { token, me } = await setStaffPassword(services, question, caller.actor);
      return { me, ...openSession(token, question, caller) };
    },

    async signIn(question, caller) {
      const { token, me } = await signInStaff(services, question, caller.actor);
      return { me, ...openSession(token, question, caller) };
    },

    async signOut(_question, caller) {
      await deleteStaffSession(db, sessionOf(caller).sessionId);
      caller.setToken(null);
      return {};
    },

    async whoAmI(_question, caller) {
      return { me: await meOf(sessionOf(caller).staffId), now: now() };
    },

    mfaStart: (_question, caller) => startStaffMfa(services, sessionOf(caller)),

    async mfaConfirm({ code }, caller) {
      const { staffId, sessionId } = sessionOf(caller);
      const actor = { ...caller.actor, staffId };
      const recoveryCodes = await confirmStaffMfa(services, actor, { code, sessionId });
      return { recoveryCodes, me: await meOf(staffId) };
    },

    async mfaProve({ code }, caller) {
      await proveAgain(services, sessionOf(caller), code);
      return {};
    },
  };
}
