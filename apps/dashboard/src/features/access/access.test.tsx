import { fireEvent, screen, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { findHref, press } from "../../testing/person.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { IspAccess } from "./IspAccess.tsx";
import { StaticAccess } from "./StaticAccess.tsx";
import { TrafficAccess } from "./TrafficAccess.tsx";
import { UnlimitedAccess } from "./UnlimitedAccess.tsx";

const none = { items: [], total: 0, page: 1, limit: 100 };
const answers: Answers = {
  "/v1/trafficWhiteList": () => ({ ...none, total: 3 }),
  "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.7", whitelisted: true }),
};
async function show(view: ComponentType, path: string, more: Answers) {
  const area = ["access", "pool", "static", "static-edit", "unlimited", "unlimited-buy"];
  await showScreen({ screen: view, area, path, answers: { ...answers, ...more } });
}
const row = (account: string, main: boolean) => ({
  id: account,
  account,
  password: `secretOf${account}`,
  main,
  enabled: true,
  remark: "",
});

test("residential: the main sub-account is listed first, its password is shown on request", async () => {
  const items = [row("Alpha001", false), row("Main0001", true)];
  await show(TrafficAccess, "/cli/traffic-access", {
    "/v1/subUsers": () => ({ ...none, items, total: 2 }),
  });
  const button = await screen.findByRole("button", { name: "Show the password of Main0001" });
  const [first] = screen.getAllByRole("button", { name: /^Show the password/ });
  expect(first).toBe(button);
  expect(screen.queryByText("secretOfMain0001")).toBeNull();
  fireEvent.click(button);
  await screen.findByText("secretOfMain0001");
  const tabs = within(screen.getByRole("navigation", { name: "Sections of Access" }));
  expect(tabs.getByRole("link", { current: "page" }).textContent).toBe("User and password");
});

test("ISP pool: shows the user and password for all opened IPs, and the whitelist", async () => {
  await show(IspAccess, "/cli/isp-access", {
    "/v1/ipPassInfo": () => ({ username: "pool0001", password: "abcdef12", endpoints: [] }),
  });
  await screen.findByText("pool0001");
  await screen.findByText("3 addresses are on the whitelist.");
});

test("static: the credentials of all long-term IPs can be reset together", async () => {
  await show(StaticAccess, "/cli/static-access", {
    "/v2/static/index": () => ({ credits: {}, active: 2, expired: 0 }),
  });
  await press("Reset all credentials");
  await screen.findByRole("dialog");
});

test("unlimited: each running plan shows how many IP addresses are whitelisted and links to them", async () => {
  const plan = {
    id: "p1",
    kind: "port",
    quantity: 3,
    regionName: "Europe",
    whitelist: ["203.0.113.7"],
  };
  await show(UnlimitedAccess, "/cli/unlimit-access", {
    "/v1/unlimit/portOrders": () => ({ ...none, items: [plan], total: 1 }),
    "/v1/unlimit/bandwidthOrders": () => none,
  });
  expect(await findHref(/^Whitelist: Europe/)).toBe("/cli/unlimit-proxies?plan=p1&tab=whitelist");
  expect(screen.getByText("1 address is listed.")).toBeTruthy();
});
