/** A manager: lock → local ports → HTTP server, stopped in the opposite order. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { BrandWatch } from "./brand.ts";
import type { Config } from "./config.ts";
import { ownOrigins } from "./origin-guard.ts";
import { LocalPorts } from "./local-ports.ts";
import { takeLock } from "./lock.ts";
import { makePage } from "./page.ts";
import { makeServer } from "./server.ts";
import { privateFolder } from "./state-file.ts";

export const version = "0.3.0";

export interface Manager {
  url: string;
  port: number;
  /** The folder of the state file: the configured one, or one within it. */
  folder: string;
  /** Warnings from the start. */
  notices: string[];
  stop(): Promise<void>;
}
export interface ManagerDependencies {
  now: () => number;
  /** Prints a line for the user who runs it. */
  say: (line: string) => void;
}

const HEARTBEAT_MS = 5_000;

/**
 * Starts a manager on 127.0.0.1, regardless of HOST; port 0 takes any free port.
 * @throws Error with a sentence: another manager uses the folder, the port is in use
 */
export async function startManager(
  config: Config,
  dependencies: ManagerDependencies,
): Promise<Manager> {
  const { dashboards } = config;
  const folder = privateFolder(config.folder);
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) {
      // A step that fails, such as saving counters on a full disk, must not stop the rest.
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => dependencies.say(`At the end: ${String(error)}`));
    }
  };
  try {
    const lock = takeLock(folder);
    undo.push(lock.release);
    const heartbeat = setInterval(lock.beat, HEARTBEAT_MS);
    heartbeat.unref();
    undo.push(() => clearInterval(heartbeat));
    const allowedOrigins = { port: config.port, dashboards };
    const ports = new LocalPorts({
      folder,
      managerPort: () => allowedOrigins.port,
      ...dependencies,
    });
    undo.push(() => ports.stop());
    await ports.restore();
    const { notices } = ports;
    if (folder !== config.folder)
      notices.push(`${config.folder} is open to others: local ports are kept in ${folder}.`);
    const watch = new BrandWatch(dashboards);
    undo.push(() => watch.stop());
    const brand = () => watch.current;
    const page = () => makePage({ folder, dashboards, notices, version, brand: brand() });
    const server = makeServer(
      Object.assign(allowedOrigins, { ports, version, page, brand, say: dependencies.say }),
    );
    allowedOrigins.port = await listen(server, config.port);
    undo.push(() => closeServer(server));
    return {
      url: ownOrigins(allowedOrigins.port)[0] ?? "",
      port: allowedOrigins.port,
      folder,
      notices,
      stop,
    };
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

async function closeServer(server: Server): Promise<void> {
  const end = once(server, "close");
  server.close();
  server.closeAllConnections();
  await end;
}
