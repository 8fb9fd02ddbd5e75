/** The networks that an account's holder is known to sign in from. */
import { networkOf } from "@turnpike/rules/network-of.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { hasSignedInFromNetwork } from "./store/login-event.ts";

const KNOWN_FOR_MS = 90 * 86_400_000;

/**
 * Whether the holder recently signed in from an address's network. Without an account (null) the
 * result is false, after the same query.
 */
export function isKnownNetwork(
  { db, world }: Services,
  { accountId, ip }: { accountId: string | null; ip: string },
): Promise<boolean> {
  return hasSignedInFromNetwork(db, {
    accountId: accountId ?? nilUuid,
    network: networkOf(ip),
    since: new Date(world.now() - KNOWN_FOR_MS),
  });
}
