/** Adds the lab's wholesaler as an upstream, so that places without own exits work (spec/supply#lab). */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { checkedFile } from "../../inventory/upstream/definition.ts";
import {
  insertUpstream,
  putPrice,
  updateUpstream,
  upstreamNamed,
} from "../../inventory/upstream/store/upstreams.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { labUpstreamFile } from "./upstream-file.ts";

/** Adds it, or sets the port at which it runs now; what an operator changed of it stays. */
export async function addLabUpstream(services: Services): Promise<void> {
  const { db, env, seal, world } = services;
  if (!env.lab) return;
  const file = path.join(path.resolve(env.DATA_DIR), labUpstreamFile);
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return;
  const networks = env.EXIT_NETWORKS;
  const checked = checkedFile(JSON.parse(text), { networks, known: null, secret: null });
  const { name, maxConnections, dayBytes, monthBytes, perGbMicros, gbBytes } = checked.upstream;
  const known = await upstreamNamed(db, name);
  if (known && JSON.stringify(known.file.hosts) === JSON.stringify(checked.file.hosts)) return;
  const at = new Date(world.now());
  await transaction(db, async (tx) => {
    const { priority, weight } = known ?? checked.upstream;
    const sealed = known?.sealed ?? seal.seal(JSON.stringify(checked.secrets));
    const written = known ? { ...known.file, hosts: checked.file.hosts } : checked.file;
    const limits = known ?? { maxConnections, dayBytes, monthBytes };
    const id = known?.id ?? world.id();
    const row = {
      ...limits,
      id,
      name,
      file: written as typeof checked.file,
      sealed,
      priority,
      weight,
    };
    if (known) await updateUpstream(tx, row);
    else if (!(await insertUpstream(tx, { ...row, at }))) return;
    else await putPrice(tx, { id, day: at.toISOString().slice(0, 10), perGbMicros, gbBytes });
    await recordChanges(tx, [{ kind: "upstream", id }]);
  });
}
