/** Amounts of a provider that no number holds change nothing: rows with them could not be read. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";
import { expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { applyEvent } from "./settle.ts";

const shop = forTests(startShop);
const dispute = { ref: "dp", state: "open", reason: "x", dueAt: null } as const;
const amounts = [1e16, 1e308, Number.POSITIVE_INFINITY, Number.NaN, -1, 0.5];
const updatesWith = (cents: number): PaymentUpdate[] => [
  { what: "received", receivedCents: cents },
  { what: "settled", receivedCents: cents },
  { what: "refunded", refund: { ref: `re ${cents}`, cents, ours: null } },
  { what: "disputed", dispute: { ...dispute, cents, withdrawnCents: null } },
  { what: "disputed", dispute: { ...dispute, cents: null, withdrawnCents: cents } },
];

it("A provider's report of an amount beyond counting changes nothing (spec/quality#l4)", async () => {
  const customer = await shop.customer();
  const { paymentId, payUrl } = await customer.get("recharge", {
    amountCents: 1_000,
    method: "card",
  });
  const stored: unknown[] = [];
  for (const cents of amounts)
    for (const [n, update] of updatesWith(cents).entries())
      await applyEvent(shop.services, {
        id: `${n} of ${cents}`,
        provider: "sandbox",
        paymentId,
        update,
      }).then(
        (status) => stored.push([status, update]),
        () => null,
      );
  const list = async () => (await customer.ask("rechargeList")).data.items;
  expect(await list()).toMatchObject([{ status: "pending", receivedCents: 0, refundedCents: 0 }]);
  expect(stored).toEqual([]);
  expect(await shop.complete(payUrl, "paid")).toBe("paid");
  expect(await list()).toMatchObject([{ status: "paid", receivedCents: 1_000 }]);
  expect((await verifyAccounting(shop.services.db)).difference).toBeNull();
}, 60_000);
