/** A manager: lock → local ports → HTTP server, stopped in the opposite order. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "./config.ts";
import { ownOrigins } from "./origin-guard.ts";
import { LocalPorts } from "./local-ports.ts";
import { takeLock } from "./lock.ts";
import { makePage } from "./page.ts";
import { makeServer } from "./server.ts";
import { privateFolder } from "./state-file.ts";

export const version = "0.1.0";

export interface Manager {
  url: string;
  port: number;
  /** The folder of the state file: the configured one, or one within it. */
  folder: string;
  /** Warnings from the start. */
  notices: string[];
  stop(): Promise<void>;
}
export interface Outside {
  now: () => number;
  /** Prints a line for the user who runs it. */
  say: (line: string) => void;
}

const BEAT_MS = 5_000;

/**
 * Starts a manager on 127.0.0.1, regardless of HOST; port 0 takes any free port.
 * @throws Error with a sentence: another manager uses the folder, the port is in use
 */
export async function startManager(config: Config, outside: Outside): Promise<Manager> {
  const { dashboards } = config;
  const folder = privateFolder(config.folder);
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) {
      // A step that fails, such as saving counters on a full disk, must not stop the rest.
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => outside.say(`At the end: ${String(error)}`));
    }
  };
  try {
    const lock = takeLock(folder);
    undo.push(lock.release);
    const beat = setInterval(lock.beat, BEAT_MS);
    beat.unref();
    undo.push(() => clearInterval(beat));
    const house = { port: config.port, dashboards };
    const ports = new LocalPorts({ folder, managerPort: () => house.port, ...outside });
    undo.push(() => ports.stop());
    await ports.restore();
    const { notices } = ports;
    if (folder !== config.folder)
      notices.push(`${config.folder} is open to others: local ports are kept in ${folder}.`);
    const page = makePage({ folder, dashboards, notices, version });
    const server = makeServer(Object.assign(house, { ports, version, page, say: outside.say }));
    house.port = await listen(server, config.port);
    undo.push(() => closed(server));
    return { url: ownOrigins(house.port)[0] ?? "", port: house.port, folder, notices, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws Error with a sentence */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ code = "" }: NodeJS.ErrnoException) => {
      const why = code === "EADDRINUSE" ? "is in use; another manager may run" : `fails (${code})`;
      reject(new Error(`port ${port} ${why}`));
    });
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function closed(server: Server): Promise<void> {
  const end = once(server, "close");
  server.close();
  server.closeAllConnections();
  await end;
}
