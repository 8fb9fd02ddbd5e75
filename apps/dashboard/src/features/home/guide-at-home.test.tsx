import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { queryClient } from "../../lib/queries.ts";
import { GB, info, newcomer, none, orderRow } from "./testing/home.ts";
import {
  click,
  clickToSee,
  expectSentAgain,
  findHref,
  getHref,
  press,
} from "../../testing/person.ts";
import { methodsAnswer } from "../../testing/shop.ts";
import { type Answers, NoAnswer, Refused, showScreen } from "../../testing/screen.tsx";
import { Home } from "./Home.tsx";

beforeEach(() => localStorage.clear());
async function show(answers: Answers, path = "/cli/home") {
  const area = ["home", "guide", "buy", "cdkey"];
  const shown = await showScreen({ screen: Home, area, path, answers });
  await screen.findByRole("heading", { name: "My coupons" }, { timeout: 15_000 });
  return shown;
}

/** A newcomer's click on the guide's login, which is answered like this at first, and then made. */
async function createLogin(first: unknown) {
  let made: Record<string, string> | undefined;
  const shown = await show({
    ...newcomer,
    "/v1/trafficInfo": () => info({ usedBytes: 0 }),
    "/v1/subUsers": () => ({ ...none(), total: made ? 1 : 0 }),
    "/v1/availableSubUsers": () => ({ items: made ? [{ ...made, availableBytes: GB }] : [] }),
    "/v1/addSubUser": (fields) =>
      shown.askedOf("/v1/addSubUser").length === 1 ? first : (made = fields),
  });
  const button = await screen.findByRole("button", { name: "Create this login" });
  fireEvent.click(button);
  return { ...shown, button };
}

