/**
 * Ports for tests and benchmarks. Each process has ports of its own, so that a port that a test
 * closes for a while (a server that restarts) is not taken by a test in another process.
 */
import { createServer, type Server } from "node:net";

/** Above the manager's first ports, below the system's range for outgoing connections. */
const first = 25_000;
const end = 32_500;
/** A block's first port shows that it is taken. */
const blockSize = 500;
const blocks = (end - first) / blockSize;
const ofBlock = blockSize - 1;
/** Ports are not given in order, as some programs also use the next port. */
const stride = 7;

interface Own {
  /** The first ports of this process's blocks. */
  readonly starts: number[];
  /** How many ports were given so far; after the last one it begins again. */
  given: number;
}
/** In a place that outlives this module, as Vitest may evaluate it again in the same process. */
const kept = globalThis as { turnpikeTestPorts?: Own };
const own = (kept.turnpikeTestPorts ??= { starts: [], given: 0 });

/** Listens, or returns null if the port is in use. */
function listen(port: number, host: string): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, host, () => resolve(server));
  });
}

/** Takes a block by listening on its first port for as long as this process lives. */
async function takeBlock(): Promise<void> {
  for (let step = 0; step < blocks; step += 1) {
    const start = first + ((process.pid + step) % blocks) * blockSize;
    const guard = await listen(start, "127.0.0.1");
    if (guard) {
      guard.on("connection", (socket) => socket.destroy()).unref();
      own.starts.push(start);
      return;
    }
  }
  throw new Error(`all ports from ${first} to ${end} are in use by other tests`);
}

/** Whether the port is free at all IPv4 addresses. */
async function isFree(port: number): Promise<boolean> {
  const server = await listen(port, "0.0.0.0");
  if (server === null) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/**
 * Returns `count` TCP ports that are free now and that no other process is given.
 * @throws Error if there are too few
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tried = 0; found.size < count; tried += 1) {
    if (tried >= own.starts.length * ofBlock) await takeBlock();
    const at = own.given % (own.starts.length * ofBlock);
    const start = own.starts[Math.floor(at / ofBlock)] ?? first;
    const port = start + 1 + (((at % ofBlock) * stride) % ofBlock);
    own.given += 1;
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

/** Returns a TCP port that is free now. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
