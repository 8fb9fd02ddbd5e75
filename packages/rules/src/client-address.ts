/** Who asks, where a request came through proxies of the operator (spec/environment#proxies). */
import { canonicalAddress } from "./ip-address.ts";

export interface ForwardedRequest {
  /** The connection's own address, in its one spelling. */
  peer: string;
  /** `X-Forwarded-For` as it was sent, several lines joined by commas. */
  forwardedFor: string | undefined;
  isTrusted: (address: string) => boolean;
}

/**
 * The rightmost address that is no trusted proxy's; the leftmost where all are. The header of a peer
 * that is not trusted is ignored, and so is one that names no address where it counts.
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

/** `192.0.2.1:80`, `[2001:db8::1]:80`, `[2001:db8::1]` and the address itself. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](:\d{1,5})?$/.exec(text)?.[1];
  return bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, "$1");
}
