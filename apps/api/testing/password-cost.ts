/** Before each test file: passwords are hashed for next to nothing. */
import { onTestFinished } from "vitest";
import { fullCost, passwordCost } from "../src/identity/credential/passwords.ts";

const low = { memoryCost: 64, timeCost: 1 };
Object.assign(passwordCost, low);

/** Until the running test ends they cost what they do in the product: for who measures time. */
export function hashAtFullCost(): void {
  Object.assign(passwordCost, fullCost);
  onTestFinished(() => void Object.assign(passwordCost, low));
}
