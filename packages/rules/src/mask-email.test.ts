import { expect, it } from "vitest";
import { isCommonPassword } from "./common-password.ts";
import { maskEmail } from "./mask-email.ts";

it("A masked address shows its first letter and its domain (contract §2)", () => {
  expect(maskEmail("john@example.com")).toBe("j***@example.com");
  expect(maskEmail("nothing")).toBe("***");
});

it("The commonest passwords are known without regard to case", () => {
  expect(["password", "PassWord", "iloveyou"].map(isCommonPassword)).toEqual([true, true, true]);
  expect(isCommonPassword("h7Kqorchard")).toBe(false);
});
