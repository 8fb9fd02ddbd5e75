import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { standardBonusTiers } from "@turnpike/rules/recharge-bonus.ts";
import words from "@turnpike/locales/en/home.json";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { queryClient } from "../../lib/queries.ts";
import { RechargeForm } from "./RechargeForm.tsx";

beforeAll(async () => {
  // What Mantine asks of a browser and jsdom lacks.
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { home: words } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

function typed(dollars: string): HTMLElement {
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RechargeForm walletCents={1_250} tiers={standardBonusTiers} onStarted={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = screen.getByLabelText("Amount");
  fireEvent.change(field, { target: { value: dollars } });
  return field;
}
const shown = (text: string) => screen.queryByText(text) !== null;

describe("the recharge form", () => {
  it("shows the bonus of the tier that is reached and what the wallet will hold", () => {
    typed("600");
    expect(shown("Bonus (5%)")).toBe(true);
    expect(shown("+$30.00")).toBe(true);
    expect(shown("$642.50")).toBe(true);
  });

  it("says how much is missing for the next tier, and nothing above the last", () => {
    const field = typed("460.50");
    expect(shown("Add $39.50 for a 5% bonus.")).toBe(true);
    fireEvent.change(field, { target: { value: "500" } });
    expect(shown("Add $1,500.00 for a 10% bonus.")).toBe(true);
    fireEvent.change(field, { target: { value: "2000" } });
    expect(screen.queryByText(/^Add /)).toBeNull();
  });

  it("takes a preset with one click", () => {
    typed("7");
    fireEvent.click(screen.getByRole("button", { name: "$2,000" }));
    expect(shown("+$200.00")).toBe(true);
    expect(shown("$2,212.50")).toBe(true);
  });

  it("refuses less than $5 once the field is left, not while one types", () => {
    const field = typed("4.99");
    expect(shown("The least amount is $5")).toBe(false);
    fireEvent.blur(field);
    expect(shown("The least amount is $5")).toBe(true);
    fireEvent.change(field, { target: { value: "5" } });
    expect(shown("The least amount is $5")).toBe(false);
  });

  it("refuses more than $100,000 at once", () => {
    const field = typed("100000.01");
    expect(shown("The most at once is $100,000")).toBe(true);
    fireEvent.change(field, { target: { value: "100000" } });
    expect(shown("The most at once is $100,000")).toBe(false);
  });

  it("asks for an amount instead of sending none", () => {
    typed("");
    fireEvent.click(screen.getByRole("button", { name: "Pay" }));
    expect(shown("Enter an amount in dollars")).toBe(true);
  });
});
