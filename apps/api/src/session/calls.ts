/** Sign-up, sign-in, sign-out (contract §2). */
import { readUser } from "../account/user.ts";
import { transaction } from "../db/database.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { deleteSession, insertEvent } from "./store.ts";

export function sessionCalls(services: Services): Pick<Handlers, "signup" | "signin" | "signout"> {
  return {
    async signup(question, asker) {
      const { token, accountId } = await signUp(services, question, asker);
      return { session: token, user: await readUser(services, accountId) };
    },

    async signin(question, asker) {
      const { token, accountId } = await signIn(services, question, asker);
      return { session: token, user: await readUser(services, accountId) };
    },

    async signout(_question, asker) {
      await transaction(services.db, async (tx) => {
        await deleteSession(tx, asker.accountId, asker.sessionId);
        await insertEvent(tx, services.world.id(), "signout", {
          id: asker.sessionId,
          accountId: asker.accountId,
          ip: asker.ip,
          agent: asker.agent,
          now: new Date(services.world.now()),
        });
      });
      return {};
    },
  };
}
