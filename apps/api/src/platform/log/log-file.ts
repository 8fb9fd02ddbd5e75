/** A size-limited log file: at the limit it is renamed to `FILE.1`, and a new one begins. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import type { DestinationStream } from "pino";

/** The limit of each of the two files. */
export const logFileBytes = 10_000_000;

/**
 * Appends lines to `file`, which only its owner may read. A line that cannot be written (disk full)
 * is dropped: logging must not stop the product.
 */
export function rotatingFile(file: string, limitBytes = logFileBytes): DestinationStream {
  let opened: { fd: number; bytes: number } | null = null;
  const open = () => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const fd = openSync(file, "a", 0o600);
    return { fd, bytes: fstatSync(fd).size };
  };
  const append = (line: string) => {
    opened ??= open();
    if (opened.bytes >= limitBytes) {
      closeSync(opened.fd);
      opened = null;
      renameSync(file, `${file}.1`);
      opened = open();
    }
    opened.bytes += writeSync(opened.fd, line);
  };
  return {
    write: (line) => {
      try {
        append(line);
      } catch {
        // Retried with the next line.
      }
    },
  };
}
