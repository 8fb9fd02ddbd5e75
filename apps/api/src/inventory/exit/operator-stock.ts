/** The operator's commands for exits: import and retire (spec/operator#exits-import). */
import { ActRefused } from "../../platform/act-refused.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";
import { noProbePage, probeUrl } from "../../platform/proxy/outward.ts";
import type { Services } from "../../platform/services.ts";
import { addressesOfNodes, nodeIdNamed } from "../node/store/addresses.ts";
import { moveExits } from "./move-exits.ts";
import { isPublic } from "./public-address.ts";
import { faultsText, type ImportedExit, listenersOf, listenerConflict } from "./read-csv.ts";
import { settleSharedPorts } from "./shared-ports.ts";
import { overlapsOf } from "./store/prefixes.ts";
import { becomeModems, putModems } from "./store/modems.ts";
import {
  listenersAt,
  liveExitsAt,
  lockSoldSingly,
  type NewExit,
  type SealedExit,
  setRetired,
  unretireHeld,
  upsertExits,
  type WrittenExit,
} from "./store/operator-stock.ts";

const BATCH_SIZE = 1_000;

export interface ImportResult {
  added: number;
  /** Existed already and differed. */
  changed: number;
}

/** Imports all of the exits or none; updates those that exist (same address and product). */
export function importExits(services: Services, exits: ImportedExit[]): Promise<ImportResult> {
  return transaction(services.db, (tx) => importExitsIn(services, tx, exits));
}

/** Same as `importExits`, within the caller's transaction. */
export async function importExitsIn(
  services: Services,
  tx: Tx,
  given: ImportedExit[],
): Promise<ImportResult> {
  const exits = await withShared(tx, given);
  const { world, seal } = services;
  const now = new Date(world.now());
  const nodeIds = await nodeIdsOf(tx, exits);
  await adoptModems(services, tx, exits, now);
  const soldSingly = exits.filter(({ product }) => product === "static" || product === "short");
  await lockSoldSingly(
    tx,
    soldSingly.map(({ ip }) => ip),
  );
  await refuseTakenListeners(tx, exits, now);
  const restored = new Set(
    await unretireHeld(
      tx,
      exits.map(({ ip, product }) => ({ ip, product })),
      now,
    ),
  );
  await settleSharedPorts(services, tx, [...restored]);
  await recordExitChanges(tx, [...restored]);
  const count: ImportResult = { added: restored.size, changed: 0 };
  for (let from = 0; from < exits.length; from += BATCH_SIZE) {
    const fresh = await changedExits(services, tx, exits.slice(from, from + BATCH_SIZE));
    const sealed = (text: string) => (text === "" ? "" : seal.seal(text));
    const rows = fresh.map(({ password, rotateUrl, ...exit }) => ({
      ...exit,
      id: world.id(),
      nodeId: nodeIds.get(exit.node) ?? null,
      sealed: sealed(password),
      sealedRotateUrl: sealed(rotateUrl),
    }));
    const written = await upsertExits(tx, rows, now);
    await putModems(tx, modemsOf(rows, written), now);
    const ids = written.map(({ id }) => id);
    await refuseOverlaps(tx, ids);
    await moveExits(tx, ids);
    await settleSharedPorts(services, tx, ids);
    await recordExitChanges(tx, ids);
    const known = written.filter(({ added }) => !added);
    count.added += written.length - known.length;
    count.changed += known.filter(({ id }) => !restored.has(id)).length;
  }
  return count;
}

/** The written exits that are modems. */
function modemsOf(rows: NewExit[], written: WrittenExit[]) {
  const ids = new Map(written.map(({ id, ip, product }) => [`${ip} ${product}`, id]));
  return rows.flatMap(({ ip, product, sealedRotateUrl, rotateMinSeconds: minSeconds }) => {
    const exitId = ids.get(`${ip} ${product}`);
    return sealedRotateUrl === "" || exitId === undefined
      ? []
      : [{ exitId, sealedRotateUrl, minSeconds }];
  });
}

/**
 * Makes exits that were imported without their link modems of the same customers.
 * @throws ActRefused if there are modems, and no page to read their addresses from
 */
async function adoptModems(
  { env }: Pick<Services, "env">,
  tx: Tx,
  exits: ImportedExit[],
  now: Date,
) {
  const modems = exits.filter(({ rotateUrl }) => rotateUrl !== "");
  if (modems.length === 0) return;
  if (probeUrl(env) === null) throw new ActRefused(noProbePage);
  await becomeModems(tx, modems, now);
}

/** Marks static exits behind upstreams whose public address no machine of ours has. */
async function withShared(tx: Tx, exits: ImportedExit[]): Promise<ImportedExit[]> {
  const isElsewhere = ({ how, product, ip }: ImportedExit) =>
    how !== "local" && (product === "static" || product === "short") && isPublic(ip);
  const ips = exits.filter(isElsewhere).map(({ ip }) => ip);
  if (ips.length === 0) return exits;
  const own = new Set(await addressesOfNodes(tx, ips));
  return exits.map((exit) =>
    isElsewhere(exit) && !own.has(exit.ip) ? { ...exit, shared: true } : exit,
  );
}

