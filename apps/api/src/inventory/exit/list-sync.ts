/** Reads lists again that have a URL (spec/supply#lists). */
import { transaction } from "../../platform/db/database.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import type { ListImport, PreparedList } from "./list-import.ts";
import { listNamed, listsWithUrl, retireDelisted, setSynced } from "./store/lists.ts";

/** With the first list: many installations have none, and it reads every form of one. */
const loadImport = () => import("./list-import.ts");

/**
 * Reads a list again, before anything is written. A failure is noted at the list.
 * @throws ActRefused if there is no such list, or it cannot be read now
 */
export async function prepareSync(
  services: Services,
  name: string,
): Promise<{ list: ListImport; prepared: PreparedList }> {
  const row = await listNamed(services.db, name);
  if (row === null || row.sealedUrl === "")
    throw new ActRefused(row ? `${name} was imported without --url` : `there is no list ${name}`);
  const { fetchList, importOf, prepareList } = await loadImport();
  const list = importOf(services, row);
  try {
    const text = await fetchList(services, list.url ?? "");
    return { list, prepared: await prepareList(services, list, { text, whole: true }) };
  } catch (error) {
    const trouble = (error as Error).message.slice(0, 300);
    await setSynced(services.db, row.id, { at: new Date(services.world.now()), trouble });
    throw error;
  }
}

/** For the schedule: one list that cannot be read does not stop the others. */
export async function syncLists(services: Services): Promise<void> {
  for (const name of await listsWithUrl(services.db)) {
    try {
      const { importListIn } = await loadImport();
      const { list, prepared } = await prepareSync(services, name);
      const done = await transaction(services.db, (tx) =>
        importListIn(services, tx, list, prepared),
      );
      const { added, changed, retired, leaving } = done;
      if (added + changed + retired > 0)
        services.log.info({ list: name, added, changed, retired, leaving }, "list read again");
    } catch (error) {
      const why = (error as Error).message;
      if (error instanceof ActRefused) services.log.warn({ list: name, why }, "list read failed");
      else services.log.error({ err: error, list: name }, "list read failed");
    }
  }
}

const AT_ONCE = 500;

/** Retires exits that their list lacks and nobody has any more. */
export function retireLeft({ db, world }: Services): Promise<void> {
  return transaction(db, async (tx) => {
    const retired = await retireDelisted(tx, new Date(world.now()), AT_ONCE);
    await recordChanges(
      tx,
      retired.map((id) => ({ kind: "exit", id })),
    );
  });
}
