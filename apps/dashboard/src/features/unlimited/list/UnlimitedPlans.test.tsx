import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click } from "../../../testing/person.ts";
import { type Answers, NoAnswer, Refused, showScreen } from "../../../testing/screen.tsx";
import { endedPlan, planRow, plansAnswer, unlimitedAnswers } from "../testing/unlimited.ts";
import { UnlimitedPlans } from "./UnlimitedPlans.tsx";

const Ports = () => <UnlimitedPlans kind="port" />;
const Bandwidth = () => <UnlimitedPlans kind="bandwidth" />;
async function show(more: Answers = {}, search = "", Screen = Ports) {
  return showScreen({
    screen: Screen,
    area: ["unlimited-buy", "unlimited", "lines", "buy", "static-take"],
    path: `/cli/unlimit-proxies${search}`,
    answers: { ...unlimitedAnswers, ...more },
  });
}
const plans = (...items: Parameters<typeof plansAnswer>) => ({
  "/v1/unlimit/portOrders": () => plansAnswer(...items),
});
/** The row of the plan in a region. */
const row = async (region: string) => {
  const cell = await screen.findByText(region);
  return within(cell.closest("tr") as HTMLElement);
};
const figure = (name: string) =>
  screen.getAllByText(name)[0]?.closest(".mantine-Paper-root")?.textContent;

test("the summary shows plans, total ports, what ends soon and the traffic used", async () => {
  const soon = planRow({ id: "p3", regionName: "Africa", remainingHours: 30, quantity: 5 });
  await show(plans([planRow(), soon, endedPlan()]));
  await row("Europe");
  expect(figure("Active plans")).toContain("2");
  expect(figure("Active plans")).toContain("1 expired");
  expect(figure("Total ports")).toContain("8");
  expect(figure("Total ports")).toContain("40 Mbps each way together");
  expect(figure("Ending soon")).toContain("1");
  expect(figure("Used in 30 days")).toContain("7.5 GB");
});

test("each plan shows its size, speed, remaining time and whether its ports are open", async () => {
  const soon = planRow({
    id: "p3",
    regionName: "Africa",
    expiresAt: new Date(Date.now() + 30 * 3_600_000 - 60_000).toISOString(),
    remainingHours: 30,
    open: 1,
  });
  await show(plans([planRow(), soon, endedPlan()]));
  const europe = await row("Europe");
  expect(europe.getByText("3 ports · 15 Mbps each way")).toBeTruthy();
  expect(europe.getByText("12 days left")).toBeTruthy();
  expect(europe.getByText("Active")).toBeTruthy();
  expect(europe.getByTitle("All ports are open").textContent).toBe("3 of 3");
  expect(europe.getByText("2.5 GB")).toBeTruthy();
  expect(europe.getByText("192.0.2.1")).toBeTruthy();
  const africa = await row("Africa");
  const badge = africa.getByText("Ends soon").closest<HTMLElement>(".mantine-Badge-root");
  expect(badge?.style.getPropertyValue("--badge-bg")).toContain("amber");
  expect(africa.getByText("1 day, 6 hours left")).toBeTruthy();
  expect(africa.getByTitle("Not all ports are open").textContent).toBe("1 of 3");
  const asia = await row("Asia");
  expect(asia.getByText("Expired")).toBeTruthy();
  expect(asia.getByText("Cannot be renewed any more")).toBeTruthy();
  expect(asia.getByText("Closed")).toBeTruthy();
});

