/** Initial credentials of an unlimited plan's port. */
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { verifierOf } from "../sub-account/resources.ts";
import type { PortRow } from "./store/plans.ts";

const NAME_LENGTH = 10;
const PASSWORD_LENGTH = 12;

/** A random name and password, as columns of a port's row. */
export function newPortCredentials({
  world,
  seal,
}: Services): Pick<PortRow, "name" | "sealed_password" | "verifier"> {
  const name = randomText(world, LETTERS_AND_DIGITS, NAME_LENGTH);
  const password = randomText(world, LETTERS_AND_DIGITS, PASSWORD_LENGTH);
  return { name, sealed_password: seal.seal(password), verifier: verifierOf(name, password) };
}
