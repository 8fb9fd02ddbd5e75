/** Ports for tests and benchmarks. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the system's range for outgoing connections, so that none is taken before it is used. */
const first = 24_000;
const end = 32_000;

/** Whether the port is free at all IPv4 addresses. */
function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "0.0.0.0", () => server.close(() => resolve(true)));
  });
}

/** Returns `count` TCP ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(first, end);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

/** Returns a TCP port that is free now. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