/** Returns the ids of the nodes that the exits name, by node name. */
async function nodeIdsOf(tx: Tx, exits: ImportedExit[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const unknown: string[] = [];
  for (const name of new Set(exits.map(({ node }) => node))) {
    if (name === "") continue;
    const id = await nodeIdNamed(tx, name);
    if (id === null) unknown.push(`there is no node ${name}`);
    else ids.set(name, id);
  }
  if (unknown.length > 0) throw new ActRefused(faultsText(unknown));
  return ids;
}

function recordExitChanges(tx: Tx, ids: string[]): Promise<void> {
  return recordChanges(
    tx,
    ids.map((id) => ({ kind: "exit", id })),
  );
}

/**
 * Refuses the import if two exits would share a static listener's address: an imported exit, and
 * another one that is live or held.
 */
async function refuseTakenListeners(tx: Tx, exits: ImportedExit[], now: Date): Promise<void> {
  const byAddress = new Map(
    exits.flatMap((exit) => listenersOf(exit).map((address) => [address, exit] as const)),
  );
  if (byAddress.size === 0) return;
  const taken = (await listenersAt(tx, [...byAddress.keys()], now)).filter((row) => {
    const exit = byAddress.get(row.address);
    return exit !== undefined && (exit.ip !== row.ip || exit.product !== row.product);
  });
  if (taken.length === 0) return;
  throw new ActRefused(
    faultsText(
      taken.map(
        ({ ip, product, address }) => `${listenerConflict(address)}; there is ${ip} (${product})`,
      ),
    ),
  );
}

/** Refuses overlapping prefixes: a session's address in a prefix could be another exit's. */
async function refuseOverlaps(tx: Tx, ids: string[]): Promise<void> {
  const overlaps = await overlapsOf(tx, ids);
  if (overlaps.length === 0) return;
  throw new Error(
    faultsText(overlaps.map(({ prefix, other }) => `${other} lies within ${prefix}`)),
  );
}

/** Returns the exits that are new or differ from the stored ones. */
async function changedExits(
  { seal }: Services,
  tx: Tx,
  exits: ImportedExit[],
): Promise<ImportedExit[]> {
  const rows = await liveExitsAt(
    tx,
    exits.map(({ ip }) => ip),
  );
  const known = new Set<string>();
  for (const { lab, ...row } of rows) {
    const exit = opened(seal, row);
    if (!lab) known.add(textOf(exit));
    // Once sold on a shared port, an exit stays there.
    if (!lab && exit.shared) known.add(textOf({ ...exit, shared: false }));
  }
  return exits.filter((exit) => !known.has(textOf(exit)));
}

/** A stored exit as it was imported. */
function opened(
  seal: Services["seal"],
  { sealed, sealedRotateUrl, ...exit }: SealedExit,
): ImportedExit {
  const secret = (text: string) => (text === "" ? "" : seal.open(text));
  return { ...exit, password: secret(sealed), rotateUrl: secret(sealedRotateUrl) };
}

/** Serializes all fields of an exit, for comparison. */
const textOf = (exit: ImportedExit) =>
  JSON.stringify(Object.entries(exit).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Retires an address in every product: it is no longer selected, and sessions on it move to another
 * exit (spec/gateway#sessions: a retired exit counts as dead). Returns how many products had it,
 * and how many static IPs used it: their customers see them as unreachable and may replace them.
 */
export async function retireExit(
  { world }: Pick<Services, "world">,
  tx: Tx,
  ip: string,
): Promise<{ retired: number; taken: number }> {
  const rows = await setRetired(tx, ip, new Date(world.now()));
  await recordExitChanges(
    tx,
    rows.map(({ id }) => id),
  );
  return { retired: rows.length, taken: rows.filter(({ taken }) => taken).length };
}

/** Reports what an import would do, without doing it: new exits, and fields that would change. */
export async function previewImport(
  { seal }: Pick<Services, "seal">,
  db: Db,
  exits: ImportedExit[],
): Promise<{
  added: number;
  unchanged: number;
  changed: { ip: string; product: string; fields: string[] }[];
}> {
  const known = new Map<string, ImportedExit>();
  for (let from = 0; from < exits.length; from += BATCH_SIZE) {
    const ips = exits.slice(from, from + BATCH_SIZE).map(({ ip }) => ip);
    for (const { lab, ...row } of await liveExitsAt(db, ips)) {
      const exit = opened(seal, row);
      // An import turns the lab's own exits into the operator's.
      known.set(`${row.ip} ${row.product}`, lab ? { ...exit, provenance: "" } : exit);
    }
  }
  const existing = exits.flatMap((exit) => {
    const before = known.get(`${exit.ip} ${exit.product}`);
    if (!before) return [];
    const names = Object.keys(exit) as (keyof ImportedExit)[];
    const fields = names.filter((name) => name !== "shared" && exit[name] !== before[name]);
    const isModem = exit.rotateUrl !== "";
    const ip = isModem ? `${exit.host}:${exit.port}` : exit.ip;
    return [{ ip, product: exit.product, fields }];
  });
  const changed = existing.filter(({ fields }) => fields.length > 0);
  return {
    added: exits.length - existing.length,
    unchanged: existing.length - changed.length,
    changed,
  };
}
