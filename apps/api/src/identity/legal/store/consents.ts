/** The table of consents, and which are asked for (spec/law#consent). */
import { sql } from "kysely";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { AgreedKind } from "@turnpike/rules/legal.ts";
import { type Db, type Tx } from "../../../platform/db/database.ts";
import { joinStatement } from "../../../platform/db/pipeline.ts";

/** The newest version of a kind that asks for consent. */
export interface Asked {
  kind: AgreedKind;
  lang: Lang;
  version: number;
  /** Milliseconds since 1970. */
  publishedAt: number;
}

/** The newest version of each kind that asks for consent. */
export async function askedOfAll(db: Db | Tx): Promise<Omit<Asked, "publishedAt">[]> {
  const { rows } = await sql<Omit<Asked, "publishedAt">>`
    select distinct on (kind) kind, lang, version from legal_document where consent
    order by kind, published_at desc, version desc`.execute(db);
  return rows;
}

/** Those of these documents that an account has not agreed to since they were published. */
export async function notGiven(
  db: Db | Tx,
  accountId: string,
  asked: readonly Asked[],
): Promise<Asked[]> {
  const { rows } = await sql<{ kind: string }>`
    select a.kind
    from unnest(${asked.map(({ kind }) => kind)}::text[],
      ${asked.map(({ publishedAt }) => new Date(publishedAt))}::timestamptz[]) a (kind, published_at)
    where not exists (select 1 from legal_consent c
      where c.account_id = ${accountId} and c.kind = a.kind and c.source <> 'order'
        and c.at >= a.published_at)`.execute(db);
  return asked.filter(({ kind }) => rows.some((row) => row.kind === kind));
}

export type ConsentSource = "signUp" | "consent" | "order";

export interface Given {
  accountId: string;
  /** The language in which the documents were shown, or else in English. */
  lang: Lang;
  at: Date;
  /** A keyed hash. */
  network: string;
  source: ConsentSource;
  orderNo?: string;
}

/**
 * Records that an account agreed to the current versions of these kinds. (PostgreSQL plans a statement
 * with an array anew each time, as it guesses the array's length.)
 */
export async function recordCurrent(tx: Tx, kinds: readonly AgreedKind[], given: Given) {
  const { accountId, lang, at, network, source, orderNo = null } = given;
  await joinStatement(
    tx,
    sql`
    insert into legal_consent (account_id, kind, lang, version, at, network, source, order_no)
    select ${accountId}, k.kind, coalesce(d.lang, ${lang}), coalesce(d.version, 0), ${at}::timestamptz,
      ${network}, ${source}, ${orderNo}
    from jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb) k (kind) left join lateral (
      select d.lang, d.version from legal_document d
      where d.kind = k.kind and d.lang in (${lang}, 'en')
      order by d.lang = ${lang} desc, d.version desc limit 1) d on true
    on conflict do nothing`,
  );
}

/** Records that an account agreed to one version. */
export async function recordOne(
  tx: Tx,
  { kind, lang, version }: Pick<Asked, "kind" | "lang" | "version">,
  { accountId, at, network, source }: Omit<Given, "lang" | "orderNo">,
): Promise<void> {
  await sql`
    insert into legal_consent (account_id, kind, lang, version, at, network, source)
    values (${accountId}, ${kind}, ${lang}, ${version}, ${at}, ${network}, ${source})
    on conflict do nothing`.execute(tx);
}

export interface StoredConsent {
  kind: AgreedKind;
  lang: Lang;
  version: number;
  at: Date;
  network: string;
  source: ConsentSource;
  orderNo: string | null;
}

/** An account's consents, the newest first, at most `limit`. */
export async function consentsOf(
  db: Db,
  accountId: string,
  limit: number,
): Promise<StoredConsent[]> {
  const { rows } = await sql<StoredConsent>`
    select kind, lang, version, at, network, source, order_no as "orderNo" from legal_consent
    where account_id = ${accountId} order by id desc limit ${limit}`.execute(db);
  return rows;
}
