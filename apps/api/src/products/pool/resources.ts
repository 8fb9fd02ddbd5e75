/** Opened IPs in the form sent to gateways, which end them at their expiry by themselves. */
import type { OpenedIpFact } from "@turnpike/contract/port-facts.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import {
  type LeasedPortRow,
  liveLeasedPortsOf,
  liveLeasedPorts,
  liveLeasedPortsAfter,
} from "../../inventory/listening-port/store/leased-ports.ts";
import type { Tx } from "../../platform/db/database.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { verifiersOf } from "./store/login.ts";
import { exitsOfOpened } from "./store/opened-ips.ts";

type Resource = Owned<OpenedIpFact>;

async function resourcesOf({ db }: Services, ports: LeasedPortRow[]): Promise<Resource[]> {
  const accountIds = [...new Set(ports.map((port) => port.account_id))];
  const standingOf = await accountStatusesOf(db, accountIds);
  const verifiers = await verifiersOf(db, accountIds);
  const opened = await exitsOfOpened(
    db,
    ports.map(({ id }) => id),
  );
  return ports.flatMap(({ id, account_id: accountId, node_id, port, expires_at }): Resource[] => {
    const own = opened.get(id);
    if (own === undefined) return [];
    const login = own.auth === "user" ? verifiers.get(accountId) : null;
    // Without its login a gateway would open the port to whitelisted addresses instead.
    if (login === undefined) return [];
    return [
      {
        kind: "openedIp",
        owner: node_id,
        id,
        accountId,
        product: "ip",
        port,
        exitId: own.exitId,
        login,
        ...standingOf(accountId),
        expiresAt: expires_at.getTime(),
      },
    ];
  });
}

/** Ids of an account's live opened IPs. */
export async function openedIpIdsOf(tx: Tx, accountId: string): Promise<string[]> {
  return (await liveLeasedPortsOf(tx, [accountId], ["openedIp"])).map(({ id }) => id);
}

/** The live opened IPs among `ids`. */
export async function openedIpResources(services: Services, ids: string[]): Promise<Resource[]> {
  return resourcesOf(services, await liveLeasedPorts(services.db, "openedIp", ids));
}

/** A page of live opened IPs ordered by id, after `lastId` (empty for the first page). */
export async function openedIpResourcesAfter(services: Services, lastId: string, limit: number) {
  const ports = await liveLeasedPortsAfter(services.db, "openedIp", { lastId, limit });
  return resourcePage(ports, limit, (some) => resourcesOf(services, some));
}
