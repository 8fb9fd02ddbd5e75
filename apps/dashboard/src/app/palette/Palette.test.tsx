import { onlineManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../../lib/session.ts";
import { click, type } from "../../testing/person.ts";
import { type Answers, NoAnswer, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { Palette } from "./Palette.tsx";
import { saveRecent, recents } from "./recent.ts";

const bravo = {
  kind: "subAccount" as const,
  id: "s2",
  name: "Bravo002",
  detail: "Büro",
  to: "/cli/traffic-use?q=Bravo002",
};
const user = testUser();
const onClose = vi.fn<() => void>();
beforeEach(() => {
  localStorage.clear();
  onClose.mockClear();
  openSession("t".repeat(43), user);
});

async function show(answers: Answers = { "/v1/find": () => ({ items: [bravo] }) }) {
  const shown = await showScreen({
    screen: () => <Palette onClose={onClose} />,
    area: ["palette", "shell"],
    path: "/cli/home",
    answers,
  });
  return { ...shown, field: await screen.findByRole("combobox") };
}
const chosen = () => screen.getByRole("option", { selected: true }).textContent;

test("the account is searched once typing stops, and a chosen result is kept as recent", async () => {
  const { field, askedOf, router } = await show();
  for (const text of ["b", "br", "bra", "brav"]) type(field, text);
  const option = await screen.findByRole("option", { name: /Bravo002/ });
  expect(askedOf("/v1/find")).toMatchObject([{ q: "brav" }]);
  expect(option.querySelector("mark")?.textContent).toBe("Brav");
  fireEvent.click(option);
  await waitFor(() => expect(router.state.location.search).toBe("?q=Bravo002"));
  expect(onClose).toHaveBeenCalledOnce();
  expect(recents()).toEqual([{ thing: bravo }]);
});

test("a single letter does not search the account", async () => {
  const { field, askedOf } = await show();
  type(field, "b");
  type(field, "be");
  type(field, "b");
  await screen.findByText(/results?$/);
  expect(askedOf("/v1/find")).toEqual([]);
});

test("Enter that completes an input method's composition does not run a command", async () => {
  const { field } = await show();
  type(field, "settings");
  expect(chosen()).toBe("Settings");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onClose).toHaveBeenCalledOnce();
});

test("the field exposes the selected row, and arrow keys wrap around", async () => {
  const { field } = await show();
  const first = chosen();
  fireEvent.keyDown(field, { key: "ArrowUp" });
  const last = chosen();
  expect(last).not.toBe(first);
  const id = field.getAttribute("aria-activedescendant") ?? "";
  expect(document.getElementById(id)?.textContent).toBe(last);
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(chosen()).toBe(first);
});

test("a failed search of the account shows an error and can be retried; commands still run", async () => {
  let fails = true;
  const { field, router } = await show({
    "/v1/find": () => (fails ? new NoAnswer() : { items: [bravo] }),
  });
  type(field, "settings");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("could not be searched");
  expect(chosen()).toBe("Settings");
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/setting"));
  fails = false;
  click("Try again");
  await screen.findByRole("option", { name: /Bravo002/ });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("recent items are per account and unique, at most five, and deleted on sign-out", () => {
  for (const command of ["a", "b", "c", "d", "e", "f", "b"]) saveRecent({ command });
  expect(recents().map((each) => "command" in each && each.command)).toEqual([
    "b",
    "f",
    "e",
    "d",
    "c",
  ]);
  openSession("u".repeat(43), { ...user, id: "another" });
  expect(recents()).toEqual([]);
  closeSession();
  openSession("t".repeat(43), user);
  expect(recents()).toEqual([]);
});

test("stored recent items that are unreadable or lead to another site are ignored", () => {
  const key = `app.recent.${user.id}`;
  localStorage.setItem(key, "{");
  expect(recents()).toEqual([]);
  const away = { thing: { ...bravo, to: "//evil.example" } };
  localStorage.setItem(key, JSON.stringify([away, 7, { command: 1 }, { command: "docs" }]));
  expect(recents()).toEqual([{ command: "docs" }]);
});

test("without a network it shows that the search failed, not that nothing was found", async () => {
  const { field } = await show({ "/v1/find": () => new NoAnswer() });
  onlineManager.setOnline(false);
  try {
    type(field, "zzzz");
    await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByText(/^Nothing/)).toBeNull();
  } finally {
    onlineManager.setOnline(true);
  }
});

test("recent items of a kind that only another version knows are omitted", async () => {
  saveRecent({ thing: { ...bravo, kind: "satellite" as never } });
  saveRecent({ command: "topUp" });
  await show();
  const recent = within(screen.getByRole("group", { name: "Recent" }));
  expect(recent.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Top up the wallet",
  ]);
});
