/** The API for benchmarks: in its own process, on its own database. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startEmbedded } from "@turnpike/api/platform/db/embedded.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { startProgram } from "./process.ts";

const dataFolderPrefix = "turnpike-bench-";
const tries = 60;
/** Stops the database when this process can no longer await promises; takes at most 3 s. */
function stopDatabaseNow(pid: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  try {
    process.kill(pid, "SIGQUIT");
    for (let left = tries; left > 0; left -= 1) {
      Atomics.wait(pause, 0, 0, 50);
      process.kill(pid, 0);
    }
  } catch {
    // It has exited.
  }
}

export interface RunningApi {
  url: string;
  databaseUrl: string;
  /** Its data directory, removed by `stop`. */
  folder: string;
  /** CPU time of the API's process so far; the database's is separate. */
  cpuMs: () => number;
  stop: () => Promise<void>;
}

const own = import.meta.resolve("@turnpike/api/main.ts");

/** The API's program in another checkout, which has its packages installed. */
export function programIn(checkout: string): string {
  const { resolve } = createRequire(path.resolve(checkout, "bench/README.md"));
  return pathToFileURL(resolve("@turnpike/api/main.ts")).href;
}

/**
 * Starts the API as the product does, on its own database that syncs commits to disk. `more`
 * returns environment variables.
 */
export async function startApi(
  more: (folder: string) => Record<string, string> = () => ({}),
  main = own,
): Promise<RunningApi> {
  const folder = mkdtempSync(path.join(tmpdir(), dataFolderPrefix));
  const database = await startEmbedded(folder);
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const broken = () => {
    stopDatabaseNow(database.pid);
    clear();
  };
  process.once("exit", broken);
  const port = await freePort();
  const program = await startProgram(main, {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    LOG_LEVEL: "fatal",
    PORT: String(port),
    ...more(folder),
  });
  const stop = async () => {
    await program.stop();
    process.off("exit", broken);
    await database.stop();
    clear();
  };
  const cpuMs = () => cpuMsOf(program.pid);
  return { url: `http://127.0.0.1:${port}`, databaseUrl: database.url, folder, cpuMs, stop };
}

const tickMs = 10;
/** A process's CPU time so far from `/proc`; NaN where there is none. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return Number.NaN;
  }
}
