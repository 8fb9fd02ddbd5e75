/**
 * How often one may try (spec/limits#rate-limits, spec/limits#networks). In the lab sign-up and
 * sign-in count failures only. Whatever counts an address counts its network: an IPv6 client is its
 * /64.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { RateLimit } from "../session/rate-limit.ts";

const MINUTE = 60;
const HOUR = 3600;

/** Sign-ups: 30 an hour per network. */
export function signUpLimits(ip: string): RateLimit[] {
  return [{ key: `signup ${networkOf(ip)}`, tries: 30, windowSeconds: HOUR }];
}

/** 10 a minute per (network, e-mail): those pass by themselves, soon. */
const ofPair = (ip: string, email: string): RateLimit => {
  return { key: `signin ${networkOf(ip)} ${email}`, tries: 10, windowSeconds: MINUTE };
};

/**
 * Failed sign-ins: 10 a minute per (network, e-mail), 100 an hour per e-mail, 500 an hour per
 * network whatever the e-mails. A network that the holder is known to come from has its own 100:
 * whoever stuffs passwords from elsewhere does not lock the holder out (spec/quality#a4). Beyond
 * what lasts an hour a mailed code lets the holder in (spec/sign-in#beyond-the-limit).
 */
export function signInLimits(given: { ip: string; email: string; known: boolean }): RateLimit[] {
  const { ip, email, known } = given;
  const network = networkOf(ip);
  const whose = known ? `signin known ${network} ${email}` : `signin ${email}`;
  return [
    ofPair(ip, email),
    { key: whose, tries: 100, windowSeconds: HOUR, mailCode: true },
    { key: `signin names ${network}`, tries: 500, windowSeconds: HOUR, mailCode: true },
  ];
}

/**
 * Wrong passwords of who is signed in: 10 a minute, with those of sign-in, and 100 an hour of the
 * account. Strangers' failures at sign-in do not count: they hold a session up no more than the
 * session's own do them.
 */
export function ownerLimits(given: { ip: string; email: string; accountId: string }): RateLimit[] {
  const { ip, email, accountId } = given;
  return [ofPair(ip, email), { key: `password ${accountId}`, tries: 100, windowSeconds: HOUR }];
}
