/** Tickets for downloads (spec/api#tickets). */
import type { ticket } from "@turnpike/contract/ticket.ts";
import type { Question } from "@turnpike/contract/call.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { monthBounds } from "@turnpike/rules/statement.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker, Handlers } from "../../platform/http/handler.ts";
import { invoicedOrder } from "../../commerce/order/invoiced.ts";
import type { Services } from "../../platform/services.ts";
import { holdSession } from "../session/end.ts";
import type { TicketFields } from "./store.ts";
import { issueTicket } from "./ticket.ts";

export function ticketCalls(services: Services): Pick<Handlers, "ticket"> {
  return {
    async ticket(question, asker) {
      const { accountId, sessionId } = asker;
      const fields = await agree(services, question, asker);
      const { ticket, expiresAt } = await transaction(services.db, async (tx) => {
        await holdSession(tx, { accountId, sessionId });
        return issueTicket(services, tx, { accountId, sessionId, purpose: question.what, fields });
      });
      return { ticket, expiresAt: expiresAt.toISOString() };
    },
  };
}

/**
 * What the download needs to know beside who asks.
 * @throws Refusal missingField, badMonth, orderNotFound, invoiceNotReady
 */
async function agree(
  { db, world }: Services,
  { what, orderNo, month }: Question<typeof ticket>,
  { accountId }: Asker,
): Promise<TicketFields> {
  if (what === "export") return {};
  if (what === "statement") {
    if (!month) throw new Refusal("missingField", { field: "month" });
    if (!monthBounds(month, world.now())) throw new Refusal("badMonth", { field: "month" });
    return { month };
  }
  if (!orderNo) throw new Refusal("missingField", { field: "orderNo" });
  const order = await invoicedOrder(db, { accountId, orderNo });
  return { orderNo: order.orderNo };
}
