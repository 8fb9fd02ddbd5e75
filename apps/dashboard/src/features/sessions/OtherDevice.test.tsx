import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queryClient } from "../../lib/queries.ts";
import { click } from "../../testing/person.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { OtherDevice } from "./OtherDevice.tsx";

const MADE_AT = "2026-11-21T10:00:00Z";
const session = {
  id: "s1",
  current: true,
  createdAt: MADE_AT,
  lastSeenAt: MADE_AT,
  expiresAt: null,
  ip: "203.0.113.7",
  country: null,
  countryName: null,
  agent: "",
};
const ticket = (count: number) => ({
  ticket: `t${count}`,
  url: `https://shop.example/index/loading#ticket=t${count}`,
  expiresAt: "2026-11-21T10:01:00Z",
});
let made = 0;
const answers: Answers = {
  "/v1/webauto": () => ticket(++made),
  "/v1/sessions": () => ({ items: [session] }),
  "/v1/member": () => testUser(),
};
const Dialog = () => <OtherDevice onClose={() => {}} />;
async function show(more: Answers = {}) {
  made = 0;
  return showScreen({
    screen: Dialog,
    area: "shell",
    path: "/cli/home",
    answers: { ...answers, ...more },
  });
}
const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Link" });

test("one link is created and shown as text and as a QR code, with a warning about who can use it", async () => {
  const { askedOf } = await show();
  expect((await field()).value).toBe(ticket(1).url);
  expect(screen.getByRole("img", { name: "QR code of the link" })).toBeTruthy();
  expect(screen.getByText(/Whoever opens it is signed in to your account/)).toBeTruthy();
  expect(screen.getByText("Works once, for another 60 seconds")).toBeTruthy();
  expect(screen.queryByText(/signs you out here/)).toBeNull();
  expect(askedOf("/v1/webauto")).toHaveLength(1);
});

test("if only one device is allowed, a note says that this one will be signed out", async () => {
  await show({ "/v1/member": () => testUser({ multiDevice: false }) });
  await screen.findByText(/opening it signs you out here/);
});

test("after a minute the link expires and a new one can be created (spec/sign-in#linked-devices)", async () => {
  await show();
  await field();
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 60_000);
  await screen.findByText("The link has expired");
  expect(screen.queryByRole("textbox", { name: "Link" })).toBeNull();
  clock.mockRestore();
  click("Create a new link");
  await waitFor(async () => expect((await field()).value).toBe(ticket(2).url));
});

test("a newly signed-in device is reported", async () => {
  const other = { ...session, id: "s2", current: false };
  await show({ "/v1/sessions": () => ({ items: [session, other] }) });
  await screen.findByText("A new device has signed in");
});

test("a device that was signed in before is not reported as new", async () => {
  const before = { ...session, id: "s0", current: false, createdAt: "2026-11-21T09:59:59Z" };
  await show({ "/v1/sessions": () => ({ items: [session, before] }) });
  await field();
  const known = () => queryClient.getQueryState(["sessions", {}])?.status;
  await waitFor(() => expect(known()).toBe("success"));
  await expect(field()).resolves.toBeTruthy();
  expect(screen.queryByText("A new device has signed in")).toBeNull();
});
