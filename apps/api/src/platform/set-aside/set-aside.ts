/** Sets aside what cannot be stored, applied or sent while the rest can (spec/operator#set-aside). */
import { setAsideKinds, type SetAsideItem } from "@turnpike/contract/set-aside.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { insertAside, type Origin } from "./store.ts";

const kinds: ReadonlySet<string> = new Set(setAsideKinds);

/** Keeps items for the operator: logs, counts and stores them, as far as the node has room. */
export async function setAside(
  { log, metrics, world }: Pick<Services, "log" | "metrics" | "world">,
  db: Db | Tx,
  { origin, items }: { origin: Origin; items: readonly SetAsideItem[] },
): Promise<void> {
  if (items.length === 0) return;
  const stored = await insertAside(db, origin, items, world.now());
  for (const [kind, some] of Map.groupBy(items, (item) => item?.kind)) {
    metrics.countSetAside(kinds.has(kind) ? kind : "other", some.length);
    const [{ name, why } = { name: "", why: "" }] = some;
    const fields = { kind, ...origin, count: some.length, name, why };
    log.warn(fields, "set aside: refused while others were accepted (operator usage list)");
  }
  if (stored < items.length)
    log.error({ ...origin, lost: items.length - stored }, "no room to set more aside: discarded");
}
