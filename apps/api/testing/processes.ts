/** APIs in processes of their own beside a test's, with its database and key, that can be killed. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { entryOf } from "@turnpike/net/testing/product-entry.ts";

export interface ApiProcess {
  url: string;
  consoleUrl: string;
  /** Kills it with SIGKILL, and resolves when it has ended. */
  kill: () => Promise<void>;
}

export class ApiProcesses {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), "turnpike-processes-"));
  readonly #children = new Set<ChildProcess>();

  /** Starts one beside an API of this process; `more` are environment variables. */
  async start(
    beside: { databaseUrl: string; dataDir: string },
    more: Record<string, string> = {},
  ): Promise<ApiProcess> {
    const [port = 0, console = 0] = await freePorts(2);
    const env = {
      ...process.env,
      DATABASE_URL: beside.databaseUrl,
      DATA_DIR: mkdtempSync(path.join(this.#folder, "place-")),
      SECRET_KEY_FILE: path.join(beside.dataDir, "secret.key"),
      LOG_LEVEL: "silent",
      PORT: String(port),
      CONSOLE_PORT: String(console),
      LOOKUP_PORT: "0",
      ...more,
    };
    const child = fork(entryOf("api"), {
      env,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#children.add(child);
    const ended = once(child, "exit");
    const said = await Promise.race([once(child, "message"), ended]);
    if (said[0] !== "ready") throw new Error(`an API process ended: ${String(said[0])}`);
    const kill = async () => {
      child.kill("SIGKILL");
      await ended;
      this.#children.delete(child);
    };
    const on = (one: number) => `http://127.0.0.1:${one}`;
    return { url: on(port), consoleUrl: on(console), kill };
  }

  /** Kills all that run, and removes their folders. */
  stop(): void {
    for (const child of this.#children) child.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
