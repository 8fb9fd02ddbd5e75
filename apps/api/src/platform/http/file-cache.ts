/** Files that change only with a build are read and processed once per build, not per request. */
import { readFile, stat } from "node:fs/promises";

/** Returns a reader of the file as `make` prepares it, cached until it changes; null if missing. */
export function cachedFile<T>(
  file: string,
  make: (content: Buffer) => T | Promise<T>,
): () => Promise<T | null> {
  let kept: { mark: string; made: Promise<T> } | null = null;
  return async () => {
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const mark = [found.ino, found.size, found.mtimeMs].join(" ");
    if (kept?.mark !== mark) {
      kept = { mark, made: readFile(file).then(make) };
      const own = kept;
      // A failure is not cached.
      own.made.catch(() => {
        if (kept === own) kept = null;
      });
    }
    return kept.made;
  };
}
