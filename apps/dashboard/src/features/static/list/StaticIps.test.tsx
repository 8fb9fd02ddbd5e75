import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { button, click, findHref, getHref, type } from "../../../testing/person.ts";
import { page } from "../../../testing/page.ts";
import { Refused } from "../../../testing/screen.tsx";
import {
  beginScreens,
  berlin,
  creditCard,
  dead,
  paris,
  row,
  ShortTerm,
  show,
} from "../testing/static-screens.tsx";

beginScreens();

test("a static IP shows address, place, provider, account, status, remaining time and whitelist (spec/static#static-ip)", async () => {
  // The whitelist's column is hidden by default.
  await show({}, "?show=whitelist");
  const one = await row("198.51.100.7");
  one.getByText("198.51.100.7:443");
  one.getByText("also at 3010");
  one.getByText("Berlin, Germany");
  one.getByText("Example Telekom · AS64500");
  one.getByText("shopper1");
  one.getByText("Active");
  one.getByText("12 days left");
  const other = await row("198.51.100.8");
  other.getByText("Ends soon");
  // The row was made when this worker loaded it.
  other.getByText(/^4 hours, \d+ minutes left/);
  expect(other.getByText("2 addresses").title).toBe("203.0.113.4\n203.0.113.5");
  (await row("198.51.100.9")).getByText("Unreachable");
  const last = await row("198.51.100.10");
  last.getByText("Expired");
  last.getByText(/Can be renewed until/);
});

test("the credits of each period link to where they can be bought (spec/static#taking)", async () => {
  await show();
  const card = await creditCard("Credits for 30 days");
  await card.findByText("4");
  expect(getHref("Buy credits for 30 days")).toBe("/cli/home?buy=static-30");
  await screen.findByText("from $6.00");
});

test("the short term has its own periods, prices and calls, and no renewals (spec/static#short-term)", async () => {
  const { askedOf } = await show({}, "", ShortTerm);
  expect(await findHref("Buy credits for 3 days")).toBe("/cli/home?buy=short-3");
  await row("198.51.100.7");
  expect(askedOf("/v1/staticShort/used")).toHaveLength(1);
  expect(askedOf("/v2/static/useList")).toEqual([]);
  expect(screen.queryByRole("button", { name: "Renew" })).toBeNull();
  expect(screen.queryByLabelText(/^Auto-renew of/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Reset all credentials" })).toBeNull();
});

test("each count filters the list by its status, and the filter is kept in the URL", async () => {
  const { router, askedOf } = await show({}, "?page=3");
  await row("198.51.100.7");
  expect(button(/^All 4$/).getAttribute("aria-pressed")).toBe("true");
  click(/^Unreachable 1$/);
  await waitFor(() => expect(router.state.location.search).toBe("?status=unreachable"));
  await waitFor(() =>
    expect(askedOf("/v2/static/useList").at(-1)).toMatchObject({
      status: "unreachable",
      page: "1",
    }),
  );
  screen.getByText("2 renew automatically");
});

test("search, country, order and page are requested as in the URL; unknown values are ignored", async () => {
  const search = "?search=ber&place=DE&sort=expiresAt.desc&page=2&limit=50&status=nonsense";
  const { askedOf } = await show({ "/v2/static/useList": () => page([berlin], 60) }, search);
  await row("198.51.100.7");
  expect(askedOf("/v2/static/useList")[0]).toMatchObject({
    search: "ber",
    country: "DE",
    sort: "-expiresAt",
    page: "2",
    limit: "50",
  });
  expect(askedOf("/v2/static/useList")[0]).not.toHaveProperty("status");
});

test("a column's header sorts the list, using the API's field name", async () => {
  const { askedOf } = await show();
  await row("198.51.100.7");
  click("Place");
  await waitFor(() => expect(askedOf("/v2/static/useList").at(-1)?.sort).toBe("country"));
  click("Status");
  await waitFor(() => expect(askedOf("/v2/static/useList").at(-1)?.sort).toBe("expiresAt"));
});

test("only one page is requested, however many IPs there are", async () => {
  const { askedOf } = await show({ "/v2/static/useList": () => page([berlin], 10_000) });
  await row("198.51.100.7");
  await screen.findByText("1–25 of 10,000");
  expect(askedOf("/v2/static/useList")).toHaveLength(1);
  expect(askedOf("/v2/static/useList")[0]?.limit).toBe("25");
});

test("a user without IPs sees the prices and how to get the first one", async () => {
  const { router } = await show({
    "/v2/static/useList": () => page([]),
    "/v2/static/index": () => ({
      active: 0,
      expiringSoon: 0,
      expired: 0,
      unreachable: 0,
      autoRenew: 0,
      credits: { 7: 0, 30: 0, 90: 0 },
    }),
  });
  await screen.findByText("You have no long-term IP yet");
  const offered = within(screen.getByLabelText("Prices per IP"));
  offered.getByText("30 days");
  offered.getByText("$6.00");
  expect(screen.queryByLabelText("List of static IPs")).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Reset all credentials" })).toBeNull();
  click("Get your first IP");
  await waitFor(() => expect(router.state.location.search).toBe("?take=1"));
});

test("a filter without a match is cleared with one click", async () => {
  const { router } = await show(
    { "/v2/static/useList": ({ status }) => page(status ? [] : [berlin]) },
    "?status=expired&search=x",
  );
  await screen.findByText("No IP matches");
  expect(screen.queryByText("You have no long-term IP yet")).toBeNull();
  click("Clear the filters");
  await row("198.51.100.7");
  expect(router.state.location.search).toBe("");
});

test("the search keeps the focus while typing; a link without a search empties the field", async () => {
  const { router, askedOf } = await show();
  await row("198.51.100.7");
  const field = () => screen.getByRole<HTMLInputElement>("searchbox");
  const typed = field();
  typed.focus();
  for (const text of ["ber", "", "par"]) {
    type(field(), text);
    const inUrl = text === "" ? "" : `?search=${text}`;
    await waitFor(() => expect(router.state.location.search).toBe(inUrl));
    await row("198.51.100.7");
    expect([field() === typed, document.activeElement === typed]).toEqual([true, true]);
  }
  await waitFor(() => expect(askedOf("/v2/static/useList").at(-1)?.search).toBe("par"));
  await act(() => router.navigate("/cli/static-proxies"));
  await waitFor(() => expect(field().value).toBe(""));
});

test("an IP that becomes unreachable or ends is shown without a reload, and the remaining time counts down", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    let changed = false;
    await show({
      "/v2/static/useList": () => {
        const third = { ...dead, reachable: true, expired: changed };
        return page([paris, { ...berlin, reachable: !changed }, third]);
      },
    });
    const one = await row("198.51.100.7");
    one.getByText("Active");
    const third = await row("198.51.100.9");
    third.getByText("Active");
    const fourth = await row("198.51.100.8");
    const minutesLeft = () =>
      Number(/, (\d+) min/.exec(fourth.getByText(/^4 hours/).textContent ?? "")?.[1]);
    const before = minutesLeft();
    changed = true;
    act(() => void vi.advanceTimersByTime(21_000));
    await one.findByText("Unreachable");
    await third.findByText("Expired");
    act(() => void vi.advanceTimersByTime(45_000));
    await waitFor(() => expect(minutesLeft()).toBeLessThan(before));
  } finally {
    vi.useRealTimers();
  }
});

