/** Checks which statements a ticket may be for (spec/api#tickets). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { monthBounds } from "@turnpike/rules/statement.ts";
import type { TicketCheck } from "../../platform/module.ts";

/** @throws Refusal missingField, badMonth */
export const statementTicket: TicketCheck = async ({ world }, { month }) => {
  if (!month) throw new Refusal("missingField", { field: "month" });
  if (!monthBounds(month, world.now())) throw new Refusal("badMonth", { field: "month" });
  return { month };
};
