/** The filter of the deliveries, as kept in the URL. */
import type { CallParameters } from "../../lib/call.ts";
import { deliveredEvents, deliveryStates } from "./webhook-text.ts";

export const filterNames = ["webhook", "event", "state"] as const;
/** The URL's values, empty if not set; `webhook` is an id. */
export type DeliveryFilter = Record<(typeof filterNames)[number], string>;

/** The request for a filter; unknown values are ignored. */
export function parametersOf(
  filter: DeliveryFilter,
): Pick<CallParameters<"webhookDeliveries">, "webhookId" | "event" | "status"> {
  const event = deliveredEvents.find((option) => option === filter.event);
  const status = deliveryStates.find((option) => option === filter.state);
  return {
    ...(filter.webhook ? { webhookId: filter.webhook } : {}),
    ...(event ? { event } : {}),
    ...(status ? { status } : {}),
  };
}

export const isFiltered = (filter: DeliveryFilter): boolean =>
  Object.keys(parametersOf(filter)).length > 0;

export const noFilter: DeliveryFilter = { webhook: "", event: "", state: "" };
