/** Files that change only with a build are read and processed once per build, not per request. */
import { readFile, stat } from "node:fs/promises";

/** Returns a reader of the file as `make` prepares it, cached until it changes; null if missing. */
export function cachedFile<T>(
  file: string,
  make: (content: Buffer) => T | Promise<T>,
): () => Promise<T | null> {
  let cached: { mark: string; made: Promise<T> } | null = null;
  return async () => {
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const mark = [found.ino, found.size, found.mtimeMs].join(" ");
    if (cached?.mark !== mark) {
      cached = { mark, made: readFile(file).then(make) };
      const own = cached;
      // A failure is not cached.
      own.made.catch(() => {
        if (cached === own) cached = null;
      });
    }
    return cached.made;
  };
}