test("the filter requests a status, is kept in the URL and shows the number of plans per status", async () => {
  const { askedOf, router } = await show();
  fireEvent.click(await screen.findByRole("radio", { name: "Expired 1" }));
  await waitFor(() =>
    expect(askedOf("/v1/unlimit/portOrders").at(-1)).toMatchObject({ status: "expired" }),
  );
  expect(router.state.location.search).toBe("?status=expired");
  fireEvent.click(screen.getByRole("radio", { name: "All 2" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

test("a status without plans shows a message and leads back to all plans", async () => {
  const { router } = await show(
    {
      "/v1/unlimit/portOrders": ({ status }) =>
        status ? { ...plansAnswer([planRow()]), items: [], total: 0 } : plansAnswer([planRow()]),
    },
    "?status=expired",
  );
  await screen.findByText("No plan matches");
  click("Clear the filters");
  await row("Europe");
  expect(router.state.location.search).toBe("");
});

test("the page is kept in the URL", async () => {
  const { askedOf } = await show(plans([planRow()], 31), "?page=3&limit=10");
  await row("Europe");
  expect(askedOf("/v1/unlimit/portOrders")[0]).toMatchObject({ page: "3", limit: "10" });
  expect(screen.getByText("21–30 of 31")).toBeTruthy();
});

test("a user without plans sees the lowest prices and can buy", async () => {
  const { router } = await show(plans([]));
  await screen.findByText("You have no ports yet");
  expect(screen.queryByText("Active plans")).toBeNull();
  const prices = await screen.findByLabelText("Prices");
  // The lowest price of all regions.
  expect(prices.textContent).toContain("from $2.00 per port");
  expect(prices.textContent).toContain("from $8.00 per port");
  click("Buy your first ports");
  await screen.findByRole("dialog", { name: "Buy ports" });
  expect(router.state.location.search).toBe("?buy=1");
});

test("the bandwidth screen sells bandwidth with its own calls", async () => {
  const { askedOf } = await show({}, "", Bandwidth);
  await screen.findByText("You have no bandwidth yet");
  expect(askedOf("/v1/unlimit/portOrders")).toEqual([]);
  expect(screen.getByRole("heading", { name: "Unlimited" })).toBeTruthy();
});

test("a bandwidth plan shows the bandwidth that its connections share", async () => {
  const plan = planRow({ kind: "bandwidth", quantity: 200, mbps: 200, ports: 1, open: 1 });
  await show({ "/v1/unlimit/bandwidthOrders": () => plansAnswer([plan]) }, "", Bandwidth);
  const europe = await row("Europe");
  expect(europe.getByText("200 Mbps each way")).toBeTruthy();
  expect(figure("Total bandwidth")).toContain("200 Mbps");
});

test("an expired plan can be ordered again with the same region, quantity and period", async () => {
  const { router } = await show(plans([endedPlan({ days: 7, quantity: 4 })]));
  const asia = await row("Asia");
  expect(asia.queryByRole("button", { name: /^Renew/ })).toBeNull();
  click("Order again: Asia, 4 ports", asia);
  await screen.findByRole("dialog", { name: "Buy ports" });
  expect(router.state.location.search).toBe("?buy=1&region=asia&quantity=4&days=7");
});

test("a plan can be renewed from its row", async () => {
  await show();
  const europe = await row("Europe");
  click("Renew: Europe, 3 ports", europe);
  await screen.findByRole("dialog", { name: "Renew the plan: Europe, 3 ports" });
});

test("the menu leads to ports and monitor, to another region and to renewal", async () => {
  await show();
  const europe = await row("Europe");
  click("More actions for Europe, 3 ports", europe);
  const menu = within(await screen.findByRole("menu", { hidden: true }));
  const path = (name: string) =>
    menu.getByRole("menuitem", { name, hidden: true }).getAttribute("href");
  expect(path("Open")).toBe("/cli/unlimit-proxies?plan=p1");
  expect(path("Live monitor")).toBe("/cli/unlimit-proxies?plan=p1&tab=monitor");
  for (const name of ["Move to another region", "Renew", "Order the same again"]) {
    expect(menu.getByRole("menuitem", { name, hidden: true })).toBeTruthy();
  }
});

test("a plan's page is kept in the URL; going back leads to the list", async () => {
  const { router, askedOf } = await show();
  const europe = await row("Europe");
  fireEvent.click(europe.getByRole("link", { name: "Open the plan Europe, 3 ports" }));
  await waitFor(() => expect(router.state.location.search).toBe("?plan=p1"));
  await waitFor(() =>
    expect(askedOf("/v1/unlimit/portOrder").at(-1)).toMatchObject({ planId: "p1" }),
  );
  await router.navigate(-1);
  await row("Europe");
});

test("a list that failed to load can be loaded again", async () => {
  let failing = true;
  await show({
    "/v1/unlimit/portOrders": () => (failing ? new NoAnswer() : plansAnswer([planRow()])),
  });
  await screen.findByText("This could not be loaded");
  expect(screen.queryByText("Active plans")).toBeNull();
  failing = false;
  click("Try again");
  await row("Europe");
});

test("a refusal shows the API's message", async () => {
  await show({
    "/v1/unlimit/portOrders": () => new Refused(500, "Our fault.", { reason: "ourFault" }),
  });
  expect((await screen.findByRole("alert")).textContent).toContain("Our fault.");
});
