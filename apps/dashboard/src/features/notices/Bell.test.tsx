import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useCall } from "../../lib/queries.ts";
import { getHref } from "../../testing/person.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { Bell } from "./Bell.tsx";
import type { Notice } from "./unread.ts";

beforeEach(() => localStorage.clear());

const news = (id: string): Notice => ({
  id,
  kind: "news",
  title: `News ${id}`,
  at: "2026-11-20T08:00:00Z",
  to: null,
});
const alert: Notice = {
  id: "wallet",
  kind: "alert",
  title: "Your wallet holds less than $10.00",
  at: new Date(Date.now() - 3_600_000).toISOString(),
  to: "/cli/home?recharge=1",
};
const HeaderBell = () => <Bell notices={useCall("headerInit", {}).data?.notices} />;
async function show(notices: Notice[]) {
  const answers: Answers = { "/v1/headerInit": () => ({ notices, now: new Date().toISOString() }) };
  return showScreen({ screen: HeaderBell, area: "shell", path: "/cli/cdkey", answers });
}
const bell = (name: string) => screen.findByRole("button", { name });

test("the bell counts unread news, and alerts as long as they apply", async () => {
  await show([alert, news("a"), news("b")]);
  fireEvent.click(await bell("Notifications, 3 unread"));
  const dialog = await screen.findByRole("dialog");
  await screen.findByText("News a");
  expect(dialog.textContent).toContain("1 hour ago");
  // News count as seen once shown, but stay marked while the list is open.
  expect(dialog.textContent).toContain("News (unread)");
  const open = await bell("Notifications, 1 unread");
  expect(open.getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(open);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(open);
  const again = await screen.findByRole("dialog");
  await screen.findByText("News a");
  expect(again.textContent).not.toContain("News (unread)");
  expect(again.textContent).toContain("Alert (unread)");
});

test("seen notices are remembered by this browser", async () => {
  await show([news("a")]);
  fireEvent.click(await bell("Notifications, 1 unread"));
  await screen.findByText("News a");
  await show([news("b"), news("a")]);
  await bell("Notifications, 1 unread");
});

test("an alert links to where it is resolved, news to where they are read", async () => {
  const { router } = await show([alert, news("a")]);
  fireEvent.click(await bell("Notifications, 2 unread"));
  const link = await screen.findByRole("link", { name: alert.title });
  expect(getHref("News a")).toBe("/cli/home#news");
  fireEvent.click(link);
  await waitFor(() => expect(router.state.location.search).toBe("?recharge=1"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("without notices it says so and links to the alert settings", async () => {
  await show([]);
  fireEvent.click(await bell("Notifications"));
  await screen.findByText("Nothing new");
  expect(getHref("Set alerts")).toBe("/cli/setting?tab=alerts");
});
