import type { User } from "@turnpike/contract/session.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { BillingTab } from "./BillingTab.tsx";

const order = {
  id: "o1",
  orderNo: "TP261121-ABCDEF",
  name: "Residential traffic",
  sku: "traffic-standard",
  quantity: 3,
  amountCents: 1050,
  method: "wallet",
  status: "paid",
  paidAt: "2026-11-21T10:00:00Z",
  createdAt: "2026-11-21T10:00:00Z",
  invoiceReady: false,
  refundedCents: 0,
};
const none = { items: [], total: 0, page: 1, limit: 10 };
const answers: Answers = {
  "/v1/member": () => testUser(),
  "/v1/orderList": () => ({ ...none, items: [order], total: 1 }),
  "/v1/rechargeList": () => ({ ...none, bonusTiers: [] }),
};
let shown: Awaited<ReturnType<typeof showScreen>> | undefined;
afterEach(() => shown?.end());
async function show(more: Answers = {}, search = "") {
  shown = await showScreen({
    screen: BillingTab,
    area: "setting-account",
    path: `/cli/setting?tab=billing${search}`,
    answers: { ...answers, ...more },
  });
  await screen.findByRole("textbox", { name: /Name or company/ });
  return shown;
}
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const preview = () => screen.getByRole("region", { name: "How it will stand on an invoice" });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

test("the invoice title is previewed as one types and is saved (contract §3)", async () => {
  let invoiceTitle: User["invoiceTitle"] = null;
  const { askedOf } = await show({
    "/v1/member": () => testUser({ invoiceTitle }),
    "/v1/upInvoiceTitle": ({ title = "", taxId = "", address = "", country = "" }) => {
      invoiceTitle = { title, taxId, address, country };
      return { invoiceTitle };
    },
  });
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

test("a name has to be there; a refused field is told beside it", async () => {
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

test("an order shows its number, which can be copied, and no invoice while there is none", async () => {
  await show();
  const row = (await screen.findByText(order.orderNo)).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("3 GB");
  expect(row.textContent).toContain("$10.50");
  expect(row.textContent).toContain("Wallet");
  const buttons = within(row).getAllByRole("button");
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    `Copy order number ${order.orderNo}`,
  ]);
});

test("orders are filtered by product and days, which stand in the address", async () => {
  const { askedOf } = await show({}, "&kind=static&from=2026-11-01");
  await screen.findByText(order.orderNo);
  const [asked] = askedOf("/v1/orderList");
  expect(asked).toMatchObject({
    kind: "static",
    from: new Date(2026, 10, 1).toISOString(),
  });
  expect(asked).not.toHaveProperty("to");
});

test("a filter that finds nothing can be cleared", async () => {
  const { askedOf, router } = await show({ "/v1/orderList": () => none }, "&kind=static");
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=billing"));
  await waitFor(() => expect(askedOf("/v1/orderList").at(-1)).not.toHaveProperty("kind"));
});

test("who bought nothing is led to the shop, who paid nothing to the wallet", async () => {
  await show({ "/v1/orderList": () => none });
  const buy = await screen.findByRole("link", { name: "Buy traffic" });
  expect(buy.getAttribute("href")).toBe("/cli/traffic-use?dialog=buy");
  const topUp = await screen.findByRole("link", { name: "Top up" });
  expect(topUp.getAttribute("href")).toBe("/cli/home?recharge=1");
});
