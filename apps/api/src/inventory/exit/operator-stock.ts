/** The operator's side of the exits: imports and retires them (spec/operator#exits-import). */
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { nodeIdNamed } from "../node/store/addresses.ts";
import { moveExits } from "./move-exits.ts";
import { faultsText, type ImportedExit, listenersOf, twoListeners } from "./read-csv.ts";
import { overlapsOf } from "./store/prefixes.ts";
import {
  listenersAt,
  liveExitsAt,
  lockSoldSingly,
  setRetired,
  unretireHeld,
  upsertExits,
} from "./store/operator-stock.ts";

const AT_ONCE = 1_000;

export interface ImportResult {
  added: number;
  /** Were there already and differed. */
  changed: number;
}

/** Imports all of the exits, or none; one that is there (same address and product) is changed. */
export async function importExits(
  services: Services,
  exits: ImportedExit[],
): Promise<ImportResult> {
  const { db, world, seal } = services;
  return transaction(db, async (tx) => {
    const now = new Date(world.now());
    const nodeIds = await nodeIdsOf(tx, exits);
    const soldSingly = exits.filter(({ product }) => product === "static" || product === "short");
    await lockSoldSingly(
      tx,
      soldSingly.map(({ ip }) => ip),
    );
    await refuseTakenListeners(tx, exits, now);
    const back = new Set(
      await unretireHeld(
        tx,
        exits.map(({ ip, product }) => ({ ip, product })),
        now,
      ),
    );
    await tellExits(tx, [...back]);
    const count: ImportResult = { added: back.size, changed: 0 };
    for (let from = 0; from < exits.length; from += AT_ONCE) {
      const fresh = await changedAmong(services, tx, exits.slice(from, from + AT_ONCE));
      const rows = fresh.map(({ password, ...exit }) => ({
        ...exit,
        id: world.id(),
        nodeId: nodeIds.get(exit.node) ?? null,
        sealed: password === "" ? "" : seal.seal(password),
      }));
      const written = await upsertExits(tx, rows, now);
      const ids = written.map(({ id }) => id);
      await refuseOverlaps(tx, ids);
      await moveExits(tx, ids);
      await tellExits(tx, ids);
      const known = written.filter(({ added }) => !added);
      count.added += written.length - known.length;
      count.changed += known.filter(({ id }) => !back.has(id)).length;
    }
    return count;
  });
}

/** The ids of the nodes that exits name. */
async function nodeIdsOf(tx: Tx, exits: ImportedExit[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const unknown: string[] = [];
  for (const name of new Set(exits.map(({ node }) => node))) {
    if (name === "") continue;
    const id = await nodeIdNamed(tx, name);
    if (id === null) unknown.push(`there is no node ${name}`);
    else ids.set(name, id);
  }
  if (unknown.length > 0) throw new Error(faultsText(unknown));
  return ids;
}

function tellExits(tx: Tx, ids: string[]): Promise<void> {
  return recordChanges(
    tx,
    ids.map((id) => ({ kind: "exit", id })),
  );
}

/**
 * No address may be the static listener of two exits: of one that is imported, and of another that is
 * live or held.
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
  throw new Error(
    faultsText(
      taken.map(
        ({ ip, product, address }) => `${twoListeners(address)}; there is ${ip} (${product})`,
      ),
    ),
  );
}

/** A session's address in a prefix could be another exit's. */
async function refuseOverlaps(tx: Tx, ids: string[]): Promise<void> {
  const overlaps = await overlapsOf(tx, ids);
  if (overlaps.length === 0) return;
  throw new Error(
    faultsText(overlaps.map(({ prefix, other }) => `${other} lies within ${prefix}`)),
  );
}

/** Those that are not there yet, or differ from what is there. */
async function changedAmong(
  { seal }: Services,
  tx: Tx,
  exits: ImportedExit[],
): Promise<ImportedExit[]> {
  const rows = await liveExitsAt(
    tx,
    exits.map(({ ip }) => ip),
  );
  const known = new Set<string>();
  for (const { sealed, lab, ...row } of rows) {
    const password = sealed === "" ? "" : seal.open(sealed);
    if (!lab) known.add(textOf({ ...row, password }));
  }
  return exits.filter((exit) => !known.has(textOf(exit)));
}

/** All fields of an exit in one text, to compare. */
const textOf = (exit: ImportedExit) =>
  JSON.stringify(Object.entries(exit).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Takes an address out of every product: it is chosen no longer, and whoever holds it gets another
 * (spec/gateway#sessions: a retired exit counts as dead). Answers how many products it was in, and
 * of how many static IPs it was the address: their customers see them as unreachable and may
 * replace them.
 */
export function retireExit(
  { db, world }: Services,
  ip: string,
): Promise<{ retired: number; taken: number }> {
  return transaction(db, async (tx) => {
    const rows = await setRetired(tx, ip, new Date(world.now()));
    await tellExits(
      tx,
      rows.map(({ id }) => id),
    );
    return { retired: rows.length, taken: rows.filter(({ taken }) => taken).length };
  });
}
