/** How many connections the API's servers may hold, derived from the limit of descriptors. */
import { readFileSync } from "node:fs";

/** Descriptors reserved for the database, gateways, metrics, webhooks, mail and the log. */
const KEPT_BACK = 256;
/** Assumed if the system does not report a limit. */
const FILES_ELSEWHERE = 10_000;
/** Upper bounds, because a connection also costs memory. */
const MOST = { api: 10_000, lookup: 2_000 };
const API_SHARE = 0.8;

export interface Rooms {
  api: number;
  lookup: number;
}

/** Divides `files` descriptors between the API's and the lookup server. */
export function roomsFor(files: number): Rooms {
  const free = Math.max(64, files - KEPT_BACK);
  return {
    api: Math.min(MOST.api, Math.floor(free * API_SHARE)),
    lookup: Math.min(MOST.lookup, Math.floor(free * (1 - API_SHARE))),
  };
}

/** The most descriptors that this process may open; Node has raised the soft limit. */
export function maxOpenFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return FILES_ELSEWHERE;
  }
}
