/**
 * Works through what waits for a job. An item that fails by itself is set aside and tried again by
 * the next run; it neither undoes nor holds up the others (spec/operator#set-aside).
 */
import type { JobItemKind } from "@turnpike/contract/set-aside.ts";
import { giveSplit, type RefusedItem } from "@turnpike/link/give-split.ts";
import { type Tx, transaction } from "./db/database.ts";
import { isUnreadable } from "./db/unavailable.ts";
import { inMemory } from "./in-memory.ts";
import type { Services } from "./services.ts";
import { setAside } from "./set-aside/set-aside.ts";
import { resolveNamed } from "./set-aside/store.ts";

/**
 * A run that refuses this many stops: the fault may not be the items'. The next run begins with
 * others, so that however many fail, none of the rest waits for them. Tests reduce both.
 */
export const jobItemsOptions = { maxRefused: 1_000, atOnce: 5_000 };
/** Of a job; beyond it the oldest are listed again as any other. */
const maxKnown = 20_000;
const ours = { node: "", gateway: "" };

/** What runs of this process refused, by kind; the oldest first. */
const refusedBefore = inMemory(() => new Map<JobItemKind, Set<string>>());

interface Waiting {
  kind: JobItemKind;
  /** How many ids are worked on in one transaction. */
  atOnce: number;
  /** The most transactions of one run, if no item fails; the next run continues. */
  rounds: number;
  /** Ids that wait, at most `limit`, except those that runs have refused. */
  list: (except: string[], limit: number) => Promise<string[]>;
  /** Works on those of the ids that still wait: on all or, if it throws, on none. */
  run: (tx: Tx, ids: string[]) => Promise<unknown>;
}

/**
 * Works on everything that waits: first on what no run has refused, then once more on what earlier
 * ones did. @throws Error if the fault is the database's
 */
export async function workThrough(services: Services, waiting: Waiting): Promise<void> {
  const { kind, rounds, list, run } = waiting;
  const { maxRefused } = jobItemsOptions;
  const atOnce = Math.min(waiting.atOnce, jobItemsOptions.atOnce);
  const known = refusedBefore(services).get(kind) ?? new Set<string>();
  refusedBefore(services).set(kind, known);
  const again = [...known].slice(0, maxRefused);
  const give = async (ids: string[]) => {
    const giveSome = (some: string[]) => transaction(services.db, (tx) => run(tx, some));
    const refused = await giveOrSetAside(services, { kind, ids, give: giveSome });
    for (const id of ids) known.delete(id);
    for (const id of refused) known.add(id);
    return refused.length;
  };
  let [count, isDone] = [0, false];
  for (let round = 0; round < rounds && count < maxRefused && !isDone; round++) {
    const ids = await list([...known], atOnce);
    count += await give(ids);
    isDone = ids.length < atOnce;
  }
  for (let from = 0; from < again.length; from += atOnce)
    await give(again.slice(from, from + atOnce));
  for (const id of known) if (known.size > maxKnown) known.delete(id);
  const done = again.filter((id) => !known.has(id));
  await settle(services, { kind, ...(isDone ? { except: [...known] } : { done }) });
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
