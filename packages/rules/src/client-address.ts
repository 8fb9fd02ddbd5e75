/** Finds the client's address behind the operator's reverse proxies (spec/environment#proxies). */
import { canonicalAddress } from "./ip-address.ts";

export interface ForwardedRequest {
  /** The remote address of the connection in canonical form. */
  peer: string;
  /** `X-Forwarded-For` as received; several header lines joined by commas. */
  forwardedFor: string | undefined;
  isTrusted: (address: string) => boolean;
}

/**
 * Returns the rightmost address that is not a trusted proxy's, or the leftmost if all are. Ignores
 * the header of an untrusted peer, and one with an invalid address where it matters.
 */
export function clientAddress({ peer, forwardedFor, isTrusted }: ForwardedRequest): string {
  if (forwardedFor === undefined || !isTrusted(peer)) return peer;
  let client = peer;
  for (const part of forwardedFor.split(",").reverse()) {
    const address = canonicalAddress(withoutPort(part.trim()));
    if (address === null) return peer;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

/** Accepts `192.0.2.1:80`, `[2001:db8::1]:80`, `[2001:db8::1]` and a bare address. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](:\d{1,5})?$/.exec(text)?.[1];
  return bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, "$1");
}
