import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { savedFiles } from "../../testing/saved-files.ts";
import { showScreen } from "../../testing/screen.tsx";
import { Orders } from "./Orders.tsx";

const order = (n: number) => ({
  id: `o${n}`,
  orderNo: `TP261121-${n}`,
  name: "Residential traffic",
  kind: "traffic",
  quantity: 3,
  amountCents: 1050,
  refundedCents: 300,
  method: "wallet",
  status: "paid",
  paidAt: "2026-11-21T10:01:00Z",
  createdAt: "2026-11-21T10:00:00Z",
  invoiceReady: true,
  invoiceNo: `TP-2026-00000${n}`,
});

test("all orders that the filters find are exported, of every page (spec/dashboard#billing)", async () => {
  const saved = savedFiles();
  const all = Array.from({ length: 101 }, (_, n) => order(n));
  const { askedOf } = await showScreen({
    screen: Orders,
    area: ["setting-account", "ledger"],
    path: "/cli/billing?tab=orders&kind=traffic",
    answers: {
      "/v1/orderList": ({ page = "1", limit = "10" }) => {
        const from = (Number(page) - 1) * Number(limit);
        const items = all.slice(from, from + Number(limit));
        return { items, total: all.length, page: Number(page), limit: Number(limit) };
      },
    },
  });
  await screen.findByText("TP261121-0");
  fireEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await saved[0]?.text())?.trim().split("\r\n") ?? [];
  expect(lines).toHaveLength(1 + all.length);
  const [head, last] = [lines[0], lines.at(-1)].map((line) => line?.replaceAll('"', ""));
  expect(head).toMatch(/^Name,Quantity,Order number,Invoice,Amount,Refunded,Method,Status/);
  expect(last).toMatch(/^Residential traffic,3,TP261121-100,TP-2026-00000100,10.5,3,Wallet,Paid,/);
  const asked = askedOf("/v1/orderList").slice(1);
  expect(asked).toMatchObject([
    { kind: "traffic", page: "1", limit: "100" },
    { kind: "traffic", page: "2", limit: "100" },
  ]);
});
