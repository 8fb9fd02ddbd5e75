/**
 * Stopping the product under load: whichever process is signalled or dies, it stops in order,
 * leaves no process behind, counts every byte, and starts again immediately
 * (spec/environment#ending).
 */
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Origin } from "../torture/origin.ts";
import { openTunnel, type Tunnel, TunnelRefused } from "../torture/tunnel.ts";
import { type Customer, customerWithTraffic } from "./customer.ts";
import { byNpm, type RunningProduct, startProduct } from "./product.ts";
import { limitHere } from "@turnpike/net/testing/machine-speed.ts";
import { commandOfEntry } from "@turnpike/net/testing/product-entry.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

/** Rounds per way to stop it. */
const rounds = 10;
/** The quality bar for a warm start, on a machine of nominal speed. */
const readyMs = 5_000;
/** DRAIN_SECONDS of the lab, plus time for the rest beside other tests. */
const endedMs = 4_000 + 6_000;
/** The download continues this long after the signal, so it ends within the drain. */
const stillMs = 1_000;
const exchange = { up: 1_000, down: 50_000, everyMs: 40 };

interface Round {
  product: RunningProduct;
  /** Process id of a part, by its command line. */
  pidOf: (program: RegExp) => number;
}
interface Way {
  title: string;
  end: (round: Round) => void;
  /** How npm exits. */
  ends: { code: number | null; signal: NodeJS.Signals | null };
  /** Open tunnels may finish, so byte counts are exact; otherwise up to one exchange is cut off. */
  drains: boolean;
}

const inOrder = { code: 0, signal: null };
const killed = { code: null, signal: "SIGKILL" } as const;
const setup = /tools\/setup\.mjs/;
const main = commandOfEntry("turnpike");
const ways: Way[] = [
  {
    title: "SIGTERM to npm alone, as docker stop sends it",
    end: ({ product }) => process.kill(product.pid, "SIGTERM"),
    ends: inOrder,
    drains: true,
  },
  {
    title: "kill -9 of the main process",
    end: ({ pidOf }) => process.kill(pidOf(main), "SIGKILL"),
    ends: { code: 1, signal: null },
    drains: false,
  },
  {
    title: "SIGINT to the whole group, as Ctrl-C sends it",
    end: ({ product }) => process.kill(-product.pid, "SIGINT"),
    ends: inOrder,
    drains: true,
  },
  {
    title: "SIGTERM to every process at once, as systemd sends it",
    end: ({ product }) => {
      for (const { pid, command } of processesAt(product.dataDir)) {
        // systemd is configured to leave the database to the product (docs/operating/running.md).
        if (!/postgres/.test(command)) process.kill(pid, "SIGTERM");
      }
    },
    ends: inOrder,
    drains: true,
  },
  {
    title: "SIGTERM to the whole group",
    end: ({ product }) => process.kill(-product.pid, "SIGTERM"),
    ends: inOrder,
    drains: true,
  },
  {
    title: "SIGTERM to npm's child alone",
    end: ({ pidOf }) => process.kill(pidOf(setup), "SIGTERM"),
    ends: inOrder,
    drains: true,
  },
  {
    title: "SIGTERM to the main process alone",
    end: ({ pidOf }) => process.kill(pidOf(main), "SIGTERM"),
    ends: inOrder,
    drains: true,
  },
  {
    title: "kill -9 of npm",
    end: ({ product }) => process.kill(product.pid, "SIGKILL"),
    ends: killed,
    drains: true,
  },
  {
    title: "kill -9 of npm's child",
    end: ({ pidOf }) => process.kill(pidOf(setup), "SIGKILL"),
    ends: killed,
    drains: true,
  },
];

/** All processes that use this data directory, by environment or working directory. */
function processesAt(dataDir: string): { pid: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
        const environ = readFileSync(`/proc/${pid}/environ`, "latin1");
        const isHere =
          command !== "" &&
          (environ.includes(`DATA_DIR=${dataDir}\0`) ||
            readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir));
        return isHere ? [{ pid: Number(pid), command }] : [];
      } catch {
        return [];
      }
    });
}

let origin: Origin;
let product: RunningProduct;
let customer: Customer;
let account: string;
/** Bytes carried by all tunnels, as the client counts them. */
const carried = { least: 0, most: 0 };

const start = (again?: RunningProduct) => {
  const targets = { LAB_TARGETS: `127.0.0.1:${origin.port}`, LAB_TARGET_PORT: "0" };
  return startProduct(again, { ...targets, LOG_LEVEL: "" }, byNpm);
};

