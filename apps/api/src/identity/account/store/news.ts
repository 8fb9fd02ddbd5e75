/** The table of news. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db } from "../../../platform/db/database.ts";

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
