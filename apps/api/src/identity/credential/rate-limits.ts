/**
 * Rate limits of sign-up, sign-in and passwords (spec/limits#rate-limits, spec/limits#networks). In
 * the lab sign-up and sign-in count failures only. Limits per address count its network: an IPv6
 * client is its /64.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { RateLimit } from "../session/rate-limit.ts";

const MINUTE = 60;
const HOUR = 3600;

/** Sign-ups: 30 an hour per network. */
export function signUpLimits(ip: string): RateLimit[] {
  return [{ key: `signup ${networkOf(ip)}`, tries: 30, windowSeconds: HOUR }];
}

/** 10 a minute per (network, e-mail). The window is so short that no mailed code is offered. */
const pairLimit = (ip: string, email: string): RateLimit => {
  return { key: `signin ${networkOf(ip)} ${email}`, tries: 10, windowSeconds: MINUTE };
};

/**
 * Failed sign-ins: 10 a minute per (network, e-mail), 100 an hour per e-mail, 500 an hour per
 * network over all e-mails. A network that the holder is known to use has a separate limit of 100,
 * so that password stuffing from elsewhere does not lock the holder out (spec/quality#a4). Beyond
 * the hourly limits a mailed code lets the holder in (spec/sign-in#beyond-the-limit).
 */
export function signInLimits(request: {
  ip: string;
  email: string;
  fromKnownNetwork: boolean;
}): RateLimit[] {
  const { ip, email, fromKnownNetwork } = request;
  const network = networkOf(ip);
  const emailKey = fromKnownNetwork ? `signin known ${network} ${email}` : `signin ${email}`;
  return [
    pairLimit(ip, email),
    { key: emailKey, tries: 100, windowSeconds: HOUR, mailCode: true },
    { key: `signin names ${network}`, tries: 500, windowSeconds: HOUR, mailCode: true },
  ];
}

/**
 * Wrong passwords of a signed-in account: 10 a minute, counted together with sign-in, and 100 an
 * hour per account. The hourly limits are separate from those of sign-in, so that strangers
 * guessing there do not block a session, and a session's failures do not block the sign-in.
 */
export function ownerLimits(request: {
  ip: string;
  email: string;
  accountId: string;
}): RateLimit[] {
  const { ip, email, accountId } = request;
  return [pairLimit(ip, email), { key: `password ${accountId}`, tries: 100, windowSeconds: HOUR }];
}
