import { expect, it } from "vitest";
import { inviteCodeLength, isInviteCode } from "./invite-code.ts";

it.each([
  ["abcde", false],
  ["abcdef", true],
  ["Friend77", true],
  ["a".repeat(15), true],
  ["a".repeat(16), false],
  ["friend-77", false],
  ["friend 7", false],
  ["freund7ü", false],
  ["friend7\n", false],
])("A custom code has 6-15 letters and digits: %j %s", (code, good) => {
  expect(isInviteCode(code)).toBe(good);
});

it("Custom codes have the lengths declared in inviteCodeLength", () => {
  const { least, most } = inviteCodeLength;
  expect([least - 1, least, most, most + 1].map((n) => isInviteCode("x".repeat(n)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
