/** Resolves a target to the addresses to dial: one lookup, and every address is checked. */
import { type Asker, LookupFailed } from "@turnpike/net/resolver.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import {
  type DestinationPolicy,
  judgeAddress,
  judgeTarget,
  type Target,
} from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";

export interface TargetResolver {
  /** Returns the addresses to dial, in order; none of them is in the deny table. */
  resolve(target: Target, asker: Asker): MaybePromise<string[] | Refused>;
  /** After the dial: whether the socket's remote address is the one that was checked. */
  isReachedAddressAllowed(target: Target, dialled: string, remote: string | undefined): boolean;
}

/** `lookup` has its own timeout and per-account limit (packages/net/resolver.ts). */
export function openResolver(
  policyOptions: DestinationPolicy,
  lookup: (host: string, asker: Asker) => MaybePromise<string[]>,
): TargetResolver {
  const policy = { ...policyOptions, ownAddresses: ownAddressesOf(policyOptions) };
  const checkAddresses = (found: string[]): string[] | Refused => {
    if (found.length === 0) return { reason: "dnsFailed", detail: "the name has no address" };
    const addresses: string[] = [];
    for (const text of found) {
      const address = canonicalAddress(text) ?? text;
      const verdict = judgeAddress(address, policy);
      if (!verdict.allowed) return { reason: "targetNotAllowed", detail: verdict.why };
      addresses.push(address);
    }
    return addresses;
  };
  const resolveName = (host: string, asker: Asker): MaybePromise<string[] | Refused> => {
    const found = lookup(host, asker);
    // Cached answers are checked each time as well, since this machine's addresses change.
    return found instanceof Promise ? found.then(checkAddresses, refusalOf) : checkAddresses(found);
  };
  return {
    resolve: (target, asker) => {
      const verdict = judgeTarget(target, policy);
      if (verdict.verdict === "refuse") return { reason: verdict.reason, detail: verdict.why };
      return verdict.verdict === "dial" ? [target.host] : resolveName(target.host, asker);
    },
    isReachedAddressAllowed: (target, dialled, remote) => {
      const reached = canonicalAddress(remote ?? "");
      if (reached !== dialled) return false;
      return target.kind !== "name" || judgeAddress(reached, policy).allowed;
    },
  };
}

const reasons = {
  notFound: "dnsFailed",
  failed: "dnsFailed",
  timedOut: "timedOut",
  tooMany: "tooManyConnections",
} as const;

function refusalOf(error: unknown): Refused {
  if (!(error instanceof LookupFailed))
    return { reason: "dnsFailed", detail: "the name does not resolve" };
  return { reason: reasons[error.why], detail: error.message };
}

/** An own name may be an address, even in brackets, as in `PUBLIC_URL=http://198.51.100.7:3000`. */
function ownAddressesOf({ ownAddresses, ownNames }: DestinationPolicy) {
  const named = new Set(
    [...ownNames].map((name) => canonicalAddress(name.replace(/^\[|\]$/g, ""))),
  );
  return { has: (address: string) => named.has(address) || ownAddresses.has(address) };
}
