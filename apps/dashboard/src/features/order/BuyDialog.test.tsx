import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../../lib/queries.ts";
import { speedUpIntervals } from "../../testing/speed-up-intervals.ts";
import { click, expectSentAgain, getHref, press, type, watchedTab } from "../../testing/person.ts";
import { type Answers, NoAnswer, Refused, showScreen } from "../../testing/screen.tsx";
import { discount, gift, methodsAnswer, payment, shopAnswers } from "../../testing/shop.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { BuyDialog } from "./BuyDialog.tsx";
import { kindOf } from "./plan.ts";

/** A screen with a purchase dialog, like the home page. */
function Seller() {
  const [url, setUrl] = useUrlText(["buy", "coupon"]);
  return (
    <BuyDialog
      opened={url.buy !== ""}
      start={{ kind: kindOf(url.buy) ?? "traffic", sku: url.buy, couponId: url.coupon }}
      onKind={(buy) => setUrl({ buy })}
      onClose={() => setUrl({ buy: "" })}
    />
  );
}
async function show(search: string, more: Answers = {}) {
  const answers = { ...shopAnswers, ...more };
  const path = `/cli/home?${search}`;
  const opened = await showScreen({ screen: Seller, area: "buy", path, answers });
  return { dialog: within(await screen.findByRole("dialog")), ...opened };
}
const usable = (...items: object[]) => ({ "/v1/coupons": () => ({ items }) });

test("a URL opens the IP enterprise plan, with its own quantities and text", async () => {
  const { dialog } = await show("buy=ip-enterprise");
  expect(screen.getByRole("dialog", { name: "Buy IPs" })).toBeTruthy();
  await dialog.findByText(/you can also make CDKeys/);
  expect((dialog.getByRole("radio", { name: "Enterprise" }) as HTMLInputElement).checked).toBe(
    true,
  );
  await dialog.findByText("Insufficient balance");
  expect(dialog.getByText("Your wallet is $400.00 short.")).toBeTruthy();
  expect(getHref("Top up the wallet", dialog)).toBe("/cli/home?recharge=1&cents=40000");
  expect(dialog.getByRole("button", { name: "50,000 IP $0.045 per IP" })).toBeTruthy();
});

test("a product that needs an identity leads to where it is proved, before any money (spec/identity#gates)", async () => {
  const quote = { listCents: 90_000, discountCents: 0, totalCents: 90_000, identityNeeded: true };
  const { dialog, askedOf } = await show("buy=ip", { "/v1/quote": () => quote });
  const link = await dialog.findByRole("link", { name: "Verify your identity" });
  expect(link.getAttribute("href")).toBe("/cli/identity");
  expect(dialog.queryByRole("link", { name: "Top up the wallet" })).toBe(null);
  expect(dialog.queryByRole("button", { name: /^Buy/ })).toBe(null);
  const form = link.closest("form");
  if (form) fireEvent.submit(form);
  expect(askedOf("/v1/order")).toEqual([]);
});

/** The API's answer to an order that the wallet pays. */
const paidIps = {
  ...({ name: "IPs", sku: "ip-standard", kind: "ip", region: null, days: null } as const),
  ...({ quantity: 100, status: "paid" } as const),
};
const daysOf = (sku = "") => Number(/-(\d+)$/.exec(sku)?.[1]) || null;
const ordered = ({ sku, quantity }: Record<string, string>) => ({
  order: { sku, kind: kindOf(sku ?? ""), days: daysOf(sku), quantity: Number(quantity) },
});

test("buying IPs from the wallet shows what was bought and the new balance", async () => {
  const { dialog, askedOf } = await show("buy=ip", { "/v1/order": ordered });
  await press("Buy 100 IPs for $15.00", dialog);
  await dialog.findByText("100 IPs are yours");
  expect(askedOf("/v1/order")).toMatchObject([
    { sku: "ip-standard", quantity: "100", method: "wallet" },
  ]);
  await dialog.findByText(/Your IP balance is now 10,250\./);
});