describe("the guide at home", () => {
  it("buys with one click at the shown price, by card if the wallet cannot pay", async () => {
    const { askedOf } = await show({
      ...newcomer,
      "/v1/order": () => ({ order: {}, paymentId: "p1", payUrl: "about:blank" }),
      "/v1/payment": () => ({ status: "pending", receivedCents: 0, amountCents: 300, payUrl: "x" }),
    });
    await press("Buy 1 GB for $3.00");
    await screen.findByText("Waiting for payment…");
    expect(askedOf("/v1/order")).toMatchObject([
      { sku: "traffic-standard", quantity: "1", method: "card" },
    ]);
    expect(screen.queryByRole("heading", { name: "Last use" })).toBeNull();
  });

  it("pays from the wallet if it holds enough", async () => {
    const header = { walletCents: 300, notices: [], paymentMethods: [] };
    const { askedOf } = await show({
      ...newcomer,
      "/v1/headerInit": () => header,
      "/v1/order": () => new Refused(402, "Insufficient balance", { short: "wallet" }),
    });
    await press("Buy 1 GB for $3.00");
    await screen.findByText("Insufficient balance");
    expect(askedOf("/v1/order")).toMatchObject([{ method: "wallet" }]);
  });

  it("does not offer a purchase that the wallet just paid again, however late the balance is updated", async () => {
    const header = { walletCents: 300, notices: [], paymentMethods: [] };
    let balance = { balanceBytes: 0, usedBytes: 0 };
    let late: Promise<void> | undefined;
    let come = () => {};
    const { askedOf } = await show({
      ...newcomer,
      "/v1/headerInit": () => header,
      "/v1/trafficInfo": async () => {
        await late;
        return info(balance);
      },
      "/v1/order": () => {
        late = new Promise((resolve) => (come = resolve));
        balance = { balanceBytes: GB, usedBytes: 0 };
        return { order: {} };
      },
    });
    await press("Buy 1 GB for $3.00");
    await screen.findByText("Your account has traffic. You can buy more at any time.");
    expect(screen.queryByRole("button", { name: /^Buy 1 GB/ })).toBeNull();
    come();
    await screen.findByRole("button", { name: "Create this login" });
    // The forecast has changed.
    await waitFor(() => expect(askedOf("/v1/forecast")).toHaveLength(2));
  });

  it("lets the user abandon an unpaid order and start over", async () => {
    const waiting = {
      sku: "traffic-standard",
      kind: "traffic",
      status: "pending",
      paymentId: "p1",
    };
    const unpaid = { ...none(), items: [{ ...orderRow, ...waiting }], total: 1 };
    const sums = { receivedCents: 0, amountCents: 300, refundedCents: 0, bonusCents: 0 };
    const { askedOf } = await show({
      ...newcomer,
      "/v1/orderList": () => unpaid,
      "/v1/order": () => ({ order: {}, paymentId: "p2", payUrl: "about:blank" }),
      "/v1/payment": ({ paymentId }) => ({
        ...sums,
        status: "pending",
        method: "card",
        payUrl: `/pay/${paymentId}`,
      }),
    });
    expect(await findHref("Open the payment page")).toBe("/pay/p1");
    screen.getByText(/An unpaid order costs nothing and expires by itself/);
    click("Start over");
    await press("Buy 1 GB for $3.00");
    await waitFor(() => {
      expect(getHref("Open the payment page")).toBe("/pay/p2");
    });
    expect(askedOf("/v1/order")).toHaveLength(1);
  });

  it("shows the result of a paid order, and offers no other one meanwhile", async () => {
    const waiting = {
      ...orderRow,
      sku: "traffic-standard",
      kind: "traffic",
      status: "pending",
      paymentId: "p1",
    };
    let paid = false;
    await show({
      ...newcomer,
      // The account's data changes later than the payment's outcome.
      "/v1/orderList": () => ({
        ...none(),
        items: [paid ? { ...waiting, status: "paid" } : waiting],
      }),
      "/v1/payment": () => {
        paid = true;
        return { status: "paid", receivedCents: 300, amountCents: 300, order: { status: "paid" } };
      },
    });
    const order = () =>
      queryClient.getQueryData<{ items: { status: string }[] }>([
        "orderList",
        { page: 1, limit: 5 },
      ]);
    await waitFor(() => expect(order()?.items[0]?.status).toBe("paid"));
    expect(
      screen.getByText("Your account has traffic. You can buy more at any time."),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Buy 1 GB/ })).toBeNull();
  });

  it("creates the main sub-account with generated credentials; a taken name is replaced", async () => {
    const taken = new Refused(409, "Name taken", { reason: "nameTaken", field: "account" });
    const { askedOf, button } = await createLogin(taken);
    await screen.findByText("Name taken");
    fireEvent.click(button);
    await screen.findByText("Waiting for your first request…");
    const [one, two] = askedOf("/v1/addSubUser");
    expect(two).toMatchObject({ main: "1" });
    expect(two?.account).not.toBe(one?.account);
    const command = screen.getByRole("region", { name: "curl command" });
    expect(command.textContent).toContain(`${two?.account}:${two?.password}`);
  });

  it("retries with the same credentials and requestId after a lost response: one sub-account", async () => {
    const { askedOf, button } = await createLogin(new NoAnswer());
    await waitFor(() => expect(askedOf("/v1/addSubUser")).toHaveLength(1));
    await waitFor(() => expect(button.hasAttribute("data-loading")).toBe(false));
    fireEvent.click(button);
    await screen.findByText("Waiting for your first request…");
    expectSentAgain(askedOf("/v1/addSubUser"));
  });

  it("shows the first request, and stays open until it is closed", async () => {
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
    // By its own data the account is no longer new.
    const known = () => queryClient.getQueryData<{ usedBytes: number }>(["trafficInfo", {}]);
    await waitFor(() => expect(known()?.usedBytes).toBe(312));
    expect(screen.getByText(arrived)).toBeTruthy();
    // The guide no longer waits, so the log is not polled.
    const log = queryClient
      .getQueryCache()
      .find({ queryKey: ["requestLog", { page: 1, limit: 1 }] });
    expect(log?.observers.map(({ options }) => options.refetchInterval)).toEqual([false]);
    const guide = within(screen.getByRole("region", { name: "Your first request" }));
    click("Close", guide);
    await waitFor(() => expect(screen.queryByText("Your proxy works")).toBeNull());
    await clickToSee("Show the guide to the first request", "Your proxy works");
    // From the bottom of the page it scrolls up to the guide.
    const place = screen.getByRole("region", { name: "Your first request" }).parentElement;
    await waitFor(() => expect(document.activeElement).toBe(place));
  });

  it("shows that nothing can be bought if there is no way to pay", async () => {
    const header = { walletCents: 0, notices: [], paymentMethods: [] };
    await show({
      ...newcomer,
      "/v1/headerInit": () => header,
      "/v1/paymentMethods": () => methodsAnswer(),
    });
    await screen.findByText(/Nothing can be bought here at the moment/);
  });
});
