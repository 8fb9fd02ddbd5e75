/**
 * Seals everything again with the current key (ADR 51). It can be killed at any time and begun anew:
 * what is sealed with the current key already is left alone.
 */
import { type Db, transaction } from "../db/database.ts";
import {
  blocksOf,
  leavesOf,
  type Replacement,
  replaceSealed,
  type SealedColumn,
  type SealedRow,
  sealedRows,
} from "../db/sealed-values.ts";
import type { LookupPurpose } from "../lookup-purposes.ts";
import { type Seal, sealedPrefix } from "../seal.ts";
import { openBytes, sealBytes } from "../seal-bytes.ts";

type Column = SealedColumn & { purpose?: LookupPurpose };

/** Every column with sealed values. Names with `sealed` that are missing here fail a test. */
export const sealedColumns: readonly Column[] = [
  {
    table: "account",
    column: "access_key_sealed",
    type: "text",
    lookup: "access_key_lookup",
    purpose: "accessKey",
  },
  { table: "cdkey", column: "code_sealed", type: "text", lookup: "lookup", purpose: "cdkey" },
  {
    table: "identity_document_part",
    column: "sealed",
    type: "bytea",
    place: ["document_id", "number"],
  },
  { table: "mail", column: "body", type: "text" },
  { table: "mail", column: "html", type: "text" },
  { table: "request_effect", column: "answer", type: "jsonb" },
  { table: "setting", column: "value", type: "jsonb" },
];

/** So many blocks are read at once: some hundred rows of the widest table. */
const BLOCKS = 64;

export interface Resealed {
  /** Values that were sealed again. */
  changed: number;
  /** Values that are sealed with the current key now. */
  sealed: number;
  /** Columns with values that no key opens, and how many. */
  unreadable: { table: string; column: string; count: number }[];
}

interface Sweep {
  db: Db;
  /** The key that everything is sealed with afterwards. */
  current: Seal;
  /** The other key of the rotation; the current one if there is none. */
  other: Seal;
}

/** Goes through all columns once. With `onlyLook` nothing is changed: `changed` is what would be. */
export async function resealOnce(
  sweep: Sweep,
  columns: readonly Column[],
  { onlyLook = false } = {},
): Promise<Resealed> {
  const all: Resealed = { changed: 0, sealed: 0, unreadable: [] };
  for (const column of columns) {
    let unreadable = 0;
    for (const leaf of await leavesOf(sweep.db, column.table)) {
      const end = await blocksOf(sweep.db, leaf);
      for (let from = 0; from < end; from += BLOCKS) {
        const range = { leaf, from, to: from + BLOCKS };
        const found = await resealRange(sweep, column, { ...range, onlyLook });
        all.changed += found.changed;
        all.sealed += found.sealed;
        unreadable += found.unreadable;
      }
    }
    const { table, column: name } = column;
    if (unreadable > 0) all.unreadable.push({ table, column: name, count: unreadable });
  }
  return all;
}

async function resealRange(
  sweep: Sweep,
  column: Column,
  { onlyLook, ...range }: { leaf: string; from: number; to: number; onlyLook: boolean },
) {
  const rows: Replacement[] = [];
  const found = { changed: 0, sealed: 0, unreadable: 0 };
  for (const row of await sealedRows(sweep.db, column, range)) {
    const again = resealRow(sweep, column, row);
    if (again === "unreadable") found.unreadable += 1;
    else if (again === "current") found.sealed += 1;
    else rows.push(again);
  }
  if (rows.length === 0) return found;
  found.changed = rows.length;
  if (onlyLook) return found;
  const { leaf } = range;
  await transaction(sweep.db, (tx) => replaceSealed(tx, column, { leaf, rows }));
  return found;
}

/** The row with its values sealed anew, if it needs that. */
function resealRow(
  sweep: Sweep,
  column: Column,
  { at, value: before, lookup, place }: SealedRow,
): Replacement | "current" | "unreadable" {
  if (typeof before !== "string") return resealBytes(sweep, { at, before, place });
  if (column.type === "jsonb") {
    const after = resealJson(sweep, before);
    return typeof after === "string" ? after : { at, before, after: after.json, lookup: null };
  }
  const own = plainOf(sweep.current, before);
  const plain = own ?? plainOf(sweep.other, before);
  if (plain === null) return "unreadable";
  const wanted = column.purpose === undefined ? null : sweep.current.lookup(column.purpose, plain);
  if (own !== null && (wanted === null || wanted === lookup)) return "current";
  return { at, before, after: sweep.current.seal(plain), lookup: wanted };
}

function resealJson(
  { current, other }: Sweep,
  before: string,
): { json: string } | "current" | "unreadable" {
  const found = { changed: false, unreadable: false };
  const again = JSON.stringify(JSON.parse(before), (_name, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(sealedPrefix)) return value;
    if (plainOf(current, value) !== null) return value;
    const plain = plainOf(other, value);
    if (plain === null) {
      found.unreadable = true;
      return value;
    }
    found.changed = true;
    return current.seal(plain);
  });
  if (found.changed) return { json: again };
  return found.unreadable ? "unreadable" : "current";
}

function resealBytes(
  { current, other }: Sweep,
  { at, before, place }: { at: string; before: Buffer; place: string[] },
): Replacement | "current" | "unreadable" {
  const where = { purpose: "identity document", place: place.join(" ") } as const;
  try {
    openBytes(current, where, before);
    return "current";
  } catch {
    // Sealed with another key.
  }
  try {
    const plain = openBytes(other, where, before);
    return { at, before, after: sealBytes(current, where, plain), lookup: null };
  } catch {
    return "unreadable";
  }
}

/** The text; null if the seal's keys do not open it. */
function plainOf(seal: Seal, sealed: string): string | null {
  try {
    return seal.open(sealed);
  } catch {
    return null;
  }
}
