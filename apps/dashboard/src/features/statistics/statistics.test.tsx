import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { Statistics } from "./Statistics.tsx";

const day = (at: string, upBytes: number, downBytes: number) => ({
  at: `${at}T00:00:00Z`,
  bytes: upBytes + downBytes,
  upBytes,
  downBytes,
  requests: upBytes ? 3 : 0,
});
const full: Answers = {
  "/v2/statis": () => ({
    todayBytes: 1_234_567,
    totalBytes: 5_001_234_567,
    requests: 6,
    items: [
      { day: "2026-11-20", bytes: 5_000_000_000, requests: 3 },
      { day: "2026-11-21", bytes: 1_234_567, requests: 3 },
    ],
  }),
  "/v1/traffic/statis": () => ({
    items: [day("2026-11-19", 0, 0), day("2026-11-20", 1e9, 4e9), day("2026-11-21", 34_567, 12e5)],
  }),
  "/v1/traffic/statisDomain": () => ({
    items: [
      { domain: "example.com", bytes: 750, requests: 2 },
      { domain: "example.org", bytes: 250, requests: 1 },
    ],
  }),
  "/v1/traffic/statisMonth": () => ({ items: [{ month: "2026-11", bytes: 5_001_234_567 }] }),
  "/v1/subAccounts": () => ({ items: [{ id: "1", account: "gone0001", deleted: true }] }),
};
let shown: Awaited<ReturnType<typeof showScreen>> | undefined;
afterEach(() => shown?.end());
async function show(answers: Answers, path = "/cli/package-purchase") {
  shown = await showScreen({ screen: Statistics, area: "package-purchase", path, answers });
  return shown;
}

test("30 days by default, in GB with the exact bytes beside them (spec/dashboard#figures)", async () => {
  const { askedOf } = await show(full);
  expect(await screen.findByText("5,001,234,567 bytes")).toBeTruthy();
  expect(screen.getByText("1,234,567 bytes")).toBeTruthy();
  expect(screen.getAllByText("5.001 GB").length).toBeGreaterThan(0);
  expect(askedOf("/v2/statis")[0]).toMatchObject({ days: "30" });
  expect(await screen.findByText("75%")).toBeTruthy();
});

test("the usage table is in MB, a day leads to its hours, the URL keeps it (spec/dashboard#figures)", async () => {
  const { askedOf, router } = await show(full);
  const cell = (await screen.findAllByTitle("5,000,000,000 bytes"))[0];
  expect(cell?.textContent).toBe("5,000 MB");
  fireEvent.click(screen.getByRole("button", { name: "Nov 20" }));
  await screen.findByRole("heading", { name: "Hours of Nov 20" });
  expect(router.state.location.search).toBe("?day=2026-11-20");
  await waitFor(() =>
    expect(askedOf("/v1/traffic/statis").at(-1)).toMatchObject({
      by: "hour",
      from: "2026-11-20T00:00:00Z",
      to: "2026-11-20T23:59:59Z",
    }),
  );
});

test("days are not shown as hours while the hours are on their way", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const days = full["/v1/traffic/statis"];
  await show({
    ...full,
    "/v1/traffic/statis": (asked) => (asked["by"] === "hour" ? promise : days?.(asked)),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Nov 20" }));
  await screen.findByRole("heading", { name: "Hours of Nov 20" });
  expect(screen.queryByText(/^12/)).toBeNull();
  expect(screen.queryAllByTitle("5,000,000,000 bytes")).toEqual([]);
  resolve({ items: [{ ...day("2026-11-20", 1e9, 4e9), at: "2026-11-20T13:00:00Z" }] });
  expect((await screen.findAllByText("1 PM")).length).toBeGreaterThan(0);
  expect(screen.queryByText("12 AM")).toBeNull();
});

test("a year without traffic is said, not drawn", async () => {
  await show({
    ...full,
    "/v1/traffic/statisMonth": () => ({ items: [{ month: "2026-11", bytes: 0 }] }),
  });
  await screen.findByText("No traffic in the last 12 months");
  expect(screen.queryByText("Nov 2026")).toBeNull();
});

test("without traffic the first command to try stands there", async () => {
  await show({
    ...full,
    "/v2/statis": () => ({ todayBytes: 0, totalBytes: 0, requests: 0, items: [] }),
    "/v1/traffic/statis": () => ({ items: [] }),
    "/v1/traffic/statisDomain": () => ({ items: [] }),
    "/v1/availableSubUsers": () => ({
      items: [{ id: "1", account: "shopper1", password: "Secret99", availableBytes: 1 }],
    }),
    "/v1/trafficInfo": () => ({
      endpoints: [{ region: "lab", host: "127.0.0.1", port: 7000, protocols: ["http"] }],
      exampleTarget: "http://127.0.0.1:7999/ip",
    }),
  });
  const command = await screen.findByText(/^curl -x/);
  expect(command.textContent).toBe(
    "curl -x http://shopper1:Secret99@127.0.0.1:7000 http://127.0.0.1:7999/ip",
  );
});
