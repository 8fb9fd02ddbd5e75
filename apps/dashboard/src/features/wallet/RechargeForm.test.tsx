import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { OutsideMethod } from "@turnpike/rules/payment-method.ts";
import { click, type } from "../../testing/person.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { indexAnswer, methodsAnswer, shopAnswers } from "../../testing/shop.ts";
import { Home } from "../home/Home.tsx";

/** The home page with the recharge open and an amount typed. */
async function typed(dollars: string, more: Answers = {}): Promise<HTMLElement> {
  const answers = { ...shopAnswers, ...more };
  await showScreen({
    screen: Home,
    area: ["home", "buy"],
    path: "/cli/home?recharge=1",
    answers,
  });
  const field = await screen.findByLabelText("Amount", {}, { timeout: 15_000 });
  type(field, dollars);
  return field;
}
const faultVisible = (text: string) => screen.queryByText(text) !== null;

describe("the recharge form", () => {
  it("shows the bonus of the reached tier and the new wallet balance", async () => {
    await typed("600");
    expect(faultVisible("Bonus (5%)")).toBe(true);
    expect(faultVisible("+$30.00")).toBe(true);
    expect(faultVisible("$642.50")).toBe(true);
  });

  it("shows how much settles an earlier refund, at most the amount owed", async () => {
    const index = indexAnswer({ walletCents: 100, walletDebtCents: 3_000 });
    const field = await typed("20", { "/v2/indexInit": () => index });
    expect(faultVisible("Pays an earlier refund")).toBe(true);
    expect(faultVisible("−$20.00")).toBe(true);
    type(field, "50");
    expect(faultVisible("−$30.00")).toBe(true);
    expect(faultVisible("$21.00")).toBe(true);
    await screen.findByText(
      "Your account owes $30.00 from an earlier refund. Your next top-up pays it.",
    );
  });

  it("shows how much is missing for the next tier, and nothing above the last tier", async () => {
    const field = await typed("460.50");
    expect(faultVisible("Add $39.50 for a 5% bonus.")).toBe(true);
    type(field, "500");
    expect(faultVisible("Add $1,500.00 for a 10% bonus.")).toBe(true);
    type(field, "2000");
    expect(screen.queryByText(/^Add /)).toBeNull();
  });

  it("takes a preset with one click", async () => {
    await typed("7");
    click("$2,000 +10%");
    expect(faultVisible("+$200.00")).toBe(true);
    expect(faultVisible("$2,212.50")).toBe(true);
  });

  it("refuses less than $5 once the field loses focus, not while typing", async () => {
    const field = await typed("4.99");
    expect(faultVisible("The minimum amount is $5")).toBe(false);
    fireEvent.blur(field);
    expect(faultVisible("The minimum amount is $5")).toBe(true);
    type(field, "5");
    expect(faultVisible("The minimum amount is $5")).toBe(false);
  });

  it("refuses more than $100,000 at once", async () => {
    const field = await typed("100000.01");
    expect(faultVisible("The maximum amount is $100,000")).toBe(true);
    type(field, "100000");
    expect(faultVisible("The maximum amount is $100,000")).toBe(false);
  });

  it("asks for an amount if none is entered", async () => {
    await typed("");
    click("Pay");
    expect(faultVisible("Enter an amount")).toBe(true);
  });

  it("shows the promotion that gives the bonus and its end, and what is missing below its minimum", async () => {
    const halloween = {
      id: "h",
      title: "Halloween",
      fromCents: 20_000,
      percent: 15,
      endsAt: "2026-11-02T12:00:00Z",
    };
    const index = indexAnswer({
      promotions: [halloween],
      bonusTiers: [{ fromCents: 20_000, percent: 15 }],
    });
    const field = await typed("200", { "/v2/indexInit": () => index });
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("Bonus (15%)")).toBeTruthy();
    expect(dialog.getByText("+$30.00")).toBeTruthy();
    expect(dialog.getByText(/^Halloween, until Nov 2, 2026/)).toBeTruthy();
    type(field, "199.99");
    expect(dialog.getByText("Add $0.01 for a 15% bonus.")).toBeTruthy();
    expect(dialog.queryByText("+$30.00")).toBeNull();
  });

  it("offers the payment methods that are set up, and says so if there are none", async () => {
    const methods = (...ids: OutsideMethod[]) => ({
      "/v1/paymentMethods": () => methodsAnswer(...ids),
    });
    await typed("10", methods("crypto"));
    expect(screen.getAllByRole("radio").map((one) => one.getAttribute("value"))).toEqual([
      "crypto",
    ]);
    await showScreen({
      screen: Home,
      area: ["home", "buy"],
      path: "/cli/home?recharge=1",
      answers: { ...shopAnswers, ...methods() },
    });
    await screen.findByText("No payment method is available at the moment");
    expect(screen.getByText(/help@example\.com/, { selector: "[role=dialog] *" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  });
});
