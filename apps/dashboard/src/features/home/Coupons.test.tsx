import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { click, clickToSee, press } from "../../testing/person.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { discount, gift, shopAnswers } from "../../testing/shop.ts";
import { Home } from "./Home.tsx";

async function show(coupons: object[], more: Answers = {}) {
  const answers: Answers = {
    ...shopAnswers,
    "/v1/coupons": ({ status }) => ({
      items: coupons.filter((one) => !status || !("usedAt" in one && one.usedAt)),
    }),
    ...more,
  };
  const shown = await showScreen({
    screen: Home,
    area: ["home", "buy"],
    path: "/cli/home",
    answers,
  });
  await screen.findByRole("heading", { name: "My coupons" }, { timeout: 15_000 });
  return shown;
}

it("a gift is redeemed with one confirmation that shows what it gives", async () => {
  const { askedOf } = await show([gift], {
    "/v1/order": () => ({ order: { sku: "ip-standard", kind: "ip", days: null, quantity: 50 } }),
  });
  await press("Redeem: Gift: 50 IPs");
  const dialog = within(await screen.findByRole("dialog", { name: "Redeem this gift?" }));
  expect(dialog.getByText("Gift: 50 IPs")).toBeTruthy();
  click("Redeem this gift", dialog);
  await dialog.findByText("50 IPs are yours");
  expect(askedOf("/v1/order")).toMatchObject([{ method: "coupon", couponId: "g1" }]);
});

it("a discount opens a purchase that uses it, in a quantity that reaches its minimum", async () => {
  await show([discount]);
  fireEvent.click(await screen.findByRole("link", { name: /^Use it: 20% off/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Buy traffic" }));
  // 17 GB at $3.00 is the smallest quantity that reaches $50.
  await dialog.findByRole("button", { name: /^Continue|Buy 17 GB for \$40\.80/ });
  expect(dialog.getByText("Discount (20%)")).toBeTruthy();
  expect(dialog.getByText("-$10.20")).toBeTruthy();
});

it("used and expired coupons are shown on request", async () => {
  const used = { ...discount, id: "c2", title: "Old one", usedAt: "2026-09-01T10:00:00Z" };
  await show([used]);
  await screen.findByText("No available coupons");
  expect(screen.queryByText("Old one")).toBeNull();
  await clickToSee("Show used and expired", "Old one");
  expect(screen.getByText("Used on Sep 1, 2026")).toBeTruthy();
});
