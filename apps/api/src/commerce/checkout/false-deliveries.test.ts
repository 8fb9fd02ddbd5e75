import { once } from "node:events";
import http from "node:http";
import { expect, it } from "vitest";
import { usePeer } from "../payment-provider/testing.ts";
import { startPaypalPeer } from "../payment-provider/paypal/testing-paypal.ts";

const at = usePeer(startPaypalPeer, "/webhooks/paypal");

const headers = () => ({
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": `${at.peer.url}/cert`,
  "paypal-transmission-id": "1",
  "paypal-transmission-sig": "1",
  "paypal-transmission-time": "1",
});
const body = JSON.stringify({ id: "1", event_type: "CHECKOUT.ORDER.APPROVED", resource: {} });
/** How often PayPal was asked so far. */
const asked = () =>
  at.peer.requests.filter((one) => JSON.stringify(one).includes("verify-webhook")).length;

it("A network's false deliveries are soon refused unproved: they must not use up what PayPal lets us ask", async () => {
  const counts: Record<number, number> = {};
  for (let round = 0; round < 32; round += 1) {
    const sent = Array.from({ length: 10 }, () =>
      fetch(at.peer.webhookUrl, { method: "POST", headers: headers(), body }),
    );
    for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1;
  }
  expect(counts[503]).toBeGreaterThan(10);
  expect(asked()).toBe(counts[400]);
  expect(asked()).toBeLessThan(312);
});

it("So are those of many networks together", async () => {
  const send = async (network: number) => {
    const from = { method: "POST", headers: headers(), agent: false } as const;
    const request = http.request(at.peer.webhookUrl, {
      ...from,
      localAddress: `127.${network}.0.1`,
    });
    request.end(body);
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  };
  const before = asked();
  const counts: Record<number, number> = {};
  for (let round = 0; round < 28; round += 1) {
    const sent = Array.from({ length: 30 }, (_, n) => send(20 + (n % 5)));
    for (const status of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1;
  }
  // The first network's three hundred count, too.
  expect(asked() - before).toBeLessThan(720);
  expect(counts[503]).toBeGreaterThan(100);
});
