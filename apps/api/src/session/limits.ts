/** How often one may try (contract §16). In the lab sign-up and sign-in count failures only. */
import type { Limit } from "./throttle.ts";

const MINUTE = 60;
const HOUR = 3600;

/** Sign-ups: 30 an hour per address. */
export function signUpLimits(ip: string): Limit[] {
  return [{ key: `signup ${ip}`, tries: 30, windowSeconds: HOUR }];
}

/** Failed sign-ins: 10 a minute per (address, e-mail) and 100 an hour per e-mail. */
export function signInLimits(ip: string, email: string): Limit[] {
  return [
    { key: `signin ${ip} ${email}`, tries: 10, windowSeconds: MINUTE },
    { key: `signin ${email}`, tries: 100, windowSeconds: HOUR },
  ];
}
