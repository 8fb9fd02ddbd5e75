import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { speedUpIntervals } from "../../../testing/speed-up-intervals.ts";
import { bought, planOrder as order, ports, showBuy as show } from "../testing/buy-plan-screen.tsx";
import { click, expectSentAgain, getHref, press, watchedTab } from "../../../testing/person.ts";
import { NoAnswer, Refused } from "../../../testing/screen.tsx";
import { payment } from "../../../testing/shop.ts";
import { bandwidthRegions, planRow, plansAnswer, portRegions } from "../testing/unlimited.ts";

test("stock sold to others meanwhile is reported at the quantity and reloaded", async () => {
  let stock = 40;
  const { dialog, askedOf } = await show("region=europe&quantity=30&days=7", {
    "/v1/unlimit/portServers": () => ({
      regions: portRegions.map((one) => ({ ...one, stock: Math.min(one.stock, stock) })),
    }),
    "/v1/orderUnlimit": () => {
      stock = 5;
      return new Refused(402, "Not enough is left.", {
        reason: "insufficientCapacity",
        short: "stock",
      });
    },
  });
  await press("Buy 30 ports for $90.00", dialog);
  await dialog.findByText("Only 5 ports available here now");
  expect((await ports(dialog)).getAttribute("aria-invalid")).toBe("true");
  expect(askedOf("/v1/orderUnlimit")).toHaveLength(1);
  click("Take 5 ports", dialog);
  await dialog.findByRole("button", { name: "Buy 5 ports for $15.00" });
});

test("other refusals are shown, and cleared when the dialog opens again", async () => {
  const { dialog } = await show("region=europe", {
    "/v1/orderUnlimit": () => new Refused(409, "Used already.", { reason: "couponUsed" }),
  });
  await press("Buy 1 port for $9.00", dialog);
  expect((await dialog.findByRole("alert")).textContent).toContain("Used already.");
  click("Close", dialog);
  fireEvent.click(screen.getByText("Open"));
  const again = within(await screen.findByRole("dialog"));
  await again.findByRole("button", { name: "Buy 1 port for $9.00" });
  expect(again.queryByText("Used already.")).toBeNull();
});

test("after a lost response the same requestId is sent again: one plan, paid once", async () => {
  let answers = false;
  const { dialog, askedOf } = await show("region=europe&quantity=3", {
    "/v1/orderUnlimit": () => (answers ? bought() : new NoAnswer()),
  });
  await press("Buy 3 ports for $27.00", dialog);
  await dialog.findByText("Was the plan bought?");
  expect(dialog.queryByRole("button", { name: /^Buy/ })).toBeNull();
  click("Close", dialog);
  fireEvent.click(screen.getByText("Open"));
  const again = within(await screen.findByRole("dialog"));
  answers = true;
  await press("Ask again", again);
  await again.findByText(/^Your plan is ready/);
  expectSentAgain(askedOf("/v1/orderUnlimit"));
});

const payUrl = "http://127.0.0.1:9/pay/y1";

test("a card pays on a page that opens at the click; then the new plan is shown", async () => {
  speedUpIntervals();
  const tab = watchedTab();
  let status: "pending" | "paid" = "pending";
  const { dialog, askedOf } = await show("region=europe&quantity=3", {
    "/v1/orderUnlimit": () => ({
      order: { ...order, status: "pending" },
      planId: null,
      plan: null,
      paymentId: "y1",
      payUrl,
    }),
    "/v1/payment": () =>
      payment({ status, amountCents: 2_700, receivedCents: 2_700, orderNo: "TP-NEW" }),
    "/v1/unlimit/portOrders": () =>
      plansAnswer([planRow(), planRow({ id: "p9", orderNo: "TP-NEW" })]),
  });
  fireEvent.click(await dialog.findByRole("radio", { name: "Card" }));
  expect(dialog.getByText("The plan begins when the money has arrived.")).toBeTruthy();
  await press("Continue to payment: $27.00", dialog);
  await dialog.findByText("Waiting for payment…");
  expect(tab.location.replace).toHaveBeenCalledWith(payUrl);
  expect(askedOf("/v1/orderUnlimit")).toMatchObject([{ method: "card" }]);
  status = "paid";
  await dialog.findByText(/^Your plan is ready/);
  expect(getHref("Go to the plan", dialog)).toBe("/cli/unlimit-proxies?plan=p9");
}, 15_000);

test("a payment for an order that sold out is reported to be in the wallet", async () => {
  watchedTab();
  const failed = {
    name: "Unlimited port",
    kind: "port",
    region: "europe",
    days: 30,
    quantity: 3,
    status: "failed",
  };
  const { dialog } = await show("region=europe&quantity=3", {
    "/v1/orderUnlimit": () => ({ order, planId: null, plan: null, paymentId: "y1", payUrl }),
    "/v1/payment": () =>
      payment({
        status: "paid",
        amountCents: 2_700,
        receivedCents: 2_700,
        order: failed as never,
      }),
  });
  fireEvent.click(await dialog.findByRole("radio", { name: "Card" }));
  await press("Continue to payment: $27.00", dialog);
  await dialog.findByText("The order could not be completed");
  expect(dialog.getByText(/The \$27\.00 is in your wallet/)).toBeTruthy();
});

test("a refused payment closes the tab that was opened for it", async () => {
  const tab = watchedTab();
  const { dialog } = await show("region=europe", {
    "/v1/orderUnlimit": () =>
      new Refused(403, "Not set up", { reason: "paymentMethodUnavailable" }),
  });
  fireEvent.click(await dialog.findByRole("radio", { name: "Crypto" }));
  await press(/^Continue to payment/, dialog);
  await dialog.findByText("Not set up");
  expect(tab.close).toHaveBeenCalledTimes(1);
});

test("if everything is sold out, a message says so and offers to look again", async () => {
  let regions: object[] = portRegions.map((one) => ({ ...one, stock: 0 }));
  const { dialog } = await show("", { "/v1/unlimit/portServers": () => ({ regions }) });
  await dialog.findByText("Sold out in all regions at the moment");
  regions = portRegions;
  click("Look again", dialog);
  await ports(dialog);
});

test("less than the smallest step of bandwidth counts as sold out", async () => {
  const regions = bandwidthRegions.map((one) => ({ ...one, stock: 99 }));
  const { dialog } = await show(
    "",
    { "/v2/unlimit/bandwidthServers": () => ({ regions }) },
    "bandwidth",
  );
  await dialog.findByText("Sold out in all regions at the moment");
});

test("regions that failed to load can be loaded again", async () => {
  let failing = true;
  const { dialog } = await show("", {
    "/v1/unlimit/portServers": () => (failing ? new NoAnswer() : { regions: portRegions }),
  });
  await dialog.findByText("This could not be loaded");
  failing = false;
  click("Try again", dialog);
  await ports(dialog);
});
