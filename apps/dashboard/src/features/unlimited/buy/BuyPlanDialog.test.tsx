import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { speedUpIntervals } from "../../../testing/speed-up-intervals.ts";
import { ports, showBuy as show } from "../testing/buy-plan-screen.tsx";
import { click, press, seesSum, type } from "../../../testing/person.ts";
import { discount } from "../../../testing/shop.ts";
import { firstPort, planRow } from "../testing/unlimited.ts";

test("three ports are bought from the wallet; the first can be tried, and the plan is linked", async () => {
  const { dialog, askedOf } = await show("region=europe&quantity=3");
  await dialog.findByText(/^5 Mbps each way per port/);
  await seesSum(dialog, "To pay", "$27.00");
  await seesSum(dialog, "Speed", "15 Mbps each way");
  await dialog.findAllByText("Wallet afterwards", { selector: "p" });
  await seesSum(dialog, "Wallet afterwards", "$73.00");
  await press("Buy 3 ports for $27.00", dialog);
  await dialog.findByText("Your plan is ready: Europe, 3 ports");
  expect(dialog.getByText(/cannot be renewed after its end/)).toBeTruthy();
  await dialog.findByText(
    "curl -x http://shopper1:Secret99@192.0.2.1:26000 http://127.0.0.1:7999/ip",
  );
  const link = dialog.getByRole("link", { name: "Go to the plan" });
  expect(link.getAttribute("href")).toBe("/cli/unlimit-proxies?plan=p1");
  expect(document.activeElement).toBe(link);
  const [asked, more] = askedOf("/v1/orderUnlimit");
  expect(asked).toMatchObject({
    kind: "port",
    region: "europe",
    quantity: "3",
    days: "30",
    method: "wallet",
  });
  expect(asked).not.toHaveProperty("couponId");
  expect(more).toBeUndefined();
});

test("the command appears once a gateway listens at the first port", async () => {
  speedUpIntervals();
  let open = false;
  const { dialog, askedOf } = await show("region=europe", {
    "/v1/unlimit/portOrder": () => ({ plan: planRow(), items: [firstPort(open)] }),
  });
  await press("Buy 1 port for $9.00", dialog);
  await dialog.findByText(/^Opening the ports/);
  // Polled twice, so the first answer has been shown.
  await waitFor(() => expect(askedOf("/v1/unlimit/portOrder").length).toBeGreaterThan(1));
  expect(dialog.queryByText(/^curl/)).toBeNull();
  open = true;
  await dialog.findByText(/^curl -x/);
  expect(dialog.queryByText(/^Opening the ports/)).toBeNull();
});

test("a sold-out region cannot be chosen; the others show price, countries and available ports", async () => {
  const { dialog } = await show("");
  const asia = await dialog.findByRole("radio", { name: /^Asia .*Sold out$/ });
  expect(asia.hasAttribute("disabled")).toBe(true);
  const europe = dialog.getByRole<HTMLInputElement>("radio", {
    name: "Europe $9.00 per port Germany, Spain, France + 1 40 ports available",
  });
  expect(europe.checked).toBe(true);
  fireEvent.click(dialog.getByRole("radio", { name: /^Africa/ }));
  await seesSum(dialog, "To pay", "$8.00");
  await seesSum(dialog, "Region", "Africa");
});

test("a link to a sold-out region shows that and buys nothing", async () => {
  const { dialog, askedOf } = await show("region=asia&quantity=3");
  await dialog.findByText("Only 0 ports available here now");
  await press(/^Buy/, dialog);
  expect(document.activeElement).toBe(await ports(dialog));
  expect(askedOf("/v1/orderUnlimit")).toEqual([]);
});

test("periods show their price, the price per month and the saving", async () => {
  const { dialog } = await show("region=europe&quantity=2&days=7");
  const week = await dialog.findByRole("button", { name: "7 days $3.00 per port $12.86 a month" });
  expect(week.getAttribute("aria-pressed")).toBe("true");
  const quarter = dialog.getByRole("button", { name: /^90 days.*37% less by the day/ });
  fireEvent.click(quarter);
  await seesSum(dialog, "To pay", "$48.00");
  await seesSum(dialog, "Period", "90 days");
});

