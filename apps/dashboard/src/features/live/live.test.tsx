import type { User } from "@turnpike/contract/session.ts";
import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { closeSession, openSession } from "../../lib/session.ts";
import { queryClient } from "../../lib/queries.ts";
import { type Answers, Events, Refused, showScreen } from "../../testing/screen.tsx";
import { LiveTraffic } from "./LiveTraffic.tsx";

async function show(answers: Answers) {
  return showScreen({ screen: LiveTraffic, area: "live", path: "/cli/live", answers });
}
const quiet = { bytesPerSecond: 0, connections: 0, byAccount: [] };

test("speed, connections and sub-accounts follow the stream", async () => {
  const byAccount = [
    { account: "quiet001", bytesPerSecond: 0, connections: 1 },
    { account: "busy0001", bytesPerSecond: 2_500_000, connections: 4 },
  ];
  await show({
    "/v1/live": () =>
      new Events(
        { at: "2026-11-21T08:00:00Z", ...quiet },
        { at: "2026-11-21T08:00:01Z", bytesPerSecond: 2_500_000, connections: 5, byAccount },
      ),
  });
  await screen.findByText("busy0001");
  expect(screen.getByRole("status").textContent).toBe("Live");
  expect(screen.getAllByText("2.5 MB/s").length).toBe(3);
  const table = screen.getByRole("table", { name: "List of active sub-accounts" });
  const [first] = within(table).getAllByRole("link");
  expect(first?.textContent).toBe("busy0001");
  expect(first?.getAttribute("href")).toBe("/cli/request-log?account=busy0001");
  expect(screen.getByText("Open connections over the last 5 minutes; now 5")).toBeTruthy();
});

test("a user who comes back sees what was watched before", async () => {
  const byAccount: object[] = [];
  const stream = (second: number, bytesPerSecond: number): Answers => ({
    "/v1/live": () =>
      new Events({
        at: `2026-11-21T08:00:${second}Z`,
        bytesPerSecond,
        connections: 1,
        byAccount,
      }),
  });
  const { end } = await show(stream(10, 9_000_000));
  await screen.findAllByText("9 MB/s");
  cleanup();
  const watched = queryClient.getQueryData(["live", "watched"]);
  await end();
  queryClient.setQueryData(["live", "watched"], watched);
  await show(stream(30, 1_000_000));
  await screen.findByText("1 MB/s");
  expect(screen.getByText("9 MB/s")).toBeTruthy();
});

test("an ended session leaves no watched traffic to the next one", async () => {
  openSession("token-1", { id: "u1" } as User);
  const watched = { at: "2026-11-21T08:00:10Z", bytesPerSecond: 9_000_000, connections: 1 };
  await show({ "/v1/live": () => new Events({ ...watched, byAccount: [] }) });
  await screen.findAllByText("9 MB/s");
  closeSession();
  cleanup();
  expect(queryClient.getQueryData(["live", "watched"])).toBeUndefined();
});

test("while nothing runs and there is no sub-account, a link to create one is shown", async () => {
  await show({
    "/v1/live": () => new Events({ at: "2026-11-21T08:00:00Z", ...quiet }),
    "/v1/availableSubUsers": () => ({ items: [] }),
    "/v1/trafficInfo": () => ({ endpoints: [], exampleTarget: "" }),
  });
  const panel = await screen.findByRole("region", { name: "Nothing has run yet" });
  const link = await within(panel).findByRole("link");
  expect(link.getAttribute("href")).toBe("/cli/traffic-use");
});

test("an API refusal is shown with its message", async () => {
  const refused = new Refused(429, "Too many pages watch", { reason: "tooManyStreams" });
  await show({ "/v1/live": () => refused });
  await screen.findByText("Too many pages watch");
});
