/** Tickets for downloads and for another window (spec/api#tickets, spec/sign-in#linked-devices). */
import { readUser } from "../account/user.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { lockCaller } from "../api-key/spending.ts";
import { issueTicket } from "./ticket.ts";
import { signInByTicket, issueWebautoTicket } from "./webauto.ts";

export function ticketCalls(services: Services): Pick<Handlers, "ticket" | "webauto"> {
  return {
    async ticket(question, caller) {
      const { accountId } = caller;
      // A ticket ends with what asked for it: a session or a key.
      const sessionId = caller.sessionId || (caller.key?.id ?? "");
      const check = services.modules.tickets[question.what];
      const fields = check ? await check(services, question, caller) : {};
      const { ticket, expiresAt } = await transaction(services.db, async (tx) => {
        await lockCaller(tx, caller);
        return issueTicket(services, tx, { accountId, sessionId, purpose: question.what, fields });
      });
      return { ticket, expiresAt: expiresAt.toISOString() };
    },

    async webauto({ ticket, mfaCode }, caller) {
      if (ticket === undefined) return issueWebautoTicket(services, caller, mfaCode);
      const { token, accountId } = await signInByTicket(services, ticket, caller);
      return { session: token, user: await readUser(services, accountId) };
    },
  };
}
