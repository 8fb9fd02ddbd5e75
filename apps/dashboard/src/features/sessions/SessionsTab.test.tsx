import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, clickToSee, getHref, press, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { SessionsTab } from "./SessionsTab.tsx";

const here = {
  id: "s1",
  current: true,
  createdAt: "2026-11-20T08:00:00Z",
  lastSeenAt: "2026-11-21T10:00:00Z",
  expiresAt: "2026-11-22T10:00:00Z",
  ip: "203.0.113.7",
  country: "DE",
  countryName: "Germany",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};
const script = {
  ...here,
  id: "s2",
  current: false,
  lastSeenAt: "2026-11-21T09:55:00Z",
  ip: "198.51.100.4",
  country: null,
  countryName: null,
  agent: "curl/8.5.0",
};
const logged = { at: "2026-11-21T10:00:00Z", ip: here.ip, country: "DE", countryName: "Germany" };
const log = [
  { ...logged, agent: here.agent, current: true, event: "passwordChanged" },
  { ...logged, agent: script.agent, current: false, event: "signin" },
];
const answers: Answers = {
  "/v1/member": () => testUser(),
  "/v1/sessions": () => ({ items: [here, script] }),
  "/v1/loginLog": () => ({ items: log, total: 2, page: 1, limit: 10 }),
  "/v1/endSessions": ({ id }) => ({ ended: id ? 1 : 3 }),
  "/v1/moreLogin": ({ enabled }) => ({ multiDevice: enabled === "1" }),
  "/v1/upTokenCache": ({ minutes }) => ({ loginMinutes: Number(minutes) }),
};
async function show(more: Answers = {}) {
  const shown = await showScreen({
    screen: SessionsTab,
    area: "setting-account",
    path: "/cli/setting?tab=sessions",
    answers: { ...answers, ...more },
  });
  await screen.findByText("This device");
  await screen.findByRole("switch");
  return shown;
}
const confirm = async (name: string) => {
  const dialog = await screen.findByRole("dialog");
  click(name, within(dialog));
};
const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole("combobox", { name: "Sign out after" }));
  fireEvent.click(await screen.findByRole("option", { name, hidden: true }));
};

test("each session shows its device, place and last use; the current one has no button", async () => {
  await show();
  const [first, second] = within(screen.getByRole("list", { name: "Sessions" })).getAllByRole(
    "listitem",
  );
  expect(first?.textContent).toContain("Firefox on Linux");
  expect(first?.textContent).toContain("Germany · 203.0.113.7");
  expect(within(first as HTMLElement).queryByRole("button")).toBeNull();
  expect(second?.textContent).toContain("curl 8.5.0");
  expect(second?.textContent).toContain("5 minutes ago");
});

test("a session is ended after confirmation", async () => {
  const { askedOf } = await show();
  await clickToSee("Sign out curl 8.5.0", "Sign out curl 8.5.0?");
  expect(askedOf("/v1/endSessions")).toEqual([]);
  await confirm("Sign out");
  await screen.findByText("1 session ended");
  expect(askedOf("/v1/endSessions")).toMatchObject([{ id: "s2" }]);
});

test("a session that has already ended is reported as ended, and the list is reloaded", async () => {
  const gone = new Refused(404, "No such session", { reason: "notFound" });
  const { askedOf } = await show({ "/v1/endSessions": () => gone });
  click("Sign out curl 8.5.0");
  await confirm("Sign out");
  await screen.findByText("That session had ended already");
  expect(screen.queryByText("No such session")).toBeNull();
  await waitFor(() => expect(askedOf("/v1/sessions").length).toBeGreaterThan(1));
});

test("all other sessions are ended at once, and their number is shown", async () => {
  const { askedOf } = await show();
  await clickToSee("Sign out all others", "1 other session ends at once. You stay signed in here.");
  await confirm("Sign out all others");
  await screen.findByText("3 sessions ended");
  expect(askedOf("/v1/endSessions")[0]).not.toHaveProperty("id");
});

test("allowing only one device asks for confirmation: the others are signed out at once", async () => {
  const { askedOf } = await show();
  fireEvent.click(screen.getByRole("switch"));
  await screen.findByText("1 other device is signed out at once. You stay signed in here.");
  expect(askedOf("/v1/moreLogin")).toEqual([]);
  await confirm("Allow one only");
  await screen.findByText("Only one device at a time from now on");
  expect(askedOf("/v1/moreLogin")).toMatchObject([{ enabled: "0" }]);
});

test("allowing several devices needs no confirmation", async () => {
  const { askedOf } = await show({ "/v1/member": () => testUser({ multiDevice: false }) });
  fireEvent.click(screen.getByRole("switch"));
  await screen.findByText("Several devices at once are allowed");
  expect(askedOf("/v1/moreLogin")).toMatchObject([{ enabled: "1" }]);
});

test("custom minutes range from 10 to 43,200 (spec/sign-in#sessions)", async () => {
  let minutes = 1440;
  const { askedOf } = await show({
    "/v1/member": () => testUser({ loginMinutes: minutes }),
    "/v1/upTokenCache": (fields) => {
      minutes = Number(fields["minutes"]);
      return { loginMinutes: minutes };
    },
  });
  await choose("Custom minutes");
  const field = await screen.findByRole("textbox", { name: "Minutes" });
  const save = () => click("Save");
  type(field, "9");
  save();
  await screen.findByText("Enter a whole number from 10 to 43,200");
  expect(askedOf("/v1/upTokenCache")).toEqual([]);
  type(field, "95");
  await screen.findByText("That is 1 hour, 35 minutes");
  save();
  await screen.findByText("Login duration: 1 hour, 35 minutes from the last use");
  expect(askedOf("/v1/upTokenCache")).toMatchObject([{ minutes: "95" }]);
});

test("always online is sent as 0; a duration that is not a preset is shown as custom minutes", async () => {
  const { askedOf } = await show({ "/v1/member": () => testUser({ loginMinutes: 95 }) });
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Minutes" });
  expect(field.value).toBe("95");
  await choose("Never: always online");
  await clickToSee("Save", "Login duration: always online");
  expect(askedOf("/v1/upTokenCache")).toMatchObject([{ minutes: "0" }]);
});

test("the log marks the current session and distinguishes changes from sign-ins", async () => {
  await show();
  const changed = (await screen.findByText("Password changed")).closest("tr");
  const signedIn = screen.getByText("Signed in with the password").closest("tr");
  expect(within(changed as HTMLElement).getByText("Change")).toBeTruthy();
  expect(within(changed as HTMLElement).getByText("This session")).toBeTruthy();
  expect(within(signedIn as HTMLElement).queryByText("Change")).toBeNull();
  expect(within(signedIn as HTMLElement).queryByText("This session")).toBeNull();
  expect(getHref("Change your password")).toBe("/cli/setting?tab=security");
});

test("the log is paginated, with the page kept in the URL", async () => {
  const { askedOf, router } = await show({
    "/v1/loginLog": ({ page }) => ({ items: log, total: 25, page: Number(page), limit: 10 }),
  });
  await press("Page 2");
  await waitFor(() => expect(router.state.location.search).toContain("log-page=2"));
  await waitFor(() => expect(askedOf("/v1/loginLog").at(-1)).toMatchObject({ page: "2" }));
});
