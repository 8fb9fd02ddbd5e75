/** Whitelisted ports as gateways know them; each gateway ends them at their expiry itself. */
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import type { Services } from "../../platform/services.ts";
import {
  liveWhitelistedPorts,
  liveWhitelistedPortsAfter,
  type WhitelistedPortRow,
} from "./store.ts";

function resourceOf(row: WhitelistedPortRow): Owned<WhitePortFact> {
  const { country, state, city, isp, asn } = row;
  const tokens = Object.entries({ country, state, city, isp }).filter(([, token]) => token !== "");
  return {
    kind: "whitePort",
    owner: row.nodeId,
    id: row.id,
    accountId: row.accountId,
    port: row.port,
    filter: { ...Object.fromEntries(tokens), ...(asn === null ? {} : { asn }) },
    minutes: row.minutes,
    expiresAt: row.expiresAt.getTime(),
  };
}

/** Those of the named that are live. */
export async function whitelistedPortResources(
  services: Services,
  ids: string[],
): Promise<Owned<WhitePortFact>[]> {
  return (await liveWhitelistedPorts(services.db, ids)).map(resourceOf);
}

/** A page in the order of ids, after `lastId` (empty for the first). */
export async function whitelistedPortResourcesAfter(
  services: Services,
  lastId: string,
  limit: number,
): Promise<Owned<WhitePortFact>[]> {
  return (await liveWhitelistedPortsAfter(services.db, lastId, limit)).map(resourceOf);
}
