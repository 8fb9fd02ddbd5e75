/** Exits as resources of the link, as gateways receive them. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { needsOwner, type NodeKeyRef, type Owned } from "@turnpike/rules/ownership.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { type Relay, relayPassword, relays } from "../node/relay.ts";
import { type ExitRow, exitRows, exitRowsAfter } from "./store/exits.ts";

function resourceOf(
  { seal }: Services,
  { node_id, username, sealed_password, prefix, dns, shared, shared_port, ...row }: ExitRow,
  relay: Relay | undefined,
): Owned<ExitFact> {
  const password = sealed_password === "" ? "" : seal.open(sealed_password);
  const fact: ExitFact = { kind: "exit", ...row, user: username, password };
  if (dns === "local" && row.how !== "local") fact.dns = dns;
  if (shared_port !== null) fact.sharedPort = shared_port;
  // Without a port of its node it would listen at an address that the node does not have.
  else if (shared) return { ...fact, owner: null };
  const exit = prefix === null ? fact : { ...fact, prefix };
  if (node_id === null && !needsOwner(row)) return exit;
  return {
    ...exit,
    owner: node_id,
    ...(relay && isRelayed(exit) && { relay: (asker) => throughRelay(relay, exit, asker) }),
  };
}

/**
 * Static IPs are used only through their own addresses, and a relay could not know which address of
 * a prefix a session has.
 */
const isRelayed = ({ how, product, prefix }: ExitFact) =>
  how === "local" && prefix === undefined && (product === "pool" || product === "unlimited");

/** An exit as other nodes reach it: through its owner's relay. */
function throughRelay(relay: Relay, exit: ExitFact, asker: NodeKeyRef): ExitFact {
  const { host, port } = relay;
  const password = relayPassword(relay, exit.id, asker);
  return { ...exit, how: "http", host, port, user: exit.id, password, relayed: true };
}

async function resourcesOf(services: Services, rows: ExitRow[]): Promise<Owned<ExitFact>[]> {
  const relayed = rows.some((row) => row.node_id !== null && row.how === "local");
  const known = relayed ? await relays(services, services.db) : new Map<string, Relay>();
  return rows.map((row) => resourceOf(services, row, known.get(row.node_id ?? "")));
}

/** The exits among `ids` that are not retired. */
export async function exitResources(services: Services, ids: string[]): Promise<Owned<ExitFact>[]> {
  return resourcesOf(services, await exitRows(services.db, ids));
}

/** A page of exits ordered by id, after `lastId` (empty: the first page). */
export async function exitResourcesAfter(services: Services, lastId: string, limit: number) {
  return resourcePage(await exitRowsAfter(services.db, lastId, limit), limit, (rows) =>
    resourcesOf(services, rows),
  );
}
