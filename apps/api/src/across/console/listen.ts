/**
 * Serves the operator's console on its own listener (spec/console#listener). Its code is a tenth of
 * the API's, and many processes never show it: it is loaded at the first connection.
 */
import { setImmediate as breath } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type LateServer, listenLate } from "../../platform/http/listen-late.ts";
import type { Services } from "../../platform/services.ts";
import { refuseOtherRelease } from "../../platform/version.ts";

export interface ConsoleAddress {
  host: string;
  /** 0 picks any free port. */
  port: number;
}

export interface ConsoleListener {
  /** The console's URL; empty if the port could not be bound. */
  url: string;
  stop(): Promise<void>;
}

/** Maximum connections: staff are few, and each browser opens several. */
const MAX_CONNECTIONS = 200;
/** Delay after the start until the overview's past days are counted, before anybody opens it. */
const COUNT_AFTER_MS = 10_000;

/** The pieces in which the code is loaded, each some 50 ms: customers' calls come between them. */
const pieces = [
  () => import("@turnpike/contract/console/calls.ts"),
  () => import("./set-up-handlers.ts"),
  () => import("./customer-handlers.ts"),
  () => import("./brand-handlers.ts"),
  () => import("./supply-handlers.ts"),
  () => import("./abuse-handlers.ts"),
  () => import("./handlers.ts"),
];

async function loadConsole(services: Services): Promise<FastifyInstance> {
  refuseOtherRelease();
  for (const load of pieces) {
    await load();
    await breath();
  }
  const { makeConsole } = await import("./server.ts");
  return makeConsole(services, { maxConnections: MAX_CONNECTIONS });
}

async function countPastDays(services: Services): Promise<void> {
  refuseOtherRelease();
  const { overviewOf } = await import("../operator/read/overview.ts");
  await overviewOf(services);
}

/** Starts the console. A port that cannot be bound is only a warning; the API runs without it. */
export async function startConsole(
  services: Services,
  { host, port }: ConsoleAddress,
): Promise<ConsoleListener> {
  const { log } = services;
  let server: LateServer;
  try {
    server = await listenLate({ name: "console", host, port, room: MAX_CONNECTIONS, log }, () =>
      loadConsole(services),
    );
  } catch (error) {
    const { message } = error as Error;
    log.warn({ port, error: message }, "console listen failed: the port cannot be bound");
    return { url: "", stop: async () => undefined };
  }
  const warmUp = setTimeout(() => void countPastDays(services).catch(() => null), COUNT_AFTER_MS);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`,
    stop: async () => {
      clearTimeout(warmUp);
      await server.stop();
    },
  };
}
