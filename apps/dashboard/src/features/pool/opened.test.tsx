import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { savedFiles } from "../../testing/saved-files.ts";
import { clickToOpen, clickToSee, dialog, press } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { Download } from "../../testing/screen.tsx";
import {
  bareRow,
  setUpScreens,
  openedRow,
  showPool,
  showRecords,
  tick,
} from "./testing/pool-screens.tsx";

setUpScreens();

const second = { id: "o2", exitId: "e2", port: 10_002, ip: "127.1.0.8" };
const row = async (port: number) => {
  const cell = await screen.findByText(`192.0.2.1:${port}`);
  return within(cell.closest("tr") as HTMLElement);
};

test("opened IPs count down every second and show their status (spec/dashboard#lists-of-proxies)", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    const endsAt = Date.now() + 2_000;
    const left = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
    const { askedOf } = await showPool("user", "?tab=opened", {
      "/v1/ipHistory": () =>
        page([
          openedRow(),
          openedRow({ ...second, open: false, remainingSeconds: left() }),
          openedRow({ id: "o3", port: 10_003, by: "link" }),
        ]),
    });
    const first = await row(10_001);
    first.getByText("exit 127.1.0.7");
    first.getByText("Open");
    first.getByText("5 MB");
    const before = first.getByRole("timer").textContent;
    const short = await row(10_002);
    short.getByText("Opening");
    (await row(10_003)).getByText(/by an extraction link/);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(first.getByRole("timer").textContent).not.toBe(before);
    short.getByText("Opening");
    act(() => void vi.advanceTimersByTime(1_000));
    // An expired row says so, whatever the last answer was.
    await short.findByText("Ended");
    expect(askedOf("/v1/ipHistory").some(({ status }) => status === "active")).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("deleting explains the effect and that there is no refund; without a selection it shows a hint (spec/dashboard#messages)", async () => {
  const { askedOf } = await showPool("user", "?tab=opened", {
    "/v1/ipHistory": () => page([openedRow(), openedRow(second)]),
    "/v1/ip/del": () => ({ deleted: 1 }),
  });
  await row(10_001);
  const words = "Please select the IP you want to delete, download or renew first";
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  fireEvent.keyDown(screen.getByText("192.0.2.1:10001"), { key: "Delete" });
  await screen.findByText(words);
  expect(screen.queryByRole("dialog")).toBeNull();
  tick("Select 192.0.2.1:10002");
  const box = await clickToOpen("Delete");
  box.getByText(/^1 of them is open: its port closes, its connections end, and there is no refund/);
  await clickToSee("Delete 1 IP", "1 IP deleted", box);
  expect(askedOf("/v1/ip/del")).toMatchObject([{ ids: "o2" }]);
  await screen.findByText("0 selected");
});

test("the selected IPs are exported with a ticket and the kind of the tab", async () => {
  savedFiles();
  const { askedOf } = await showPool("nouser", "?tab=opened", {
    "/v2/ipHistory": () => page([bareRow()]),
    "/v1/ticket": () => ({ ticket: "t1" }),
    "/v1/ip/export": () => new Download("opened.txt", "192.0.2.1:10001\n"),
  });
  await row(10_001);
  tick("Select 192.0.2.1:10001");
  const box = await clickToOpen("Export");
  await press(/^(Download|Export|Save)/, box);
  await waitFor(() =>
    expect(askedOf("/v1/ip/export")).toMatchObject([{ ids: "o1", auth: "nouser", ticket: "t1" }]),
  );
  // Without credentials, a line has no fields for user name and password.
  expect(askedOf("/v1/ip/export")[0]).not.toHaveProperty("template");
});

test("trying an IP from its row shows a working command with its credentials", async () => {
  await showPool("user", "?tab=opened");
  fireEvent.click((await row(10_001)).getByRole("button", { name: "Try 192.0.2.1:10001" }));
  const box = await dialog();
  await box.findByText("curl -x http://poolname:Secret99@192.0.2.1:10001 http://127.0.0.1:7999/ip");
  fireEvent.click(box.getByRole("radio", { name: "SOCKS5" }));
  await box.findByText(/^curl -x socks5h:/);
});

test("without opened IPs the tab says so and links to the pool", async () => {
  const shown = await showPool("user", "?tab=opened", { "/v1/ipHistory": () => page([]) });
  await screen.findByText("No IP is open");
  await clickToSee("Find an IP", "120 IPs online");
  expect(shown.router.state.location.search).toBe("");
});

test("records list recent IPs of both kinds, with filters kept in the URL (spec/pool#opened-ips)", async () => {
  const ended = openedRow({ status: "expired", remainingSeconds: 0, open: false });
  const shown = await showRecords("?status=ended&from=DE", {
    "/v1/ipHistory": () => page([ended]),
  });
  const first = await row(10_001);
  first.getByText("Ended", { selector: "[data-tone]" });
  expect(first.queryByRole("button", { name: /^Try/ })).toBeNull();
  expect(shown.askedOf("/v1/ipHistory").at(-1)).toMatchObject({ status: "ended", country: "DE" });
  fireEvent.click(screen.getByRole("tab", { name: "Whitelist" }));
  await waitFor(() => expect(shown.askedOf("/v2/ipHistory").length).toBeGreaterThan(0));
  expect(shown.router.state.location.search).toContain("kind=nouser");
  fireEvent.click(screen.getByRole("radio", { name: "30 days" }));
  await waitFor(() =>
    expect(shown.askedOf("/v1/ipLineChart").at(-1)).toMatchObject({ days: "30" }),
  );
});

test("an expired IP is reopened with the same exit and the same kind", async () => {
  const { askedOf } = await showRecords("?kind=nouser", {
    "/v2/ipHistory": () => page([bareRow({ status: "expired", remainingSeconds: 0 })]),
    "/v1/ip/open": () => ({ items: [bareRow()] }),
  });
  await row(10_001);
  tick("Select 192.0.2.1:10001");
  const box = await clickToOpen("Open again");
  await press("Open 1 IP", box);
  await box.findByText("1 IP is yours");
  expect(askedOf("/v1/ip/open")).toMatchObject([{ ids: "e1", auth: "nouser" }]);
});
