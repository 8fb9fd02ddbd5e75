import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../../lib/queries.ts";
import {
  click,
  clickToOpen,
  clickToSee,
  copied,
  dialog,
  press,
  type,
} from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { Refused } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { setUpScreens, choose, showPool, tick } from "./testing/pool-screens.tsx";

setUpScreens();

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
const search = (shown: Awaited<ReturnType<typeof showPool>>) =>
  new URLSearchParams(shown.router.state.location.search);

test("the pool is filtered step by step; the choices are kept in the URL and sent in the request", async () => {
  const shown = await showPool("user", "?page=3");
  await screen.findByText("120 IPs online");
  expect(field("City").disabled).toBe(true);
  await choose("Country", /^Germany\s*120$/);
  await waitFor(() => expect(field("City").disabled).toBe(false));
  await choose("City", /^Hamburg, Hamburg/);
  await choose("ISP", /^Deutsche Telekom/);
  await waitFor(() =>
    expect(shown.askedOf("/v1/ip/list").at(-1)).toMatchObject({
      country: "DE",
      state: "hamburg",
      city: "hamburg",
      isp: "telekom",
      page: "1",
    }),
  );
  expect(Object.fromEntries(search(shown))).toEqual({
    country: "DE",
    state: "hamburg",
    city: "hamburg",
    isp: "telekom",
  });
  // Each list is requested with the other choices, but not its own.
  const last = (path: string) => shown.askedOf(path).at(-1);
  await waitFor(() => expect(last("/v1/asn")).toMatchObject({ country: "DE", isp: "telekom" }));
  await waitFor(() => expect(last("/v1/isp")).toMatchObject({ country: "DE", city: "hamburg" }));
  expect(last("/v1/isp")).not.toHaveProperty("isp");
  click("Clear the filters");
  await waitFor(() => expect(search(shown).size).toBe(0));
});

test("choosing another country clears state, city and postal code; the provider is kept", async () => {
  const shown = await showPool(
    "user",
    "?country=DE&state=berlin&city=berlin&postal=10115&isp=telekom",
  );
  await screen.findByText("120 IPs online");
  await waitFor(() => expect(field("City").value).toBe("Berlin"));
  await choose("Country", /^France/);
  await waitFor(() =>
    expect(Object.fromEntries(search(shown))).toEqual({ country: "FR", isp: "telekom" }),
  );
});

test("a choice that no longer has exits is cleared with a message, and not offered", async () => {
  const shown = await showPool("user", "?country=DE&state=berlin&asn=64500", {
    // With the unknown network there are no exits anywhere.
    "/v1/city": ({ asn }) => ({
      items: asn
        ? []
        : [{ state: "berlin", stateName: "Berlin", city: "berlin", cityName: "Berlin", online: 3 }],
    }),
  });
  await screen.findByText(/^AS64500 has no IPs online with this choice/);
  await waitFor(() =>
    expect(Object.fromEntries(search(shown))).toEqual({ country: "DE", state: "berlin" }),
  );
  await waitFor(() => expect(shown.askedOf("/v1/ip/list").at(-1)).not.toHaveProperty("asn"));
  click("Hide this message");
  expect(screen.queryByText(/^AS64500 has/)).toBeNull();
  fireEvent.click(field("ASN"));
  await screen.findByRole("option", { name: /^AS3320/, hidden: true });
  expect(screen.queryByRole("option", { name: /64500/, hidden: true })).toBeNull();
});

test("no choice is cleared while a list is still loading, nor by a list that failed", async () => {
  let answer: (value: unknown) => void = () => {};
  const shown = await showPool("user", "?country=DE&isp=telekom", {
    "/v1/countrys": () => new Promise((done) => (answer = done)),
    "/v1/isp": () => new Refused(500, "It broke.", {}),
  });
  await screen.findByText("120 IPs online");
  expect(search(shown).get("country")).toBe("DE");
  answer({ items: [{ code: "DE", name: "Germany", online: 1 }] });
  await waitFor(() => expect(field("Country").value).toBe("Germany"));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(Object.fromEntries(search(shown))).toEqual({ country: "DE", isp: "telekom" });
  expect(screen.queryByText(/no IPs online with this choice/)).toBeNull();
});

test("a row shows location, network and latency, and marks IPs that are already open", async () => {
  await showPool("user");
  const row = (await screen.findByText("127.3.0.9")).closest("tr") as HTMLElement;
  within(row).getByText("open");
  within(row).getByText("not measured yet", { selector: ".visually-hidden" });
  const second = screen.getByText("127.2.*.*").closest("tr") as HTMLElement;
  within(second).getByText("Hamburg · 10115");
  within(second).getByText("AS3320");
  expect(within(second).getByTitle("fair").textContent).toMatch(/^320 ms/);
});

test("the selected IPs are opened together; without a selection there is no button (spec/dashboard#batch-actions)", async () => {
  await showPool("user");
  await screen.findByText("127.1.*.*");
  expect(screen.queryByRole("button", { name: /^Open \d+ IPs?$/ })).toBeNull();
  tick(/^Select 127\.1/);
  await clickToOpen("Open 1 IP");
});

test("if no IP matches, one click clears the filters", async () => {
  const shown = await showPool("user", "?country=DE", { "/v1/ip/list": () => page([]) });
  await screen.findByText("No IP matches");
  fireEvent.click(screen.getAllByRole("button", { name: "Clear the filters" })[1] as HTMLElement);
  await waitFor(() => expect(search(shown).size).toBe(0));
});

test("an account without an IP balance sees the price of an IP and can buy some", async () => {
  await showPool("user", "", { "/v1/member": () => testUser({ ipBalance: 0 }) });
  await screen.findByText("No balance, please purchase first");
  await screen.findByText("One IP costs $0.15 or less.");
  click("Buy IPs");
  (await dialog()).getByText(/IP/, { selector: "h2" });
});

test("the password of all opened IPs can be copied, shown and changed", async () => {
  const { askedOf } = await showPool("user");
  await screen.findByText("poolname");
  click("Copy the password");
  expect(copied.mock.calls).toEqual([["Secret99"]]);
  expect(screen.queryByText("Secret99")).toBeNull();
  click("Show the password");
  screen.getByText("Secret99");
  const box = await clickToOpen("Change");
  const password = await box.findByLabelText("New password", { selector: "input" });
  type(password, "no-good");
  click("Change the password", box);
  await box.findByText("6-22 letters and digits; at least 10 if only digits", {
    selector: ".mantine-InputWrapper-error",
  });
  type(password, "Another77");
  await clickToSee("Change the password", "The password was changed", box);
  expect(askedOf("/v1/ipPassInfo").filter(({ password: sent }) => sent)).toMatchObject([
    { password: "Another77" },
  ]);
});

test("an empty whitelist shows a warning; one click adds the user's own IP address", async () => {
  let tableProps = false;
  const { askedOf } = await showPool("nouser", "", {
    "/v1/trafficWhiteList": () => page([], tableProps ? 1 : 0),
    "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.7", whitelisted: tableProps }),
    "/v1/addTrafficWhite": () => {
      tableProps = true;
      return { added: [{ ip: "203.0.113.7" }], refused: [] };
    },
  });
  await screen.findByText(/^The whitelist is empty/);
  await press("Add my address");
  await waitFor(() => expect(screen.queryByText(/^The whitelist is empty/)).toBeNull());
  expect(askedOf("/v1/addTrafficWhite")).toMatchObject([{ ips: "203.0.113.7" }]);
});
