/** The bonus of a recharge whose tax comes on top counts from the sum that the customer names (spec/tax#recharges). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, it } from "vitest";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { drivenPayment, settled } from "../refund/testing.ts";
import { buyerIn, setScheme } from "../tax/testing.ts";

const shop = forTests(startShop);
beforeAll(async () => {
  const net = { prices: "net", point: "recharge" } as const;
  await setScheme(shop, { scheme: "oss", sellerCountry: "DE", ...net });
});
verifyAfterEach(shop);

const buyer = () => buyerIn(shop, "DE", { cents: 0 });
const walletOf = async (customer: Customer) => (await customer.get("member")).walletCents;
const addCode = async (...words: string[]) => {
  expect(await operateJson(shop.services, "promo", "add", ...words)).toMatchObject({ code: 0 });
};

it("also with a promo code", async () => {
  await addCode("NET-TEN", "--percent", "10");
  const customer = await buyer();
  const asked = { amountCents: 10_000, method: "card", promoCode: "NET-TEN" };
  const { payUrl, totalCents } = await customer.get("recharge", asked);
  expect(totalCents).toBe(11_900);
  await shop.complete(payUrl, "paid");
  expect(await walletOf(customer)).toBe(11_000);
});

it("also if less arrives: 520.00 with 83.03 of tax in it are less than 500", async () => {
  const customer = await buyer();
  const { paymentId } = await customer.get("recharge", { amountCents: 60_000, method: "card" });
  expect((await customer.get("payment", { paymentId })).bonusCents).toBe(3_000);
  await drivenPayment(shop, paymentId).tell(settled(52_000));
  expect(await walletOf(customer)).toBe(52_000 - 8_303);
  expect((await customer.get("payment", { paymentId })).bonusCents).toBe(0);
});

it("also if the use of its code is gone when its money comes", async () => {
  await addCode("NET-ONE", "--percent", "50", "--max", "1");
  const [late, other] = [await buyer(), await buyer()];
  for (const { get } of [late, other]) await get("upTokenCache", { minutes: 0 });
  const asked = { amountCents: 50_000, method: "card", promoCode: "NET-ONE" };
  const { payUrl } = await late.get("recharge", asked);
  await shop.advance(86_401);
  const next = { amountCents: 500, method: "card", promoCode: "NET-ONE" };
  await shop.complete((await other.get("recharge", next)).payUrl, "paid");
  await shop.complete(payUrl, "late");
  expect(await walletOf(late)).toBe(52_500);
});
