/**
 * An emulated list: proxies with an address each, at one host and port, told apart by their login.
 * Each is a modem too: its link gives it the next address (spec/supply#lists).
 */
import { refusalOf } from "./answers.ts";
import { dialFrom } from "./dial.ts";
import { type Desk, Front } from "./front.ts";

export interface LinesOptions {
  /** Loopback addresses, one for each line. */
  exits: readonly string[];
  /** Addresses that its modems get in turn. */
  spare?: readonly string[];
  port?: number;
}
export interface Lines {
  port: number;
  /** The lines that are offered, as `host:port:user:password`; changed by a test. */
  offered: string[];
  /** The path of the page with the offered lines. */
  listPath: string;
  /** What the page answers instead; null: the lines. */
  broken: { status: number; text: string } | null;
  /** Lines, from 0, that refuse every request. */
  dead: Set<number>;
  /** The link that gives a line the next spare address. */
  rotateUrl(line: number): string;
  /** What links answer instead; null: a new address. */
  brokenLink: { status: number; text: string } | null;
  /** How often links were called. */
  rotations: number;
  /** Targets that were asked for, as `host:port`. */
  seen: string[];
  stop(): Promise<void>;
}

const MOST_SEEN = 1_000;

/** Starts it. @throws Error if the port is taken */
export async function startLines({ exits, spare = [], port = 0 }: LinesOptions): Promise<Lines> {
  const current = [...exits];
  const next = [...spare];
  const lineOf = (user: string, password: string): number | null => {
    const at = Number(/^line(\d+)$/.exec(user)?.[1] ?? Number.NaN);
    return current[at] !== undefined && password === `secret${at}` ? at : null;
  };
  const page = (path: string) => {
    if (path === lines.listPath)
      return lines.broken ?? { status: 200, text: lines.offered.join("\n") };
    const at = Number(/^\/rotate\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (lines.brokenLink !== null) return lines.brokenLink;
    const address = current[at] === undefined ? undefined : next.shift();
    if (address === undefined) return { status: 404, text: "" };
    current[at] = address;
    lines.rotations += 1;
    return { status: 200, text: "OK" };
  };
  const desk: Desk = {
    admits: ({ user, password }) => lineOf(user, password) !== null,
    page,
    serve: async ({ user, password }, host, target) => {
      const at = lineOf(user, password);
      if (at === null) return { refusal: refusalOf("auth", []) };
      lines.seen.push(`${host}:${target}`);
      if (lines.seen.length > MOST_SEEN) lines.seen.shift();
      const exit = current[at] ?? "";
      if (lines.dead.has(at)) return { refusal: refusalOf("noExit", []) };
      const opened = await dialFrom(exit, { host, port: target });
      return opened === null ? { refusal: refusalOf("target", []) } : { opened, headers: {} };
    },
  };
  const front = new Front(desk, { port });
  await front.listen();
  const lines: Lines = {
    port: front.port,
    stop: () => front.stop(),
    offered: exits.map((_, at) => `127.0.0.1:${front.port}:line${at}:secret${at}`),
    listPath: "/list.txt",
    broken: null,
    brokenLink: null,
    dead: new Set(),
    rotateUrl: (line) => `http://127.0.0.1:${front.port}/rotate/${line}`,
    rotations: 0,
    seen: [],
  };
  return lines;
}
