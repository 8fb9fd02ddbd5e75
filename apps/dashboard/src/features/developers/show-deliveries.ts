/** The element id of the deliveries' panel, which is below all webhooks. */
export const deliveriesId = "deliveries";

/** Scrolls the deliveries into view. */
export function showDeliveries(): void {
  document.getElementById(deliveriesId)?.scrollIntoView({ block: "start" });
}
