import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);

it("A card order (spec/money#payments) is listed with its payment while it can still be paid", async () => {
  const { get } = await shop.customer({ cents: 10_000 });
  await get("placeOrder", { sku: "traffic-standard", quantity: 1, method: "wallet" });
  const byCard = { sku: "ip-standard", quantity: 10, method: "card" };
  const waiting = await get("placeOrder", byCard);
  const paid = await get("placeOrder", byCard);
  const failed = await get("placeOrder", byCard);
  await shop.complete(paid.payUrl ?? "", "paid");
  await shop.complete(failed.payUrl ?? "", "failed");
  expect(waiting.order.paymentId).toBe(waiting.paymentId);
  const { items } = await get("orderList");
  expect(items.map(({ status, paymentId }) => ({ status, paymentId }))).toEqual([
    { status: "failed", paymentId: failed.paymentId },
    { status: "paid", paymentId: null },
    { status: "pending", paymentId: waiting.paymentId },
    { status: "paid", paymentId: null },
  ]);
  const found = await get("payment", { paymentId: items[2]?.paymentId ?? "" });
  expect(found).toMatchObject({ status: "pending", payUrl: waiting.payUrl });
});
