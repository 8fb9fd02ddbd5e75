/** A target becomes addresses that may be dialled: parsed once, resolved once, all of them judged. */
import type { Refused } from "@turnpike/rules/admission.ts";
import {
  type DestinationPolicy,
  judgeAddress,
  judgeTarget,
  type Target,
} from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { Soon } from "./soon.ts";

const lookupTimeoutMs = 5_000;
/** Look-ups at one time; the system's resolver has few threads. */
const mostLookups = 256;

export interface Resolver {
  /** The addresses to dial, in order; never one that the deny table names. */
  resolve(target: Target): Soon<string[] | Refused>;
  /** After the dial: whether the socket really reached an address that may be reached. */
  mayStay(target: Target, dialled: string, remote: string | undefined): boolean;
}

export function openResolver(
  given: DestinationPolicy,
  lookup: (host: string) => Promise<string[]>,
): Resolver {
  const policy = { ...given, ownAddresses: ownAddressesOf(given) };
  let pending = 0;
  const ask = async (host: string): Promise<string[] | Refused> => {
    if (pending >= mostLookups) return { reason: "dnsFailed", detail: "too many look-ups" };
    pending += 1;
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), lookupTimeoutMs);
    const asked = lookup(host).finally(() => {
      pending -= 1;
    });
    try {
      const found = await Promise.race([asked, late.promise]);
      if (found === null)
        return { reason: "timedOut", detail: "the name was not resolved in time" };
      return found.length > 0 ? found : { reason: "dnsFailed", detail: "the name has no address" };
    } catch {
      return { reason: "dnsFailed", detail: "the name does not resolve" };
    } finally {
      clearTimeout(timer);
      asked.catch(() => {});
    }
  };
  const byName = async (target: Target): Promise<string[] | Refused> => {
    const found = await ask(target.host);
    if (!Array.isArray(found)) return found;
    const addresses: string[] = [];
    for (const text of found) {
      const address = canonicalAddress(text) ?? text;
      const judged = judgeAddress(address, policy);
      if (!judged.allowed) return { reason: "targetNotAllowed", detail: judged.why };
      addresses.push(address);
    }
    return addresses;
  };
  return {
    resolve: (target) => {
      const verdict = judgeTarget(target, policy);
      if (verdict.verdict === "refuse") return { reason: "targetNotAllowed", detail: verdict.why };
      return verdict.verdict === "dial" ? [target.host] : byName(target);
    },
    mayStay: (target, dialled, remote) => {
      const reached = canonicalAddress(remote ?? "");
      if (reached !== dialled) return false;
      return target.kind !== "name" || judgeAddress(reached, policy).allowed;
    },
  };
}

/** An own name may be an address, as in `PUBLIC_URL=http://198.51.100.7:3000`, in brackets too. */
function ownAddressesOf({ ownAddresses, ownNames }: DestinationPolicy) {
  const named = new Set(
    [...ownNames].map((name) => canonicalAddress(name.replace(/^\[|\]$/g, ""))),
  );
  return { has: (address: string) => named.has(address) || ownAddresses.has(address) };
}
