/** Opens exits of the pool for some hours, at one IP of balance each (spec/pool#opening). */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import type { IpAuth, OpenedIp } from "@turnpike/contract/pool.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { lockOpenAccount, refuseInArrears } from "../../identity/account/account-lock.ts";
import type { Tx, Db } from "../../platform/db/database.ts";
import {
  openExits,
  findOpened,
  insertOpened,
  lockOpeningsOf,
  type NewOpenedIp,
} from "./store/opened-ips.ts";
import {
  type OwnedExit,
  pickPoolExits,
  poolExitsByIds,
  poolExitsByNode,
} from "../../inventory/exit/store/pool.ts";
import { checkRequestedPorts } from "../../inventory/listening-port/requested-ports.ts";
import { leasePorts } from "../../inventory/listening-port/lease-ports.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { post } from "../../ledger/post.ts";
import type { Services } from "../../platform/services.ts";
import { ensureLogin } from "./store/login.ts";
import { presentIps } from "./present.ts";
import { nodesNearCountry } from "@turnpike/rules/node-placement.ts";
import { placeLeasedPorts } from "../../inventory/listening-port/place-ports.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";

export interface OpenIpsOptions {
  accountId: string;
  lang: Lang;
  /** These exits by id, or `num` random ones that match a filter. */
  which: { ids: string[] } | { filter: PoolFilter; num: number };
  hours: number;
  auth: IpAuth;
  /** The first of consecutive port numbers; absent: any of WHITE_PORTS. */
  port?: number | undefined;
  by: OpenedIp["by"];
}

const hourMs = 3_600_000;

/**
 * Opens all exits or none in the caller's transaction: those in `ids`, in that order, or random
 * ones. After the commit, call `waitForOpenedIps` for the ports that gateways really opened. The
 * balance is checked before locks that other accounts wait for.
 * @throws Refusal sessionInvalid (the account was closed or disabled), inArrears, exitNotFound,
 *   portUnavailable, insufficientIps (short: ip), insufficientStock (short: stock)
 */
export async function openIps(
  services: Services,
  tx: Tx,
  { accountId, lang, which, hours, auth, port, by }: OpenIpsOptions,
): Promise<OpenedIp[]> {
  await lockOpenAccount(tx, accountId);
  refuseInArrears(tx, accountId);
  const named = "ids" in which ? await onlineExitsByIds(tx, which.ids) : null;
  const count = "ids" in which ? which.ids.length : which.num;
  const knownNodeIds = await nodesBeforePick(services, tx, { which, named, port });
  if (port !== undefined && knownNodeIds !== null)
    await checkRequestedPorts(services, tx, { first: port, nodeIds: knownNodeIds });
  // From here on the account's openings are serialized, so concurrent calls pick different exits.
  await lockOpeningsOf(tx, accountId);
  await refuseInsufficientIps(tx, accountId, count);
  const exits =
    named ?? (await pickRandomExits(services, tx, { ...which, accountId }, knownNodeIds?.[0]));
  const nodeIds = knownNodeIds ?? (await placeExits(services, tx, exits));
  const now = services.world.now();
  const [at, expiresAt] = [new Date(now), new Date(now + hours * hourMs)];
  const ports = await leasePorts(services, tx, {
    kind: "openedIp",
    accountId,
    count,
    nodeIds,
    first: port,
    numbersChecked: true,
    at,
    expiresAt,
  });
  const openingId = services.world.id();
  await postOpening(tx, { accountId, openingId, count, hours, at });
  if (auth === "user") await ensureLogin(services, tx, accountId, "keep");
  const rows = ports.map(
    ({ id }, place): NewOpenedIp => ({
      id,
      accountId,
      exitId: exits[place]?.id ?? "",
      auth,
      by,
      openingId,
      at,
      expiresAt,
    }),
  );
  await insertOpened(tx, rows);
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ kind: "openedIp", id })),
  );
  return presentOwnIps(services, tx, { accountId, lang, ids: rows.map(({ id }) => id) });
}

/** An early check before any lock that other accounts need; posting to the ledger checks again. */
async function refuseInsufficientIps(tx: Tx, accountId: string, count: number): Promise<void> {
  const has = await balanceOf(tx, { owner: accountId, asset: "ip", bucket: "main" });
  if (has < count) throw new Refusal("insufficientIps", { short: "ip" });
}

