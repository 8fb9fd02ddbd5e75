/** What the reader types to get the manager and to run it. */
import { api } from "../../lib/call.ts";

export const systems = ["unix", "windows"] as const;
export type System = (typeof systems)[number];

/** This computer's system, as far as the browser tells. */
export const thisSystem = (): System => (/Windows/.test(navigator.userAgent) ? "windows" : "unix");

const FILE = "turnpike-manager.mjs";
/** The program, which knows the dashboard that it came from. */
export const downloadUrl = (): string => `${api.origin}/downloads/${FILE}`;

/** Fetches and starts it, a line each. */
export const getAndRun = (system: System): string =>
  `${system === "windows" ? "curl.exe" : "curl"} -fLO ${downloadUrl()}\nnode ${FILE}`;

/** Starts one that came from elsewhere so that it serves this dashboard too. */
export const runFor = (origin: string, system: System): string =>
  system === "windows"
    ? `$env:DASHBOARD_ORIGINS="${origin}"; node ${FILE}`
    : `DASHBOARD_ORIGINS=${origin} node ${FILE}`;
