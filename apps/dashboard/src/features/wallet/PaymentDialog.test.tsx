import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../lib/call.ts";
import { speedUpIntervals } from "../../testing/speed-up-intervals.ts";
import { click, findHref, getHref, press } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { indexAnswer, payment, shopAnswers } from "../../testing/shop.ts";
import { Home } from "../home/Home.tsx";

type Payment = CallResult<"payment">;

/** The home page after returning from a payment page. */
async function back(more: Partial<Payment>, rest: { path?: string; answers?: Answers } = {}) {
  const answers = {
    ...shopAnswers,
    "/v1/payment": () => payment(more),
    ...rest.answers,
  };
  const path = rest.path ?? "/cli/home?payment=p1";
  const opened = await showScreen({ screen: Home, area: ["home", "buy"], path, answers });
  const dialog = within(
    await screen.findByRole("dialog", { name: "Your payment" }, { timeout: 15_000 }),
  );
  return { dialog, ...opened };
}
const order = {
  name: "Residential IPs",
  sku: "ip-standard",
  kind: "ip" as const,
  region: null,
  days: null,
  quantity: 100,
};

describe("returning from the payment page", () => {
  it("shows the change to credited without reloading, with bonus and payment listed separately", async () => {
    speedUpIntervals();
    let now = payment();
    let walletCents = 1_250;
    const { dialog, askedOf } = await back(
      {},
      {
        answers: {
          "/v1/payment": () => now,
          "/v2/indexInit": () => indexAnswer({ walletCents }),
        },
      },
    );
    await dialog.findByText("Waiting for payment…");
    expect(getHref("Open the payment page", dialog)).toBe("http://127.0.0.1:9/pay/p1");
    now = payment({ status: "paid", receivedCents: 50_000 });
    walletCents = 53_750;
    await dialog.findByText("$525.00 credited");
    expect(dialog.getByText("$500.00 paid and $25.00 bonus")).toBeTruthy();
    await dialog.findByText("Your wallet now holds $537.50.");
    const asked = askedOf("/v1/payment").length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(askedOf("/v1/payment").length).toBe(asked);
  }, 12_000);

  it("shows the missing amount after a partial payment, and where to pay it", async () => {
    const { dialog } = await back({ receivedCents: 20_000 });
    await dialog.findByText("A part of the money has arrived");
    expect(
      dialog.getByText("Please pay the missing $300.00 on the same payment page."),
    ).toBeTruthy();
    expect(dialog.getByText("$200.00")).toBeTruthy();
    expect(dialog.getByRole("link", { name: "Open the payment page" })).toBeTruthy();
  });

  it("explains what happened to an overpayment", async () => {
    const over = { status: "paid", receivedCents: 60_000 } as const;
    const first = await back(over);
    await first.dialog.findByText(/^You paid \$100\.00 more than needed\. Please write/);
    const { dialog } = await back({ ...over, surplusCents: 10_000 });
    await dialog.findByText(/^You paid \$100\.00 more than needed\. It is in your wallet too/);
    expect(dialog.getByText("$525.00 credited")).toBeTruthy();
  });

  it("shows that the received amount was credited if the payment closed with less", async () => {
    const { dialog } = await back({ status: "paid", receivedCents: 30_000, bonusCents: 0 });
    await dialog.findByText("$300.00 credited");
    expect(dialog.getByText("$300.00 of $500.00 arrived. What arrived was credited.")).toBeTruthy();
  });

  it.each([
    ["failed", "The payment failed", /^Nothing was credited: no transfer arrived/],
    ["expired", "The payment page has expired", /^No payment arrived in time\./],
    [
      "refunded",
      "The payment was refunded",
      /^\$500\.00 is being returned\. We sent you an e-mail with a link/,
    ],
  ] as const)("%s: shows the reason and leads to a new recharge", async (status, title, help) => {
    const received = status === "refunded" ? 50_000 : 0;
    const { dialog, router } = await back({
      status,
      receivedCents: received,
      refundedCents: received,
    });
    await dialog.findByText(title);
    expect(dialog.getByText(help)).toBeTruthy();
    click("Try again", dialog);
    await screen.findByRole("dialog", { name: "Top up the wallet" });
    expect(router.state.location.search).toBe("?recharge=1");
  });

  it.each([
    ["failed", /^Nothing was credited\. Check the card's details/, 1],
    ["expired", /^No payment arrived in time\./, 0],
    ["refunded", /^\$500\.00 goes back to where it came from/, 0],
  ] as const)(
    "%s by card: shows its own message; only a failed payment can be tried again",
    async (...row) => {
      const [status, help, links] = row;
      const { dialog } = await back({ status, method: "card", refundedCents: 50_000 });
      await dialog.findByText(help);
      expect(dialog.queryAllByRole("link", { name: "Open the payment page again" })).toHaveLength(
        links,
      );
    },
  );

  it("another payment method for an order starts with the same purchase", async () => {
    const path = "/cli/home?payment=p1&cancelled=1";
    const pending = { ...order, quantity: 70, status: "pending" } as const;
    const { dialog, router } = await back({ order: pending }, { path });
    await press("Choose another way", dialog);
    const buying = within(await screen.findByRole("dialog", { name: "Buy IPs" }));
    const field = await buying.findByLabelText("Number of IPs", { selector: "input" });
    expect((field as HTMLInputElement).value).toBe("70 IP");
    expect(router.state.location.search).toBe("?buy=ip-standard&quantity=70");
  });

  it("shows what an order bought and the new IP balance", async () => {
    const paid = {
      status: "paid",
      receivedCents: 1_500,
      amountCents: 1_500,
      bonusCents: 0,
    } as const;
    const { dialog, router } = await back({ ...paid, order: { ...order, status: "paid" } });
    await dialog.findByText("100 IPs are yours");
    await dialog.findByText(/Your IP balance is now 10,250\./);
    expect(await findHref("Make CDKeys", dialog)).toBe("/cli/cdkey");
    const close = dialog.getAllByRole("button", { name: "Close" })[0];
    if (close) fireEvent.click(close);
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("an underpaid order bought nothing and can be ordered again", async () => {
    const { dialog, router } = await back({
      status: "paid",
      amountCents: 1_500,
      receivedCents: 500,
      bonusCents: 0,
      order: { ...order, status: "failed" },
    });
    await dialog.findByText("The money was not enough for the order");
    expect(dialog.getByText(/^\$5\.00 of \$15\.00 arrived, so nothing was bought/)).toBeTruthy();
    click("Try again", dialog);
    await screen.findByRole("dialog", { name: "Buy IPs" });
    expect(router.state.location.search).toBe("?buy=ip-standard&quantity=100");
  });

  const plan = {
    name: "Unlimited port, Europe, 30 days",
    sku: "port-europe-30",
    quantity: 3,
    kind: "port" as const,
    region: "europe",
    days: 30,
  };

  it("an order of an unlimited plan links to the plans, not to a gift", async () => {
    const { dialog } = await back({
      status: "paid",
      receivedCents: 2_700,
      amountCents: 2_700,
      bonusCents: 0,
      order: { ...plan, status: "paid" },
    });
    await dialog.findByText("Your order is complete");
    expect(dialog.queryByText(/gift/)).toBeNull();
    expect(dialog.getByText(/^Unlimited port, Europe, 30 days\./)).toBeTruthy();
    expect(getHref("Go to your plans", dialog)).toBe("/cli/unlimit-proxies");
  });

  it("another payment method starts at the plan's screen for a purchase, at the list for a renewal", async () => {
    const path = "/cli/home?payment=p1&cancelled=1";
    const first = await back({ order: { ...plan, status: "pending" } }, { path });
    await press("Choose another way", first.dialog);
    const { location } = first.router.state;
    expect(location.pathname + location.search).toBe(
      "/cli/unlimit-proxies?buy=1&region=europe&quantity=3&days=30",
    );
    const renewed = { ...plan, status: "pending", renewal: true } as const;
    const second = await back({ order: renewed }, { path });
    await press("Choose another way", second.dialog);
    const now = second.router.state.location;
    expect(now.pathname + now.search).toBe("/cli/unlimit-proxies");
  });

  it("left without paying: offers to continue or to choose another method", async () => {
    const path = "/cli/home?payment=p1&cancelled=1";
    const { dialog, router } = await back({}, { path });
    await dialog.findByText("You left the payment page");
    expect(dialog.queryByText("Waiting for payment…")).toBeNull();
    expect(getHref("Continue to payment", dialog)).toBe("http://127.0.0.1:9/pay/p1");
    click("Choose another way", dialog);
    await screen.findByRole("dialog", { name: "Top up the wallet" });
    expect(router.state.location.search).toBe("?recharge=1");
  });

  it("an unknown payment or another account's shows a message, without a toast", async () => {
    const unknown = new Refused(404, "No such payment.", { reason: "paymentNotFound" });
    const { dialog } = await back({}, { answers: { "/v1/payment": () => unknown } });
    await dialog.findByText("There is no such payment in your account");
    expect(screen.queryByText("No such payment.")).toBeNull();
  });
});
