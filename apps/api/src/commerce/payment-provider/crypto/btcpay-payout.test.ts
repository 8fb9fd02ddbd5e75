/** Crypto refunds: the customer claims them, the operator sends them in BTCPay. */
import { expect, it } from "vitest";
import { operateJson } from "../../../across/operator/testing.ts";
import { sendRefunds } from "../../refund/send.ts";
import { refundOf } from "../../refund/testing.ts";
import { visit, usePeer } from "../testing.ts";
import { startBtcpayPeer } from "./testing-btcpay.ts";

const at = usePeer(startBtcpayPeer, "/webhooks/btcpay");

it("A refund's payout state follows the server's reports and leaves the wallet unchanged", async () => {
  const customer = await at.shop.customer();
  const order = { amountCents: 10_000, method: "crypto" };
  const { paymentId, payUrl } = await customer.get("recharge", order);
  await visit(at.shop.url + new URL(payUrl).pathname);
  await at.peer.pay(at.peer.invoiceOf(paymentId).id);
  const { services } = at.shop;
  await refundOf(at.shop, paymentId, 4_000);
  await sendRefunds(services);
  const states = ["AwaitingApproval", "AwaitingPayment", "Completed"];
  for (const state of [...states, "Completed"]) {
    await at.peer.claim(at.peer.pulls[0]?.id ?? "", "bc1qbuyer", state);
    const [refund] = (await operateJson(services, "refunds", "list")).said;
    expect(refund).toMatchObject({ cents: 4_000, payout: state });
  }
  expect((await customer.get("member")).walletCents).toBe(6_000);
  await at.peer.claim("a pull payment of somebody else's", "bc1qother", "Completed");
});
