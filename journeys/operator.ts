/** Runs operator commands on a product, whether or not it is running. */
import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";

export interface OperatorResult {
  code: number;
  /** The output on stdout: one JSON value, or null. */
  said: unknown;
  error: string;
}

let shell: ChildProcess | undefined;
const pendingCommands = new Map<number, (ran: OperatorResult) => void>();
let lastId = 0;

/** Keeps the command line in one process, as loading it takes longer than a command. */
function openShell(): ChildProcess {
  const opened = fork(path.join(import.meta.dirname, "operator-shell.ts"));
  opened.on("message", (message) => {
    const { id, code, out, error } = message as {
      id: number;
      code: number;
      out: string;
    } & OperatorResult;
    pendingCommands.get(id)?.({ code, said: out ? JSON.parse(out) : null, error });
    pendingCommands.delete(id);
  });
  // It exits with this process.
  opened.unref();
  opened.channel?.unref();
  return opened;
}

/** `npm run operator -- … --json` for a data directory, with the product's own settings. */
export function operator(
  { dataDir, settings = {} }: { dataDir: string; settings?: Record<string, string> },
  ...args: string[]
): Promise<OperatorResult> {
  shell ??= openShell();
  const id = ++lastId;
  const env = { ...process.env, NODE_ENV: "test", DATA_DIR: dataDir, ...settings };
  const ran = new Promise<OperatorResult>((resolve) => pendingCommands.set(id, resolve));
  shell.send({ id, args: [...args, "--json"], env });
  return ran;
}
