import { expect, it } from "vitest";
import { isSessionAlive } from "./session-life.ts";

it("A session ends loginMinutes after its last call; 0 means always online (spec/sign-in#sessions)", () => {
  const session = { lastSeenAt: 1000, loginMinutes: 10 };
  expect(isSessionAlive(session, 1000 + 600_000 - 1)).toBe(true);
  expect(isSessionAlive(session, 1000 + 600_000)).toBe(false);
  expect(isSessionAlive({ lastSeenAt: 0, loginMinutes: 0 }, Number.MAX_SAFE_INTEGER)).toBe(true);
});
