/** How often one may try (contract §16). In the lab sign-up and sign-in count failures only. */
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Limit } from "./throttle.ts";

const MINUTE = 60;
const HOUR = 3600;

/** Sign-ups: 30 an hour per address. */
export function signUpLimits(ip: string): Limit[] {
  return [{ key: `signup ${ip}`, tries: 30, windowSeconds: HOUR }];
}

/**
 * Failed sign-ins: 10 a minute per (address, e-mail) and 100 an hour per e-mail. A network that the
 * holder is known to come from has its own 100: whoever stuffs passwords from elsewhere does not
 * lock the holder out (quality A4).
 */
export function signInLimits(given: { ip: string; email: string; known: boolean }): Limit[] {
  const { ip, email, known } = given;
  const whose = known ? `signin known ${networkOf(ip)} ${email}` : `signin ${email}`;
  return [
    { key: `signin ${ip} ${email}`, tries: 10, windowSeconds: MINUTE },
    { key: whose, tries: 100, windowSeconds: HOUR },
  ];
}
