/** Files that change only with a build: read and made ready once for each build, not per request. */
import { readFile, stat } from "node:fs/promises";

/** Answers what `make` made of the file as it is now; null where there is no such file. */
export function prepared<T>(
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
      // What failed is tried anew.
      own.made.catch(() => {
        if (kept === own) kept = null;
      });
    }
    return kept.made;
  };
}
