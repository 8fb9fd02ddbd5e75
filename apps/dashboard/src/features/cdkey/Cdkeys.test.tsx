import { cdkeyOf } from "@turnpike/rules/cdkey.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  button,
  click,
  clickToSee,
  copied,
  enterMfaCode,
  getHref,
  type,
  watchClipboard,
} from "../../testing/person.ts";
import { savedFiles } from "../../testing/saved-files.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { Cdkeys } from "./Cdkeys.tsx";
import type { Cdkey } from "./cdkey-file.ts";

const CODE = cdkeyOf("0Q3GV8XK2M7ABCDEFGH");
const letters = "ABCDEFGHJK";
const keyRow = (at: number, by: Partial<Cdkey> = {}): Cdkey => ({
  id: `k${at}`,
  code: cdkeyOf(`${letters[at % 10]}Q3GV8XK2M7ABCDEFG${letters[Math.floor(at / 10) % 10]}`),
  kind: "ip",
  amount: 100,
  producedAt: "2026-11-20T08:00:00Z",
  status: "unused",
  usedAt: null,
  redeemerEmail: null,
  ...by,
});
const used = keyRow(1, {
  status: "used",
  usedAt: "2026-11-21T09:00:00Z",
  redeemerEmail: "b***@example.com",
});
const page =
  (items: readonly unknown[], total = items.length) =>
  () => ({
    items,
    total,
    page: 1,
    limit: 10,
  });

watchClipboard();

async function show(more: Answers = {}, path = "/cli/cdkey") {
  const answers = {
    "/v1/member": () => testUser({ ipBalance: 5_000, enterprise: { ip: true, traffic: false } }),
    "/v1/trafficInfo": () => ({ balanceBytes: 30_500_000_000, allocatedBytes: 10_000_000_000 }),
    "/v1/cdkeys": page([keyRow(0), used]),
    "/v1/cdkeyRecord": page([]),
    ...more,
  };
  return showScreen({ screen: Cdkeys, area: "cdkey", path, answers });
}
const codeField = () => screen.getByLabelText<HTMLInputElement>("CDKey");

test("redeeming requires a key, and a mistyped one does not use up a try (spec/cdkeys#redeeming)", async () => {
  const { askedOf } = await show();
  await screen.findByText("Redemption records");
  await clickToSee("Redeem", "Please enter the CDKey");
  type("CDKey", `${CODE.slice(0, -1)}${CODE.endsWith("0") ? "1" : "0"}`);
  expect(screen.queryByText("Please enter the CDKey")).toBeNull();
  await clickToSee("Redeem", /incomplete or mistyped/);
  expect(askedOf("/v1/cdkeyUse")).toEqual([]);
});

test("a pasted key with spaces and lower-case letters is redeemed, and its value is shown", async () => {
  let ipBalance = 50;
  let records: object[] = [];
  const { askedOf } = await show({
    "/v1/member": () => testUser({ ipBalance }),
    "/v1/cdkeyRecord": () => page(records)(),
    "/v1/cdkeyUse": () => {
      ipBalance += 500;
      const usedAt = "2026-11-21T09:00:00Z";
      records = [{ id: "r1", code: CODE, kind: "ip", amount: 500, usedAt }];
      return { kind: "ip", amount: 500 };
    },
  });
  await screen.findByText("Nothing redeemed yet");
  type("CDKey", ` ${CODE.toLowerCase().replaceAll("-", " ")} `);
  expect(codeField().value).toBe(CODE);
  await clickToSee("Redeem", "500 IPs added to your account");
  await screen.findByText("Your IP balance is now 550 IPs.");
  expect(codeField().value).toBe("");
  const table = await screen.findByRole("table", { name: "List of redeemed CDKeys" });
  await within(table).findByText(CODE);
  expect(askedOf("/v1/cdkeyUse")).toMatchObject([{ code: CODE }]);
  expect(askedOf("/v1/cdkeyUse")[0]?.requestId).toMatch(/^\w{32}$/);
});

