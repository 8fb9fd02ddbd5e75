/** The tests, by the names that `--tests` accepts. */
import type { Job } from "./loads.ts";
import type { Protocol } from "./tunnel.ts";

/** The kind of a test's figure: bits or operations per second, a time, or memory. */
export type Figure = "gbps" | "perSecond" | "microseconds" | "kilobytes";

export interface Test {
  key: string;
  title: string;
  figure: Figure;
  protocol: Protocol;
  job: Omit<Job, "route">;
  /** `window` is timed after a warm-up; `rest` measures idle tunnels; `run` has a fixed count. */
  how: "window" | "rest" | "run";
  /** Also run without a proxy, to show what the generator itself can do. */
  direct?: boolean;
  /** Also run through targets that leave by another proxy. */
  through?: true;
}

export const tests: Test[] = [
  {
    key: "down",
    title: "Download through 32 tunnels",
    figure: "gbps",
    protocol: "connect",
    job: { load: "down", tunnels: 32 },
    how: "window",
    through: true,
    direct: true,
  },
  {
    key: "up",
    title: "Upload through 32 tunnels",
    figure: "gbps",
    protocol: "connect",
    job: { load: "up", tunnels: 32 },
    how: "window",
    through: true,
    direct: true,
  },
  {
    key: "rate",
    title: "New tunnels a second by CONNECT, 64 at once, 64 bytes each",
    figure: "perSecond",
    protocol: "connect",
    job: { load: "short", tunnels: 64, bytes: 64 },
    how: "window",
    through: true,
  },
  {
    key: "socks",
    title: "New tunnels a second by SOCKS5, 64 at once, 64 bytes each",
    figure: "perSecond",
    protocol: "socks5",
    job: { load: "short", tunnels: 64, bytes: 64 },
    how: "window",
  },
  {
    key: "page",
    title: "Tunnels of one 100 kB object a second, 64 at once",
    figure: "perSecond",
    protocol: "connect",
    job: { load: "short", tunnels: 64, bytes: 100_000 },
    how: "window",
  },
  {
    key: "get",
    title: "GETs with an absolute URI a second on 32 kept connections, 1 kB each",
    figure: "perSecond",
    protocol: "http",
    job: { load: "get", tunnels: 32, bytes: 1_000 },
    how: "window",
  },
  {
    key: "ping",
    title: "Round trip of 64 bytes in standing tunnels, 1,000 a second over 16",
    figure: "microseconds",
    protocol: "connect",
    job: { load: "ping", tunnels: 16, perSecond: 1_000 },
    how: "window",
    direct: true,
  },
  {
    key: "idle",
    title: "Memory of 5,000 tunnels at rest",
    figure: "kilobytes",
    protocol: "connect",
    job: { load: "idle", tunnels: 64, atMost: 5_000 },
    how: "rest",
  },
  {
    key: "exit",
    title: "20,000 short tunnels through one exit address, 64 at once",
    figure: "perSecond",
    protocol: "connect",
    job: { load: "short", tunnels: 64, bytes: 64, atMost: 20_000 },
    how: "run",
  },
];