test("a mobile IP gets a new address by a button, which counts down until it may again (spec/supply#modems)", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    const modem = { ...berlin, rotateToken: "t0ken", rotateRetryAfter: 0 };
    let state = modem;
    const { askedOf } = await show({
      "/v2/static/useList": () => page([state, paris]),
      "/v1/static/rotate": () => {
        state = { ...modem, rotateRetryAfter: 65, rotating: true };
        return { retryAfter: 65 };
      },
    });
    await row("198.51.100.7");
    expect(screen.queryByRole("button", { name: "Change the IP 198.51.100.8" })).toBeNull();
    click("Change the IP 198.51.100.7");
    await waitFor(() => expect(askedOf("/v1/static/rotate")).toMatchObject([{ id: "i1" }]));
    const changing = () => button("Change the IP 198.51.100.7").getAttribute("data-loading");
    await waitFor(() => expect(changing()).toBe("true"));
    state = { ...state, exitIp: "198.51.100.77", rotateRetryAfter: 63, rotating: false };
    act(() => void vi.advanceTimersByTime(2_100));
    const wait = await screen.findByRole("button", {
      name: /^Change the IP 198\.51\.100\.77: possible in 1:0\d$/,
    });
    expect(wait.textContent).toMatch(/^1:0\d$/);
    act(() => void vi.advanceTimersByTime(10_000));
    await waitFor(() => expect(wait.textContent).toMatch(/^0:5\d$/));
  } finally {
    vi.useRealTimers();
  }
});

test("a list that failed to load can be loaded again", async () => {
  let works = false;
  await show({
    "/v2/static/useList": () => (works ? page([berlin]) : new Refused(500, "It broke.", {})),
  });
  await screen.findByText("This could not be loaded");
  works = true;
  click("Try again");
  await row("198.51.100.7");
});