test("a used key is reported at the field; after too many tries there is a wait (spec/cdkeys#redeeming)", async () => {
  let refused = new Refused(410, "This CDKey was redeemed already.", { reason: "cdkeyUsed" });
  await show({ "/v1/cdkeyUse": () => refused });
  type("CDKey", CODE);
  await clickToSee("Redeem", "This CDKey was redeemed already.");
  expect(codeField().getAttribute("aria-invalid")).toBe("true");
  expect(codeField().value).toBe(CODE);
  refused = new Refused(429, "Too many tries", { reason: "tooManyTries", retryAfterSeconds: 1800 });
  await waitFor(() => expect(button("Redeem")).toHaveProperty("disabled", false));
  await clickToSee("Redeem", "Too many tries");
  screen.getByText(/You can try again in (30:00|29:\d\d)\./);
  expect(button("Redeem")).toHaveProperty("disabled", true);
});

test("making keys requires the IP enterprise plan; other customers can order it (spec/cdkeys#making)", async () => {
  const { askedOf } = await show({
    "/v1/member": () => testUser(),
    "/v1/cdkeys": page([]),
  });
  await screen.findByText("CDKeys come with the IP enterprise plan");
  expect(getHref("Order the IP enterprise plan")).toBe("/cli/home?buy=ip-enterprise");
  expect(screen.queryByLabelText("Number of keys")).toBeNull();
  expect(screen.queryByText("My CDKeys")).toBeNull();
  expect(askedOf("/v1/cdkeyMake")).toEqual([]);
});

test("the cost of the keys and the remainder are shown and confirmed first (spec/cdkeys#making)", async () => {
  const { askedOf } = await show({ "/v1/cdkeyMake": () => ({ items: [keyRow(3), keyRow(4)] }) });
  await screen.findByLabelText("IPs per key");
  type("IPs per key", "200");
  type("Number of keys", "2");
  await screen.findByText("400 IPs");
  screen.getByText("4,600 IPs");
  click("Make 2 CDKeys");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("200 IPs");
  expect(dialog.textContent).toContain("4,600");
  expect(askedOf("/v1/cdkeyMake")).toEqual([]);
  click("Make 2 CDKeys", within(dialog));
  await screen.findByText("2 CDKeys made");
  expect(askedOf("/v1/cdkeyMake")).toMatchObject([{ kind: "ip", amount: "200", count: "2" }]);
  click("Copy all");
  expect(copied.mock.calls).toEqual([[`${keyRow(3).code}\n${keyRow(4).code}\n`]]);
  await screen.findByText("2 CDKeys copied");
  expect(askedOf("/v1/cdkeys").length).toBe(2);
});

