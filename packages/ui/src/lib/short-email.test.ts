import { expect, it } from "vitest";
import { shortEmail } from "./short-email.ts";

it("shortens the name of a long e-mail address and keeps its domain", () => {
  expect(shortEmail("ada@example.com")).toBe("ada@example.com");
  const long = shortEmail("a.very.long.name.of.somebody.at.work@example.com");
  expect(long).toBe("a.very.long.name.of…@example.com");
  expect(long).toHaveLength(32);
});

it("never exceeds the maximum length, whichever part is long", () => {
  for (const address of [
    `ada@${"sub.".repeat(20)}example.com`,
    `${"a".repeat(90)}@x.org`,
    "a".repeat(50),
  ])
    expect(shortEmail(address).length).toBeLessThanOrEqual(32);
  expect(shortEmail(`ada@${"sub.".repeat(20)}example.com`)).toMatch(/^ada@….*example\.com$/);
});
