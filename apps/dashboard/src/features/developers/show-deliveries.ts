/** The panel of deliveries is below all webhooks: opening deliveries scrolls there. */
export const deliveriesId = "deliveries";

/** Brings the deliveries into view. */
export function showDeliveries(): void {
  document.getElementById(deliveriesId)?.scrollIntoView({ block: "start" });
}
