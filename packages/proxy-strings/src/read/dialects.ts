/**
 * How providers encode exit parameters in the user name or the password: the only table of it.
 * Taken from their public documentation; what is not in it is shown as unknown, never guessed.
 */
import { places, zips } from "./dialect-parts.ts";
import { inPassword } from "./dialects-in-password.ts";
import { inUserName } from "./dialects-in-user-name.ts";
import type { Dialect, Family, Keys } from "./terms.ts";

export const dialects: readonly Dialect[] = [...inUserName, ...inPassword];

/** Returns a provider's name, the same in all languages; empty for our own. */
export const familyName = (family: Family): string =>
  dialects.find((dialect) => dialect.family === family)?.name ?? "";

/** Keys that mean the same for every provider that uses them, except those whose units differ. */
export const commonKeys: Keys = {
  ...places,
  ...zips,
  cc: "country",
  isp: "isp",
  session: "session",
  sessid: "session",
  sessionid: "session",
  sesstime: "minutes",
  zone: "zone",
};
