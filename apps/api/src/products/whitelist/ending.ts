/** Whitelist entries that end by themselves, as alerts tell of them. */
import type { Db } from "../../platform/db/database.ts";
import { entriesByIds } from "./store.ts";

export { endingRows as endingEntries } from "./store.ts";

/** The addresses of the named entries, by id. */
export async function entryNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  return new Map((await entriesByIds(db, ids)).map(({ id, ip }) => [id, ip]));
}