beforeAll(async () => {
  origin = await new Origin().listen();
  product = await start();
  ({ customer, account } = await customerWithTraffic(product));
}, 90_000);
afterAll(async () => {
  await product?.stop();
  rmSync(product.dataDir, { recursive: true, force: true });
  await origin?.stop();
}, 60_000);

const tunnel = () =>
  openTunnel({
    gateway: product.ports.gateway,
    user: account,
    password: "secret123",
    way: "connect",
    port: origin.port,
  });

/** A download with frequent pauses, until told to stop or cut off. */
async function download(open: Tunnel, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    await open.exchange(exchange.up, exchange.down);
    await new Promise((resolve) => setTimeout(resolve, exchange.everyMs));
  }
  await open.finish();
}

/** Customers who open short tunnels until the gateway refuses them. */
async function comeAndGo(): Promise<Tunnel[]> {
  const all: Tunnel[] = [];
  for (;;) {
    try {
      const open = await tunnel();
      all.push(open);
      await open.exchange(exchange.up, exchange.down);
      await open.finish();
    } catch (error) {
      if (error instanceof TunnelRefused) throw error;
      return all;
    }
  }
}

const billed = async () => {
  const { items } = await customer.ask("trafficStatis", { days: 7, account });
  return items.reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0);
};
/** Bytes in the statistics: returns once they are within bounds, or after 6 s. */
async function billedWithin({ least, most }: typeof carried): Promise<number> {
  const isWithin = async () => {
    const bytes = await billed();
    return bytes >= least && bytes <= most;
  };
  await waitFor("the statistics are complete", isWithin, 6_000).catch(() => undefined);
  return billed();
}

async function noneIsLeft(withinMs: number): Promise<void> {
  const left = () => processesAt(product.dataDir);
  await waitFor("no process is left", () => left().length === 0, withinMs).catch(() => undefined);
  expect(left()).toEqual([]);
}

async function playRound({ end, ends, drains }: Way): Promise<void> {
  const round: Round = {
    product,
    pidOf: (program) => {
      const found = processesAt(product.dataDir).filter(({ command }) => program.test(command));
      // The command line of a shell between npm and its script contains the script too.
      return found.at(-1)?.pid ?? 0;
    },
  };
  let goesOn = true;
  const [long, visitors] = [await tunnel(), comeAndGo()];
  const downloaded = download(long, () => goesOn).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // The banner is the last output.
  expect(product.output().trimEnd()).toMatch(/run it in a terminal\.$/);
  const began = performance.now();
  end(round);
  setTimeout(() => {
    goesOn = false;
  }, stillMs);
  const exit = await product.ended;
  const exitMs = performance.now() - began;
  await noneIsLeft(endedMs - exitMs);
  expect(exit).toEqual(ends);
  await downloaded;
  const tunnels = [long, ...(await visitors)];
  const counted = tunnels.reduce((sum, { received, sent }) => sum + received + sent, 0);
  carried.most += counted;
  carried.least += counted - (drains ? 0 : 2 * (exchange.up + exchange.down + 100));
  const limitMs = await limitHere(readyMs);
  const again = performance.now();
  product = await start(product);
  const startedMs = performance.now() - again;
  process.stdout.write(`ended in ${Math.round(exitMs)} ms, ready in ${Math.round(startedMs)} ms\n`);
  expect(startedMs).toBeLessThan(limitMs);
  const bytes = await billedWithin(carried);
  expect(bytes).toBeGreaterThanOrEqual(carried.least);
  expect(bytes).toBeLessThanOrEqual(carried.most);
  carried.least = carried.most = bytes;
}

describe.skipIf(process.platform !== "linux")(
  "the product shuts down cleanly and starts again",
  () => {
    it.each(ways)(
      "after $title",
      async (way) => {
        for (let round = 0; round < rounds; round++) await playRound(way);
      },
      60_000 * rounds,
    );

    it("after SIGTERM during startup", async () => {
      process.kill(product.pid, "SIGTERM");
      await product.ended;
      const api = commandOfEntry("api");
      const endEarly = async () => {
        const found = (program: RegExp) =>
          processesAt(product.dataDir).find(({ command }) => program.test(command));
        await waitFor("the API's process runs", () => found(api), 20_000);
        process.kill(found(main)?.pid ?? 0, "SIGTERM");
      };
      const [, started] = await Promise.all([
        endEarly(),
        start(product).catch((error: unknown) => String(error)),
      ]);
      expect(started).toContain("the product ended with 0");
      await noneIsLeft(5_000);
      product = await start(product);
    }, 60_000);
  },
);
