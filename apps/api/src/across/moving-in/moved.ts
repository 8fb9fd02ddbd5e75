/** What a customer had at another program enters the ledger. */
import type { Entry, Line } from "../../ledger/post.ts";

/** An entry of the one kind that imports make. */
export const moved = ({ key, at, lines }: { key: string; at: number; lines: Line[] }): Entry => ({
  key,
  kind: "migration",
  ref: "operator",
  at,
  lines,
});