test("Enter in the quantity buys like the button; an order beyond the wallet is not sent", async () => {
  const { dialog, askedOf } = await show("buy=ip", { "/v1/order": ordered });
  const field = await dialog.findByLabelText("Number of IPs", { selector: "input" });
  /** jsdom does not submit a form on Enter, so this does. */
  const enter = () => fireEvent.submit(field.closest("form") as HTMLFormElement);
  type(field, "50000");
  await dialog.findByText("Insufficient balance");
  enter();
  type(field, "70");
  const buy = await dialog.findByRole("button", { name: "Buy 70 IPs for $10.50" });
  await waitFor(() => expect(buy.hasAttribute("disabled")).toBe(false));
  expect([buy.getAttribute("type"), askedOf("/v1/order")]).toEqual(["submit", []]);
  enter();
  await dialog.findByText("70 IPs are yours");
  expect(askedOf("/v1/order")).toMatchObject([{ quantity: "70" }]);
});

test("a URL opens credits for static IPs at its period; after buying, a link leads to taking IPs", async () => {
  const { dialog, askedOf } = await show("buy=static-30", { "/v1/order": ordered });
  expect(screen.getByRole("dialog", { name: "Buy credits for long-term IPs" })).toBeTruthy();
  const periods = await dialog.findAllByRole("radio", { name: /days$/ });
  expect(periods.map((one) => (one as HTMLInputElement).value)).toEqual([
    "static-7",
    "static-30",
    "static-90",
  ]);
  expect((dialog.getByLabelText("30 days") as HTMLInputElement).checked).toBe(true);
  await press("Buy 1 credit for $5.00", dialog);
  await dialog.findByText("1 credit is yours");
  expect(askedOf("/v1/order")).toMatchObject([{ sku: "static-30", quantity: "1" }]);
  expect(getHref("Get IPs", dialog)).toBe("/cli/static-proxies?take=1&days=30");
});

test("“Please enter the quantity” is shown if none is typed (spec/dashboard#messages)", async () => {
  const { dialog, askedOf } = await show("buy=ip");
  const field = await dialog.findByLabelText("Number of IPs", { selector: "input" });
  type(field, "");
  expect(dialog.queryByText("Please enter the quantity")).toBeNull();
  click("Buy", dialog);
  await dialog.findByText("Please enter the quantity");
  expect(document.activeElement).toBe(field);
  type(field, "9");
  fireEvent.blur(field);
  await dialog.findByText("Enter a whole number from 10 to 100,000");
  expect(askedOf("/v1/order")).toEqual([]);
  expect(askedOf("/v1/quote").every(({ quantity }) => Number(quantity) >= 10)).toBe(true);
});

test("“No available coupons” is shown if there are none (spec/dashboard#messages)", async () => {
  const { dialog } = await show("buy=traffic");
  const field = await dialog.findByLabelText("Coupon");
  expect((field as HTMLInputElement).value).toBe("No available coupons");
});

test("a coupon's effect is shown, and below its minimum the missing amount", async () => {
  const { dialog, askedOf } = await show("buy=traffic&coupon=c1", usable(discount));
  await dialog.findByText("Discount (20%)");
  expect(dialog.getByText("-$10.20")).toBeTruthy();
  click(/^10 GB/, dialog);
  await dialog.findByText("This coupon applies from $50.00: $20.00 more to go.");
  const buy = await dialog.findByRole("button", { name: "Buy 10 GB for $30.00" });
  expect(buy.hasAttribute("disabled")).toBe(true);
  expect(askedOf("/v1/quote").at(-1)).not.toHaveProperty("couponId");
});

test("a coupon that is refused after all shows the API's message", async () => {
  const { dialog } = await show("buy=traffic&coupon=c1", {
    ...usable(discount),
    "/v1/quote": () => new Refused(410, "This coupon has expired", { reason: "couponExpired" }),
  });
  await dialog.findByText("This coupon has expired");
});

test("a gift of this product is redeemed in the dialog", async () => {
  const { dialog, askedOf } = await show("buy=ip", {
    ...usable(gift),
    "/v1/order": () => ({ order: { sku: "ip-standard", kind: "ip", days: null, quantity: 50 } }),
  });
  await dialog.findByText("Gift: 50 IPs");
  click("Redeem this gift", dialog);
  await dialog.findByText("50 IPs are yours");
  expect(askedOf("/v1/order")).toMatchObject([{ method: "coupon", couponId: "g1" }]);
});

test("only configured payment methods are offered; if there is only the wallet, a note says so", async () => {
  const { dialog } = await show("buy=ip", {
    "/v1/paymentMethods": () => methodsAnswer(),
  });
  await dialog.findByText(/^Payment by card or crypto is not available/);
  expect(dialog.queryByRole("radio", { name: "Card" })).toBeNull();
});

