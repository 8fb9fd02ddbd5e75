import { expect, test } from "vitest";
import { paymentPollMs, type Payment, stateOf, paymentAmounts } from "./payment-state.ts";

const payment: Payment = {
  status: "pending",
  amountCents: 1000,
  bonusCents: 0,
  receivedCents: 0,
  refundedCents: 0,
  surplusCents: 0,
  method: "crypto",
  payUrl: "http://127.0.0.1/pay/1",
  orderNo: null,
  order: null,
};
const failedOrder = {
  name: "IPs",
  sku: "ip-standard",
  kind: "ip" as const,
  region: null,
  days: null,
  quantity: 100,
  status: "failed" as const,
};

test("a pending payment waits for the full amount, or for the missing part", () => {
  expect(stateOf(payment)).toBe("waiting");
  expect(stateOf({ ...payment, receivedCents: 1 })).toBe("part");
});

test("a payment settled with too little for its order is short", () => {
  const settled = { ...payment, status: "paid" as const, receivedCents: 500 };
  expect(stateOf({ ...settled, order: failedOrder })).toBe("short");
  expect(stateOf({ ...settled, order: { ...failedOrder, status: "paid" } })).toBe("paid");
  expect(stateOf(settled)).toBe("paid");
});

test("the missing, surplus and paid amounts follow from the amount received", () => {
  const sums = (receivedCents: number) => paymentAmounts({ ...payment, receivedCents });
  expect(sums(400)).toEqual({ missingCents: 600, surplusCents: 0, paidCents: 400 });
  expect(sums(1000)).toEqual({ missingCents: 0, surplusCents: 0, paidCents: 1000 });
  expect(sums(2500)).toEqual({ missingCents: 0, surplusCents: 1500, paidCents: 1000 });
});

test("late payments are still polled; finished ones are not", () => {
  const after = (status: Payment["status"]) => paymentPollMs({ ...payment, status });
  expect(paymentPollMs(undefined)).toBe(2_000);
  expect([after("pending"), after("expired"), after("failed")]).toEqual([2_000, 10_000, 10_000]);
  expect([after("paid"), after("refunded")]).toEqual([false, false]);
});
