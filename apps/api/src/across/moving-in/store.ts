/** The table of imported files. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface ImportedFile {
  digest: string;
  kind: string;
  lines: number;
  at: Date;
  actor: string;
}

export async function importedFile(db: Db | Tx, digest: string): Promise<ImportedFile | null> {
  const { rows } = await sql<ImportedFile>`
    select digest, kind, lines, at, actor from imported_file where digest = ${digest}`.execute(db);
  return rows[0] ?? null;
}

/** Remembers a file; false if it was imported before. Waits for an import of it that is under way. */
export async function rememberFile(tx: Tx, file: ImportedFile): Promise<boolean> {
  const { rows } = await sql`
    insert into imported_file (digest, kind, lines, at, actor)
    values (${file.digest}, ${file.kind}, ${file.lines}, ${file.at}, ${file.actor})
    on conflict do nothing returning digest`.execute(tx);
  return rows.length > 0;
}
