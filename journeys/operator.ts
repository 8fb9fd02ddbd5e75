/** The operator at a shell, beside a product that runs or not. */
import { execFile } from "node:child_process";
import path from "node:path";

export interface Ran {
  code: number;
  /** What stood on stdout: one JSON value, or null. */
  said: unknown;
  error: string;
}

const main = path.resolve(import.meta.dirname, "../apps/api/operator.ts");

/** `npm run operator -- … --json` in a data directory, with the product's own settings. */
export function operator(
  { dataDir, settings = {} }: { dataDir: string; settings?: Record<string, string> },
  ...args: string[]
): Promise<Ran> {
  const env = { ...process.env, NODE_ENV: "test", DATA_DIR: dataDir, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args, "--json"], { env }, (failed, out, error) => {
      const code = failed ? Number(failed.code ?? 1) : 0;
      resolve({ code, said: out ? JSON.parse(out) : null, error });
    });
  });
}
