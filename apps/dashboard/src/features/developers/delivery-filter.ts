/** The query of the deliveries, as the URL has it. */
import type { Question } from "../../lib/call.ts";
import { deliveredEvents, deliveryStates } from "./webhook-text.ts";

export const filterNames = ["webhook", "event", "state"] as const;
/** The URL's texts, empty where nothing was chosen; `webhook` is an id. */
export type DeliveryFilter = Record<(typeof filterNames)[number], string>;

/** The question that a filter asks; what is unknown in it asks nothing. */
export function questionOf(
  filter: DeliveryFilter,
): Pick<Question<"webhookDeliveries">, "webhookId" | "event" | "status"> {
  const event = deliveredEvents.find((option) => option === filter.event);
  const status = deliveryStates.find((option) => option === filter.state);
  return {
    ...(filter.webhook ? { webhookId: filter.webhook } : {}),
    ...(event ? { event } : {}),
    ...(status ? { status } : {}),
  };
}

export const isFiltered = (filter: DeliveryFilter): boolean =>
  Object.keys(questionOf(filter)).length > 0;

export const noFilter: DeliveryFilter = { webhook: "", event: "", state: "" };
