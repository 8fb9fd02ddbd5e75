import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { click, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { discount, shopAnswers } from "../../testing/shop.ts";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { forgetPromoCode, keepPromoCode, promoCodeKept } from "./promo-code.ts";

afterEach(() => {
  vi.restoreAllMocks();
  forgetPromoCode();
});

const Seller = () => (
  <BuyDialog opened start={{ kind: "ip" }} onKind={() => {}} onClose={() => {}} />
);
const { id: _id, usedAt: _usedAt, ...benefit } = discount;
const taken = { ...benefit, minCents: null, couponId: discount.id };

async function show(more: Answers = {}) {
  let isTaken = false;
  const answers = {
    ...shopAnswers,
    "/v1/promo": () => {
      isTaken = true;
      return taken;
    },
    "/v1/coupons": () => ({ items: isTaken ? [{ ...discount, minCents: null }] : [] }),
    "/v1/order": ({ sku, quantity }: Record<string, string>) => ({
      order: { sku, kind: "ip", days: null, quantity: Number(quantity) },
    }),
    ...more,
  };
  const opened = await showScreen({ screen: Seller, area: "buy", path: "/cli/home", answers });
  return { dialog: within(await screen.findByRole("dialog")), ...opened };
}

test("a code's coupon is taken and chosen, and the order has it", async () => {
  const { dialog, askedOf } = await show();
  const field = await dialog.findByLabelText("Promo code");
  type(field, "spring");
  click("Apply", dialog);
  await dialog.findByText(`Yours now: ${discount.title}`);
  const buy = await dialog.findByRole("button", { name: "Buy 100 IPs for $12.00" });
  await waitFor(() => expect(buy.hasAttribute("disabled")).toBe(false));
  fireEvent.click(buy);
  await dialog.findByText("100 IPs are yours");
  expect(askedOf("/v1/promo")).toMatchObject([{ code: "spring" }]);
  expect(askedOf("/v1/order")).toMatchObject([{ couponId: discount.id }]);
});

test("a link's code fills the field and is applied, also where nothing can be stored", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("denied");
  });
  keepPromoCode("?next=%2Fcli%2Fhome&promo=Spring-26");
  const { dialog, askedOf } = await show();
  expect(((await dialog.findByLabelText("Promo code")) as HTMLInputElement).value).toBe(
    "Spring-26",
  );
  const buy = await dialog.findByRole("button", { name: "Buy 100 IPs for $12.00" });
  await waitFor(() => expect(buy.hasAttribute("disabled")).toBe(false));
  fireEvent.click(buy);
  await dialog.findByText("100 IPs are yours");
  expect(askedOf("/v1/promo")).toMatchObject([{ code: "Spring-26" }]);
  expect(promoCodeKept()).toBe("");
});

test("a refused code says why below the field, and the purchase goes on without it", async () => {
  keepPromoCode("?promo=OLD");
  const refused = () =>
    new Refused(410, "This promo code is over or used up", { reason: "promoOver" });
  const { dialog } = await show({ "/v1/promo": refused });
  await dialog.findByText("This promo code is over or used up");
  const buy = await dialog.findByRole("button", { name: "Buy 100 IPs for $15.00" });
  await waitFor(() => expect(buy.hasAttribute("disabled")).toBe(false));
  expect(promoCodeKept()).toBe("");
});

test("the order keeps the quoted price; once it is not kept, the new one is shown (spec/money#quotes)", async () => {
  let asked = 0;
  const quote = shopAnswers["/v1/quote"];
  const { dialog, askedOf } = await show({
    "/v1/quote": (question) => {
      asked += 1;
      const first = quote?.(question) as object;
      const cents = asked === 1 ? {} : { totalCents: 1_800, listCents: 1_800, netCents: 1_800 };
      return { ...first, ...cents, quoteId: `quote-${asked}` };
    },
    "/v1/order": ({ sku, quantity, quoteId }: Record<string, string>) => {
      if (quoteId === "quote-1")
        return new Refused(410, "This price is no longer kept", { reason: "quoteExpired" });
      return { order: { sku, kind: "ip", days: null, quantity: Number(quantity) } };
    },
  });
  const press = async (name: string) => {
    const buy = await dialog.findByRole("button", { name });
    await waitFor(() => expect(buy.hasAttribute("disabled")).toBe(false));
    fireEvent.click(buy);
  };
  await press("Buy 100 IPs for $15.00");
  await dialog.findByText("This price is no longer kept");
  await press("Buy 100 IPs for $18.00");
  await dialog.findByText("100 IPs are yours");
  expect(askedOf("/v1/order").map(({ quoteId }) => quoteId)).toEqual(["quote-1", "quote-2"]);
});
