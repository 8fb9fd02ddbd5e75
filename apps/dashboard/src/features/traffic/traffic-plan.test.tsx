import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { click, clickToSee, findHref, getHref, press } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { shopAnswers } from "../../testing/shop.ts";
import { startFakeManager } from "../manager/testing/manager-screens.ts";
import { subAccountRow } from "../sub-account/testing/sub-account.ts";
import { TrafficPlan } from "./TrafficPlan.tsx";

const GB = 1_000_000_000;
const row = subAccountRow();
const endpoint = { region: "lab", host: "127.0.0.1", port: 7000, protocols: ["http", "socks5"] };
const answers: Answers = {
  ...shopAnswers,
  "/v1/trafficInfo": () => ({
    balanceBytes: 5 * GB,
    usedBytes: GB,
    allocatedBytes: GB,
    enterprise: false,
    grammar: { pattern: "", parameters: [] },
    endpoints: [endpoint],
    exampleTarget: "http://127.0.0.1:7999/ip",
  }),
  "/v1/subUsers": () => page([row]),
  "/v1/availableSubUsers": () => ({ items: [row] }),
  "/v2/country": () => ({ items: [{ code: "DE", name: "Germany", online: 7 }] }),
  "/v2/asn": () => ({ items: [] }),
};

async function show(path = "/cli/traffic-use", more: Answers = {}) {
  return showScreen({
    screen: TrafficPlan,
    area: ["traffic-use", "buy", "lines", "formats", "manager", "explain"],
    path,
    answers: { ...answers, ...more },
  });
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "input" }), { target: { value } });
const paste = (label: string, text: string) =>
  fireEvent.paste(screen.getByLabelText(label, { selector: "input" }), {
    clipboardData: { getData: () => text },
  });

test("batch actions without a selection show a message and send nothing (spec/dashboard#batch-actions)", async () => {
  const { askedOf } = await show();
  const name = await screen.findByText("shopper1");
  expect(screen.queryByRole("button", { name: "Disable" })).toBeNull();
  fireEvent.keyDown(name, { key: "Delete" });
  await screen.findByText("Please select a row");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(askedOf("/v1/upSubUser")).toEqual([]);
});

test("a batch shows the result of each row, with the API's message for a refusal", async () => {
  const other = { ...row, id: "s2", account: "shopper2" };
  const { askedOf } = await show("/cli/traffic-use", {
    "/v1/subUsers": () => page([row, other]),
    "/v1/upSubUser": ({ id }) =>
      id === "s2" ? new Refused(404, "No such sub-account", { reason: "subAccountNotFound" }) : row,
  });
  await screen.findByText("shopper1");
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
  await clickToSee("Disable", "1 of 2 done, 1 failed");
  expect(screen.getByText("No such sub-account")).toBeTruthy();
  expect(askedOf("/v1/upSubUser").map(({ id, enabled }) => [id, enabled])).toEqual([
    ["s1", "0"],
    ["s2", "0"],
  ]);
});

test("a page that has become empty leads to the last page with rows", async () => {
  const { router } = await show("/cli/traffic-use?page=3", {
    "/v1/subUsers": ({ page }) => ({
      items: page === "2" ? [row] : [],
      total: 26,
      page: Number(page),
      limit: 10,
    }),
  });
  await screen.findByText("shopper1");
  expect(router.state.location.search).toBe("?page=2");
});

test("a name of 5 letters and more traffic than available are refused in the form (spec/sign-in#credentials)", async () => {
  const { askedOf } = await show();
  await screen.findByText("shopper1");
  await clickToSee("New sub-account", /can be allocated/);
  type(/Account name/, "short");
  type(/Allocated traffic/, "4.5");
  click("Create");
  const name = screen.getByLabelText(/Account name/, { selector: "input" });
  expect(name.getAttribute("aria-invalid")).toBe("true");
  await screen.findByText("Insufficient traffic: this is more than can be allocated");
  expect(askedOf("/v1/addSubUser")).toEqual([]);
});

test("a taken name is reported at its field; another name creates the sub-account", async () => {
  const { askedOf } = await show("/cli/traffic-use", {
    "/v1/addSubUser": ({ account }) =>
      account === "taken01"
        ? new Refused(409, "This name is taken", { reason: "accountTaken", field: "account" })
        : { ...row, account, password: "Made1234" },
  });
  await screen.findByText("shopper1");
  await clickToSee("New sub-account", /can be allocated/);
  type(/Account name/, "taken01");
  type(/Allocated traffic/, "0.5");
  await clickToSee("Create", "This name is taken");
  type(/Account name/, "fresh001");
  await clickToSee("Create", "fresh001 is ready");
  expect(screen.getByText(/^curl -x http:\/\/fresh001:Made1234@127\.0\.0\.1:7000/)).toBeTruthy();
  expect(askedOf("/v1/addSubUser")[1]).toMatchObject({ account: "fresh001", trafficGb: "0.5" });
});

