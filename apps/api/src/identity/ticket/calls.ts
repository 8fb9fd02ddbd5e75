/** Tickets for downloads and for another window (spec/api#tickets, spec/sign-in#linked-devices). */
import { readUser } from "../account/user.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { lockSession } from "../session/end.ts";
import { issueTicket } from "./ticket.ts";
import { signInByTicket, issueWebautoTicket } from "./webauto.ts";

export function ticketCalls(services: Services): Pick<Handlers, "ticket" | "webauto"> {
  return {
    async ticket(question, asker) {
      const { accountId, sessionId } = asker;
      const check = services.modules.tickets[question.what];
      const fields = check ? await check(services, question, asker) : {};
      const { ticket, expiresAt } = await transaction(services.db, async (tx) => {
        await lockSession(tx, { accountId, sessionId });
        return issueTicket(services, tx, { accountId, sessionId, purpose: question.what, fields });
      });
      return { ticket, expiresAt: expiresAt.toISOString() };
    },

    async webauto({ ticket, mfaCode }, asker) {
      if (ticket === undefined) return issueWebautoTicket(services, asker, mfaCode);
      const { token, accountId } = await signInByTicket(services, ticket, asker);
      return { session: token, user: await readUser(services, accountId) };
    },
  };
}
