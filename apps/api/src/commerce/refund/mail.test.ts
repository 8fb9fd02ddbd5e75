/** The mails to customers about undone refunds. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { paidOrder } from "./testing.ts";

const shop = forTests(startShop);

describe("An undone refund", () => {
  it.each([
    ["refund", "Unser Zahlungsdienst konnte das Geld nicht zustellen"],
    ["dispute", "die Zahlung bleibt bestehen"],
  ] as const)(
    "is mailed once, with the reason, in the account's language: a %s",
    async (kind, why) => {
      const { customer, tell, giveBack, order } = await paidOrder(shop, 10, { lang: "de" });
      const ref = await giveBack(150, { kind });
      for (let n = 0; n < 3; n++) await tell({ what: "refundUndone", ref });
      const mails = await mailsTo(shop, customer.email);
      expect(mails[0]?.subject).toMatch(/Erstattung von 1,50.+zurückgenommen/);
      expect(mails[0]?.text).toContain(order.orderNo);
      expect(mails[0]?.text).toContain(why);
      expect(mails.filter(({ subject }) => subject.includes("zurückgenommen"))).toHaveLength(1);
      // An undone refund that was never booked is not mailed.
      await tell({ what: "refundUndone", ref: `never-${kind}` });
      expect(await mailsTo(shop, customer.email)).toHaveLength(mails.length);
    },
  );
});
