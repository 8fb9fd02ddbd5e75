/** The monitor against a real HTTP server; canvas drawing is checked in a browser. */
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { savedFiles } from "../../testing/saved-files.ts";
import { click } from "../../testing/person.ts";
import { type Answers, Events, NoAnswer, Refused, showScreen } from "../../testing/screen.tsx";
import { MonitorQuiet } from "../unlimited/plan/MonitorQuiet.tsx";
import { PlanMonitor } from "./PlanMonitor.tsx";

const plan: UnlimitedPlan = {
  id: "plan1",
  orderNo: "T1",
  kind: "port",
  region: "europe",
  regionName: "Europe",
  quantity: 1,
  mbps: 5,
  days: 30,
  startedAt: "2026-11-01T00:00:00Z",
  expiresAt: "2026-12-01T00:00:00Z",
  remainingHours: 216,
  status: "active",
  closesAt: "2026-12-02T00:00:00Z",
  host: "127.0.0.1",
  domain: "europe.example",
  ports: 1,
  open: 1,
  whitelist: [],
  usedBytes: 0,
};
const START = Date.parse("2026-11-22T08:00:00Z");
const point = (second: number, downMbps: number, tcpConnections = 3): MonitorPoint => ({
  at: new Date(START + second * 1000).toISOString(),
  downMbps,
  upMbps: downMbps / 10,
  bandwidthMbps: downMbps * 1.1,
  tcpConnections,
  cpuPercent: 12.34,
  memoryPercent: 6,
});
const told = (...series: MonitorPoint[]) => ({ series, now: series.at(-1) ?? point(0, 0) });
const MONITOR = "/v1/unlimit/monitor";
const LIVE = "/v1/unlimit/monitorLive";

async function show(answers: Answers, changes: Partial<UnlimitedPlan> = {}, search = "") {
  const now = { ...plan, ...changes };
  return showScreen({
    screen: () => <PlanMonitor plan={now} whenSilent={<MonitorQuiet plan={now} />} />,
    area: ["monitor", "unlimited"],
    path: `/cli/unlimit-proxies${search}`,
    answers,
  });
}
/** Long enough for a screen's automatic requests to have been sent. */
const questionsLeft = () => new Promise((resolve) => setTimeout(resolve, 300));
const rows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);

test("shows current figures with what they measure, and a table of the last values", async () => {
  const { askedOf } = await show({
    [MONITOR]: () => told(point(0, 4.96), point(1, 4.96)),
    [LIVE]: () => new Events(point(2, 5), point(3, 5, 8)),
  });
  await screen.findByText("4.98 Mbps");
  expect(screen.getByText("of 5 Mbps each way")).toBeTruthy();
  expect(screen.getByText("0.5 Mbps")).toBeTruthy();
  const region = (name: string) => within(screen.getByRole("region", { name }));
  expect(region("TCP connections").getByText("8")).toBeTruthy();
  expect(region("CPU").getByText("12.3%")).toBeTruthy();
  expect(region("CPU").getByText(/^Of one core/)).toBeTruthy();
  expect(region("Memory").getByText(/^Of the machine/)).toBeTruthy();
  await screen.findByText("Bandwidth over the last 15 min; now Down 4.98 Mbps, Up 0.5 Mbps");
  expect(rows().length).toBe(4);
  expect(within(rows()[0] as HTMLElement).getAllByRole("cell")[0]?.textContent).toBe("5");
  expect(screen.getByRole("status").textContent).toBe("Live");
  expect(askedOf(MONITOR)).toEqual([expect.objectContaining({ planId: "plan1", minutes: "15" })]);
  expect(askedOf(LIVE)).toEqual([expect.objectContaining({ planId: "plan1" })]);
});

