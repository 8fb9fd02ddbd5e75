/** The news table. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The newest entries that are for all languages or this one, newest first. */
export async function newestNews(db: Db, lang: Lang, limit: number) {
  const { rows } = await sql<Pick<StoredNews, "id" | "at" | "key" | "title" | "body">>`
    select id, at, key, title, body from news where lang is null or lang = ${lang}
    order by at desc limit ${limit}`.execute(db);
  return rows;
}

export interface NewsText {
  lang: Lang;
  title: string;
  body: string;
}

export interface StoredNews {
  /** The bundle's id, if the entry has several languages. */
  id: string;
  at: Date;
  lang: Lang | null;
  /** The key of a built-in text; null if title and body are the operator's. */
  key: string | null;
  title: string | null;
  body: string | null;
  /** The texts of each language; empty if there is only one text. */
  translations: NewsText[];
}

interface NewNews {
  id: string;
  at: Date;
  lang: Lang | null;
  title: string;
  body: string;
  bundle: string | null;
}

export async function insertNews(tx: Tx, row: NewNews): Promise<void> {
  const { id, at, lang, title, body, bundle } = row;
  await sql`
    insert into news (id, at, lang, title, body, bundle)
    values (${id}, ${at}, ${lang}, ${title}, ${body}, ${bundle})`.execute(tx);
}

/** The newest 200 entries; one with several languages counts once and shows its English text. */
export async function allNews(db: Db): Promise<StoredNews[]> {
  const { rows } = await sql<StoredNews>`
    select coalesce(bundle, id) as id, max(at) as at,
      case when bundle is null then max(lang) end as lang, max(key) as key,
      coalesce(max(title) filter (where lang = 'en'), max(title)) as title,
      coalesce(max(body) filter (where lang = 'en'), max(body)) as body,
      case when bundle is null then '[]'::jsonb
        else jsonb_agg(jsonb_build_object('lang', lang, 'title', title, 'body', body) order by lang)
        end as translations
    from news group by coalesce(bundle, id), bundle
    order by 2 desc, 1 limit 200`.execute(db);
  return rows;
}

/** Deletes an entry in all languages; returns null if there is none with this id. */
export async function removeNews(
  tx: Tx,
  id: string,
): Promise<Pick<StoredNews, "key" | "title"> | null> {
  const { rows } = await sql<Pick<StoredNews, "key" | "title" | "lang">>`
    delete from news where coalesce(bundle, id)::text = ${id} returning key, title, lang`.execute(
    tx,
  );
  return rows.find(({ lang }) => lang === "en") ?? rows[0] ?? null;
}
