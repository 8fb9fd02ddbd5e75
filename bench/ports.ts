/**
 * A thousand ports of unlimited plans at one gateway worker, 200 of them at their full rate: how
 * accurate the rates are, and what a busy port costs.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import type { OriginState } from "./origin.ts";
import type { PortsState } from "./ports-load.ts";
import { startWorker, type Usage, type Worker } from "./process.ts";
import type { Stage } from "./stage.ts";
import { median } from "./statistics.ts";

export interface PortsResult {
  /** Mbps of each port, by direction. */
  down: number[];
  up: number[];
  cpuPercentPerPort: number;
  rssBytesPerPort: number;
  kernelBytesPerPort: number;
  /** Largest deviation from the rate, in percent of it. */
  spreadPercent: number;
  errors: number;
}

const [ports, busy, streams, mbps] = [1_000, 200, 4, 5];
const firstPort = 26_000;
const settleMs = 3_000;
/** Limit set by M7, in percent. */
const maxSpreadPercent = 5;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Takes about 10 s more than `seconds`; prints the table. @throws if a port is off its rate */
export async function benchPorts(stage: Stage, seconds: number): Promise<PortsResult> {
  const [cores, generatorCores] = [stage.proxyCores, stage.generatorCores];
  const workers = await Promise.all([
    startWorker("peers/ports.ts", { cores }),
    startWorker("origin.ts", { cores: generatorCores }),
    startWorker("ports-load.ts", { cores: generatorCores }),
  ]);
  try {
    const result = await run(workers, seconds);
    console.log(tableOf(result));
    if (result.errors > 0) throw new Error(`${result.errors} streams broke`);
    if (result.spreadPercent > maxSpreadPercent) {
      throw new Error(`a port is ${result.spreadPercent.toFixed(1)} % off its rate`);
    }
    return result;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

interface Reading {
  at: number;
  down: number[];
  up: number[];
  usage: Usage;
}

async function run(
  [gateway, origin, load]: [Worker, Worker, Worker],
  seconds: number,
): Promise<PortsResult> {
  const { port: originPort } = await origin.ask<OriginState>("read");
  const request = { originPort, firstPort, ports, mbps };
  const closed = await gateway.ask<number[]>("start", request);
  if (closed.length > 0) throw new Error(`not opened: ${closed.length} ports, ${closed[0]} first`);
  const read = async (): Promise<Reading> => {
    const [state, sinks, usage] = await Promise.all([
      load.ask<PortsState>("read"),
      origin.ask<number[]>("sinks"),
      gateway.ask<Usage>("usage"),
    ]);
    return { at: performance.now(), down: [...state.down], up: sinks, usage };
  };
  const idle = await gateway.ask<Usage>("usage");
  const every = Math.floor(ports / busy);
  await load.ask("begin", { originPort, firstPort, every, busy, streams });
  await sleep(settleMs);
  const from = await read();
  await sleep(seconds * 1_000);
  const to = await read();
  const kernelBytes = heldBytes(originPort);
  const { errors, open } = await load.ask<PortsState>("read");
  await load.ask("end");
  const ms = to.at - from.at;
  const rates = (way: "up" | "down") =>
    Array.from({ length: busy / 2 }, (_, at) => {
      return ((to[way][at] ?? 0) - (from[way][at] ?? 0)) / ms / 125;
    });
  const [down, up] = [rates("down"), rates("up")];
  const off = [...down, ...up].map((rate) => (Math.abs(rate - mbps) / mbps) * 100);
  return {
    down,
    up,
    cpuPercentPerPort: ((to.usage.cpuMs - from.usage.cpuMs) / ms / busy) * 100,
    rssBytesPerPort: (to.usage.rssBytes - idle.rssBytes) / busy,
    kernelBytesPerPort: kernelBytes / busy,
    spreadPercent: Math.max(...off),
    errors: errors + (busy * streams - open),
  };
}

/** Bytes of the gateway's sockets buffered in the kernel; NaN if that is not available. */
function heldBytes(originPort: number): number {
  try {
    let bytes = 0;
    for (const line of readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1)) {
      const [, local = "", remote = "", , queues = ""] = line.trim().split(/\s+/);
      const at = portOf(local);
      const ours = at >= firstPort && at < firstPort + ports;
      if (!ours && portOf(remote) !== originPort) continue;
      for (const queue of queues.split(":")) bytes += Number.parseInt(queue, 16) || 0;
    }
    return bytes;
  } catch {
    return Number.NaN;
  }
}

const portOf = (address: string) => Number.parseInt(address.split(":")[1] ?? "", 16);

function tableOf(result: PortsResult): string {
  const { down, up, cpuPercentPerPort, rssBytesPerPort, kernelBytesPerPort } = result;
  const range = (rates: number[]) =>
    `${Math.min(...rates).toFixed(3)}–${Math.max(...rates).toFixed(3)}, median ${median(rates).toFixed(3)}`;
  return [
    `${ports} ports of ${mbps} Mbps at one worker, ${streams} streams through ${busy} of them` +
      ` (load average ${(loadavg()[0] ?? 0).toFixed(1)})`,
    `  down, Mbps              ${range(down)}`,
    `  up, Mbps                ${range(up)}`,
    `  furthest off            ${result.spreadPercent.toFixed(2)} % (bar: ${maxSpreadPercent} %)`,
    `  CPU for a busy port     ${cpuPercentPerPort.toFixed(3)} % of a core`,
    `  memory for a busy port  ${(rssBytesPerPort / 1e3).toFixed(1)} kB in the process, ` +
      `${(kernelBytesPerPort / 1e3).toFixed(0)} kB in the kernel's queues`,
    "",
  ].join("\n");
}
