import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { savedFiles } from "../../testing/saved-files.ts";
import { press } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { type Answers, Download, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { Statement } from "./Statement.tsx";

const none = page([]);
/** The server's day, which in a lab differs from the browser's. */
const today = { day: "2027-02-03", invitations: 0, profitCents: 0 };
const answers: Answers = {
  "/v1/member": () => testUser(),
  "/v1/ledger": () => none,
  "/v1/shareChart": () => ({ items: [today] }),
};
async function show(more: Answers = {}, search = "") {
  return showScreen({
    screen: Statement,
    area: ["setting-account", "ledger"],
    path: `/cli/billing?tab=statement${search}`,
    answers: { ...answers, ...more },
  });
}

const line = (id: number, asset: string, rest: object) => ({
  id: String(id),
  at: "2026-11-21T10:00:00Z",
  asset,
  kind: "order",
  ref: "TP1",
  ...rest,
});
const lines = [
  line(3, "traffic", { amount: -2_500_000, balance: 997_500_000, kind: "usage", ref: "shopper1" }),
  line(2, "wallet", { amount: -1050, balance: 3950 }),
  line(1, "wallet", {
    amount: 5000,
    balance: 5000,
    kind: "recharge",
    ref: "3f0c2a11-0000-4000-8000-000000000000",
  }),
  line(0, "ip", { amount: 7, balance: 7, kind: "windfall", ref: "" }),
];

test("the statement describes each change, with its sign and the balance after it", async () => {
  await show({ "/v1/ledger": () => ({ ...none, items: lines, total: 4 }) });
  const table = await screen.findByRole("table", { name: "Lines of the statement" });
  const rows = within(table).getAllByRole("row").slice(1);
  const told = rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent)
      .filter((_, index) => index !== 1),
  );
  expect(told).toEqual([
    ["Traffic usedshopper1", "Traffic", "-2.5 MB", "0.998 GB"],
    ["OrderTP1", "Wallet", "-$10.50", "$39.50"],
    ["Top-up3f0c2a11…", "Wallet", "+$50.00", "$50.00"],
    ["windfall", "IPs", "+7", "7"],
  ]);
  expect(within(table).getByTitle("-2,500,000 bytes")).toBeTruthy();
});

test("the statement can show one balance only, and then starts at its first page", async () => {
  const all = { ...none, items: lines, total: 40, limit: 10 };
  const { askedOf, router } = await show({ "/v1/ledger": () => all }, "&statement-page=2");
  await screen.findByText("shopper1");
  expect(askedOf("/v1/ledger").at(-1)).toMatchObject({ page: "2" });
  fireEvent.click(screen.getByRole("combobox", { name: "Balance of" }));
  fireEvent.click(await screen.findByRole("option", { name: "Wallet", hidden: true }));
  await waitFor(() =>
    expect(askedOf("/v1/ledger").at(-1)).toMatchObject({ asset: "wallet", page: "1" }),
  );
  expect(router.state.location.search).toBe("?tab=statement&statement-asset=wallet");
});

test("a month of the statement is saved as CSV, by default the current one by the product's clock", async () => {
  const saved = savedFiles();
  // An empty list has no tools.
  const { askedOf } = await show({
    "/v1/ledger": () => ({ ...none, items: lines, total: 4 }),
    "/v1/ticket": () => ({ ticket: "t2", expiresAt: "2026-11-21T10:01:00Z" }),
    "/v1/statement?ticket=t2&lang=en": () => new Download("statement-2026-11.csv", "a,b"),
  });
  await press("Download as CSV");
  await screen.findByText("statement-2026-11.csv saved");
  const [asked] = askedOf("/v1/ticket");
  expect(asked).toMatchObject({ what: "statement", month: "2027-02" });
  expect(await saved[0]?.text()).toBe("a,b");
});

test("traffic of each pool is named and can be chosen once there are several (spec/traffic-plan#pools)", async () => {
  const trafficPools = [
    { pool: "residential", title: "Residential", bytes: 0 },
    { pool: "mobile", title: "Mobile 4G", bytes: 0 },
  ];
  const { askedOf } = await show({
    "/v1/member": () => testUser({ trafficPools }),
    "/v1/ledger": () => ({
      ...none,
      items: [line(1, "traffic:mobile", { amount: 1_000_000_000, balance: 1_000_000_000 })],
      total: 1,
    }),
  });
  await screen.findByRole("cell", { name: "Traffic (Mobile 4G)" });
  fireEvent.click(screen.getByRole("combobox", { name: "Balance of" }));
  fireEvent.click(await screen.findByRole("option", { name: "Traffic (Mobile 4G)" }));
  await waitFor(() => expect(askedOf("/v1/ledger").at(-1)?.asset).toBe("traffic:mobile"));
});
