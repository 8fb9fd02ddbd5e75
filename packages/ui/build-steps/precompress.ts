/** Writes `.br` and `.gz` next to every text file of the build, for the server to send as is. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const SMALLEST_BYTES = 200;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}

export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir }) {
      if (!dir) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
      await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
    },
  };
}
