/**
 * Posts to the ledger: the only way a balance changes. One round trip, inside the caller's
 * transaction; insert-only (a correction is another entry).
 */
import { Refusal, type RefusalReason, type Short } from "@turnpike/contract/refusals.ts";
import type { LedgerSentences } from "@turnpike/locales/ledger.ts";
import { type Asset, assets, type BaseAsset } from "@turnpike/rules/assets.ts";
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";
import { pipelineStatement } from "../platform/db/pipeline.ts";

export interface Line {
  /** The account, or null for the operator. */
  owner: string | null;
  asset: Asset;
  /** `main`, `sub:<id>`, `lease:<id>`; the operator's are `payments`, `sales`, `stock` … */
  bucket: string;
  /** Whole units to add (above 0) or take (below 0). */
  amount: number;
  /** When what is added ends (`lots.ts`). */
  expiresAt?: Date;
  /** Takes first what the entry with this key added, also if that never ends; then what ends first. */
  lotsOf?: string;
}
/** Moves within the account or within the operator, which no statement shows. */
type InnerKind = "allot" | "settle" | "profitFreed" | "unclaimed";
/** The kind of event. Kinds shown in statements have a word in each language (ledger.json). */
export type LedgerKind = keyof LedgerSentences["kinds"] | InnerKind;

export interface Entry {
  /** Makes the entry idempotent: the same key is posted once. */
  key: string;
  kind: LedgerKind;
  /** What the entry is about, for people: an order number, a sub-account's name. */
  ref: string;
  /** Milliseconds since 1970. */
  at: number;
  lines: Line[];
}

const shortReasons: Partial<Record<BaseAsset, RefusalReason>> = {
  wallet: "insufficientBalance",
  profit: "insufficientBalance",
  traffic: "insufficientTraffic",
  ip: "insufficientIps",
};
const NOT_ENOUGH = "TP402";
/** Nothing could read a larger balance any more. */
const COUNTABLE = "ledger_holding_countable";

/** What posts an entry whose lines sum to zero per asset. */
function posting({ key, kind, ref, at, lines }: Entry) {
  if (!lines.every(({ amount }) => Number.isSafeInteger(amount))) {
    throw new RangeError(`an amount of ${key} is no whole number`);
  }
  return sql<{ applied: boolean }>`
    select ledger_post(${key}, ${kind}, ${ref}, ${new Date(at)}, ${JSON.stringify(lines)}::jsonb)
      as applied`;
}

/** The refusal that an error of the ledger means. */
function refusalOf(error: unknown): Error {
  const { code, detail, constraint } = error as Record<string, string | undefined>;
  if (constraint === COUNTABLE) return new Refusal("tooMany", { limit: Number.MAX_SAFE_INTEGER });
  const short = detail !== undefined && poolOfAsset(detail) !== null ? "traffic" : detail;
  const asset = assets.find((one) => one === short);
  if (code !== NOT_ENOUGH || !asset) return error as Error;
  return new Refusal(shortReasons[asset] ?? "insufficientCredits", {
    short: asset satisfies Short,
  });
}

/**
 * Posts an entry.
 * @returns applied: false if the key was already posted with the same lines
 * @throws Refusal insufficientBalance, insufficientTraffic, insufficientIps, insufficientCredits;
 *   tooMany if the owner would have more than can be counted
 */
export async function post(tx: Tx, entry: Entry): Promise<{ applied: boolean }> {
  const done = await posting(entry)
    .execute(tx)
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  return { applied: done.rows[0]?.applied === true };
}

/**
 * Posts an entry without waiting: what comes next in the transaction, or its commit, throws what `post`
 * does. Its rows stay locked for no longer than PostgreSQL itself takes, if the commit comes next.
 */
export const postWithNext = (tx: Tx, entry: Entry): Promise<void> =>
  pipelineStatement(tx, posting(entry), refusalOf);

/**
 * Posts entries with new random keys, in order, in one round trip. The keys are not stored, so a
 * repeated key would not be detected.
 */
export async function postNew(tx: Tx, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const given = entries.map((entry) => ({ ...entry, at: new Date(entry.at) }));
  await sql`
    select ledger_post(key, kind, ref, at, lines, true)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (key text, kind text, ref text, at timestamptz, lines jsonb)`.execute(tx);
}

/** Posts entries with keys of their own, in order, in one round trip. */
export async function postMany(tx: Tx, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const given = entries.map((entry) => ({ ...entry, at: new Date(entry.at) }));
  await sql`
    select ledger_post(key, kind, ref, at, lines)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (key text, kind text, ref text, at timestamptz, lines jsonb)`.execute(tx);
}

/** Whether an entry with this key was posted. */
export async function isPosted(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql`select from ledger_key where key = ${key}`.execute(tx);
  return rows.length > 0;
}
