import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { savedFiles } from "../../testing/saved-files.ts";
import { press } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { type Answers, Download, NoAnswer, showScreen } from "../../testing/screen.tsx";
import { Orders } from "./Orders.tsx";

const order = {
  id: "o1",
  orderNo: "TP261121-ABCDEF",
  name: "Residential traffic",
  sku: "traffic-standard",
  kind: "traffic",
  region: null,
  days: null,
  quantity: 3,
  amountCents: 1050,
  method: "wallet",
  status: "paid",
  paidAt: "2026-11-21T10:00:00Z",
  createdAt: "2026-11-21T10:00:00Z",
  invoiceReady: false,
  refundedCents: 0,
};
const none = page([]);
const answers: Answers = {
  "/v1/orderList": () => ({ ...none, items: [order], total: 1 }),
};
async function show(more: Answers = {}, search = "") {
  return showScreen({
    screen: Orders,
    area: ["setting-account", "ledger"],
    path: `/cli/billing?tab=orders${search}`,
    answers: { ...answers, ...more },
  });
}

test("only an order with a pending payment links to it", async () => {
  const waiting = { ...order, id: "o2", status: "pending", paymentId: "p7", paidAt: null };
  const items = [waiting, { ...order, paymentId: null }];
  await show({ "/v1/orderList": () => ({ ...none, items, total: 2 }) });
  const links = await screen.findAllByRole("link", { name: /^Show the payment/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/cli/home?payment=p7"]);
});

test("an order shows its number with a copy button, and no invoice while there is none", async () => {
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

test("an order that renewed an earlier purchase is marked as a renewal (spec/static#renewal)", async () => {
  const renewal = {
    ...order,
    id: "o3",
    sku: "static-30",
    kind: "static",
    days: 30,
    quantity: 2,
    renewal: true,
  };
  const items = [
    { ...order, renewal: false },
    { ...renewal, orderNo: "TP261121-RENEW2" },
  ];
  await show({ "/v1/orderList": () => ({ ...none, items, total: 2 }) });
  await screen.findByText("TP261121-RENEW2");
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows.filter((text) => text?.includes("· renewal"))).toEqual([
    expect.stringContaining("TP261121-RENEW2"),
  ]);
});

test("orders are filtered by product and dates, which are kept in the URL", async () => {
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
  await press("Clear the filters");
  await waitFor(() => expect(router.state.location.search).toBe("?tab=orders"));
  await waitFor(() => expect(askedOf("/v1/orderList").at(-1)).not.toHaveProperty("kind"));
});

const ready = { ...order, invoiceReady: true };
const oneOrder = (row: object) => () => ({ ...none, items: [row], total: 1 });
const invoiceButton = () =>
  screen.findByRole("button", { name: `Download the invoice of order ${order.orderNo}` });

test("an invoice is downloaded with a ticket, so that no session appears in a URL (spec/api#tickets)", async () => {
  const saved = savedFiles();
  const { askedOf } = await show({
    "/v1/orderList": oneOrder(ready),
    "/v1/ticket": () => ({ ticket: "t1", expiresAt: "2026-11-21T10:01:00Z" }),
    "/v1/invoice?ticket=t1&lang=en": () => new Download("invoice-TP.pdf", "%PDF"),
  });
  fireEvent.click(await invoiceButton());
  await screen.findByText("invoice-TP.pdf saved");
  expect(askedOf("/v1/ticket")).toMatchObject([{ what: "invoice", orderNo: order.orderNo }]);
  expect(await saved[0]?.text()).toBe("%PDF");
});

test("an invoice that cannot be downloaded shows why and can be retried", async () => {
  const saved = savedFiles();
  let invoice: Answers[string] = () => new NoAnswer();
  const { askedOf } = await show({
    "/v1/orderList": oneOrder(ready),
    "/v1/ticket": () => ({ ticket: "t1", expiresAt: "2026-11-21T10:01:00Z" }),
    "/v1/invoice?ticket=t1&lang=en": (fields) => invoice(fields),
  });
  fireEvent.click(await invoiceButton());
  await screen.findByText(/The server cannot be reached/);
  invoice = () => new Download("invoice-TP.pdf", "%PDF");
  await waitFor(async () =>
    expect((await invoiceButton()).hasAttribute("data-loading")).toBe(false),
  );
  fireEvent.click(await invoiceButton());
  await screen.findByText("invoice-TP.pdf saved");
  expect([askedOf("/v1/ticket").length, saved.length]).toEqual([2, 1]);
});

test("a full or partial refund is shown with its order", async () => {
  const part = { ...ready, refundedCents: 300 };
  const whole = { ...ready, id: "o2", orderNo: "TP2", status: "refunded", refundedCents: 1050 };
  await show({ "/v1/orderList": () => ({ ...none, items: [part, whole], total: 2 }) });
  const row = async (orderNo: string) => (await screen.findByText(orderNo)).closest("tr");
  expect((await row(part.orderNo))?.textContent).toContain("$10.50$3.00 refunded");
  expect((await row(part.orderNo))?.textContent).toContain("Partly refunded");
  expect((await row("TP2"))?.textContent).toContain("$10.50 refunded");
});

test("an order names its invoice, and its credit notes are downloaded by their numbers (spec/money#invoices)", async () => {
  const saved = savedFiles();
  const numbers = { invoiceNo: "TP-2026-000007", creditNotes: ["TP-2026-C00001"] };
  const { askedOf } = await show({
    "/v1/orderList": oneOrder({ ...ready, ...numbers }),
    "/v1/ticket": () => ({ ticket: "t1", expiresAt: "2026-11-21T10:01:00Z" }),
    "/v1/invoice?ticket=t1&lang=en": () => new Download("credit-note-TP.pdf", "%PDF"),
  });
  await screen.findByText("Invoice TP-2026-000007");
  const label = "Download credit note TP-2026-C00001";
  await press(label);
  await screen.findByText("credit-note-TP.pdf saved");
  expect(askedOf("/v1/ticket")).toMatchObject([{ what: "invoice", invoiceNo: "TP-2026-C00001" }]);
  expect(saved).toHaveLength(1);
});
