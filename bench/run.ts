/** `npm run bench`: Turnpike's gateway and its peers in one run, interleaved (README.md). */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchApi } from "./api.ts";
import { benchChoice } from "./choice.ts";
import { benchConsole } from "./console.ts";
import { benchEdge } from "./edge.ts";
import { benchNames } from "./names.ts";
import { benchRest } from "./rest.ts";
import { benchTrace } from "./trace.ts";
import { benchUsage } from "./usage.ts";
import { benchPorts } from "./ports.ts";
import { type Bench, routeOf, type Shot, measureShot } from "./measure.ts";
import type { OriginState } from "./origin.ts";
import { startWorker } from "./process.ts";
import { errorsOf, pairsOf, type Shots, tableOf } from "./report.ts";
import { reexecInNetwork, type Stage, stageOfRun } from "./stage.ts";
import {
  baseline,
  withTwins,
  chosenTargets,
  type Running,
  startTarget,
  targetKeys,
} from "./targets.ts";
import { type Results, summaryOf } from "./summary.ts";
import { type Test, tests } from "./tests.ts";

const testKeys = tests.map(({ key }) => key);
const { values } = parseArgs({
  options: {
    tests: { type: "string", default: [...testKeys, "names", "choice"].join(",") },
    targets: { type: "string", default: targetKeys.join(",") },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1.5" },
    millions: { type: "string", default: "8" },
    json: { type: "string" },
    beside: { type: "string" },
  },
});
const warmupSeconds = 0.3;

/** Names in a list option; exits if one is unknown. */
function listed(option: "tests" | "targets", known: string[]): string[] {
  const names = values[option].split(",").filter(Boolean);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return names;
  console.error(`--${option}: no ${wrong}; there are ${known.join(", ")}`);
  process.exit(2);
}

function positive(option: "rounds" | "seconds" | "millions", most: number): number {
  const value = Number(values[option]);
  if (value > 0 && value <= most) return value;
  console.error(`--${option}: a number up to ${most}`);
  process.exit(2);
}

const chosen = listed("tests", [
  ...testKeys,
  "ports",
  "api",
  "usage",
  "rest",
  "tls",
  "names",
  "choice",
  "trace",
  "console",
]);
const ours = chosenTargets(listed("targets", targetKeys));
const targets = values.beside === undefined ? ours : withTwins(ours, values.beside);
const rounds = positive("rounds", 200);
const seconds = positive("seconds", 30);
/** Accurate rates need a longer time: M7 sets 20 s. */
const portsSeconds = Math.max(seconds, 20);
const gatewayTests = tests.filter(({ key }) => chosen.includes(key));

/** Starts the targets that can be compared; says why others are skipped. */
async function startAll(bench: Bench, stage: Stage): Promise<Running[]> {
  const all: Running[] = [];
  for (const target of targets) {
    const options = { originPort: bench.originPort, cores: stage.proxyCores };
    const running = await startTarget(target, options);
    const wanted = target.env?.["GATEWAY_ENGINE"] ?? null;
    if (running.engine === wanted) all.push(running);
    else {
      await running.worker?.stop();
      await running.far?.stop();
      console.log(`Left out: ${target.name}, which does not run here.`);
    }
  }
  return all;
}

/** Verifies every byte through every target; a wrong one ends the run. */
async function checkAll(bench: Bench, all: Running[]): Promise<void> {
  let total = 0;
  for (const running of all) {
    for (const protocol of running.target.protocols) {
      const route = routeOf(bench, running, protocol);
      const { bytes } = await bench.load.ask<{ bytes: number }>("check", route).catch((error) => {
        throw new Error(`${running.target.name} by ${protocol}: ${error.message}`);
      });
      total += bytes;
    }
  }
  const names = all.map(({ target }) => target.name).join(", ");
  console.log(`${(total / 1e6).toFixed(0)} MB compared, every byte right: ${names}.\n`);
}

/** One round of a test: a shot at each target. */
async function round(bench: Bench, stage: Stage, test: Test, all: Running[], shots: Shots) {
  for (const running of all) {
    const { target } = running;
    const takesPart = running.worker ? target.protocols.includes(test.protocol) : test.direct;
    if (!takesPart || (target.through && !test.through)) continue;
    const fresh = test.how === "window" ? null : await startFresh(bench, stage, running, test);
    const shot: Shot = await measureShot(bench, fresh ?? running, test);
    await fresh?.worker?.stop();
    await fresh?.far?.stop();
    shots.set(target.name, [...(shots.get(target.name) ?? []), shot]);
    if (process.stderr.isTTY) process.stderr.write(".");
  }
}

/** Memory and ports are measured on a process that has done nothing before. */
function startFresh(bench: Bench, stage: Stage, { target }: Running, test: Test) {
  const { originPort } = bench;
  return startTarget(target, { originPort, cores: stage.proxyCores, oneExit: test.how === "run" });
}

async function benchGateways(): Promise<Results> {
  const stage = stageOfRun();
  const load = await startWorker("load.ts", { cores: stage.generatorCores });
  const origin = await startWorker("origin.ts", { cores: stage.generatorCores });
  const { port: originPort } = await origin.ask<OriginState>("read");
  const generatorCores = stage.generatorCoreCount;
  const bench = { load, origin, originPort, generatorCores, seconds, warmupSeconds };
  console.log(stage.notes.join("\n"));
  const all = await startAll(bench, stage);
  await checkAll(bench, all);
  const results: Results = {};
  for (const test of gatewayTests) {
    const shots: Shots = new Map();
    const times = test.how === "window" ? rounds : 1;
    // Every other round runs in reverse order, so that no target is always first.
    for (let done = 0; done < times; done += 1)
      await round(bench, stage, test, done % 2 === 0 ? all : all.toReversed(), shots);
    if (process.stderr.isTTY) process.stderr.write("\r");
    const pairs = targets.flatMap(({ name, twinOf }) => pairsOf(test, shots, { name, twinOf }));
    const lines = [tableOf(test, shots, baseline), ...pairs, ...errorsOf(test, shots)];
    console.log(`${lines.join("\n")}\n`);
    results[test.key] = Object.fromEntries(shots);
  }
  for (const worker of [load, origin, ...all.flatMap(({ worker, far }) => [worker, far])])
    await worker?.stop();
  return results;
}

async function main(): Promise<void> {
  const names = chosen.includes("names") ? benchNames() : undefined;
  const choice = chosen.includes("choice") ? benchChoice() : undefined;
  const shots = gatewayTests.length > 0 ? await benchGateways() : {};
  const results = {
    ...shots,
    ...(chosen.includes("ports") ? { ports: await benchPorts(stageOfRun(), portsSeconds) } : {}),
    ...(chosen.includes("api") ? { api: await benchApi({ beside: values.beside, rounds }) } : {}),
    ...(chosen.includes("usage") ? { usage: await benchUsage() } : {}),
    ...(chosen.includes("rest") ? { rest: await benchRest() } : {}),
    ...(chosen.includes("tls") ? { tls: await benchEdge() } : {}),
    ...(names && { names }),
    ...(choice && { choice }),
    ...(chosen.includes("trace") ? { trace: await benchTrace(positive("millions", 500)) } : {}),
    ...(chosen.includes("console")
      ? { console: await benchConsole(positive("millions", 500)) }
      : {}),
  };
  const summary = summaryOf(shots, { names, choice });
  if (summary !== "") console.log(`For the README:\n\n${summary}\n`);
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
  }
}

if (!reexecInNetwork()) {
  // The started processes are stopped by this process's `exit` handlers.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