test("the price follows the quantity, an insufficient wallet links to a recharge, and a double click buys once", async () => {
  const { askedOf } = await show("/cli/traffic-use?dialog=buy", {
    "/v1/order": () => ({
      order: { sku: "traffic-standard", kind: "traffic", days: null, quantity: 10 },
    }),
  });
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("button", { name: "Buy 10 GB for $30.00" });
  expect(within(dialog).getByText("40 GB more and every GB costs $2.00.")).toBeTruthy();
  click(/^500 GB/, within(dialog));
  expect(await findHref("Top up the wallet", within(dialog))).toBe(
    "/cli/home?recharge=1&cents=95000",
  );
  click(/^10 GB/, within(dialog));
  const buy = await within(dialog).findByRole("button", { name: "Buy 10 GB for $30.00" });
  await waitFor(() => expect(buy.hasAttribute("disabled")).toBe(false));
  fireEvent.click(buy);
  fireEvent.click(buy);
  await within(dialog).findByText("10 GB are yours");
  const ids = new Set(askedOf("/v1/order").map(({ requestId }) => requestId));
  expect(ids.size).toBe(1);
});

test("the generator writes place and session into the user name, with a different sid in each line", async () => {
  await show("/cli/traffic-use?tab=endpoints", { "/v2/city": () => ({ items: [] }) });
  fireEvent.click(await screen.findByLabelText("Country or region", { selector: "input" }));
  fireEvent.click(await screen.findByRole("option", { name: /^Germany/, hidden: true }));
  fireEvent.click(screen.getByRole("radio", { name: "Kept for a while" }));
  fireEvent.change(screen.getByLabelText("Number (1-1000)"), { target: { value: "250" } });
  await screen.findByText("250 endpoints");
  const text = screen.getByRole("region", { name: "Endpoint strings" }).textContent ?? "";
  const line = /^127\.0\.0\.1:7000:shopper1-region-DE-sid-([a-z0-9]{10})-t-10:Secret99$/;
  const lines = text.trim().split("\n");
  const sids = lines.map((one) => line.exec(one)?.[1]);
  expect([sids.length, new Set(sids).size, sids.includes(undefined)]).toEqual([250, 250, false]);
});

test("limits are sent as typed, with URLs reduced to their host, and removed when emptied", async () => {
  const limits = {
    maxConnections: 20,
    dayBytes: 5 * GB,
    monthBytes: null,
    allowDomains: [],
    denyDomains: ["ads.example"],
  };
  const limited = subAccountRow({ limits, dayUsedBytes: 4.6 * GB });
  const { askedOf } = await show("/cli/traffic-use", {
    "/v1/subUsers": () => page([limited]),
    "/v1/upSubUser": () => limited,
  });
  await screen.findByText("20 connections");
  // Limits that do not fit on the line are counted, and shown on hover and focus.
  expect(screen.getByText("4.6 GB / 5 GB")).toBeTruthy();
  fireEvent.focus(screen.getByText("+1"));
  await screen.findByText("1 domain refused: ads.example");
  click("More actions for shopper1");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
  await screen.findByLabelText("Connections at once");
  type("Traffic per day", "");
  type("Traffic per month", "30");
  paste("Allowed domains", "https://shop.example/cart?x=1");
  await screen.findByText("shop.example");
  click("Save");
  await waitFor(() => expect(askedOf("/v1/upSubUser")).toHaveLength(1));
  const sent = askedOf("/v1/upSubUser")[0];
  expect(sent).toMatchObject({ dayGb: "", monthGb: "30", allowDomains: "shop.example" });
  expect(sent).not.toHaveProperty("maxConnections");
  expect(sent).not.toHaveProperty("denyDomains");
});

test("an invalid limit is reported at its field, with the section expanded", async () => {
  const { askedOf } = await show("/cli/traffic-use?dialog=create");
  await screen.findByText(/can be allocated/);
  type(/Allocated traffic/, "0.5");
  click("Limits");
  type("Connections at once", "0");
  paste("Refused domains", "good.example, no/such, a..b");
  await clickToSee("Create", "Enter a whole number from 1 to 100,000");
  expect(screen.getByText("“a..b” is neither a domain nor an IP address")).toBeTruthy();
  expect(askedOf("/v1/addSubUser")).toEqual([]);
});

