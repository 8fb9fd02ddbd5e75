/** News: the product's own in all languages, and the operator's in the languages they wrote. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { shopSentences } from "@turnpike/locales/shop.ts";
import type { Db } from "../../platform/db/database.ts";
import { newestNews } from "./store/news.ts";

export interface NewsItem {
  id: string;
  title: string;
  body: string;
  at: string;
}

/** The newest entries that have words in the language, newest first. */
export async function newsIn(db: Db, lang: Lang, limit: number): Promise<NewsItem[]> {
  const rows = await newestNews(db, lang, limit);
  const own: Record<string, { title: string; body: string }> = shopSentences(lang).news;
  return rows.flatMap((row) => {
    const words = row.key === null ? { title: row.title, body: row.body } : own[row.key];
    if (!words?.title || !words.body) return [];
    return [{ id: row.id, title: words.title, body: words.body, at: row.at.toISOString() }];
  });
}
