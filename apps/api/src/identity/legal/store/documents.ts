/** The table of legal documents. Versions are inserted and never changed. */
import { sql } from "kysely";
import type { LegalKind } from "@turnpike/rules/legal.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** A published version without its text. */
export interface PublishedVersion {
  kind: LegalKind;
  lang: Lang;
  version: number;
  title: string;
  consent: boolean;
  publishedAt: Date;
  publishedBy: string;
}
export interface StoredDocument extends PublishedVersion {
  markdown: string;
  html: string;
}

const versionColumns = sql`kind, lang, version, title, consent, published_at as "publishedAt",
  published_by as "publishedBy"`;
const columns = sql`${versionColumns}, markdown, html`;

/**
 * The newest version of a kind in a language, else in English; with `version`, that one. An imprint
 * has no draft: it is shown in whatever language there is.
 */
export async function findDocument(
  db: Db | Tx,
  { kind, lang, version = null }: { kind: LegalKind; lang: Lang; version?: number | null },
): Promise<StoredDocument | null> {
  const { rows } = await sql<StoredDocument>`
    select ${columns} from legal_document
    where kind = ${kind} and (lang = ${lang}
        or (${version}::integer is null and (lang = 'en' or kind = 'imprint')))
      and (${version}::integer is null or version = ${version})
    order by lang = ${lang} desc, lang = 'en' desc, version desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The number of versions of a kind in a language. */
export async function newestVersion(
  tx: Tx,
  { kind, lang }: { kind: LegalKind; lang: Lang },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0)::integer as version from legal_document
    where kind = ${kind} and lang = ${lang}`.execute(tx);
  return rows[0]?.version ?? 0;
}

/** The newest version of each kind and language. */
export async function currentVersions(db: Db | Tx): Promise<PublishedVersion[]> {
  const { rows } = await sql<PublishedVersion>`
    select distinct on (kind, lang) ${versionColumns} from legal_document
    order by kind, lang, version desc`.execute(db);
  return rows;
}

/** All versions, newest first, at most `limit`. */
export async function allVersions(db: Db | Tx, limit: number): Promise<PublishedVersion[]> {
  const { rows } = await sql<PublishedVersion>`
    select ${versionColumns} from legal_document
    order by published_at desc, kind, lang, version desc limit ${limit}`.execute(db);
  return rows;
}

/** Publications wait for each other, so that versions have no gaps. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('legal_document', 0))`.execute(tx);
}

export async function insertDocument(tx: Tx, document: StoredDocument): Promise<void> {
  const { kind, lang, version, title, consent, publishedAt, publishedBy, markdown, html } =
    document;
  await sql`
    insert into legal_document (kind, lang, version, title, consent, published_at, published_by,
      markdown, html)
    values (${kind}, ${lang}, ${version}, ${title}, ${consent}, ${publishedAt}, ${publishedBy},
      ${markdown}, ${html})`.execute(tx);
}
