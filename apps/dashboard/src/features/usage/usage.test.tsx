import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, press, type } from "../../testing/person.ts";
import { type Answers, Download, Refused, showScreen } from "../../testing/screen.tsx";
import { StaticUsage } from "./ProductUsage.tsx";
import { Usage } from "./Usage.tsx";

const sums = (gb: number, failed = 0) => ({
  bytes: gb * 1e9,
  upBytes: gb * 1e8,
  downBytes: gb * 9e8,
  requests: gb * 100,
  succeeded: gb * 100 - failed,
  failed,
});
const none = { ...sums(0), connectP50Ms: null, connectP95Ms: null };
const report = {
  from: "2026-11-20T00:00:00.000Z",
  to: "2026-11-22T00:00:00.000Z",
  grain: "day",
  totals: { ...sums(5, 10), connectP50Ms: 41, connectP95Ms: 1_800 },
  previous: { ...sums(4), connectP50Ms: 50, connectP95Ms: 90 },
  series: [
    { at: "2026-11-20T00:00:00.000Z", ...sums(1) },
    { at: "2026-11-21T00:00:00.000Z", ...sums(4, 10) },
  ],
  top: [],
  reasons: [
    {
      reason: "targetNotAllowed",
      outcome: "refused",
      label: "The target is not allowed.",
      fix: "Choose another.",
      requests: 10,
    },
  ],
};
const split = {
  ...report,
  series: [
    { at: "2026-11-20T00:00:00.000Z", key: "DE", ...sums(1) },
    { at: "2026-11-21T00:00:00.000Z", key: "DE", ...sums(2, 10) },
    { at: "2026-11-21T00:00:00.000Z", key: "(other)", ...sums(2) },
  ],
  top: [
    { key: "DE", label: "Germany", ...sums(3, 10) },
    { key: "(other)", label: "Other", ...sums(2) },
  ],
};
const answers: Answers = {
  "/v1/usage": ({ by }) => (by ? split : report),
  "/v1/subAccounts": () => ({ items: [] }),
  "/v1/cheapestPlan": () => ({ bytes: 0, addresses: 0, busiestMbps: 0, plans: [] }),
  "/v1/headerInit": () => ({ now: "2026-11-21T12:00:00Z", notices: [] }),
};

async function show(more: Answers = {}, query = "") {
  const path = `/cli/package-purchase${query}`;
  const input = { ...answers, ...more };
  return showScreen({ screen: Usage, area: "package-purchase", path, answers: input });
}
const cells = (row: HTMLElement) =>
  [...row.querySelectorAll("th,td")].map((cell) => cell.textContent);

test("shows 30 days by default, in one unit, each figure next to that of the previous period (spec/dashboard#figures)", async () => {
  const { askedOf } = await show();
  expect(await screen.findByText("5,000,000,000 bytes")).toBeTruthy();
  expect(screen.getByText("5.000 GB")).toBeTruthy();
  expect(screen.getByText(/Period before: 4\.000 GB \(\+25\.0%\)/)).toBeTruthy();
  expect(screen.getAllByText("98.0%").length).toBeGreaterThan(0);
  expect(screen.getByText("41 ms")).toBeTruthy();
  expect(screen.getByText(/95% within 1\.8 sec/)).toBeTruthy();
  expect(askedOf("/v1/usage")[0]).toMatchObject({ from: "2026-10-23", to: "2026-11-21" });
  const table = screen.getByRole("table", { name: "Days in figures" });
  const rows = within(table).getAllByRole("row").map(cells);
  expect(rows[0]?.slice(0, 4)).toEqual(["Time (UTC)", "Traffic, GB", "Download, GB", "Upload, GB"]);
  expect(rows[1]).toEqual(["Nov 21", "4.000", "3.600", "0.400", "400", "10", "97.5%"]);
  expect(rows[2]).toEqual(["Nov 20", "1.000", "0.900", "0.100", "100", "0", "100.0%"]);
  expect(rows.at(-1)).toEqual(["Total", "5.000", "4.500", "0.500", "500", "10", "98.0%"]);
  const reasons = screen.getByRole("table", { name: "Why requests did not succeed" });
  expect(within(reasons).getByText("Choose another.")).toBeTruthy();
});

test("clicking a day shows its hours, and the URL keeps it", async () => {
  const { askedOf, router } = await show();
  await press("Nov 20");
  await waitFor(() => expect(askedOf("/v1/usage").at(-1)).toMatchObject({ grain: "hour" }));
  expect(router.state.location.search).toBe("?from=2026-11-20&to=2026-11-20&grain=hour");
});