test("a period is kept in the URL and requested once, and its current minute is updated live", async () => {
  const { askedOf, router } = await show({
    [MONITOR]: ({ minutes }) =>
      minutes === "15"
        ? told(point(120, 3), point(121, 3))
        : told(point(0, 1), point(60, 2), point(120, 1)),
    [LIVE]: () => new Events(point(122, 6)),
  });
  await screen.findByText("4 Mbps");
  fireEvent.click(screen.getByRole("radio", { name: "6 h" }));
  await waitFor(() => expect(rows().length).toBe(3));
  expect(router.state.location.search).toBe("?range=360");
  const down = () => rows().map((row) => within(row).getAllByRole("cell")[0]?.textContent);
  expect(down()).toEqual(["4", "2", "1"]);
  fireEvent.click(screen.getByRole("radio", { name: "1 h" }));
  fireEvent.click(screen.getByRole("radio", { name: "15 min" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(down()).toEqual(["6", "3", "3"]);
  await questionsLeft();
  expect(askedOf(MONITOR).map(({ minutes }) => minutes)).toEqual(["15", "15", "360"]);
});

test("data missed during a lost connection is requested once it is back", async () => {
  let times = 0;
  const { askedOf } = await show({
    [MONITOR]: () => (times < 2 ? told(point(0, 1)) : told(point(0, 1), point(5, 2))),
    [LIVE]: () => {
      times += 1;
      if (times === 1) return new Events(point(1, 1));
      return times === 2 ? new NoAnswer() : new Events(point(9, 3));
    },
  });
  await waitFor(() => expect(rows().length).toBe(2));
  hide(true);
  expect(screen.getByRole("status").textContent).toBe("Paused");
  hide(false);
  await waitFor(() => expect(rows().length).toBe(4), { timeout: 8_000 });
  expect(askedOf(MONITOR).length).toBe(2);
});
function hide(hidden: boolean): void {
  const value = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { value, configurable: true });
  fireEvent(document, new Event("visibilitychange"));
}

test("arrow keys select one moment in all four charts; Escape clears it", async () => {
  await show({
    [MONITOR]: () => told(point(0, 1), point(1, 2), point(2, 3)),
    [LIVE]: () => new Events(),
  });
  const name = "Moment in the chart Bandwidth";
  const slider = await screen.findByRole("slider", { name });
  const said = () => slider.getAttribute("aria-valuetext");
  expect(said()).toBe("Choose a moment with the arrow keys");
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(said()).toMatch(/:01, Down 2 Mbps, Up 0.2 Mbps$/);
  expect(slider.getAttribute("aria-valuenow")).toBe("1");
  const cpu = screen.getByRole("slider", { name: "Moment in the chart CPU" });
  expect(cpu.getAttribute("aria-valuetext")).toMatch(/:01, 12.3%$/);
  fireEvent.keyDown(slider, { key: "Home" });
  expect(said()).toMatch(/:00, Down 1 Mbps/);
  fireEvent.keyDown(slider, { key: "Escape" });
  expect(said()).toBe("Choose a moment with the arrow keys");
  fireEvent.keyDown(slider, { key: "End" });
  fireEvent.blur(slider);
  expect(cpu.getAttribute("aria-valuetext")).toBe("Choose a moment with the arrow keys");
});

test("the displayed data can be saved", async () => {
  const files = savedFiles();
  await show({
    [MONITOR]: () => told(point(0, 1), point(1, 2)),
    [LIVE]: () => new Events(),
  });
  await waitFor(() => expect(rows().length).toBe(2));
  click("CSV");
  await waitFor(() => expect(files.length).toBe(1));
  expect(await files[0]?.text()).toBe(
    "at,downMbps,upMbps,tcpConnections,cpuPercent,memoryPercent\r\n" +
      "2026-11-22T08:00:00.000Z,1,0.1,3,12.34,6\r\n" +
      "2026-11-22T08:00:01.000Z,2,0.2,3,12.34,6\r\n",
  );
});

const quiet = {
  [MONITOR]: () => told(point(0, 0, 0), point(1, 0, 0)),
  [LIVE]: () => new Events(point(2, 0, 0)),
  "/v1/trafficInfo": () => ({ endpoints: [], exampleTarget: "http://target.example/ip" }),
  "/v1/unlimit/portOrder": () => ({
    ports: [{ host: "127.0.0.1", port: 26_001, account: "acc12345", password: "secret12" }],
  }),
};

test("while nothing runs, a command that uses the plan is shown", async () => {
  await show(quiet);
  await screen.findByText("Nothing has run in this period");
  const command = /curl -x http:\/\/acc12345:secret12@127.0.0.1:26001 http:\/\/target.example\/ip/;
  expect(await screen.findByText(command)).toBeTruthy();
});

test("an expired plan is shown as expired and offers no command", async () => {
  const { askedOf } = await show(quiet, { status: "expired" });
  await screen.findByText("This plan has expired");
  await screen.findByText("Bandwidth over the last 15 min; now Down 0 Mbps, Up 0 Mbps");
  await questionsLeft();
  expect(screen.queryByText("Nothing has run in this period")).toBe(null);
  expect(askedOf("/v1/unlimit/portOrder")).toEqual([]);
});

test("an API refusal is shown with its message and can be retried", async () => {
  let fails = true;
  const refused = new Refused(404, "There is no such plan", { reason: "planNotFound" });
  await show({
    [MONITOR]: () => (fails ? refused : told(point(0, 1))),
    [LIVE]: () => (fails ? refused : new Events(point(1, 1))),
  });
  await screen.findByText("There is no such plan");
  fails = false;
  click("Try again");
  await screen.findByRole("slider", { name: "Moment in the chart Memory" }, { timeout: 8_000 });
  expect(screen.queryByText("There is no such plan")).toBe(null);
});
