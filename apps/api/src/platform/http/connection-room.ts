/** How many connections the API's servers may hold, by the descriptors that the process has. */
import { readFileSync } from "node:fs";

/** Database, gateways' link, metrics, webhooks and mail on their way, the log: they are kept back. */
const KEPT_BACK = 256;
/** Where the system does not tell how many descriptors there may be. */
const FILES_ELSEWHERE = 10_000;
/** A connection costs memory too: no more than so many, however many descriptors there are. */
const MOST = { api: 10_000, lookup: 2_000 };
const API_SHARE = 0.8;

export interface Rooms {
  api: number;
  lookup: number;
}

/** The room of both servers under a limit of `files` descriptors. */
export function roomsFor(files: number): Rooms {
  const free = Math.max(64, files - KEPT_BACK);
  return {
    api: Math.min(MOST.api, Math.floor(free * API_SHARE)),
    lookup: Math.min(MOST.lookup, Math.floor(free * (1 - API_SHARE))),
  };
}

/** Descriptors that this process may open; Node has raised the soft limit. */
export function mostFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return FILES_ELSEWHERE;
  }
}
