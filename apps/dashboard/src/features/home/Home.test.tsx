import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { days, forecast, none, settled } from "./testing/home.ts";
import { click, clickToSee, findHref, getHref } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { Home } from "./Home.tsx";

beforeEach(() => localStorage.clear());
async function show(answers: Answers, path = "/cli/home") {
  const area = ["home", "guide", "buy", "cdkey"];
  const shown = await showScreen({ screen: Home, area, path, answers });
  await screen.findByRole("heading", { name: "My coupons" }, { timeout: 15_000 });
  return shown;
}

describe("the balances at home", () => {
  it("show how long they last, and today's use next to yesterday's", async () => {
    await show(settled);
    await screen.findByText("About 12 days left at this rate");
    expect(screen.getByText("1 GB today · 2 GB yesterday")).toBeTruthy();
    expect(screen.getByText("4 GB")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Your first request" })).toBeNull();
    expect(await screen.findByText("Nothing expires in the next 30 days.")).toBeTruthy();
  });

  it.each([
    ["About 1 day left at this rate", { daysLeft: 1.2 }],
    ["Less than a day left at this rate", { daysLeft: 0.4 }],
    ["More than a year left at this rate", { daysLeft: 3650 }],
    ["No use yet", { daysLeft: null, fromDays: 0, days: days(0, 0) }],
    ["No use in the last week", { daysLeft: null, fromDays: 7, days: days(0, 0) }],
    ["Used up: requests are refused now", { leftBytes: 0, daysLeft: 0 }],
  ])("show for traffic: %s", async (said, traffic) => {
    await show({ ...settled, "/v1/forecast": () => forecast({ traffic }) });
    await screen.findByText(said);
  });

  it("name each pool's traffic once there are several (spec/traffic-plan#pools)", async () => {
    const pool = (name: string, gb: number) => ({
      pool: name,
      title: `The ${name} pool`,
      balanceBytes: gb * 1_000_000_000,
      usedBytes: 0,
      allocatedBytes: 0,
    });
    const info = settled["/v1/trafficInfo"]?.({}) as object;
    const pools = [pool("home", 4), pool("mobile", 3)];
    const { title } = pool("mobile", 3);
    const used = { leftBytes: 3e9, todayBytes: 0, yesterdayBytes: 0, perDayBytes: 3e8 };
    const mobile = { pool: "mobile", title, ...used, fromDays: 7, daysLeft: 10 };
    await show({
      ...settled,
      "/v1/trafficInfo": () => ({ ...info, pools }),
      "/v1/forecast": () => forecast({ pools: [mobile] }),
    });
    await screen.findByText("7 GB");
    await screen.findByText("The home pool · 4 GB");
    await screen.findByText("The mobile pool · 3 GB · About 10 days left at this rate");
  });

  it("link to a top-up of the amount missing for renewals", async () => {
    const wallet = { renewals: 2, renewalsCents: 3_000, missingCents: 1_750 };
    await show({ ...settled, "/v1/forecast": () => forecast({ wallet }) });
    await screen.findByText("2 renewals in the next 30 days take $30.00.");
    expect(getHref("Add the missing $17.50")).toBe("/cli/home?recharge=1&cents=1750");
  });

  it("are shown even if the account's lists fail to load, without endless retries", async () => {
    const broken = () => new Refused(500, "Our fault", {});
    const lists = { "/v1/trafficInfo": broken, "/v1/subUsers": broken, "/v1/orderList": broken };
    const { askedOf } = await show({ ...settled, ...lists });
    await screen.findByText("About 12 days left at this rate");
    expect(askedOf("/v1/orderList").length).toBeLessThan(4);
    expect(screen.queryByRole("heading", { name: "Your first request" })).toBeNull();
  });

  it("are shown without a forecast if it fails to load", async () => {
    await show({ ...settled, "/v1/forecast": () => new Refused(500, "Our fault", {}) });
    await screen.findByText("4 GB");
    expect(screen.queryByText(/at this rate/)).toBeNull();
  });
});

describe("the list of what needs attention", () => {
  const ip = {
    kind: "static" as const,
    id: "s1",
    name: "127.1.1.1",
    endsAt: "2026-12-01T10:00:00Z",
    autoRenew: false,
    to: "/cli/static-proxies",
  };
  it("shows what expires with a renewal link, and turns on auto-renew with one click", async () => {
    let autoRenew = false;
    const { askedOf } = await show({
      ...settled,
      "/v1/forecast": () => forecast({ endings: [{ ...ip, autoRenew }], endingsTotal: 4 }),
      "/v1/static/renewalAuto": () => {
        autoRenew = true;
        return { autoRenew };
      },
    });
    expect(await findHref("Renew: 127.1.1.1")).toBe("/cli/static-proxies?ip=s1");
    expect(screen.getByText("And 3 more on their own pages.")).toBeTruthy();
    await clickToSee("Turn on auto-renew: 127.1.1.1", "Renews automatically");
    expect(askedOf("/v1/static/renewalAuto")).toMatchObject([{ id: "s1", enabled: "1" }]);
  });

  it("shows four rows, and the others on request", async () => {
    const endings = Array.from({ length: 7 }, (_, at) => ({
      ...ip,
      id: `s${at}`,
      name: `IP ${at}`,
    }));
    await show({ ...settled, "/v1/forecast": () => forecast({ endings, endingsTotal: 9 }) });
    const button = await screen.findByRole("button", { name: "Show 3 more" });
    const renewals = () => screen.getAllByRole("link", { name: /^Renew: IP/ }).length;
    expect([renewals(), button.getAttribute("aria-expanded")]).toEqual([4, "false"]);
    expect(screen.queryByText("And 2 more on their own pages.")).toBeNull();
    fireEvent.click(button);
    expect([renewals(), button.getAttribute("aria-expanded")]).toEqual([7, "true"]);
    expect(screen.getByText("And 2 more on their own pages.")).toBeTruthy();
    click("Show fewer");
    expect(renewals()).toBe(4);
  });

  it("shows low balances, but neither expiry alerts nor news", async () => {
    const alert = { kind: "alert", at: "2026-11-01T00:00:00Z" };
    const notices = [
      { ...alert, id: "alert-traffic-1", title: "Only 1 GB left", to: "/cli/traffic-use" },
      { ...alert, id: "alert-expiry-2", title: "Something ends", to: "/cli/home" },
      { ...alert, kind: "news", id: "n1", title: "Some news", to: null },
    ];
    const now = new Date().toISOString();
    const header = { walletCents: 0, notices, now, paymentMethods: [] };
    await show({ ...settled, "/v1/headerInit": () => header });
    await screen.findByText("Only 1 GB left");
    expect(screen.queryByText("Something ends")).toBeNull();
    expect(screen.queryByText("Some news")).toBeNull();
  });
});

describe("the recent activity", () => {
  const row = {
    id: "r1",
    at: "2026-11-20T09:59:00Z",
    account: "Bravo002",
    target: "example.com:443",
    country: "DE",
    upBytes: 1_000,
    downBytes: 2_000,
    outcome: "refused",
    reason: "insufficientTraffic",
    text: "Insufficient traffic",
  };
  const header = () => ({ walletCents: 0, notices: [], now: "2026-11-20T10:00:30Z" });

  it("shows the errors of the last hour by the server's clock, each with a link to its log entry (spec/dashboard#times)", async () => {
    const { askedOf } = await show({
      ...settled,
      "/v1/headerInit": header,
      "/v1/requestLog": ({ outcome }) => ({ ...none(), items: [row], total: outcome ? 1_234 : 1 }),
    });
    await screen.findByText("1,234 requests failed");
    expect(getHref("Insufficient traffic")).toBe("/cli/request-log?outcome=errors&range=1h&row=r1");
    expect(getHref("See why")).toBe("/cli/request-log?outcome=errors&range=1h");
    await waitFor(() =>
      expect(askedOf("/v1/requestLog")).toContainEqual(
        expect.objectContaining({ outcome: "errors", from: "2026-11-20T09:00:00.000Z" }),
      ),
    );
  });

  it("shows when, through which sub-account and to where the last request went", async () => {
    await show({
      ...settled,
      "/v1/headerInit": header,
      "/v1/requestLog": ({ outcome }) =>
        outcome ? none() : { ...none(), items: [{ ...row, outcome: "ok" }], total: 1 },
    });
    await screen.findByText("No errors in the last hour");
    const link = await screen.findByRole("link", { name: "example.com:443" });
    expect(link.getAttribute("href")).toBe("/cli/request-log?search=r1&row=r1");
    await screen.findByText("1 minute ago");
    expect(link.parentElement?.textContent).toContain("Bravo002 · Germany · 3 kB");
  });
});
