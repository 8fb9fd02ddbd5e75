import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { speedUpIntervals } from "../../../testing/speed-up-intervals.ts";
import { button, click, clickToSee, copied, press, type } from "../../../testing/person.ts";
import { Refused } from "../../../testing/screen.tsx";
import { planAnswer, planOf, portOf } from "../testing/unlimited-port.ts";
import {
  beginScreens,
  first,
  plan,
  ports,
  pressed,
  row,
  show,
  tick,
} from "../testing/unlimited-screens.tsx";

beginScreens();

const DAY_MS = 86_400_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const path = "/v1/unlimit/portOrder";

test("the header shows the plan and where to connect, and offers renewal and another region", async () => {
  await show({ "/v1/unlimit/portRegion": () => ({ regions: [], plan }) });
  await screen.findByRole("heading", { name: "Europe: 3 ports" });
  screen.getByText("15 Mbps each way");
  screen.getByText("3 of 3");
  click("Copy the domain europe.example.net");
  expect(copied).toHaveBeenLastCalledWith("europe.example.net");
  click("Renew");
  expect(pressed.renew).toHaveBeenCalledWith(expect.objectContaining({ id: "p1" }));
  click("All plans");
  expect(pressed.back).toHaveBeenCalled();
  await clickToSee("Move to another region", "No other region is open to this plan");
});

test("each port shows its endpoint, its credentials and the next exit change (spec/unlimited#ports)", async () => {
  const soon = { nextRotationAt: inMs(201_000) };
  await show({ [path]: () => planAnswer(plan, [{ ...first, ...soon }, ...ports.slice(1)]) });
  const one = await row(26_001);
  one.getByText("Any");
  one.getByText("every 10 min");
  one.getByText(/^next in 3:(2\d|1\d)$/);
  one.getByText("Open");
  expect(one.queryByText("Secret99")).toBeNull();
  click("Show the password of port 26001", one);
  one.getByText("Secret99");
  click("Copy the endpoint 198.51.100.1:26001", one);
  expect(copied).toHaveBeenLastCalledWith("198.51.100.1:26001");
  const two = await row(26_002);
  two.getByText("Germany");
  two.getByText("every 30 min");
});

test("a port that is not open shows the reason", async () => {
  await show();
  const shut = (await row(26_003)).getByRole("button", { name: "Not open" });
  fireEvent.focus(shut);
  await screen.findByText(/No gateway has opened it yet/);
});

test("the countdown follows the product's clock, not this computer's", async () => {
  // The server's clock is three days ahead; its next rotation is in two minutes.
  const ahead = 3 * DAY_MS;
  const far = portOf({ nextRotationAt: inMs(ahead + 120_000) });
  const running = planOf({ expiresAt: inMs(ahead + DAY_MS), closesAt: inMs(ahead + 2 * DAY_MS) });
  await show({ [path]: () => planAnswer(running, [far], { answeredAt: inMs(ahead) }) });
  (await row(26_001)).getByText(/^next in (2:00|1:5\d)$/);
  expect(screen.queryByText(/Ended/)).toBeNull();
});

test("the list is polled every two seconds while ports are being opened", async () => {
  speedUpIntervals();
  let open = 2;
  const { askedOf } = await show({
    [path]: () =>
      planAnswer(
        planOf({ open }),
        ports.slice(0, 1).map((one) => ({ ...one, open: open === 3 })),
      ),
  });
  (await row(26_001)).getByText("Not open");
  open = 3;
  await waitFor(() => expect(askedOf(path).length).toBeGreaterThan(1));
  await waitFor(async () => (await row(26_001)).getByText("Open"));
});

test("a search is kept in the URL and sent to the API; no match shows a message", async () => {
  const { askedOf, router } = await show({
    [path]: ({ search }) => planAnswer(plan, search ? [] : ports),
  });
  await row(26_001);
  type("Port, account, country or description", "zzz");
  await screen.findByText("No port matches");
  expect(askedOf(path).at(-1)).toMatchObject({ planId: "p1", search: "zzz" });
  expect(router.state.location.search).toBe("?find=zzz");
  click("Clear the filters");
  await row(26_001);
  expect(router.state.location.search).toBe("");
});

test("a page beyond the first is requested from its own URL parameter", async () => {
  const { askedOf } = await show(
    { [path]: () => planAnswer(plan, ports, { total: 30 }) },
    { search: "?page=7&ports-page=3&ports-limit=25" },
  );
  await row(26_001);
  expect(askedOf(path)[0]).toMatchObject({ page: "3", limit: "25" });
});

test("an ended plan can be viewed, shows when its ports close, and can only be ordered again", async () => {
  const ended = planOf({
    status: "expired",
    expiresAt: inMs(-2 * 3_600_000),
    closesAt: inMs(22 * 3_600_000 - 1000),
    remainingHours: 0,
  });
  await show({ [path]: () => planAnswer(ended, [first]) });
  await screen.findByText(/refused with 402. Its ports close for good in 22 hours/);
  const one = await row(26_001);
  one.getByText("Refuses");
  one.getByText("stopped");
  expect(screen.queryByRole("button", { name: "Renew" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Move to another region" })).toBeNull();
  tick(26_001);
  for (const name of ["Edit", "New exit now", "New exit for port 26001 now"]) {
    expect(button(name)).toHaveProperty("disabled", true);
  }
  click("Order the same again");
  expect(pressed.again).toHaveBeenCalledWith(expect.objectContaining({ id: "p1" }));
});

test("a plan whose ports have been released shows a message", async () => {
  const gone = planOf({
    status: "expired",
    expiresAt: inMs(-3 * DAY_MS),
    closesAt: inMs(-2 * DAY_MS),
  });
  await show({ [path]: () => planAnswer(gone, []) });
  await screen.findByText("This plan has no ports any more");
  screen.getByText(/Its ports are closed/);
});

test("a plan that is not in the account leads back to the list", async () => {
  await show({ [path]: () => new Refused(404, "No such plan", { reason: "planNotFound" }) });
  await screen.findByText("There is no such plan in your account");
  click("All plans");
  expect(pressed.back).toHaveBeenCalled();
});

test("a bandwidth plan shows its single port with all details and a command to try it", async () => {
  const { askedOf } = await show({}, { kind: "bandwidth" });
  await screen.findByRole("heading", { name: "Europe: 100 Mbps" });
  screen.getByText(/^next in/);
  const code = await screen.findByRole("region", { name: "curl command" });
  expect(code.textContent).toContain("http://crawler1:Secret99@198.51.100.1:26001");
  fireEvent.click(screen.getByRole("radio", { name: "SOCKS5" }));
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "curl command" }).textContent).toContain("socks5"),
  );
  expect(askedOf("/v1/unlimit/bandwidthOrder")).not.toEqual([]);
});

test("a port's details are kept in the URL and include a connection test", async () => {
  const { router, askedOf } = await show({
    "/v1/proxyTest": () => ({
      ok: true,
      exitIp: "127.1.200.9",
      country: "DE",
      asn: 64500,
      connectMs: 3,
      totalMs: 9,
      requestId: null,
      status: 200,
      text: null,
      fix: null,
    }),
  });
  fireEvent.click((await row(26_002)).getByRole("button", { name: "Details of port 26002" }));
  expect(router.state.location.search).toBe("?port=u2");
  await screen.findByText("Port 26002");
  screen.getByText("2 GB");
  screen.getByText("Preise");
  await press("Test it now");
  await screen.findByText("127.1.200.9");
  expect(askedOf("/v1/proxyTest")[0]).toMatchObject({
    proxy: "http://crawler2:Secret99@198.51.100.1:26002",
  });
});