test("an invalid quantity is reported when the field loses focus, and nothing is sent", async () => {
  const { dialog, askedOf } = await show("region=europe");
  const field = await ports(dialog);
  type(field, "1001");
  expect(dialog.queryByText("Enter a whole number from 1 to 1,000")).toBeNull();
  fireEvent.blur(field);
  await dialog.findByText("Enter a whole number from 1 to 1,000");
  type(field, "");
  await press("Buy", dialog);
  await dialog.findByText("Please enter the quantity");
  expect(document.activeElement).toBe(field);
  expect(askedOf("/v1/orderUnlimit")).toEqual([]);
});

test("a quantity above the stock is reported before an insufficient wallet; one click takes the rest", async () => {
  const { dialog } = await show("region=europe&quantity=41");
  await dialog.findByText("Only 40 ports available here now");
  expect(dialog.queryByRole("link", { name: "Top up the wallet" })).toBeNull();
  click("Take 40 ports", dialog);
  await dialog.findByText("Your wallet is $260.00 short.");
});

test("bandwidth is sold in steps of 100 Mbps; one click selects the next step", async () => {
  const { dialog, askedOf } = await show("region=europe&quantity=250", {}, "bandwidth");
  const field = await dialog.findByLabelText("Bandwidth", { selector: "input" });
  fireEvent.blur(field);
  await dialog.findByText("Bandwidth is sold in steps of 100 Mbps");
  expect(askedOf("/v1/quote")).toEqual([]);
  click("Take 300 Mbps", dialog);
  await dialog.findByText(/^All connections share 300 Mbps each way/);
  await dialog.findByText("Your wallet is $320.00 short.");
  click(/^100 Mbps/, dialog);
  click(/^7 days/, dialog);
  await press("Buy 100 Mbps for $45.00", dialog);
  await waitFor(() =>
    expect(askedOf("/v1/orderUnlimit")).toMatchObject([
      { kind: "bandwidth", quantity: "100", days: "7" },
    ]),
  );
  expect(askedOf("/v1/quote").at(-1)).toMatchObject({
    sku: "bandwidth",
    region: "europe",
    days: "7",
    quantity: "100",
  });
});

test("a coupon lowers the price; gifts, which buy no plans, are not offered", async () => {
  const gift = { ...discount, id: "g1", kind: "gift", percent: null, giftSku: "port-europe-30" };
  const { dialog, askedOf } = await show("region=europe&quantity=10", {
    "/v1/coupons": () => ({ items: [discount, gift] }),
  });
  const coupon = await dialog.findByLabelText("Coupon", { selector: "input" });
  expect(dialog.queryByText("Redeem this gift")).toBeNull();
  fireEvent.click(coupon);
  fireEvent.click(await screen.findByRole("option", { name: discount.title, hidden: true }));
  await seesSum(dialog, "To pay", "$72.00");
  await seesSum(dialog, "List price", "$90.00");
  await press("Buy 10 ports for $72.00", dialog);
  await dialog.findByText(/^Your plan is ready/);
  expect(askedOf("/v1/orderUnlimit")).toMatchObject([{ couponId: "c1" }]);
});

test("a coupon that requires a higher amount blocks the order", async () => {
  const { dialog, askedOf } = await show("region=europe&quantity=1", {
    "/v1/coupons": () => ({ items: [discount] }),
  });
  fireEvent.click(await dialog.findByLabelText("Coupon", { selector: "input" }));
  fireEvent.click(await screen.findByRole("option", { name: discount.title, hidden: true }));
  await dialog.findByText(/^This coupon applies from \$50\.00: \$41\.00 more to go/);
  const buy = await dialog.findByRole("button", { name: /^Buy 1 port/ });
  expect(buy.hasAttribute("disabled")).toBe(true);
  expect(askedOf("/v1/orderUnlimit")).toEqual([]);
});
