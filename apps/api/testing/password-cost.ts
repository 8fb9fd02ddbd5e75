/** Before each test file: makes password hashing almost free. */
import { onTestFinished } from "vitest";
import { fullCost, passwordCost } from "../src/identity/credential/passwords.ts";

const low = { memoryCost: 64, timeCost: 1 };
Object.assign(passwordCost, low);

/** Restores the product's hashing cost until the running test ends, for tests that measure time. */
export function hashAtFullCost(): void {
  Object.assign(passwordCost, fullCost);
  onTestFinished(() => void Object.assign(passwordCost, low));
}
