/** What is compared: Turnpike's gateway with each engine, its peers, and no proxy at all. */
import path from "node:path";
import { gatewayFlags } from "@turnpike/gateway/start/node-flags.ts";
import type { Listening, PeerOptions } from "./peers/peer.ts";
import { startWorker, type Worker } from "./process.ts";
import type { Protocol } from "./tunnel.ts";

export interface Target {
  /** Its name in `--targets`. */
  key: string;
  name: string;
  /** Null if the load goes directly to the origin. */
  file: string | null;
  env?: Record<string, string>;
  /** Node's flags. */
  flags?: readonly string[];
  protocols: Protocol[];
  /** The name of the target whose code in another checkout this is (`--beside`), or its neighbour. */
  twinOf?: string;
  /** Its exit is another proxy, in a process of its own. It takes part only in some tests. */
  through?: true;
}

const gateway = {
  file: "peers/turnpike.ts",
  flags: gatewayFlags("native"),
  protocols: ["connect", "socks5", "http"],
} as const;
/** As the product starts its workers. */
const environment = { MALLOC_ARENA_MAX: "1" };

/** The target to which ratios refer. */
export const baseline = "proxy-chain";

const all: Target[] = [
  {
    key: "native",
    name: "turnpike (native)",
    ...gateway,
    env: { ...environment, GATEWAY_ENGINE: "native" },
    protocols: [...gateway.protocols],
  },
  {
    key: "portable",
    name: "turnpike (portable)",
    ...gateway,
    env: { ...environment, GATEWAY_ENGINE: "portable" },
    flags: gatewayFlags("portable"),
    protocols: [...gateway.protocols],
  },
  {
    key: "shaped",
    name: "turnpike (shaped)",
    ...gateway,
    env: { ...environment, GATEWAY_ENGINE: "native", SHAPED: "1" },
    protocols: ["connect", "socks5"],
  },
  {
    key: "proxy-chain",
    name: "proxy-chain",
    file: "peers/proxy-chain.ts",
    protocols: ["connect", "http"],
  },
  {
    key: "imported",
    name: "turnpike, imported exit",
    ...gateway,
    env: { ...environment, GATEWAY_ENGINE: "native" },
    protocols: [...gateway.protocols],
    through: true,
    twinOf: "turnpike, upstream",
  },
  {
    key: "upstream",
    name: "turnpike, upstream",
    ...gateway,
    env: { ...environment, GATEWAY_ENGINE: "native", UPSTREAM: "1" },
    protocols: [...gateway.protocols],
    through: true,
  },
  {
    key: "chained",
    name: "proxy-chain, upstream",
    file: "peers/proxy-chain.ts",
    protocols: ["connect"],
    through: true,
  },
  {
    key: "parent",
    name: "squid, cache_peer",
    file: "peers/squid.ts",
    protocols: ["connect"],
    through: true,
  },
  { key: "pipe", name: "plain Node pipe", file: "peers/pipe.ts", protocols: ["connect"] },
  { key: "direct", name: "no proxy", file: null, protocols: ["direct"] },
];

export const targetKeys = all.map(({ key }) => key);

/** The targets with those keys, in order of comparison. */
export function chosenTargets(keys: string[]): Target[] {
  return all.filter(({ key }) => keys.includes(key));
}

/**
 * The same targets, each of Turnpike's followed by its twin in another checkout of the repository,
 * so that a change is measured in pairs, in turn, in one run.
 */
export function withTwins(targets: Target[], checkout: string): Target[] {
  return targets.flatMap((target) => {
    if (target.file !== gateway.file) return [target];
    const file = path.resolve(checkout, "bench", gateway.file);
    const name = target.name.replace("turnpike", "beside");
    return [target, { ...target, file, name, twinOf: target.name }];
  });
}

export interface Running {
  target: Target;
  port: number;
  /** Null for `direct`. */
  worker: Worker | null;
  /** The proxy that its connections leave through. */
  far: Worker | null;
  engine: string | null;
}

const exitsOfAGateway = 8;
let startedExits = 0;

/** Addresses that no earlier target of this run has used; a single one where there is only one. */
function freshExits(count: number): string[] {
  if (process.platform !== "linux") return ["127.0.0.1"];
  startedExits += 1;
  const net = `127.20.${startedExits}`;
  return Array.from({ length: count }, (_, index) => `${net}.${index + 1}`);
}

/** Starts a proxy; with `oneExit` it uses a single outgoing address. */
export async function startTarget(
  target: Target,
  options: { originPort: number; cores: string | null; oneExit?: boolean },
): Promise<Running> {
  const { originPort, cores, oneExit = false } = options;
  const none = { worker: null, far: null, engine: null };
  if (target.file === null) return { target, port: originPort, ...none };
  const { env = {}, flags = [] } = target;
  const worker = await startWorker(target.file, { cores, env, flags });
  const exits = freshExits(oneExit ? 1 : exitsOfAGateway);
  const far = target.through ? await startWorker("peers/pipe.ts", { cores: null, env: {} }) : null;
  const farOptions: PeerOptions = { originPort, exits: [] };
  const farPort = (await far?.ask<Listening>("start", farOptions))?.port ?? null;
  const input: PeerOptions = { originPort, exits, farPort };
  const { port, engine = null } = await worker.ask<Listening>("start", input);
  return { target, port, worker, far, engine };
}
