import { expect, it } from "vitest";
import { sameMailbox } from "./same-mailbox.ts";

it.each([
  ["a@example.com", "a@example.com", true],
  ["a@example.com", "A@Example.com ", true],
  ["a@example.com", "b@example.com", false],
  ["john.doe+x@gmail.com", "johndoe@googlemail.com", true],
  ["john+x@outlook.com", "john@outlook.com", true],
  ["john.doe@outlook.com", "johndoe@outlook.com", false],
  // For other providers the meaning is unknown: treated as two people.
  ["john+x@example.com", "john@example.com", false],
  ["a@constructor", "a@prototype", false],
])("%s and %s reach the same mailbox: %s", (one, other, same) => {
  expect(sameMailbox([one], [other])).toBe(same);
  expect(sameMailbox(["x@example.com", other], [one, "y@example.com"])).toBe(same);
});
