import { expect, it } from "vitest";
import { sameMailbox, untaggedMailbox } from "./same-mailbox.ts";

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

it("A tag does not make another mailbox, wherever it is; dots do, but for some providers", () => {
  const all = ["John.Doe+x@gmail.com", "johndoe@googlemail.com", "a+b+c@example.com", "+a@b.com"];
  const mailboxes = ["johndoe@gmail.com", "johndoe@gmail.com", "a@example.com", "+a@b.com"];
  expect(all.map(untaggedMailbox)).toEqual(mailboxes);
  expect(untaggedMailbox("j.d@example.com")).toBe("j.d@example.com");
});
