/** How modules describe their searchable rows, so that one query searches all of them (`searchRows`). */
import type { foundKinds } from "@turnpike/contract/find.ts";
import { type RawBuilder, sql } from "kysely";

export type FoundKind = (typeof foundKinds)[number];

export interface SearchQuery {
  accountId: string;
  /** Milliseconds since 1970. */
  now: number;
  /** As typed. */
  text: string;
  /** The host that customers connect to, as in `host:port`. */
  host: string;
}
export interface FoundRow {
  kind: FoundKind;
  id: string;
  name: string;
  detail: string;
  /** What the row belongs to, if its screen needs that: a plan's kind and id, an IP's login. */
  owner: string;
  /** 0: begins with the text, 1: contains it in its name, 2: contains it elsewhere. */
  rank: number;
}

type Text = RawBuilder<unknown>;

/** The most results of each kind. */
const limitPerKind = 5;
const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
const withoutPort = (text: string) => /^([^:]+):\d{1,5}$/.exec(text)?.[1] ?? text;

/**
 * Builds the query of a module's rows that contain the text, ordered by rank, then by length of
 * name: an exact match comes first.
 */
export function searchRows(
  query: SearchQuery,
  kind: FoundKind,
  of: {
    /** `from … where …`, scoped by account. */
    rows: Text;
    id: Text;
    name: Text;
    detail: Text;
    owner?: Text;
    texts?: Text[];
    /** Addresses; also matched by `address:port`. */
    addresses?: Text[];
    /** Port numbers; a text with a colon is matched against `host:port`. */
    ports?: Text[];
  },
): RawBuilder<FoundRow> {
  const { text } = query;
  const hostPrefix = text.includes(":") ? sql`${query.host}::text || ':' || ` : sql``;
  /** Addresses and numbers are compared without folding case. */
  const plain = [
    ...(of.addresses ?? []).map((each) => [each, withoutPort(text)] as const),
    ...(of.ports ?? []).map((each) => [sql`${hostPrefix}${each}::text`, text] as const),
  ];
  const any = (conditions: Text[]) => sql`(${sql.join(conditions, sql` or `)})`;
  const matchesAny = (pattern: (text: string) => string, texts: Text[]) =>
    any([
      // `ilike` would lower-case the pattern for each row again.
      ...texts.map((each) => sql`lower(${each}) like lower(${pattern(escaped(text))})`),
      ...plain.map(([each, like]) => sql`${each} like ${pattern(escaped(like.toLowerCase()))}`),
    ]);
  const contains = (like: string) => `%${like}%`;
  const texts = of.texts ?? [];
  // One comparison with the row's joined texts excludes most rows.
  const joined = texts.length > 1 ? [sql`concat_ws(e'\n', ${sql.join(texts)})`] : texts;
  return sql`(
    select ${kind}::text as kind, id::text, name, detail, owner, rank from (
      select ${of.id} as id, ${of.name} as name, ${of.detail} as detail,
        ${of.owner ?? sql`''`} as owner,
        case when ${matchesAny((like) => `${like}%`, texts)} then 0
          when lower(${of.name}) like lower(${contains(escaped(text))}) then 1 else 2 end as rank
      ${of.rows} and ${matchesAny(contains, joined)}) as matching
    order by rank, length(name), name, id limit ${limitPerKind})`;
}

/** Joins texts, omitting empty ones. */
export const joinNonEmpty = (...texts: Text[]): Text =>
  sql`concat_ws(' · ', ${sql.join(texts.map((each) => sql`nullif(${each}, '')`))})`;
