import { expect, it } from "vitest";
import { usePeer } from "../payment-provider/testing.ts";
import { startPaypalPeer } from "../payment-provider/paypal/testing-paypal.ts";

const at = usePeer(startPaypalPeer, "/webhooks/paypal");

it("A network's false deliveries are soon refused unproved: they must not use up what PayPal lets us ask", async () => {
  const headers = {
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": `${at.peer.url}/cert`,
    "paypal-transmission-id": "1",
    "paypal-transmission-sig": "1",
    "paypal-transmission-time": "1",
  };
  const body = JSON.stringify({ id: "1", event_type: "CHECKOUT.ORDER.APPROVED", resource: {} });
  const counts: Record<number, number> = {};
  for (let round = 0; round < 32; round += 1) {
    const sent = Array.from({ length: 10 }, () =>
      fetch(at.peer.webhookUrl, { method: "POST", headers, body }),
    );
    for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1;
  }
  const asked = at.peer.requests.filter((one) => JSON.stringify(one).includes("verify-webhook"));
  expect(counts[503]).toBeGreaterThan(10);
  expect(asked.length).toBe(counts[400]);
  expect(asked.length).toBeLessThan(312);
});
