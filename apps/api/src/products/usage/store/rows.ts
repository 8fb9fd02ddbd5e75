/** The rows of usage sums, folded and recent, as a subquery. */
import type { Grain, SpanPiece } from "@turnpike/rules/usage.ts";
import { type RawBuilder, sql } from "kysely";
import { nilUuid } from "../../../platform/db/uuid.ts";
import { sumColumnNames } from "./columns.ts";
import { families, type Family } from "./fold.ts";

/** Whose usage, and which part of it; null: all. */
export interface UsageFilter {
  accountId: string;
  subAccountId: string | null;
  product: string | null;
  country: string | null;
  domain: string | null;
}

/** The sums of the whole account, of some sub-accounts, or (null) of every sub-account. */
type Scopes = "whole" | string[] | null;

export interface Source {
  filter: UsageFilter;
  family: Family;
  pieces: SpanPiece[];
  /** The grain that `at` is truncated to; by default `at` stays as stored. */
  grain?: Grain;
  scopes: Scopes;
  /** The columns to sum; by default the sums without connect counts. */
  columns?: RawBuilder<unknown>;
  /** A condition that narrows the index scan when only few rows are wanted. */
  only?: RawBuilder<unknown>;
}

/** A subquery with all rows of a source. */
export function rowsOf(source: Source): RawBuilder<unknown> {
  const parts = [...source.pieces.map((piece) => foldedRows(source, piece)), recentRows(source)];
  return sql`(${sql.join(parts, sql` union all `)}) as used`;
}

function foldedRows(source: Source, piece: SpanPiece) {
  const { filter, family, scopes, grain, only, columns = sumColumnNames } = source;
  const { accountId, product, country, domain } = filter;
  return sql`
    select ${truncatedTo("at", grain, piece.level)} as at, scope, product, country, key, ${columns}
    from ${sql.table(`usage_cell_${piece.level}`)}
    where account_id = ${accountId} and family = ${sql.lit(families[family])}
      and ${inScopes(scopes, "scope")}
      and at >= ${new Date(piece.from)} and at < ${new Date(piece.to)}
      ${product === null ? sql`` : sql`and product = ${product}`}
      ${country === null ? sql`` : sql`and country = ${country}`}
      ${domain === null ? sql`` : sql`and key = ${domain}`}
      ${only === undefined ? sql`` : sql`and ${only}`}`;
}

const recentKeys: Record<Family, RawBuilder<unknown>> = {
  pair: sql`domain`,
  domain: sql`domain`,
  city: sql`city`,
  reason: sql`reason`,
  country: sql`''`,
  total: sql`''`,
};

function recentRows(source: Source) {
  const { filter, family, pieces, scopes, grain, columns = sumColumnNames } = source;
  const { accountId, product, country, domain } = filter;
  const from = Math.min(...pieces.map((piece) => piece.from));
  const to = Math.max(...pieces.map((piece) => piece.to));
  const isReason = sql.lit(family === "reason");
  return sql`
    select ${truncatedTo("hour", grain, "hour")} as at, sub_account_id as scope, product, country,
      ${recentKeys[family]} as key, ${columns}
    from usage_recent
    where account_id = ${accountId} and (reason <> '') = ${isReason}
      ${scopes === "whole" ? sql`` : sql`and ${inScopes(scopes, "sub_account_id")}`}
      and hour >= ${new Date(from)} and hour < ${new Date(to)}
      ${product === null ? sql`` : sql`and product = ${product}`}
      ${country === null ? sql`` : sql`and country = ${country}`}
      ${domain === null ? sql`` : sql`and domain = ${domain}`}`;
}

/** Truncates `at`, unless the table's steps already have the grain. */
const truncatedTo = (column: string, grain: Grain | undefined, level: Grain) =>
  grain === undefined || grain === level
    ? sql.ref(column)
    : sql`date_trunc(${sql.lit(grain)}, ${sql.ref(column)}, 'UTC')`;

function inScopes(scopes: Scopes, column: string): RawBuilder<unknown> {
  if (scopes === "whole") return sql`${sql.ref(column)} = ${nilUuid}`;
  if (scopes === null) return sql`${sql.ref(column)} <> ${nilUuid}`;
  return sql`${sql.ref(column)} = any(${scopes}::uuid[])`;
}