test("an endpoint is tested with one click; a refusal shows the fix and links to the request log", async () => {
  const answer = {
    ok: true,
    exitIp: "127.1.2.3",
    country: "DE",
    asn: 3320,
    connectMs: 12,
    totalMs: 1034,
    reason: "",
    text: "",
    fix: "",
    requestId: "req-1",
    status: 200,
  };
  const no = {
    ok: false,
    exitIp: null,
    reason: "domainNotAllowed",
    text: "The domain lists do not allow this",
    fix: "Allow the domain",
    requestId: "req-2",
    status: 403,
  };
  let tried = 0;
  const { askedOf } = await show("/cli/traffic-use?tab=endpoints&account=shopper1", {
    "/v1/proxyTest": () => (tried++ === 0 ? answer : { ...answer, ...no }),
  });
  await press("Test it now");
  const works = (await screen.findByText("It works")).closest("[role=alert]");
  const shownFigures = Array.from(works?.querySelectorAll("dd") ?? [], (dd) => dd.textContent);
  expect(shownFigures).toEqual(["127.1.2.3", "Germany", "AS3320", "12 ms", "1.03 sec"]);
  expect(askedOf("/v1/proxyTest")[0]).toMatchObject({
    proxy: "http://shopper1:Secret99@127.0.0.1:7000",
    protocol: "http",
  });
  await clickToSee("Test again", "The gateway refused (403)");
  expect(screen.getByText("Allow the domain")).toBeTruthy();
  expect(getHref("Show it in the request log")).toBe("/cli/request-log?search=req-2&row=req-2");
});

test("a user without a sub-account can open the dialog for other providers' proxies (spec/traffic-plan#endpoints)", async () => {
  const { router } = await show("/cli/traffic-use", {
    "/v1/subUsers": () => page([]),
    "/v1/availableSubUsers": () => ({ items: [] }),
  });
  await press("Coming from another provider?");
  await screen.findByRole("dialog", { name: "Paste any proxy" });
  expect(router.state.location.search).toBe("?dialog=explain");
});

test("the endpoints get local ports on this computer, each with its own session", async () => {
  const manager = await startFakeManager();
  onTestFinished(() => manager.end());
  const header = { walletCents: 0, notices: [], managerPort: manager.port };
  await show("/cli/traffic-use?tab=endpoints", { "/v1/headerInit": () => header });
  fireEvent.click(await screen.findByRole("radio", { name: "Kept for a while" }));
  fireEvent.change(screen.getByLabelText("Number (1-1000)"), { target: { value: "3" } });
  await screen.findByText("3 endpoints");
  const text = screen.getByRole("region", { name: "Endpoint strings" }).textContent ?? "";
  await clickToSee("Use on this computer", "3 of 3 done, 0 failed");
  const upstreams = manager.askedOf("/start").map(({ upstream }) => String(upstream));
  const lines = text.trim().split("\n");
  const users = lines.map((one) => one.split(":")[2]);
  expect(new Set(users).size).toBe(3);
  expect(upstreams).toEqual(users.map((user) => `http://${user}:Secret99@127.0.0.1:7000`));
});

test("pasted text is kept while a sub-account is created for it, and cleared when closed", async () => {
  let made: object | undefined;
  await show("/cli/traffic-use?dialog=explain", {
    "/v1/subUsers": () => page([]),
    "/v1/availableSubUsers": () => ({ items: made ? [row] : [] }),
    "/v1/addSubUser": () => (made = row),
  });
  const label = "Proxy string, list, command or program";
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(label);
  fireEvent.change(await field(), { target: { value: "acme:p4ss@203.0.113.9:8080" } });
  const dialog = within(await screen.findByRole("dialog"));
  await press("New sub-account", dialog);
  const form = within(await screen.findByRole("dialog", { name: "New sub-account" }));
  click("Create", form);
  const created = within(await screen.findByRole("dialog", { name: "New sub-account" }));
  const closes = () => created.getAllByRole("button", { name: "Close" });
  await waitFor(() => expect(closes()).toHaveLength(2));
  fireEvent.click(closes().at(-1) as HTMLElement);
  expect((await field()).value).toBe("acme:p4ss@203.0.113.9:8080");
  await screen.findByRole("region", { name: "Yours" });
  const again = within(await screen.findByRole("dialog"));
  click("Close", again);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(await screen.findByRole("tab", { name: "Endpoint generator" }));
  await press("Paste any proxy");
  expect((await field()).value).toBe("");
});
