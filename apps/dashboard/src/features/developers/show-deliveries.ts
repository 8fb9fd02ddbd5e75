/** The panel of the deliveries stands below all webhooks: whoever asks for some is led there. */
export const deliveriesId = "deliveries";

/** Brings the deliveries into view. */
export function showDeliveries(): void {
  document.getElementById(deliveriesId)?.scrollIntoView({ block: "start" });
}