test("a row of the split filters by its country, and the filter can be removed", async () => {
  const { askedOf, router } = await show({}, "?by=country");
  const table = await screen.findByRole("table", { name: "Usage by: Country" });
  const rows = within(table).getAllByRole("row").map(cells);
  expect(rows[1]).toEqual(["Germany", "60.0%", "3.000", "2.700", "0.300", "300", "10", "96.7%"]);
  expect(rows[2]?.[0]).toBe("Other");
  const days = screen.getByRole("table", { name: "Days in figures" });
  expect(within(days).getAllByRole("row").map(cells)[1]?.slice(0, 2)).toEqual(["Nov 21", "4.000"]);
  expect(within(table).queryByRole("button", { name: "Other" })).toBeNull();
  click("Germany", within(table));
  await waitFor(() => expect(askedOf("/v1/usage").at(-1)).toMatchObject({ country: "DE" }));
  expect(router.state.location.search).toBe("?country=DE");
  await press("Remove the filter Germany");
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

test("a period of more than 400 days is refused at its field and not requested", async () => {
  const { askedOf } = await show();
  await screen.findByText("5.000 GB");
  type("From", "2025-01-01");
  expect(await screen.findByText("Choose 1 to 400 days")).toBeTruthy();
  expect(askedOf("/v1/usage").some(({ from }) => from === "2025-01-01")).toBe(false);
});

test("a table of the report is requested as CSV with the filters that are shown (spec/dashboard#usage)", async () => {
  const { askedOf } = await show(
    {
      "/v1/ticket": () => ({ ticket: "t1", expiresAt: "2026-11-21T12:01:00Z" }),
      "/v1/usageExport?ticket=t1&lang=en": () => new Download("usage.csv", "a,b"),
    },
    "?by=country&domain=a.test",
  );
  await screen.findByText("5.000 GB");
  click("CSV");
  const tables = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(tables).toEqual([
    "Days in figures",
    "Totals, also of the period before",
    "Usage by: Country",
    "Why requests did not succeed",
  ]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Usage by: Country" }));
  await screen.findByText("usage.csv saved");
  expect(askedOf("/v1/ticket")[0]).toMatchObject({
    what: "usage",
    part: "top",
    by: "country",
    domain: "a.test",
    grain: "day",
    from: "2026-10-23",
    to: "2026-11-21",
  });
});

test("without usage the first command is shown; a failure can be retried", async () => {
  const empty = { ...report, totals: none, previous: none, series: [], reasons: [] };
  const first = await show({
    "/v1/usage": () => empty,
    "/v1/availableSubUsers": () => ({
      items: [{ id: "1", account: "shopper1", password: "Secret99", availableBytes: 1 }],
    }),
    "/v1/trafficInfo": () => ({
      endpoints: [{ region: "lab", host: "127.0.0.1", port: 7000, protocols: ["http"] }],
      exampleTarget: "http://127.0.0.1:7999/ip",
    }),
  });
  await screen.findByText("No usage in this period");
  expect((await screen.findByText(/^curl -x/)).textContent).toContain("shopper1:Secret99");
  await first.end();
  // A residential command would not show in another product's usage.
  const other = await show({ "/v1/usage": () => empty }, "?product=port");
  await screen.findByText("No usage in this period");
  expect(other.askedOf("/v1/availableSubUsers")).toEqual([]);
  await other.end();
  await show({ "/v1/usage": () => new Refused(500, "Our fault", { ref: "r" }) });
  expect(await screen.findByRole("button", { name: /again/i })).toBeTruthy();
});

test("the cost of each kind of product is shown with its calculation and a link (spec/money#the-cheapest-plan)", async () => {
  const plan = (sku: string, kind: string, quantity: number, unitMicros: number) => ({
    sku,
    kind,
    ...(kind === "port" ? { region: "europe", days: 30 } : { region: null, days: null }),
    quantity,
    unitMicros,
    name: sku,
    needed: quantity,
    unit: kind === "traffic" ? "GB" : kind,
    totalCents: (quantity * unitMicros) / 10_000,
  });
  await show({
    "/v1/cheapestPlan": () => ({
      bytes: 6.2e9,
      addresses: 3,
      busiestMbps: 6.7,
      plans: [
        plan("port-europe-30", "port", 2, 9_000_000),
        plan("traffic-standard", "traffic", 7, 3_500_000),
      ],
    }),
  });
  const table = await screen.findByRole("table", { name: "The cheapest plan for this use" });
  screen.getByText(/6\.2 GB, up to 3 addresses in an hour, 6\.7 Mbps in the busiest hour/);
  const rows = within(table).getAllByRole("row").map(cells);
  expect(rows[1]?.slice(1, 3)).toEqual(["2 port × $9.00", "$18.00"]);
  expect(rows[2]?.slice(1, 3)).toEqual(["7 GB × $3.50", "$24.50"]);
  const links = within(table).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/cli/unlimit-proxies?buy=1&region=europe&quantity=2&days=30",
    "/cli/home?buy=traffic-standard",
  ]);
});

test("a product's own tab shows only that product, its first kind unless the URL names another", async () => {
  const { askedOf } = await showScreen({
    screen: StaticUsage,
    area: "package-purchase",
    path: "/cli/static-usage?product=traffic",
    answers,
  });
  await waitFor(() => expect(askedOf("/v1/usage")[0]).toMatchObject({ product: "static" }));
  expect(screen.queryByLabelText("Product")).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Short-term" }));
  await waitFor(() => expect(askedOf("/v1/usage").at(-1)).toMatchObject({ product: "short" }));
});