/** @throws Refusal exitNotFound if one of the exits is not online */
async function onlineExitsByIds(tx: Tx, ids: string[]): Promise<OwnedExit[]> {
  const online = new Map((await poolExitsByIds(tx, ids)).map((exit) => [exit.id, exit]));
  return ids.map((given) => {
    const exit = online.get(given.toLowerCase());
    if (exit === undefined) throw new Refusal("exitNotFound", { field: "ids" });
    return exit;
  });
}

/**
 * Returns the ports' nodes if they are known before exits are picked: exits given by id determine
 * them, and consecutive ports must all be at one node. Null otherwise.
 */
async function nodesBeforePick(
  services: Services,
  tx: Tx,
  { which, named, port }: Pick<OpenIpsOptions, "which" | "port"> & { named: OwnedExit[] | null },
): Promise<string[] | null> {
  if (named !== null) return placeExits(services, tx, named);
  if (port === undefined || !("filter" in which)) return null;
  const nodeId = await nodeForPlace(services, tx, which);
  return Array.from({ length: which.num }, () => nodeId);
}

/**
 * Picks random exits that match the filter and that the account does not have open.
 * @throws Refusal insufficientStock
 */
async function pickRandomExits(
  services: Services,
  tx: Tx,
  { accountId, ...which }: OpenIpsOptions["which"] & { accountId: string },
  nodeId: string | undefined,
): Promise<OwnedExit[]> {
  if (!("filter" in which)) return [];
  const { filter, num } = which;
  const exits = await pickPoolExits(tx, {
    filter,
    num,
    excluding: openExits(accountId, new Date(services.world.now())),
    nodeId,
  });
  if (exits.length < num) throw new Refusal("insufficientStock", { short: "stock" });
  return exits;
}

/** Posts one entry for all IPs of an opening. */
async function postOpening(
  tx: Tx,
  opening: { accountId: string; openingId: string; count: number; hours: number; at: Date },
): Promise<void> {
  const { accountId, openingId, count, hours, at } = opening;
  await post(tx, {
    key: `ipOpen:${openingId}`,
    kind: "ipOpen",
    ref: `${count} × ${hours} h`,
    at: at.getTime(),
    lines: [
      { owner: accountId, asset: "ip", bucket: "main", amount: -count },
      { owner: null, asset: "ip", bucket: "opened", amount: count },
    ],
  });
}

/** Presents those of the ids that belong to the account, in the order of `ids`. */
export async function presentOwnIps(
  services: Services,
  db: Tx | Services["db"],
  { accountId, lang, ids }: { accountId: string; lang: Lang; ids: string[] },
): Promise<OpenedIp[]> {
  const shown = await presentIps(
    services,
    db,
    { accountId, lang },
    await findOpened(db, accountId, ids),
  );
  const byId = new Map(shown.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What decides an opened IP's node: its exit's node, or the country if nodes share the exit. */
type PlaceableExit = Pick<OwnedExit, "nodeId" | "country">;

/**
 * Returns the node of each exit's port, in the order of `exits`.
 * @throws Refusal insufficientStock (short: stock)
 */
async function placeExits(services: Services, db: Db, exits: PlaceableExit[]): Promise<string[]> {
  const nodes = await servingNodesNow(services, db);
  const shared = exits.filter(({ nodeId }) => nodeId === null);
  const placed = new Map<string, string[]>();
  for (const [country, { length: count }] of Map.groupBy(shared, (exit) => exit.country)) {
    const near = nodesNearCountry(nodes, country);
    placed.set(country, await placeLeasedPorts(services, db, { count, nodes: near }));
  }
  return exits.map(({ nodeId, country }) => {
    const at = nodeId ?? placed.get(country)?.shift();
    if (at === undefined) throw new Refusal("insufficientStock", { short: "stock" });
    return at;
  });
}

/**
 * Returns the node with the fewest ports among those that can use `num` matching exits.
 * @throws Refusal insufficientStock (short: stock) if no node has enough of them
 */
async function nodeForPlace(
  services: Services,
  db: Db,
  { filter, num }: { filter: PoolFilter; num: number },
): Promise<string> {
  const nodes = await servingNodesNow(services, db);
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only.id;
  const have = await poolExitsByNode(db, filter);
  const able = nodes.filter(({ id }) => (have.get(id) ?? 0) + (have.get(null) ?? 0) >= num);
  const [placed] = await placeLeasedPorts(services, db, { count: 1, nodes: able });
  if (placed === undefined) throw new Refusal("insufficientStock", { short: "stock" });
  return placed;
}
