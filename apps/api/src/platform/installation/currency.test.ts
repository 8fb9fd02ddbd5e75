/** The currency of an installation, over HTTP and at its start (spec/money#currency). */
import { setCurrency } from "@turnpike/locales/money.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { operate } from "../../across/operator/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { CurrencyMismatch, openCurrency } from "./currency.ts";

const shop = forTests(() => startShop({ CURRENCY: "EUR" }));
afterAll(() => setCurrency("USD"));

const startIn = (currency: string) => openCurrency(shop.db, { CURRENCY: currency });
const mailTo = async (email: string) => {
  const answer = await fetch(`${shop.url}/lab/mails?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { text: string }[])[0]?.text ?? "";
};

describe("The currency of an installation", () => {
  it("can change from start to start until something was sold", async () => {
    await shop.customer();
    await startIn("CHF");
    await startIn("EUR");
  });

  it("is told to pages, and mails, invoices and statements are in it", async () => {
    const brand = (await (await fetch(`${shop.url}/brand.json`)).json()) as { currency: string };
    expect(brand.currency).toBe("EUR");
    const buyer = await shop.customer();
    const asked = { amountCents: 5_000, method: "card" };
    await shop.complete((await buyer.get("recharge", asked)).payUrl, "paid");
    expect(await mailTo(buyer.email)).toContain("€50.00");
    await buyer.get("placeOrder", { sku: "traffic-standard", quantity: 2, method: "wallet" });
    const { rows } = await sql`select distinct currency from invoice`.execute(shop.db);
    expect(rows).toEqual([{ currency: "EUR" }]);
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  });

  it("is refused by name once something was sold, by an API and by a command", async () => {
    await expect(startIn("USD")).rejects.toThrow(CurrencyMismatch);
    await expect(startIn("USD")).rejects.toThrow(
      "CURRENCY: this installation has sold in EUR and cannot change to USD; set CURRENCY=EUR",
    );
    await startIn("EUR");
    const { code, error } = await operate(shop.services, "tax", "show");
    expect([code, error]).toEqual([1, expect.stringContaining("CURRENCY: ")]);
  });

  it("of an installation that sold before this release is the US dollar", async () => {
    await sql`update installation set currency = null`.execute(shop.db);
    await expect(startIn("EUR")).rejects.toThrow("has sold in USD");
    await startIn("USD");
  });
});
