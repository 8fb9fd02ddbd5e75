/** Writes many rows in pieces, so that no statement is huge and other calls get their turn. */
import { setImmediate } from "node:timers/promises";

const size = 500;

/** Runs `write` for each piece of the rows, one after another. */
export async function inChunks<T>(
  rows: readonly T[],
  write: (chunk: T[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += size) {
    await write(rows.slice(at, at + size));
    await setImmediate();
  }
}
