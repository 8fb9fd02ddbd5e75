/** Whitelisted ports in the form sent to gateways, which end them at their expiry by themselves. */
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import { resourcePage } from "../../platform/resource-page.ts";
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

/** The live whitelisted ports among `ids`. */
export async function whitelistedPortResources(
  services: Services,
  ids: string[],
): Promise<Owned<WhitePortFact>[]> {
  return (await liveWhitelistedPorts(services.db, ids)).map(resourceOf);
}

/** A page of live whitelisted ports ordered by id, after `lastId` (empty for the first page). */
export async function whitelistedPortResourcesAfter(
  services: Services,
  lastId: string,
  limit: number,
) {
  return resourcePage(await liveWhitelistedPortsAfter(services.db, lastId, limit), limit, (rows) =>
    rows.map(resourceOf),
  );
}
