/** From a click to a credited wallet in crypto, as people pay at a BTCPay Server. */
import { describe, expect, it } from "vitest";
import { operator } from "./operator.ts";
import {
  beginRecharge,
  newestPayment,
  waitForText,
  startPaidProduct,
  walletCents,
} from "./payments.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const paid = forTests(() => startPaidProduct());

/** Starts a recharge in crypto by a call, and opens its payment page. */
async function invoiceOver(amountCents: number) {
  const { payUrl } = await paid.customer.ask("recharge", { amountCents, method: "crypto" });
  await fetch(payUrl);
  return paid.btcpay.invoiceOf(await newestPayment(paid));
}

describe("a crypto payment through BTCPay Server", () => {
  it("shows a partial payment and the missing amount, and credits the total once", async () => {
    const { btcpay, page } = paid;
    const before = await walletCents(paid);
    const tab = await beginRecharge(paid, 500, "Crypto");
    await tab.getByRole("button", { name: "Pay half" }).click();
    await waitForText(page, /still missing\s+\$250\.00/i);
    expect(await walletCents(paid)).toBe(before);
    const [invoice] = [...btcpay.invoices.keys()];
    await btcpay.pay(invoice ?? "", 0.5);
    await waitForText(page, "$525.00");
    expect(await walletCents(paid)).toBe(before + 52_500);
    await tab.close();
  });

  it("is credited as received if it is late, partial at expiry, or in excess", async () => {
    const { btcpay, customer } = paid;
    const late = async (id: string) => {
      await btcpay.expire(id);
      await btcpay.pay(id);
    };
    for (const [pay, cents] of [
      [late, 10_000],
      [(id: string) => btcpay.pay(id, 2), 20_000],
    ] as const) {
      const before = await walletCents(paid);
      const { id } = await invoiceOver(10_000);
      await pay(id);
      await waitFor("it is credited", async () => (await walletCents(paid)) === before + cents);
      expect(await customer.ask("payment", { paymentId: await newestPayment(paid) })).toMatchObject(
        {
          status: "paid",
          receivedCents: cents,
        },
      );
    }
    const before = await walletCents(paid);
    const { id } = await invoiceOver(10_000);
    await btcpay.pay(id, 0.5);
    await btcpay.expire(id);
    await waitFor("the half is credited", async () => (await walletCents(paid)) === before + 5_000);
  });

  it("is not changed by replayed, re-ordered or forged deliveries, and expires if nothing is paid", async () => {
    const { btcpay, customer, page } = paid;
    const tab = await beginRecharge(paid, 100, "Crypto");
    await tab.getByRole("button", { name: "Let it expire" }).click();
    await waitForText(page, /expired|failed/i);
    const before = await customer.ask("ledger", { limit: 100 });
    for (const delivery of [...btcpay.deliveries].toReversed()) {
      expect(await btcpay.deliver(delivery)).toBe(200);
      expect(await btcpay.deliver(delivery, { forge: true })).toBe(400);
    }
    expect(await customer.ask("ledger", { limit: 100 })).toEqual(before);
    await tab.close();
  });
});

it("crypto payments leave consistent accounting and no errors in the dashboard", async () => {
  expect(await operator(paid.product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  expect(paid.troubles).toEqual([]);
});
