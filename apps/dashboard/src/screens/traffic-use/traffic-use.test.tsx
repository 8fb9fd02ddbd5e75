import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { TrafficUse } from "./TrafficUse.tsx";

const GB = 1_000_000_000;
const row = {
  id: "s1",
  account: "shopper1",
  password: "Secret99",
  main: false,
  enabled: true,
  allocatedBytes: 2 * GB,
  usedBytes: GB,
  availableBytes: GB,
  remark: "",
  createdAt: "2026-11-01T08:00:00Z",
};
const endpoint = { region: "lab", host: "127.0.0.1", port: 7000, protocols: ["http", "socks5"] };
const plan = {
  sku: "traffic-standard",
  kind: "traffic",
  name: "Traffic",
  unit: "GB",
  enterprise: false,
  days: null,
  minQty: 1,
  maxQty: 1000,
  tiers: [
    { fromQty: 1, unitMicros: 3_000_000 },
    { fromQty: 50, unitMicros: 2_000_000 },
  ],
};
const answers: Answers = {
  "/v1/trafficInfo": () => ({
    balanceBytes: 5 * GB,
    usedBytes: GB,
    allocatedBytes: GB,
    enterprise: false,
    grammar: { pattern: "", parameters: [] },
    endpoints: [endpoint],
    exampleTarget: "http://127.0.0.1:7999/ip",
  }),
  "/v1/subUsers": () => ({ items: [row], total: 1, page: 1, limit: 10 }),
  "/v1/availableSubUsers": () => ({ items: [row] }),
  "/v2/country": () => ({ items: [{ code: "DE", name: "Germany", online: 7 }] }),
  "/v2/asn": () => ({ items: [] }),
  "/v2/priceList": () => ({ products: [plan] }),
  "/v1/headerInit": () => ({ email: "a@b.cd", walletCents: 5000, mfaBound: false, notices: [] }),
  "/v1/coupons": () => ({ items: [] }),
  "/v1/quote": ({ quantity }) => {
    const cents = Number(quantity) * (Number(quantity) < 50 ? 300 : 200);
    return { listCents: cents, discountCents: 0, totalCents: cents };
  },
};
let shown: Awaited<ReturnType<typeof showScreen>> | undefined;
afterEach(() => shown?.end());

async function show(path = "/cli/traffic-use", more: Answers = {}) {
  const all = { ...answers, ...more };
  shown = await showScreen({ screen: TrafficUse, area: "traffic-use", path, answers: all });
  return shown;
}
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "input" }), { target: { value } });

test("batch actions without a row say so and ask nothing (spec §5)", async () => {
  const { askedOf } = await show();
  await screen.findByText("shopper1");
  click("Disable");
  await screen.findByText("Please select a row");
  expect(askedOf("/v1/upSubUser")).toEqual([]);
});

test("a batch shows what came of each row, a refusal in the API's words", async () => {
  const other = { ...row, id: "s2", account: "shopper2" };
  const { askedOf } = await show("/cli/traffic-use", {
    "/v1/subUsers": () => ({ items: [row, other], total: 2, page: 1, limit: 10 }),
    "/v1/upSubUser": ({ id }) =>
      id === "s2" ? new Refused(404, "No such sub-account", { reason: "subAccountNotFound" }) : row,
  });
  await screen.findByText("shopper1");
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
  click("Disable");
  await screen.findByText("1 of 2 done, 1 failed");
  expect(screen.getByText("No such sub-account")).toBeTruthy();
  expect(askedOf("/v1/upSubUser").map(({ id, enabled }) => [id, enabled])).toEqual([
    ["s1", "0"],
    ["s2", "0"],
  ]);
});

test("a page that has lost its rows leads to the last one that has some", async () => {
  const { router } = await show("/cli/traffic-use?page=3", {
    "/v1/subUsers": ({ page }) => ({
      items: page === "2" ? [row] : [],
      total: 11,
      page: Number(page),
      limit: 10,
    }),
  });
  await screen.findByText("shopper1");
  expect(router.state.location.search).toBe("?page=2");
});

test("a name of 5 letters and more traffic than there is are refused in the form (spec §5)", async () => {
  const { askedOf } = await show();
  await screen.findByText("shopper1");
  click("New sub-account");
  await screen.findByText(/can be allotted/);
  type(/Account name/, "short");
  type(/Allotted traffic/, "4.5");
  click("Create");
  const name = screen.getByLabelText(/Account name/, { selector: "input" });
  expect(name.getAttribute("aria-invalid")).toBe("true");
  await screen.findByText("Insufficient traffic: this is more than can be allotted");
  expect(askedOf("/v1/addSubUser")).toEqual([]);
});

test("a taken name is shown beside its field, another makes the sub-account", async () => {
  const { askedOf } = await show("/cli/traffic-use", {
    "/v1/addSubUser": ({ account }) =>
      account === "taken01"
        ? new Refused(409, "This name is taken", { reason: "accountTaken", field: "account" })
        : { ...row, account, password: "Made1234" },
  });
  await screen.findByText("shopper1");
  click("New sub-account");
  await screen.findByText(/can be allotted/);
  type(/Account name/, "taken01");
  type(/Allotted traffic/, "0.5");
  click("Create");
  await screen.findByText("This name is taken");
  type(/Account name/, "fresh001");
  click("Create");
  await screen.findByText("fresh001 is ready");
  expect(screen.getByText(/^curl -x http:\/\/fresh001:Made1234@127\.0\.0\.1:7000/)).toBeTruthy();
  expect(askedOf("/v1/addSubUser")[1]).toMatchObject({ account: "fresh001", trafficGb: "0.5" });
});

test("the price follows the quantity, and a wallet that is short leads to a recharge", async () => {
  const { askedOf } = await show("/cli/traffic-use?dialog=buy", {
    "/v1/order": () => ({ order: { quantity: 10 } }),
  });
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("button", { name: "Buy 10 GB for $30.00" });
  expect(within(dialog).getByText("40 GB more and every GB costs $2.00.")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "500 GB" }));
  await within(dialog).findByText("Insufficient balance");
  fireEvent.click(within(dialog).getByRole("button", { name: "10 GB" }));
  const buy = await within(dialog).findByRole("button", { name: "Buy 10 GB for $30.00" });
  await waitFor(() => expect(buy.hasAttribute("disabled")).toBe(false));
  fireEvent.click(buy);
  fireEvent.click(buy);
  await within(dialog).findByText("10 GB are yours");
  const ids = new Set(askedOf("/v1/order").map(({ requestId }) => requestId));
  expect(ids.size).toBe(1);
});

test("the generator writes place and session into the user name, one sid each", async () => {
  await show("/cli/traffic-use?tab=endpoints&account=shopper1");
  fireEvent.click(await screen.findByRole("radio", { name: "Kept for a while" }));
  fireEvent.change(screen.getByLabelText("Number (1-1000)"), { target: { value: "250" } });
  await screen.findByText("250 endpoints");
  const text = screen.getByRole("region", { name: "Endpoint strings" }).textContent ?? "";
  const lines = text.trim().split("\n");
  expect(new Set(lines).size).toBe(250);
  expect(lines[0]).toMatch(/^127\.0\.0\.1:7000:shopper1-sid-[a-z0-9]{10}-t-10:Secret99$/);
});
