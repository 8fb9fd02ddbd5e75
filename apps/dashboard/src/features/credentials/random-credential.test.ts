import { isProxyCredential } from "@turnpike/rules/credentials.ts";
import { expect, test } from "vitest";
import { randomName, randomPassword } from "./random-credential.ts";

test("generated names and passwords are valid and unique (spec/sign-in#credentials)", () => {
  const made = Array.from({ length: 500 }, () => [randomName(), randomPassword()]).flat();
  expect(made.every(isProxyCredential)).toBe(true);
  expect(new Set(made).size).toBe(1000);
});
