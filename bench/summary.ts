/** The tables of the README: the medians of a run, in Markdown. */
import type { Shot } from "./measure.ts";
import { figureOf } from "./report.ts";
import { median } from "./statistics.ts";
import { type Test, tests } from "./tests.ts";

/** The shots of each test, by the names of tests and targets. */
export type Results = Record<string, Record<string, Shot[]>>;

/** A table's columns: heading and target; the ratios refer to the target of `base`. */
interface Columns {
  title: string;
  base: string;
  targets: [heading: string, name: string][];
  rows: [key: string, label: string][];
}

const direct: Columns = {
  title: "per second of processor time",
  base: "proxy-chain",
  targets: [
    ["Turnpike", "turnpike (native)"],
    ["Turnpike, portable engine", "turnpike (portable)"],
    ["proxy-chain 3.0.1", "proxy-chain"],
  ],
  rows: [
    ["down", "download, 32 tunnels"],
    ["up", "upload, 32 tunnels"],
    ["rate", "new tunnels by CONNECT"],
    ["socks", "new tunnels by SOCKS5"],
    ["page", "tunnels of one 100 kB object"],
    ["get", "GETs on kept connections"],
    ["idle", "memory of an idle tunnel"],
  ],
};
const throughUpstream: Columns = {
  title: "through a wholesaler's gateway",
  base: "proxy-chain, upstream",
  targets: [
    ["Turnpike", "turnpike, upstream"],
    ["Turnpike, imported exit", "turnpike, imported exit"],
    ["proxy-chain, upstream", "proxy-chain, upstream"],
    ["squid, cache_peer", "squid, cache_peer"],
  ],
  rows: [
    ["down", "download, 32 tunnels"],
    ["up", "upload, 32 tunnels"],
    ["rate", "new tunnels by CONNECT"],
  ],
};

/** What look-ups cost a worker. */
export interface LookUps {
  names?: { megabytes: number; hit: number; miss: number } | undefined;
  choice?: { random: number; session: number } | undefined;
}

/** Returns the tables of what was measured; empty if nothing was. */
export function summaryOf(results: Results, { names, choice }: LookUps): string {
  const tables = [direct, throughUpstream].map((columns) => tableOf(columns, results));
  const costs: string[] = [];
  if (names !== undefined) {
    const { hit, miss, megabytes } = names;
    const [one, other] = [hit, miss].map((each) => each.toFixed(1));
    const cost = `${one} µs in the list, ${other} µs not; ${megabytes.toFixed(0)} MB a worker`;
    costs.push(`| a host looked up among five million refused names | ${cost} |`);
  }
  if (choice !== undefined) {
    const { random, session } = choice;
    const cost = `${random.toFixed(1)} µs, ${session.toFixed(1)} µs for a new session`;
    costs.push(`| a choice among twenty upstreams | ${cost} |`);
  }
  if (costs.length > 0) tables.push(["| | processor time |", "|---|--:|", ...costs].join("\n"));
  return tables.filter((table) => table !== "").join("\n\n");
}

function tableOf({ title, base, targets, rows }: Columns, results: Results): string {
  const present = targets.filter(([, name]) => rows.some(([key]) => results[key]?.[name]));
  const lines = rows.flatMap(([key, label]) => {
    const test = tests.find((each) => each.key === key);
    const shots = results[key];
    if (test === undefined || shots === undefined) return [];
    if (!present.some(([, name]) => shots[name])) return [];
    const of = (name: string) => median((shots[name] ?? []).map((shot) => figureOf(test, shot)));
    const cells = present.map(([, name]) =>
      cellOf(test, of(name), name === base ? Number.NaN : of(base)),
    );
    return [`| ${label} | ${cells.join(" | ")} |`];
  });
  if (lines.length === 0) return "";
  const head = `| ${title} | ${present.map(([heading]) => heading).join(" | ")} |`;
  return [head, `|---|${"--:|".repeat(present.length)}`, ...lines].join("\n");
}

/** A figure with its unit and, where there is one to compare with, how many times that it is. */
function cellOf({ figure }: Test, value: number, base: number): string {
  if (!Number.isFinite(value)) return "-";
  if (figure === "kilobytes") return `${value.toFixed(1)} kB`;
  const shown =
    figure === "gbps"
      ? `${value.toFixed(1)} Gbit`
      : (Math.round(value / 10) * 10).toLocaleString("en-US");
  const times = value / base;
  return Number.isFinite(times) ? `${shown} (${times.toFixed(1)} ×)` : shown;
}
