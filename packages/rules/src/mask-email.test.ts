import { expect, it } from "vitest";
import { maskEmail } from "./mask-email.ts";

it("A masked e-mail address shows its first letter and its domain (spec/accounts#user)", () => {
  expect(maskEmail("john@example.com")).toBe("j***@example.com");
  expect(maskEmail("nothing")).toBe("***");
});