const orderedOutside = { order: {}, paymentId: "p1", payUrl: "http://127.0.0.1:9/pay/p1" };
type Dialog = Awaited<ReturnType<typeof show>>["dialog"];
async function payByCard(dialog: Dialog) {
  fireEvent.click(await dialog.findByRole("radio", { name: "Card" }));
  await press(/^Continue to payment/, dialog);
}

test("a card order opens the payment page on click, waits, and shows what was bought", async () => {
  speedUpIntervals();
  let status: "pending" | "paid" = "pending";
  const tab = watchedTab();
  const { dialog } = await show("buy=ip", {
    "/v1/order": () => orderedOutside,
    "/v1/payment": () =>
      payment({ status, amountCents: 1500, receivedCents: 1500, order: paidIps }),
  });
  await payByCard(dialog);
  expect(window.open).toHaveBeenCalledTimes(1);
  await dialog.findByText("Waiting for payment…");
  expect(tab.location.replace).toHaveBeenCalledWith(orderedOutside.payUrl);
  expect(tab.opener).toBeNull();
  status = "paid";
  await dialog.findByText("100 IPs are yours");
}, 12_000);

test("the dialog stays open while an order is sent; after leaving, the payment page still opens", async () => {
  const tab = watchedTab();
  const order = Promise.withResolvers<typeof orderedOutside>();
  const { dialog, router } = await show("buy=ip", { "/v1/order": () => order.promise });
  await payByCard(dialog);
  const close = dialog.getByRole("button", { name: "Close" });
  await waitFor(() => expect(close.hasAttribute("disabled")).toBe(true));
  fireEvent.keyDown(close, { key: "Escape" });
  expect(router.state.location.search).toBe("?buy=ip");
  await router.navigate("/cli/home");
  order.resolve(orderedOutside);
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(orderedOutside.payUrl));
});

test("a payment continues while the prices fail to load; a retry keeps the chosen quantity", async () => {
  speedUpIntervals();
  watchedTab();
  let failing = false;
  const prices = shopAnswers["/v2/priceList"];
  const { dialog } = await show("buy=ip", {
    "/v2/priceList": (fields) => (failing ? new NoAnswer() : prices?.(fields)),
    "/v1/order": () => orderedOutside,
    "/v1/payment": () => payment(failing ? { status: "failed" } : {}),
  });
  type(await dialog.findByLabelText("Number of IPs", { selector: "input" }), "70");
  await payByCard(dialog);
  await dialog.findByText("Waiting for payment…");
  failing = true;
  await queryClient.invalidateQueries({ queryKey: ["priceList"] });
  await dialog.findByText("The payment failed");
  click("Try again", dialog);
  const field = await dialog.findByLabelText("Number of IPs", { selector: "input" });
  expect((field as HTMLInputElement).value).toBe("70 IP");
}, 12_000);

test("coupons that failed to load are not shown as “No available coupons”, and buying is disabled", async () => {
  let failing = true;
  const { dialog } = await show("buy=traffic&coupon=c1", {
    "/v1/coupons": () => (failing ? new NoAnswer() : { items: [discount] }),
  });
  await dialog.findByText("Your coupons could not be loaded");
  const buy = await dialog.findByRole("button", { name: "Buy 10 GB for $30.00" });
  expect(buy.hasAttribute("disabled")).toBe(true);
  failing = false;
  click("Try again", dialog);
  await dialog.findByText("This coupon applies from $50.00: $20.00 more to go.");
});

test("one dialog switches between traffic and IPs", async () => {
  const { dialog, router } = await show("buy=traffic");
  fireEvent.click(await dialog.findByRole("radio", { name: "IPs" }));
  await screen.findByRole("dialog", { name: "Buy IPs" });
  expect(router.state.location.search).toBe("?buy=ip");
  await dialog.findByRole("button", { name: "Buy 100 IPs for $15.00" });
});

test("an order whose answer was lost is placed again with the same requestId (spec/api#requestid)", async () => {
  let lost = true;
  const { dialog, askedOf } = await show("buy=ip", {
    "/v1/order": (asked) => (lost ? new NoAnswer() : ordered(asked)),
  });
  await press("Buy 100 IPs for $15.00", dialog);
  await dialog.findByText("Was the order placed?");
  lost = false;
  click("Ask again", dialog);
  await dialog.findByText("100 IPs are yours");
  expectSentAgain(askedOf("/v1/order"));
});
