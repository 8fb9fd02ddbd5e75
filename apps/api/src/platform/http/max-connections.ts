/** How many connections the API's servers may hold, derived from the limit of descriptors. */
import { readFileSync } from "node:fs";

/** Descriptors reserved for the database, gateways, metrics, webhooks, mail and the log. */
const RESERVED_FILES = 256;
/** Assumed if the system does not report a limit. */
const DEFAULT_MAX_FILES = 10_000;
/** Upper bounds, because a connection also costs memory. */
const UPPER_BOUNDS = { api: 10_000, lookup: 2_000 };
const API_SHARE = 0.8;

export interface ConnectionLimits {
  api: number;
  lookup: number;
}

/** Divides `files` descriptors between the API's and the lookup server. */
export function limitsFor(files: number): ConnectionLimits {
  const free = Math.max(64, files - RESERVED_FILES);
  return {
    api: Math.min(UPPER_BOUNDS.api, Math.floor(free * API_SHARE)),
    lookup: Math.min(UPPER_BOUNDS.lookup, Math.floor(free * (1 - API_SHARE))),
  };
}

/** The most descriptors that this process may open; Node has raised the soft limit. */
export function maxOpenFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return DEFAULT_MAX_FILES;
  }
}
