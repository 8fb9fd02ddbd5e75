import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Answered } from "../../lib/call.ts";
import { queryClient } from "../../lib/queries.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { indexAnswer, shopAnswers } from "../../testing/shop.ts";
import { Home } from "./Home.tsx";

type Forecast = Answered<"forecast">;
const GB = 1e9;
const days = (today: number, yesterday: number) =>
  Array.from({ length: 14 }, (_, at) => ({
    day: `2026-11-${String(at + 1).padStart(2, "0")}`,
    bytes: at === 13 ? today : at === 12 ? yesterday : 0,
  }));
const forecast = (more: {
  traffic?: Partial<Forecast["traffic"]>;
  wallet?: Partial<Forecast["wallet"]>;
  endings?: Forecast["endings"];
  endingsTotal?: number;
}): Forecast => ({
  traffic: {
    leftBytes: 4 * GB,
    todayBytes: GB,
    yesterdayBytes: 2 * GB,
    perDayBytes: GB,
    days: days(GB, 2 * GB),
    fromDays: 7,
    daysLeft: 12.4,
    ...more.traffic,
  },
  wallet: {
    leftCents: 1_250,
    perDayCents: 0,
    renewals: 0,
    renewalsCents: 0,
    missingCents: 0,
    fromDays: 0,
    daysLeft: null,
    ...more.wallet,
  },
  endings: more.endings ?? [],
  endingsTotal: more.endingsTotal ?? more.endings?.length ?? 0,
});
const info = (more: object = {}) => ({
  balanceBytes: 4 * GB,
  usedBytes: GB,
  allocatedBytes: 0,
  endpoints: [{ region: "", host: "127.0.0.1", port: 7000, protocols: [] }],
  exampleTarget: "http://127.0.0.1:9000/ip",
  ...more,
});
const none = () => ({ items: [], total: 0, page: 1, limit: 5 });
const settled: Answers = {
  ...shopAnswers,
  "/v1/forecast": () => forecast({}),
  "/v1/trafficInfo": () => info(),
  "/v1/subUsers": () => ({ ...none(), total: 1 }),
  "/v1/orderList": none,
  "/v1/rechargeList": () => ({ ...none(), bonusTiers: [] }),
  "/v1/cdkeyRecord": none,
  "/v1/requestLog": none,
  "/v2/indexInit": () => indexAnswer({ trafficBytes: 4 * GB }),
};
const newcomer: Answers = {
  ...settled,
  "/v1/trafficInfo": () => info({ balanceBytes: 0, usedBytes: 0 }),
  "/v1/subUsers": none,
  "/v1/headerInit": () => ({
    walletCents: 0,
    notices: [],
    paymentMethods: ["card", "crypto"],
  }),
};

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
    await screen.findByText("Renews itself");
    expect(askedOf("/v1/static/renewalAuto")).toMatchObject([{ id: "s1", enabled: "1" }]);
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

describe("the guide at home", () => {
  it("buys with one click at a price that is shown, by what the wallet cannot pay", async () => {
    const { askedOf } = await show({
      ...newcomer,
      "/v1/order": () => ({ order: {}, paymentId: "p1", payUrl: "about:blank" }),
      "/v1/payment": () => ({ status: "pending", receivedCents: 0, amountCents: 300, payUrl: "x" }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Buy 1 GB for $3.00" }));
    await screen.findByText("Waiting for payment…");
    expect(askedOf("/v1/order")).toMatchObject([
      { sku: "traffic-standard", quantity: "1", method: "card" },
    ]);
    expect(screen.queryByRole("heading", { name: "Recent orders" })).toBeNull();
  });

  it("pays with the wallet where it holds enough", async () => {
    const header = { walletCents: 300, notices: [], paymentMethods: ["card"] };
    const { askedOf } = await show({
      ...newcomer,
      "/v1/headerInit": () => header,
      "/v1/order": () => new Refused(402, "Insufficient balance", { short: "wallet" }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Buy 1 GB for $3.00" }));
    await screen.findByText("Insufficient balance");
    expect(askedOf("/v1/order")).toMatchObject([{ method: "wallet" }]);
  });

  it("makes the main sub-account of a pair it made up; a taken name is replaced", async () => {
    let made: Record<string, string> | undefined;
    const { askedOf } = await show({
      ...newcomer,
      "/v1/trafficInfo": () => info({ usedBytes: 0 }),
      "/v1/subUsers": () => ({ ...none(), total: made ? 1 : 0 }),
      "/v1/availableSubUsers": () => ({ items: made ? [{ ...made, availableBytes: GB }] : [] }),
      "/v1/addSubUser": (fields) => {
        const first = askedOf("/v1/addSubUser").length === 1;
        if (first) return new Refused(409, "Name taken", { reason: "nameTaken", field: "account" });
        made = fields;
        return fields;
      },
    });
    const button = await screen.findByRole("button", { name: "Create this login" });
    fireEvent.click(button);
    await screen.findByText("Name taken");
    fireEvent.click(button);
    await screen.findByText("Waiting for your first request…");
    const [one, two] = askedOf("/v1/addSubUser");
    expect(two).toMatchObject({ main: "1" });
    expect(two?.account).not.toBe(one?.account);
    const command = screen.getByRole("region", { name: "curl command" });
    expect(command.textContent).toContain(`${two?.account}:${two?.password}`);
  });

  it("shows the first request, and stays for it until it is closed", async () => {
    let got = false;
    const row = {
      id: "r1",
      exit: "127.1.2.3",
      country: "DE",
      outcome: "ok",
      upBytes: 100,
      downBytes: 212,
    };
    await show({
      ...newcomer,
      "/v1/trafficInfo": () => info({ usedBytes: got ? 312 : 0 }),
      "/v1/subUsers": () => ({ ...none(), total: 1 }),
      "/v1/availableSubUsers": () => ({
        items: [{ account: "abcdef", password: "ghijkl", availableBytes: GB }],
      }),
      "/v1/requestLog": () => (got ? { ...none(), items: [row], total: 1 } : none()),
    });
    await screen.findByText("Waiting for your first request…");
    got = true;
    const arrived = "The target saw 127.1.2.3 in Germany. 312 bytes were carried.";
    await screen.findByText(arrived);
    // By its own data the account is no newcomer any more.
    const known = () => queryClient.getQueryData<{ usedBytes: number }>(["trafficInfo", {}]);
    await waitFor(() => expect(known()?.usedBytes).toBe(312));
    expect(screen.getByText(arrived)).toBeTruthy();
    const guide = within(screen.getByRole("region", { name: "Your first request" }));
    fireEvent.click(guide.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText("Your proxy works")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Show the way to the first request" }));
    await screen.findByText("Your proxy works");
  });

  it("says who helps where nothing can be paid", async () => {
    const header = { walletCents: 0, notices: [], paymentMethods: [] };
    await show({ ...newcomer, "/v1/headerInit": () => header });
    await screen.findByText(/Nothing can be bought here at the moment/);
  });
});
