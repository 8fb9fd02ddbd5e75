/**
 * Which statements are prepared: PostgreSQL parses and plans a statement with a name once for each
 * connection, which is more than half of the work of a short one.
 */
import { createHash } from "node:crypto";

/** A statement is prepared once it has been sent so often. */
const often = 30;
/** So many at most: each connection keeps their plans, some 20 kB each. */
const most = 120;
/** Texts that are counted; those beyond differ in each call. */
const counted = 2_000;
const longest = 5_000;

/** All columns of a table: a migration that adds one would break what was prepared. */
const allColumns = /(?:\bselect|\breturning|,|\.)\s*(?:"\w+"\.)?\*/i;
/** What a pooler that hands connections on between statements makes of prepared ones. */
const unpreparable = new Set(["26000", "42P05", "0A000"]);

export class PreparedStatements {
  #names = new Map<string, string>();
  #uses = new Map<string, number>();
  #given = 0;
  #off = false;

  /** The name that a statement goes under; undefined where it is not prepared. */
  nameOf(text: string): string | undefined {
    if (this.#off) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#given >= most || text.length > longest) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses === 1 && this.#uses.size >= counted) return undefined;
    this.#uses.set(text, uses);
    if (uses < often || allColumns.test(text)) return undefined;
    this.#given += 1;
    // The text's own name: whoever prepares it, wherever a pooler leads, it is this statement.
    const fresh = `turnpike_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    this.#names.set(text, fresh);
    this.#uses.delete(text);
    return fresh;
  }

  /** Prepares nothing more where an error shows that prepared statements do not last here. */
  learn(error: unknown): void {
    if (unpreparable.has(String((error as { code?: unknown } | null)?.code))) this.#off = true;
  }
}
