import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, forecast, settled } from "./testing/home.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { Home } from "./Home.tsx";

let opened: Awaited<ReturnType<typeof showScreen>> | undefined;
beforeEach(() => localStorage.clear());
afterEach(() => opened?.end());
async function show(answers: Answers, path = "/cli/home") {
  const area = ["home", "guide", "buy", "cdkey"];
  opened = await showScreen({ screen: Home, area, path, answers });
  await screen.findByRole("heading", { name: "My coupons" }, { timeout: 15_000 });
  return opened;
}

describe("the balances at home", () => {
  it("say how long they last, and today beside yesterday", async () => {
    await show(settled);
    await screen.findByText("About 12 days left at this rate");
    expect(screen.getByText("1 GB today · 2 GB yesterday")).toBeTruthy();
    expect(screen.getByText("4 GB")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Your first request" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Coming up" })).toBeNull();
  });

  it.each([
    ["About 1 day left at this rate", { daysLeft: 1.2 }],
    ["Less than a day left at this rate", { daysLeft: 0.4 }],
    ["More than a year left at this rate", { daysLeft: 3650 }],
    ["No use yet", { daysLeft: null, fromDays: 0, days: days(0, 0) }],
    ["No use in the last week", { daysLeft: null, fromDays: 7, days: days(0, 0) }],
    ["Used up: requests are refused now", { leftBytes: 0, daysLeft: 0 }],
  ])("say of traffic: %s", async (said, traffic) => {
    await show({ ...settled, "/v1/forecast": () => forecast({ traffic }) });
    await screen.findByText(said);
  });

  it("lead to what renewals lack", async () => {
    const wallet = { renewals: 2, renewalsCents: 3_000, missingCents: 1_750 };
    await show({ ...settled, "/v1/forecast": () => forecast({ wallet }) });
    await screen.findByText("2 renewals in the next 30 days take $30.00.");
    const link = screen.getByRole("link", { name: "Add the missing $17.50" });
    expect(link.getAttribute("href")).toBe("/cli/home?recharge=1&cents=1750");
  });

  it("stand where the account's lists could not be had, and nothing asks for them without end", async () => {
    const broken = () => new Refused(500, "Our fault", {});
    const lists = { "/v1/trafficInfo": broken, "/v1/subUsers": broken, "/v1/orderList": broken };
    const { askedOf } = await show({ ...settled, ...lists });
    await screen.findByText("About 12 days left at this rate");
    await screen.findByRole("heading", { name: "Recent orders" });
    expect(askedOf("/v1/orderList").length).toBeLessThan(4);
    expect(screen.queryByRole("heading", { name: "Your first request" })).toBeNull();
  });

  it("stand without a forecast where it could not be had", async () => {
    await show({ ...settled, "/v1/forecast": () => new Refused(500, "Our fault", {}) });
    await screen.findByText("4 GB");
    expect(screen.queryByText(/at this rate/)).toBeNull();
  });
});

describe("what comes up", () => {
  const ip = {
    kind: "static" as const,
    id: "s1",
    name: "127.1.1.1",
    endsAt: "2026-12-01T10:00:00Z",
    autoRenew: false,
    to: "/cli/static-proxies",
  };
  it("names what ends with a way to act, and renews itself after one click", async () => {
    let autoRenew = false;
    const { askedOf } = await show({
      ...settled,
      "/v1/forecast": () => forecast({ endings: [{ ...ip, autoRenew }], endingsTotal: 4 }),
      "/v1/static/renewalAuto": () => {
        autoRenew = true;
        return { autoRenew };
      },
    });
    const renew = await screen.findByRole("link", { name: "Renew: 127.1.1.1" });
    expect(renew.getAttribute("href")).toBe("/cli/static-proxies?ip=s1");
    expect(screen.getByText("And 3 more on their own pages.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Turn on auto-renew: 127.1.1.1" }));
    await screen.findByText("Renews automatically");
    expect(askedOf("/v1/static/renewalAuto")).toMatchObject([{ id: "s1", enabled: "1" }]);
  });

  it("shows five ends, and the others when they are asked for", async () => {
    const endings = Array.from({ length: 7 }, (_, at) => ({
      ...ip,
      id: `s${at}`,
      name: `IP ${at}`,
    }));
    await show({ ...settled, "/v1/forecast": () => forecast({ endings, endingsTotal: 9 }) });
    const button = await screen.findByRole("button", { name: "Show 2 more" });
    const renewals = () => screen.getAllByRole("link", { name: /^Renew: IP/ }).length;
    expect([renewals(), button.getAttribute("aria-expanded")]).toEqual([5, "false"]);
    expect(screen.queryByText("And 2 more on their own pages.")).toBeNull();
    fireEvent.click(button);
    expect([renewals(), button.getAttribute("aria-expanded")]).toEqual([7, "true"]);
    expect(screen.getByText("And 2 more on their own pages.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show fewer" }));
    expect(renewals()).toBe(5);
  });

  it("names balances that are low, and leaves to the ends what ends", async () => {
    const alert = { kind: "alert", at: "2026-11-01T00:00:00Z" };
    const notices = [
      { ...alert, id: "alert-traffic-1", title: "Only 1 GB left", to: "/cli/traffic-use" },
      { ...alert, id: "alert-expiry-2", title: "Something ends", to: "/cli/home" },
      { ...alert, kind: "news", id: "n1", title: "Some news", to: null },
    ];
    const header = { walletCents: 0, notices, paymentMethods: [] };
    await show({ ...settled, "/v1/headerInit": () => header });
    await screen.findByText("Only 1 GB left");
    expect(screen.queryByText("Something ends")).toBeNull();
    expect(screen.queryByText("Some news")).toBeNull();
  });
});
