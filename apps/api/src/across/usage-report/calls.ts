/** /v1/usage (spec/traffic-plan#usage), and the fields stored with a ticket for its export. */
import { usageFileRequest } from "@turnpike/contract/usage.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { TicketCheck, TicketFields } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { usageReport } from "./report.ts";

export function usageCalls(services: Services): Pick<Handlers, "usage"> {
  return { usage: (question, caller) => usageReport(services, question, caller) };
}

/** Stores the report's fields that were sent with the ticket. */
export const usageTicket: TicketCheck = async (_services, question) => {
  const fields: TicketFields = {};
  for (const name of Object.keys(usageFileRequest) as (keyof typeof usageFileRequest)[]) {
    const value = question[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
};