test("a key holds at least 100 IPs; a missing count is reported (spec/cdkeys#making)", async () => {
  const { askedOf } = await show();
  await screen.findByLabelText("IPs per key");
  type("IPs per key", "99");
  type("Number of keys", "");
  await clickToSee(/^Make 1 CDKey/, "Please enter the quantity");
  expect(screen.getAllByText("100 to 1,000,000").length).toBe(1);
  expect(screen.getByLabelText("IPs per key").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(askedOf("/v1/cdkeyMake")).toEqual([]);
});

test("keys that exceed the balance cannot be made; a link leads to the purchase", async () => {
  await show();
  await screen.findByLabelText("IPs per key");
  type("Number of keys", "51");
  await screen.findByText(/Insufficient balance/);
  expect(button("Make 51 CDKeys")).toHaveProperty("disabled", true);
  expect(getHref("Buy IPs")).toContain("buy=ip");
  fireEvent.click(screen.getByRole("radio", { name: "Traffic" }));
  await waitFor(() => screen.getByLabelText("GB per key"));
  type("Number of keys", "2");
  // Traffic allotted to sub-accounts cannot be put into keys.
  await screen.findByText("20.5 GB");
  screen.getByText("0.5 GB");
  type("Number of keys", "3");
  await screen.findByText(/Insufficient traffic/);
  expect(screen.getByRole("link", { name: "Buy traffic" })).toBeTruthy();
});

test("an MFA code is requested if MFA is bound; a balance that fell meanwhile is shown (402)", async () => {
  let ipBalance = 500;
  const { askedOf } = await show({
    "/v1/member": () => testUser({ ipBalance, enterprise: { ip: true, traffic: false } }),
    "/v1/cdkeyMake": ({ mfaCode }) => {
      if (!mfaCode) return new Refused(460, "MFA code needed", { reason: "mfaNeeded" });
      ipBalance = 0;
      return new Refused(402, "Not enough IPs", { reason: "insufficientIps", short: "ip" });
    },
  });
  await screen.findByText("400 IPs");
  click("Make 1 CDKey");
  click("Make 1 CDKey", within(await screen.findByRole("dialog")));
  await enterMfaCode();
  await screen.findByText("Not enough IPs");
  await screen.findByText(/Insufficient balance/);
  const [first, second] = askedOf("/v1/cdkeyMake");
  expect(second?.mfaCode).toBe("123456");
  expect(second?.requestId).toBe(first?.requestId);
});

test("used keys show when and by whom they were used; batch actions need a row (spec/dashboard#batch-actions)", async () => {
  await show();
  const table = await screen.findByRole("table", { name: "List of CDKeys" });
  const cell = within(table).getByText("b***@example.com").closest("td");
  expect(cell?.textContent).toBe(`${formatDateTime("2026-11-21T09:00:00Z")}b***@example.com`);
  within(table).getByText("Used");
  for (const name of ["Copy", "Download"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: `Select ${used.code}` }));
  screen.getByText("1 row selected");
  click("Copy");
  expect(copied).toHaveBeenLastCalledWith(`${used.code}\n`);
  click("Copy this page");
  expect(copied).toHaveBeenLastCalledWith(`${keyRow(0).code}\n${used.code}\n`);
  click(`Copy ${keyRow(0).code}`);
  expect(copied).toHaveBeenLastCalledWith(keyRow(0).code);
});

test("search, filters and page are kept in the URL", async () => {
  const path = "/cli/cdkey?search=0Q3GV&status=used&kind=traffic&page=2&limit=25";
  const { askedOf, router } = await show({ "/v1/cdkeys": page([keyRow(0)], 40) }, path);
  await screen.findByRole("table", { name: "List of CDKeys" });
  expect(askedOf("/v1/cdkeys")[0]).toMatchObject({
    search: "0Q3GV",
    status: "used",
    kind: "traffic",
    page: "2",
    limit: "25",
  });
  type("Search by code or e-mail", "ABCDE");
  await waitFor(() => expect(router.state.location.search).toContain("search=ABCDE"));
  expect(router.state.location.search).not.toContain("page=");
});

test("all keys that match the filter are exported, page by page, without duplicates", async () => {
  const all = Array.from({ length: 130 }, (_, at) => keyRow(at, { id: `k${at}` }));
  const saved = savedFiles();
  const answers = {
    "/v1/cdkeys": ({ page: at = "1", limit = "10" }) => {
      // A key made meanwhile moves the last one to the next page.
      const from = (Number(at) - 1) * Number(limit) - (at === "2" ? 1 : 0);
      return page(all.slice(from, from + Number(limit)), all.length)();
    },
  } satisfies Answers;
  const { askedOf } = await show(answers, "/cli/cdkey?search=Q3G&status=unused&kind=ip");
  await screen.findByRole("table", { name: "List of CDKeys" });
  await clickToSee("Export all as CSV", "130 CDKeys exported");
  const lines = (await saved[0]?.text())?.trim().split("\r\n") ?? [];
  expect(lines[0]).toBe("code,kind,amount,producedAt,status,usedAt,redeemerEmail");
  expect(lines.length).toBe(131);
  const filter = { search: "Q3G", status: "unused", kind: "ip" };
  expect(askedOf("/v1/cdkeys").filter(({ limit }) => limit === "100")).toMatchObject([
    { ...filter, page: "1" },
    { ...filter, page: "2" },
  ]);
});

test("a list that failed to load shows an error and can be reloaded", async () => {
  let fails = true;
  await show({
    "/v1/cdkeys": () =>
      fails ? new Refused(500, "Our fault", { reason: "ourFault" }) : page([keyRow(0)])(),
  });
  await screen.findByRole("button", { name: "Try again" });
  fails = false;
  click("Try again");
  await screen.findByRole("table", { name: "List of CDKeys" });
});
