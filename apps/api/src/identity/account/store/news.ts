/** The news table. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The newest entries in all languages and in this one, newest first. */
export function newestNews(db: Db, lang: Lang, limit: number) {
  return db
    .selectFrom("news")
    .select(["id", "at", "key", "title", "body"])
    .where((where) => where.or([where("lang", "is", null), where("lang", "=", lang)]))
    .orderBy("at", "desc")
    .limit(limit)
    .execute();
}

export interface StoredNews {
  id: string;
  at: Date;
  lang: Lang | null;
  /** The name of words that come with the product; null: title and body are the operator's. */
  key: string | null;
  title: string | null;
  body: string | null;
}

export async function insertNews(
  tx: Tx,
  { id, at, lang, title, body }: Omit<StoredNews, "key" | "lang"> & { lang: string | null },
): Promise<void> {
  await sql`
    insert into news (id, at, lang, title, body)
    values (${id}, ${at}, ${lang}, ${title}, ${body})`.execute(tx);
}

/** The newest 200, in all languages. */
export async function allNews(db: Db): Promise<StoredNews[]> {
  const { rows } = await sql<StoredNews>`
    select id, at, lang, key, title, body from news
    order by at desc, id limit 200`.execute(db);
  return rows;
}

/** Takes an entry down; null where there is none of the id. */
export async function removeNews(tx: Tx, id: string): Promise<StoredNews | null> {
  const { rows } = await sql<StoredNews>`
    delete from news where id::text = ${id} returning id, at, lang, key, title, body`.execute(tx);
  return rows[0] ?? null;
}
