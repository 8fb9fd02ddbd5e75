/**
 * Works through what waits for a job. An item that fails by itself is set aside and tried again by
 * the next run; it neither undoes nor holds up the others (spec/operator#set-aside).
 */
import type { JobItemKind } from "@turnpike/contract/set-aside.ts";
import { giveSplit, type RefusedItem } from "@turnpike/link/give-split.ts";
import { type Tx, transaction } from "./db/database.ts";
import { isUnreadable } from "./db/unavailable.ts";
import type { Services } from "./services.ts";
import { setAside } from "./set-aside/set-aside.ts";
import { resolveNamed } from "./set-aside/store.ts";

/** A run that refuses more than this many stops: the fault is not the items'. */
const maxRefused = 1_000;
const ours = { node: "", gateway: "" };

interface Waiting {
  kind: JobItemKind;
  /** How many ids are worked on in one transaction. */
  atOnce: number;
  /** The most transactions of one run, if no item fails; the next run continues. */
  rounds: number;
  /** Ids that wait, at most `limit`, except those that this run has refused. */
  list: (except: string[], limit: number) => Promise<string[]>;
  /** Works on those of the ids that still wait: on all or, if it throws, on none. */
  run: (tx: Tx, ids: string[]) => Promise<unknown>;
}

/** Works on everything that waits. @throws Error if the fault is the database's */
export async function workThrough(services: Services, waiting: Waiting): Promise<void> {
  const { kind, atOnce, rounds, list, run } = waiting;
  const refused: string[] = [];
  for (let round = 0; round < rounds && refused.length < maxRefused; round++) {
    const ids = await list(refused, atOnce);
    const give = (some: string[]) => transaction(services.db, (tx) => run(tx, some));
    refused.push(...(await giveOrSetAside(services, { kind, ids, give })));
    if (ids.length < atOnce) return settle(services, { kind, except: refused });
  }
}

/** Gives all ids, together if possible, and sets aside those that are refused: these it returns. */
export async function giveOrSetAside(
  services: Services,
  {
    kind,
    ids,
    give,
  }: { kind: JobItemKind; ids: string[]; give: (ids: string[]) => Promise<unknown> },
): Promise<string[]> {
  const refused = await giveSplit(ids, { give, isRefusal: isUnreadable });
  await setJobItemsAside(services, kind, refused, (id) => id);
  return refused.map(({ item }) => item);
}

/** Keeps refused items of a job for the operator. */
export async function setJobItemsAside<T>(
  services: Services,
  kind: JobItemKind,
  refused: readonly RefusedItem<T>[],
  nameOf: (item: T) => string,
): Promise<void> {
  const at = services.world.now();
  const items = refused.map(({ item, why }) => ({ kind, name: nameOf(item), item, why, at }));
  await setAside(services, services.db, { origin: ours, items });
}

/** Ends the wait of items that a later run has done: of these, or of all but some. */
export function settle(
  { db, world }: Services,
  { kind, ...names }: { kind: JobItemKind } & ({ done: string[] } | { except: string[] }),
): Promise<void> {
  return resolveNamed(db, { ...ours, kind, ...names, at: world.now() });
}
