/** Faults in a fleet, one after another, each until it is over. */
import { existsSync } from "node:fs";
import type { Random } from "@turnpike/net/testing/random.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { sleep } from "../story.ts";
import { apiProcessOf, killNow, workersOf } from "./machine.ts";
import { type Node, type Stage, workersOfNode } from "./stage.ts";

export type FaultKind =
  | "api 1 killed"
  | "api 2 killed"
  | "worker killed"
  | "node killed"
  | "database stopped"
  | "primary killed"
  | "link cut"
  | "link cut long"
  | "node clock + 90 s"
  | "rolling restart";

/** A fault that occurred: when, and to which node, if any. */
export interface Fault {
  kind: FaultKind;
  from: number;
  /** When everything had recovered. */
  to: number;
  /** Nodes whose tunnels may end, and which may refuse new ones. */
  nodes: Node[];
  /** Nodes without a link: they carry under existing leases, and open nothing without one. */
  cut: Node[];
  /** Number of workers killed with SIGKILL: some of their last traffic is forgiven. */
  killedWorkers: number;
  /** Result of the books' verification afterwards; null if it was not run. */
  difference: string | null;
}

/** Current faults, checked before a node is chosen. */
export interface ActiveFaults {
  /** Nodes that may refuse. */
  nodes: Set<Node>;
  /** Nodes whose link is cut: they serve only sub-accounts with a lease there. */
  cut: Set<Node>;
}

const readyMs = 30_000;
const cutMs = { "link cut": 10_000, "link cut long": 90_000 };

export interface FaultContext {
  stage: Stage;
  random: Random;
  broken: ActiveFaults;
  /** The bounded form cuts links for a shorter time. */
  full: boolean;
}

/** Causes the fault, waits until everything has recovered, and describes what was done. */
export async function injectFault(kind: FaultKind, scene: FaultContext): Promise<Fault> {
  const node = scene.random.pick(scene.stage.nodes);
  const from = performance.now();
  const done = await faults[kind](scene, node);
  await waitUntilHealthy(scene.stage);
  const to = performance.now();
  const difference = scene.full ? await differenceOf(scene.stage) : null;
  return { kind, from, to, cut: [], difference, ...done };
}

/** The first difference found by `operator verify`, or `none`. */
export async function differenceOf(stage: Stage): Promise<string> {
  const verified = JSON.parse(await stage.operate("verify", "--json")) as {
    difference: string | null;
  };
  return verified.difference ?? "none";
}

type FaultEffect = Pick<Fault, "nodes" | "killedWorkers"> & Partial<Pick<Fault, "cut">>;
const nobody: FaultEffect = { nodes: [], killedWorkers: 0 };

const faults: Record<FaultKind, (scene: FaultContext, node: Node) => Promise<FaultEffect>> = {
  "api 1 killed": ({ stage }) => killApi(stage, 0),
  "api 2 killed": ({ stage }) => killApi(stage, 1),
  "worker killed": async ({ random, broken }, node) => {
    broken.nodes.add(node);
    const before = workersOf(node.machine);
    killNow(random.pick(before));
    await waitFor(
      "the worker is back",
      () => {
        const now = workersOf(node.machine);
        return now.length === before.length && now.some((pid) => !before.includes(pid));
      },
      readyMs,
    );
    await isServing(node);
    broken.nodes.delete(node);
    return { nodes: [node], killedWorkers: 1 };
  },
  "node killed": async ({ broken }, node) => {
    broken.nodes.add(node);
    const killedWorkers = workersOf(node.machine).length;
    await node.machine.kill();
    await sleep(1_000);
    await node.machine.start();
    broken.nodes.delete(node);
    return { nodes: [node], killedWorkers };
  },
  "database stopped": async ({ stage }) => {
    // SIGQUIT is PostgreSQL's immediate stop: no checkpoint, recovery at the next start.
    process.kill(stage.databasePid(), "SIGQUIT");
    await sleep(500);
    return nobody;
  },
  "primary killed": async ({ stage: { cluster } }) => {
    if (cluster === null) throw new Error("primary killed: needs FLEET_DATABASE=patroni");
    const before = await cluster.primary();
    if (before === null) throw new Error("the cluster has no primary");
    cluster.kill(before);
    const isOther = async () => {
      const now = await cluster.primary();
      return now !== null && now !== before;
    };
    await waitFor("the standby takes over", isOther, readyMs);
    cluster.start(before);
    await cluster.synchronous();
    return nobody;
  },
  "link cut": (scene, node) => cutLink(scene, node, scene.full ? cutMs["link cut"] : 4_000),
  "link cut long": (scene, node) => cutLink(scene, node, cutMs["link cut long"]),
  "node clock + 90 s": async ({ broken }, node) => {
    broken.nodes.add(node);
    await node.machine.stop();
    await node.machine.start({
      LD_PRELOAD: fakeTime(),
      FAKETIME: "+90s",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    broken.nodes.delete(node);
    await sleep(5_000);
    return { nodes: [node], killedWorkers: 0 };
  },
  "rolling restart": async ({ stage, broken }) => {
    for (const api of stage.apis) {
      await api.stop();
      await api.start();
    }
    for (const node of stage.nodes) {
      broken.nodes.add(node);
      await node.machine.stop();
      await node.machine.start();
      broken.nodes.delete(node);
    }
    return { nodes: stage.nodes, killedWorkers: 0 };
  },
};

/** Debian's library that gives a process a different time (package faketime). */
function fakeTime(): string {
  const folders = ["x86_64-linux-gnu", "aarch64-linux-gnu"];
  const files = folders.map((folder) => `/usr/lib/${folder}/faketime/libfaketime.so.1`);
  const file = files.find(existsSync);
  if (file === undefined) throw new Error("Debian's package faketime is not installed");
  return file;
}

async function killApi({ apis, urls }: Stage, which: number): Promise<FaultEffect> {
  const api = apis[which];
  const url = urls[which];
  if (!api || !url) throw new RangeError(`there is no API ${which}`);
  const before = apiProcessOf(api);
  killNow(before);
  await waitFor(`${api.name} is ready again`, () => isReady(url), readyMs);
  return nobody;
}

async function cutLink(
  { broken, stage }: FaultContext,
  node: Node,
  ms: number,
): Promise<FaultEffect> {
  broken.cut.add(node);
  node.link.cut();
  await sleep(ms);
  node.link.heal();
  await sleep(1_000);
  // Both workers: each has its own link.
  await waitUntilHealthy(stage);
  broken.cut.delete(node);
  return { ...nobody, cut: [node] };
}

const isReady = async (url: string) =>
  (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;

async function isServing(node: Node): Promise<void> {
  const answers = () => fetch(`http://${node.host}:${node.port}/`).then(Boolean, () => false);
  await waitFor(`${node.name} answers`, answers, readyMs);
}

/** Waits until every API is ready and every node is connected with all its workers. */
export async function waitUntilHealthy(stage: Stage): Promise<void> {
  const ready = () => Promise.all(stage.urls.map(isReady)).then((all) => all.every(Boolean));
  await waitFor("both APIs are ready", ready, readyMs);
  await waitFor(
    "all nodes are up",
    async () => {
      const listed = await stage.operate("node", "list", "--json").catch(() => "[]");
      const nodes = JSON.parse(listed) as { name: string; state: string; workers: number }[];
      const up = nodes.filter(
        ({ name, state, workers }) =>
          name.startsWith("node") && state === "up" && workers === workersOfNode,
      );
      return up.length === stage.nodes.length;
    },
    readyMs,
    500,
  );
}
