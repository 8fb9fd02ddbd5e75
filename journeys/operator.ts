/** The operator at a shell, beside a product that runs or not. */
import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";

export interface Ran {
  code: number;
  /** What stood on stdout: one JSON value, or null. */
  said: unknown;
  error: string;
}

let shell: ChildProcess | undefined;
const waiting = new Map<number, (ran: Ran) => void>();
let asked = 0;

/** The command line in a process that stays: to load it takes longer than a command. */
function openShell(): ChildProcess {
  const opened = fork(path.join(import.meta.dirname, "operator-shell.ts"));
  opened.on("message", (message) => {
    const { id, code, out, error } = message as { id: number; code: number; out: string } & Ran;
    waiting.get(id)?.({ code, said: out ? JSON.parse(out) : null, error });
    waiting.delete(id);
  });
  // It ends with this process.
  opened.unref();
  opened.channel?.unref();
  return opened;
}

/** `npm run operator -- … --json` in a data directory, with the product's own settings. */
export function operator(
  { dataDir, settings = {} }: { dataDir: string; settings?: Record<string, string> },
  ...args: string[]
): Promise<Ran> {
  shell ??= openShell();
  const id = ++asked;
  const env = { ...process.env, NODE_ENV: "test", DATA_DIR: dataDir, ...settings };
  const ran = new Promise<Ran>((resolve) => waiting.set(id, resolve));
  shell.send({ id, args: [...args, "--json"], env });
  return ran;
}
