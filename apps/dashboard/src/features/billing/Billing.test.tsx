import type { User } from "@turnpike/contract/session.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, findHref, getHref } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { Settings } from "../settings/Settings.tsx";
import { Billing } from "./Billing.tsx";

const none = page([]);
const answers: Answers = {
  "/v1/member": () => testUser(),
  "/v1/orderList": () => none,
  "/v1/rechargeList": () => ({ ...none, bonusTiers: [] }),
  "/v1/ledger": () => none,
};
async function show(more: Answers = {}, tab = "invoice") {
  const shown = await showScreen({
    screen: Billing,
    area: ["setting-account", "ledger"],
    path: `/cli/billing?tab=${tab}`,
    answers: { ...answers, ...more },
  });
  await screen.findByRole("heading", { name: "Billing" });
  if (tab === "invoice") await screen.findByRole("textbox", { name: /Name or company/ });
  return shown;
}
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const preview = () => screen.getByRole("region", { name: "How it will look on an invoice" });
const save = () => click("Save");

/** A payer without a title; every VAT id is valid. */
function payer(): Parameters<typeof show>[0] {
  let invoiceTitle: User["invoiceTitle"] = null;
  return {
    "/v1/member": () => testUser({ invoiceTitle }),
    "/v1/upInvoiceTitle": ({ title = "", taxId = "", vatId = "", address = "", country = "" }) => {
      const rest = { name: null, company: null, street: null, postal: null, city: null };
      const state = { vatId: vatId || null, vatIdState: vatId ? "valid" : "none" } as const;
      invoiceTitle = { ...rest, ...state, title, taxId, address, country };
      return { invoiceTitle, vatIdState: state.vatIdState };
    },
  };
}

test("the invoice title is previewed while typing and saved (spec/accounts#invoice-title)", async () => {
  const { askedOf } = await show(payer());
  type(/Name or company/, "Ada & Co");
  type(/Tax ID/, "DE 123");
  type(/Address/, "Main Street 1\nBerlin");
  fireEvent.click(screen.getByRole("combobox", { name: "Country" }));
  fireEvent.click(await screen.findByRole("option", { name: "Germany", hidden: true }));
  for (const text of ["Ada & Co", "Tax ID: DE 123", "Berlin", "Germany", "ada@example.com"]) {
    expect(preview().textContent).toContain(text);
  }
  save();
  await screen.findByText("Invoice title saved");
  expect(askedOf("/v1/upInvoiceTitle")).toMatchObject([
    { title: "Ada & Co", taxId: "DE 123", address: "Main Street 1\nBerlin", country: "DE" },
  ]);
});

test("the state of a saved VAT id is shown until the field is changed", async () => {
  await show(payer());
  type(/Name or company/, "Ada GmbH");
  type(/VAT ID/, "DE123456789");
  save();
  await screen.findByText("Valid");
  type(/VAT ID/, "DE12");
  expect(screen.queryByText("Valid")).toBeNull();
});

test("a name is required; a refused field shows the message", async () => {
  const refused = new Refused(400, "Not a tax ID", { reason: "badField", field: "taxId" });
  const { askedOf } = await show({ "/v1/upInvoiceTitle": () => refused });
  type(/Tax ID/, "?");
  save();
  await screen.findByText("Enter a name or a company");
  expect(askedOf("/v1/upInvoiceTitle")).toEqual([]);
  type(/Name or company/, "Ada");
  save();
  const field = screen.getByRole("textbox", { name: /Tax ID/ });
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("Not a tax ID")).toBeTruthy();
});

test("without orders there is a link to the shop, without top-ups one to the wallet", async () => {
  await show({}, "orders");
  expect(await findHref("Buy traffic")).toBe("/cli/traffic-use?dialog=buy");
  fireEvent.click(screen.getByRole("tab", { name: "Top-ups" }));
  const empty = (await screen.findByText("No top-up yet")).closest("section");
  expect(getHref("Top up", within(empty as HTMLElement))).toBe("/cli/home?recharge=1");
});

test("a top-up shows the amount paid, its bonus, what was received and what was refunded", async () => {
  const recharge = {
    id: "p1",
    amountCents: 50_000,
    bonusCents: 2500,
    method: "crypto",
    status: "paid",
    receivedCents: 60_000,
    refundedCents: 10_000,
    createdAt: "2026-11-21T10:00:00Z",
  };
  const list = () => ({ ...none, bonusTiers: [], items: [recharge], total: 1 });
  await show({ "/v1/rechargeList": list }, "recharges");
  const table = await screen.findByRole("table", { name: "List of top-ups" });
  const cells = within(table).getAllByRole("cell");
  expect(cells.slice(1).map((cell) => cell.textContent)).toEqual([
    "Crypto",
    "$500.00$600.00 received$100.00 refunded",
    "+$25.00",
    "Partly refunded",
  ]);
});

test("the former settings tab redirects here and keeps its parameters (spec/dashboard#billing)", async () => {
  const shown = await showScreen({
    screen: Settings,
    area: ["setting"],
    path: "/cli/setting?tab=billing&order=TP1",
    answers,
  });
  const { router } = shown;
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/billing"));
  expect(router.state.location.search).toBe("?order=TP1");
});
