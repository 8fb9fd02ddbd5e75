/** Ports for tests and benchmarks. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that the system gives to outgoing connections: none is taken before it is used. */
const first = 24_000;
const end = 32_000;

/** Whether nobody listens there, at any address. */
function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "0.0.0.0", () => server.close(() => resolve(true)));
  });
}

/** So many TCP ports that nobody listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(first, end);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

/** A TCP port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
