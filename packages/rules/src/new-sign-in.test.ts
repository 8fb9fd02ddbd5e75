import { expect, it } from "vitest";
import { isNewSignIn } from "./new-sign-in.ts";

const known = { network: true, device: true, country: true };

it.each([
  ["from home, by a new browser", { device: false }, false],
  ["on the way, by the known device in the known country", { network: false }, false],
  ["from another address by another device", { network: false, device: false }, true],
  ["by the same browser in another country", { network: false, country: false }, true],
])(
  "The holder is notified only of sign-ins from a new place and device, or country: %s",
  (_case, seen, told) => {
    expect(isNewSignIn({ ...known, ...seen })).toBe(told);
  },
);
