import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, press } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { savedFiles } from "../../testing/saved-files.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { PAGE_ROWS, MAX_ROWS } from "./log-export.ts";
import type { LoggedRequest } from "./outcomes.ts";
import { RequestLog } from "./RequestLog.tsx";

const row = (by: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: "req-aaaa",
  at: "2026-11-21T08:00:00.250Z",
  account: "shopper1",
  product: "traffic",
  client: "203.0.113.9",
  target: "example.com:443",
  exit: "127.1.2.3",
  place: "Germany",
  country: "DE",
  protocol: "connect",
  upBytes: 517,
  downBytes: 2_500_000,
  ms: 1_234,
  outcome: "ok",
  reason: "",
  detail: "",
  text: "",
  fix: "",
  ...by,
});
const refused = row({
  id: "req-bbbb",
  target: "10.0.0.1:80",
  exit: "",
  country: "",
  outcome: "refused",
  reason: "targetNotAllowed",
  detail: "10.0.0.1 is private",
  text: "This target is not allowed",
  fix: "Use a public address",
});

async function show(path: string, log: Answers[string], more: Answers = {}) {
  const answers = {
    "/v1/requestLog": log,
    "/v1/subAccounts": () => ({ items: [{ id: "1", account: "shopper1", deleted: false }] }),
    ...more,
  };
  return showScreen({ screen: RequestLog, area: "request-log", path, answers });
}

test("a link with an id opens its request with the reason, the fix and all details", async () => {
  const { askedOf, router } = await show("/cli/request-log?search=req-bbbb&row=req-bbbb", () =>
    page([refused]),
  );
  const detail = await screen.findByRole("dialog");
  expect(within(detail).getByText("This target is not allowed")).toBeTruthy();
  expect(within(detail).getByText("Use a public address")).toBeTruthy();
  expect(within(detail).getByText("10.0.0.1 is private")).toBeTruthy();
  expect(within(detail).getByText("req-bbbb")).toBeTruthy();
  expect(within(detail).getByText("1.23 sec (1,234 ms)")).toBeTruthy();
  expect(within(detail).getByText("2.5 MB (2,500,000 bytes)")).toBeTruthy();
  expect(askedOf("/v1/requestLog")[0]).toMatchObject({ search: "req-bbbb", limit: "10" });
  click("Close", within(detail));
  await waitFor(() => expect(router.state.location.search).toBe("?search=req-bbbb"));
});

test("a static IP's request shows its product, and its account is accepted as a filter", async () => {
  const account = "MyStatic1";
  const { askedOf } = await show(`/cli/request-log?account=${account}&row=req-aaaa`, () =>
    page([row({ account, product: "static", exit: "127.1.100.7" })]),
  );
  const detail = await screen.findByRole("dialog");
  expect(within(detail).getByText("Static IP, long term")).toBeTruthy();
  expect(askedOf("/v1/requestLog")[0]).toMatchObject({ account });
  const fields = await screen.findAllByDisplayValue<HTMLInputElement>(account);
  expect(fields.filter(({ type }) => type !== "hidden")).toHaveLength(1);
});

test("filters are kept in the URL and sent in the request; a new filter resets the page", async () => {
  const { askedOf, router } = await show(
    "/cli/request-log?outcome=failed&account=shopper1&page=2",
    () => page([row()], 11),
  );
  await screen.findByText("example.com:443");
  expect(askedOf("/v1/requestLog")[0]).toMatchObject({ outcome: "failed", account: "shopper1" });
  const search = screen.getByRole("searchbox", { name: /Request ID/ });
  fireEvent.change(search, { target: { value: " 203.0.113 " } });
  await waitFor(() => expect(router.state.location.search).toContain("search=203.0.113"));
  expect(router.state.location.search).not.toContain("page=");
  await waitFor(() =>
    expect(askedOf("/v1/requestLog").at(-1)).toMatchObject({ search: "203.0.113", page: "1" }),
  );
});

test("without requests a first command is shown; without a match the filters can be cleared", async () => {
  const first = await show("/cli/request-log", () => page([]), {
    "/v1/availableSubUsers": () => ({
      items: [{ id: "1", account: "shopper1", password: "Secret99", availableBytes: 1 }],
    }),
    "/v1/trafficInfo": () => ({
      endpoints: [{ region: "lab", host: "127.0.0.1", port: 7000, protocols: ["http"] }],
      exampleTarget: "http://127.0.0.1:7999/ip",
    }),
  });
  await screen.findByText(/^curl -x http:\/\/shopper1:Secret99@127/);
  expect(screen.getByRole("button", { name: "Export" }).hasAttribute("disabled")).toBe(true);
  await first.end();
  const { router } = await show("/cli/request-log?search=nothing", () => page([]));
  await press("Clear the filters");
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

async function startExport(format: string) {
  await screen.findAllByText("example.com:443");
  click("Export");
  fireEvent.click(await screen.findByRole("menuitem", { name: format }));
}

test("an export fetches all pages up to its start time, each row once, and escapes formulas", async () => {
  const blobs = savedFiles();
  const all = Array.from({ length: PAGE_ROWS + 1 }, (_, at) =>
    row({ id: `req-${at}`, detail: at === 0 ? "=HYPERLINK(1)" : "" }),
  );
  const { askedOf } = await show("/cli/request-log?outcome=ok", (fields) => {
    const from = (Number(fields.page) - 1) * Number(fields.limit);
    return { ...page(all.slice(from, from + Number(fields.limit))), total: all.length };
  });
  await startExport("CSV (spreadsheet)");
  await screen.findByText("Saved");
  const lines = ((await blobs[0]?.text()) ?? "").trim().split("\r\n");
  expect(lines.length).toBe(all.length + 1);
  expect(lines[0]).toMatch(/^id,at,account,client,/);
  expect(lines[1]).toContain(`,"'=HYPERLINK(1)",`);
  const walk = askedOf("/v1/requestLog").filter(({ limit }) => limit === "100");
  expect(walk.map(({ page: nth, to, outcome }) => [nth, to, outcome])).toEqual([
    ["1", undefined, "ok"],
    ["2", "2026-11-21T08:00:00.251Z", "ok"],
  ]);
});

// 20,000 rows, a hundred per page.
test.runIf(process.env.TURNPIKE_FULL === "1")(
  "an export of a large log is limited to the newest 20,000 rows",
  async () => {
    const blobs = savedFiles();
    await show("/cli/request-log", (fields) => ({
      ...page(
        Array.from({ length: Number(fields.limit) }, (_, at) =>
          row({ id: `${fields.page}-${at}` }),
        ),
      ),
      total: MAX_ROWS + 5,
    }));
    await startExport("JSON");
    await screen.findByText(/The file holds the newest 20,000/, {}, { timeout: 60_000 });
    expect(JSON.parse((await blobs[0]?.text()) ?? "").length).toBe(MAX_ROWS);
  },
  90_000,
);

test("closing the dialog cancels an export", async () => {
  const blobs = savedFiles();
  const { askedOf } = await show("/cli/request-log", (fields) => ({
    ...page(Number(fields.limit) === 10 ? [row()] : Array.from({ length: 100 }, () => row())),
    total: 100_000,
  }));
  await startExport("JSON");
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const asked = askedOf("/v1/requestLog").length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(askedOf("/v1/requestLog").length).toBeLessThanOrEqual(asked + 1);
  expect(blobs).toEqual([]);
});
