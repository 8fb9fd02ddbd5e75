import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { Profile } from "./Profile.tsx";

async function show(more: Parameters<typeof testUser>[0]) {
  const screen = () => <Profile user={testUser(more)} />;
  await showScreen({
    screen,
    area: "setting-account",
    path: "/cli/setting",
    answers: {},
  });
}
const beside = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test("the profile shows when the account was created and the last sign-in", async () => {
  await show({
    createdAt: "2026-02-03T12:00:00Z",
    lastLoginAt: "2026-11-20T12:34:00Z",
    inviteCode: "ADA4YOU",
  });
  expect(beside("Account since")).toMatch(/Feb 3, 2026/);
  expect(beside("Last sign-in")).toMatch(/Nov 20, 2026.*34/);
  expect(beside("E-mail")).toContain("ada@example.com");
  expect(beside("Invitation code")).toContain("ADA4YOU");
});

test("the profile shows that the user has never signed in", async () => {
  await show({ lastLoginAt: null });
  expect(beside("Last sign-in")).toBe("Never");
});
